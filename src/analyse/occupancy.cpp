#include "analyse/occupancy.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace ballast::analyse {

namespace {

// Wider than 64 bits, so that only the result saturates: the amounts that are added are later subtracted.
__extension__ using wide_sum = __int128;

// The length of the union of intervals between known edges; intervals are added and removed. The gaps between edges are
// grouped into blocks, the leaves of a tree. Coverage of a whole block is counted in the tree, the rest by gap.
class covered {
public:
    using edge = std::uint32_t; // its index among the edges

    // At least two edges, ascending.
    explicit covered(std::vector<std::int64_t> edges)
        : edges_(std::move(edges)),
          counts_(edges_.size() - 1),
          blocks_((counts_.size() + block - 1) / block),
          leaves_(std::bit_ceil(blocks_)),
          by_gaps_(blocks_),
          lengths_(2 * leaves_),
          wholes_(2 * leaves_)
    {
    }

    [[nodiscard]] edge edge_at(std::int64_t where) const
    {
        return static_cast<edge>(std::ranges::lower_bound(edges_, where) - edges_.begin());
    }
    void change(edge begin, edge end, std::int32_t by)
    {
        std::size_t first = begin / block;
        const std::size_t last = end / block;
        if (first == last) return change_gaps(first, begin, end, by);
        if (begin % block != 0) {
            change_gaps(first, begin, (first + 1) * block, by);
            ++first;
        }
        if (end % block != 0) change_gaps(last, last * block, end, by);
        if (first < last) change_blocks(first, last, by);
    }
    [[nodiscard]] std::int64_t length() const { return lengths_[1]; }

private:
    static constexpr std::size_t block = 16;

    void change_gaps(std::size_t in, std::size_t begin, std::size_t end, std::int32_t by)
    {
        for (auto i = begin; i < end; ++i) {
            const auto length = edges_[i + 1] - edges_[i];
            const bool before = counts_[i] > 0;
            counts_[i] += by;
            const bool after = counts_[i] > 0;
            by_gaps_[in] += after == before ? 0 : after ? length : -length;
        }
        for (auto i = leaves_ + in; i != 0; i /= 2) look_again(i);
    }
    void change_blocks(std::size_t begin, std::size_t end, std::int32_t by)
    {
        const auto change = [&](std::size_t i) {
            wholes_[i] += by;
            look_again(i);
        };
        auto low = begin + leaves_;
        auto high = end + leaves_;
        for (; low < high; low /= 2, high /= 2) {
            if (low % 2 == 1) change(low++);
            if (high % 2 == 1) change(--high);
        }
        for (auto i = (begin + leaves_) / 2; i != 0; i /= 2) look_again(i);
        for (auto i = (end - 1 + leaves_) / 2; i != 0; i /= 2) look_again(i);
    }
    void look_again(std::size_t i)
    {
        if (wholes_[i] > 0) {
            const auto blocks_below = leaves_ / std::bit_floor(i);
            const auto first = i * blocks_below - leaves_;
            lengths_[i] = edge_of(first + blocks_below) - edge_of(first);
        } else if (i < leaves_) {
            lengths_[i] = lengths_[2 * i] + lengths_[2 * i + 1];
        } else {
            lengths_[i] = by_gaps_[i - leaves_];
        }
    }
    // The start of a block; the last blocks may be partial or absent.
    [[nodiscard]] std::int64_t edge_of(std::size_t which) const
    {
        return edges_[std::min(which * block, counts_.size())];
    }

    std::vector<std::int64_t> edges_;
    std::vector<std::int32_t> counts_; // intervals that cover a gap but not all of its block
    std::size_t blocks_;
    std::size_t leaves_;                // a power of two
    std::vector<std::int64_t> by_gaps_; // by block: the length covered by gaps alone
    std::vector<std::int64_t> lengths_; // length covered by a node or below it
    std::vector<std::int32_t> wholes_;  // intervals that cover all of a node
};

// Appends the changes of the covered bytes, in order of time, and returns the maximum. Each interval is requested
// twice, so that it need not be stored.
template <typename Tick>
std::int64_t sweep(std::size_t count, const auto& bytes_of, const auto& steps_of, auto& to)
{
    struct arrival {
        Tick step;
        std::uint32_t which;
    };
    struct living {
        Tick end; // the first step without it
        covered::edge from;
        covered::edge to;

        bool operator>(const living& other) const { return end > other.end; }
    };
    std::vector<std::int64_t> edges;
    edges.reserve(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto [begin, end] = bytes_of(i);
        edges.push_back(begin);
        edges.push_back(end);
    }
    std::ranges::sort(edges);
    const auto rest = std::ranges::unique(edges);
    edges.erase(rest.begin(), rest.end());
    edges.shrink_to_fit();
    covered in_use(std::move(edges));
    std::vector<arrival> coming;
    coming.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) coming.push_back({static_cast<Tick>(steps_of(i).first), i});
    std::ranges::sort(coming, {}, &arrival::step);
    std::priority_queue<living, std::vector<living>, std::greater<>> alive;
    std::int64_t before = 0;
    std::int64_t most = 0;
    for (std::size_t next = 0; next < coming.size() || !alive.empty();) {
        const bool ends_first = next == coming.size() || (!alive.empty() && alive.top().end < coming[next].step);
        const auto step = ends_first ? alive.top().end : coming[next].step;
        for (; next < coming.size() && coming[next].step == step; ++next) {
            const auto which = coming[next].which;
            const auto [begin, end] = bytes_of(which);
            const living added{static_cast<Tick>(steps_of(which).second + 1), in_use.edge_at(begin),
                               in_use.edge_at(end)};
            in_use.change(added.from, added.to, 1);
            alive.push(added);
        }
        for (; !alive.empty() && alive.top().end == step; alive.pop())
            in_use.change(alive.top().from, alive.top().to, -1);
        const auto now = in_use.length();
        if (now != before) to.push_back({static_cast<std::int64_t>(step), now - before});
        most = std::max(most, now);
        before = now;
    }
    return most;
}

// A schedule step usually fits into half of 64 bits.
std::int64_t swept(std::size_t count, std::int64_t last, const auto& bytes_of, const auto& steps_of, auto& to)
{
    if (last < std::numeric_limits<std::uint32_t>::max()) return sweep<std::uint32_t>(count, bytes_of, steps_of, to);
    return sweep<std::int64_t>(count, bytes_of, steps_of, to);
}

std::int64_t add_only(const interval& only, auto& to)
{
    to.push_back({only.start, only.end - only.begin});
    to.push_back({only.last + 1, only.begin - only.end});
    return only.end - only.begin;
}

// A value during its live range; without bytes if it has none.
interval interval_of(const model::rows& rows, model::number which, std::int64_t steps)
{
    const auto line = rows.lines[which];
    const auto range = rows.values[rows.value_of(line.value.id)].range;
    if (range == model::none || line.size <= 0) return {};
    const auto r = rows.ranges[range];
    const auto last = std::min(r.end, steps - 1);
    if (line.offset >= line.end() || r.start < 0 || r.start > last) return {};
    return {line.offset, line.end(), r.start, last, which};
}

std::int64_t limited(wide_sum sum)
{
    return static_cast<std::int64_t>(std::min<wide_sum>(sum, std::numeric_limits<std::int64_t>::max()));
}

std::int64_t add_changes_of(const model::rows& rows, const model::allocation_row& of, std::int64_t steps, auto& to)
{
    std::vector<model::number> lines;
    if (of.lines > 1) lines.reserve(of.lines);
    for (auto i = of.first_line; i < of.first_line + of.lines; ++i)
        if (interval_of(rows, i, steps).line != model::none) lines.push_back(i);
    if (lines.empty()) return 0;
    if (lines.size() == 1) return add_only(interval_of(rows, lines.front(), steps), to);
    return swept(
        lines.size(), steps,
        [&](std::size_t i) {
            const auto line = rows.lines[lines[i]];
            return std::pair(line.offset, line.end());
        },
        [&](std::size_t i) {
            const auto found = interval_of(rows, lines[i], steps);
            return std::pair(found.start, found.last);
        },
        to);
}

} // namespace

std::optional<std::int64_t> last_step_of(const model::rows& rows, model::number line)
{
    const auto range = rows.values[rows.value_of(rows.lines[line].value.id)].range;
    return range == model::none ? std::nullopt : std::optional(rows.ranges[range].end);
}

std::vector<interval> intervals_in(const model::rows& rows, const model::allocation_row& of, std::int64_t steps)
{
    std::vector<interval> result;
    for (auto i = of.first_line; i < of.first_line + of.lines; ++i)
        if (const auto found = interval_of(rows, i, steps); found.line != model::none) result.push_back(found);
    return result;
}

std::int64_t add_changes(std::span<const interval> intervals, changes& to)
{
    if (intervals.empty()) return 0;
    if (intervals.size() == 1) return add_only(intervals.front(), to);
    return swept(
        intervals.size(), std::ranges::max(intervals, {}, &interval::last).last,
        [&](std::size_t i) { return std::pair(intervals[i].begin, intervals[i].end); },
        [&](std::size_t i) { return std::pair(intervals[i].start, intervals[i].last); }, to);
}

std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps, changes& to)
{
    return add_changes_of(rows, of, steps, to);
}

std::int64_t add_changes(const model::rows& rows, const model::allocation_row& of, std::int64_t steps,
                         changes_by_step& to)
{
    return add_changes_of(rows, of, steps, to);
}

std::vector<part> parts_at(const model::rows& rows, std::span<const interval> intervals, std::int64_t step)
{
    std::vector<const interval*> living;
    for (const auto& s : intervals)
        if (s.start <= step && step <= s.last) living.push_back(&s);
    std::ranges::sort(living, {}, [&](const interval* s) {
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

std::vector<use_from> summed(changes all)
{
    std::ranges::sort(all.begin(), all.end(), {}, &change::step);
    std::vector<use_from> result;
    wide_sum sum = 0;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < all.size();) {
        const auto step = all[i].step;
        for (; i < all.size() && all[i].step == step; ++i) sum += all[i].bytes;
        const auto now = limited(sum);
        if (now != before) result.push_back({step, now});
        before = now;
    }
    return result;
}

moments moments_of(std::initializer_list<const changes_by_step*> lists, std::int64_t step)
{
    moments result;
    wide_sum sum = 0;
    for (std::size_t i = 0; i < (*lists.begin())->size(); ++i) {
        for (const auto* list : lists) sum += (*list)[i];
        const auto now = limited(sum);
        const auto here = static_cast<std::int64_t>(i);
        if (now > result.peak.bytes) result.peak = {now, here};
        if (here <= step) result.then = now;
    }
    return result;
}

memory_peak peak_of(std::span<const use_from> uses)
{
    memory_peak result;
    for (const auto& use : uses)
        if (use.bytes > result.bytes) result = {use.bytes, use.step};
    return result;
}

std::int64_t bytes_at(std::span<const use_from> uses, std::int64_t step)
{
    const auto after = std::ranges::upper_bound(uses, step, {}, &use_from::step);
    return after == uses.begin() ? 0 : std::prev(after)->bytes;
}

} // namespace ballast::analyse
