#include "ballast/print.hpp"
#include "print/human_size.hpp"

#include <fmt/compile.h>

namespace ballast::inline v0 {

namespace {

using print_detail::human_text;
using print_detail::put_right;

void put_line(sink& out, std::string_view label, const ast::human_size& size)
{
    out.put(label);
    put_right(out, 10, human_text(size));
    out.put('\n');
}

std::string text_of(const ast::percent_hundredths& x)
{
    if (const auto* number = std::get_if<std::int64_t>(&x))
        return fmt::format(FMT_COMPILE("{}.{:02}"), *number / 100, *number % 100);
    if (const auto* sign = std::get_if<ast::nan_sign>(&x)) return *sign == ast::nan_sign::minus ? "-nan" : "nan";
    return "inf";
}

void put_line(sink& out, std::string_view label, const std::optional<ast::fragmentation>& x)
{
    if (!x) return;
    out.put(label);
    put_right(out, 10, human_text(x->size));
    out.put(" (", std::string_view(text_of(x->percent)), "%)\n");
}

} // namespace

void print(sink& out, const ast::allocation_statistics& x)
{
    out.put("BufferAssignment stats:\n");
    put_line(out, "             parameter allocation: ", x.parameter);
    put_line(out, "              constant allocation: ", x.constant);
    put_line(out, "        maybe_live_out allocation: ", x.maybe_live_out);
    put_line(out, "     preallocated temp allocation: ", x.preallocated_temp);
    put_line(out, "  preallocated temp fragmentation: ", x.temp_fragmentation);
    put_line(out, "                 total allocation: ", x.total);
    put_line(out, "              total fragmentation: ", x.total_fragmentation);
}

} // namespace ballast::inline v0
