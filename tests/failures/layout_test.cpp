// The layout of dumps and reports follows from the words of their lines.
#include "failures/layout.hpp"
#include "tests/support/support.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

using failures::line_break;
using failures::with_layout;

std::string with_each_line(const std::string& text, const std::string& before, const std::string& after)
{
    std::string result;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) result += before + line + after + "\n";
    return result;
}

std::string without_last_empty_lines(std::string text)
{
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

} // namespace

TEST(Layout, IsRestoredInEveryEra)
{
    std::size_t count = 0;
    for (const auto& name : golden_dumps()) {
        if (name.starts_with("tpu") || name.starts_with("message") || name.starts_with("oom") ||
            name.starts_with("module") || name.starts_with("statistics") || name.starts_with("unusual"))
            continue;
        const auto text = golden_dump(name);
        const auto restored = with_layout(with_each_line(text, "  ", "  "), line_break::at_blank);
        if (!restored) continue;
        EXPECT_EQ(without_last_empty_lines(*restored), without_last_empty_lines(text)) << name;
        ++count;
    }
    EXPECT_GT(count, 40U);
}

TEST(Layout, OfBrokenLinesIsThatOfTheWholeOnes)
{
    const std::string whole = "BufferAssignment:\n"
                              "allocation 0: size 64, parameter 0, shape |f32[16]| at ShapeIndex {}:\n"
                              " value: <0 p.0 @0> (size=64,offset=0): f32[16]{0}\n"
                              "\n"
                              "Used values:\n"
                              "<0 p.0 @0>\n"
                              " positions:\n"
                              "  p.0\n"
                              " uses:\n"
                              " from instruction: %p.0 = f32[16]{0} parameter(0)\n";
    EXPECT_EQ(with_layout("BufferAssignment:\n"
                          "allocation 0: size 64, parameter 0, shape |f32[16]|\n"
                          "at ShapeIndex {}:\n"
                          "value: <0 p.0 @0> (size=64,offset=0): f32[16]{0}\n"
                          "Used values:\n"
                          "<0 p.0 @0>\n"
                          "positions:\n"
                          "p.0\n"
                          "uses:\n"
                          "from instruction: %p.0 = f32[16]{0}\n"
                          "parameter(0)\n",
                          line_break::at_blank),
              whole);
    EXPECT_EQ(with_layout("> BufferAssignment:\n"
                          "> allocation 0: size 64, parameter 0, shape |f32[16]| at Sh\n"
                          "> apeIndex {}:\n"
                          ">  value: <0 p.0 @0> (size=64,offset=0): f32[16]{0}\n"
                          "> \n"
                          "> Used values:\n"
                          "> <0 p.0 @0>\n"
                          ">  positions:\n"
                          ">   p.0\n"
                          ">  uses:\n"
                          ">  from instruction: %p.0 = f32[16]{0} parameter(0)\n",
                          line_break::at_any_byte),
              whole);
}

TEST(Layout, LeavesOtherTextAlone)
{
    EXPECT_EQ(with_layout("Any idea?\n", line_break::at_blank), std::nullopt);
    EXPECT_EQ(with_layout("It fails:\n\nBufferAssignment:\nallocation 0: size 8, thread-local:\n\nAny  idea?\n",
                          line_break::at_blank),
              "It fails:\nBufferAssignment:\nallocation 0: size 8, thread-local:\nAny  idea?\n");
}

} // namespace ballast::tests
