// JSON as output.
#include "render/json.hpp"

#include <gtest/gtest.h>

namespace ballast::tests {

TEST(JsonOutput, HasNoUnsafeCharactersAndKeepsItsValue)
{
    render::json_writer out;
    out.object([&] { out.member("a", "x\"y\\z \xE2\x80\xAE \x1b ä"); });
    EXPECT_EQ(out.result(), R"({"a":"x\"y\\z \u202E \u001B ä"})");
}

} // namespace ballast::tests
