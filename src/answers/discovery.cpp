#include "answers/discovery.hpp"

#include "answers/log_texts.hpp"
#include "base/shell_word.hpp"
#include "files/archive.hpp"
#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "files/memory_files.hpp"
#include "files/names.hpp"
#include "files/paths.hpp"
#include "files/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

constexpr std::uint64_t largest_log = std::uint64_t{1} << 30;
constexpr std::uint64_t largest_in_folder = std::uint64_t{64} << 20;
constexpr std::size_t most_in_folder = 10'000;

// --- logs ---

// True for the files of XLA's dumps, `module_0003.jit_step.…`, none of which is a log.
bool is_dumped_by_xla(std::string_view path)
{
    constexpr std::string_view module = "module_";
    const auto name = path.substr(path.rfind('/') + 1);
    if (!name.starts_with(module)) return false;
    const auto digits = name.substr(module.size());
    const auto dot = digits.find_first_not_of("0123456789");
    return dot != 0 && dot != std::string_view::npos && digits[dot] == '.';
}

// True for text; compilers also write MLIR, graphs and protocol buffers.
bool is_plain_text(std::string_view beginning)
{
    return beginning.find('\0') == std::string_view::npos && !beginning.starts_with("module @") &&
           !beginning.starts_with("#loc") && !beginning.starts_with("digraph") && !beginning.starts_with("<!");
}

bool may_be_log(const files::input_file& file)
{
    return !is_dumped_by_xla(file.path) && !is_text_of_xla(file) && is_plain_text(beginning_of(file));
}

// The texts of the programs in a binary file that was read; empty if it is none.
std::optional<std::vector<files::input_file>> programs_in(const files::input_file& file, std::string_view bytes,
                                                          const files::options& reading, files::found_files& found)
{
    if (!files::looks_binary(bytes.substr(0, files::deciding_bytes))) return std::nullopt;
    auto binary = file;
    binary.text = std::make_shared<files::input_text>(files::input_text{source_text::copy_of(bytes), {}});
    files::found_files inside;
    if (!files::add_programs(binary, reading, inside)) return std::nullopt;
    std::ranges::move(inside.notices, std::back_inserter(found.notices));
    return std::move(inside.files);
}

// The texts of a log as inputs; the file itself if it has none.
std::vector<files::input_file> inputs_in(const files::input_file& file, const files::options& reading,
                                         files::found_files& found)
{
    const bool once = files::is_read_once(file.path);
    if (!once && is_text_of_xla(file)) return {file};
    auto read = files::read_file(file, reading);
    if (!read.error.empty()) return {once ? files::input_file{file.path, file.shown, std::move(read.error)} : file};
    if (once && files::may_be_archive(read.text.view())) {
        const auto name = file.path == "-" ? file.shown : file.path;
        if (auto inside = files::files_in_archive(name, read.text.view(), reading); inside.is_archive) {
            std::ranges::copy(inside.files, std::back_inserter(found.others));
            auto all = files::find_in(std::move(inside), name, reading);
            std::ranges::move(all.notices, std::back_inserter(found.notices));
            if (all.files.empty()) found.without_dumps.push_back(fmt::format("no dumps in {}", name));
            return std::move(all.files);
        }
    }
    if (once)
        if (auto programs = programs_in(file, read.text.view(), reading, found)) return std::move(*programs);
    auto result = answers::texts_of(file, read.text.view(), found.notices);
    if (!once) return result.empty() ? std::vector{file} : std::move(result);
    auto whole = file;
    whole.text = std::make_shared<files::input_text>(files::input_text{std::move(read.text), {}});
    found.logs.push_back(whole);
    return result.empty() ? std::vector{std::move(whole)} : std::move(result);
}

files::found_files texts_in(files::found_files found, const files::options& reading)
{
    std::vector<files::input_file> all;
    for (auto& file : found.files) {
        auto texts =
            file.in_folder || file.text || !file.problem.empty() ? std::vector{file} : inputs_in(file, reading, found);
        std::ranges::move(texts, std::back_inserter(all));
    }
    found.files = std::move(all);
    return found;
}

// How a shell names the paths; empty for standard input, and for a name that no shell takes.
std::string command_path_of(const std::vector<std::string>& paths)
{
    std::string result;
    for (const auto& path : paths) {
        const auto word = path == "-" ? std::string() : shell_word(path);
        if (word.empty()) return {};
        result.append(result.empty() ? "" : " ").append(word);
    }
    return result;
}

// Adds what the paths have besides inputs.
files::found_files with_logs(files::found_files found, const std::vector<std::string>& paths,
                             const files::options& reading)
{
    for (const auto& path : paths)
        if (files::is_folder(path) || (files::is_archive(path) && files::is_regular(path)))
            found.paths.push_back(path);
        else if (!files::is_read_once(path) && files::is_regular(path) && files::size_of(path) <= largest_log)
            found.logs.push_back({path, files::shown_path(path, reading), {}});
    found.command_path = command_path_of(paths);
    if (paths.empty()) return found;
    found.title = files::shown_path(paths.front(), reading);
    found.command_path_of_one = command_path_of({paths.front()});
    return found;
}

} // namespace

files::found_files find_texts(const std::vector<std::string>& paths, const files::options& reading)
{
    return with_logs(texts_in(files::find(paths, reading), reading), paths, reading);
}

files::found_files find_files(const std::vector<std::string>& paths, const files::options& reading)
{
    auto found = files::find(paths, reading);
    std::vector<files::input_file> all;
    for (auto& file : found.files) {
        const bool once = !file.in_folder && !file.text && file.problem.empty() && files::is_read_once(file.path);
        auto read = once ? files::read_file(file, reading) : read_result{{}, "not read"};
        if (read.error.empty()) {
            if (auto programs = programs_in(file, read.text.view(), reading, found)) {
                std::ranges::move(*programs, std::back_inserter(all));
                continue;
            }
            file.text = std::make_shared<files::input_text>(files::input_text{std::move(read.text), {}});
        } else if (once) {
            file.problem = std::move(read.error);
        }
        all.push_back(std::move(file));
    }
    found.files = std::move(all);
    return found;
}

files::found_files find_module_texts(const std::vector<std::string>& paths, const files::options& reading)
{
    if (paths.size() != 1) return find_texts(paths, reading);
    return with_logs(texts_in(files::find(files::with_siblings(paths.front(), reading), reading), reading), paths,
                     reading);
}

files::found_files find_texts(const std::vector<files::input_file>& in_memory)
{
    auto found = files::find(in_memory);
    for (const auto& file : in_memory) (file.in_folder ? found.others : found.logs).push_back(file);
    std::vector<files::input_file> all;
    for (auto& file : found.files) {
        std::vector<files::input_file> texts;
        if (!file.in_folder && !is_text_of_xla(file))
            texts = answers::texts_of(file, file.text->bytes.view(), found.notices);
        for (auto& text : texts)
            if (!text.text) text.text = file.text; // with a problem, but never read from a file
        if (texts.empty()) texts.push_back(std::move(file));
        std::ranges::move(texts, std::back_inserter(all));
    }
    found.files = std::move(all);
    if (!found.files.empty()) found.title = found.files.front().shown;
    return found;
}

std::vector<files::input_file> folder_logs(const files::found_files& of, const files::options& reading)
{
    std::vector<files::input_file> result;
    const auto add_from = [&](const std::vector<files::input_file>& all) {
        std::ranges::copy_if(all, std::back_inserter(result), may_be_log);
    };
    add_from(of.others);
    std::vector<files::input_file> found;
    for (const auto& path : of.paths)
        if (files::is_folder(path)) {
            for (const auto& name : files::regular_files(path, largest_in_folder))
                if (files::input_file file{name, files::shown_path(name, reading), {}};
                    found.size() < most_in_folder && may_be_log(file))
                    found.push_back(std::move(file));
        } else {
            add_from(files::files_in_archive(path, reading).files);
        }
    std::ranges::sort(found, {}, &files::input_file::path);
    std::ranges::move(found, std::back_inserter(result));
    return result;
}

std::vector<files::input_file> files_below(const std::vector<std::string>& paths, const files::options& reading,
                                           std::vector<std::string>& notices)
{
    std::vector<files::input_file> result;
    for (const auto& path : paths) {
        if (files::is_archive(path) && files::is_regular(path)) {
            auto inside = files::files_in_archive(path, reading);
            std::ranges::move(inside.notices, std::back_inserter(notices));
            std::ranges::move(inside.files, std::back_inserter(result));
            if (!inside.problem.empty()) result.push_back({path, files::shown_path(path, reading), inside.problem});
            continue;
        }
        for (const auto& each : files::is_folder(path) ? files::regular_files(path) : std::vector{path})
            result.push_back({each, files::shown_path(each, reading), {}});
    }
    return result;
}

files::input_file in_memory(std::string path, source_text text, bool in_folder)
{
    auto shown = path;
    return {std::move(path),
            std::move(shown),
            {},
            in_folder,
            std::make_shared<const files::input_text>(files::input_text{std::move(text), {}})};
}

} // namespace ballast::inline v0::answers
