// Checks of attributes that the grammar cannot express. Free of PEGTL.
#pragma once

#include "ballast/entry.hpp"

#include "read/context.hpp"

namespace ballast::read {

// Checks a typed value of a pair that the table has: its form for this opcode, and fields that are never printed at
// their defaults. Notes the features that it shows. `text` is the whole attribute.
void check_typed(context& ctx, ast::attribute& node, std::string_view text);

// Keeps the value of a pair that the table lacks as balanced text, and adds a note.
void keep_as_text(context& ctx, ast::attribute& node, std::string_view key, std::string_view value);

// Refuses the value of a pair that the table has, at the place where its rule stops matching.
[[noreturn]] void refuse_value(context& ctx, const ast::attribute& node, std::string_view text);

// Notes the features that frontend attributes show.
void see_frontend(context& ctx, const ast::frontend_attributes& attributes);

// Reads a text that is the value of an attribute. Returns false if it is not, or if the entry is not such a value.
[[nodiscard]] bool read_value(entry which, std::string_view text, context& ctx, ast::attribute& node);

// Checks the order of the keys, and which of them occur twice. The context has the place of each attribute.
void check_order(context& ctx, const ast::instruction& node);

// Checks that all attributes that XLA always prints are present. Notes the features that absent ones show.
void check_present(context& ctx, const ast::instruction& node);
// Checks attributes that count or name dimensions against the shapes.
void check_dimensions(context& ctx, const ast::instruction& node);

} // namespace ballast::read
