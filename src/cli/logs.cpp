#include "cli/logs.hpp"

#include "cli/inputs.hpp"
#include "files/archive.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"
#include "render/shell_word.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
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

// Standard input, which can be read only once.
answers::log_input standard_input(const input_arguments& options)
{
    const files::input_file file{"-", files::shown_path("-", options), {}, false, nullptr};
    auto read = files::read_file(file, options);
    if (!read.error.empty()) warn("ballast: {}: {}\n", file.shown, read.error);
    return {file.shown, "-", false,
            [text = std::make_shared<const source_text>(std::move(read.text))] { return text; }};
}

// The texts in it.
std::vector<files::input_file> texts_of(const answers::log_input& log)
{
    auto result = files::texts_of(log.path, source_text::copy_of(log.text()->view()));
    for (auto& input : result) input.shown = log.shown;
    return result;
}

// True for the files of XLA's dumps, `module_0003.jit_step.…`, none of which is a log.
bool is_dumped_by_xla(std::string_view name)
{
    constexpr std::string_view module = "module_";
    if (!name.starts_with(module)) return false;
    const auto digits = name.substr(module.size());
    const auto dot = digits.find_first_not_of("0123456789");
    return dot != 0 && dot != std::string_view::npos && digits[dot] == '.';
}

// The logs among the files of an archive.
std::vector<answers::log_input> logs_of(const std::vector<files::memory_file>& all, const input_arguments& options)
{
    std::vector<answers::log_input> result;
    for (const auto& file : all) {
        const auto text = file.text->bytes.view();
        const std::string beginning(text.substr(0, files::deciding_bytes));
        const auto name = std::string_view(file.path).substr(file.path.rfind('/') + 1);
        if (is_dumped_by_xla(name) || files::is_text_of_xla(file.path, beginning) || !is_plain_text(beginning))
            continue;
        std::shared_ptr<const source_text> bytes(file.text, &file.text->bytes);
        result.push_back({files::shown_path(file.path, options), file.path, false, [bytes] { return bytes; }});
    }
    return result;
}

} // namespace

std::vector<answers::log_input> logs_in(const input_arguments& options, const std::vector<std::string>& paths)
{
    std::vector<answers::log_input> result;
    for (const auto& path : paths) {
        std::error_code error;
        if (path == "-" || files::is_archive(path) || !fs::is_regular_file(path, error) ||
            fs::file_size(path, error) > largest_log)
            continue;
        const bool is_of_xla = files::is_text_of_xla(path, files::first_bytes(path, files::deciding_bytes));
        result.push_back(log_of(path, options, is_of_xla));
    }
    return result;
}

std::vector<answers::log_input> folder_logs_in(const input_arguments& options, const std::vector<std::string>& paths)
{
    std::vector<std::string> found;
    std::vector<answers::log_input> result;
    for (const auto& path : paths) {
        std::error_code error;
        if (files::is_archive(path) && fs::is_regular_file(path, error))
            std::ranges::move(logs_of(files::files_in_archive(path, options).files, options),
                              std::back_inserter(result));
        if (path == "-" || !fs::is_directory(path, error)) continue;
        for (fs::recursive_directory_iterator entry(path, error);
             !error && entry != fs::recursive_directory_iterator() && found.size() < most_in_folder;
             entry.increment(error)) {
            std::error_code unknown;
            if (!entry->is_regular_file(unknown) || entry->file_size(unknown) > largest_in_folder || unknown) continue;
            const auto name = entry->path().string();
            if (is_dumped_by_xla(entry->path().filename().string())) continue;
            const auto beginning = files::first_bytes(name, files::deciding_bytes);
            if (files::is_text_of_xla(name, beginning) || !is_plain_text(beginning)) continue;
            found.push_back(name);
        }
    }
    std::ranges::sort(found);
    for (const auto& path : found) result.push_back(log_of(path, options, false));
    return result;
}

answers::module_source source_of(const input_arguments& options, const std::vector<std::string>& paths,
                                 std::optional<std::int64_t> space, output& out, const std::string& to_file)
{
    answers::module_source result;
    const auto without_dumps = std::make_shared<std::vector<std::string>>();
    result.inputs = [&options, paths, to_file, without_dumps] {
        input_arguments all = options;
        all.paths = paths;
        return find_module_texts(all, to_file, without_dumps.get());
    };
    result.report_empty = [without_dumps] { report_notices(*without_dumps); };
    if (paths == std::vector<std::string>{"-"}) {
        const auto log = std::make_shared<answers::log_input>(standard_input(options));
        if (const auto bytes = log->text()->view(); files::may_be_archive(bytes)) {
            auto inside = files::files_in_archive(log->shown, bytes, options);
            if (inside.is_archive) {
                const auto logs = logs_of(inside.files, options);
                auto all = files::find_in(std::move(inside), log->shown, options);
                report_notices(all.notices);
                result.inputs = [all = std::move(all.files)] { return all; };
                result.folder_logs = [logs] { return logs; };
                result.summarise = [&options, &out, space](const std::vector<files::input_file>& inputs) {
                    return summarise(inputs, options, space, out);
                };
                result.report_empty = [shown = log->shown] { warn("ballast: no dumps in {}\n", shown); };
                return result;
            }
        }
        result.inputs = [log] { return texts_of(*log); };
        result.logs = [log] { return std::vector{*log}; };
    } else {
        result.logs = [&options, paths] { return logs_in(options, paths); };
        result.folder_logs = [&options, paths] { return folder_logs_in(options, paths); };
    }
    result.summarise = [&options, &out, space](const std::vector<files::input_file>& inputs) {
        return summarise(inputs, options, space, out);
    };
    for (const auto& path : paths) {
        const auto word = path == "-" ? std::string() : render::shell_word(path);
        if (word.empty()) { // standard input, or a name that no shell takes
            result.path_of_all.clear();
            break;
        }
        result.path_of_all.append(result.path_of_all.empty() ? "" : " ").append(word);
    }
    if (!paths.empty() && paths.front() != "-") result.path_of_one = render::shell_word(paths.front());
    return result;
}

} // namespace ballast::cli
