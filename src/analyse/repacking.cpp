#include "analyse/repacking.hpp"

#include "analyse/donation.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;

constexpr std::size_t most_placed = 1024;
constexpr std::size_t most_moved = 256; // temporaries of an arena, and others, for which a new place is looked for
constexpr std::size_t most_hosts = 64;
constexpr std::int64_t usual_alignment = 64;
constexpr std::int64_t largest_alignment = 1 << 16;

std::int64_t sum_of(std::int64_t a, std::int64_t b)
{
    add(a, b);
    return a;
}

std::int64_t aligned(std::int64_t offset, std::int64_t alignment)
{
    const auto over = offset % alignment;
    return over == 0 ? offset : sum_of(offset, alignment - over);
}

// The size of the heap after the blocks are placed in their order.
std::int64_t placed_size(std::span<const heap_block> blocks, std::int64_t alignment)
{
    struct placed {
        std::int64_t offset;
        const heap_block* block;
    };
    std::vector<placed> all; // by offset
    std::int64_t size = 0;
    for (const auto& b : blocks) {
        std::int64_t free = 0; // the end of all blocks so far that are live with this one
        std::int64_t best = std::numeric_limits<std::int64_t>::max();
        std::optional<std::int64_t> found;
        for (const auto& other : all) {
            if (!b.meets(*other.block)) continue;
            const auto gap = other.offset - free;
            if (gap >= b.size && gap < best) {
                best = gap;
                found = free;
            }
            free = std::max(free, aligned(sum_of(other.offset, other.block->size), alignment));
        }
        const auto offset = found.value_or(free);
        const auto after = std::ranges::upper_bound(all, offset, {}, &placed::offset);
        all.insert(after, {offset, &b});
        size = std::max(size, sum_of(offset, b.size));
    }
    return size;
}

} // namespace

std::int64_t packed_size(std::span<const heap_block> blocks, std::int64_t alignment)
{
    std::vector<heap_block> sorted(blocks.begin(), blocks.end());
    std::erase_if(sorted, [](const heap_block& b) { return b.size <= 0; });
    const auto time = [](const heap_block& b) { return b.last - b.start; };
    std::ranges::stable_sort(sorted, {}, [&](const heap_block& b) { return std::tuple(-b.size, -time(b), b.start); });
    std::int64_t rest = 0;
    if (sorted.size() > most_placed) {
        changes small;
        for (const auto& b : std::span(sorted).subspan(most_placed)) {
            small.push_back({b.start, b.size});
            small.push_back({sum_of(b.last, 1), -b.size});
        }
        rest = peak_of(summed(std::move(small))).bytes;
        sorted.resize(most_placed);
    }
    const auto by_size = placed_size(sorted, alignment);
    std::ranges::stable_sort(sorted, {}, [&](const heap_block& b) { return std::tuple(-time(b), -b.size, b.start); });
    return sum_of(std::min(by_size, placed_size(sorted, alignment)), rest);
}

repacked_memory::repacked_memory(module& of, const space_memory& space, fusions_by by)
    : of_(of), rows_(of.rows()), space_(space), overwrites_(of, by)
{
    for (number i = 0; i < rows_.allocations.size(); ++i) {
        const auto& a = rows_.allocations[i];
        if (!is_here(a) || !a.arena || !rows_.has.ranges) continue;
        std::int64_t offsets = 0;
        for (auto line = a.first_line; line < a.first_line + a.lines; ++line) offsets |= rows_.lines[line].offset;
        const auto alignment = offsets <= 0 ? usual_alignment : std::min(offsets & -offsets, largest_alignment);
        arenas_.push_back({i, alignment, clusters_of(a, {}, {})});
    }
    before_ = total_with({});
}

// Values at one offset are in one cluster if their live ranges overlap, or if a loop carries them; `in_place` also if
// one begins where another ends.
std::vector<repacked_memory::cluster> repacked_memory::clusters_of(const model::allocation_row& a,
                                                                   const settled_change& change, const lines& without,
                                                                   bool in_place) const
{
    auto all = change.intervals_in(rows_, a, of_.steps());
    std::erase_if(all, [&](const interval& s) { return std::ranges::binary_search(without, s.line); });
    std::ranges::sort(all, {}, [](const interval& s) { return std::tuple(s.begin, s.start, s.last, s.line); });
    std::vector<cluster> result;
    const interval* last = nullptr;
    for (const auto& s : all) {
        const auto phi = [&](const interval& i) { return rows_.lines[i.line].value.phi; };
        const auto size = s.end - s.begin;
        const bool same =
            last && last->begin == s.begin &&
            (s.start < result.back().last + (in_place ? 1 : 0) || (phi(*last) && phi(s) && size == result.back().size));
        if (!same) {
            result.push_back({{size, s.start, s.last}, s.line, s.line});
        } else {
            auto& c = result.back();
            c.size = std::max(c.size, size);
            if (s.last > c.last) {
                c.last = s.last;
                c.last_line = s.line;
            }
        }
        last = &s;
    }
    std::ranges::stable_sort(result, {}, [](const cluster& c) { return std::tuple(-c.size, c.start); });
    return result;
}

std::vector<repacked_memory::arena> repacked_memory::arenas_with(const settled_change& change) const
{
    auto result = arenas_;
    if (!change.sizes.empty() || !change.gaps.empty())
        for (auto& its : result) its.clusters = clusters_of(rows_.allocations[its.allocation], change, {});
    if (result.empty()) result.push_back({none, usual_alignment, {}});
    for (const auto& [line, when] : change.extras) {
        const auto size = change.size_of(rows_, line);
        for (const auto& [start, last] : when) result.front().clusters.push_back({{size, start, last}, line, line});
    }
    return result;
}

// The allocations that temporaries may use; the temporaries that lose their place are appended to `homeless`.
std::vector<repacked_memory::host> repacked_memory::hosts_with(const settled_change& change,
                                                               std::vector<cluster>& homeless) const
{
    std::vector<host> result;
    if (change.moved.empty() || !rows_.has.ranges) return result;
    std::map<number, host> donated; // by the line of the result
    for (const auto& [argument, line] : change.guests) {
        const auto& a = rows_.allocations[argument];
        if (!is_here(a)) continue;
        auto& its = donated[line];
        its.size = a.size;
        its.donated = true;
        const auto last = last_read_of(of_, rows_.lines[a.first_line]);
        its.used.push_back({{a.size, 0, std::max<std::int64_t>(last, 0)}, a.first_line, a.first_line});
    }
    for (const auto& [moved, line] : change.moved) {
        const auto& a = rows_.allocations[moved];
        if (!is_here(a)) continue;
        const auto group = result_group_of(of_, a, line);
        const auto found = donated.find(line);
        if (found != donated.end()) {
            auto& used = found->second.used;
            // It is copied there after its time elsewhere, or written after the argument is read.
            const auto extra = change.extras.find(line);
            const bool stays = extra == change.extras.end() || extra->second.empty();
            const auto start = stays ? std::max(group.start, used.front().last) : extra->second.rbegin()->second;
            used.push_back({{a.size, start, of_.steps()}, group.first, line});
        }
        if (a.lines > 1)
            for (auto& c : clusters_of(a, change, group.lines, false)) homeless.push_back(c);
    }
    for (auto& [line, its] : donated) result.push_back(std::move(its));
    if (!homeless.empty())
        for (number i = 0; i < rows_.allocations.size() && result.size() < donated.size() + most_hosts; ++i) {
            const auto& a = rows_.allocations[i];
            if (is_here(a) && a.live_out && !change.moved.contains(i) && a.size >= homeless.front().size)
                result.push_back({a.size, clusters_of(a, change, {})});
        }
    std::ranges::stable_sort(result, {}, &host::size);
    return result;
}

// True if a cluster may begin at the step at which another ends, in its memory.
bool repacked_memory::may_follow(const cluster& before, const cluster& after)
{
    const auto row = of_.defined_by(rows_.lines[after.first_line]);
    return overwrites_(row, before.last_line) == overwriting::possible;
}

bool repacked_memory::is_hosted(const cluster& which, std::vector<host>& hosts, bool only_donated)
{
    for (auto& h : hosts) {
        if (h.size < which.size || (only_donated && !h.donated)) continue;
        const bool fits = std::ranges::all_of(h.used, [&](const cluster& other) {
            if (!which.meets(other)) return true;
            if (which.last == other.start && which.start < other.start) return may_follow(which, other);
            return other.last == which.start && other.start < which.start && may_follow(other, which);
        });
        if (!fits) continue;
        h.used.push_back(which);
        return true;
    }
    return false;
}

// As XLA does it: temporaries go into allocations of results and donated arguments, the largest first; the others into
// the arena, in the memory of an operand if they may overwrite it. Those that are in the arena now fit no other
// allocation that was there before.
void repacked_memory::place(std::vector<cluster>& homeless, std::vector<host>& hosts, std::vector<arena>& arenas)
{
    struct candidate {
        cluster* which;
        arena* in; // null if it has no place
    };
    std::vector<candidate> all;
    for (auto& c : homeless) all.push_back({&c, nullptr});
    for (auto& its : arenas)
        for (auto& c : std::span(its.clusters).first(hosts.empty() ? 0 : std::min(its.clusters.size(), most_moved)))
            all.push_back({&c, &its});
    std::ranges::stable_sort(all, {}, [](const candidate& c) { return std::tuple(-c.which->size, c.which->start); });
    std::vector<cluster> rest;
    std::size_t moved = 0;
    for (const auto& [which, in] : all) {
        const bool hosted = (in || ++moved <= most_moved) && is_hosted(*which, hosts, in != nullptr);
        if (hosted && in) which->last = which->start - 1;
        if (!hosted && !in) rest.push_back(*which);
    }
    auto& clusters = arenas.front().clusters;
    const auto sorted = arenas_.empty() ? 0 : std::min(clusters.size(), arenas_.front().clusters.size());
    for (std::size_t i = 0; i < rest.size(); ++i)
        if (i >= most_moved || !is_joined(rest[i], clusters, sorted)) clusters.push_back(rest[i]);
}

// Looks for a cluster that overwrites this one, or that this one overwrites; `sorted` are sorted by size.
bool repacked_memory::is_joined(const cluster& homeless, std::vector<cluster>& clusters, std::size_t sorted)
{
    const auto joined = [&](cluster& c) {
        if (c.size != homeless.size || c.last < c.start) return false;
        if (c.start == homeless.last && homeless.start < c.start && may_follow(homeless, c)) {
            c.start = homeless.start;
            c.first_line = homeless.first_line;
            return true;
        }
        if (c.last == homeless.start && c.start < homeless.start && may_follow(c, homeless)) {
            c.last = homeless.last;
            c.last_line = homeless.last_line;
            return true;
        }
        return false;
    };
    const std::span all(clusters);
    const auto alike =
        std::ranges::equal_range(all.first(sorted), -homeless.size, {}, [](const cluster& c) { return -c.size; });
    return std::ranges::any_of(alike, joined) || std::ranges::any_of(all.subspan(sorted), joined);
}

std::int64_t repacked_memory::total_with(const settled_change& change)
{
    std::int64_t total = 0;
    for (number i = 0; i < rows_.allocations.size(); ++i) {
        const auto& a = rows_.allocations[i];
        if (!is_here(a) || change.moved.contains(i) || (a.arena && rows_.has.ranges)) continue;
        const auto guest = change.guests[i];
        add(total, std::max(change.size_of(rows_, a), guest == none ? 0 : change.size_of(rows_, guest)));
    }
    auto arenas = arenas_with(change);
    std::vector<cluster> homeless;
    auto hosts = hosts_with(change, homeless);
    place(homeless, hosts, arenas);
    for (const auto& its : arenas) {
        std::vector<heap_block> blocks;
        blocks.reserve(its.clusters.size());
        for (const auto& c : its.clusters)
            if (c.start <= c.last) blocks.push_back(c);
        add(total, packed_size(blocks, its.alignment));
    }
    return total;
}

} // namespace ballast::analyse
