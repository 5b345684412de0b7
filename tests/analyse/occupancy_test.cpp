// The bytes of an allocation in use, and their owners, compared with a count of every byte at every step.
#include "analyse/occupancy.hpp"
#include "base/random_source.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

namespace ballast::tests {

namespace {

using analyse::interval;
using analyse::part;

constexpr std::int64_t arena_bytes = 40;
constexpr std::int64_t last_step = 11;

// Values anywhere in the arena, at any time: they share bytes, begin where others end, or have the same place.
struct small_arena {
    model::rows rows;
    std::vector<interval> intervals;

    explicit small_arena(random_source& from)
    {
        const auto count = from.below(10);
        std::vector<std::int64_t> ids;
        for (std::uint64_t i = 0; i < count; ++i) ids.push_back(static_cast<std::int64_t>(i) * 3);
        for (std::size_t i = 0; i < count; ++i) {
            std::swap(ids[i], ids[i + from.below(count - i)]);
            const auto begin = from.between(0, arena_bytes - 1);
            const auto end = from.between(begin + 1, arena_bytes);
            const auto start = from.between(0, last_step);
            const auto last = from.between(start, last_step);
            add(begin, end, start, last, ids[i]);
            // Every other value has the size and often the place of the one before.
            if (i % 2 == 1) {
                auto& here = intervals[i];
                const auto& before = intervals[i - 1];
                const auto size = before.end - before.begin;
                here.begin = from.chance(2) ? before.begin : from.between(0, arena_bytes - size);
                here.end = here.begin + size;
            }
        }
    }
    small_arena() = default;

    void add(std::int64_t begin, std::int64_t end, std::int64_t start, std::int64_t last, std::int64_t id)
    {
        intervals.push_back({begin, end, start, last, static_cast<model::number>(rows.lines.size())});
        model::line_row line;
        line.value.id = id;
        rows.lines.push_back(line);
    }
};

bool lives_at(const interval& s, std::int64_t step) { return s.start <= step && step <= s.last; }

std::int64_t bytes_in_use(const std::vector<interval>& intervals, std::int64_t step)
{
    std::int64_t result = 0;
    for (std::int64_t byte = 0; byte < arena_bytes; ++byte)
        result += std::ranges::any_of(
            intervals, [&](const interval& s) { return lives_at(s, step) && s.begin <= byte && byte < s.end; });
    return result;
}

// The owner of each byte: of the values that have it, the largest, then the one with the lowest id.
std::vector<std::pair<model::number, std::int64_t>> owners(const small_arena& arena, std::int64_t step)
{
    const auto before = [&](const interval& a, const interval& b) {
        return std::tuple(b.end - b.begin, arena.rows.lines[a.line].value.id) <
               std::tuple(a.end - a.begin, arena.rows.lines[b.line].value.id);
    };
    std::vector<interval> living;
    for (const auto& s : arena.intervals)
        if (lives_at(s, step)) living.push_back(s);
    std::ranges::sort(living, before);
    std::vector<std::pair<model::number, std::int64_t>> result;
    for (const auto& s : living) result.emplace_back(s.line, 0);
    for (std::int64_t byte = 0; byte < arena_bytes; ++byte)
        for (std::size_t i = 0; i < living.size(); ++i)
            if (living[i].begin <= byte && byte < living[i].end) {
                ++result[i].second;
                break;
            }
    return result;
}

std::vector<std::pair<model::number, std::int64_t>> parts(const small_arena& arena, std::int64_t step)
{
    std::vector<std::pair<model::number, std::int64_t>> result;
    for (const auto& p : parts_at(arena.rows, arena.intervals, step)) result.emplace_back(p.line, p.bytes);
    return result;
}

struct told_changes {
    std::int64_t most = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> changes;

    bool operator==(const told_changes&) const = default;
};
told_changes changes_of(const std::vector<interval>& intervals)
{
    analyse::changes changes;
    told_changes result;
    result.most = add_changes(intervals, changes);
    for (const auto& c : changes) result.changes.emplace_back(c.step, c.bytes);
    return result;
}

// The place and the live range of a value: first and last byte, first and last step.
using lifetime = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

// The intervals in an allocation of these values, by their sizes and offsets: `a`, `b` and so on.
std::vector<lifetime> stays_of(const std::vector<std::pair<std::int64_t, std::int64_t>>& values,
                               const std::string& ranges, std::int64_t steps)
{
    std::string lines;
    std::string entries;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto name = fmt::format("<{} {} @0>", i, static_cast<char>('a' + i));
        lines += fmt::format(" value: {} (size={},offset={}): s8[16]{{0}}\n", name, values[i].first, values[i].second);
        entries += fmt::format("{}\n positions:\n  {}\n uses:\n", name, static_cast<char>('a' + i));
    }
    // No value is live at the peak, which has no rows.
    const auto read = accepted(fmt::format("BufferAssignment:\nallocation 0: 0x1, size 64, preallocated-temp:\n{}\n"
                                           "Total bytes used: 64 (64B)\n\nUsed values:\n{}\n\nHloLiveRange (max 8):\n"
                                           "  InstructionSequence:\n  BufferLiveRange:\n{}"
                                           "  Live ranges at 99 (peak):\n",
                                           lines, entries, ranges));
    model::builder records(read.text());
    records.add(read.dump());
    const auto rows = records.finish();
    std::vector<lifetime> result;
    for (const auto& s : analyse::intervals_in(rows, rows.allocations.front(), steps))
        result.emplace_back(s.begin, s.end, s.start, s.last);
    return result;
}

} // namespace

TEST(Occupancy, IsTheCountOfBytesAtEveryTick)
{
    std::size_t overlaps = 0;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        SCOPED_TRACE(seed);
        random_source from(seed);
        const small_arena arena(from);
        analyse::changes changes;
        changes.push_back({-7, 3}); // never freed
        const auto most = add_changes(arena.intervals, changes);
        ASSERT_EQ(std::pair(changes[0].step, changes[0].bytes), std::pair(std::int64_t{-7}, std::int64_t{3}));
        std::int64_t now = 0;
        std::int64_t expected_most = 0;
        std::size_t next = 1;
        for (std::int64_t step = 0; step <= last_step + 1; ++step) {
            // At most one change per step, and none without effect.
            if (next < changes.size() && changes[next].step == step) {
                ASSERT_NE(changes[next].bytes, 0);
                now += changes[next++].bytes;
            }
            const auto expected = bytes_in_use(arena.intervals, step);
            ASSERT_EQ(now, expected) << "at " << step;
            expected_most = std::max(expected_most, expected);
            std::int64_t sizes = 0;
            for (const auto& s : arena.intervals)
                if (lives_at(s, step)) sizes += s.end - s.begin;
            overlaps += sizes > expected ? 1U : 0U;
        }
        EXPECT_EQ(next, changes.size());
        EXPECT_EQ(now, 0);
        EXPECT_EQ(most, expected_most);
    }
    EXPECT_GT(overlaps, 10000U);
}

// More edges than a block has, intervals that cover whole blocks, and steps of 32 bits and more.
TEST(Occupancy, OfManyValuesIsTheCountOfBytes)
{
    constexpr std::int64_t bytes = 900;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        SCOPED_TRACE(seed);
        random_source from(seed);
        const std::int64_t first = seed % 3 == 0 ? std::int64_t{1} << 40 : seed % 3 == 1 ? 4'294'967'200 : 0;
        const std::int64_t steps = 120;
        std::vector<interval> intervals;
        for (auto i = from.between(2, 300); i > 0; --i) {
            const auto begin = from.between(0, bytes - 1);
            const auto end =
                from.chance(3) ? from.between(begin + 1, bytes) : from.between(begin + 1, std::min(begin + 20, bytes));
            const auto start = from.between(0, steps);
            intervals.push_back({begin, end, first + start, first + from.between(start, steps), 0});
        }
        analyse::changes changes;
        const auto most = add_changes(intervals, changes);
        std::int64_t now = 0;
        std::int64_t expected_most = 0;
        std::size_t next = 0;
        for (auto step = first; step <= first + steps + 1; ++step) {
            if (next < changes.size() && changes[next].step == step) now += changes[next++].bytes;
            std::vector<bool> taken(bytes, false);
            for (const auto& s : intervals)
                if (lives_at(s, step)) std::fill(taken.begin() + s.begin, taken.begin() + s.end, true);
            const auto expected = std::ranges::count(taken, true);
            ASSERT_EQ(now, expected) << "at " << step;
            expected_most = std::max<std::int64_t>(expected_most, expected);
        }
        EXPECT_EQ(next, changes.size());
        EXPECT_EQ(most, expected_most);
    }
}

// Several lists by step give the same result as one list of all changes.
TEST(Occupancy, TellsTheFullestMomentAndAnyOther)
{
    constexpr std::int64_t last = 25;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        random_source from(seed);
        analyse::changes_by_step some(last);
        analyse::changes_by_step others(last);
        analyse::changes all;
        for (auto* const list : {&some, &others}) {
            for (auto i = from.below(12); i > 0; --i) {
                const auto step = from.between(0, last);
                const auto bytes = from.between(0, 9) << from.between(0, 40);
                for (const auto& change : {analyse::change{step, bytes}, analyse::change{last, -bytes}}) {
                    list->push_back(change);
                    all.push_back(change);
                }
            }
            EXPECT_TRUE(list->exact());
        }
        const auto uses = analyse::summed(std::move(all));
        for (std::int64_t step = -1; step <= last + 1; ++step) {
            const auto [highest, then] = analyse::moments_of({&some, &others}, step);
            EXPECT_EQ(then, analyse::bytes_at(uses, step)) << step;
            EXPECT_EQ(highest, analyse::peak_of(uses));
        }
    }
}

TEST(Occupancy, ChangesOfATickThatPassAnyNumberAreNotExact)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    analyse::changes_by_step list(3);
    list.push_back({0, most});
    list.push_back({2, -most});
    list.push_back({2, 5});
    EXPECT_TRUE(list.exact());
    analyse::changes_by_step other(3);
    other.push_back({1, most});
    EXPECT_EQ(analyse::moments_of({&list, &other}, 1).then, most) << "more than 64 bits hold, together";
    EXPECT_EQ(analyse::moments_of({&list, &other}, 3).then, most);
    list.push_back({0, 1});
    EXPECT_FALSE(list.exact());
}

TEST(Occupancy, GivesSharedBytesToTheLargerThenToTheLowerId)
{
    std::size_t left_out = 0; // values of which others leave nothing
    for (std::uint64_t seed = 0; seed < 3000; ++seed) {
        SCOPED_TRACE(seed);
        random_source from(seed);
        const small_arena arena(from);
        for (std::int64_t step = 0; step <= last_step + 1; ++step) {
            const auto found = parts(arena, step);
            ASSERT_EQ(found, owners(arena, step)) << "at " << step;
            std::int64_t sum = 0;
            for (const auto& [line, bytes] : found) {
                sum += bytes;
                left_out += bytes == 0 ? 1U : 0U;
            }
            ASSERT_EQ(sum, bytes_in_use(arena.intervals, step)) << "at " << step;
        }
    }
    EXPECT_GT(left_out, 1000U);
}

TEST(Occupancy, OfNothingIsNothing)
{
    EXPECT_EQ(changes_of({}), told_changes{});
    EXPECT_TRUE(parts(small_arena(), 0).empty());
}

TEST(Occupancy, OfOneValueIsItsSizeWhileItLives)
{
    EXPECT_EQ(changes_of({{8, 24, 2, 4}}), (told_changes{16, {{2, 16}, {5, -16}}}));
    small_arena arena;
    arena.add(8, 24, 2, 4, 7);
    using parts_type = std::vector<std::pair<model::number, std::int64_t>>;
    EXPECT_EQ(parts(arena, 1), parts_type{});
    EXPECT_EQ(parts(arena, 2), (parts_type{{0, 16}}));
    EXPECT_EQ(parts(arena, 4), (parts_type{{0, 16}}));
    EXPECT_EQ(parts(arena, 5), parts_type{});
}

// A value that starts at the last step of another shares that step with it.
TEST(Occupancy, HasBothEndsOfALiveRange)
{
    EXPECT_EQ(changes_of({{0, 10, 0, 3}, {10, 16, 3, 5}}), (told_changes{16, {{0, 10}, {3, 6}, {4, -10}, {6, -6}}}));
    // At the next step it does not, and equal sizes are no change.
    EXPECT_EQ(changes_of({{0, 10, 0, 3}, {10, 16, 4, 5}}), (told_changes{10, {{0, 10}, {4, -4}, {6, -6}}}));
    EXPECT_EQ(changes_of({{0, 10, 0, 3}, {10, 20, 4, 5}}), (told_changes{10, {{0, 10}, {6, -10}}}));
}

// Bytes of an in-place user are counted once.
TEST(Occupancy, CountsSharedBytesOnce)
{
    EXPECT_EQ(changes_of({{0, 10, 0, 3}, {0, 6, 3, 5}}), (told_changes{10, {{0, 10}, {4, -4}, {6, -6}}}));
    EXPECT_EQ(changes_of({{0, 10, 1, 2}, {5, 20, 1, 2}, {30, 32, 2, 2}}),
              (told_changes{22, {{1, 20}, {2, 2}, {3, -22}}}));
}

TEST(Occupancy, OfTheWidestValuesStaysIn64Bits)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(changes_of({{0, most, 0, 1}, {1, most, 1, 2}}),
              (told_changes{most, {{0, most}, {2, -1}, {3, 1 - most}}}));
    small_arena arena;
    arena.add(0, most, 0, 1, 1);
    arena.add(1, most, 1, 2, 0);
    const std::vector<std::pair<model::number, std::int64_t>> expected{{0, most}, {1, 0}};
    EXPECT_EQ(parts(arena, 1), expected);
}

// A value without bytes, without live range or outside the schedule is never in use.
TEST(Occupancy, IsOfValuesThatLiveInTheSchedule)
{
    using lifetimes = std::vector<lifetime>;
    const std::vector<std::pair<std::int64_t, std::int64_t>> values{{16, 0}, {16, 16}, {0, 32}, {16, 32}, {16, 48}};
    const std::string ranges = "    a{}:0-3\n    b{}:3-8\n    c{}:0-8\n    e{}:8-8\n";
    // A range that ends at the end of the schedule ends at the last step.
    EXPECT_EQ(stays_of(values, ranges, 8), (lifetimes{{0, 16, 0, 3}, {16, 32, 3, 7}}));
    EXPECT_EQ(stays_of(values, ranges, 9), (lifetimes{{0, 16, 0, 3}, {16, 32, 3, 8}, {48, 64, 8, 8}}));
    EXPECT_EQ(stays_of(values, ranges, 0), lifetimes{});
    // An end beyond 64 bits saturates.
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(stays_of({{most, 7}}, ranges, 8), (lifetimes{{7, most, 0, 3}}));
}

} // namespace ballast::tests
