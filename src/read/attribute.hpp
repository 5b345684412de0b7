// What an attribute must keep beyond the grammar. Free of PEGTL.
#pragma once

#include "ballast/entry.hpp"

#include "read/context.hpp"

namespace ballast::read {

// A typed value whose opcode takes it: the form for this opcode, the fields that are never printed at their defaults,
// the features it shows. `text` is the whole attribute.
void check_typed(context& ctx, ast::attribute& node, std::string_view text);

// A pair that the table lacks: its value is balanced text from here on, and noted.
void keep_as_text(context& ctx, ast::attribute& node, std::string_view key, std::string_view value);

// Refuses the value of a pair that the table has, at the place where its rule stops fitting.
[[noreturn]] void refuse_value(context& ctx, const ast::attribute& node, std::string_view text);

// What frontend attributes show of their time.
void see_frontend(context& ctx, const ast::frontend_attributes& attributes);

// Reads the value of an attribute alone, all of the text. False where it is none, or the entry is no such value.
[[nodiscard]] bool read_value(entry which, std::string_view text, context& ctx, ast::attribute& node);

// The order of the keys, and which may appear twice. The context has the place of each attribute.
void check_order(context& ctx, const ast::instruction& node);

// Whether all are there that XLA always prints; dates what was not always printed.
void check_present(context& ctx, const ast::instruction& node);
// Attributes that count or name dimensions fit the shapes.
void check_dimensions(context& ctx, const ast::instruction& node);

} // namespace ballast::read
