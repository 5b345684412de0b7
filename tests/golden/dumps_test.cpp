// Our own dumps, one for each state of the text.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Eras, EveryGoldenDumpPrintsBack)
{
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        const auto result = parse(text);
        ASSERT_TRUE(result.accepted()) << name;
        EXPECT_EQ(print(*result.value), text) << name;
        EXPECT_FALSE(compare_printed(result.value->tree(), text)) << name;
        EXPECT_TRUE(recognise(text)) << name;
        EXPECT_TRUE(result.findings.empty()) << name << ": " << result.findings.front().message.text();
    }
}

} // namespace ballast::tests
