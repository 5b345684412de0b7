#include "era/timeline.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/ast/files.hpp"
#include "era/common_intervals.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace ballast::timeline {

namespace {

// The opcode that an attribute belongs to: async sugar prints the attributes of the wrapped opcode, then its own.
ast::opcode_kind owner(const ast::opcode& of, ast::attribute_kind which)
{
    switch (of.suffix) {
    case ast::async_suffix::none:
        // An opcode that is named like async sugar.
        if (which == key::output_to_operand_aliasing && wrapped_by(of.kind) != op::unknown) return op::async_start;
        break;
    case ast::async_suffix::start:
        return which == key::output_to_operand_aliasing && of.kind != op::custom_call && of.kind != op::fusion
                   ? op::async_start
                   : of.kind;
    case ast::async_suffix::update: return op::async_update;
    case ast::async_suffix::done: return op::async_done;
    }
    return of.kind;
}

bool overlap(feature a, feature b)
{
    for (const auto& i : row_of(a).intervals())
        for (const auto& k : row_of(b).intervals())
            if (i.begin < k.end && k.begin < i.end) return true;
    return false;
}

// For each row of a key of some opcodes, the next row of the same key.
constexpr auto next_of_key = [] {
    std::array<std::uint16_t, count> result{};
    for (std::size_t i = 0; i < count; ++i) {
        result[i] = detail::nothing;
        const auto& shown = rows[i].shown_by_word;
        if (shown.what != word::of::key_of_opcodes) continue;
        for (std::size_t k = i + 1; k < count && result[i] == detail::nothing; ++k)
            if (rows[k].shown_by_word.what == shown.what && rows[k].shown_by_word.value == shown.value)
                result[i] = static_cast<std::uint16_t>(k);
    }
    return result;
}();

} // namespace

std::optional<feature> shown_by(const ast::opcode& of, ast::attribute_kind which)
{
    std::size_t i = detail::by_key_of_opcodes[static_cast<std::size_t>(which)];
    if (i == detail::nothing) return std::nullopt;
    for (const auto kind = owner(of, which); i != detail::nothing; i = next_of_key[i]) {
        const auto opcodes = rows[i].shown_by_word.opcodes.view();
        if (std::ranges::find(opcodes, kind) != opcodes.end()) return static_cast<feature>(i);
    }
    return std::nullopt;
}

std::optional<feature> shown_without(ast::opcode_kind opcode, ast::attribute_kind which)
{
    for (std::size_t i = 0; i < count; ++i) {
        const auto& shown = rows[i].shown_by_word;
        if (shown.what == word::of::missing_key && shown.value == static_cast<std::uint8_t>(which) &&
            shown.opcodes.list[0] == opcode)
            return static_cast<feature>(i);
    }
    return std::nullopt;
}

bool printed_at(const ast::opcode& of, ast::attribute_kind which, commit_time when)
{
    if (!printed_at(which, when)) return false;
    const auto shown = shown_by(of, which);
    return !shown || printed_at(*shown, when);
}

bool exclude_each_other(feature a, feature b)
{
    const auto group = row_of(a).group;
    return group != choice::none && group == row_of(b).group && !overlap(a, b);
}

} // namespace ballast::timeline

namespace ballast::inline v0 {

namespace {

using timeline::interval_list;

// True if the intervals contain the whole set. This is the usual case: most features narrow nothing.
bool hold(interval_list intervals, interval_list set)
{
    return std::ranges::all_of(set, [&](const era_set::interval& i) {
        return std::ranges::any_of(intervals,
                                   [&](const era_set::interval& s) { return s.begin <= i.begin && i.end <= s.end; });
    });
}
bool meet(interval_list intervals, interval_list set)
{
    return std::ranges::any_of(set, [&](const era_set::interval& i) {
        return std::ranges::any_of(intervals,
                                   [&](const era_set::interval& s) { return s.begin < i.end && i.begin < s.end; });
    });
}

// The possible times of a text, with a buffer for the next intersection: every file is dated, and most features change
// nothing.
class narrowing {
public:
    // Intersects the times with the intervals. If nothing would be left, returns false and changes nothing.
    bool narrow(interval_list intervals)
    {
        if (hold(intervals, possible_)) return true;
        next_.clear();
        timeline::add_common(possible_, intervals, next_);
        if (next_.empty()) return false;
        possible_.swap(next_);
        return true;
    }
    era_set take() { return era_set(std::move(possible_)); }

private:
    std::vector<era_set::interval> possible_{{begin_of_history, end_of_history}};
    std::vector<era_set::interval> next_;
};

bool in_dump_text(feature which) { return timeline::row_of(which).where == timeline::layer::dump; }

std::vector<witness> in_order(std::span<const witness> witnesses)
{
    std::vector<witness> result(witnesses.begin(), witnesses.end());
    std::ranges::sort(result, {}, [](const witness& w) { return std::pair{w.offset, w.which}; });
    return result;
}

} // namespace

std::size_t feature_count() { return timeline::count; }

feature_info info(feature which)
{
    const auto& r = timeline::row_of(which);
    return {r.name, r.where == timeline::layer::text, r.intervals()};
}

era_set eras(feature which)
{
    const auto intervals = timeline::row_of(which).intervals();
    return era_set{{intervals.begin(), intervals.end()}};
}

era_report date(std::span<const witness> witnesses)
{
    era_report result;
    narrowing when;
    const auto narrow = [&](bool instruction_text) {
        for (const auto& w : witnesses) {
            const auto about = info(w.which);
            if (about.instruction_text != instruction_text || when.narrow(about.printed)) continue;
            if (!result.skewed || w.offset < result.skewed->offset) result.skewed = w;
        }
    };
    narrow(false);
    narrow(true);
    result.possible = when.take();

    const auto begin = result.possible.intervals().front().begin;
    const auto end = result.possible.intervals().back().end;
    for (const auto& w : witnesses) {
        const auto intervals = info(w.which).printed;
        if (!meet(intervals, result.possible.intervals())) continue;
        const auto starts = [&](const era_set::interval& i) { return i.begin == begin; };
        const auto ends = [&](const era_set::interval& i) { return i.end == end; };
        if (begin != begin_of_history && !result.from && std::ranges::any_of(intervals, starts)) result.from = w;
        if (end != end_of_history && !result.until && std::ranges::any_of(intervals, ends)) result.until = w;
    }
    return result;
}

std::optional<contradiction> find_contradiction(std::span<const witness> witnesses)
{
    const auto sorted = in_order(witnesses);
    narrowing when;
    for (auto here = sorted.begin(); here != sorted.end(); ++here) {
        const auto latest_before = [&](auto&& wanted) -> std::optional<contradiction> {
            for (auto there = here; there-- != sorted.begin();)
                if (wanted(there->which)) return contradiction{*here, *there};
            return std::nullopt;
        };
        if (!in_dump_text(here->which)) {
            if (auto found = latest_before([&](feature f) { return timeline::exclude_each_other(f, here->which); }))
                return found;
            continue;
        }
        if (when.narrow(info(here->which).printed)) continue;
        const auto own = eras(here->which);
        // The latest feature that contradicts this one on its own; otherwise the latest that does so together with
        // others.
        if (auto found = latest_before([&](feature f) { return in_dump_text(f) && own.intersect(eras(f)).empty(); }))
            return found;
        return latest_before([&](feature f) { return in_dump_text(f) && own.intersect(eras(f)) != own; });
    }
    return std::nullopt;
}

ast::forms forms_of(std::span<const witness> witnesses)
{
    ast::forms result;
    for (const auto& w : witnesses)
        if (const auto spell = timeline::row_of(w.which).spell) spell(result);
    return result;
}

ast::forms forms_at(commit_time when)
{
    ast::forms result;
    for (const auto& r : timeline::rows)
        if (r.spell && timeline::printed_at(r.is, when)) r.spell(result);
    return result;
}

std::span<const ast::dump_kind> kinds_at(commit_time when)
{
    using enum ast::dump_kind;
    static constexpr std::array one{combined};
    static constexpr std::array three{assignment, values, live_range};
    if (timeline::printed_at(feature::combined_file, when)) return one;
    if (timeline::printed_at(feature::values_file, when)) return three;
    return std::span(three).first(1);
}

std::vector<commit_time> turning_points()
{
    std::vector<commit_time> result;
    for (const auto& r : timeline::rows)
        for (const auto& printed : r.intervals()) {
            result.push_back(printed.begin);
            if (printed.end != end_of_history) result.push_back(printed.end);
        }
    std::ranges::sort(result);
    const auto rest = std::ranges::unique(result);
    result.erase(rest.begin(), rest.end());
    return result;
}

} // namespace ballast::inline v0
