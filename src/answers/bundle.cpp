#include "answers/bundle.hpp"

#include "answers/discovery.hpp"
#include "answers/log_answer.hpp"
#include "ballast/era.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/releases.hpp"
#include "ballast/version.hpp"
#include "base/file_name.hpp"
#include "files/archive.hpp"
#include "files/paths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

namespace ballast::inline v0::answers {

files::found_files find_whole_module(const std::vector<std::string>& paths, const files::options& reading)
{
    auto result = find_module_texts(paths, reading);
    if (result.files.empty() || paths.size() != 1 || files::is_archive(paths.front()) ||
        !files::is_regular(paths.front()))
        return result;
    const auto slash = paths.front().rfind('/');
    const auto folder = slash == std::string::npos ? "." : slash == 0 ? "/" : paths.front().substr(0, slash);
    const auto around = files::find({folder}, reading).files;
    const auto is_in = [&](const files::input_file* file) {
        return std::ranges::any_of(result.files,
                                   [&](const auto& other) { return files::is_same(other.path, file->path); });
    };
    for (const auto& group : files::modules_of(around, reading))
        if (std::ranges::any_of(group.files, is_in))
            for (const auto* file : group.files)
                if (!is_in(file)) result.files.push_back(*file);
    return result;
}

namespace {

// The files of one module, and the texts of logs.
struct bundled_inputs {
    std::vector<const files::input_file*> of_module;
    std::vector<const files::input_file*> of_logs;
};

// True for texts about a failure, without a dump.
bool is_report(const files::module_files& group, const run& by)
{
    return std::ranges::all_of(group.files, [&](const files::input_file* file) {
        const auto read = parse_file(*file, by.reading);
        return read.accepted() && !std::holds_alternative<ast::dump>(read.result.value->tree()) &&
               !read.result.value->usage_report();
    });
}

// Several modules are reported. Messages and reports in logs name no module, so they belong to any.
std::optional<bundled_inputs> one_module(const std::vector<files::input_file>& inputs, const run& by, outcome& to)
{
    const auto is_of_log = [](const files::input_file& file) { return file.text && file.text->in_log; };
    bundled_inputs result;
    std::vector<files::module_files> modules;
    for (auto& group : files::modules_of(inputs, by.reading)) {
        const bool of_log = std::ranges::all_of(group.files, [&](const auto* file) { return is_of_log(*file); });
        if (of_log && is_report(group, by)) {
            result.of_logs.insert(result.of_logs.end(), group.files.begin(), group.files.end());
            continue;
        }
        for (const auto* file : group.files) (is_of_log(*file) ? result.of_logs : result.of_module).push_back(file);
        modules.push_back(std::move(group));
    }
    if (modules.size() > 1) {
        to.fail("bundle", "expected one module, found {}: {}, {}{}; name the files of one", modules.size(),
                modules[0].files.front()->shown, modules[1].files.front()->shown, modules.size() > 2 ? ", …" : "");
        return std::nullopt;
    }
    return result;
}

// Redacts a file. Empty, and reported, if it cannot be read or is refused.
std::optional<bundled_file> redacted_file(const files::input_file& file, const run& by, redact::redactor& words,
                                          outcome& to)
{
    const auto read = parse_file(file, by.reading, 1, true);
    if (!read.problem.empty()) {
        to.fail("bundle", "{}: unreadable: {}", file.shown, read.problem);
        return std::nullopt;
    }
    const auto name = file.path == "-" ? "stdin.txt" : std::string(file.path.substr(file.path.rfind('/') + 1));
    auto text = read.has_records() ? words.text(*read.result.value) : std::nullopt;
    if (!text) {
        to.fail("bundle", "{}: refused, so it is left out", file.shown);
        return std::nullopt;
    }
    const auto& of = *read.result.value;
    auto redacted_name = words.file_name(without_compression(name));
    auto line = fmt::format("{}: {}, {} bytes, {}\n", redacted_name, kind_word(of.tree()), text->size(), era_word(of));
    return bundled_file{std::move(redacted_name), std::move(*text), std::move(line), date(of.witnesses()).possible};
}

// The XLA that all files can be of, the releases with it, and a line for each file.
std::string versions_text(const std::vector<bundled_file>& all)
{
    auto result = fmt::format("ballast {}\n", BALLAST_VERSION);
    if (all.empty()) return result;
    auto era = all.front().era;
    for (const auto& file : all) era = era.intersect(file.era);
    result += fmt::format("{}\n", era.empty() ? "files of different XLAs" : era_text(era));
    std::string names;
    for (const auto& each : releases())
        if (!era.intersect(era_set{{each.xla}}).empty()) names.append(names.empty() ? "" : ", ").append(each.name());
    if (!names.empty()) result += fmt::format("releases: {}\n", names);
    result += "\n";
    for (const auto& file : all) result += file.line;
    return result;
}

// The sizes of the failures in logs, also in texts that cannot be redacted, because they are damaged. Names are left
// out.
std::string failures_text(const std::vector<read_text>& of)
{
    std::string result;
    for (std::size_t i = 0; i < of.size(); ++i)
        for (const auto& f : of[i].reading.failures) {
            result += fmt::format("log {}, line {}: {}{}", i + 1, f.line, failures::spelling(f.source),
                                  f.memory.empty() ? "" : fmt::format(", {}", f.memory));
            for (const auto& size : f.sizes) result += fmt::format(", {} {}", size.what, size.text);
            result += '\n';
        }
    return result;
}

// `show`'s answer on the redacted files.
show_answer answer_about(const std::vector<bundled_file>& all, const run& by)
{
    files::found_files inputs;
    for (const auto& file : all) inputs.files.push_back(in_memory(file.name, source_text::copy_of(file.text)));
    return show(inputs, nullptr, {.by = by, .space = {}, .step = {}, .why = {}, .limit = {}});
}

} // namespace

bundle_answer bundle(const files::found_files& of, const run& by, redact::redactor& words)
{
    bundle_answer answer;
    answer.notices(of.notices);
    answer.notices(of.without_dumps);
    answer.code = trouble;
    auto inputs = of.files;
    if (inputs.empty()) return answer;
    const auto damaged = take_failures(inputs, of.logs, by.reading, taken::refused);
    const auto found = one_module(inputs, by, answer);
    if (!found) return answer;
    answer.code = success;
    const auto redacted = [&](std::vector<const files::input_file*> from) {
        std::vector<bundled_file> made;
        std::ranges::sort(from, {}, [](const files::input_file* file) { return file->path; });
        for (const auto* file : from)
            if (auto next = redacted_file(*file, by, words, answer)) made.push_back(std::move(*next));
        return made;
    };
    answer.files = redacted(found->of_module);
    auto of_logs = redacted(found->of_logs);
    if (answer.code != success) answer.code = failure; // what is left is in the bundle
    answer.failures = failures_text(damaged);
    answer.about = answer_about(answer.files.empty() ? of_logs : answer.files, by);
    std::ranges::move(of_logs, std::back_inserter(answer.files));
    answer.versions = versions_text(answer.files);
    return answer;
}

} // namespace ballast::inline v0::answers
