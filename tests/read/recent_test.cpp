// Shapes that occur many times in a dump.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

std::string lines_of(const std::vector<std::string>& shapes, char end_of_line = '\n')
{
    std::string text = "BufferAssignment:\nallocation 0: size 4096, preallocated-temp:\n";
    std::size_t id = 0;
    for (const auto& s : shapes) {
        const auto n = std::to_string(id++);
        text += " value: <" + n + " x." + n + " @0> (size=4,offset=0): " + s + end_of_line;
    }
    return text;
}

std::vector<ast::shared<ast::shape>> read_shapes(const document& read)
{
    std::vector<ast::shared<ast::shape>> result;
    for (const auto& v : read.dump().allocations[0].values) result.push_back(v.shape);
    return result;
}

} // namespace

TEST(RepeatedShapes, AreOneNode)
{
    const auto read =
        accepted(lines_of({"f32[2,3]{1,0}", "f32[2,3]{1,0}", "f32[2,3]{0,1}", "f32[2,3]{1,0}", "f32[2]{0}"}));
    const auto shapes = read_shapes(read);
    EXPECT_EQ(shapes[0].get(), shapes[1].get());
    EXPECT_EQ(shapes[0].get(), shapes[3].get());
    EXPECT_NE(shapes[0], shapes[2]);
    EXPECT_EQ(order(shapes[2]), (numbers{0, 1}));
}

// One text begins with the other; only a complete repetition counts.
TEST(RepeatedShapes, AreToldFromLongerOnes)
{
    const std::vector<std::string> texts{"f32[2,3]",           "f32[2,3]{1,0}",
                                         "f32[2,3]{1,0:T(2)}", "f32[2,3]{1,0}",
                                         "f32[2,3]",           "(f32[2,3], f32[2,3]{1,0})",
                                         "(f32[2,3])",         "(f32[2,3], f32[2,3]{1,0})"};
    const auto text = lines_of(texts);
    const auto read = accepted(text);
    EXPECT_EQ(printed([&](sink& out) { print(out, read.dump()); }), text);
    const auto shapes = read_shapes(read);
    for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(text_of(*shapes[i], read.dump().forms), texts[i]);
}

// More texts than slots.
TEST(RepeatedShapes, TakeTheirPlacesFromEachOther)
{
    std::vector<std::string> texts;
    for (int round = 0; round < 3; ++round)
        for (int i = 0; i < 1000; ++i) texts.push_back("f32[" + std::to_string(i) + "]{0}");
    const auto text = lines_of(texts);
    const auto read = accepted(text);
    EXPECT_EQ(printed([&](sink& out) { print(out, read.dump()); }), text);
    const auto shapes = read_shapes(read);
    for (std::size_t i = 0; i < shapes.size(); ++i) ASSERT_EQ(dims(shapes[i]).at(0), static_cast<int>(i % 1000));
}

// A wrong shape is refused everywhere, even after one with the same beginning.
TEST(RepeatedShapes, DoNotHideFaults)
{
    for (const auto* bad : {"f32[2]{0}x", "f32[2]{0} ", "f32[2]{0", "f32[2]{1}", "f32[2]{0}\n", ""})
        EXPECT_FALSE(parse(lines_of({"f32[2]{0}", "f32[2]{0}", bad})).accepted()) << bad;
    EXPECT_TRUE(parse(lines_of({"f32[2]{0}", "f32[2]{0}", "f32[2]{0}"})).accepted());
    EXPECT_FALSE(parse(lines_of({"f32[2]{0}", "f32[2]{0}"}, '\r')).accepted());
}

// The same text is a shape at three places of a line, at one of them without layout.
TEST(RepeatedShapes, AreSharedByInstructionsAndOperands)
{
    const auto read = accepted(entry::instruction, "%x = f32[8]{0} add(f32[8]{0} %a, f32[8]{0} %b)");
    const auto& node = std::get<ast::instruction>(read.node());
    EXPECT_EQ(*operands(node)[0].detail->shape, *node.shape);
    EXPECT_EQ(print(read), "%x = f32[8]{0} add(f32[8]{0} %a, f32[8]{0} %b)");
}

// --- instructions ---

namespace {

std::string entries_of(const std::vector<std::string>& instructions)
{
    std::string text = "\nTotal bytes used: 4 (4B)\n\nUsed values:\n";
    std::size_t id = 0;
    for (const auto& i : instructions) {
        const auto n = std::to_string(id++);
        text += "<" + n + " x{" + n + "} @0>\n positions:\n  x {" + n + "}\n uses:\n from instruction: " + i + "\n";
    }
    return text;
}

std::vector<const ast::instruction*> read_instructions(const document& read)
{
    std::vector<const ast::instruction*> result;
    for (const auto& v : read.dump().used_values) result.push_back(v.instruction.get());
    return result;
}

} // namespace

TEST(RepeatedInstructions, AreOneNodeWhereTheyFollowEachOther)
{
    const std::vector<std::string> texts{
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"f\"",
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"f\"",
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"f\", metadata={op_name=\"g\"}",
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"f\"",
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"f\"",
        "%x = (f32[2]{0}, f32[]) custom-call(%a), custom_call_target=\"g\"",
    };
    const auto text = entries_of(texts);
    const auto read = accepted(text);
    EXPECT_EQ(printed([&](sink& out) { print(out, read.dump()); }), text);
    const auto nodes = read_instructions(read);
    ASSERT_EQ(nodes.size(), texts.size());
    EXPECT_EQ(nodes[0], nodes[1]);
    EXPECT_EQ(nodes[3], nodes[4]);
    EXPECT_NE(*nodes[1], *nodes[2]);
    EXPECT_NE(nodes[2], nodes[3]);
    EXPECT_EQ(*nodes[1], *nodes[3]);
    EXPECT_NE(*nodes[4], *nodes[5]);
}

// Refused instructions are not stored, and the features of a repeated one are noted.
TEST(RepeatedInstructions, AreReadAgainBehindAFault)
{
    const std::string right = "%x = f32[2]{0} custom-call(%a), custom_call_target=\"f\", origin={{\"a\"}}";
    auto text = entries_of({right, right, right});
    const auto whole = accepted(text);
    const auto begin = text.find("<1 x");
    text.replace(begin, 1, "?");
    const auto damaged = parse(text, {.max_errors = 10});
    ASSERT_FALSE(damaged.accepted());
    EXPECT_EQ(damaged.findings.size(), 1U);
    const auto once = accepted(entries_of({right}));
    EXPECT_EQ(whole.witnesses().size(), once.witnesses().size());
}

// The recogniser skips a line that repeats the one before. It does not skip a line that differs anywhere or continues.
TEST(RepeatedInstructions, DoNotHideFaultsFromTheRecogniser)
{
    const std::string right = "%x = (f32[2]{0}, f32[]) custom-call(%a, %b), custom_call_target=\"f\", metadata={id=1}";
    EXPECT_TRUE(recognise(entries_of({right, right, right})));
    std::size_t refused = 0;
    const auto expect_as_alone = [&](const std::string& other) {
        const bool alone = recognise(entry::instruction, other);
        EXPECT_EQ(recognise(entries_of({right, other, right})), alone) << other;
        EXPECT_EQ(recognise(entries_of({right, right, other})), alone) << other;
        refused += alone ? 0U : 1U;
    };
    for (std::size_t at = 0; at < right.size(); ++at) {
        auto other = right;
        other[at] = other[at] == '?' ? '!' : '?';
        expect_as_alone(other);
        expect_as_alone(std::string(right).erase(at, 1));
        expect_as_alone(std::string(right).insert(at, 1, ' '));
    }
    for (const auto* more : {" ", ",", "}", "\r", ", metadata={id=1}", "?"}) expect_as_alone(right + more);
    EXPECT_GT(refused, 50U);
}

} // namespace ballast::tests
