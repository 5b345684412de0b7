// The options of commands that redact, and the file of replacements.
#pragma once

#include "ballast/redact.hpp"
#include "cli/arguments.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

struct redaction_arguments {
    std::vector<std::string> keep;
    std::string map; // is written; empty: none

    [[nodiscard]] std::vector<redact::private_part> kept() const;
};
// --keep and --map. Returns the latter.
CLI::Option* add_redaction(CLI::App& command, redaction_arguments& options);

// True if the file of --map is an input or one of the other outputs, or if an output is an input. That is reported.
bool overwrites(std::string_view command, const redaction_arguments& words, const input_arguments& options,
                std::vector<std::string> inputs, std::vector<std::string> outputs);
// Writes the file of --map, if there is one. False, and reported, if that fails.
bool write_map(std::string_view command, const redaction_arguments& options, const redact::redactor& words);
// The replacements in such a file. Empty if the text is not one.
std::optional<std::vector<redact::replacement>> read_map(std::string_view text);

} // namespace ballast::cli
