#include "ballast/ast/records.hpp"
#include "ballast/print.hpp"
#include "print/lists.hpp"

namespace ballast::inline v0 {

namespace {

using print_detail::put_index;

} // namespace

void record_printer::live_range_head(const ast::live_range& head) { out_.put("HloLiveRange (max ", head.max, "):\n"); }
void record_printer::sequence_head() { out_.put("  InstructionSequence:\n"); }
void record_printer::row(const ast::sequence_row& x) { out_.put("    ", x.number, ':', x.name, '\n'); }
void record_printer::ranges_head() { out_.put("  BufferLiveRange:\n"); }

void record_printer::row(const ast::live_range_row& x)
{
    out_.put("    ", x.name);
    put_index(out_, x.index);
    out_.put(':', x.start, '-', x.end, '\n');
}

void record_printer::peak_head(const ast::peak& head) { out_.put("  Live ranges at ", head.moment, " (peak):\n"); }

void record_printer::row(const ast::peak_row& x)
{
    out_.put("    ", x.name);
    if (x.index) put_index(out_, *x.index);
    out_.put(": ", x.bytes, " bytes");
    if (x.cumulative) out_.put(" (cumulative: ", *x.cumulative, " bytes)");
    out_.put('\n');
}

void record_printer::trace_head(const ast::stack_trace& head) { trace_ = head; }
void record_printer::row(const ast::stack_row& x) { trace_rows_.push_back(x); }

void record_printer::trace_end()
{
    trace_.rows = {trace_rows_.data(), trace_rows_.size()};
    print(out_, trace_, forms_);
    trace_rows_.clear();
}

void record_printer::unbounded_peak()
{
    out_.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
}

void record_printer::moments_head() { out_.put("  Live ranges at every moment:\n"); }

void record_printer::row(const ast::moment_row& x)
{
    out_.put("    ", x.moment, ", ", x.bytes, " bytes: ");
    bool first = true;
    for (const auto name : x.names) {
        if (!first) out_.put(',');
        first = false;
        out_.put(name);
    }
    out_.put('\n');
}

void record_printer::no_live_range() { out_.put("HloLiveRange not available (finalized or constructed from proto)"); }

void print(sink& out, const ast::peak& x, const ast::forms& forms)
{
    record_printer printer(out, forms);
    ast::emit_summary(x, printer);
}

void print(sink& out, const ast::live_range& x, const ast::forms& forms)
{
    record_printer printer(out, forms);
    ast::emit_range(ast::tree_range{x}, printer);
}

} // namespace ballast::inline v0
