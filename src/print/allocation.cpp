#include "print/allocation.hpp"
#include "ballast/ast/records.hpp"
#include "ballast/print.hpp"

#include <array>

namespace ballast::inline v0 {

void print_head(sink& out, const ast::allocation& x, const ast::forms& forms)
{
    out.put("allocation ", x.number, ": ");
    if (x.pointer) {
        std::array<char, 16> digits;
        std::size_t count = 0;
        auto rest = *x.pointer;
        do {
            digits[digits.size() - ++count] = "0123456789abcdef"[rest & 15];
            rest >>= 4;
        } while (rest != 0);
        out.put("0x", std::string_view(digits.data() + digits.size() - count, count), ", ");
    }
    out.put("size ", x.size);
    if (x.color != 0) out.put(", color ", x.color);
    if (x.page) out.put(", page ", *x.page);
    print_detail::put_items(out, x, forms);
    out.put(':');
}

void record_printer::allocation(const ast::allocation& head)
{
    print_head(out_, head, forms_);
    out_.put('\n');
}

void record_printer::value(const ast::value_line& x)
{
    print(out_, x, forms_);
    out_.put('\n');
}

void record_printer::reused_head() { out_.put(" reused by buffers of a different color:\n"); }

void record_printer::reused(const ast::reused_value& x)
{
    out_.put("  value: ");
    print(out_, x.value, forms_);
    out_.put(" (color=", x.color, ")\n");
}

void print(sink& out, const ast::allocation& x, const ast::forms& forms)
{
    record_printer printer(out, forms);
    ast::emit_allocation(x, ast::values_of(x), ast::reused_of(x), printer);
}

} // namespace ballast::inline v0
