#include "files/binary_files.hpp"

#include "ballast/proto.hpp"
#include "base/file_name.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::files {

namespace {

using namespace std::string_view_literals;

constexpr auto hlo_endings = std::to_array<std::string_view>({".hlo_proto.pb", ".hlo.pb"});
constexpr auto report_ending = "-memory-usage-report.pb"sv;
constexpr auto cache_ending = "-cache"sv;

bool is_zstandard(std::string_view bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }

// True for the first bytes of an entry of JAX's compilation cache, which is compressed with zstandard or zlib.
bool is_cache_entry(std::string_view bytes)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[i])); };
    const bool zlib =
        bytes.size() > 1 && byte(0) == 0x78 && (byte(1) & 0x20U) == 0 && (byte(0) * 256 + byte(1)) % 31 == 0;
    return zlib || is_zstandard(bytes);
}

// The bytes of a file: read again for each text if it was found in a folder.
struct binary_source {
    input_file file;
    options how;
    std::shared_ptr<const source_text> kept;

    [[nodiscard]] read_result read() const
    {
        if (kept) return {source_text::copy_of(kept->view()), {}};
        const auto limit = is_compressed(file.path) ? how.max_decompressed : how.max_bytes;
        auto result = file.text ? read_result{source_text::copy_of(file.text->bytes.view()), {}}
                                : decompressed(read_source(file.path, limit), file.path, limit, content::any);
        return result.error.empty() ? without_cache(std::move(result)) : std::move(result);
    }

private:
    // Entries of JAX's compilation cache are compressed, and begin with the time that compilation took.
    [[nodiscard]] read_result without_cache(read_result read) const
    {
        const bool zstandard = is_zstandard(read.text.view());
        if (!is_cache_entry(read.text.view())) return read;
        constexpr std::size_t time = 4;
        auto entry = decompressed({source_text::copy_of(read.text.view()), {}},
                                  zstandard ? zstandard_ending : gzip_ending, how.max_decompressed, content::any);
        if (!entry.error.empty() && !file.path.ends_with(cache_ending)) return read; // a text that begins like one
        if (!entry.error.empty() || entry.text.view().size() < time) return entry;
        return {source_text::copy_of(entry.text.view().substr(time)), {}};
    }
};

// The name of a file without the ending of an HloProto.
std::optional<std::string_view> base_of_hlo(std::string_view path)
{
    const auto plain = without_compression(path);
    for (const auto ending : hlo_endings)
        if (plain.ends_with(ending)) return plain.substr(0, plain.size() - ending.size());
    return std::nullopt;
}

// `module_0012.jit_train.after_optimizations`, as XLA names the files of a program.
std::string base_of_program(const binary_program& x)
{
    if (x.number.empty()) return x.name;
    return fmt::format("module_{:0>4}.{}.after_optimizations", x.number, x.name);
}

// The paths of a program's texts without their endings. They are beside an HloProto, and inside any other file.
std::string base_of(const input_file& file, const binary_program& x)
{
    const auto base = base_of_hlo(file.path);
    if (!base) return fmt::format("{}/{}", file.path, base_of_program(x));
    const auto slash = base->rfind('/') + 1;
    const auto number = fmt::format("{}(", x.name);
    const auto name = base->substr(slash);
    if (!name.starts_with(number) || !name.ends_with(')')) return std::string(*base);
    auto numbered = x;
    numbered.number = std::string(name.substr(number.size(), name.size() - number.size() - 1));
    return std::string(base->substr(0, slash)) + base_of_program(numbered);
}

std::shared_ptr<const input_text> text_made_by(std::function<read_result()> make)
{
    auto result = std::make_shared<input_text>();
    result->make = std::move(make);
    return result;
}

read_result made(binary_text text)
{
    if (!text.problem.empty()) return {{}, std::move(text.problem)};
    return {source_text::copy_of(text.text), {}};
}

class program_inputs {
public:
    program_inputs(const input_file& file, const options& how, found_files& to)
        : file_(file), source_(std::make_shared<binary_source>(binary_source{file, how, {}})), to_(to)
    {
    }

    bool add()
    {
        auto read = source_->read();
        if (!read.error.empty()) return add_problem(std::move(read.error));
        const auto found = find_programs(read.text.view());
        if (found.form == binary_form::none && (!base_of_hlo(file_.path) || file_.in_folder)) return false;
        if (found.form == binary_form::none)
            return add_problem(read.text.view().empty() ? "the file is empty"
                                                        : "a binary file that ballast does not know");
        if (found.form == binary_form::usage_report) {
            keep(read);
            add_report();
            return true;
        }
        if (!found.problem.empty()) return add_problem(fmt::format("{} {}", description(found.form), found.problem));
        if (!file_.in_folder) keep(read);
        const bool several = found.programs.size() > 1;
        for (std::size_t i = 0; i < found.programs.size(); ++i) {
            if (!found.programs[i].problem.empty()) {
                if (!several) add_problem(fmt::format("{} {}", description(found.form), found.programs[i].problem));
                continue;
            }
            add_texts(found.programs[i], i, several);
        }
        return true;
    }

private:
    void keep(const read_result& read)
    {
        source_->kept = std::make_shared<source_text>(source_text::copy_of(read.text.view()));
    }

    bool add_problem(std::string problem)
    {
        if (!file_.in_folder) to_.files.push_back({file_.path, file_.shown, std::move(problem), file_.in_folder});
        return true;
    }

    void add_report()
    {
        const auto plain = without_compression(file_.path);
        const auto base = plain.ends_with(report_ending) ? plain.substr(0, plain.size() - report_ending.size()) : plain;
        add_text(std::string(base), binary_part::usage_report, file_.shown, file_.in_folder, [source = source_] {
            auto read = source->read();
            return read.error.empty() ? made(usage_report_text(read.text.view())) : std::move(read);
        });
    }

    void add_texts(const binary_program& x, std::size_t number, bool several)
    {
        // An older text has addresses, which no binary file has; it is converted.
        static const auto without_addresses = parse_era("D11")->intervals().front().begin;
        const auto when = std::max(time_to_print(x, source_->how.binary_era), without_addresses);
        const auto base = base_of(file_, x);
        const auto shown = several ? fmt::format("{}/{}", file_.shown, base_of_program(x)) : file_.shown;
        for (const auto part : parts_of(x, when))
            add_text(base, part, shown, file_.in_folder || several, [source = source_, number, part, when] {
                auto read = source->read();
                if (!read.error.empty()) return read;
                const auto again = find_programs(read.text.view());
                if (number >= again.programs.size()) return read_result{{}, "the file changed while being read"};
                return made(text_of(again.programs[number], part, when));
            });
        if (file_.in_folder) return;
        if (x.unknown_fields != 0)
            to_.notices.push_back(
                fmt::format("{}: {} unknown fields are skipped; XLA may be newer", shown, x.unknown_fields));
        if (!x.has_schedule)
            to_.notices.push_back(
                fmt::format("{}: no schedule in the file; it is computed as compilers for CPUs did", shown));
    }

    void add_text(const std::string& base, binary_part part, const std::string& shown, bool in_folder,
                  std::function<read_result()> make)
    {
        to_.files.push_back({base + std::string(ending(part)), shown, {}, in_folder, text_made_by(std::move(make))});
        if (base_of_hlo(file_.path)) to_.files.back().hlo = std::make_shared<input_file>(file_);
    }

    const input_file& file_;
    std::shared_ptr<binary_source> source_;
    found_files& to_;
};

} // namespace

bool may_have_programs(std::string_view path)
{
    const auto plain = without_compression(path);
    return plain.ends_with(".pb") || path.ends_with(cache_ending);
}

bool looks_binary(std::string_view beginning)
{
    // The first field of all of them is a message with the number 1; texts do not begin with a line feed.
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < '\t'; };
    return is_cache_entry(beginning) || (beginning.starts_with('\n') && std::ranges::any_of(beginning, is_control)) ||
           beginning.find("\x12\x09pjrt_ifrt") != std::string_view::npos;
}

read_result read_binary(const input_file& file, const options& how) { return binary_source{file, how, {}}.read(); }

bool is_of_program(const input_file& file) { return file.text && file.text->make; }

bool add_programs(const input_file& file, const options& how, found_files& to)
{
    return program_inputs(file, how, to).add();
}

void add_programs(std::vector<input_file> binary, std::size_t first, const options& how, found_files& to)
{
    std::map<std::string, std::vector<std::size_t>, std::less<>> texts; // by stem
    std::set<std::string, std::less<>> reports;
    for (auto i = first; i < to.files.size(); ++i) {
        const auto named = parse_file_name(to.files[i].path);
        if (!named) continue;
        if (named->kind == sibling::usage_report)
            reports.emplace(without_compression(to.files[i].path));
        else
            texts[std::string(stem_of(to.files[i].path))].push_back(i);
    }
    // Files for one program before profiles, which have the same programs.
    std::ranges::sort(binary, {}, [](const input_file& file) { return std::pair(!base_of_hlo(file.path), file.path); });
    std::set<std::string> known; // texts of programs
    std::size_t without = 0;
    for (const auto& file : binary) {
        const auto plain = without_compression(file.path);
        const auto base = base_of_hlo(file.path);
        if (const auto found = base ? texts.find(*base) : texts.end(); found != texts.end()) {
            const auto hlo = std::make_shared<input_file>(file);
            for (const auto i : found->second) to.files[i].hlo = hlo;
            continue;
        }
        if (plain.ends_with(report_ending) &&
            reports.contains(fmt::format("{}.txt", plain.substr(0, plain.size() - ".pb"sv.size()))))
            continue;
        const auto before = to.files.size();
        if (!add_programs(file, how, to)) continue;
        without += to.files.size() == before ? 1U : 0U;
        const auto folder = plain.substr(0, plain.rfind('/') + 1);
        const auto is_known = [&](const input_file& text) {
            return !known.insert(fmt::format("{}{}", folder, text.path.substr(text.path.rfind('/') + 1))).second;
        };
        to.files.erase(std::remove_if(to.files.begin() + static_cast<std::ptrdiff_t>(before), to.files.end(), is_known),
                       to.files.end());
    }
    if (without != 0)
        to.notices.push_back(fmt::format("{} binary files without a buffer assignment are left out", without));
    std::sort(to.files.begin() + static_cast<std::ptrdiff_t>(first), to.files.end(),
              [](const input_file& a, const input_file& b) { return a.path < b.path; });
}

void list_once(std::vector<input_file>& files)
{
    std::vector<input_file> result;
    std::unordered_map<std::string, std::size_t> known;
    for (auto& file : files) {
        const auto [at, added] =
            known.try_emplace(std::filesystem::path(file.path).lexically_normal().string(), result.size());
        if (added) {
            result.push_back(std::move(file));
            continue;
        }
        auto& other = result[at->second];
        if (is_of_program(other) && !is_of_program(file)) std::swap(other, file);
        if (!other.hlo) other.hlo = file.hlo;
    }
    files = std::move(result);
}

} // namespace ballast::inline v0::files
