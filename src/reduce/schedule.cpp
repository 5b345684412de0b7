#include "reduce/schedule.hpp"

#include <algorithm>

namespace ballast::reducing {

schedule::schedule(const program& of, const names& left, ast::arena& memory) : of_(of), left_(left), memory_(memory)
{
    if (!of.said().ranges) return;
    for (const auto& row : of.said().ranges->sequence)
        if (left.has(row.name)) times_.push_back(row.number);
    std::ranges::sort(times_);
    find_starts();
}

void schedule::find_starts()
{
    for (const auto& row : of_.said().ranges->rows) {
        const auto* const line = is_kept(row) ? of_.said().line_at({row.name, row.index}) : nullptr;
        if (line) starts_.emplace(of_.said().home_of(line->value.id).allocation, line->offset, row.start);
    }
}

std::int64_t schedule::steps_before(std::int64_t time) const
{
    return std::ranges::lower_bound(times_, time) - times_.begin();
}

// The old time of the last use or position of a value, of all or of those that are left.
std::int64_t schedule::last_time(const ast::live_range_row& row, bool all) const
{
    auto result = of_.time_of(of_.part_of(row.name));
    const auto* const line = of_.said().line_at({row.name, row.index});
    const auto* const detail = line ? of_.said().detail_of(line->value.id) : nullptr;
    if (!detail) return result;
    const auto take = [&](std::string_view name) {
        const auto which = of_.part_of(name);
        if (all || left_.has(which)) result = std::max(result, of_.time_of(which));
    };
    for (const auto& use : detail->uses) take(use.name);
    for (const auto& position : detail->positions) take(position.name);
    return result;
}

std::int64_t schedule::moved_end(const ast::live_range_row& row, const converting::home& at) const
{
    const auto steps = static_cast<std::int64_t>(times_.size());
    if (row.end == of_.steps()) return steps;
    const auto old_last = last_time(row, true);
    const auto last = steps_before(last_time(row, false));
    if (row.end == old_last) return last;
    // Values of called computations live until the call ends.
    if (row.end > old_last) return std::ranges::binary_search(times_, row.end) ? steps_before(row.end) : last;
    // Another value took over the bytes.
    const bool taken = at.line && (starts_.contains({at.allocation, at.line->offset, row.end}) ||
                                   starts_.contains({at.allocation, at.line->offset, row.end + 1}));
    return taken ? steps_before(row.end + 1) - 1 : last;
}

ast::live_range_row schedule::moved(const ast::live_range_row& row)
{
    const auto which = of_.part_of(row.name);
    const auto* const line = of_.said().line_at({row.name, row.index});
    const auto at = line ? of_.said().home_of(line->value.id) : converting::home{};
    const auto defined = steps_before(of_.time_of(which));
    auto result = row;
    result.name = left_(row.name);
    result.start = row.start >= of_.time_of(which) ? defined : std::min(steps_before(row.start), defined);
    result.end = std::max(result.start, moved_end(row, at));
    // The result may have lost the element that a parameter became.
    if (at.allocation && at.allocation->parameter && at.allocation->maybe_live_out &&
        !left_.is_live_out(*at.allocation))
        result.end = static_cast<std::int64_t>(times_.size());
    return result;
}

ast::live_range schedule::ranges()
{
    const auto& old = *of_.said().ranges;
    ast::live_range result;
    std::vector<ast::sequence_row> sequence;
    for (const auto& row : old.sequence)
        if (left_.has(row.name)) sequence.push_back({static_cast<std::int64_t>(sequence.size()), left_(row.name)});
    std::vector<ast::live_range_row> rows;
    for (const auto& row : old.rows)
        if (is_kept(row)) rows.push_back(moved(row));
    result.max = old.max == of_.steps() ? static_cast<std::int64_t>(sequence.size()) : old.max;
    result.sequence = memory_.make_list(std::span<const ast::sequence_row>(sequence));
    result.rows = memory_.make_list(std::span<const ast::live_range_row>(rows));
    return result;
}

ast::peak schedule::filtered(const ast::peak& old)
{
    auto result = old;
    if (old.moment >= 0) result.moment = steps_before(old.moment);
    std::vector<ast::peak_row> rows;
    std::int64_t removed = 0;
    for (auto row : old.rows) {
        if (!left_.has(row.name)) {
            removed += row.bytes;
            continue;
        }
        row.name = left_(row.name);
        if (row.cumulative) row.cumulative = *row.cumulative - removed;
        rows.push_back(row);
    }
    if (rows.size() != old.rows.size()) result.stack_trace = {};
    result.rows = memory_.make_list(std::span<const ast::peak_row>(rows));
    return result;
}

} // namespace ballast::reducing
