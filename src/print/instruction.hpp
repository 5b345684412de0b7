// Instructions and attributes in the two forms of text.
#pragma once

#include "ballast/ast/forms.hpp"
#include "ballast/ast/instruction.hpp"
#include "ballast/sink.hpp"

namespace ballast::print_detail {

// In short text, names have no `%`.
enum class text_style : bool { with_marks, short_text };

inline void put_reference(sink& out, std::string_view name, text_style style)
{
    if (style == text_style::with_marks) out.put('%');
    out.put(name);
}

void put(sink& out, const ast::instruction& x, const ast::forms& forms, text_style style);
void put(sink& out, const ast::attribute& x, const ast::forms& forms, text_style style);

} // namespace ballast::print_detail
