#include "analyse/change.hpp"

#include "analyse/namer.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <optional>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using steps = settled_change::steps;

template <typename Edit>
void append(std::vector<Edit>& to, const std::vector<Edit>& from)
{
    to.insert(to.end(), from.begin(), from.end());
}

// Adds steps to others, which stay disjoint and in order.
void add_steps(std::vector<steps>& to, steps added)
{
    if (added.first > added.second) return;
    std::vector<steps> result;
    for (const auto& s : to) {
        if (s.second < added.first || s.first > added.second)
            result.push_back(s);
        else
            added = {std::min(s.first, added.first), std::max(s.second, added.second)};
    }
    result.insert(std::ranges::lower_bound(result, added), added);
    to = std::move(result);
}

bool covers(const std::vector<steps>& all, std::int64_t step)
{
    return std::ranges::any_of(all, [&](const steps& s) { return s.first <= step && step <= s.second; });
}

// What is left of a stay.
void add_without(const stay& s, const std::vector<steps>& gaps, std::vector<stay>& to)
{
    auto start = s.start;
    const auto keep = [&](std::int64_t last) {
        if (start > last) return;
        auto part = s;
        part.start = start;
        part.last = last;
        to.push_back(part);
    };
    for (const auto& [first, last] : gaps) {
        if (last < start || first > s.last) continue;
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

number_map::number_map(std::vector<entry> entries) : entries_(std::move(entries))
{
    std::ranges::stable_sort(entries_, {}, &entry::first);
    const auto repeated = std::ranges::unique(entries_, {}, &entry::first);
    entries_.erase(repeated.begin(), repeated.end());
}

number number_map::operator[](number key) const
{
    const auto found = std::ranges::lower_bound(entries_, key, {}, &entry::first);
    return found == entries_.end() || found->first != key ? none : found->second;
}

changed_memory::changed_memory(const module& of, const space_memory& space)
    : of_(of), rows_(of.rows()), space_(space), before_(peak_with({}))
{
}

settled_change changed_memory::settled(const memory_change& change) const
{
    settled_change result;
    std::vector<number_map::entry> entries;
    entries.reserve(change.moves.size());
    for (const auto& m : change.moves) entries.emplace_back(m.allocation, m.line);
    result.moved = number_map(std::move(entries));
    entries.clear();
    for (const auto& m : change.moves)
        if (result.moved[m.allocation] == m.line) entries.emplace_back(m.argument, m.line);
    result.guests = number_map(std::move(entries));
    find_hosts(result);
    for (const auto& r : change.sizes) {
        const auto [known, is_new] = result.sizes.emplace(r.line, r.size);
        if (!is_new) known->second = std::min(known->second, r.size);
    }
    for (const auto& e : change.extras) add_steps(result.extras[e.line], {e.start, e.last});
    std::map<number, std::vector<std::int64_t>> needed; // steps at which values are read to make others again
    for (const auto& g : change.gaps) {
        const auto again = g.last + 1;
        const auto known = result.gaps.find(g.line);
        if (known != result.gaps.end() && covers(known->second, g.start) && covers(known->second, g.last)) continue;
        const bool is_read =
            std::ranges::any_of(needed[g.line], [&](std::int64_t step) { return g.start <= step && step <= g.last; });
        const bool lacks = std::ranges::any_of(g.operands, [&](number line) {
            const auto found = result.gaps.find(line);
            return found != result.gaps.end() && covers(found->second, again);
        });
        if (is_read || lacks) continue;
        add_steps(result.gaps[g.line], {g.start, g.last});
        for (const auto line : g.operands) {
            needed[line].push_back(again);
            const auto end = last_step_of(rows_, line);
            if (end && *end < again) add_steps(result.extras[line], {*end + 1, again});
        }
    }
    return result;
}

// As XLA does it: a temporary can be in the memory of a result of the same size while that is not in use.
void changed_memory::find_hosts(settled_change& change) const
{
    constexpr std::size_t most_tried = 64;
    if (change.moved.empty()) return;
    struct host {
        number allocation;
        std::optional<std::vector<steps>> used{};
    };
    std::map<std::int64_t, std::vector<host>> hosts; // by size
    for (number i = 0; i < rows_.allocations.size(); ++i) {
        const auto& a = rows_.allocations[i];
        if (is_here(a) && a.live_out && !change.moved.contains(i)) hosts[a.size].push_back({i});
    }
    for (const auto& [moved, result] : change.moved) {
        const auto& a = rows_.allocations[moved];
        if (!is_here(a)) continue;
        const auto found = hosts.find(a.size);
        if (found == hosts.end()) continue;
        for (const auto& s : stays_in(rows_, a, of_.steps())) {
            if (s.line == result || s.end - s.begin != a.size) continue;
            std::size_t tried = 0;
            for (auto& h : found->second) {
                if (++tried > most_tried) break;
                if (!h.used) {
                    h.used.emplace();
                    for (const auto& other : stays_in(rows_, rows_.allocations[h.allocation], of_.steps()))
                        add_steps(*h.used, {other.start, other.last});
                }
                if (std::ranges::any_of(*h.used,
                                        [&](const steps& u) { return u.first <= s.last && s.start <= u.second; }))
                    continue;
                add_steps(*h.used, {s.start, s.last});
                change.hosted.insert(s.line);
                break;
            }
        }
    }
}

std::int64_t changed_memory::size_of(number line, const settled_change& change) const
{
    const auto found = change.sizes.find(line);
    return found == change.sizes.end() ? rows_.lines[line].size : found->second;
}

std::int64_t changed_memory::size_of(const model::allocation_row& a, const settled_change& change) const
{
    const auto first = change.sizes.lower_bound(a.first_line);
    if (first == change.sizes.end() || first->first >= a.first_line + a.lines) return a.size;
    std::int64_t end = 0;
    for (auto line = a.first_line; line < a.first_line + a.lines; ++line) {
        auto its = rows_.lines[line].offset;
        add(its, size_of(line, change));
        end = std::max(end, its);
    }
    return end > 0 ? std::min(end, a.size) : a.size;
}

void changed_memory::add_temporaries(const model::allocation_row& a, number without, const settled_change& change,
                                     changes& to) const
{
    static const std::vector<steps> nothing;
    std::vector<stay> result;
    for (auto s : stays_in(rows_, a, of_.steps())) {
        if (s.line == without || change.hosted.contains(s.line)) continue;
        if (const auto found = change.sizes.find(s.line); found != change.sizes.end()) {
            s.end = s.begin;
            add(s.end, found->second);
            if (s.end <= s.begin) continue;
        }
        const auto gaps = change.gaps.find(s.line);
        add_without(s, gaps == change.gaps.end() ? nothing : gaps->second, result);
    }
    add_changes(result, to);
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
        if (!is_here(a)) continue;
        const auto moved = change.moved[i];
        const bool is_moved = moved != none;
        if (!is_temporary(a) && !is_moved) {
            const auto guest = change.guests[i];
            add(lasting, std::max(size_of(a, change), guest == none ? 0 : size_of(guest, change)));
        } else if (is_moved || others_change) {
            if (rows_.has.ranges) add_temporaries(a, moved, change, temporaries);
        }
    }
    for (const auto& [line, when] : change.extras) {
        const auto size = size_of(line, change);
        for (const auto& [start, last] : when) {
            temporaries.push_back({start, size});
            temporaries.push_back({last + 1, -size});
        }
    }
    add(lasting, peak_of(summed(std::move(temporaries))).bytes);
    return lasting;
}

} // namespace ballast::analyse
