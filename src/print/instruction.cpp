#include "ballast/print.hpp"

namespace ballast::inline v0 {

namespace {

void print(sink& out, const ast::operand& x, const ast::forms& forms)
{
    if (x.name.empty()) {
        out.put("null ");
        return;
    }
    if (x.detail->shape) {
        print(out, *x.detail->shape, forms);
        out.put(' ');
    }
    out.put('%', x.name);
    for (const auto number : x.detail->element) out.put('#', number);
}

void print(sink& out, const ast::list<ast::operand>& operands, const ast::forms& forms)
{
    std::int64_t index = 0;
    for (const auto& operand : operands) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && forms.index_marks != ast::index_mark_form::absent)
            out.put("/*index=", index, "*/");
        print(out, operand, forms);
        ++index;
    }
}

} // namespace

void print(sink& out, const ast::instruction& x, const ast::forms& forms)
{
    out.put('%', x.name, " = ");
    print(out, x.shape, forms);
    out.put(' ', x.opcode.other ? *x.opcode.other : spelling(x.opcode.kind), spelling(x.opcode.suffix), '(');
    if (const auto* operands = std::get_if<ast::list<ast::operand>>(&x.body))
        print(out, *operands, forms);
    else if (const auto* parameter = std::get_if<ast::parameter_number>(&x.body))
        out.put(parameter->number);
    else if (const auto* literal = std::get_if<ast::box<ast::literal>>(&x.body))
        print(out, **literal, forms);
    else
        out.put(std::get<ast::literal_text>(x.body).text);
    out.put(')');
    for (const auto& attribute : x.attributes) {
        out.put(", ");
        print(out, attribute, forms);
    }
}

} // namespace ballast::inline v0
