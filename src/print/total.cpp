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

void record_printer::total_line(const ast::total& x)
{
    out_.put("\nTotal bytes used: ", x.bytes);
    if (x.human) {
        out_.put(" (");
        print(out_, *x.human);
        out_.put(')');
    }
    out_.put('\n');
}

} // namespace ballast::inline v0
