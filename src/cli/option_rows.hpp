// The commands and their options as data, from which completions and the manual are derived.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace ballast::cli {

struct option_row {
    std::vector<std::string> names;   // with their dashes; none: an argument
    std::string argument;             // what the value is called; empty: a flag
    std::vector<std::string> choices; // all words that it takes, if they are few
    std::vector<std::string> words;   // that a shell completes
    std::string what;
    std::string fallback; // the value that it has by default
    bool takes_paths = false;
};
struct command_row {
    std::string name;
    std::string what;
    std::vector<option_row> options;
};

std::vector<command_row> commands_of(const CLI::App& app);

std::string joined(const std::vector<std::string>& words, std::string_view between);

} // namespace ballast::cli
