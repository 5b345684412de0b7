#include "ballast/print.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;

void print(sink& out, const ast::every_moment& x)
{
    out.put("  Live ranges at every moment:\n");
    for (const auto& row : x.rows) {
        out.put("    ", row.moment, ", ", row.bytes, " bytes: ");
        bool first = true;
        for (const auto name : row.names) {
            if (!first) out.put(',');
            first = false;
            out.put(name);
        }
        out.put('\n');
    }
}

} // namespace

void print(sink& out, const ast::sequence_row& x) { out.put("    ", x.number, ':', x.name, '\n'); }

void print(sink& out, const ast::live_range_row& x)
{
    out.put("    ", x.name);
    put_index(out, x.index);
    out.put(':', x.start, '-', x.end, '\n');
}

void print(sink& out, const ast::peak& x, const ast::forms& forms)
{
    out.put("  Live ranges at ", x.moment, " (peak):\n");
    for (const auto& row : x.rows) {
        out.put("    ", row.name);
        if (row.index) put_index(out, *row.index);
        out.put(": ", row.bytes, " bytes");
        if (row.cumulative) out.put(" (cumulative: ", *row.cumulative, " bytes)");
        out.put('\n');
    }
    if (x.stack_trace) print(out, *x.stack_trace, forms);
}

void print(sink& out, const ast::live_range& x, const ast::forms& forms)
{
    out.put("HloLiveRange (max ", x.max, "):\n  InstructionSequence:\n");
    for (const auto& row : x.sequence) print(out, row);
    out.put("  BufferLiveRange:\n");
    for (const auto& row : x.rows) print(out, row);
    if (const auto* peak = std::get_if<ast::peak>(&x.summary))
        print(out, *peak, forms);
    else if (const auto* moments = std::get_if<ast::every_moment>(&x.summary))
        print(out, *moments);
    else
        out.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
}

} // namespace ballast::inline v0
