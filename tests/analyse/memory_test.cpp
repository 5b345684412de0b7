// Who holds the memory of a module: sums that hold for every dump, and small modules whose numbers are told by hand.
#include "ballast/analysis.hpp"
#include "ballast/convert.hpp"
#include "base/choices.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace ballast::tests {

namespace {

using texts = std::vector<std::string>;

constexpr std::int64_t limit = std::numeric_limits<std::int64_t>::max();
constexpr grouping groupings[]{grouping::alike, grouping::label,  grouping::source, grouping::scope, grouping::shape,
                               grouping::type,  grouping::opcode, grouping::value,  grouping::is};

std::vector<document> read_all(const texts& files)
{
    std::vector<document> result;
    for (const auto& text : files) result.push_back(accepted(text));
    return result;
}
std::optional<memory_analysis> analysis_of(const std::vector<document>& files, const memory_options& options = {})
{
    std::vector<const document*> module;
    for (const auto& file : files) module.push_back(&file);
    return memory_of(module, options);
}
memory_analysis memory_in(const texts& files, const memory_options& options = {})
{
    auto result = analysis_of(read_all(files), options);
    if (!result) throw std::runtime_error("no allocations");
    return std::move(*result);
}
memory_analysis memory_in(const std::string& text, const memory_options& options = {})
{
    return memory_in(texts{text}, options);
}

texts module_files(const std::string& name, std::initializer_list<std::string_view> kinds)
{
    texts result;
    for (const auto kind : kinds)
        result.push_back(read_file(golden() / "modules" / fmt::format("{}.cpu_after_optimizations{}.txt", name, kind)));
    return result;
}

// --- modules of our own ----------------------------------------------------------------------------------------------

// A sum as analyses have it.
std::int64_t sum_of(std::int64_t a, std::int64_t b) { return b > limit - a ? limit : a + b; }

// A value: its line in an allocation, its entry, its live range.
struct buffer {
    std::string name; // `p.1{0}`
    std::int64_t size = 0;
    std::int64_t offset = 0;
    std::string shape;                                              // with its layout
    std::string range;                                              // `0-3`; empty: none
    std::string from = "custom-call(), custom_call_target=\"any\""; // its instruction after name and shape
    texts uses = {};                                                // `add.1, operand 0`
    texts positions = {};                                           // more than its own
    std::string whole = {}; // the shape of the instruction where that is a tuple
    bool phi = false;
};
struct block {
    std::int64_t size = 0;
    std::string head; // what is after the size and the color
    std::vector<buffer> values;
    std::int64_t color = 0;
};

// A dump of D16.
struct module_texts {
    std::vector<block> blocks;
    texts sequence;
    std::int64_t peak = 0;
    std::int64_t first_id = 0;

    [[nodiscard]] std::string text() const
    {
        std::string allocations = "BufferAssignment:\n";
        std::string entries;
        std::string ranges;
        std::string peak_rows;
        auto id = first_id;
        std::int64_t total = 0;
        std::int64_t cumulative = 0;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const auto& b = blocks[i];
            total = sum_of(total, b.size);
            const auto color = b.color == 0 ? std::string() : fmt::format(", color {}", b.color);
            allocations += fmt::format("allocation {}: size {}{}, {}:\n", i, b.size, color, b.head);
            for (const auto& v : b.values) {
                const auto brace = std::min(v.name.find('{'), v.name.size());
                const auto name = v.name.substr(0, brace);
                const auto index = v.name.substr(brace);
                const auto place = fmt::format("{}{}", name, index.empty() ? "{}" : index);
                const auto called = fmt::format("<{} {}{} @{}>", id++, v.name, v.phi ? " (phi)" : "", b.color);
                allocations += fmt::format(" value: {} (size={},offset={}): {}\n", called, v.size, v.offset, v.shape);
                entries += fmt::format("{}\n positions:\n  {}{}{}\n", called, name, index.empty() ? "" : " ", index);
                for (const auto& p : v.positions) entries += fmt::format("  {}\n", p);
                entries += " uses:\n";
                for (const auto& u : v.uses) entries += fmt::format("  {}\n", u);
                entries +=
                    fmt::format(" from instruction: %{} = {} {}\n", name, v.whole.empty() ? v.shape : v.whole, v.from);
                if (v.range.empty()) continue;
                ranges += fmt::format("    {}:{}\n", place, v.range);
                if (std::stoi(v.range) > peak || peak > std::stoi(v.range.substr(v.range.find('-') + 1))) continue;
                cumulative = sum_of(cumulative, v.size);
                peak_rows += fmt::format("    {}: {} bytes (cumulative: {} bytes)\n", place, v.size, cumulative);
            }
        }
        std::string schedule;
        for (std::size_t i = 0; i < sequence.size(); ++i) schedule += fmt::format("    {}:{}\n", i, sequence[i]);
        return fmt::format("{}\nTotal bytes used: {} (0B)\n\nUsed values:\n{}\n\nHloLiveRange (max {}):\n"
                           "  InstructionSequence:\n{}  BufferLiveRange:\n{}  Live ranges at {} (peak):\n{}",
                           allocations, total, entries, sequence.size(), schedule, ranges, peak, peak_rows);
    }
};

std::string replaced(std::string text, std::string_view from, std::string_view to)
{
    auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(fmt::format("not there: {}", from));
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
    return text;
}

// --- what was found, in lines ----------------------------------------------------------------------------------------

template <typename Value>
std::string said(const std::optional<Value>& x)
{
    if (!x) return "-";
    if constexpr (std::is_same_v<Value, fullest_moment>)
        return fmt::format("{} at {}", x->bytes, x->tick);
    else
        return fmt::format("{}", *x);
}

// `0 argument 512 p.0`
texts holders_of(const memory_analysis& of)
{
    texts result;
    for (const auto& h : of.holders)
        result.push_back(fmt::format("{} {} {} {}", h.space, spelling(h.is), h.bytes, h.name));
    return result;
}
// `p.0: x`
texts labels_of(const memory_analysis& of)
{
    texts result;
    for (const auto& h : of.holders) result.push_back(fmt::format("{}: {}", h.name, h.label));
    return result;
}
const holder& holder_of(const memory_analysis& of, std::string_view name)
{
    const auto found = std::ranges::find(of.holders, name, &holder::name);
    if (found == of.holders.end()) throw std::runtime_error(fmt::format("no holder: {}", name));
    return *found;
}
// `8>4 same shape`: the allocation of the result, that of the argument.
texts donations_of(const memory_analysis& of)
{
    texts result;
    for (const auto& d : of.donations)
        result.push_back(fmt::format("{}>{}{}{}{}", d.output_allocation, d.argument_allocation,
                                     d.same_shape ? " same shape" : "", d.copied ? " copied" : "",
                                     d.read_later ? " read later" : ""));
    return result;
}

// All of it.
std::string written(const memory_analysis& of)
{
    auto result =
        fmt::format("{} {} {} {} {} {} {} {} {} {}\n", of.module, of.ranges, of.instructions, of.frames_missing,
                    of.ticks, said(of.peak), said(of.total), of.thread_local_bytes, of.values, of.fingerprint);
    for (const auto& s : of.spaces) {
        result += fmt::format("space {}: {} {} {} {} {} {} {} {} {} {} {}:", s.space, s.needs, s.arguments, s.outputs,
                              s.constants, s.temporaries, s.shared, said(s.held), said(s.temporary), said(s.live),
                              said(s.temporary_at_peak), said(s.live_at_peak));
        for (const auto& use : s.occupied) result += fmt::format(" {}@{}", use.bytes, use.tick);
        result += '\n';
    }
    for (const auto& h : of.holders)
        result += fmt::format("{} {} {} {} {} {} {} {} {} {} {} | {} | {} | {} | {} | {} | {} | {} {} | {} | {} | {}\n",
                              h.space, spelling(h.is), h.allocation, h.value, h.bytes, h.size, h.offset, h.logical,
                              h.start, h.end, h.parameter, h.name, h.label, h.group, h.scope, h.source, h.shape, h.type,
                              h.rank, h.opcode, h.op_name, h.output);
    for (const auto& a : of.arenas)
        result += fmt::format("arena {} {} {} {}\n", a.allocation, a.space, a.size, a.filled);
    for (const auto& p : of.padded)
        result += fmt::format("padded {} {} {} {}\n", p.shape, p.count, p.assigned, p.logical);
    for (const auto& d : of.donations)
        result += fmt::format("{} {} {} {} {} {} {} {} | {} | {} | {}\n", d.space, d.bytes, d.output_allocation,
                              d.argument_allocation, d.parameter, d.same_shape, d.copied, d.read_later, d.output,
                              d.argument, d.shape);
    return result;
}

// --- sums that hold for every dump -----------------------------------------------------------------------------------

struct seen_of_sums {
    std::size_t held_less = 0; // less is held than needed
    std::size_t live_less = 0;
    std::size_t shared = 0;
    std::size_t spaces = 0;  // modules of more than one
    std::size_t unknown = 0; // spaces where what is held is not known
    std::size_t donations = 0;
    std::size_t padded = 0;
    std::size_t thread_local_ = 0;
    std::size_t totals = 0;
    std::size_t below_peak = 0; // the moment that XLA names is not the fullest
};

void expect_sums(const memory_analysis& of, seen_of_sums& seen)
{
    std::int64_t needs = 0;
    std::int64_t last_space = -1;
    for (const auto& s : of.spaces) {
        SCOPED_TRACE(fmt::format("space {}", s.space));
        EXPECT_GT(s.space, last_space);
        last_space = s.space;
        EXPECT_GT(s.needs, 0);
        needs += s.needs;
        EXPECT_EQ(s.needs, s.arguments + s.outputs + s.constants + s.temporaries - s.shared);
        seen.shared += s.shared != 0 ? 1U : 0U;
        EXPECT_EQ(s.held.has_value(), s.temporaries == 0 || of.ranges);
        EXPECT_EQ(s.live.has_value(), of.ranges);
        EXPECT_EQ(s.temporary.has_value(), of.ranges && s.temporaries != 0);
        EXPECT_EQ(s.live_at_peak.has_value(), s.live && of.peak);
        EXPECT_EQ(s.temporary_at_peak.has_value(), s.temporary && of.peak);
        if (s.held) {
            EXPECT_LE(*s.held, s.needs);
            seen.held_less += *s.held < s.needs ? 1U : 0U;
        } else {
            ++seen.unknown;
        }
        if (s.live) {
            EXPECT_LE(s.live->bytes, *s.held);
            EXPECT_TRUE(s.live->tick >= 0 && s.live->tick < of.ticks);
            seen.live_less += s.live->bytes < *s.held ? 1U : 0U;
        }
        if (s.live_at_peak) {
            EXPECT_LE(*s.live_at_peak, s.live->bytes);
            seen.below_peak += *s.live_at_peak < s.live->bytes ? 1U : 0U;
        }
        if (s.temporary) {
            EXPECT_EQ(*s.held, s.needs - s.temporaries + s.temporary->bytes);
            fullest_moment most;
            std::int64_t tick = -1;
            std::int64_t before = 0;
            for (const auto& use : s.occupied) {
                EXPECT_GT(use.tick, tick);
                EXPECT_LE(use.tick, of.ticks);
                EXPECT_NE(use.bytes, before);
                EXPECT_GE(use.bytes, 0);
                if (use.bytes > most.bytes) most = {use.bytes, use.tick};
                tick = use.tick;
                before = use.bytes;
            }
            EXPECT_EQ(before, 0);
            EXPECT_EQ(most, *s.temporary);
            EXPECT_LE(s.temporary_at_peak.value_or(0), most.bytes);
        } else {
            EXPECT_TRUE(s.occupied.empty());
        }
        std::int64_t held = 0;
        for (const auto& h : of.holders)
            if (h.space == s.space) held += h.bytes;
        EXPECT_EQ(held, s.held.value_or(s.needs));
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
    if (of.total) {
        ++seen.totals;
        EXPECT_EQ(*of.total, needs + of.thread_local_bytes);
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
    for (const auto& s : of.spaces) EXPECT_LE(s.temporary.value_or(fullest_moment{}).bytes, filled);
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

// Bytes in use at a tick, value by value: of the temporaries, and of all allocations.
std::pair<std::int64_t, std::int64_t> bytes_in_use(const ast::dump& dump, const ast::live_range& ranges,
                                                   std::int64_t space, std::int64_t tick)
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
            if (found != known.end() && found->second.first <= tick && tick <= found->second.second)
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
        fullest_moment temporary;
        fullest_moment live;
        std::size_t next = 0;
        std::int64_t occupied = 0;
        for (std::int64_t tick = 0; tick < ranges.max; ++tick) {
            const auto [of_temporaries, of_all] = bytes_in_use(dump, ranges, s.space, tick);
            if (of_temporaries > temporary.bytes) temporary = {of_temporaries, tick};
            if (of_all > live.bytes) live = {of_all, tick};
            if (of.peak == tick) {
                EXPECT_EQ(s.live_at_peak, of_all);
                EXPECT_EQ(s.temporary_at_peak.value_or(0), of_temporaries);
            }
            if (next < s.occupied.size() && s.occupied[next].tick == tick) occupied = s.occupied[next++].bytes;
            EXPECT_EQ(occupied, of_temporaries) << "space " << s.space << " at " << tick;
        }
        EXPECT_EQ(s.live, live) << "space " << s.space;
        EXPECT_EQ(s.temporary.value_or(fullest_moment{}), temporary) << "space " << s.space;
    }
}

std::vector<document> program_files(std::uint64_t seed, commit_time when, std::uint64_t bytes, bool with_text = false)
{
    choices from(seed);
    generate::program made(from, when, bytes);
    std::vector<document> result;
    for (const auto kind : generate::kinds_at(when))
        result.push_back(accepted(printed([&](sink& out) { made.print(out, kind); })));
    if (with_text) {
        ast::arena memory;
        result.push_back(accepted(print(made.make_text(memory))));
    }
    return result;
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
            // Allocations alone, and what has none.
            const document* const alone[]{&files[0]};
            const auto heads = memory_of(alone);
            ASSERT_TRUE(heads);
            EXPECT_FALSE(heads->ranges);
            EXPECT_FALSE(heads->instructions);
            expect_sums(*heads, seen);
            for (std::size_t i = 0; i < heads->spaces.size(); ++i)
                EXPECT_EQ(heads->spaces[i].needs, found->spaces[i].needs);
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

// The dumps of our own, those with unusual text among them.
TEST(Memory, SumsHoldForDumpsOfOurOwn)
{
    seen_of_sums seen;
    for (const auto& name : golden_dumps()) {
        SCOPED_TRACE(name);
        std::vector<document> files;
        files.push_back(accepted(golden_dump(name)));
        const auto found = analysis_of(files);
        EXPECT_EQ(found.has_value(), golden_dump(name).find("BufferAssignment:\n") != std::string::npos);
        if (found && !name.starts_with("unusual") && !name.starts_with("unlabelled")) expect_sums(*found, seen);
    }
    EXPECT_GT(seen.totals, 15U);
}

// A dump in one file and the same dump in three say the same, in any order of the files.
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

// --- by hand ---------------------------------------------------------------------------------------------------------

TEST(Memory, OfASmallProgram)
{
    const auto of = memory_in(golden_dump("d16.txt"));
    EXPECT_TRUE(of.ranges && of.instructions && !of.frames_missing);
    EXPECT_EQ(of.ticks, 9);
    EXPECT_EQ(of.peak, 5);
    EXPECT_EQ(of.total, 1688);
    EXPECT_EQ(of.thread_local_bytes, 12);
    EXPECT_EQ(of.values, 12U);
    ASSERT_EQ(of.spaces.size(), 1U);
    const auto& s = of.spaces[0];
    EXPECT_EQ(s.arguments, 512 + 16 + 64 + 4);
    EXPECT_EQ(s.outputs, 64 + 4 + 512 + 4 + 48);
    EXPECT_EQ(s.shared, 64 + 4);
    EXPECT_EQ(s.constants, 4);
    EXPECT_EQ(s.temporaries, 512);
    EXPECT_EQ(s.needs, 1676);
    // All that is static, and bcast.2, which lives at 3 and 4.
    EXPECT_EQ(s.held, 1676);
    EXPECT_EQ(s.temporary, (fullest_moment{512, 3}));
    EXPECT_EQ(s.occupied, (std::vector<use_from>{{3, 512}, {5, 0}}));
    EXPECT_EQ(s.temporary_at_peak, 0);
    // The parameters, bcast.2 and add.3 at 4; XLA's moment is 5, with const.1 in place of bcast.2.
    EXPECT_EQ(s.live, (fullest_moment{596 + 512 + 512, 4}));
    EXPECT_EQ(s.live_at_peak, 596 + 512 + 4);
    EXPECT_EQ(holders_of(of), (texts{"0 argument 512 p.0", "0 output 512 add.3", "0 temporary 512 bcast.2",
                                     "0 donated 64 p.1{0}", "0 output 48 out.5", "0 argument 16 p.1",
                                     "0 constant 4 const.1", "0 donated 4 p.1{1}", "0 output 4 reduce.4"}));
    EXPECT_EQ(labels_of(of), (texts{"p.0: x", "add.3: step/add", "bcast.2: for step/add", "p.1{0}: params['enc/w']",
                                    "out.5: step/add", "p.1: params['enc/w']", "const.1: for step/reduce_sum",
                                    "p.1{1}: params['enc/w']", "reduce.4: step/reduce_sum"}));
    ASSERT_EQ(of.arenas.size(), 1U);
    EXPECT_EQ(of.arenas[0].allocation, 11);
    EXPECT_EQ(of.arenas[0].filled, 512);
    // p.0 is read for the last time where add.3 is written.
    EXPECT_EQ(donations_of(of), texts{"8>4 same shape"});
    EXPECT_TRUE(of.padded.empty());
    const auto& add = holder_of(of, "add.3");
    EXPECT_EQ(std::tuple(add.allocation, add.value, add.parameter), std::tuple(8, 8, -1));
    EXPECT_EQ(std::tuple(add.size, add.offset, add.logical, add.start, add.end), std::tuple(512, 0, 512, 4, 9));
    EXPECT_EQ(add.shape, "f32[8,16]");
    EXPECT_EQ(add.type, "f32");
    EXPECT_EQ(add.rank, 2);
    EXPECT_EQ(add.opcode, "add");
    EXPECT_EQ(add.op_name, "jit(step)/add");
    EXPECT_EQ(add.scope, "step");
    EXPECT_EQ(add.source, "step.py:12");
    EXPECT_EQ(add.output, "{0}");
    const auto& part = holder_of(of, "p.1{0}");
    EXPECT_EQ(std::tuple(part.parameter, part.start, part.end), std::tuple(1, 0, 9));
    EXPECT_EQ(part.op_name, "params['enc/w']");
    EXPECT_EQ(part.scope, "params");
    EXPECT_EQ(part.output, "{3}");
    EXPECT_EQ(part.type, "f32");
    EXPECT_EQ(holder_of(of, "out.5").output, "{}");
    EXPECT_EQ(holder_of(of, "out.5").type, "tuple");
    EXPECT_EQ(holder_of(of, "out.5").rank, -1);
    EXPECT_EQ(holder_of(of, "const.1").rank, 0);
    EXPECT_EQ(holder_of(of, "const.1").output, "");
    EXPECT_EQ(holder_of(of, "bcast.2").source, "step.py:12") << "that of what it is for";
}

// Before D7 there were no live ranges, before D10 no instructions.
TEST(Memory, WithoutLiveRangesIsWhatIsNeeded)
{
    for (const auto* name :
         {"d0.txt", "d1.txt", "d1_prime.txt", "d2.txt", "d3.txt", "d4.txt", "d5.txt", "d6.txt", "d6b.txt"}) {
        SCOPED_TRACE(name);
        const auto of = memory_in(golden_dump(name));
        EXPECT_FALSE(of.ranges || of.instructions);
        EXPECT_EQ(of.ticks, 0);
        EXPECT_FALSE(of.peak);
        EXPECT_EQ(of.total.has_value(), golden_dump(name).find("Total bytes used: 1688") != std::string::npos);
        EXPECT_EQ(of.total.value_or(1688), 1688);
        ASSERT_EQ(of.spaces.size(), 1U);
        const auto& s = of.spaces[0];
        EXPECT_EQ(s.needs, 1676);
        EXPECT_EQ(s.temporaries, 512);
        EXPECT_FALSE(s.held || s.temporary || s.live || s.temporary_at_peak || s.live_at_peak);
        EXPECT_TRUE(s.occupied.empty());
        EXPECT_TRUE(of.arenas.empty());
        EXPECT_EQ(labels_of(of),
                  (texts{"p.0: parameter 0", "add.3: add", ": temporaries", "p.1{0}: parameter 1", "out.5: out",
                         "p.1: parameter 1", "const.1: const", "p.1{1}: parameter 1", "reduce.4: reduce"}));
        EXPECT_EQ(of.holders[2].bytes, 512);
        EXPECT_EQ(of.holders[2].allocation, 11);
        EXPECT_EQ(of.holders[2].value, -1);
        EXPECT_EQ(donations_of(of), texts{"8>4 same shape"});
    }
    // Without temporaries all is held all the time.
    const auto heads = memory_in(std::string("BufferAssignment:\n"
                                             "allocation 0: size 8, parameter 0, shape |s8[8]| at ShapeIndex {}:\n"
                                             "allocation 1: size 16, maybe-live-out:\n"));
    ASSERT_EQ(heads.spaces.size(), 1U);
    EXPECT_EQ(heads.spaces[0].held, 24);
    EXPECT_FALSE(heads.spaces[0].live);
    EXPECT_EQ(labels_of(heads), (texts{": allocation", ": parameter"}));
}

// Each space has its own sums, its own fullest moment and its own holders; one that needs nothing is left out.
TEST(Memory, OfSpacesIsApart)
{
    const module_texts module{
        .blocks = {{100, "preallocated-temp", {{"a", 64, 0, "f32[16]{0}", "0-1"}}},
                   {96,
                    "preallocated-temp",
                    {{"b", 32, 0, "f32[8]{0:S(1)}", "0-1"}, {"c", 64, 32, "f32[16]{0:S(1)}", "1-3"}},
                    1},
                   {48,
                    "preallocated-temp",
                    {{"d", 16, 0, "f32[4]{0:S(6)}", "2-2"}, {"e", 48, 0, "f32[12]{0:S(6)}", "3-3"}},
                    6},
                   {32, "parameter 0, shape |f32[8]| at ShapeIndex {}", {{"p", 32, 0, "f32[8]{0:S(1)}", "0-4"}}, 1},
                   {0, "preallocated-temp", {}, 2},
                   {8, "thread-local", {{"t", 8, 0, "f32[2]{0}", ""}}},
                   {8, "thread-local", {{"u", 8, 0, "f32[2]{0:S(1)}", ""}}, 1}},
        .sequence = {"a", "b", "c", "d"},
        .peak = 2};
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.thread_local_bytes, 16);
    EXPECT_EQ(of.total, 100 + 96 + 48 + 32 + 16);
    ASSERT_EQ(of.spaces.size(), 3U);
    const auto& [zero, one, six] = std::tie(of.spaces[0], of.spaces[1], of.spaces[2]);
    EXPECT_EQ(std::tuple(zero.space, one.space, six.space), std::tuple(0, 1, 6));
    EXPECT_EQ(std::tuple(zero.needs, one.needs, six.needs), std::tuple(100, 128, 48));
    EXPECT_EQ(std::tuple(zero.arguments, one.arguments, six.arguments), std::tuple(0, 32, 0));
    EXPECT_EQ(std::tuple(zero.temporaries, one.temporaries, six.temporaries), std::tuple(100, 96, 48));
    EXPECT_EQ(std::tuple(zero.held, one.held, six.held), std::tuple(64, 128, 48));
    EXPECT_EQ(zero.temporary, (fullest_moment{64, 0}));
    EXPECT_EQ(one.temporary, (fullest_moment{96, 1})) << "c begins where b ends";
    EXPECT_EQ(six.temporary, (fullest_moment{48, 3}));
    EXPECT_EQ(one.live, (fullest_moment{128, 1}));
    EXPECT_EQ(std::tuple(zero.temporary_at_peak, one.temporary_at_peak, six.temporary_at_peak), std::tuple(0, 64, 16));
    EXPECT_EQ(one.live_at_peak, 96);
    EXPECT_EQ(one.occupied, (std::vector<use_from>{{0, 32}, {1, 96}, {2, 64}, {4, 0}}));
    EXPECT_EQ(six.occupied, (std::vector<use_from>{{2, 16}, {3, 48}, {4, 0}}));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 64 a", "1 temporary 64 c", "1 temporary 32 b", "1 argument 32 p",
                                     "6 temporary 48 e"}));
    ASSERT_EQ(of.arenas.size(), 4U);
    EXPECT_EQ(std::tuple(of.arenas[0].size, of.arenas[0].filled), std::tuple(100, 64));
    EXPECT_EQ(std::tuple(of.arenas[2].space, of.arenas[2].filled), std::tuple(6, 48));
    EXPECT_EQ(of.arenas[3].filled, 0);
}

// The fullest moment is that of all arenas of a space together.
TEST(Memory, OfTwoArenasIsTheirMostTogether)
{
    const module_texts module{
        .blocks = {{100, "preallocated-temp", {{"a", 100, 0, "s8[100]{0}", "0-1"}}},
                   {60, "preallocated-temp", {{"b", 10, 0, "s8[10]{0}", "1-1"}, {"c", 60, 0, "s8[60]{0}", "2-3"}}}},
        .sequence = {"a", "b", "c", "d"},
    };
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.spaces[0].needs, 160);
    EXPECT_EQ(of.spaces[0].held, 110);
    EXPECT_EQ(of.spaces[0].temporary, (fullest_moment{110, 1}));
    EXPECT_EQ(std::tuple(of.arenas[0].filled, of.arenas[1].filled), std::tuple(100, 60));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 100 a", "0 temporary 10 b"}));
}

TEST(Memory, OfSharedBytesIsOfTheLargerOne)
{
    // y begins over the end of x, z over y.
    const module_texts module{.blocks = {{80,
                                          "preallocated-temp",
                                          {{"z", 48, 32, "s8[48]{0}", "3-3"},
                                           {"x", 64, 0, "s8[64]{0}", "0-2"},
                                           {"y", 48, 32, "s8[48]{0}", "2-3"}}}},
                              .sequence = {"x", "w", "y", "z"}};
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.spaces[0].temporary, (fullest_moment{80, 2}));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 64 x", "0 temporary 16 y"}));
    const auto& y = of.holders[1];
    EXPECT_EQ(std::tuple(y.size, y.offset, y.start, y.end), std::tuple(48, 32, 2, 3));
    // At a tick that is asked for: the lower id of two alike, and one that has nothing for itself is not there.
    const auto at = [&](std::int64_t tick) { return holders_of(memory_in(module.text(), {.tick = tick})); };
    EXPECT_EQ(at(0), texts{"0 temporary 64 x"});
    EXPECT_EQ(at(2), holders_of(of));
    EXPECT_EQ(at(3), texts{"0 temporary 48 z"});
    EXPECT_EQ(at(4), texts{});
    EXPECT_EQ(at(-1), texts{});
    EXPECT_EQ(memory_in(module.text(), {.tick = 3}).spaces[0].held, 80) << "what is held stays";
}

// What is there all the time is a holder at every tick.
TEST(Memory, AtATickHasAllThatIsNoTemporary)
{
    const auto at_peak = memory_in(golden_dump("d16.txt"), {.tick = 5});
    EXPECT_EQ(at_peak.holders.size(), 8U);
    std::int64_t sum = 0;
    for (const auto& h : at_peak.holders) sum += h.bytes;
    EXPECT_EQ(sum, 1676 - 512);
    EXPECT_EQ(holders_of(memory_in(golden_dump("d16.txt"), {.tick = 4})),
              holders_of(memory_in(golden_dump("d16.txt"))));
}

TEST(Memory, IsNamedByTheParameterAndByTheResult)
{
    // A loop that writes over its argument, and one whose result is in memory of its own.
    const module_texts module{
        .blocks = {{64,
                    "parameter 0, shape |s8[64]| at ShapeIndex {}, maybe-live-out",
                    {{"arg{0}", 64, 0, "s8[64]{0}", "", "parameter(0)", {}, {}, "(s8[64]{0})", true},
                     {"p", 64, 0, "s8[64]{0}", "0-3", "parameter(0), metadata={op_name=\"state\"}", {"t, operand 0"}},
                     {"next", 64, 0, "s8[64]{0}", "1-3", "negate(%p)", {}, {"out {0}"}}}},
                   {32,
                    "maybe-live-out",
                    {{"first", 32, 0, "s8[32]{0}", "1-1", "iota(), iota_dimension=0"},
                     {"last", 32, 0, "s8[32]{0}", "1-3", "negate(%first)", {}, {"loop {1}", "out {1}"}}}},
                   {16,
                    "output shape is |(s8[64], s8[32])|, maybe-live-out",
                    {{"out{}", 16, 0, "(s8[64]{0}, s8[32]{0})", "2-3", "tuple(%next, %last)"}}}},
        .sequence = {"p", "loop", "out"}};
    const auto of = memory_in(module.text());
    EXPECT_EQ(holders_of(of), (texts{"0 donated 64 p", "0 output 32 last", "0 output 16 out"}));
    EXPECT_EQ(holder_of(of, "p").label, "state");
    EXPECT_EQ(holder_of(of, "last").output, "{1}");
}

// --- labels ----------------------------------------------------------------------------------------------------------

TEST(Memory, HasLabelsOfTheProgram)
{
    const std::string all = "0-3";
    const std::string shape = "f32[4]{0}";
    const std::string dot =
        "add(%p.0, %p.1), metadata={op_name=\"jit(f)/jit(main)/transpose(jvp(loss))/dense/mul[a=b/c]\"}";
    std::vector<buffer> values{
        {"dot.1", 16, 0, shape, all, dot},
        {"copy.2", 16, 0, shape, all, "copy(%dot.1)"},
        {"copy.3", 16, 0, shape, all, "bitcast(%copy.2)"},
        {"copy.4", 16, 0, shape, all, "copy(%lone.9)"},
        {"copy.5", 16, 0, shape, all, "copy(%dot.1), metadata={op_name=\"jit(f)/copy\"}"},
        {"carry.6", 16, 0, shape, all, "broadcast(%x), dimensions={}", {"dot.1, operand 0"}, {"loop.10 {0}"}},
        {"bcast.7", 16, 0, shape, all, "broadcast(%x), dimensions={}", {"lone.9, operand 0", "copy.5, operand 0"}},
        {"neg.8", 16, 0, shape, all, "subtract(%lone.9, %dot.1)", {"lone.9, operand 0"}},
        {"lone.9.clone.1", 16, 0, shape, all, "iota(), iota_dimension=0"},
        {"copy.11", 16, 0, shape, all, "copy(%p.0)"},
    };
    for (std::size_t i = 0; i < values.size(); ++i) values[i].offset = static_cast<std::int64_t>(16 * i);
    const module_texts module{
        .blocks = {{16,
                    "parameter 0, shape |f32[4]| at ShapeIndex {}",
                    {{"p.0", 16, 0, shape, all, R"(parameter(0), metadata={op_name="layers[2][\'w\']"})"}}},
                   {16, "parameter 1, shape |f32[4]| at ShapeIndex {}", {{"p.1", 16, 0, shape, all, "parameter(1)"}}},
                   {8,
                    "constant",
                    {{"loop.10{}", 8, 0, "(f32[4]{0})", all,
                      "while(%t), condition=%c, body=%b, metadata={op_name=\"jit(f)/scan/while\"}"}}},
                   {160, "preallocated-temp", values}},
        .sequence = {"p.0", "p.1", "dot.1"}};
    const auto of = memory_in(module.text());
    std::map<std::string, std::string> labels;
    for (const auto& h : of.holders) labels[h.name] = h.label;
    // clang-format off
    const std::map<std::string, std::string> expected{
        {"p.0",            "layers[2]['w']"},
        {"p.1",            "parameter 1"},
        {"loop.10",        "f/scan/while"},
        {"dot.1",          "f/…/dense/mul"},
        {"copy.2",         "copy of f/…/dense/mul"},
        {"copy.3",         "copy of f/…/dense/mul"}, // what was copied first
        {"copy.4",         "copy of lone"},
        {"copy.5",         "f/copy"},                // its own name comes first
        {"carry.6",        "f/scan/while"},          // another position, before a user
        {"bcast.7",        "for f/copy"},            // the first user that has a name
        {"neg.8",          "f/…/dense/mul"},         // an operand
        {"lone.9.clone.1", "lone"},
        {"copy.11",        "copy of layers[2]['w']"},
    };
    // clang-format on
    EXPECT_EQ(labels, expected);
    EXPECT_EQ(holder_of(of, "p.0").group, "layers[*]['w']");
    EXPECT_EQ(holder_of(of, "p.0").scope, "layers");
    EXPECT_EQ(holder_of(of, "p.1").group, "parameter");
    EXPECT_EQ(holder_of(of, "dot.1").scope, "f/loss'/dense");
    EXPECT_EQ(holder_of(of, "dot.1").opcode, "add");
    EXPECT_EQ(holder_of(of, "lone.9.clone.1").scope, "");
}

// --- source lines ----------------------------------------------------------------------------------------------------

TEST(Memory, HasSourceLinesOfTheTextBesideIt)
{
    auto files =
        module_files("module_0004.jit_step", {"-buffer-assignment", "-buffer-assignment-values", "-live-range"});
    const auto without = memory_in(files);
    EXPECT_TRUE(without.frames_missing);
    EXPECT_EQ(without.module, "");
    EXPECT_EQ(holder_of(without, "add.3").source, "");
    files.push_back(module_files("module_0004.jit_step", {""}).front());
    const auto of = memory_in(files);
    EXPECT_FALSE(of.frames_missing);
    EXPECT_EQ(of.module, "jit_step");
    // stack_frame_id=12 is of location 2, line 12 of file 2.
    EXPECT_EQ(holder_of(of, "add.3").source, "model/layers.py:12");
    EXPECT_EQ(holder_of(of, "neg.6").label, "step/reduce_sum") << "its operand's";
    EXPECT_EQ(holder_of(of, "neg.6").source, "model/layers.py:13");
    EXPECT_EQ(holder_of(of, "p.0").source, "");
    // Nothing else differs.
    EXPECT_EQ(holders_of(of), holders_of(without));
    EXPECT_EQ(labels_of(of), labels_of(without));
    EXPECT_EQ(of.fingerprint, without.fingerprint);
    // Two spaces: what is temporary is in the second.
    ASSERT_EQ(of.spaces.size(), 2U);
    EXPECT_EQ(std::tuple(of.spaces[0].needs, of.spaces[0].held), std::tuple(1164, 1164));
    EXPECT_EQ(of.spaces[0].live, (fullest_moment{596 + 512 + 4 + 48, 9}));
    EXPECT_EQ(of.spaces[0].live_at_peak, 596 + 512 + 4);
    EXPECT_EQ(of.spaces[1].temporary, (fullest_moment{512, 3}));
    EXPECT_EQ(of.spaces[1].temporary_at_peak, 0);
}

// A frame that the tables lack, and a text without tables.
TEST(Memory, HasNoSourceLineOfAFrameThatIsNotThere)
{
    auto files =
        module_files("module_0004.jit_step", {"-buffer-assignment", "-buffer-assignment-values", "-live-range", ""});
    const auto text = files[3];
    files[1] = replaced(files[1], "stack_frame_id=12", "stack_frame_id=77");
    const auto other = memory_in(files);
    EXPECT_FALSE(other.frames_missing);
    EXPECT_EQ(holder_of(other, "add.3").source, "");
    EXPECT_EQ(holder_of(other, "neg.6").source, "model/layers.py:13");
    const auto tables = text.find("\nFileNames");
    files[3] = text.substr(0, tables) + text.substr(text.find("\n%sum"));
    const auto bare = memory_in(files);
    EXPECT_EQ(bare.module, "jit_step");
    EXPECT_EQ(holder_of(bare, "neg.6").source, "");
}

// Where the metadata has source lines, the text adds the name of the module and nothing else.
TEST(Memory, OfMetadataWithSourceLinesNeedsNoText)
{
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        SCOPED_TRACE(seed);
        auto without = analysis_of(program_files(seed, now - 1, 6000));
        const auto with = analysis_of(program_files(seed, now - 1, 6000, true));
        ASSERT_TRUE(without && with);
        EXPECT_FALSE(without->frames_missing);
        EXPECT_EQ(without->module, "");
        EXPECT_EQ(with->module, "jit_f");
        without->module = with->module;
        EXPECT_EQ(written(*with), written(*without));
    }
}

// --- padding ---------------------------------------------------------------------------------------------------------

TEST(Memory, TellsPaddingOfTiles)
{
    const std::string tiled = "f32[3,100]{1,0:T(8,128)}"; // 1200 bytes in 8*128*4
    const module_texts module{
        .blocks = {{4096, "parameter 0, shape |f32[3,100]| at ShapeIndex {}", {{"p.0", 4096, 0, tiled, "0-3"}}},
                   {4096, "parameter 1, shape |f32[3,100]| at ShapeIndex {}", {{"p.1", 4096, 0, tiled, "0-3"}}},
                   // 1300 bytes in 8*256*2.
                   {4096, "maybe-live-out", {{"out", 4096, 0, "bf16[5,130]{1,0:T(8,128)(2,1)}", "2-3"}}},
                   {10240,
                    "preallocated-temp",
                    {{"full", 4096, 0, "f32[8,128]{1,0:T(8,128)}", "1-2"},
                     {"row", 1536, 4096, "s8[300]{0:T(4,128)}", "1-2"}, // 300 bytes in 4*384
                     {"table", 32, 5632, "(f32[3,100]{1,0:T(8,128)}, s32[])", "1-2"},
                     {"plain", 64, 5696, "f32[8]{0}", "1-2"},
                     {"same", 4096, 6144, tiled, "2-2"}}},
                   {4096, "thread-local", {{"t", 4096, 0, "f32[2,2]{1,0:T(2,128)}", ""}}},
                   // A tile of no known size.
                   {4096, "constant", {{"any", 4096, 0, "f32[3,100]{1,0:T(*,128)}", "0-3"}}}},
        .sequence = {"p.0", "p.1", "out"}};
    const auto of = memory_in(module.text());
    texts found;
    for (const auto& p : of.padded)
        found.push_back(fmt::format("{} {} {} {}", p.count, p.assigned, p.logical, p.shape));
    EXPECT_EQ(found, (texts{"3 12288 3600 f32[3,100]{1,0:T(8,128)}", "1 4096 1300 bf16[5,130]{1,0:T(8,128)(2,1)}",
                            "1 1536 300 s8[300]{0:T(4,128)}"}));
    EXPECT_EQ(holder_of(of, "p.0").logical, 1200);
    EXPECT_EQ(holder_of(of, "p.0").size, 4096);
    EXPECT_EQ(holder_of(of, "p.0").shape, "f32[3,100]");
    EXPECT_EQ(holder_of(of, "out").type, "bf16");
    // The values of two layouts are two rows.
    const auto moved = memory_in(replaced(
        module.text(), "maybe-live-out:\n value: <2 out @0> (size=4096,offset=0): bf16[5,130]{1,0:T(8,128)(2,1)}",
        "maybe-live-out:\n value: <2 out @0> (size=4096,offset=0): f32[3,100]{0,1:T(8,128)}"));
    EXPECT_EQ(moved.padded.size(), 3U);
}

// --- donation --------------------------------------------------------------------------------------------------------

namespace {

constexpr std::int64_t two_mib = 2097152;

block argument(int number, std::string shape, texts uses, std::string head = "")
{
    return {
        two_mib,
        fmt::format("parameter {}, shape |{}| at ShapeIndex {{}}{}", number, shape.substr(0, shape.find('{')), head),
        {{fmt::format("p.{}", number), two_mib, 0, shape, "0-4", fmt::format("parameter({})", number),
          std::move(uses)}}};
}
// The result, which is defined at 3.
block result(const std::string& shape, const std::string& from)
{
    return {two_mib,
            fmt::format("output shape is |{}|, maybe-live-out", shape.substr(0, shape.find('{'))),
            {{"out.9", two_mib, 0, shape, "3-4", from}}};
}
module_texts donating(std::vector<block> blocks)
{
    return {.blocks = std::move(blocks), .sequence = {"p.0", "p.1", "mid.8", "out.9"}};
}

} // namespace

TEST(Donation, IsMissedWhereAResultCouldBeInAnArgument)
{
    const std::string shape = "f32[524288]{0}";
    const auto of = memory_in(donating({argument(0, shape, {"mid.8, operand 0"}, ""),
                                        result(shape, R"(negate(%mid.8), metadata={op_name="jit(f)/neg"})")})
                                  .text());
    ASSERT_EQ(of.donations.size(), 1U);
    const auto& d = of.donations[0];
    EXPECT_EQ(std::tuple(d.space, d.bytes, d.output_allocation, d.argument_allocation, d.parameter),
              std::tuple(0, two_mib, 1, 0, 0));
    EXPECT_EQ(std::tuple(d.same_shape, d.copied, d.read_later), std::tuple(true, false, false));
    EXPECT_EQ(d.output, "f/neg");
    EXPECT_EQ(d.argument, "parameter 0");
    EXPECT_EQ(d.shape, "f32[524288]");
    EXPECT_EQ(of.spaces[0].shared, 0);
}

TEST(Donation, IsNotMissedWhereItIsDone)
{
    const std::string shape = "f32[524288]{0}";
    auto given = argument(0, shape, {"out.9, operand 0"}, ", maybe-live-out");
    given.values.push_back({"out.9", two_mib, 0, shape, "3-4", "negate(%p.0)"});
    const auto of = memory_in(donating({given}).text());
    EXPECT_EQ(donations_of(of), texts{});
    const auto& s = of.spaces[0];
    EXPECT_EQ(std::tuple(s.needs, s.arguments, s.outputs, s.shared), std::tuple(two_mib, two_mib, two_mib, two_mib));
    EXPECT_EQ(s.held, two_mib);
    EXPECT_EQ(holders_of(of), texts{"0 donated 2097152 p.0"});
}

TEST(Donation, PrefersWhatTheResultIsACopyOf)
{
    const std::string shape = "f32[524288]{0}";
    const auto copy = [&](const std::string& from) {
        return donations_of(memory_in(
            donating({argument(0, shape, {}), argument(1, shape, {"out.9, operand 0"}), result(shape, from)}).text()));
    };
    EXPECT_EQ(copy("copy(%p.1)"), texts{"2>1 same shape copied"});
    EXPECT_EQ(copy("negate(%p.1)"), texts{"2>0 same shape"});
    // The copy of another result.
    EXPECT_EQ(copy("copy(%mid.8)"), texts{"2>0 same shape"});
}

// An element of an argument is read under the name of what takes it out.
TEST(Donation, KnowsCopiesOfElements)
{
    const std::string tuple = "(f32[524288]{0}, f32[524288]{0})";
    const std::string shape = "f32[524288]{0}";
    const auto element = [&](int index) -> block {
        return {two_mib,
                fmt::format("parameter 0, shape |(f32[524288], f32[524288])| at ShapeIndex {{{}}}", index),
                {{fmt::format("p.0{{{}}}", index),
                  two_mib,
                  0,
                  shape,
                  "0-4",
                  "parameter(0)",
                  {"out.9, operand 0"},
                  {fmt::format("gte.{}", index)},
                  tuple}}};
    };
    const auto of = memory_in(donating({{16,
                                         "parameter 0, shape |(f32[524288], f32[524288])| at ShapeIndex {}",
                                         {{"p.0{}", 16, 0, tuple, "0-4", "parameter(0)"}}},
                                        element(0),
                                        element(1),
                                        result(shape, "copy(%gte.1)")})
                                  .text());
    EXPECT_EQ(donations_of(of), texts{"3>2 same shape copied"});
}

TEST(Donation, PrefersWhatIsNotReadLater)
{
    const std::string shape = "f32[524288]{0}";
    const auto late = argument(0, shape, {"mid.8, operand 0", "late.10, operand 0"});
    const auto early = argument(1, shape, {"mid.8, operand 1", "out.9, operand 0"});
    // p.0 is read at 4 for the last time, p.1 at 3.
    auto module = donating({late, early, result(shape, "negate(%mid.8)")});
    module.sequence.push_back("late.10");
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>1 same shape"});
    module.blocks[2].values[0].range = "2-5";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape read later"}) << "both are";
    module.blocks[2].values[0].range = "4-5";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape"}) << "neither is";
    // A copy is worth more than an early end.
    module.blocks[2].values[0].range = "3-4";
    module.blocks[2].values[0].from = "copy(%p.0)";
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"2>0 same shape copied read later"});
}

TEST(Donation, ComparesTheShapeOfTheResult)
{
    const std::string flat = "f32[524288]{0}";
    const auto with = [&](const std::string& argument_shape, const std::string& value, const std::string& head) {
        auto module = donating({argument(0, argument_shape, {}), result(value, "negate(%mid.8)")});
        module.blocks[1].head = fmt::format("output shape is |{}|, maybe-live-out", head);
        return donations_of(memory_in(module.text()));
    };
    EXPECT_EQ(with(flat, flat, "f32[524288]"), texts{"1>0 same shape"});
    EXPECT_EQ(with("f32[512,1024]{1,0}", flat, "f32[524288]"), texts{"1>0"});
    EXPECT_EQ(with("s32[524288]{0}", flat, "f32[524288]"), texts{"1>0"});
    EXPECT_EQ(with("f32[512,1024]{0,1}", "f32[512,1024]{1,0}", "f32[512,1024]"), texts{"1>0 same shape"});
    // The value is that of a bitcast: the result has the argument's shape, or has it no more.
    EXPECT_EQ(with("f32[512,1024]{1,0}", flat, "f32[512,1024]"), texts{"1>0 same shape"});
    EXPECT_EQ(with(flat, flat, "f32[512,1024]"), texts{"1>0"});
}

TEST(Donation, TakesTheShapeOfAPartOfTheResult)
{
    const std::string shape = "f32[524288]{0}";
    auto out = result(shape, "negate(%mid.8)");
    out.head = "maybe-live-out";
    out.values[0].positions = {"root {1}"};
    auto module = donating({argument(0, "f32[512,1024]{1,0}", {}),
                            out,
                            {16,
                             "output shape is |(s8[4], f32[512,1024])|, maybe-live-out",
                             {{"root{}", 16, 0, "(s8[4]{0}, f32[512,1024]{1,0})", "4-5", "tuple(%x, %bitcast.7)"}}}});
    module.sequence.push_back("root");
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"1>0 same shape"});
    module.blocks[1].values[0].positions = {"root {0}"};
    EXPECT_EQ(donations_of(memory_in(module.text())), texts{"1>0"});
}

TEST(Donation, IsOfOneSpaceAndSizeAndNeverOfTuplesConstantsAndThreads)
{
    const std::string shape = "f32[524288]{0}";
    const auto none = [&](const block& given, const block& made) {
        return donations_of(memory_in(donating({given, made}).text()));
    };
    const auto given = argument(0, shape, {});
    const auto made = result(shape, "negate(%mid.8)");
    EXPECT_EQ(none(given, made).size(), 1U);
    auto other = given;
    other.color = 1;
    EXPECT_EQ(none(other, made), texts{});
    other = given;
    other.size = two_mib + 4;
    EXPECT_EQ(none(other, made), texts{});
    other = given;
    other.head = "constant";
    EXPECT_EQ(none(other, made), texts{});
    other = made;
    other.head = "constant, maybe-live-out";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.head = "thread-local, maybe-live-out";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.head = "preallocated-temp";
    EXPECT_EQ(none(given, other), texts{});
    other = made;
    other.values[0].shape = "(f32[524288]{0})";
    EXPECT_EQ(none(given, other), texts{});
}

TEST(Donation, TakesTheLargestFirstAndEachArgumentOnce)
{
    const std::string shape = "f32[524288]{0}";
    const auto output = [&](std::string name, std::int64_t bytes) -> block {
        return {bytes, "maybe-live-out", {{std::move(name), bytes, 0, fmt::format("s8[{}]{{0}}", bytes), "2-4"}}};
    };
    auto small = argument(3, "s8[512]{0}", {});
    small.size = 512;
    const auto of = memory_in(donating({output("o.0", 512), output("o.1", two_mib), output("o.2", two_mib),
                                        output("o.3", two_mib), argument(2, shape, {}), argument(1, shape, {}), small})
                                  .text());
    // Of alike ones the lowest numbers: of the results that of the allocation, of the arguments that of the parameter.
    EXPECT_EQ(donations_of(of), (texts{"1>5", "2>4", "0>6 same shape"}));
}

// --- sums beyond 64 bits ---------------------------------------------------------------------------------------------

TEST(Memory, StaysAtTheLimitOf64Bits)
{
    const auto whole = [](std::string name, std::string range) -> buffer {
        return {std::move(name), limit, 0, fmt::format("s8[{}]{{0}}", limit), std::move(range)};
    };
    const auto head = fmt::format("parameter 0, shape |s8[{}]| at ShapeIndex {{}}, maybe-live-out", limit);
    const module_texts module{.blocks = {{limit, "preallocated-temp", {whole("a", "0-2")}},
                                         {limit, "preallocated-temp", {whole("b", "1-3")}},
                                         {limit, head, {whole("p", "0-4")}},
                                         {limit, head, {}},
                                         {limit, "thread-local", {}},
                                         {limit, "thread-local", {}}},
                              .sequence = {"p", "a", "b", "c"},
                              .peak = 1};
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.thread_local_bytes, limit);
    ASSERT_EQ(of.spaces.size(), 1U);
    const auto& s = of.spaces[0];
    EXPECT_EQ(std::tuple(s.needs, s.arguments, s.outputs, s.temporaries, s.shared),
              std::tuple(limit, limit, limit, limit, limit));
    EXPECT_EQ(s.held, limit);
    EXPECT_EQ(s.temporary, (fullest_moment{limit, 0}));
    EXPECT_EQ(s.live, (fullest_moment{limit, 0}));
    EXPECT_EQ(s.temporary_at_peak, limit);
    EXPECT_EQ(std::tuple(of.arenas[0].filled, of.arenas[1].filled), std::tuple(limit, limit));
    for (const auto& g : groups_of(of, grouping::is)) EXPECT_EQ(g.bytes, limit) << g.key;
    // a alone, a and b, b alone, nothing.
    texts uses;
    for (const auto& use : s.occupied) uses.push_back(fmt::format("{} from {}", use.bytes, use.tick));
    EXPECT_EQ(uses, (texts{fmt::format("{} from 0", limit), "0 from 4"}));
}

TEST(Memory, OfPaddingBeyond64BitsStaysAtTheLimit)
{
    std::string text = "BufferAssignment:\n";
    for (int i = 0; i < 2; ++i)
        text += fmt::format("allocation {0}: size {1}, maybe-live-out:\n value: <{0} v @0> (size={1},offset={1}): "
                            "f32[3,100]{{1,0:T(8,128)}}\n",
                            i, limit);
    const auto of = memory_in(text);
    ASSERT_EQ(of.padded.size(), 1U);
    EXPECT_EQ(of.padded[0].assigned, limit);
    EXPECT_EQ(of.padded[0].logical, 2400);
}

// --- groups ----------------------------------------------------------------------------------------------------------

namespace {

// `0 128 2 f32[16]`, the key without what joins its parts; `*` where not all are alike in source, class, shape, label.
texts groups_in(const memory_analysis& of, grouping by)
{
    texts result;
    for (const auto& g : groups_of(of, by)) {
        auto key = g.key;
        std::ranges::replace(key, '\0', ' ');
        result.push_back(fmt::format("{} {} {} {}{}{}{}{}", g.space, g.bytes, g.count, key,
                                     g.one_source ? "" : " *source", g.one_class ? "" : " *class",
                                     g.one_shape ? "" : " *shape", g.one_label ? "" : " *label"));
    }
    return result;
}

} // namespace

TEST(Groups, ArePutTogetherByWhatIsAsked)
{
    const auto layer = [](int number, std::int64_t bytes, const std::string& more, std::int64_t color = 0) -> block {
        return {bytes,
                fmt::format("parameter {}, shape |f32[{}]| at ShapeIndex {{}}", number, bytes / 4),
                {{fmt::format("p.{}", number), bytes, 0, fmt::format("f32[{}]{{0}}", bytes / 4), "0-1",
                  fmt::format(R"(parameter({}), metadata={{op_name="layers[{}][\'w\']"{}}})", number, number, more)}},
                color};
    };
    const std::string at = " source_file=\"a.py\" source_line=";
    const module_texts module{.blocks = {layer(0, 64, at + "1"),
                                         layer(1, 64, at + "2"),
                                         layer(2, 32, at + "1"),
                                         layer(3, 64, at + "1", 1),
                                         {48,
                                          "maybe-live-out",
                                          {{"out", 48, 0, "s8[48]{0}", "0-1",
                                            "iota(), iota_dimension=0, metadata={op_name=\"jit(f)/iota\"}"}}}},
                              .sequence = {"out"}};
    const auto of = memory_in(module.text());
    EXPECT_EQ(groups_in(of, grouping::alike),
              (texts{"0 128 2 argument layers[*]['w'] f32[16] *source", "0 48 1 output f/iota s8[48]",
                     "0 32 1 argument layers[*]['w'] f32[8]", "1 64 1 argument layers[*]['w'] f32[16]"}));
    EXPECT_EQ(groups_in(of, grouping::label),
              (texts{"0 160 3 layers[*]['w'] *source *shape", "0 48 1 f/iota", "1 64 1 layers[*]['w']"}));
    EXPECT_EQ(groups_in(of, grouping::source),
              (texts{"0 96 2 a.py:1 *shape", "0 64 1 a.py:2", "0 48 1 ", "1 64 1 a.py:1"}));
    EXPECT_EQ(groups_in(of, grouping::scope), (texts{"0 160 3 layers *source *shape", "0 48 1 f", "1 64 1 layers"}));
    EXPECT_EQ(groups_in(of, grouping::shape),
              (texts{"0 128 2 f32[16] *source", "0 48 1 s8[48]", "0 32 1 f32[8]", "1 64 1 f32[16]"}));
    EXPECT_EQ(groups_in(of, grouping::type), (texts{"0 160 3 f32 *source *shape", "0 48 1 s8", "1 64 1 f32"}));
    EXPECT_EQ(groups_in(of, grouping::opcode),
              (texts{"0 160 3 parameter *source *shape", "0 48 1 iota", "1 64 1 parameter"}));
    EXPECT_EQ(groups_in(of, grouping::is),
              (texts{"0 160 3 argument *source *shape", "0 48 1 output", "1 64 1 argument"}));
    EXPECT_EQ(groups_of(of, grouping::value).size(), 5U);
    // The largest one stands for its group.
    const auto groups = groups_of(of, grouping::source);
    EXPECT_EQ(of.holders[groups[0].largest].name, "p.0");
    EXPECT_EQ(of.holders[groups[3].largest].name, "p.3");
}

// --- identity --------------------------------------------------------------------------------------------------------

TEST(Fingerprint, IsOfWhatIsInMemoryAndWhen)
{
    const module_texts module{
        .blocks =
            {{64,
              "parameter 0, shape |f32[16]| at ShapeIndex {}",
              {{"p.0", 64, 0, "f32[16]{0}", "0-3", R"(parameter(0), metadata={op_name="x"})", {"sum.1, operand 0"}}}},
             {128,
              "preallocated-temp",
              {{"sum.1", 64, 0, "f32[16]{0}", "1-2", "add(%p.0, %p.0)", {"out.2, operand 0"}},
               {"pair.3{0}",
                32,
                64,
                "f32[8]{0}",
                "1-2",
                "custom-call(), custom_call_target=\"c\"",
                {},
                {},
                "(f32[8]{0}, f32[8]{0})"}}},
             {64,
              "output shape is |f32[16]|, maybe-live-out",
              {{"out.2", 64, 0, "f32[16]{0}", "2-3", "negate(%sum.1)"}}}},
        .sequence = {"p.0", "sum.1", "out.2"},
        .peak = 1};
    const auto fingerprint = [](const module_texts& of) { return memory_in(of.text()).fingerprint; };
    const auto own = fingerprint(module);
    EXPECT_EQ(own.find_first_not_of("0123456789abcdef"), std::string::npos);

    // Names, ids, metadata and XLA's moment are no part of it.
    auto text = module.text();
    for (const auto& [from, to] : {std::pair{"sum.1", "total.7"},
                                   {"p.0", "arg0.1"},
                                   {"out.2", "negative"},
                                   {"\"x\"", "\"y\""},
                                   {"ranges at 1", "ranges at 2"}})
        text = replaced(text, from, to);
    EXPECT_EQ(memory_in(text).fingerprint, own);
    auto other = module;
    other.first_id = 100;
    EXPECT_EQ(fingerprint(other), own);
    other = module;
    other.blocks[0].values[0].uses.clear();
    EXPECT_EQ(fingerprint(other), own);

    // All else is.
    const std::pair<std::string_view, void (*)(module_texts&)> changes[]{
        {"size of an allocation", [](module_texts& m) { m.blocks[1].size = 192; }},
        {"size of a value", [](module_texts& m) { m.blocks[1].values[1].size = 16; }},
        {"offset", [](module_texts& m) { m.blocks[1].values[1].offset = 96; }},
        {"shape", [](module_texts& m) { m.blocks[1].values[1].shape = "s32[8]{0}"; }},
        {"layout", [](module_texts& m) { m.blocks[1].values[1].shape = "f32[8]{0:T(128)}"; }},
        {"index", [](module_texts& m) { m.blocks[1].values[1].name = "pair.3{1}"; }},
        {"start", [](module_texts& m) { m.blocks[1].values[0].range = "0-2"; }},
        {"end", [](module_texts& m) { m.blocks[1].values[0].range = "1-1"; }},
        {"no range", [](module_texts& m) { m.blocks[1].values[0].range.clear(); }},
        {"opcode", [](module_texts& m) { m.blocks[1].values[0].from = "multiply(%p.0, %p.0)"; }},
        {"color", [](module_texts& m) { m.blocks[1].color = 1; }},
        {"head", [](module_texts& m) { m.blocks[2].head = "constant"; }},
        {"thread", [](module_texts& m) { m.blocks[1].head = "thread-local"; }},
        {"parameter", [](module_texts& m) { m.blocks[0].head = "parameter 1, shape |f32[16]| at ShapeIndex {}"; }},
        {"one value less", [](module_texts& m) { m.blocks[1].values.pop_back(); }},
        {"one allocation more", [](module_texts& m) { m.blocks.push_back({0, "preallocated-temp", {}}); }},
        {"order", [](module_texts& m) { std::swap(m.blocks[1], m.blocks[2]); }},
    };
    for (const auto& [what, change] : changes) {
        auto changed = module;
        change(changed);
        EXPECT_NE(fingerprint(changed), own) << what;
    }
}

} // namespace ballast::tests
