#include "ballast/print.hpp"

#include "print/human_size.hpp"

namespace ballast::inline v0 {

void record_printer::total(const ast::total& x)
{
    out_.put("\nTotal bytes used: ", x.bytes);
    if (x.human) out_.put(" (", std::string_view(print_detail::human_text(*x.human)), ')');
    out_.put('\n');
}

} // namespace ballast::inline v0
