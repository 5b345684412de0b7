#include "ballast/print.hpp"

#include "print/human_size.hpp"

namespace ballast::inline v0 {

void print(sink& out, const ast::total& x, const ast::forms&)
{
    out.put("\nTotal bytes used: ", x.bytes);
    if (x.human) out.put(" (", std::string_view(print_detail::human_text(*x.human)), ')');
    out.put('\n');
}

} // namespace ballast::inline v0
