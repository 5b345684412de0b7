// The model: the contents of a dump as rows of numbers, and its look-ups.
#include "model/model.hpp"

#include "ballast/print.hpp"
#include "tests/support/support.hpp"

#include <limits>

namespace ballast::tests {

namespace {

struct looked_up {
    document read;
    model::rows rows;

    explicit looked_up(std::string_view text) : read(accepted(text))
    {
        model::builder records(read.text());
        records.add(read.dump());
        rows = records.finish();
    }
    [[nodiscard]] model::number name(std::string_view text) const
    {
        for (model::number i = 0; i < rows.names(); ++i)
            if (rows.name(i) == text) return i;
        return model::none;
    }
    [[nodiscard]] model::number index(numbers path) const { return rows.find_index(path); }
};

} // namespace

TEST(Model, FindsValuesByIdAndByPlace)
{
    const looked_up d(golden_dump("d17.txt"));
    EXPECT_EQ(d.rows.values.size(), 12U);
    const auto add = d.rows.value_of(8);
    ASSERT_NE(add, model::none);
    EXPECT_EQ(d.rows.name(d.rows.name_of(d.rows.values[add]).name), "add.3");
    EXPECT_EQ(d.rows.value_at(d.name("add.3"), model::none), add);
    EXPECT_EQ(d.rows.value_at(d.name("add.3"), model::empty_index), add) << "no index and {} are one place";
    EXPECT_EQ(d.rows.value_at(d.name("p.1"), d.index({1})), d.rows.value_of(6));
    EXPECT_EQ(d.rows.value_of(12), model::none);
    EXPECT_EQ(d.rows.value_at(d.name("gte.1"), model::none), model::none) << "a position, no definition";
    EXPECT_EQ(d.name("gte"), model::none);
    EXPECT_EQ(d.rows.find_index(numbers{7}), model::none);
}

TEST(Model, FindsPositionsOfValues)
{
    const looked_up d(golden_dump("d17.txt"));
    const auto at_root = d.rows.position_at(d.name("out.5"), d.index({3}));
    ASSERT_NE(at_root, model::none);
    EXPECT_EQ(d.rows.positions[at_root].value, d.rows.value_of(5));
    EXPECT_EQ(d.rows.positions[at_root].next, model::none);
    EXPECT_EQ(d.rows.name(d.rows.root), "out.5");
    const auto& entry = d.rows.entries[d.rows.values[d.rows.value_of(5)].entry];
    EXPECT_EQ(d.rows.positions_of(entry).size(), 3U);
    EXPECT_EQ(d.rows.uses_of(entry).size(), 2U);
    EXPECT_EQ(d.rows.name(d.rows.uses_of(entry)[0].name), "bcast.2");
}

TEST(Model, FindsInstructionsOperandsAndTheirReaders)
{
    const looked_up d(golden_dump("d17.txt"));
    const auto add = d.rows.instruction_of(d.name("add.3"));
    ASSERT_NE(add, model::none);
    const auto operands = d.rows.operands_of(d.rows.instructions[add]);
    ASSERT_EQ(operands.size(), 2U);
    EXPECT_EQ(d.rows.name(operands[1].name), "bcast.2");
    EXPECT_EQ(d.rows.instruction_of(d.name("gte.1")), model::none) << "it defines no value, so nothing prints it";
    const auto readers = d.rows.readers_of(d.name("add.3"));
    ASSERT_EQ(readers.size(), 1U) << "tuples are left out";
    EXPECT_EQ(d.rows.name(d.rows.instructions[readers[0].instruction].name), "reduce.4");
    EXPECT_EQ(readers[0].operand, 0U);
    // The parts of p.1 share an instruction.
    EXPECT_EQ(d.rows.instructions.size(), 10U);
}

TEST(Model, FindsTheScheduleAndLiveRanges)
{
    const looked_up d(golden_dump("d17.txt"));
    EXPECT_EQ(d.rows.time_of(d.name("bcast.2")), 3U);
    EXPECT_EQ(d.rows.time_of(d.name("s")), model::none);
    const auto range = d.rows.values[d.rows.value_of(7)].range;
    ASSERT_NE(range, model::none);
    EXPECT_EQ(d.rows.ranges[range].start, 3);
    EXPECT_EQ(d.rows.ranges[range].end, 4);
    EXPECT_EQ(d.rows.value_of(d.rows.ranges[range]), d.rows.value_of(7));
    EXPECT_EQ(d.rows.values[d.rows.value_of(0)].range, model::none);
    EXPECT_EQ(d.rows.allocations[d.rows.lines[d.rows.values[d.rows.value_of(7)].line].allocation].number, 11);
}

TEST(Model, FindsTheFirstLiveRangeAtAPlace)
{
    constexpr std::string_view dump =
        "BufferAssignment:\nallocation 0: size 16, preallocated-temp:\n value: <0 a @0> (size=16,offset=0): f32[4]{0}\n"
        "\nTotal bytes used: 16 (16B)\n\nUsed values:\n<0 a @0>\n positions:\n  a\n uses:\n"
        " from instruction: %a = f32[4]{0} iota(), iota_dimension=0\n\n\nHloLiveRange (max 2):\n"
        "  InstructionSequence:\n    0:a\n    7:b\n  BufferLiveRange:\n"
        "    a{}:0-1\n    b{}:1-2\n    a{}:1-1\n    b{3}:0-0\n    b{}:0-2\n"
        "  Live ranges at 0 (peak):\n    a: 16 bytes\n";
    const looked_up d(dump);
    ASSERT_EQ(d.rows.ranges.size(), 5U);
    // For a value, for no value, for an index that occurs nowhere else, for nothing.
    EXPECT_EQ(d.rows.range_at(d.name("a"), model::empty_index), 0U);
    EXPECT_EQ(d.rows.range_at(d.name("a"), model::none), 0U) << "no index and {} are one place";
    EXPECT_EQ(d.rows.range_at(d.name("b"), model::empty_index), 1U);
    EXPECT_EQ(d.rows.range_at(d.name("b"), d.index({3})), 3U);
    EXPECT_EQ(d.rows.range_at(d.name("a"), d.index({3})), model::none);
    EXPECT_EQ(d.rows.value_of(d.rows.ranges[2]), 0U);
    EXPECT_EQ(d.rows.value_of(d.rows.ranges[1]), model::none);
    EXPECT_EQ(d.rows.number_at(0), 0);
    EXPECT_EQ(d.rows.number_at(1), 7) << "as it is printed";
}

TEST(Model, FindsTheEntryOfAUse)
{
    const looked_up d(golden_dump("d17.txt"));
    std::size_t uses = 0;
    for (model::number e = 0; e < d.rows.entries.size(); ++e) {
        const auto entry = d.rows.entries[e];
        for (model::number u = 0; u < entry.uses; ++u, ++uses) EXPECT_EQ(d.rows.entry_of_use(entry.first_use + u), e);
    }
    EXPECT_EQ(uses, d.rows.uses.size());
    EXPECT_GT(uses, 5U);
}

// Rows take the bytes that their numbers need, even if one of them is very large.
TEST(Model, KeepsNumbersOfAnySize)
{
    constexpr std::string_view dump =
        "BufferAssignment:\nallocation 0: size 16, preallocated-temp:\n"
        " value: <0 a @0> (size=16,offset=0): f32[4]{0}\n"
        " value: <9223372036854775807 b @5> (size=9223372036854775807,offset=1): f32[4]{0}\n"
        " value: <3 c{0} @0> (size=0,offset=9223372036854775807): f32[4]{0}\n";
    const looked_up d(dump);
    ASSERT_EQ(d.rows.lines.size(), 3U);
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(d.rows.lines[1].value.id, most);
    EXPECT_EQ(d.rows.lines[1].value.color, 5);
    EXPECT_EQ(d.rows.lines[1].size, most);
    EXPECT_EQ(d.rows.lines[2].offset, most);
    EXPECT_EQ(d.rows.lines[2].value.index, d.index({0}));
    EXPECT_EQ(d.rows.lines[0].value.index, model::none);
    EXPECT_EQ(d.rows.lines[0].size, 16);
    EXPECT_EQ(d.rows.value_of(most), 1U);
    EXPECT_EQ(d.rows.value_of(3), 2U);
}

TEST(Model, KnowsShapesWithAndWithoutTheirLayout)
{
    const looked_up d(golden_dump("d17.txt"));
    const auto& table = d.rows.lines[d.rows.values[d.rows.value_of(4)].line];
    const auto part = d.rows.part_of(table.shape, d.index({0}));
    ASSERT_NE(part, model::none);
    EXPECT_EQ(part, d.rows.lines[d.rows.values[d.rows.value_of(5)].line].shape);
    EXPECT_EQ(d.rows.shapes[part].bytes, 64);
    EXPECT_EQ(d.rows.shapes[table.shape].bytes, 16);
    EXPECT_EQ(d.rows.part_of(table.shape, d.index({4})), model::none);
    const auto& head = d.rows.allocations[5];
    EXPECT_NE(head.parameter_shape, table.shape) << "one has no layout";
    EXPECT_EQ(d.rows.shapes[head.parameter_shape].bare, d.rows.shapes[table.shape].bare);
}

TEST(Model, RoundsArraysUpToTheirTiles)
{
    const auto bytes = [](std::string_view shape) {
        const looked_up d(
            "BufferAssignment:\nallocation 0: size 0, thread-local:\n value: <0 x @0> (size=0,offset=0): " +
            std::string(shape) + "\n");
        const auto& row = d.rows.shapes[d.rows.lines[0].shape];
        return std::pair{row.bytes, row.padded};
    };
    EXPECT_EQ(bytes("f32[4,8]{1,0}"), std::pair(std::int64_t{128}, std::int64_t{-1}));
    EXPECT_EQ(bytes("u32[4,2]{0,1:T(2,128)}"), std::pair(std::int64_t{32}, std::int64_t{1024}));
    EXPECT_EQ(bytes("f32[5,130]{1,0:T(8,128)}"), std::pair(std::int64_t{2600}, std::int64_t{8192}));
    EXPECT_EQ(bytes("bf16[17,130]{1,0:T(8,128)(2,1)}"), std::pair(std::int64_t{4420}, std::int64_t{12288}));
    EXPECT_EQ(bytes("f32[3]{0:T(128)}"), std::pair(std::int64_t{12}, std::int64_t{512}));
    EXPECT_EQ(bytes("s4[3]{0:E(4)}"), std::pair(std::int64_t{2}, std::int64_t{-1}));
    EXPECT_EQ(bytes("s4[3]{0}"), std::pair(std::int64_t{3}, std::int64_t{-1}));
    EXPECT_EQ(bytes("token[]"), std::pair(std::int64_t{0}, std::int64_t{-1}));
    EXPECT_EQ(bytes("(f32[2]{0}, (s32[]))"), std::pair(std::int64_t{16}, std::int64_t{-1}));
}

// In D2 and D3, the text of a value inside its allocation is an entry, too.
TEST(Model, TakesThePositionsOfOldLines)
{
    const looked_up d(golden_dump("d3.txt"));
    EXPECT_TRUE(d.rows.has.entries);
    EXPECT_FALSE(d.rows.has.instructions);
    EXPECT_EQ(d.rows.entries.size(), d.rows.lines.size());
}

} // namespace ballast::tests
