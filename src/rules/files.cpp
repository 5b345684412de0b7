#include "rules/files.hpp"

#include "base/shown.hpp"

#include <algorithm>

namespace ballast::rules {

verdict check_frame(std::string_view begin, std::string_view end)
{
    if (begin == end) return {};
    return broken{finding_id::frame_name, say("frame ends as {}, it began as {}", shown(end), shown(begin))};
}

verdict value_count::end() const
{
    if (used_ == in_allocations_) return {};
    return broken{finding_id::missing_values,
                  say("the text ends after {} used values, the allocations hold {}", used_, in_allocations_)};
}

void peak_rows::range(const ast::live_range_row& row)
{
    if (row.end < row.start) return;
    // The first interval that the range touches, or that comes after it.
    auto first = std::ranges::lower_bound(covered_, row.start, {}, &interval::end);
    if (first == covered_.end() || first->start > row.end) {
        covered_.insert(first, {row.start, row.end});
        return;
    }
    first->start = std::min(first->start, row.start);
    first->end = std::max(first->end, row.end);
    auto last = first + 1;
    while (last != covered_.end() && last->start <= first->end) first->end = std::max(first->end, (last++)->end);
    covered_.erase(first + 1, last);
}

verdict peak_rows::end() const
{
    if (rows_ != 0) return {};
    const auto found = std::ranges::lower_bound(covered_, moment_, {}, &interval::end);
    if (found == covered_.end() || found->start > moment_) return {};
    return broken{finding_id::missing_peak_rows,
                  say("no row under the peak at {}, though live ranges cover that moment", moment_)};
}

verdict check_peak(const ast::live_range& ranges)
{
    const auto* peak = std::get_if<ast::peak>(&ranges.summary);
    if (!peak || !peak->rows.empty()) return {};
    peak_rows state;
    for (const auto& row : ranges.rows) state.range(row);
    state.peak(peak->moment);
    return state.end();
}

} // namespace ballast::rules
