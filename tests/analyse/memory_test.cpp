// The memory of small modules whose numbers are known.
#include "ballast/analysis.hpp"
#include "tests/analyse/small_modules.hpp"

#include <fmt/format.h>

#include <tuple>
#include <utility>

namespace ballast::tests {

// --- known numbers ---------------------------------------------------------------------------------------------------

TEST(Memory, OfASmallProgram)
{
    const auto of = memory_in(golden_dump("d16.txt"));
    EXPECT_TRUE(of.ranges && of.instructions && !of.frames_missing);
    EXPECT_EQ(of.steps, 9);
    EXPECT_EQ(of.xla_peak, 5);
    EXPECT_EQ(of.printed_total, 1688);
    EXPECT_EQ(of.thread_local_bytes, 12);
    EXPECT_EQ(of.values, 12U);
    ASSERT_EQ(of.spaces.size(), 1U);
    const auto& s = of.spaces[0];
    EXPECT_EQ(s.arguments, 512 + 16 + 64 + 4);
    EXPECT_EQ(s.outputs, 64 + 4 + 512 + 4 + 48);
    EXPECT_EQ(s.shared, 64 + 4);
    EXPECT_EQ(s.constants, 4);
    EXPECT_EQ(s.temporaries, 512);
    EXPECT_EQ(s.total, 1676);
    // All allocations that are not temporary, and bcast.2, which is live at 3 and 4.
    EXPECT_EQ(s.peak, 1676);
    EXPECT_EQ(s.temporary_peak, (memory_peak{512, 3}));
    EXPECT_EQ(s.occupied, (std::vector<use_from>{{3, 512}, {5, 0}}));
    EXPECT_EQ(s.temporary_at_xla_peak, 0);
    // The parameters, bcast.2 and add.3 at 4. XLA's peak is at 5, with const.1 instead of bcast.2.
    EXPECT_EQ(s.live_peak, (memory_peak{596 + 512 + 512, 4}));
    EXPECT_EQ(s.live_at_xla_peak, 596 + 512 + 4);
    EXPECT_EQ(holders_of(of), (texts{"0 argument 512 p.0", "0 output 512 add.3", "0 temporary 512 bcast.2",
                                     "0 donated 64 p.1{0}", "0 output 48 out.5", "0 argument 16 p.1",
                                     "0 constant 4 const.1", "0 donated 4 p.1{1}", "0 output 4 reduce.4"}));
    EXPECT_EQ(labels_of(of), (texts{"p.0: x", "add.3: step/add", "bcast.2: for step/add", "p.1{0}: params['enc/w']",
                                    "out.5: step/add", "p.1: params['enc/w']", "const.1: for step/reduce_sum",
                                    "p.1{1}: params['enc/w']", "reduce.4: step/reduce_sum"}));
    ASSERT_EQ(of.arenas.size(), 1U);
    EXPECT_EQ(of.arenas[0].allocation, 11);
    EXPECT_EQ(of.arenas[0].filled, 512);
    // p.0 is last read where add.3 is written.
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
        EXPECT_EQ(of.steps, 0);
        EXPECT_FALSE(of.xla_peak);
        EXPECT_EQ(of.printed_total.has_value(), golden_dump(name).find("Total bytes used: 1688") != std::string::npos);
        EXPECT_EQ(of.printed_total.value_or(1688), 1688);
        ASSERT_EQ(of.spaces.size(), 1U);
        const auto& s = of.spaces[0];
        EXPECT_EQ(s.total, 1676);
        EXPECT_EQ(s.temporaries, 512);
        EXPECT_FALSE(s.peak || s.temporary_peak || s.live_peak || s.temporary_at_xla_peak || s.live_at_xla_peak);
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
    // Without temporaries everything is held at every step.
    const auto heads = memory_in(std::string("BufferAssignment:\n"
                                             "allocation 0: size 8, parameter 0, shape |s8[8]| at ShapeIndex {}:\n"
                                             "allocation 1: size 16, maybe-live-out:\n"));
    ASSERT_EQ(heads.spaces.size(), 1U);
    EXPECT_EQ(heads.spaces[0].peak, 24);
    EXPECT_FALSE(heads.spaces[0].live_peak);
    EXPECT_EQ(labels_of(heads), (texts{": allocation", ": parameter"}));
}

// Each space has its own sums, peak and holders. An empty space is left out.
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
    EXPECT_EQ(of.printed_total, 100 + 96 + 48 + 32 + 16);
    ASSERT_EQ(of.spaces.size(), 3U);
    const auto& [zero, one, six] = std::tie(of.spaces[0], of.spaces[1], of.spaces[2]);
    EXPECT_EQ(std::tuple(zero.space, one.space, six.space), std::tuple(0, 1, 6));
    EXPECT_EQ(std::tuple(zero.total, one.total, six.total), std::tuple(100, 128, 48));
    EXPECT_EQ(std::tuple(zero.arguments, one.arguments, six.arguments), std::tuple(0, 32, 0));
    EXPECT_EQ(std::tuple(zero.temporaries, one.temporaries, six.temporaries), std::tuple(100, 96, 48));
    EXPECT_EQ(std::tuple(zero.peak, one.peak, six.peak), std::tuple(64, 128, 48));
    EXPECT_EQ(zero.temporary_peak, (memory_peak{64, 0}));
    EXPECT_EQ(one.temporary_peak, (memory_peak{96, 1})) << "c begins where b ends";
    EXPECT_EQ(six.temporary_peak, (memory_peak{48, 3}));
    EXPECT_EQ(one.live_peak, (memory_peak{128, 1}));
    EXPECT_EQ(std::tuple(zero.temporary_at_xla_peak, one.temporary_at_xla_peak, six.temporary_at_xla_peak),
              std::tuple(0, 64, 16));
    EXPECT_EQ(one.live_at_xla_peak, 96);
    EXPECT_EQ(one.occupied, (std::vector<use_from>{{0, 32}, {1, 96}, {2, 64}, {4, 0}}));
    EXPECT_EQ(six.occupied, (std::vector<use_from>{{2, 16}, {3, 48}, {4, 0}}));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 64 a", "1 temporary 64 c", "1 temporary 32 b", "1 argument 32 p",
                                     "6 temporary 48 e"}));
    ASSERT_EQ(of.arenas.size(), 4U);
    EXPECT_EQ(std::tuple(of.arenas[0].size, of.arenas[0].filled), std::tuple(100, 64));
    EXPECT_EQ(std::tuple(of.arenas[2].space, of.arenas[2].filled), std::tuple(6, 48));
    EXPECT_EQ(of.arenas[3].filled, 0);
}

// The peak is the maximum of all arenas of a space together.
TEST(Memory, OfTwoArenasIsTheirMostTogether)
{
    const module_texts module{
        .blocks = {{100, "preallocated-temp", {{"a", 100, 0, "s8[100]{0}", "0-1"}}},
                   {60, "preallocated-temp", {{"b", 10, 0, "s8[10]{0}", "1-1"}, {"c", 60, 0, "s8[60]{0}", "2-3"}}}},
        .sequence = {"a", "b", "c", "d"},
    };
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.spaces[0].total, 160);
    EXPECT_EQ(of.spaces[0].peak, 110);
    EXPECT_EQ(of.spaces[0].temporary_peak, (memory_peak{110, 1}));
    EXPECT_EQ(std::tuple(of.arenas[0].filled, of.arenas[1].filled), std::tuple(100, 60));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 100 a", "0 temporary 10 b"}));
}

TEST(Memory, OfSharedBytesIsOfTheLargerOne)
{
    // y begins in the end of x, z in y.
    const module_texts module{.blocks = {{80,
                                          "preallocated-temp",
                                          {{"z", 48, 32, "s8[48]{0}", "3-3"},
                                           {"x", 64, 0, "s8[64]{0}", "0-2"},
                                           {"y", 48, 32, "s8[48]{0}", "2-3"}}}},
                              .sequence = {"x", "w", "y", "z"}};
    const auto of = memory_in(module.text());
    EXPECT_EQ(of.spaces[0].temporary_peak, (memory_peak{80, 2}));
    EXPECT_EQ(holders_of(of), (texts{"0 temporary 64 x", "0 temporary 16 y"}));
    const auto& y = of.holders[1];
    EXPECT_EQ(std::tuple(y.size, y.offset, y.start, y.end), std::tuple(48, 32, 2, 3));
    // At a requested step: of two equal values the lower id; a value without bytes of its own is not a holder.
    const auto at = [&](std::int64_t step) { return holders_of(memory_in(module.text(), {.step = step})); };
    EXPECT_EQ(at(0), texts{"0 temporary 64 x"});
    EXPECT_EQ(at(2), holders_of(of));
    EXPECT_EQ(at(3), texts{"0 temporary 48 z"});
    EXPECT_EQ(at(4), texts{});
    EXPECT_EQ(at(-1), texts{});
    EXPECT_EQ(memory_in(module.text(), {.step = 3}).spaces[0].peak, 80) << "what is held stays";
}

// Whatever is not temporary is a holder at every step.
TEST(Memory, AtAStepHasAllThatIsNotTemporary)
{
    const auto at_peak = memory_in(golden_dump("d16.txt"), {.step = 5});
    EXPECT_EQ(at_peak.holders.size(), 8U);
    std::int64_t sum = 0;
    for (const auto& h : at_peak.holders) sum += h.bytes;
    EXPECT_EQ(sum, 1676 - 512);
    EXPECT_EQ(holders_of(memory_in(golden_dump("d16.txt"), {.step = 4})),
              holders_of(memory_in(golden_dump("d16.txt"))));
}

// Copies share their rows until one of them changes.
TEST(Memory, ListsOfHoldersChangeAlone)
{
    const auto named = [](std::string name) {
        holder result;
        result.name = std::move(name);
        return result;
    };
    holder_list list;
    list.push_back(named("a"));
    auto copy = list;
    copy.push_back(named("b"));
    EXPECT_EQ(list.size(), 1U);
    ASSERT_EQ(copy.size(), 2U);
    EXPECT_EQ(copy[0].name, "a");
    EXPECT_EQ(copy[1].name, "b");
}

TEST(Memory, IsNamedByTheParameterAndByTheResult)
{
    // A loop that writes over its argument, and a loop whose result has memory of its own.
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

// Since 2026-04-03 positions and instructions are in a separate file, which may be missing.
TEST(Memory, IsNamedByShapesAndLiveRangesWithoutTheValuesFile)
{
    const std::string assignment =
        "BufferAssignment:\n"
        "allocation 0: size 64, page 0, parameter 0, shape |f32[16]| at ShapeIndex {}, maybe-live-out:\n"
        " value: <0 scale @0> (size=16,offset=0): f32[4]{0}\n"
        " value: <3 state @0> (size=64,offset=0): f32[16]{0}\n"
        " value: <5 next @0> (size=64,offset=0): f32[16]{0}\n"
        "allocation 1: size 32, page 0, output shape is |f32[8]|, maybe-live-out:\n"
        " value: <1 small @0> (size=8,offset=0): f32[2]{0}\n"
        " value: <2 result @0> (size=32,offset=0): f32[8]{0}\n"
        " value: <4 tail @0> (size=32,offset=0): f32[8]{0}\n"
        "allocation 2: size 32, page 0, parameter 1, shape |f32[8]| at ShapeIndex {}, maybe-live-out:\n"
        " value: <6 half @0> (size=16,offset=0): f32[4]{0}\n"
        " value: <7 other @0> (size=16,offset=0): f32[4]{0}\n";
    const std::string ranges = "HloLiveRange (max 4):\n"
                               "  InstructionSequence:\n"
                               "    0:state\n    1:scale\n    2:next\n    3:small\n"
                               "  BufferLiveRange:\n"
                               "    scale{}:1-2\n    small{}:0-1\n    result{}:2-4\n    state{}:0-2\n    tail{}:1-2\n"
                               "    next{}:2-4\n"
                               "  Live ranges at 0 (peak):\n"
                               "    state{}: 64 bytes (cumulative: 64 bytes)\n"
                               "    small{}: 8 bytes (cumulative: 72 bytes)\n"
                               "  Stack trace breakdown for peak usage: 72 bytes\n"
                               "    main (100.0%, total: 72 bytes, current: 0 bytes, remaining: 72 bytes)\n"
                               "      └── x (100.0%, total: 72 bytes, current: 72 bytes, remaining: 0 bytes)\n";
    const auto both = memory_in(texts{assignment, ranges});
    EXPECT_EQ(holders_of(both), (texts{"0 donated 64 state", "0 output 32 result", "0 donated 32 "}));
    for (const auto& h : both.holders) EXPECT_EQ(h.size, h.bytes) << h.name;
    // None of the values has the shape of the parameter.
    EXPECT_EQ(both.holders[2].value, -1);
    EXPECT_EQ(both.holders[2].shape, "f32[8]");
    // Without live ranges the largest value; of equal ones the last.
    const auto alone = memory_in(assignment);
    EXPECT_EQ(holders_of(alone), (texts{"0 donated 64 state", "0 output 32 tail", "0 donated 32 "}));
}

// A value that is smaller than its allocation keeps its size; the bytes held are those of the allocation.
TEST(Memory, HasTheSizeOfTheValueThatItNames)
{
    const auto of = memory_in(std::string("BufferAssignment:\n"
                                          "allocation 0: size 64, constant:\n"
                                          " value: <0 small @0> (size=8,offset=0): f32[2]{0}\n"));
    ASSERT_EQ(of.holders.size(), 1U);
    EXPECT_EQ(of.holders[0].bytes, 64);
    EXPECT_EQ(of.holders[0].size, 8);
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
                   // A tile whose size is unknown.
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
    // Values of two layouts are in two rows.
    const auto moved = memory_in(replaced(
        module.text(), "maybe-live-out:\n value: <2 out @0> (size=4096,offset=0): bf16[5,130]{1,0:T(8,128)(2,1)}",
        "maybe-live-out:\n value: <2 out @0> (size=4096,offset=0): f32[3,100]{0,1:T(8,128)}"));
    EXPECT_EQ(moved.padded.size(), 3U);
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
    EXPECT_EQ(std::tuple(s.total, s.arguments, s.outputs, s.temporaries, s.shared),
              std::tuple(limit, limit, limit, limit, limit));
    EXPECT_EQ(s.peak, limit);
    EXPECT_EQ(s.temporary_peak, (memory_peak{limit, 0}));
    EXPECT_EQ(s.live_peak, (memory_peak{limit, 0}));
    EXPECT_EQ(s.temporary_at_xla_peak, limit);
    EXPECT_EQ(std::tuple(of.arenas[0].filled, of.arenas[1].filled), std::tuple(limit, limit));
    for (const auto& g : groups_of(of, grouping::is)) EXPECT_EQ(g.bytes, limit) << g.largest;
    // a alone, a and b, b alone, none.
    texts uses;
    for (const auto& use : s.occupied) uses.push_back(fmt::format("{} from {}", use.bytes, use.step));
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

    // Names, ids, metadata and XLA's peak step do not count.
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

    // Everything else does.
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
