// Which holder became which: identities of all dumps, and changes whose answer is known.
#include "ballast/analysis.hpp"
#include "base/choices.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace ballast::tests {

namespace {

holder argument(std::int64_t parameter, std::string path, std::string shape, std::int64_t bytes)
{
    holder made;
    made.is = buffer_class::argument;
    made.parameter = made.allocation = made.value = parameter;
    made.label = made.group = made.op_name = std::move(path);
    made.shape = std::move(shape);
    made.rank = 1;
    made.bytes = bytes;
    made.start = 0;
    return made;
}
holder temporary(std::int64_t value, std::string op_name, std::string shape, std::int64_t bytes)
{
    holder made;
    made.value = made.start = value;
    made.label = made.group = made.op_name = std::move(op_name);
    made.shape = std::move(shape);
    made.type = "f32";
    made.opcode = "fusion";
    made.rank = 1;
    made.bytes = bytes;
    made.name = std::string("fusion.").append(std::to_string(value));
    return made;
}
memory_analysis with(std::vector<holder> holders)
{
    memory_analysis made;
    made.holders = std::move(holders);
    return made;
}

using pairs = std::set<std::pair<std::int64_t, std::int64_t>>;

// By the ids of their values; -1 for nobody.
pairs pairs_of(const memory_analysis& before, const memory_analysis& after)
{
    pairs result;
    const auto id = [](const memory_analysis& of, std::size_t i) {
        return i == holder_pair::nobody ? -1 : of.holders[i].value;
    };
    const auto what = diff_of(before, after).value();
    for (const auto& p : what.pairs) result.emplace(id(before, p.before), id(after, p.after));
    return result;
}

memory_analysis generated(std::uint64_t seed, commit_time when)
{
    choices from(seed);
    generate::program made(from, when, 6000);
    std::vector<document> files;
    for (const auto kind : generate::kinds_at(when))
        files.push_back(accepted(printed([&](sink& out) { made.print(out, kind); })));
    std::vector<const document*> module;
    for (const auto& file : files) module.push_back(&file);
    auto result = memory_of(module);
    if (!result) throw std::runtime_error("no allocations");
    return std::move(*result);
}

} // namespace

TEST(MemoryDiff, OfADumpWithItselfIsEmpty)
{
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 1; seed < 5; ++seed) {
            const auto memory = generated(seed, state.begin);
            const auto what = diff_of(memory, memory).value();
            EXPECT_TRUE(what.groups.empty()) << state.name << " " << seed;
            EXPECT_EQ(what.pairs.size(), memory.holders.size());
            for (const auto& p : what.pairs) EXPECT_EQ(p.before, p.after) << state.name << " " << seed;
            for (const auto& s : what.spaces) EXPECT_EQ(s.before, s.after);
        }
}

TEST(MemoryDiff, MirrorsTheOtherWayRound)
{
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 1; seed < 5; ++seed) {
            const auto a = generated(seed, state.begin);
            const auto b = generated(seed + 100, state.begin);
            const auto forth = diff_of(a, b).value();
            const auto back = diff_of(b, a).value();
            std::set<std::pair<std::size_t, std::size_t>> mirrored;
            for (const auto& p : back.pairs) mirrored.emplace(p.after, p.before);
            std::set<std::pair<std::size_t, std::size_t>> straight;
            for (const auto& p : forth.pairs) straight.emplace(p.before, p.after);
            EXPECT_EQ(straight, mirrored) << state.name << " " << seed;
            // Each holder of both sides once.
            std::set<std::size_t> before;
            std::set<std::size_t> after;
            std::size_t nobodies = 0;
            for (const auto& p : forth.pairs) {
                for (const auto& [which, to] : {std::pair(p.before, &before), std::pair(p.after, &after)})
                    if (which == holder_pair::nobody)
                        ++nobodies;
                    else
                        EXPECT_TRUE(to->insert(which).second);
            }
            EXPECT_EQ(before.size(), a.holders.size());
            EXPECT_EQ(after.size(), b.holders.size());
            EXPECT_EQ(2 * forth.pairs.size(), before.size() + after.size() + nobodies);
            // Classes and spaces agree; the change of all groups is that of what is held.
            std::int64_t change = 0;
            for (const auto& g : forth.groups) change += g.after - g.before;
            std::int64_t held = 0;
            for (const auto& h : b.holders) held += h.bytes;
            for (const auto& h : a.holders) held -= h.bytes;
            EXPECT_EQ(change, held) << state.name << " " << seed;
            for (const auto& p : forth.pairs) {
                if (p.before == holder_pair::nobody || p.after == holder_pair::nobody) continue;
                EXPECT_EQ(a.holders[p.before].is, b.holders[p.after].is);
                EXPECT_EQ(a.holders[p.before].space, b.holders[p.after].space);
            }
        }
}

TEST(MemoryDiff, KnowsArgumentsByTheirPaths)
{
    const auto before = with({argument(0, "params['w']", "f32[8]", 32), argument(1, "params['b']", "f32[4]", 16),
                              argument(2, "args[0]", "f32[2]", 8), argument(3, "args[1]", "f32[3]", 12)});
    // In another order; one has grown. What is called args[…] is known by number and shape alone.
    const auto after = with({argument(0, "params['b']", "f32[4]", 16), argument(1, "params['w']", "f32[16]", 64),
                             argument(2, "args[1]", "f32[2]", 8), argument(4, "args[0]", "f32[5]", 20)});
    EXPECT_EQ(pairs_of(before, after), (pairs{{0, 1}, {1, 0}, {2, 2}, {3, -1}, {-1, 4}}));
}

TEST(MemoryDiff, KnowsTemporariesByTheirLabels)
{
    const auto before = with({temporary(1, "f/dot", "f32[8]", 32), temporary(2, "f/dot", "f32[8]", 32),
                              temporary(3, "f/add", "f32[8]", 32), temporary(4, "", "f32[9]", 36)});
    // Of two of one label the one with equal bytes first; a shape that changed; names alone.
    const auto after = with({temporary(11, "f/dot", "f32[16]", 64), temporary(12, "f/dot", "f32[8]", 32),
                             temporary(13, "f/mul", "f32[8]", 32), temporary(14, "", "f32[10]", 40)});
    EXPECT_EQ(pairs_of(before, after), (pairs{{1, 12}, {2, 11}, {3, -1}, {-1, 13}, {4, 14}}));
    const auto what = diff_of(before, after).value();
    ASSERT_EQ(what.groups.size(), 4U);
    EXPECT_EQ(std::tuple(what.groups[0].label, what.groups[0].shape_before, what.groups[0].shape_after),
              std::tuple("f/dot", "f32[8]", "f32[16]"));
    EXPECT_EQ(std::tuple(what.groups[0].before, what.groups[0].after), std::tuple(32, 64));
    // Equal changes: what came, then what went.
    EXPECT_EQ(std::tuple(what.groups[1].label, what.groups[1].count_before, what.groups[1].count_after),
              std::tuple("f/mul", 0U, 1U));
    EXPECT_EQ(std::tuple(what.groups[2].label, what.groups[2].count_before, what.groups[2].count_after),
              std::tuple("f/add", 1U, 0U));
    EXPECT_EQ(std::tuple(what.groups[3].before, what.groups[3].after), std::tuple(36, 40));
}

} // namespace ballast::tests
