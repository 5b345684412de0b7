// Sums of the memory of a module that hold for every dump.
#include "ballast/analysis.hpp"
#include "ballast/convert.hpp"
#include "base/random_source.hpp"
#include "generate/program.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace ballast::tests {

namespace {

struct seen_of_sums {
    std::size_t held_less = 0; // spaces with fewer held bytes than the peak
    std::size_t live_less = 0;
    std::size_t shared = 0;
    std::size_t spaces = 0;  // modules with several spaces
    std::size_t unknown = 0; // spaces whose held bytes are unknown
    std::size_t donations = 0;
    std::size_t padded = 0;
    std::size_t thread_local_ = 0;
    std::size_t totals = 0;
    std::size_t below_peak = 0; // XLA's peak step is not the peak
};

void expect_sums(const memory_analysis& of, seen_of_sums& seen)
{
    std::int64_t needs = 0;
    std::int64_t last_space = -1;
    for (const auto& s : of.spaces) {
        SCOPED_TRACE(fmt::format("space {}", s.space));
        EXPECT_GT(s.space, last_space);
        last_space = s.space;
        EXPECT_GT(s.total, 0);
        needs += s.total;
        EXPECT_EQ(s.total, s.arguments + s.outputs + s.constants + s.temporaries - s.shared);
        seen.shared += s.shared != 0 ? 1U : 0U;
        EXPECT_EQ(s.peak.has_value(), s.temporaries == 0 || of.ranges);
        EXPECT_EQ(s.live_peak.has_value(), of.ranges);
        EXPECT_EQ(s.temporary_peak.has_value(), of.ranges && s.temporaries != 0);
        EXPECT_EQ(s.live_at_xla_peak.has_value(), s.live_peak && of.xla_peak);
        EXPECT_EQ(s.temporary_at_xla_peak.has_value(), s.temporary_peak && of.xla_peak);
        if (s.peak) {
            EXPECT_LE(*s.peak, s.total);
            seen.held_less += *s.peak < s.total ? 1U : 0U;
        } else {
            ++seen.unknown;
        }
        if (s.live_peak) {
            EXPECT_LE(s.live_peak->bytes, *s.peak);
            EXPECT_TRUE(s.live_peak->step >= 0 && s.live_peak->step < of.steps);
            seen.live_less += s.live_peak->bytes < *s.peak ? 1U : 0U;
        }
        if (s.live_at_xla_peak) {
            EXPECT_LE(*s.live_at_xla_peak, s.live_peak->bytes);
            seen.below_peak += *s.live_at_xla_peak < s.live_peak->bytes ? 1U : 0U;
        }
        if (s.temporary_peak) {
            EXPECT_EQ(*s.peak, s.total - s.temporaries + s.temporary_peak->bytes);
            memory_peak most;
            std::int64_t step = -1;
            std::int64_t before = 0;
            for (const auto& use : s.occupied) {
                EXPECT_GT(use.step, step);
                EXPECT_LE(use.step, of.steps);
                EXPECT_NE(use.bytes, before);
                EXPECT_GE(use.bytes, 0);
                if (use.bytes > most.bytes) most = {use.bytes, use.step};
                step = use.step;
                before = use.bytes;
            }
            EXPECT_EQ(before, 0);
            EXPECT_EQ(most, *s.temporary_peak);
            EXPECT_LE(s.temporary_at_xla_peak.value_or(0), most.bytes);
        } else {
            EXPECT_TRUE(s.occupied.empty());
        }
        std::int64_t held = 0;
        for (const auto& h : of.holders)
            if (h.space == s.space) held += h.bytes;
        EXPECT_EQ(held, s.peak.value_or(s.total));
        for (const auto by : groupings) {
            std::int64_t bytes = 0;
            std::size_t count = 0;
            for (const auto& g : groups_of(of, by)) {
                if (g.space != s.space) continue;
                bytes += g.bytes;
                count += g.count;
                EXPECT_EQ(of.holders[g.largest].space, s.space);
            }
            EXPECT_EQ(bytes, held) << static_cast<int>(by);
            EXPECT_EQ(count, static_cast<std::size_t>(std::ranges::count(of.holders, s.space, &holder::space)));
        }
    }
    seen.spaces += of.spaces.size() > 1 ? 1U : 0U;
    if (of.printed_total) {
        ++seen.totals;
        EXPECT_EQ(*of.printed_total, needs + of.thread_local_bytes);
    }
    seen.thread_local_ += of.thread_local_bytes != 0 ? 1U : 0U;
    EXPECT_TRUE(std::ranges::is_sorted(
        of.holders, {}, [](const holder& h) { return std::tuple(h.space, -h.bytes, h.allocation, h.value); }));
    for (const auto& h : of.holders) {
        EXPECT_TRUE(h.bytes > 0 && h.bytes <= h.size) << h.name;
        EXPECT_FALSE(h.label.empty()) << h.name;
        EXPECT_FALSE(h.group.empty()) << h.name;
    }
    std::int64_t filled = 0;
    for (const auto& a : of.arenas) {
        EXPECT_LE(a.filled, a.size);
        filled += a.filled;
    }
    for (const auto& s : of.spaces) EXPECT_LE(s.temporary_peak.value_or(memory_peak{}).bytes, filled);
    for (const auto& p : of.padded) EXPECT_TRUE(p.count > 0 && p.logical < p.assigned) << p.shape;
    seen.padded += of.padded.size();
    std::vector<std::int64_t> given;
    for (const auto& d : of.donations) given.push_back(d.argument_allocation);
    std::ranges::sort(given);
    EXPECT_EQ(std::ranges::adjacent_find(given), given.end()) << "an argument is given up twice";
    EXPECT_TRUE(std::ranges::is_sorted(of.donations, std::ranges::greater(), &missed_donation::bytes));
    seen.donations += given.size();
    EXPECT_EQ(of.fingerprint.size(), 16U);
}

// Bytes in use at a step, value by value: of the temporaries, and of all allocations.
std::pair<std::int64_t, std::int64_t> bytes_in_use(const ast::dump& dump, const ast::live_range& ranges,
                                                   std::int64_t space, std::int64_t step)
{
    using place = std::pair<std::string_view, std::vector<std::int64_t>>;
    std::map<place, std::pair<std::int64_t, std::int64_t>> known;
    for (const auto& r : ranges.rows) known[{r.name, list_of(r.index)}] = {r.start, r.end};
    std::pair<std::int64_t, std::int64_t> result;
    for (const auto& a : dump.allocations) {
        if (a.thread_local_ || a.color != space) continue;
        std::vector<std::pair<std::int64_t, std::int64_t>> places;
        for (const auto& v : a.values) {
            const auto found = known.find({v.value.name, v.value.index ? list_of(*v.value.index) : numbers{}});
            if (found != known.end() && found->second.first <= step && step <= found->second.second)
                places.emplace_back(v.offset, v.offset + v.size);
        }
        std::ranges::sort(places);
        std::int64_t bytes = 0;
        std::int64_t end = 0;
        for (const auto& [from, to] : places) {
            bytes += std::max<std::int64_t>(0, to - std::max(from, end));
            end = std::max(end, to);
        }
        if (a.preallocated_temp) result.first += bytes;
        result.second += bytes;
    }
    return result;
}

void expect_moments(const memory_analysis& of, const ast::dump& dump, const ast::live_range& ranges)
{
    for (const auto& s : of.spaces) {
        memory_peak temporary;
        memory_peak live;
        std::size_t next = 0;
        std::int64_t occupied = 0;
        for (std::int64_t step = 0; step < ranges.max; ++step) {
            const auto [of_temporaries, of_all] = bytes_in_use(dump, ranges, s.space, step);
            if (of_temporaries > temporary.bytes) temporary = {of_temporaries, step};
            if (of_all > live.bytes) live = {of_all, step};
            if (of.xla_peak == step) {
                EXPECT_EQ(s.live_at_xla_peak, of_all);
                EXPECT_EQ(s.temporary_at_xla_peak.value_or(0), of_temporaries);
            }
            if (next < s.occupied.size() && s.occupied[next].step == step) occupied = s.occupied[next++].bytes;
            EXPECT_EQ(occupied, of_temporaries) << "space " << s.space << " at " << step;
        }
        EXPECT_EQ(s.live_peak, live) << "space " << s.space;
        EXPECT_EQ(s.temporary_peak.value_or(memory_peak{}), temporary) << "space " << s.space;
    }
}

} // namespace

TEST(Memory, SumsHoldForDumpsOfEveryEra)
{
    seen_of_sums seen;
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            SCOPED_TRACE(fmt::format("{} seed {}", state.name, seed));
            const auto files = program_files(seed, state.begin, 1200 + seed * 1500);
            const auto found = analysis_of(files);
            ASSERT_TRUE(found);
            expect_sums(*found, seen);
            if (files.size() == 1) {
                const auto& dump = files[0].dump();
                EXPECT_EQ(found->ranges, dump.ranges() || dump.every_moment);
                if (const auto* ranges = dump.ranges() ? dump.ranges() : dump.every_moment.get())
                    expect_moments(*found, dump, *ranges);
                continue;
            }
            ASSERT_EQ(files.size(), 3U);
            expect_moments(*found, files[0].dump(), *files[2].dump().ranges());
            // Only allocations, and a file without any.
            const document* const alone[]{&files[0]};
            const auto heads = memory_of(alone);
            ASSERT_TRUE(heads);
            EXPECT_FALSE(heads->ranges);
            EXPECT_FALSE(heads->instructions);
            expect_sums(*heads, seen);
            for (std::size_t i = 0; i < heads->spaces.size(); ++i)
                EXPECT_EQ(heads->spaces[i].total, found->spaces[i].total);
            for (const auto* other : {&files[1], &files[2]}) {
                const document* const without[]{other};
                EXPECT_FALSE(memory_of(without));
            }
        }
    EXPECT_GT(seen.held_less, 20U);
    EXPECT_GT(seen.live_less, 50U);
    EXPECT_GT(seen.shared, 50U);
    EXPECT_GT(seen.spaces, 10U);
    EXPECT_GT(seen.unknown, 40U);
    EXPECT_GT(seen.donations, 20U);
    EXPECT_GT(seen.padded, 20U);
    EXPECT_GT(seen.thread_local_, 40U);
    EXPECT_GT(seen.totals, 100U);
    EXPECT_GT(seen.below_peak, 10U);
}

// Our own dumps, including those with unusual text.
TEST(Memory, SumsHoldForDumpsOfOurOwn)
{
    seen_of_sums seen;
    for (const auto& name : golden_dumps()) {
        SCOPED_TRACE(name);
        std::vector<document> files;
        files.push_back(accepted(golden_dump(name)));
        const auto found = analysis_of(files);
        const bool dump = golden_dump(name).find("BufferAssignment:\n") != std::string::npos;
        EXPECT_EQ(found && !found->from_report, dump);
        if (dump && !name.starts_with("unusual") && !name.starts_with("unlabelled")) expect_sums(*found, seen);
    }
    EXPECT_GT(seen.totals, 15U);
}

// A dump in one file and the same dump in three files give the same result, in any order of the files.
TEST(Memory, OfOneFileIsThatOfThree)
{
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(seed);
        const auto one = program_files(seed, 202508200000, 2000 + seed * 900); // D18
        const document* const module[]{one.data()};
        const auto made = convert(std::span<const document* const>(module), *parse_era("D19"));
        ASSERT_EQ(made.files.size(), 3U);
        ASSERT_TRUE(made.losses.empty());
        texts parts;
        for (const auto& file : made.files) parts.push_back(print(file));
        const auto expected = written(*memory_of(module));
        EXPECT_EQ(written(memory_in(parts)), expected);
        std::ranges::reverse(parts);
        EXPECT_EQ(written(memory_in(parts)), expected);
    }
}

TEST(Memory, OfNoAllocationsIsNothing)
{
    EXPECT_FALSE(memory_of({}));
    EXPECT_FALSE(analysis_of(read_all(module_files("module_0004.jit_step", {""}))));
    EXPECT_FALSE(analysis_of(read_all({golden_dump("d24_values.txt"), golden_dump("d24_live_range.txt")})));
    const auto empty = memory_in(std::string("BufferAssignment:\n"));
    EXPECT_TRUE(empty.spaces.empty() && empty.holders.empty() && empty.arenas.empty() && empty.donations.empty());
    EXPECT_EQ(empty.values, 0U);
}

} // namespace ballast::tests
