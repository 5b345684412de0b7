#include "analyse/change.hpp"

#include "analyse/namer.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;

template <typename Edit>
void append(std::vector<Edit>& to, const std::vector<Edit>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

// The first interval that does not end before a step.
auto first_from(auto& all, std::int64_t step)
{
    auto found = all.upper_bound(step);
    if (found != all.begin() && std::prev(found)->second >= step) --found;
    return found;
}

bool covers(const step_intervals& all, std::int64_t first, std::int64_t last)
{
    const auto found = first_from(all, first);
    return found != all.end() && found->first <= first && last <= found->second;
}

void add_steps(step_intervals& to, std::int64_t first, std::int64_t last)
{
    if (first > last) return;
    auto found = first_from(to, first);
    while (found != to.end() && found->first <= last) {
        first = std::min(first, found->first);
        last = std::max(last, found->second);
        found = to.erase(found);
    }
    to.emplace_hint(found, first, last);
}

// Adds the parts of an interval that are outside of the gaps.
void add_without(const interval& s, const step_intervals& gaps, std::vector<interval>& to)
{
    auto start = s.start;
    const auto keep = [&](std::int64_t last) {
        if (start > last) return;
        auto part = s;
        part.start = start;
        part.last = last;
        to.push_back(part);
    };
    for (auto at = first_from(gaps, s.start); at != gaps.end() && at->first <= s.last; ++at) {
        const auto& [first, last] = *at;
        keep(first - 1);
        start = last + 1;
    }
    keep(s.last);
}

} // namespace

void memory_change::add(const memory_change& other)
{
    append(moves, other.moves);
    append(sizes, other.sizes);
    append(extras, other.extras);
    append(gaps, other.gaps);
}

number_map::number_map(std::vector<entry> entries) : entries_(std::move(entries)) { std::ranges::sort(entries_); }

number number_map::operator[](number key) const
{
    const auto found = std::ranges::lower_bound(entries_, key, {}, &entry::first);
    return found == entries_.end() || found->first != key ? none : found->second;
}

changed_memory::changed_memory(const module& of, const space_memory& space)
    : of_(of), rows_(of.rows()), space_(space), before_(peak_with({}))
{
}

settled_change settled(const model::rows& rows, const memory_change& change)
{
    settled_change result;
    std::vector<bool> paired(change.moves.empty() ? 0 : rows.allocations.size());
    std::vector<number_map::entry> moved;
    std::vector<number_map::entry> guests;
    for (const auto& m : change.moves) {
        if (paired[m.allocation] || paired[m.argument]) continue;
        paired[m.allocation] = paired[m.argument] = true;
        moved.emplace_back(m.allocation, m.line);
        guests.emplace_back(m.argument, m.line);
    }
    result.moved = number_map(std::move(moved));
    result.guests = number_map(std::move(guests));
    for (const auto& r : change.sizes) {
        const auto [known, is_new] = result.sizes.emplace(r.line, r.size);
        if (!is_new) known->second = std::min(known->second, r.size);
    }
    for (const auto& e : change.extras) add_steps(result.extras[e.line], e.start, e.last);
    std::map<number, std::set<std::int64_t>> needed; // steps at which values are read to recompute others
    for (const auto& g : change.gaps) {
        const auto again = g.last + 1;
        const auto known = result.gaps.find(g.line);
        if (known != result.gaps.end() && covers(known->second, g.start, g.last)) continue;
        const auto& reads = needed[g.line];
        const auto read = reads.lower_bound(g.start);
        const bool is_read = read != reads.end() && *read <= g.last;
        const bool lacks = std::ranges::any_of(g.operands, [&](number line) {
            const auto found = result.gaps.find(line);
            return found != result.gaps.end() && covers(found->second, again, again);
        });
        if (is_read || lacks) continue;
        add_steps(result.gaps[g.line], g.start, g.last);
        for (const auto line : g.operands) {
            needed[line].insert(again);
            const auto end = last_step_of(rows, line);
            if (end && *end < again) add_steps(result.extras[line], *end + 1, again);
        }
    }
    return result;
}

std::int64_t settled_change::size_of(const model::rows& rows, const model::allocation_row& a) const
{
    const auto first = sizes.lower_bound(a.first_line);
    if (first == sizes.end() || first->first >= a.first_line + a.lines) return a.size;
    std::int64_t end = 0;
    for (auto line = a.first_line; line < a.first_line + a.lines; ++line) {
        auto its = rows.lines[line].offset;
        add(its, size_of(rows, line));
        end = std::max(end, its);
    }
    return end > 0 ? std::min(end, a.size) : a.size;
}

std::vector<interval> settled_change::intervals_in(const model::rows& rows, const model::allocation_row& a,
                                                   std::int64_t steps) const
{
    static const step_intervals nothing;
    auto all = analyse::intervals_in(rows, a, steps);
    if (sizes.empty() && gaps.empty()) return all;
    std::vector<interval> result;
    for (auto& s : all) {
        if (const auto found = sizes.find(s.line); found != sizes.end()) {
            s.end = s.begin;
            add(s.end, found->second);
            if (s.end <= s.begin) continue;
        }
        const auto its = gaps.find(s.line);
        add_without(s, its == gaps.end() ? nothing : its->second, result);
    }
    return result;
}

std::int64_t changed_memory::peak_with(const settled_change& change) const
{
    std::int64_t lasting = 0;
    changes temporaries;
    const bool others_change = !change.sizes.empty() || !change.gaps.empty();
    if (!others_change) {
        std::int64_t before = 0;
        for (const auto& use : space_.occupied) {
            temporaries.push_back({use.step, use.bytes - before});
            before = use.bytes;
        }
    }
    for (number i = 0; i < rows_.allocations.size(); ++i) {
        const auto& a = rows_.allocations[i];
        if (a.thread_local_ || a.color != space_.space) continue;
        if (!is_temporary(a))
            add(lasting, change.size_of(rows_, a));
        else if (others_change && rows_.has.ranges)
            add_changes(change.intervals_in(rows_, a, of_.steps()), temporaries);
    }
    for (const auto& [line, when] : change.extras) {
        const auto size = change.size_of(rows_, line);
        for (const auto& [start, last] : when) {
            temporaries.push_back({start, size});
            temporaries.push_back({last + 1, -size});
        }
    }
    add(lasting, peak_of(summed(std::move(temporaries))).bytes);
    return lasting;
}

} // namespace ballast::analyse
