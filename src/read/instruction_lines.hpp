// The instructions in the lines of a module text.
#pragma once

#include "ballast/document.hpp"
#include "ballast/owned.hpp"
#include "ballast/read.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace ballast::read {

struct instruction_line {
    std::string_view before;   // blanks and `ROOT `
    std::string_view text;     // including `before`, without the last line end
    bool is_short = false;     // names have no `%`; they were added for reading
    owned<fragment>& read;     // empty if it was refused; may be moved from
    std::string_view was_read; // the text with the names of `read`; for a short line it is valid during the call
};
using seen_instruction = std::function<void(const instruction_line&)>;

// Calls `see` with each instruction of a computation of the document, in order. Between two of them are only line ends.
void for_each_instruction(const document& of, const ast::computation_text& computation, const seen_instruction& see);

// Reads an instruction of short text, with the `%` of its names added. Marks of operands may be missing.
fragment_result parse_short_instruction(std::string_view text) noexcept;

// A printed instruction as short text: without the `%` of names. Strings do not change.
std::string short_text(std::string_view line);

} // namespace ballast::read
