#include "cli/inputs.hpp"

#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "cli/output_to_file.hpp"
#include "cli/progress.hpp"
#include "files/kind_word.hpp"
#include "files/module_files.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace ballast::cli {

namespace {

void report_notices(const std::vector<std::string>& notices)
{
    for (const auto& notice : notices) warn("ballast: {}\n", notice);
}

std::vector<files::input_file> usable(files::found_files found, const input_arguments& given, const std::string& output)
{
    report_notices(found.notices);
    auto paths = given.paths;
    for (const auto& file : found.files)
        if (file.in_folder) paths.push_back(file.path);
    if (overwrites_input(paths, given, {output})) return {};
    return std::move(found.files);
}

// The input of a command about one module: all named files, or those of a folder or a log.
std::optional<files::module_files> one_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                              const input_arguments& given)
{
    const auto was_named = [](const files::input_file& file) {
        return !file.in_folder && (!file.text || !file.text->in_log);
    };
    if (!given.files_alone && std::ranges::all_of(inputs, was_named)) {
        files::module_files named;
        for (const auto& file : inputs) named.files.push_back(&file);
        return named;
    }
    const auto all = files::modules_of(inputs, given);
    if (all.size() == 1) return all.front();
    if (!all.empty())
        warn("ballast {}: expected one module, found {}: {}, {}{}\n", command, all.size(), all[0].files.front()->shown,
             all[1].files.front()->shown, all.size() > 2 ? ", …" : "");
    return std::nullopt;
}

} // namespace

std::vector<files::input_file> find_files(const input_arguments& given)
{
    return usable(files::find(given.paths, given), given, {});
}

std::vector<files::input_file> find_texts(const input_arguments& given, const std::string& output)
{
    return usable(files::find_texts(given.paths, given), given, output);
}

std::vector<files::input_file> find_module_texts(const input_arguments& given, const std::string& output)
{
    auto all = given;
    if (given.paths.size() == 1) all.paths = files::with_siblings(given.paths.front(), given);
    return find_texts(all, output);
}

bool overwrites_input(const std::vector<std::string>& inputs, const input_arguments& given,
                      const std::vector<std::string>& outputs)
{
    std::map<files::file_identity, std::string> targets;
    if (const auto identity = files::identity_of_standard_output()) targets.emplace(*identity, "standard output");
    for (const auto& output : outputs)
        if (const auto identity = is_file(output) ? files::identity_of(output) : std::nullopt)
            targets.emplace(*identity, files::quoted_name(output));
    if (targets.empty()) return false;
    const auto is_output = [&](const std::string& input) {
        const auto identity = files::identity_of(input);
        const auto same = identity ? targets.find(*identity) : targets.end();
        if (same == targets.end()) return false;
        warn("ballast: {}: the input is also the output: {}\n", files::shown_path(input, given), same->second);
        return true;
    };
    return std::ranges::any_of(inputs, [&](const std::string& path) {
        if (is_output(path)) return true;
        const auto text_names = given.files_alone ? std::vector<std::string>() : names_of_text_beside(path);
        return std::ranges::any_of(text_names, is_output);
    });
}

module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                        const input_arguments& given, output& out, files::wanted what)
{
    module_read result;
    const auto found = one_module(command, inputs, given);
    if (!found || found->files.empty()) {
        result.code = trouble;
        return result;
    }
    result.files = files::read_files(*found, given, {.what = what, .threads = given.threads()});
    for (const auto& f : result.files) {
        if (!f.problem.empty()) {
            out.unreadable(f.file->shown, f.problem);
            result.code = trouble;
        } else if (!f.result.accepted()) {
            line_table lines(f.result.source());
            out.finding(f.file->shown, "refused", f.result.findings.front(), lines);
            result.code = result.code.value_or(failure);
        }
    }
    if (result.code && !out.flush()) result.code = trouble;
    return result;
}

bool have_same_part(std::string_view command, const std::vector<files::module_file>& read)
{
    const auto same = files::find_same_part(read);
    if (same.first)
        warn("ballast {}: {} and {} are not from one module: they contain the same part of it\n", command,
             same.first->file->shown, same.second->file->shown);
    return same.first != nullptr;
}

std::vector<render::shown_file> loaded_module::views() const
{
    std::vector<render::shown_file> result;
    const auto add = [&](const std::string& name, const document& read) {
        result.push_back({name, std::string(files::kind_word(read.tree())), read.text().size()});
    };
    for (const auto& f : files) add(f.file->shown, *f.result.value);
    if (analysed.text && analysed.text->text) add(analysed.text->shown, *analysed.text->text);
    return result;
}

loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const input_arguments& given,
                          const memory_options& wished, output& out)
{
    loaded_module result{.inputs = std::move(inputs), .files = {}, .documents = {}, .analysed = {}, .code = trouble};
    if (result.inputs.empty()) return result;
    auto read = read_module(command, result.inputs, given, out, files::wanted::again);
    result.files = std::move(read.files);
    if (read.code) {
        result.code = read.code;
        return result;
    }
    if (have_same_part(command, result.files)) return result;
    for (const auto& f : result.files) result.documents.push_back(&*f.result.value);
    auto analysing = wished;
    analysing.threads = given.threads();
    result.analysed = files::analyse_module(result.documents, result.files.front().file->path, given, analysing);
    if (result.analysed.text) report_notices(result.analysed.text->notices);
    if (files::is_lost(result.documents, result.analysed.memory)) {
        warn("ballast: {}: {}\n", result.name(), files::text_is_lost);
        return result;
    }
    result.code.reset();
    return result;
}

void report_unused(const files::module_memory& module)
{
    report_notices(module.notices);
    render::line_buffer lines(output_style());
    for (const auto& file : module.unused) lines.unused(file);
    if (!module.unused.empty()) warn("{}", lines.take());
}

int code_of(std::size_t refused, std::size_t unreadable)
{
    return unreadable != 0 ? trouble : refused != 0 ? failure : success;
}

namespace {

// Reports a module of several.
void report_next(const files::module_memory& module, progress& shown)
{
    if (!module.notices.empty() || !module.unused.empty()) shown.clear();
    report_unused(module);
}

} // namespace

files::folder_summary summarise(const std::vector<files::input_file>& inputs, const input_arguments& given,
                                std::optional<std::int64_t> space)
{
    const auto modules = files::modules_of(inputs, given);
    progress shown(modules.size());
    auto all =
        files::summarise(modules, given, space.value_or(0), given.threads(), [&](const files::module_memory& module) {
            report_next(module, shown);
            shown.step();
        });
    shown.clear();
    return all;
}

read_side load_side(std::string_view command, const std::string& path, const input_arguments& given,
                    const std::string& output)
{
    auto alone = given;
    alone.paths = {path};
    read_side result;
    const auto inputs = find_module_texts(alone, output);
    if (inputs.empty()) {
        result.code = trouble;
        return result;
    }
    const auto modules = files::modules_of(inputs, alone);
    progress shown(modules.size());
    files::for_modules(modules, alone, files::sources::wanted, alone.threads(), [&](files::module_memory&& module) {
        report_next(module, shown);
        result.side.add(std::move(module));
        shown.step();
    });
    shown.clear();
    result.code = code_of(result.side.refused, result.side.unreadable);
    if (result.side.modules.empty() && result.code == success) {
        warn("ballast {}: {}: no allocations\n", command, files::shown_path(path, given));
        result.code = trouble;
    }
    return result;
}

void report_incomplete(std::string_view command, const files::module_side& side)
{
    for (const auto& name : side.incomplete) warn("ballast {}: {}: not compared\n", command, printable(name));
}

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space)
{
    if (!space || spaces.contains(*space)) return true;
    if (spaces.empty())
        warn("ballast {}: --space {}: no allocations\n", command, *space);
    else
        warn("ballast {}: --space {}: memory is used in space {} only\n", command, *space, fmt::join(spaces, ", "));
    return false;
}

bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step)
{
    if (!step || (memory.ranges && *step < memory.steps)) return true;
    warn("ballast {}: --step {}: {}\n", command, *step,
         memory.ranges ? fmt::format("the schedule has {} steps", memory.steps)
                       : std::string("live ranges are unknown"));
    return false;
}

} // namespace ballast::cli
