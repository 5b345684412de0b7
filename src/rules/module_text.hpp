// What the header of a module's text says of its entry, and how the entries of its tables refer to one another.
#pragma once

#include "ballast/ast/module_text.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>

namespace ballast::rules {

// Aliases and donors name what the layout of the entry has, each once. The part is the alias at fault, or after all of
// them the donor.
verdict check_aliases(const ast::module_text& text);

// All computations have signatures, and names with `%`, as the first has, or none.
verdict check_text_form(const ast::computation_text& computation, const ast::computation_text& first);

// The entries of a table are numbered from 1 on.
verdict check_entry_number(std::int64_t number, std::int64_t expected);
// What an entry refers to is among so many.
verdict check_file(const ast::file_location& location, std::size_t files);
verdict check_function(const ast::file_location& location, std::size_t functions);
verdict check_location(const ast::stack_frame& frame, std::size_t locations);
// A frame was called from another one, or from none.
verdict check_parent(const ast::stack_frame& frame, std::size_t frames);
verdict check_tables(const ast::stack_frame_tables& tables);

// A tree that prints as the text of a module.
verdict check_module_text(const ast::module_text& text);

} // namespace ballast::rules
