#include "analyse/occupancy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace ballast::analyse {

namespace {

// What is taken off again must be what was put in, so that only the result stays at the limit.
__extension__ using wide_sum = __int128;

// The length of the union of intervals between known edges, which are put in and taken out.
class covered {
public:
    // At least two edges, ascending.
    explicit covered(std::vector<std::int64_t> edges)
        : edges_(std::move(edges)), lengths_(2 * edges_.size()), wholes_(2 * edges_.size())
    {
    }

    void change(std::int64_t begin, std::int64_t end, std::int32_t by)
    {
        const auto at = [&](std::int64_t edge) {
            return static_cast<std::size_t>(std::ranges::lower_bound(edges_, edge) - edges_.begin());
        };
        change(0, 0, edges_.size() - 1, at(begin), at(end), by);
    }
    [[nodiscard]] std::int64_t length() const { return lengths_[0]; }

private:
    // A node stands for the gaps between the edges from `low` to `high`: behind it are those of its lower half, one
    // less than twice as many as there are gaps, then those of its upper half. Its depth is the logarithm of their
    // number.
    void change(std::size_t i, std::size_t low, std::size_t high, std::size_t from, std::size_t to, std::int32_t by)
    {
        const auto middle = low + (high - low) / 2;
        const auto lower = i + 1;
        const auto upper = i + 2 * (middle - low);
        if (from <= low && high <= to) {
            wholes_[i] += by;
        } else {
            if (from < middle) change(lower, low, middle, from, to, by);
            if (to > middle) change(upper, middle, high, from, to, by);
        }
        if (wholes_[i] > 0)
            lengths_[i] = edges_[high] - edges_[low];
        else
            lengths_[i] = high - low == 1 ? 0 : lengths_[lower] + lengths_[upper];
    }

    std::vector<std::int64_t> edges_;
    std::vector<std::int64_t> lengths_; // covered below a node, or by it
    std::vector<std::int32_t> wholes_;  // intervals that cover all of a node
};

} // namespace

std::vector<stay> stays_in(const model::rows& rows, const model::allocation_row& of, std::int64_t ticks)
{
    std::vector<stay> result;
    for (model::number i = of.first_line; i < of.first_line + of.lines; ++i) {
        const auto& line = rows.lines[i];
        const auto range = rows.values[rows.value_of(line.value.id)].range;
        if (range == model::none || line.size <= 0) continue;
        const auto& r = rows.ranges[range];
        const auto last = std::min(r.end, ticks - 1);
        std::int64_t end = 0;
        if (__builtin_add_overflow(line.offset, line.size, &end)) end = std::numeric_limits<std::int64_t>::max();
        if (line.offset < end && r.start >= 0 && r.start <= last)
            result.push_back({line.offset, end, r.start, last, i});
    }
    return result;
}

std::int64_t add_changes(std::span<const stay> stays, std::vector<change>& to)
{
    if (stays.empty()) return 0;
    if (stays.size() == 1) {
        const auto& only = stays.front();
        to.push_back({only.start, only.end - only.begin});
        to.push_back({only.last + 1, only.begin - only.end});
        return only.end - only.begin;
    }
    std::vector<std::int64_t> edges;
    edges.reserve(2 * stays.size());
    for (const auto& s : stays) {
        edges.push_back(s.begin);
        edges.push_back(s.end);
    }
    std::ranges::sort(edges);
    const auto rest = std::ranges::unique(edges);
    edges.erase(rest.begin(), rest.end());
    const auto in_order_of = [&](std::int64_t stay::* tick) {
        std::vector<std::uint32_t> order(stays.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, {}, [&](std::uint32_t i) { return stays[i].*tick; });
        return order;
    };
    const auto coming = in_order_of(&stay::start);
    const auto going = in_order_of(&stay::last);
    covered in_use(std::move(edges));
    std::int64_t before = 0;
    std::int64_t most = 0;
    for (std::size_t in = 0, out = 0; out < going.size();) {
        const auto leaves = stays[going[out]].last + 1;
        const auto tick = in < coming.size() ? std::min(stays[coming[in]].start, leaves) : leaves;
        for (; in < coming.size() && stays[coming[in]].start == tick; ++in)
            in_use.change(stays[coming[in]].begin, stays[coming[in]].end, 1);
        for (; out < going.size() && stays[going[out]].last + 1 == tick; ++out)
            in_use.change(stays[going[out]].begin, stays[going[out]].end, -1);
        const auto now = in_use.length();
        if (now != before) to.push_back({tick, now - before});
        most = std::max(most, now);
        before = now;
    }
    return most;
}

std::vector<part> parts_at(const model::rows& rows, std::span<const stay> stays, std::int64_t tick)
{
    std::vector<const stay*> living;
    for (const auto& s : stays)
        if (s.start <= tick && tick <= s.last) living.push_back(&s);
    std::ranges::sort(living, {}, [&](const stay* s) {
        return std::tuple(s->begin - s->end, rows.lines[s->line].value.id, s->line);
    });
    std::vector<part> result;
    std::map<std::int64_t, std::int64_t> taken; // from, to: apart from each other
    for (const auto* s : living) {
        auto bytes = s->end - s->begin;
        auto begin = s->begin;
        auto end = s->end;
        auto next = taken.upper_bound(begin);
        if (next != taken.begin())
            if (const auto before = std::prev(next); before->second >= begin) next = before;
        while (next != taken.end() && next->first <= end) {
            bytes -= std::max<std::int64_t>(0, std::min(s->end, next->second) - std::max(s->begin, next->first));
            begin = std::min(begin, next->first);
            end = std::max(end, next->second);
            next = taken.erase(next);
        }
        taken.emplace(begin, end);
        result.push_back({s->line, bytes});
    }
    return result;
}

std::vector<use_from> summed(std::vector<change> changes)
{
    std::ranges::sort(changes, {}, &change::tick);
    std::vector<use_from> result;
    wide_sum sum = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < changes.size();) {
        const auto tick = changes[i].tick;
        for (; i < changes.size() && changes[i].tick == tick; ++i) sum += changes[i].bytes;
        const auto now = static_cast<std::int64_t>(std::min<wide_sum>(sum, std::numeric_limits<std::int64_t>::max()));
        if (now != before) result.push_back({tick, now});
        before = now;
    }
    return result;
}

fullest_moment fullest_of(std::span<const use_from> uses)
{
    fullest_moment result;
    for (const auto& use : uses)
        if (use.bytes > result.bytes) result = {use.bytes, use.tick};
    return result;
}

std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t tick)
{
    const auto after = std::ranges::upper_bound(uses, tick, {}, &use_from::tick);
    return after == uses.begin() ? 0 : std::prev(after)->bytes;
}

} // namespace ballast::analyse
