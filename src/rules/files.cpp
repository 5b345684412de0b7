#include "rules/files.hpp"

#include "base/shown.hpp"

#include <algorithm>
#include <iterator>

namespace ballast::rules {

verdict check_frame(std::string_view begin, std::string_view end)
{
    if (begin == end) return {};
    return violation{finding_id::frame_name,
                     say("frame ends with the name {}, it started with {}", shown(end), shown(begin))};
}

verdict value_count::end() const
{
    if (used_ == in_allocations_) return {};
    return violation{finding_id::missing_values,
                     say("the text ends after {} used values, the allocations hold {}", used_, in_allocations_)};
}

verdict check_listed(std::int64_t ranked, std::optional<std::int64_t> rest, std::int64_t listed)
{
    // A sum that overflows is not the length of a list.
    std::int64_t all = 0;
    if (!__builtin_add_overflow(ranked, rest.value_or(0), &all) && all == listed) return {};
    return violation{
        finding_id::missing_allocations,
        rest ? say("{} allocations with their values, the first list has {} and counts {} more", listed, ranked, *rest)
             : say("{} allocations with their values, the first list has {}", listed, ranked)};
}

verdict check_last_table(const ast::usage_table& table)
{
    if (table.rest || table.rows.empty()) return {};
    const auto* percent = std::get_if<std::int64_t>(&table.rows.back().percent);
    if (!percent || *percent == 100) return {};
    return violation{finding_id::missing_rows,
                     say("the text ends within a table: its rows reach {}% of the allocation", *percent)};
}

// Ranges come in any order. In a map, each takes logarithmic time.
void peak_rows::range(const ast::live_range_row& row)
{
    if (row.end < row.start) return;
    auto next = covered_.upper_bound(row.end);
    auto start = row.start;
    auto end = row.end;
    while (next != covered_.begin()) {
        const auto before = std::prev(next);
        if (before->second < start) break;
        if (before->first <= start && before->second >= end) return;
        start = std::min(start, before->first);
        end = std::max(end, before->second);
        next = covered_.erase(before);
    }
    covered_.emplace_hint(next, start, end);
}

verdict peak_rows::end() const
{
    if (rows_ != 0) return {};
    const auto after = covered_.upper_bound(moment_);
    if (after == covered_.begin() || std::prev(after)->second < moment_) return {};
    return violation{finding_id::missing_peak_rows,
                     say("the peak at step {} has no rows, although live ranges cover that step", moment_)};
}

verdict no_peak()
{
    return violation{finding_id::missing_peak_rows, say("expected `  Live ranges at ` after the live ranges")};
}

verdict check_peak(const ast::live_range& ranges)
{
    const auto* peak = std::get_if<ast::peak>(&ranges.summary);
    if (!peak || !peak->rows.empty()) return {};
    if (peak->moment < 0) return no_peak();
    peak_rows state;
    for (const auto& row : ranges.rows) state.range(row);
    state.peak(peak->moment);
    return state.end();
}

} // namespace ballast::rules
