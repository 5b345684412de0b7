// Finds texts in files and logs.
#include "files/archive.hpp"
#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "files/log_texts.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <utility>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

namespace {

// Standard input and pipes cannot be read twice.
bool is_read_once(const std::string& path)
{
    std::error_code error;
    return path == "-" || fs::is_fifo(path, error);
}

// The texts of a log as inputs; none if the file is not a log.
std::vector<input_file> texts_of(const input_file& file, const options& given, std::vector<std::string>& notices)
{
    const bool once = is_read_once(file.path);
    if (!once && is_text_of_xla(file.path, first_bytes(file.path, deciding_bytes))) return {};
    auto read = read_file(file, given);
    if (!read.error.empty() && !once) return {};
    if (!read.error.empty()) return {{file.path, file.shown, std::move(read.error), false, nullptr}};
    if (once && may_be_archive(read.text.view())) {
        const auto name = file.path == "-" ? file.shown : file.path;
        if (auto inside = files_in_archive(name, read.text.view(), given); inside.is_archive) {
            auto found = find_in(std::move(inside), name, given);
            std::ranges::move(found.notices, std::back_inserter(notices));
            return std::move(found.files);
        }
    }
    if (once && looks_binary(read.text.view().substr(0, deciding_bytes))) {
        auto binary = file;
        binary.text = std::make_shared<input_text>(input_text{source_text::copy_of(read.text.view()), {}});
        found_files inside;
        if (add_programs(binary, given, inside)) {
            std::ranges::move(inside.notices, std::back_inserter(notices));
            return std::move(inside.files);
        }
    }
    auto result = texts_of(file, read.text.view(), notices);
    if (result.empty() && once) {
        result.push_back(file);
        result.back().text = std::make_shared<input_text>(std::move(read.text));
    }
    return result;
}

} // namespace

found_files find_texts(const std::vector<std::string>& paths, const options& given)
{
    auto found = find(paths, given);
    std::vector<input_file> all;
    for (auto& file : found.files) {
        auto texts = file.in_folder || file.text || !file.problem.empty() ? std::vector<input_file>()
                                                                          : texts_of(file, given, found.notices);
        if (texts.empty()) texts.push_back(std::move(file));
        std::ranges::move(texts, std::back_inserter(all));
    }
    found.files = std::move(all);
    return found;
}

} // namespace ballast::inline v0::files
