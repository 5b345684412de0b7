// Puts what a bug report about memory needs into one archive: the redacted files of a module, the answer of `show`
// about them, and versions.
#include "answers/log_answer.hpp"
#include "ballast/era.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/releases.hpp"
#include "ballast/version.hpp"
#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "cli/commands/show.hpp"
#include "cli/inputs.hpp"
#include "cli/logs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/redaction.hpp"
#include "files/archive.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"
#include "files/tar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

struct bundle_arguments : input_arguments {
    std::string output;
    redaction_arguments words;
};

constexpr std::array<std::string_view, 3> archive_endings{".tar.zst", ".tar.gz", ".tar"};

// The ending of the archive's name; empty if it has none of these.
std::string_view ending_of(std::string_view name)
{
    const auto* const found =
        std::ranges::find_if(archive_endings, [&](std::string_view ending) { return name.ends_with(ending); });
    return found == archive_endings.end() ? std::string_view() : *found;
}

// A single file comes with all files of its module in its folder: also with its report and its module text.
std::vector<files::input_file> inputs_of(const bundle_arguments& options)
{
    auto result = find_module_texts(options, options.output);
    std::error_code error;
    if (result.empty() || options.paths.size() != 1 || files::is_archive(options.paths.front()) ||
        !fs::is_regular_file(options.paths.front(), error))
        return result;
    const auto folder = fs::path(options.paths.front()).parent_path();
    const auto around = files::find({folder.empty() ? std::string(".") : folder.string()}, options).files;
    const auto is_in = [&](const std::vector<files::input_file>& some, const files::input_file* file) {
        return std::ranges::any_of(
            some, [&](const auto& other) { return fs::equivalent(other.path, file->path, error) && !error; });
    };
    for (const auto& group : files::modules_of(around, options))
        if (std::ranges::any_of(group.files, [&](const auto* file) { return is_in(result, file); }))
            for (const auto* file : group.files)
                if (!is_in(result, file)) result.push_back(*file);
    return result;
}

// The files of one module, and the texts of logs.
struct bundled_inputs {
    std::vector<const files::input_file*> of_module;
    std::vector<const files::input_file*> of_logs;
};

// True for texts about a failure, without a dump.
bool is_report(const files::module_files& group, const input_arguments& options)
{
    return std::ranges::all_of(group.files, [&](const files::input_file* file) {
        const auto read = files::parse_file(*file, options);
        return read.accepted() && !std::holds_alternative<ast::dump>(read.result.value->tree()) &&
               !read.result.value->usage_report();
    });
}

// Several modules are reported. Messages and reports in logs name no module, so they belong to any.
std::optional<bundled_inputs> one_module(const std::vector<files::input_file>& inputs, const bundle_arguments& options)
{
    const auto is_of_log = [](const files::input_file& file) { return file.text && file.text->in_log; };
    bundled_inputs result;
    std::vector<files::module_files> modules;
    for (auto& group : files::modules_of(inputs, options)) {
        const bool of_log = std::ranges::all_of(group.files, [&](const auto* file) { return is_of_log(*file); });
        if (of_log && is_report(group, options)) {
            result.of_logs.insert(result.of_logs.end(), group.files.begin(), group.files.end());
            continue;
        }
        for (const auto* file : group.files) (is_of_log(*file) ? result.of_logs : result.of_module).push_back(file);
        modules.push_back(std::move(group));
    }
    if (modules.size() > 1) {
        warn("ballast bundle: expected one module, found {}: {}, {}{}; name the files of one\n", modules.size(),
             modules[0].files.front()->shown, modules[1].files.front()->shown, modules.size() > 2 ? ", …" : "");
        return std::nullopt;
    }
    return result;
}

struct bundled_file {
    std::string name; // in the archive, below its folder
    std::string text;
    std::string line; // about it, in the file of versions
    era_set era;
};

// Redacts a file. Empty, and reported, if it cannot be read or is refused.
std::optional<bundled_file> redacted_file(const files::input_file& file, const bundle_arguments& options,
                                          redact::redactor& words)
{
    const auto read = files::parse_file(file, options, 1, true);
    if (!read.problem.empty()) {
        warn("ballast bundle: {}: unreadable: {}\n", file.shown, read.problem);
        return std::nullopt;
    }
    const auto name = file.path == "-" ? "stdin.txt" : fs::path(file.path).filename().string();
    auto text = read.has_records() ? words.text(*read.result.value) : std::nullopt;
    if (!text) {
        warn("ballast bundle: {}: refused, so it is left out\n", file.shown);
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
std::string failures_text(const std::vector<render::read_text>& of)
{
    std::string result;
    for (std::size_t i = 0; i < of.size(); ++i)
        for (const auto& f : of[i].reading.failures) {
            result += fmt::format("log {}, line {}: {}{}", i + 1, f.line, render::spelling(f.source),
                                  f.memory.empty() ? "" : fmt::format(", {}", f.memory));
            for (const auto& size : f.sizes) result += fmt::format(", {} {}", size.what, size.text);
            result += '\n';
        }
    return result;
}

// `show`'s answer on the redacted files.
std::string answer_about(const std::vector<bundled_file>& all, const bundle_arguments& options)
{
    std::vector<files::input_file> inputs;
    for (const auto& file : all)
        inputs.push_back(
            {.path = file.name,
             .shown = file.name,
             .problem = {},
             .in_folder = false,
             .text = std::make_shared<files::input_text>(files::input_text{source_text::copy_of(file.text), {}})});
    return answer_of_show(std::move(inputs), options);
}

std::string archive_of(const std::vector<bundled_file>& all, std::string_view folder, std::string_view ending)
{
    std::string tar;
    files::tar_writer archive([&](std::string_view piece) { tar += piece; });
    for (const auto& file : all) archive.add(fmt::format("{}/{}", folder, file.name), file.text);
    archive.finish();
    if (ending == ".tar.zst") return files::zstandard_of(tar);
    if (ending == ".tar") return tar;
    std::string zipped;
    files::gzip_writer writer([&](std::string_view piece) {
        zipped += piece;
        return true;
    });
    writer.write(tar);
    writer.finish();
    return zipped;
}

int run_bundle(const bundle_arguments& options)
{
    const auto ending = ending_of(options.output);
    if (ending.empty()) {
        warn("ballast bundle: {}: the name of the archive ends with .tar.zst, .tar.gz or .tar\n",
             files::quoted_name(options.output));
        return trouble;
    }
    auto inputs = inputs_of(options);
    if (inputs.empty()) return trouble;
    const auto damaged =
        answers::take_failures(inputs, logs_in(options, options.paths), options, answers::taken::refused);
    const auto found = one_module(inputs, options);
    if (!found) return trouble;
    std::vector<std::string> paths;
    for (const auto& file : inputs) paths.push_back(file.path);
    if (overwrites("bundle", options.words, options, std::move(paths), {options.output})) return trouble;

    redact::redactor words(options.words.kept());
    std::vector<bundled_file> of_module;
    std::vector<bundled_file> of_logs;
    int code = success;
    const auto add = [&](std::vector<const files::input_file*> from, std::vector<bundled_file>& to) {
        std::ranges::sort(from, {}, [](const files::input_file* file) { return file->path; });
        for (const auto* file : from)
            if (auto made = redacted_file(*file, options, words))
                to.push_back(std::move(*made));
            else
                code = failure;
    };
    add(found->of_module, of_module);
    add(found->of_logs, of_logs);
    const auto sizes = failures_text(damaged);
    if (of_module.empty() && of_logs.empty() && sizes.empty()) {
        warn("ballast bundle: there is nothing to put into {}\n", files::quoted_name(options.output));
        return trouble;
    }
    const auto answer = answer_about(of_module.empty() ? of_logs : of_module, options);
    auto all = std::move(of_module);
    std::ranges::move(of_logs, std::back_inserter(all));
    const auto versions = versions_text(all);
    const auto files = all.size();
    if (!sizes.empty()) all.push_back({"failures.txt", sizes, {}, {}});
    all.push_back({"versions.txt", versions, {}, {}});
    if (!answer.empty()) all.push_back({"show.txt", answer, {}, {}});

    const auto name = fs::path(options.output).filename().string();
    const auto archive = archive_of(all, name.substr(0, name.size() - ending.size()), ending);
    const auto problem = files::write_file(options.output, archive, files::existing::replaced);
    if (!problem.empty()) {
        warn("ballast bundle: {}: {}\n", files::quoted_name(options.output), problem);
        return trouble;
    }
    if (!write_map("bundle", options.words, words)) return trouble;
    output out;
    out.line("{}: {} redacted files{}, {} bytes", files::quoted_name(options.output), files,
             answer.empty() ? "" : " and the answer of show", archive.size());
    for (const auto& file : all) out.line(" {}", printable(file.name));
    return out.flush() ? code : trouble;
}

command_body declare_bundle(CLI::App& app)
{
    auto options = std::make_shared<bundle_arguments>();
    add_paths(app, *options, "the files of a module, a folder with one module, logs with messages about it");
    add_limit(app, *options);
    add_jobs(app, *options);
    app.add_option("-o,--output", options->output, "the archive: .tar.zst, .tar.gz or .tar")
        ->type_name("FILE")
        ->required();
    add_redaction(app, options->words);
    return [options] { return run_bundle(*options); };
}

} // namespace

extern const command bundle_command{"Texts", "bundle", "an archive for a bug report: redacted files, show, versions",
                                    declare_bundle};

} // namespace ballast::cli
