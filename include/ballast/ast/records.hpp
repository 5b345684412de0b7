// A dump as a stream of records, in the order in which XLA prints them. Trees, texts that are read without a tree, and
// generated programs all produce this stream; printers and the tables of the rules consume it.
//
// A handler has a function for each record:
//
//     frame_first(name)
//     assignment_head()
//     allocation(head)                     values follow as records of their own
//     value(line)
//     reused_head(), reused(value)
//     total(total)                         D5+
//     used_values_head(), used_value(value)
//     live_range_gap()                     the empty lines before the live ranges of a combined file
//     live_range_head(ranges)              rows follow as records of their own
//     sequence_head(), row(sequence_row)
//     ranges_head(), row(live_range_row)
//     peak_head(peak), row(peak_row)
//     trace_head(trace), row(stack_row), trace_end()
//     unbounded_peak()
//     moments_head(), row(moment_row)      D7
//     no_live_range()
//     frame_last(name)
//     forget_nodes()                       nodes that were passed so far become invalid; the texts they refer to do not
#pragma once

#include "ballast/ast/files.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace ballast::inline v0::ast {

// Ignores all records: a base for handlers of some of them.
struct record_ignorer {
    void frame_first(std::string_view) {}
    void assignment_head() {}
    void allocation(const ast::allocation&) {}
    void value(const value_line&) {}
    void reused_head() {}
    void reused(const reused_value&) {}
    void total(const ast::total&) {}
    void used_values_head() {}
    void used_value(const ast::used_value&) {}
    void live_range_gap() {}
    void live_range_head(const live_range&) {}
    void sequence_head() {}
    void ranges_head() {}
    void peak_head(const peak&) {}
    void trace_head(const stack_trace&) {}
    void trace_end() {}
    void unbounded_peak() {}
    void moments_head() {}
    template <typename Row>
    void row(const Row&)
    {
    }
    void no_live_range() {}
    void frame_last(std::string_view) {}
    void forget_nodes() {}
};

// --- one record ------------------------------------------------------------------------------------------------------

// Records without content.
enum class bare_record : std::uint8_t {
    assignment_head,
    reused_head,
    used_values_head,
    live_range_gap,
    sequence_head,
    ranges_head,
    trace_end,
    unbounded_peak,
    moments_head,
    no_live_range,
};

struct frame_line {
    std::string_view name;
    bool first = true; // `*** Begin`, not `*** End`
};

// A record that is stored. The nodes of heads have no rows.
using record =
    std::variant<bare_record, const frame_line*, const allocation*, const value_line*, const reused_value*,
                 const ast::total*, const used_value*, const live_range*, const sequence_row*, const live_range_row*,
                 const peak*, const peak_row*, const stack_trace*, const stack_row*, const moment_row*>;

namespace records_detail {

template <typename Handler>
void emit(bare_record which, Handler& to)
{
    switch (which) {
    case bare_record::assignment_head: return to.assignment_head();
    case bare_record::reused_head: return to.reused_head();
    case bare_record::used_values_head: return to.used_values_head();
    case bare_record::live_range_gap: return to.live_range_gap();
    case bare_record::sequence_head: return to.sequence_head();
    case bare_record::ranges_head: return to.ranges_head();
    case bare_record::trace_end: return to.trace_end();
    case bare_record::unbounded_peak: return to.unbounded_peak();
    case bare_record::moments_head: return to.moments_head();
    case bare_record::no_live_range: return to.no_live_range();
    }
}
template <typename Handler>
void emit(const frame_line* line, Handler& to)
{
    line->first ? to.frame_first(line->name) : to.frame_last(line->name);
}
template <typename Handler>
void emit(const allocation* head, Handler& to)
{
    to.allocation(*head);
}
template <typename Handler>
void emit(const value_line* line, Handler& to)
{
    to.value(*line);
}
template <typename Handler>
void emit(const reused_value* value, Handler& to)
{
    to.reused(*value);
}
template <typename Handler>
void emit(const ast::total* total, Handler& to)
{
    to.total(*total);
}
template <typename Handler>
void emit(const used_value* value, Handler& to)
{
    to.used_value(*value);
}
template <typename Handler>
void emit(const live_range* head, Handler& to)
{
    to.live_range_head(*head);
}
template <typename Handler>
void emit(const peak* head, Handler& to)
{
    to.peak_head(*head);
}
template <typename Handler>
void emit(const stack_trace* head, Handler& to)
{
    to.trace_head(*head);
}
template <typename Row, typename Handler>
void emit(const Row* row, Handler& to)
{
    to.row(*row);
}

} // namespace records_detail

// Calls the function of the handler for a stored record.
template <typename Handler>
void emit(const record& stored, Handler& to)
{
    std::visit([&](const auto& what) { records_detail::emit(what, to); }, stored);
}

// --- the order of records --------------------------------------------------------------------------------------------

template <typename Handler>
void emit_trace(const stack_trace& trace, Handler& to)
{
    to.trace_head(trace);
    for (const auto& row : trace.rows) to.row(row);
    to.trace_end();
}

template <typename Handler>
void emit_summary(const peak& summary, Handler& to)
{
    if (summary.moment < 0) return; // the text ends before the peak
    to.peak_head(summary);
    for (const auto& row : summary.rows) to.row(row);
    if (summary.stack_trace) emit_trace(*summary.stack_trace, to);
}
template <typename Handler>
void emit_summary(const unbounded_peak&, Handler& to)
{
    to.unbounded_peak();
}
template <typename Handler>
void emit_summary(const every_moment& summary, Handler& to)
{
    to.moments_head();
    for (const auto& row : summary.rows) to.row(row);
}

// Emits the records of live ranges. `Range` is tree_range or has the same functions.
template <typename Range, typename Handler>
void emit_range(const Range& range, Handler& to)
{
    to.live_range_head(range.head());
    to.sequence_head();
    range.each_sequence_row([&](const sequence_row& row) { to.row(row); });
    to.ranges_head();
    range.each_row([&](const live_range_row& row) { to.row(row); });
    range.with_summary([&](const auto& summary) { emit_summary(summary, to); });
}

// Emits the records of an allocation. `each_value` and `each_reused` call their argument with each value.
template <typename Values, typename Reused, typename Handler>
void emit_allocation(const allocation& head, Values&& each_value, Reused&& each_reused, Handler& to)
{
    to.allocation(head);
    each_value([&](const value_line& value) { to.value(value); });
    bool first = true;
    each_reused([&](const reused_value& value) {
        if (std::exchange(first, false)) to.reused_head();
        to.reused(value);
    });
}

// Emits the records of a file. `File` is tree_file or has the same functions.
template <typename File, typename Handler>
void emit_records(const File& file, Handler& to)
{
    const auto kind = file.kind();
    const bool combined = kind == dump_kind::combined;
    const auto frame = file.frame();
    if (frame) to.frame_first(*frame);
    if (combined || kind == dump_kind::assignment) {
        to.assignment_head();
        file.each_allocation([&](const allocation& head, auto&& each_value, auto&& each_reused) {
            emit_allocation(head, each_value, each_reused, to);
        });
    }
    if (combined || kind == dump_kind::values) {
        file.with_total([&](const total& x) { to.total(x); });
        if (combined) file.with_every_moment([&](const auto& range) { emit_range(range, to); });
        to.used_values_head();
        file.each_used_value([&](const used_value& value) {
            to.used_value(value);
            if (!file.nodes_stay()) to.forget_nodes();
        });
    }
    file.with_live_range([&](const auto& range) {
        if (combined) to.live_range_gap();
        emit_range(range, to);
    });
    if (file.live_range_missing()) to.no_live_range();
    if (frame) to.frame_last(*frame);
}

// --- the records of a tree -------------------------------------------------------------------------------------------

// The live ranges of a tree, for emit_range.
struct tree_range {
    const live_range& of;

    [[nodiscard]] const live_range& head() const { return of; }
    template <typename F>
    void each_sequence_row(F&& f) const
    {
        for (const auto& row : of.sequence) f(row);
    }
    template <typename F>
    void each_row(F&& f) const
    {
        for (const auto& row : of.rows) f(row);
    }
    // Calls `f` with a peak, an unbounded_peak or an every_moment.
    template <typename F>
    void with_summary(F&& f) const
    {
        std::visit(f, of.summary);
    }
};

// Visitors for emit_allocation: each calls its argument with the values, or the reused values, of an allocation.
inline auto values_of(const allocation& a)
{
    return [&a](auto&& f) {
        for (const auto& line : a.values) f(line);
    };
}
inline auto reused_of(const allocation& a)
{
    return [&a](auto&& f) {
        for (const auto& line : a.reused) f(line);
    };
}

// A dump, for emit_records.
struct tree_file {
    const dump& of;

    [[nodiscard]] dump_kind kind() const { return of.kind; }
    [[nodiscard]] std::optional<std::string_view> frame() const { return of.frame; }
    // True if the nodes stay valid after all records were emitted.
    [[nodiscard]] bool nodes_stay() const { return true; }
    // Calls `f` with each allocation, and with visitors of its values and its reused values.
    template <typename F>
    void each_allocation(F&& f) const
    {
        for (const auto& a : of.allocations) f(a, values_of(a), reused_of(a));
    }
    template <typename F>
    void with_total(F&& f) const
    {
        if (of.total) f(*of.total);
    }
    template <typename F>
    void with_every_moment(F&& f) const
    {
        if (of.every_moment) f(tree_range{*of.every_moment});
    }
    template <typename F>
    void each_used_value(F&& f) const
    {
        for (const auto& value : of.used_values) f(value);
    }
    template <typename F>
    void with_live_range(F&& f) const
    {
        if (const auto* ranges = of.ranges()) f(tree_range{*ranges});
    }
    [[nodiscard]] bool live_range_missing() const
    {
        return std::holds_alternative<live_range_not_available>(of.live_range);
    }
};

template <typename Handler>
void emit_records(const dump& all, Handler& to)
{
    emit_records(tree_file{all}, to);
}

} // namespace ballast::inline v0::ast
