// The dump of the module that a message is about, in the answer about the message.
#include "render/message_dump.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

TEST(MessageDump, HasLiveRangesIfTheyAreKnown)
{
    const answers::dump_of_message dump{
        .files = {},
        .module = "jit_step",
        .steps = 9,
        .matches = {{.buffer = 0, .value = "fusion.3", .allocation = 2, .start = 0, .end = 7},
                    {.buffer = 1, .value = "copy.1", .allocation = 4}},
        .guess = {},
        .memory = {}};
    render::json_writer out;
    out.object([&] { put_dump(out, dump); });
    const auto made = out.result();
    const auto has = [&](std::string_view part) { return made.find(part) != std::string::npos; };
    EXPECT_TRUE(has(R"({"buffer":0,"value":"fusion.3","allocation":2,"start":0,"end":7})")) << made;
    EXPECT_TRUE(has(R"({"buffer":1,"value":"copy.1","allocation":4})")) << made;
}

} // namespace ballast::tests
