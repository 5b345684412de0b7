#include "ballast/print.hpp"
#include "print/lists.hpp"

#include <variant>

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;

void put_row(sink& out, const ast::peak_row& x)
{
    out.put("    ", x.name);
    if (x.index) put_index(out, *x.index);
    out.put(": ", x.bytes, " bytes");
    if (x.cumulative) out.put(" (cumulative: ", *x.cumulative, " bytes)");
    if (x.unknown_tail) out.put(*x.unknown_tail);
    out.put('\n');
}

void put_row(sink& out, const ast::moment_row& x)
{
    out.put("    ", x.moment, ", ", x.bytes, " bytes: ");
    bool first = true;
    for (const auto name : x.names) {
        if (!first) out.put(',');
        first = false;
        out.put(name);
    }
    out.put('\n');
}

void print(sink& out, const ast::unbounded_peak&, const ast::forms&)
{
    out.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
}

void print(sink& out, const ast::every_moment& x, const ast::forms&)
{
    out.put("  Live ranges at every moment:\n");
    for (const auto& row : x.rows) put_row(out, row);
}

} // namespace

void print(sink& out, const ast::peak& x, const ast::forms& forms)
{
    if (x.moment < 0) return; // the text ends before the peak
    out.put("  Live ranges at ", x.moment, " (peak):\n");
    for (const auto& row : x.rows) put_row(out, row);
    if (x.stack_trace) print(out, *x.stack_trace, forms);
}

void print(sink& out, const ast::live_range& x, const ast::forms& forms)
{
    out.put("HloLiveRange (max ", x.max, "):\n  InstructionSequence:\n");
    for (const auto& row : x.sequence) out.put("    ", row.number, ':', row.name, '\n');
    out.put("  BufferLiveRange:\n");
    for (const auto& row : x.rows) {
        out.put("    ", row.name);
        put_index(out, row.index);
        out.put(':', row.start, '-', row.end);
        if (row.unknown_tail) out.put(*row.unknown_tail);
        out.put('\n');
    }
    std::visit([&](const auto& summary) { print(out, summary, forms); }, x.summary);
}

} // namespace ballast::inline v0
