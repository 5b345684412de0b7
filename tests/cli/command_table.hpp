// The commands and their options, so that a test goes through all of them.
#pragma once

#include "tests/cli/command.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

struct listed_option {
    std::string command;
    std::string name;     // the long one; empty for an argument
    std::string argument; // what its value is called; empty for a flag
    std::string what;

    // `redact --map`
    [[nodiscard]] std::string full_name() const { return command + " " + (name.empty() ? argument : name); }
};

// An item of a list of options: "- `-o`, `--output FILE`: a file for the output".
inline listed_option option_of_item(const std::string& line)
{
    auto names = line.substr(3, line.find("`: ") - 3);
    listed_option made{{}, {}, {}, line.substr(line.find("`: ") + 3)};
    names = names.substr(names.rfind('`') == std::string::npos ? 0 : names.rfind('`') + 1);
    const auto blank = names.find(' ');
    if (!names.starts_with('-'))
        made.argument = names;
    else
        made.name = names.substr(0, blank);
    if (made.argument.empty() && blank != std::string::npos) made.argument = names.substr(blank + 1);
    return made;
}

// As `ballast manual --format markdown` lists them: a heading for each command, an item for each option of its own, and
// a line with the names of the options that it shares with others, which have a list at the end.
inline std::vector<listed_option> listed_options()
{
    std::vector<listed_option> result;
    std::vector<listed_option> shared; // each command has its names alone
    std::string command;
    for (const auto& line : lines_of(output_of("manual --format markdown"))) {
        constexpr std::string_view heading = "## ballast ";
        constexpr std::string_view names = "[Shared options]";
        const bool at_shared = line == "## Shared options";
        if (line.starts_with(heading)) command = line.substr(heading.size());
        if (line.starts_with("## ") && !line.starts_with(heading)) command = at_shared ? "all" : "";
        if (line.starts_with(names)) {
            for (auto at = line.find('`'); at != std::string::npos; at = line.find('`', at)) {
                const auto end = line.find('`', at + 1);
                shared.push_back({command, line.substr(at + 1, end - at - 1), {}, {}});
                at = end + 1;
            }
        } else if (!command.empty() && line.starts_with("- `")) {
            auto made = option_of_item(line);
            made.command = command;
            if (command != "all") result.push_back(made);
            for (auto& one : shared) {
                if (command != "all" || one.name != made.name) continue;
                made.command = one.command;
                result.push_back(made);
            }
        }
    }
    return result;
}

} // namespace ballast::tests
