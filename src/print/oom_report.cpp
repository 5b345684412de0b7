#include "ballast/print.hpp"
#include "print/human_size.hpp"
#include "print/lists.hpp"
#include "print/metadata.hpp"

namespace ballast::inline v0 {

namespace {

void put_buffer(sink& out, const ast::peak_buffer& x, const ast::forms& forms)
{
    out.put("\n\tBuffer ", x.number, ":\n\t\tSize: ", std::string_view(print_detail::human_text(x.size)), '\n');
    if (x.source) {
        out.put("\t\tOperator: ");
        print_detail::put_fields(out, *x.source);
        out.put('\n');
    }
    if (const auto* opcode = std::get_if<ast::opcode>(&x.origin))
        out.put("\t\tXLA Label: ", opcode->other ? *opcode->other : spelling(opcode->kind), spelling(opcode->suffix),
                "\n\t\tShape: ");
    else
        out.put("\t\tEntry Parameter Subshape: ");
    print(out, x.shape, forms);
    out.put("\n\t\t==========================\n");
}

} // namespace

void print(sink& out, const ast::oom_report& x)
{
    out.put("BufferAssignment OOM Debugging.\n");
    print(out, x.statistics);
    if (const auto* buffers = x.peak()) {
        out.put("Peak buffers:");
        for (const auto& buffer : *buffers) put_buffer(out, buffer, x.forms);
        return;
    }
    for (const auto& [allocation, contains] : *x.allocations()) {
        out.put('\n');
        print(out, allocation, x.forms);
        out.put("contains:");
        print_detail::put_list(out, contains, ",", [&](const ast::used_value& value) { print(out, value, x.forms); });
    }
}

} // namespace ballast::inline v0
