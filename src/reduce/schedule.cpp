#include "reduce/schedule.hpp"

#include "ast/byte_size.hpp"
#include "base/saturating_sum.hpp"

#include <algorithm>

namespace ballast::reducing {

schedule::schedule(const program& of, const names& left, ast::arena& memory) : of_(of), left_(left), memory_(memory)
{
    if (!of.said().ranges) return;
    std::int64_t time = 0;
    for (const auto& row : of.said().ranges->sequence) {
        if (left.has(row.name)) times_.push_back(time);
        ++time;
    }
    find_starts();
}

void schedule::find_starts()
{
    for (const auto& row : of_.said().ranges->rows) {
        const auto* const line = of_.said().line_at({row.name, row.index});
        if (!line) continue;
        const start where{of_.said().home_of(line->value.id).allocation, line->offset, row.start};
        all_starts_.insert(where);
        if (is_kept(row)) starts_.insert(where);
    }
}

std::int64_t schedule::steps_before(std::int64_t time) const
{
    return std::ranges::lower_bound(times_, time) - times_.begin();
}

// The old time of the last use of a value, and of the last position if `positions`: of all or of those that are left.
std::int64_t schedule::last_time(const ast::live_range_row& row, bool all, bool positions) const
{
    auto result = of_.time_of(of_.part_of(row.name));
    const auto* const line = of_.said().line_at({row.name, row.index});
    const auto* const detail = line ? of_.said().detail_of(line->value.id) : nullptr;
    if (!detail) return result;
    const auto take = [&](std::string_view name) { result = std::max(result, of_.time_of(of_.part_of(name))); };
    for (const auto& use : detail->uses)
        if (all || left_.has(use, *detail)) take(use.name);
    if (positions)
        for (const auto& position : detail->positions)
            if (all || left_.has(position)) take(position.name);
    return result;
}

std::int64_t schedule::moved_end(const ast::live_range_row& row, const converting::home& at) const
{
    const auto steps = static_cast<std::int64_t>(times_.size());
    if (row.end >= of_.steps()) return row.end - (of_.steps() - steps);
    const auto old_last = last_time(row, true, true);
    const auto last = steps_before(last_time(row, false, true));
    if (row.end == old_last) return last;
    // Values of called computations live until the call ends.
    if (row.end > old_last) return std::ranges::binary_search(times_, row.end) ? steps_before(row.end) : last;
    if (row.end == last_time(row, true, false)) return steps_before(last_time(row, false, false));
    // It ends earlier if another value takes over the bytes. Without that value it does not.
    const auto is_taken = [&](const std::set<start>& all) {
        return at.line && (all.contains({at.allocation, at.line->offset, row.end}) ||
                           all.contains({at.allocation, at.line->offset, row.end + 1}));
    };
    return is_taken(all_starts_) && !is_taken(starts_) ? last : steps_before(row.end + 1) - 1;
}

// Parameters start with the schedule or with a call, and some values with the call that is asynchronous. Any other
// start is the step of the instruction, or wrong by as many steps as before.
std::int64_t schedule::moved_start(const ast::live_range_row& row) const
{
    const auto time = of_.time_of(of_.part_of(row.name));
    const auto defined = steps_before(time);
    if (row.start == time) return defined;
    const auto* const made = of_.said().instruction_of(row.name);
    const bool parameter = !made || std::holds_alternative<ast::parameter_number>(made->body);
    if (row.start < time && parameter) return std::min(steps_before(row.start), defined);
    if (std::ranges::binary_search(times_, row.start)) return steps_before(row.start);
    return std::max<std::int64_t>(0, row.start - (time - defined));
}

ast::live_range_row schedule::moved(const ast::live_range_row& row)
{
    const auto* const line = of_.said().line_at({row.name, row.index});
    const auto at = line ? of_.said().home_of(line->value.id) : converting::home{};
    auto result = row;
    result.name = left_(row.name);
    result.index = left_.index(row.name, row.index);
    result.start = moved_start(row);
    // A range that ends before it starts still does.
    result.end =
        row.end < row.start ? result.start - (row.start - row.end) : std::max(result.start, moved_end(row, at));
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
    std::int64_t time = 0;
    for (const auto& row : old.sequence) {
        const auto wrong_by = row.number - time++;
        if (left_.has(row.name))
            sequence.push_back({static_cast<std::int64_t>(sequence.size()) + wrong_by, left_(row.name)});
    }
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
        if (!left_.has(row.name, converting::index_of(row.index))) {
            removed = saturating_sum(removed, row.bytes);
            continue;
        }
        if (row.index) row.index = left_.index(row.name, *row.index);
        row.name = left_(row.name);
        if (row.cumulative) row.cumulative = saturating_sum(*row.cumulative, -removed);
        rows.push_back(row);
    }
    if (rows.size() != old.rows.size()) result.stack_trace = {};
    result.rows = memory_.make_list(std::span<const ast::peak_row>(rows));
    return result;
}

ast::every_moment schedule::filtered(const ast::every_moment& old)
{
    std::vector<ast::moment_row> rows;
    for (auto row : old.rows) {
        if (!std::ranges::binary_search(times_, row.moment)) continue;
        row.moment = steps_before(row.moment);
        std::vector<std::string_view> names;
        for (const auto name : row.names) {
            if (left_.has(name)) {
                names.push_back(left_(name));
                continue;
            }
            const auto* const shape = of_.said().result_of(name);
            if (const auto bytes = shape ? ast::byte_size(*shape) : 0; bytes > 0)
                row.bytes = saturating_sum(row.bytes, -bytes);
        }
        row.names = memory_.make_list(std::span<const std::string_view>(names));
        rows.push_back(row);
    }
    return {memory_.make_list(std::span<const ast::moment_row>(rows))};
}

} // namespace ballast::reducing
