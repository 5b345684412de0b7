#include "cli/logs.hpp"

#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_log = std::uintmax_t{1} << 30;
constexpr std::uintmax_t largest_in_folder = std::uintmax_t{64} << 20;
constexpr std::size_t most_in_folder = 10'000;

answers::log_input log_of(const std::string& path, const input_arguments& options, bool is_of_xla)
{
    const files::input_file file{path, files::shown_path(path, options), {}, false, nullptr};
    const files::options& how = options;
    return {file.shown, path, is_of_xla, [file, how]() -> std::shared_ptr<const source_text> {
                auto read = files::read_file(file, how);
                if (!read.error.empty()) return nullptr;
                return std::make_shared<const source_text>(std::move(read.text));
            }};
}

// True for text; compilers also write MLIR, graphs and protocol buffers.
bool is_plain_text(const std::string& beginning)
{
    return beginning.find('\0') == std::string::npos && !beginning.starts_with("module @") &&
           !beginning.starts_with("#loc") && !beginning.starts_with("digraph") && !beginning.starts_with("<!");
}

} // namespace

std::vector<answers::log_input> logs_in(const input_arguments& options, const std::vector<std::string>& paths)
{
    std::vector<answers::log_input> result;
    for (const auto& path : paths) {
        std::error_code error;
        if (path == "-" || !fs::is_regular_file(path, error) || fs::file_size(path, error) > largest_log) continue;
        const bool is_of_xla = files::is_text_of_xla(path, files::first_bytes(path, files::deciding_bytes));
        result.push_back(log_of(path, options, is_of_xla));
    }
    return result;
}

std::vector<answers::log_input> folder_logs_in(const input_arguments& options, const std::vector<std::string>& paths)
{
    std::vector<std::string> found;
    for (const auto& path : paths) {
        std::error_code error;
        if (path == "-" || !fs::is_directory(path, error)) continue;
        for (fs::recursive_directory_iterator entry(path, error);
             !error && entry != fs::recursive_directory_iterator() && found.size() < most_in_folder;
             entry.increment(error)) {
            std::error_code unknown;
            if (!entry->is_regular_file(unknown) || entry->file_size(unknown) > largest_in_folder || unknown) continue;
            const auto name = entry->path().string();
            const auto beginning = files::first_bytes(name, files::deciding_bytes);
            if (files::is_text_of_xla(name, beginning) || !is_plain_text(beginning)) continue;
            found.push_back(name);
        }
    }
    std::ranges::sort(found);
    std::vector<answers::log_input> result;
    for (const auto& path : found) result.push_back(log_of(path, options, false));
    return result;
}

} // namespace ballast::cli
