#include "ballast/print.hpp"

#include "print/human_size.hpp"

#include <fmt/compile.h>

namespace ballast::print_detail {

std::string human_text(const ast::human_size& x)
{
    const auto unit = spelling(x.unit);
    switch (x.unit) {
    case ast::size_unit::bytes: return fmt::format(FMT_COMPILE("{}{}"), x.count, unit);
    case ast::size_unit::kib: return fmt::format(FMT_COMPILE("{}.{}{}"), x.count / 10, x.count % 10, unit);
    default: return fmt::format(FMT_COMPILE("{}.{:02}{}"), x.count / 100, x.count % 100, unit);
    }
}

} // namespace ballast::print_detail

namespace ballast::inline v0 {

void record_printer::total(const ast::total& x)
{
    out_.put("\nTotal bytes used: ", x.bytes);
    if (x.human) out_.put(" (", std::string_view(print_detail::human_text(*x.human)), ')');
    out_.put('\n');
}

} // namespace ballast::inline v0
