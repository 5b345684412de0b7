#include "cli/option_rows.hpp"

#include "ballast/answers.hpp"
#include "ballast/era.hpp"
#include "ballast/releases.hpp"

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include <algorithm>

namespace ballast::cli {

namespace {

// States that begin and end several times are listed several times, and some have a quote in their name.
std::vector<std::string> era_words()
{
    std::vector<std::string> result;
    for (const auto& state : dump_states())
        if (state.name.find('\'') == std::string_view::npos && std::ranges::find(result, state.name) == result.end())
            result.emplace_back(state.name);
    for (const auto& known : releases()) result.push_back(known.name());
    return result;
}

// The words of `TEXT:{ebnf,dict,rules}`.
std::vector<std::string> choices_in(const std::string& type)
{
    std::vector<std::string> result;
    const auto open = type.find('{');
    if (open == std::string::npos) return result;
    for (auto at = open + 1; at < type.size();) {
        const auto end = type.find_first_of(",}", at);
        if (end == std::string::npos) break;
        result.push_back(type.substr(at, end - at));
        at = end + 1;
        if (type[end] == '}') break;
    }
    return result;
}

std::vector<std::string> words_of(const CLI::App& app, const CLI::Option& option,
                                  const std::vector<std::string>& choices)
{
    const auto type = option.get_type_name();
    if (type == "FINDING") return answers::finding_words();
    if (type == "ERA") return era_words();
    if (type != "COMMAND") return choices;
    std::vector<std::string> result;
    for (const auto* command : app.get_subcommands({})) result.push_back(command->get_name());
    return result;
}

} // namespace

std::vector<command_row> commands_of(const CLI::App& app)
{
    std::vector<command_row> result;
    for (const auto* command : app.get_subcommands({})) {
        command_row row{command->get_name(), command->get_description(), {}};
        for (const auto* option : command->get_options()) {
            option_row next;
            for (const auto& name : option->get_snames()) next.names.push_back("-" + name);
            for (const auto& name : option->get_lnames()) next.names.push_back("--" + name);
            next.what = option->get_description();
            next.choices = choices_in(option->get_type_name());
            next.words = words_of(app, *option, next.choices);
            if (next.names.empty()) {
                next.argument = option->get_name();
                next.takes_paths = next.argument == "PATH";
            } else if (option->get_expected_max() != 0) {
                const auto type = option->get_type_name();
                next.argument = type.substr(0, type.find(':'));
                next.fallback = option->get_default_str();
                next.takes_paths = next.argument == "FILE";
            }
            row.options.push_back(std::move(next));
        }
        result.push_back(std::move(row));
    }
    return result;
}

std::string joined(const std::vector<std::string>& words, std::string_view between)
{
    return fmt::to_string(fmt::join(words, between));
}

} // namespace ballast::cli
