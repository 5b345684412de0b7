#include "ballast/print.hpp"

namespace ballast::inline v0 {

namespace {

// `1.2KiB` is 12 KiB here, `1.50MiB` is 150 MiB.
void print(sink& out, const ast::human_size& x)
{
    const auto unit = spelling(x.unit);
    switch (x.unit) {
    case ast::size_unit::bytes: out.put(x.count, unit); break;
    case ast::size_unit::kib: out.put(x.count / 10, '.', x.count % 10, unit); break;
    default: out.put(x.count / 100, '.', x.count / 10 % 10, x.count % 10, unit); break;
    }
}

} // namespace

void print_total(sink& out, const ast::total& x)
{
    out.put("Total bytes used: ", x.bytes);
    if (!x.human) return;
    out.put(" (");
    print(out, *x.human);
    out.put(')');
}

} // namespace ballast::inline v0
