#include "cli/inputs.hpp"

#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "cli/output_to_file.hpp"
#include "cli/progress.hpp"
#include "files/module_files.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <algorithm>
#include <optional>

namespace ballast::cli {

namespace {

// Folders without dumps are reported, or added to `without_dumps` if it is not null.
std::vector<files::input_file> usable(files::found_files found, const input_arguments& options,
                                      const std::string& output, std::vector<std::string>* without_dumps = nullptr)
{
    report_notices(found.notices);
    if (without_dumps)
        *without_dumps = std::move(found.without_dumps);
    else
        report_notices(found.without_dumps);
    auto paths = options.paths;
    for (const auto& file : found.files)
        if (file.in_folder) paths.push_back(file.path);
    if (overwrites_input(paths, options, {output})) return {};
    return std::move(found.files);
}

} // namespace

std::vector<files::input_file> find_files(const input_arguments& options, const std::string& output)
{
    return usable(files::find(options.paths, options), options, output);
}

std::vector<files::input_file> find_texts(const input_arguments& options, const std::string& output)
{
    return usable(files::find_texts(options.paths, options), options, output);
}

std::vector<files::input_file> find_module_texts(const input_arguments& options, const std::string& output,
                                                 std::vector<std::string>* without_dumps)
{
    auto all = options;
    if (options.paths.size() == 1) all.paths = files::with_siblings(options.paths.front(), options);
    return usable(files::find_texts(all.paths, all), all, output, without_dumps);
}

void report_notices(const std::vector<std::string>& notices)
{
    for (const auto& notice : notices) warn("ballast: {}\n", notice);
}

bool overwrites_input(const std::vector<std::string>& inputs, const input_arguments& options,
                      const std::vector<std::string>& outputs)
{
    for (const auto& input : inputs) {
        files::add_input(input);
        if (!options.files_alone)
            for (const auto& text : names_of_text_beside(input)) files::add_input(text);
    }
    const auto is_input = [&](const std::optional<std::string>& input, const std::string& output) {
        if (input) warn("ballast: {}: the input is also the output: {}\n", files::shown_path(*input, options), output);
        return input.has_value();
    };
    if (const auto identity = files::identity_of_standard_output())
        if (is_input(inputs_of_run().input_that_is(*identity), "standard output")) return true;
    return std::ranges::any_of(outputs, [&](const std::string& output) {
        return is_file(output) && is_input(files::input_that_is(output), files::quoted_name(output));
    });
}

namespace {

// Reports a module of several.
void report_next(const files::module_memory& module, progress& shown, output& out)
{
    if (!module.notices.empty() || !module.unused.empty()) shown.clear();
    report_unused(module, out);
}

} // namespace

files::folder_summary summarise(const std::vector<files::input_file>& inputs, const input_arguments& options,
                                std::optional<std::int64_t> space, output& out)
{
    const auto modules = files::modules_of(inputs, options);
    progress shown(modules.size());
    auto all = files::summarise(modules, options, space.value_or(0), options.threads(),
                                [&](const files::module_memory& module) {
                                    report_next(module, shown, out);
                                    shown.step();
                                });
    shown.clear();
    return all;
}

read_side load_side(std::string_view command, const std::string& path, const input_arguments& options, output& out,
                    const std::string& to_file)
{
    auto alone = options;
    alone.paths = {path};
    read_side result;
    const auto inputs = find_module_texts(alone, to_file);
    if (inputs.empty()) {
        result.code = trouble;
        return result;
    }
    const auto modules = files::modules_of(inputs, alone);
    progress shown(modules.size());
    files::for_modules(modules, alone, files::sources::wanted, alone.threads(), [&](files::module_memory&& module) {
        report_next(module, shown, out);
        result.side.add(std::move(module));
        shown.step();
    });
    shown.clear();
    result.code = code_of(result.side.refused, result.side.unreadable);
    if (result.side.modules.empty() && result.code == success) {
        warn("ballast {}: {}: no allocations\n", command, files::shown_path(path, options));
        result.code = trouble;
    }
    return result;
}

void report_incomplete(std::string_view command, const files::module_side& side)
{
    for (const auto& name : side.incomplete) warn("ballast {}: {}: not compared\n", command, printable(name));
}

} // namespace ballast::cli
