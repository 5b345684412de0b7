#include "ballast/ast/order.hpp"
#include "ballast/print.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;

} // namespace

void record_printer::live_range_head(std::int64_t max) { out_.put("HloLiveRange (max ", max, "):\n"); }
void record_printer::sequence_head() { out_.put("  InstructionSequence:\n"); }
void record_printer::row(const ast::sequence_row& x) { out_.put("    ", x.number, ':', x.name, '\n'); }
void record_printer::ranges_head() { out_.put("  BufferLiveRange:\n"); }

void record_printer::row(const ast::live_range_row& x)
{
    out_.put("    ", x.name);
    put_index(out_, x.index);
    out_.put(':', x.start, '-', x.end, '\n');
}

void record_printer::summary(const ast::peak& x) { print(out_, x, forms_); }

void record_printer::summary(const ast::unbounded_peak&)
{
    out_.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
}

void record_printer::summary(const ast::every_moment& x)
{
    out_.put("  Live ranges at every moment:\n");
    for (const auto& row : x.rows) {
        out_.put("    ", row.moment, ", ", row.bytes, " bytes: ");
        bool first = true;
        for (const auto name : row.names) {
            if (!first) out_.put(',');
            first = false;
            out_.put(name);
        }
        out_.put('\n');
    }
}

void record_printer::no_live_range() { out_.put("HloLiveRange not available (finalized or constructed from proto)"); }

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
    record_printer printer(out, forms);
    ast::hand_range(ast::tree_range{x}, printer);
}

} // namespace ballast::inline v0
