// Escaped text and dicts.
#include "ballast/text.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Texts, EscapeAndUnescape)
{
    std::string all;
    for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
    EXPECT_EQ(unescaped(escaped(all)), all);
    EXPECT_EQ(escaped("\xC3\xA9'\"\\\n\r\t\x01"), "\\303\\251\\'\\\"\\\\\\n\\r\\t\\001");
    EXPECT_EQ(unescaped("a\\"), "a\\");
    EXPECT_EQ(unescaped("\\400"), "\\400");
    EXPECT_TRUE(is_dict("{}"));
    EXPECT_TRUE(is_dict("{\"}\": 1}"));
    EXPECT_TRUE(is_dict(" /* a } */ {} // b"));
    EXPECT_TRUE(is_dict("{\n  \"a\": \"x\ny\"\n}\n\n"));
    EXPECT_FALSE(is_dict("{} x"));
    EXPECT_FALSE(is_dict("/* {}"));
    EXPECT_FALSE(is_dict("{"));
    EXPECT_FALSE(is_dict("{\"\xFF\"}"));
    EXPECT_FALSE(is_dict("x"));
}

} // namespace ballast::tests
