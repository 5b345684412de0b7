#include "analyse/occupancy.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

namespace ballast::analyse {

namespace {

// What is taken off again must be what was put in, so that only the result stays at the limit.
__extension__ using wide_sum = __int128;

// The length of the union of intervals between known edges, which are put in and taken out.
class covered {
public:
    explicit covered(std::vector<std::int64_t> edges) : edges_(std::move(edges)), nodes_(4 * edges_.size()) {}

    void change(std::int64_t begin, std::int64_t end, std::int32_t by)
    {
        const auto at = [&](std::int64_t edge) {
            return static_cast<std::size_t>(std::ranges::lower_bound(edges_, edge) - edges_.begin());
        };
        change(1, 0, edges_.size() - 1, at(begin), at(end), by);
    }
    [[nodiscard]] std::int64_t length() const { return nodes_[1].length; }

private:
    struct node {
        std::int64_t length = 0; // covered below it, or by it
        std::int32_t whole = 0;  // intervals that cover all of it
    };
    // A node stands for the edges from `low` to `high`. Its depth is the logarithm of their number.
    void change(std::size_t i, std::size_t low, std::size_t high, std::size_t from, std::size_t to, std::int32_t by)
    {
        auto& here = nodes_[i];
        if (from <= low && high <= to) {
            here.whole += by;
        } else {
            const auto middle = low + (high - low) / 2;
            if (from < middle) change(2 * i, low, middle, from, to, by);
            if (to > middle) change(2 * i + 1, middle, high, from, to, by);
        }
        if (here.whole > 0)
            here.length = edges_[high] - edges_[low];
        else
            here.length = high - low == 1 ? 0 : nodes_[2 * i].length + nodes_[2 * i + 1].length;
    }

    std::vector<std::int64_t> edges_;
    std::vector<node> nodes_;
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
    struct event {
        std::int64_t tick;
        std::size_t which;
        std::int32_t by;
    };
    std::vector<event> events;
    edges.reserve(2 * stays.size());
    events.reserve(2 * stays.size());
    for (std::size_t i = 0; i < stays.size(); ++i) {
        edges.push_back(stays[i].begin);
        edges.push_back(stays[i].end);
        events.push_back({stays[i].start, i, 1});
        events.push_back({stays[i].last + 1, i, -1});
    }
    std::ranges::sort(edges);
    const auto rest = std::ranges::unique(edges);
    edges.erase(rest.begin(), rest.end());
    std::ranges::sort(events, {}, &event::tick);
    covered in_use(std::move(edges));
    std::int64_t before = 0;
    std::int64_t most = 0;
    for (std::size_t i = 0; i < events.size();) {
        const auto tick = events[i].tick;
        for (; i < events.size() && events[i].tick == tick; ++i)
            in_use.change(stays[events[i].which].begin, stays[events[i].which].end, events[i].by);
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
