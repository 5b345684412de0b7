// The order of the records in a file, for all producers: trees, and sources that never build a tree.
#pragma once

#include "ballast/ast/files.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>

namespace ballast::inline v0::ast {

// Adapts the live ranges of a tree for hand_range.
struct tree_range {
    const live_range& of;

    [[nodiscard]] std::int64_t max() const { return of.max; }
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

// Passes the records of the live ranges to `to`.
template <typename Range, typename Handler>
void hand_range(const Range& range, Handler& to)
{
    to.live_range_head(range.max());
    to.sequence_head();
    range.each_sequence_row([&](const sequence_row& row) { to.row(row); });
    to.ranges_head();
    range.each_row([&](const live_range_row& row) { to.row(row); });
    range.with_summary([&](const auto& summary) { to.summary(summary); });
}

// Passes the records of an allocation to `to`. `each_value` and `each_reused` call their argument with each value.
template <typename Values, typename Reused, typename Handler>
void hand_allocation(const allocation& head, Values&& each_value, Reused&& each_reused, Handler& to)
{
    to.allocation_line(head);
    each_value([&](const value_line& value) { to.value(value); });
    bool first = true;
    each_reused([&](const reused_value& value) {
        if (std::exchange(first, false)) to.reused_head();
        to.reused(value);
    });
}

// Visitors for hand_allocation: each calls its argument with the values, or the reused values, of an allocation.
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

// Adapts the tree of a dump for hand_records.
struct tree_file {
    const dump& of;

    [[nodiscard]] dump_kind kind() const { return of.kind; }
    [[nodiscard]] std::optional<std::string_view> frame() const { return of.frame; }
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

// Passes the records of a file to `to`, in the order in which XLA prints them.
template <typename File, typename Handler>
void hand_records(const File& file, Handler& to)
{
    const auto kind = file.kind();
    const bool combined = kind == dump_kind::combined;
    const auto frame = file.frame();
    if (frame) to.frame_first(*frame);
    if (combined || kind == dump_kind::assignment) {
        to.assignment_head();
        file.each_allocation([&](const allocation& head, auto&& each_value, auto&& each_reused) {
            hand_allocation(head, each_value, each_reused, to);
        });
    }
    if (combined || kind == dump_kind::values) {
        file.with_total([&](const total& x) { to.total_line(x); });
        if (combined) file.with_every_moment([&](const auto& range) { hand_range(range, to); });
        to.used_values_head();
        file.each_used_value([&](const used_value& value) { to.used(value); });
    }
    file.with_live_range([&](const auto& range) {
        if (combined) to.live_range_gap();
        hand_range(range, to);
    });
    if (file.live_range_missing()) to.no_live_range();
    if (frame) to.frame_last(*frame);
}

} // namespace ballast::inline v0::ast
