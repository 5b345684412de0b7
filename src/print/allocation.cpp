#include "print/allocation.hpp"
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
    print_detail::put_items(out, x, forms);
    out.put(':');
}

void print(sink& out, const ast::allocation& x, const ast::forms& forms)
{
    print_head(out, x, forms);
    out.put('\n');
    for (const auto& line : x.values) {
        print(out, line, forms);
        out.put('\n');
    }
    if (!x.reused.empty()) out.put(" reused by buffers of a different color:\n");
    for (const auto& reused : x.reused) {
        out.put("  value: ");
        print(out, reused.value, forms);
        out.put(" (color=", reused.color, ")\n");
    }
}

} // namespace ballast::inline v0
