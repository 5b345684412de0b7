#include "files/archive.hpp"

#include "base/file_name.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ballast::inline v0::files {

namespace {

constexpr std::size_t most_entries = 100'000;
constexpr std::size_t most_notices = 5;

using archive_pointer = std::unique_ptr<archive, int (*)(archive*)>;

archive_pointer opened(std::string_view bytes)
{
    archive_pointer result(archive_read_new(), archive_read_free);
    if (!result) return result;
    archive_read_support_filter_gzip(result.get());
    archive_read_support_filter_zstd(result.get());
    archive_read_support_format_tar(result.get());
    archive_read_support_format_zip(result.get());
    if (archive_read_open_memory(result.get(), bytes.data(), bytes.size()) != ARCHIVE_OK) result.reset();
    return result;
}

std::string error_of(archive* of)
{
    const char* const text = archive_error_string(of);
    return text ? text : "damaged";
}

// `report/a.txt` for `./report//a.txt`. Empty for names that are absolute or leave the archive.
std::string plain_name(std::string_view name)
{
    if (name.starts_with('/') || name.find('\\') != std::string_view::npos || name.find('\0') != std::string_view::npos)
        return {};
    std::string result;
    while (!name.empty()) {
        const auto end = std::min(name.find('/'), name.size());
        const auto part = name.substr(0, end);
        name.remove_prefix(std::min(end + 1, name.size()));
        if (part.empty() || part == ".") continue;
        if (part == "..") return {};
        if (!result.empty()) result += '/';
        result += part;
    }
    return result;
}

class archive_reader {
public:
    archive_reader(const std::string& path, const options& how) : path_(path), how_(how) {}

    read_archive run(std::string_view bytes)
    {
        const auto from = opened(bytes);
        if (!from) return not_one();
        std::size_t entries = 0;
        while (made_.problem.empty()) {
            archive_entry* entry = nullptr;
            const int code = archive_read_next_header(from.get(), &entry);
            if (code == ARCHIVE_EOF) break;
            if (code != ARCHIVE_OK && code != ARCHIVE_WARN) {
                if (entries == 0) return not_one();
                made_.problem = fmt::format("the archive is damaged: {}", error_of(from.get()));
                break;
            }
            if (++entries > most_entries) {
                made_.problem = fmt::format("the archive has more than {} entries", most_entries);
                break;
            }
            add(from.get(), entry);
        }
        if (left_out_ > most_notices)
            made_.notices.push_back(
                fmt::format("{}: {} more entries are left out", shown_path(path_, how_), left_out_ - most_notices));
        std::ranges::stable_sort(made_.files, {}, &input_file::path);
        return std::move(made_);
    }

private:
    read_archive not_one()
    {
        made_.is_archive = false;
        made_.problem = "not an archive that can be read";
        return std::move(made_);
    }

    void leave_out(std::string_view name, std::string_view why)
    {
        if (++left_out_ > most_notices) return;
        made_.notices.push_back(
            fmt::format("{}: the entry {} is left out: {}", shown_path(path_, how_), quoted_name(name), why));
    }

    void add(archive* from, archive_entry* entry)
    {
        const char* raw = archive_entry_pathname(entry);
        if (!raw) raw = archive_entry_pathname_utf8(entry);
        const std::string_view name = raw ? raw : "";
        if (archive_entry_filetype(entry) == AE_IFDIR) return;
        if (archive_entry_hardlink(entry) || archive_entry_filetype(entry) == AE_IFLNK)
            return leave_out(name, "it is a link");
        if (archive_entry_filetype(entry) != AE_IFREG) return leave_out(name, "it is not a regular file");
        const auto plain = plain_name(name);
        if (plain.empty()) return leave_out(name, "its name leaves the archive");
        if (archive_entry_is_encrypted(entry) != 0) return leave_out(name, "it is encrypted");
        auto text = text_of(from);
        if (!text) return;
        auto path = fmt::format("{}/{}", path_, plain);
        if (is_compressed(path)) {
            auto [plain_text, problem] = decompressed({source_text::copy_of(*text), {}}, path, rest(), content::any);
            if (!problem.empty()) return leave_out(name, problem);
            used_ += plain_text.view().size();
            add(std::move(path), std::move(plain_text));
            return;
        }
        add(std::move(path), source_text::copy_of(*text));
    }

    void add(std::string path, source_text text)
    {
        auto shown = shown_path(path, how_);
        made_.files.push_back({std::move(path),
                               std::move(shown),
                               {},
                               true,
                               std::make_shared<input_text>(input_text{std::move(text), {}})});
    }

    [[nodiscard]] std::size_t rest() const { return how_.max_decompressed - std::min(used_, how_.max_decompressed); }

    // Empty if it cannot be read, or is too large; then nothing after it is read.
    std::optional<std::string> text_of(archive* from)
    {
        std::string result;
        for (;;) {
            const void* piece = nullptr;
            std::size_t size = 0;
            la_int64_t offset = 0;
            const int code = archive_read_data_block(from, &piece, &size, &offset);
            if (code == ARCHIVE_EOF) break;
            if (code != ARCHIVE_OK && code != ARCHIVE_WARN) {
                made_.problem = fmt::format("the archive is damaged: {}", error_of(from));
                return std::nullopt;
            }
            // Sparse files have holes between pieces.
            const auto begin = static_cast<std::size_t>(std::max<la_int64_t>(offset, 0));
            if (begin > rest() || size > rest() - begin) {
                made_.problem =
                    fmt::format("the archive has more than {} bytes, which --max-bytes allows", how_.max_decompressed);
                return std::nullopt;
            }
            if (begin > result.size()) result.resize(begin, '\0');
            if (begin < result.size()) result.resize(begin);
            result.append(static_cast<const char*>(piece), size);
        }
        used_ += result.size();
        return result;
    }

    const std::string& path_;
    const options& how_;
    read_archive made_;
    std::size_t used_ = 0; // bytes of the texts
    std::size_t left_out_ = 0;
};

} // namespace

read_archive files_in_archive(const std::string& path, std::string_view bytes, const options& how)
{
    return archive_reader(path, how).run(bytes);
}

} // namespace ballast::inline v0::files
