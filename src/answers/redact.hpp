// Files without the words that identify a program, and where they belong.
#pragma once

#include "answers/load.hpp"
#include "answers/outcome.hpp"
#include "ballast/redact.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ballast::inline v0::answers {

// The path of an input below the folder of these that has it, or its name. Not compressed.
std::string place_of(const files::input_file& file, const std::vector<std::string>& paths);

struct placed_file {
    std::string place; // redacted
    const files::input_file* file = nullptr;
};
// In the order in which their words are replaced. The inputs must outlive the result.
std::vector<placed_file> redacted_places(const std::vector<files::input_file>& inputs,
                                         const std::vector<std::string>& paths, redact::redactor& words);

// The redacted text of a file. Empty, and reported, if it cannot be read or is refused.
std::optional<std::string> redacted_text(const files::input_file& file, const run& by, redact::redactor& words,
                                         outcome& to);

} // namespace ballast::inline v0::answers
