// Messages about the memory of a TPU in logs, with all kinds of damage.
#include "ballast/extract.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

std::string replaced_all(std::string text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}
std::string with_prefixes(const std::string& text, const std::string& prefix)
{
    std::string result = prefix;
    for (std::size_t i = 0; i < text.size(); ++i) {
        result += text[i];
        if (text[i] == '\n' && i + 1 != text.size()) result += prefix;
    }
    return result;
}
bool names(const extraction& found, std::string_view repair)
{
    return std::ranges::find(found.repairs, repair) != found.repairs.end();
}
extraction only(const std::string& log)
{
    auto found = extract(log);
    EXPECT_EQ(found.size(), 1U) << log;
    return found.empty() ? extraction{} : std::move(found.front());
}
void holds(const std::string& log, const std::string& text)
{
    const auto found = only(log);
    ASSERT_TRUE(found.read.accepted()) << log << '\n' << found.read.findings.front().message.text();
    EXPECT_EQ(found.read.text(), text);
    EXPECT_FALSE(found.edited);
}

const std::string report = golden_dump("tpu_hbm.txt");
const std::string vmem = golden_dump("tpu_vmem.txt");

} // namespace

TEST(ExtractTpu, FindsEveryText)
{
    for (const auto& name : golden_dumps())
        if (name.starts_with("tpu_")) {
            const auto log = "start\n" + golden_dump(name) + "\nTPU compilation failed\n";
            holds(log, golden_dump(name));
            EXPECT_TRUE(only(log).repairs.empty()) << name << ": " << only(log).repairs.front();
            EXPECT_TRUE(only(log).missing.empty()) << name << ": " << only(log).missing.front();
            holds(golden_dump(name), golden_dump(name)); // from the first byte on
        }
}

TEST(ExtractTpu, RemovesPrefixes)
{
    for (const auto* prefix :
         {"E1010 18:20:14.610375     776 file.cc:2076] ", "(EngineCore pid=591547) ", "> ", "    ", "# "}) {
        const auto log = with_prefixes(vmem, prefix);
        holds(log, vmem);
        EXPECT_GT(only(log).prefixed, 10U);
    }
    holds("(Core) jax.errors.JaxRuntimeError: " + with_prefixes(vmem, "(Core) ").substr(7), vmem);
}

TEST(ExtractTpu, RemovesCarriageReturns)
{
    holds(replaced_all(vmem, "\n", "\r\n"), vmem);
    EXPECT_GT(only(replaced_all(vmem, "\n", "\r\n")).overwritten, 5U);
}

TEST(ExtractTpu, UnescapesStrings)
{
    auto quoted = replaced_all(replaced_all(vmem, "'", "\\'"), "\n", "\\n");
    const auto found = only("err=JaxRuntimeError('" + quoted + "'), 17 more\n");
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.text(), vmem);
    EXPECT_TRUE(names(found, "unescaped from a quoted string"));
    // The text ends with the string, whatever the next lines are.
    EXPECT_EQ(only("err=JaxRuntimeError('" + quoted + "')\n  9. Size: 1.00M\n     Shape: f32[4]{0}\n").read.text(),
              vmem);
}

TEST(ExtractTpu, RestoresBlanks)
{
    const auto found = only(replaced_all(report, "M \n", "M\n"));
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.text(), report);
    EXPECT_TRUE(names(found, "blanks at line ends"));
}

TEST(ExtractTpu, RestoresEmptyLines)
{
    const auto found = only(replaced_all(vmem, "\n\n", "\n"));
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.text(), vmem);
    EXPECT_TRUE(names(found, "lost empty lines"));
}

TEST(ExtractTpu, JoinsWrappedMessages)
{
    auto text = golden_dump("tpu_cores.txt");
    text.replace(text.find(", SparseCore"), 2, ",\n");
    const auto found = only(text);
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.text(), golden_dump("tpu_cores.txt"));
    EXPECT_TRUE(names(found, "wrapped lines"));
}

// What follows the name of the module on its line is on the next one.
TEST(ExtractTpu, DividesAMessageAfterItsModule)
{
    const std::string message =
        "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory on HBM, the total memory "
        "required for HLO temporaries (31.42G) exceeds available HBM (15.75G). HLO module: "
        "jit_step-2.1.";
    const std::string more = "See https://openxla.org/xla/errors/error_1000 for more details.";
    holds(message + "\n" + more, message + "\n" + more);
    holds(message + " " + more, message + "\n" + more);
}

TEST(ExtractTpu, RestoresAPeriod)
{
    const auto lead = vmem.substr(0, vmem.find('\n'));
    const auto found = only(lead.substr(0, lead.size() - 1));
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.text(), lead);
    EXPECT_TRUE(names(found, "a lost period"));
}

TEST(ExtractTpu, RemovesMarkdown)
{
    auto text = replaced_all(vmem, "1. Size", "1\\. Size");
    text = replaced_all(text, "Used 66.00M of 64.00M vmem", "**Used 66.00M of 64.00M vmem**");
    const auto found = only(text);
    ASSERT_TRUE(found.read.accepted());
    EXPECT_TRUE(names(found, "Markdown"));
    EXPECT_EQ(found.read.text(), vmem);
}

// A text that is cut at any byte gives its complete blocks.
TEST(ExtractTpu, ReadsWhatIsWhole)
{
    const auto list = vmem.find("  1. Size");
    const auto second = vmem.find("  2. Size");
    for (std::size_t size = second; size + 30 < vmem.size(); size += 7) {
        const auto found = only(vmem.substr(0, size));
        ASSERT_TRUE(found.read.accepted()) << size;
        EXPECT_EQ(found.read.value->tpu_report()->by_space()->allocations.blocks.size(), 1U) << size;
        EXPECT_EQ(found.missing.empty(), size == second) << size; // the list may end with its empty line
    }
    for (std::size_t begin = list + 30; begin + 10 < second; begin += 7) {
        const auto found = only(vmem.substr(begin));
        ASSERT_TRUE(found.read.accepted()) << begin;
        const auto& blocks = found.read.value->tpu_report()->by_space()->allocations.blocks;
        ASSERT_EQ(blocks.size(), 1U);
        EXPECT_EQ(blocks[0].number, 2);
    }
}

TEST(ExtractTpu, ReportsWhatWasEdited)
{
    const auto text = replaced_all(vmem, "     Unpadded size: 64.00M\n", "");
    const auto found = only(text);
    EXPECT_TRUE(found.edited);
    ASSERT_TRUE(found.read.accepted());
    EXPECT_EQ(found.read.value->tpu_report()->by_space()->allocations.blocks.size(), 1U);
    EXPECT_TRUE(
        only("RESOURCE_EXHAUSTED: Ran out of memory on HBM\n(105.73G) exceeds available HBM (94.74G)\n").edited);
}

// The payload of a status repeats the text.
TEST(ExtractTpu, FindsAReportOnce) { EXPECT_EQ(extract(report + "\n").size(), 1U); }

TEST(ExtractTpu, IgnoresOtherTexts)
{
    EXPECT_TRUE(extract("It ran out of memory.\nAllocation (size=12) failed\n 1. Size: 12M\n").empty());
}

} // namespace ballast::tests
