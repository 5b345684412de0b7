#include "print/value.hpp"

#include "ballast/print.hpp"
#include "print/lists.hpp"

#include <utility>

namespace ballast::print_detail {

void put_use(sink& out, const ast::value_use& x)
{
    out.put(x.name, ", operand ", x.operand);
    if (!x.index) return;
    out.put(' ');
    put_index(out, *x.index);
}

} // namespace ballast::print_detail

namespace ballast::inline v0 {

namespace {

using ast::value_line_form;
using print_detail::put_index;

// `pair[1](#8 @0)`, until 2019-05-17.
void print_v1(sink& out, const ast::value_name& x)
{
    out.put(x.name, '[');
    bool first = true;
    if (x.index)
        for (const auto i : *x.index) {
            if (!first) out.put(',');
            first = false;
            out.put(i);
        }
    out.put("](#", x.id, " @", x.color, ')');
}

// `7 PHI loop{0} @0`, 2019-05-17 to 2019-09-06.
void print_v2(sink& out, const ast::value_name& x)
{
    out.put(x.id, ' ');
    if (x.phi) out.put("PHI ");
    out.put(x.name);
    if (x.index) put_index(out, *x.index);
    out.put(" @", x.color);
}

void print_positions(sink& out, const ast::list<ast::value_position>& positions)
{
    for (const auto& p : positions) {
        out.put("  ", p.name);
        if (p.index) {
            out.put(' ');
            put_index(out, *p.index);
        }
        out.put('\n');
    }
}

void print_uses(sink& out, const ast::list<ast::value_use>& uses)
{
    for (const auto& u : uses) {
        out.put("  ");
        print_detail::put_use(out, u);
        out.put('\n');
    }
}

// Inside an allocation (D2, D3).
void print_old(sink& out, const ast::value_detail& x)
{
    out.put(", positions:\n");
    print_positions(out, x.positions);
    out.put(" uses:\n");
    print_uses(out, x.uses);
}

void print(sink& out, const ast::value_detail& x, const ast::forms& forms)
{
    out.put(" positions:\n");
    print_positions(out, x.positions);
    if (!x.uses_initialized) {
        out.put(" uses are not initialized yet.\n");
        return;
    }
    out.put(" uses:\n");
    if (x.uses.empty() && forms.empty_uses == ast::empty_uses_form::none) out.put("  (none)\n");
    print_uses(out, x.uses);
}

void print_old_extent(sink& out, const ast::value_line& x, const ast::forms& forms)
{
    out.put(" [", x.offset, ',', x.size, "]: ");
    print(out, x.shape, forms);
}

// `put` prints the instruction.
template <typename Put>
void put_used_value(sink& out, const ast::used_value& x, const ast::forms& forms, const Put& put)
{
    print(out, x.value, forms);
    if (x.unknown_tail) out.put(*x.unknown_tail);
    out.put('\n');
    print(out, x.detail, forms);
    if (!x.instruction) return;
    out.put(" from instruction:");
    if (forms.from_instruction != ast::from_form::tight) out.put(' ');
    put(*x.instruction);
    if (forms.from_instruction != ast::from_form::glued) out.put('\n');
}

} // namespace

void print(sink& out, const ast::value_name& x, const ast::forms& forms)
{
    if (forms.value_lines == value_line_form::v1) return print_v1(out, x);
    if (forms.value_lines == value_line_form::v2) return print_v2(out, x);
    out.put('<', x.id, ' ', x.name);
    if (x.index) put_index(out, *x.index);
    if (x.phi) out.put(" (phi)");
    out.put(" @", x.color, '>');
}

void print(sink& out, const ast::value_line& x, const ast::forms& forms)
{
    switch (forms.value_lines) {
    case value_line_form::v1:
    case value_line_form::v2:
    case value_line_form::v3:
        out.put("  ");
        print(out, x.value, forms);
        if (x.detail) print_old(out, *x.detail);
        print_old_extent(out, x, forms);
        break;
    case value_line_form::unseen:
    case value_line_form::v4:
        out.put(" value: ");
        print(out, x.value, forms);
        out.put(" (size=", x.size, ",offset=", x.offset, "): ");
        print(out, x.shape, forms);
        break;
    }
    if (x.unknown_tail) out.put(*x.unknown_tail);
}

void print(sink& out, const ast::used_value& x, const ast::forms& forms)
{
    put_used_value(out, x, forms, [&](const ast::instruction& from) { print(out, from, forms); });
}

} // namespace ballast::inline v0

namespace ballast::print_detail {

void put_used_values(sink& out, const ast::list<ast::used_value>& values, const ast::forms& forms)
{
    const ast::instruction* last = nullptr;
    std::uint64_t begin = 0; // of its text in the sink
    std::size_t size = 0;
    const auto put = [&](const ast::instruction& from) {
        const auto at = out.size();
        if (std::exchange(last, &from) != &from || !out.put_again(begin, size)) {
            print(out, from, forms);
            size = static_cast<std::size_t>(out.size() - at);
        }
        begin = at;
    };
    for (const auto& value : values) put_used_value(out, value, forms, put);
}

} // namespace ballast::print_detail
