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

// As `ballast manual --format markdown` lists them: a heading for each command, a row for each option.
inline std::vector<listed_option> listed_options()
{
    std::vector<listed_option> result;
    std::string command;
    for (const auto& line : lines_of(output_of("manual --format markdown"))) {
        constexpr std::string_view heading = "## ballast ";
        if (line.starts_with(heading)) command = line.substr(heading.size());
        if (line.starts_with("## ") && !line.starts_with(heading)) command.clear();
        if (command.empty() || !line.starts_with("| `")) continue;
        auto names = line.substr(3, line.find("` |") - 3);
        listed_option made{command, {}, {}, line.substr(line.find("` | ") + 4)};
        names = names.substr(names.rfind('`') == std::string::npos ? 0 : names.rfind('`') + 1);
        const auto blank = names.find(' ');
        if (!names.starts_with('-'))
            made.argument = names;
        else
            made.name = names.substr(0, blank);
        if (made.argument.empty() && blank != std::string::npos) made.argument = names.substr(blank + 1);
        result.push_back(std::move(made));
    }
    return result;
}

} // namespace ballast::tests
