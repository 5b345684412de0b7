// The instructions in the lines of a module text.
#pragma once

#include "ballast/document.hpp"
#include "ballast/owned.hpp"

#include <functional>
#include <string_view>

namespace ballast::read {

struct instruction_line {
    std::string_view before;     // blanks and `ROOT `
    std::string_view text;       // with what is before it, without the last line end
    bool is_short = false;       // no name has its `%`; the instruction was read as if they had
    const owned<fragment>& read; // empty if it was refused
};
using seen_instruction = std::function<void(const instruction_line&)>;

// Calls `see` with each instruction of a computation of the document, in order; between two of them are only line ends.
void for_each_instruction(const document& of, const ast::computation_text& computation, const seen_instruction& see);

} // namespace ballast::read
