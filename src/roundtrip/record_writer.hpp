// From the records that reading hands on to the text that they came from.
#pragma once

#include "ballast/ast/files.hpp"
#include "ballast/print.hpp"
#include "read/pieces.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace ballast::round {

// Knows the kind, the frame and the forms of the dump; the heads that records do not have follow from what comes.
class record_writer final : public read::piece_taker {
public:
    record_writer(const ast::dump& form, sink& out) : form_(form), out_(out), print_(out, form.forms)
    {
        if (form.frame) print_.frame_first(*form.frame);
        if (combined() || form.kind == ast::dump_kind::assignment) print_.assignment_head();
    }

    void take(const read::piece& next) override
    {
        value_before_ = nullptr;
        for (const auto& record : next.records) std::visit([&](const auto* node) { add(*node); }, record);
        out_.flush(); // whoever compares it looks at this part of the text for the last time
    }

    // All records were taken.
    void finish()
    {
        if (has_trace_) {
            trace_.rows = {trace_rows_.data(), trace_rows_.size()};
            print_.trace(trace_);
        }
        if (combined() || form_.kind == ast::dump_kind::values) open_values();
        if (std::holds_alternative<ast::live_range_not_available>(form_.live_range)) print_.no_live_range();
        if (form_.frame) print_.frame_last(*form_.frame);
    }

private:
    [[nodiscard]] bool combined() const { return form_.kind == ast::dump_kind::combined; }

    void open_values()
    {
        if (std::exchange(values_open_, true)) return;
        open_summary();
        open_moments();
        print_.used_values_head();
    }
    void open_summary()
    {
        if (std::exchange(ranges_due_, false)) print_.ranges_head();
    }
    void open_moments()
    {
        open_summary();
        if (std::exchange(moments_due_, false)) print_.moments_head();
    }

    void add(const ast::allocation& head)
    {
        print_.allocation_line(head);
        reused_due_ = true;
    }
    void add(const ast::value_line& x) { print_.value(x); }
    void add(const ast::reused_value& x)
    {
        if (std::exchange(reused_due_, false)) print_.reused_head();
        print_.reused(x);
    }
    void add(const ast::total& x) { print_.total_line(x); }
    void add(const ast::used_value& x)
    {
        open_values();
        print_.used(x, std::exchange(value_before_, &x));
    }
    void add(const ast::live_range& head)
    {
        moments_due_ = std::holds_alternative<ast::every_moment>(head.summary);
        if (combined() && !moments_due_) {
            open_values();
            print_.live_range_gap();
        }
        print_.live_range_head(head.max);
        print_.sequence_head();
        ranges_due_ = true;
    }
    void add(const ast::sequence_row& x) { print_.row(x); }
    void add(const ast::live_range_row& x)
    {
        open_summary();
        print_.row(x);
    }
    void add(const ast::peak& head)
    {
        open_summary();
        print_.peak_head(head.moment);
    }
    void add(const ast::peak_row& x) { print_.row(x); }
    void add(const ast::unbounded_peak& x)
    {
        open_summary();
        print_.summary(x);
    }
    void add(const ast::moment_row& x)
    {
        open_moments();
        print_.row(x);
    }
    // How a row is drawn depends on those below it: they are printed together.
    void add(const ast::stack_trace& head)
    {
        trace_ = head;
        has_trace_ = true;
    }
    void add(const ast::stack_row& x) { trace_rows_.push_back(x); }

    const ast::dump& form_;
    sink& out_;
    record_printer print_;
    const ast::used_value* value_before_ = nullptr; // in the piece at hand
    bool reused_due_ = false;
    bool values_open_ = false;
    bool ranges_due_ = false;
    bool moments_due_ = false;
    bool has_trace_ = false;
    ast::stack_trace trace_;
    std::vector<ast::stack_row> trace_rows_;
};

} // namespace ballast::round
