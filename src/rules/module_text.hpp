// Checks the header of a module text, and the references between the entries of its tables.
#pragma once

#include "ballast/ast/module_text.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ballast::rules {

// Checks that aliases and donors refer to parts of the entry layout, each at most once. The part is the wrong alias or,
// counted after all aliases, the wrong donor.
verdict check_aliases(const ast::module_text& text);

// Checks that a computation has a signature, and names with `%`, if and only if the first one has.
verdict check_text_form(const ast::computation_text& computation, const ast::computation_text& first);

// Checks that the entries of a table are numbered from 1.
verdict check_entry_number(std::int64_t number, std::int64_t expected);
// Checks that an entry refers to one of so many others.
verdict check_file(const ast::file_location& location, std::size_t files);
verdict check_function(const ast::file_location& location, std::size_t functions);
verdict check_location(const ast::stack_frame& frame, std::size_t locations);
// A frame is called from another frame, or from none.
verdict check_parent(const ast::stack_frame& frame, std::size_t frames);
verdict check_tables(const ast::stack_frame_tables& tables);

// True for `{`, a line end, and balanced text up to the last brace.
bool is_block(std::string_view text);

// Checks a tree that is to be printed as a module text.
verdict check_module_text(const ast::module_text& text);

} // namespace ballast::rules
