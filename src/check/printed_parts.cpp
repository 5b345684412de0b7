#include "check/printed_parts.hpp"

#include "ballast/print.hpp"

#include <algorithm>

namespace ballast::checking {

namespace {

std::size_t mark_of(const ast::text_instruction& line) { return line.short_form ? 0 : 1; }

std::size_t elements_size(const ast::operand& of)
{
    return printed([&](sink& out) {
               for (const auto number : of.detail->element) out.put('#', number);
           })
        .size();
}

} // namespace

std::size_t printed_parts::size_of(const ast::shape& shape) const
{
    return printed([&](sink& out) { print(out, shape, tree_.forms); }).size();
}

std::string_view printed_parts::shape(const ast::instruction& of) const
{
    return text_.substr(offset(of.name.data()) + of.name.size() + std::string_view(" = ").size(), size_of(*of.shape));
}

std::string_view printed_parts::shape_before(const ast::text_instruction& line, const ast::operand& of) const
{
    if (!of.detail->shape) return of.name.substr(0, 0);
    const auto size = size_of(*of.detail->shape);
    return text_.substr(offset(of.name.data()) - mark_of(line) - 1 - size, size);
}

std::string_view printed_parts::operand(const ast::text_instruction& line, const ast::operand& of) const
{
    const auto shape = shape_before(line, of);
    const auto begin = shape.empty() ? offset(of.name.data()) - mark_of(line) : offset(shape.data());
    return text_.substr(begin, offset(of.name.data()) + of.name.size() + elements_size(of) - begin);
}

std::string_view printed_parts::operands(const ast::text_instruction& line) const
{
    std::string_view first;
    std::string_view last;
    if (const auto* all = std::get_if<ast::list<ast::operand>>(&line.instruction.body))
        for (const auto& each : *all) {
            if (each.name.empty()) continue;
            last = operand(line, each);
            if (first.empty()) first = last;
        }
    if (first.empty()) return line.instruction.name;
    return text_.substr(offset(first.data()), static_cast<std::size_t>(last.data() - first.data()) + last.size());
}

std::string_view printed_parts::reference(const ast::text_instruction& line, std::string_view name) const
{
    return text_.substr(offset(name.data()) - mark_of(line), name.size() + mark_of(line));
}

std::string_view printed_parts::head_shape(const ast::head_parameter& of) const
{
    return text_.substr(offset(of.name.data()) + of.name.size() + std::string_view(": ").size(), size_of(of.shape));
}

std::string_view printed_parts::head_parameter(const ast::head_parameter& of) const
{
    const auto shape = head_shape(of);
    return text_.substr(offset(of.name.data()), offset(shape.data()) + shape.size() - offset(of.name.data()));
}

std::string_view printed_parts::head_result(const ast::computation_text& of) const
{
    const auto& parameters = of.signature->parameters;
    auto at = offset(of.name.data()) + of.name.size() + std::string_view(" (").size();
    if (!parameters.empty()) {
        const auto last = head_parameter(parameters.back());
        at = offset(last.data()) + last.size();
    }
    return text_.substr(at + std::string_view(") -> ").size(), size_of(of.signature->result));
}

std::vector<std::string_view> printed_parts::entry_layout(const ast::entry_layout& of) const
{
    std::vector<std::string_view> result;
    auto at = static_cast<std::size_t>(of.at.offset) + 1;
    for (const auto& each : of.parameters) {
        if (!result.empty()) {
            at += std::string_view(tree_.forms.entry_layouts == ast::entry_layout_form::tight ? "," : ", ").size();
            if (text_.substr(at).starts_with("/*")) at = text_.find("*/", at) + 2;
        }
        result.push_back(text_.substr(at, size_of(each)));
        at += result.back().size();
    }
    result.push_back(text_.substr(at + std::string_view(")->").size(), size_of(of.result)));
    return result;
}

} // namespace ballast::checking
