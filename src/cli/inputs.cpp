#include "cli/inputs.hpp"

#include "base/file_name.hpp"
#include "cli/output_to_file.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <algorithm>
#include <optional>

namespace ballast::cli {

namespace {

bool is_overwritten(const files::found_files& found, const input_arguments& options,
                    const std::vector<std::string>& outputs)
{
    auto paths = options.paths;
    for (const auto& file : found.files)
        if (file.in_folder) paths.push_back(file.path);
    return overwrites_input(paths, options, outputs);
}

std::vector<files::input_file> usable(files::found_files found, const input_arguments& options,
                                      const std::string& output)
{
    report_notices(found.notices);
    report_notices(found.without_dumps);
    if (is_overwritten(found, options, {output})) return {};
    return std::move(found.files);
}

} // namespace

std::vector<files::input_file> find_files(const input_arguments& options, const std::string& output)
{
    return usable(answers::find_files(options.paths, options), options, output);
}

std::vector<files::input_file> find_texts(const input_arguments& options, const std::string& output)
{
    return usable(answers::find_texts(options.paths, options), options, output);
}

std::optional<files::found_files> find_module_texts(const input_arguments& options,
                                                    const std::vector<std::string>& outputs)
{
    return find_module_texts(options, options.paths, outputs);
}

std::optional<files::found_files> find_module_texts(const input_arguments& options,
                                                    const std::vector<std::string>& paths,
                                                    const std::vector<std::string>& outputs)
{
    auto found = answers::find_module_texts(paths, options);
    if (is_overwritten(found, options, outputs)) return std::nullopt;
    return found;
}

answers::run run_of(const input_arguments& options, progress& shown)
{
    auto result = run_of(options);
    result.progressed = [&shown](std::size_t done, std::size_t modules, std::size_t) { shown.show(done, modules); };
    return result;
}

answers::run run_of(const input_arguments& options) { return {options, options.threads(), {}}; }

std::optional<answers::loaded_module> read_module(std::string_view command,
                                                  const std::vector<files::input_file>& inputs,
                                                  const input_arguments& options, int& code)
{
    answers::outcome said;
    auto made = answers::read_module(command, inputs, run_of(options), said);
    if (made && !answers::is_usable(command, *made, answers::reading::whole, said)) made.reset();
    report(said);
    code = said.code;
    return made;
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

} // namespace ballast::cli
