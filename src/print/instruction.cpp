#include "print/instruction.hpp"

#include "ballast/print.hpp"

namespace ballast::print_detail {

namespace {

void put_operand(sink& out, const ast::operand& x, const ast::forms& forms, text_style style)
{
    if (x.name.empty()) {
        out.put("null ");
        return;
    }
    if (x.detail->shape) {
        print(out, *x.detail->shape, forms);
        out.put(' ');
    }
    put_reference(out, x.name, style);
    for (const auto number : x.detail->element) out.put('#', number);
}

void put_operands(sink& out, const ast::list<ast::operand>& operands, const ast::forms& forms, text_style style)
{
    const auto absent = [](ast::index_mark_form form) { return form == ast::index_mark_form::absent; };
    const bool marked = !absent(forms.index_marks) && !(style == text_style::short_text && absent(forms.short_marks));
    std::int64_t index = 0;
    for (const auto& operand : operands) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && marked) out.put("/*index=", index, "*/");
        put_operand(out, operand, forms, style);
        ++index;
    }
}

} // namespace

void put(sink& out, const ast::instruction& x, const ast::forms& forms, text_style style)
{
    put_reference(out, x.name, style);
    out.put(" = ");
    print(out, x.shape, forms);
    out.put(' ', x.opcode.other ? *x.opcode.other : spelling(x.opcode.kind), spelling(x.opcode.suffix), '(');
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&x.body))
        put_operands(out, *operands, forms, style);
    else if (const auto* parameter = std::get_if<ast::parameter_number>(&x.body))
        out.put(parameter->number);
    else if (const auto* literal = std::get_if<ast::box<ast::literal>>(&x.body))
        print(out, **literal, forms);
    else
        out.put(std::get<ast::literal_text>(x.body).text);
    out.put(')');
    for (const auto& attribute : x.attributes) {
        out.put(", ");
        put(out, attribute, forms, style);
    }
}

} // namespace ballast::print_detail

namespace ballast::inline v0 {

void print(sink& out, const ast::instruction& x, const ast::forms& forms)
{
    print_detail::put(out, x, forms, print_detail::text_style::with_marks);
}

} // namespace ballast::inline v0
