// What `show --why` prints about one buffer.
#include "ballast/render.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

TEST(StoryText, CountsTheRowsThatItLeavesOut)
{
    buffer_story story;
    story.what.name = "fusion.3";
    story.positions.assign(12, "fusion.3");
    EXPECT_EQ(render::story_text(story, true).find("more"), std::string::npos);
    story.positions.resize(15, "loop{1}");
    const auto made = render::story_text(story, true);
    EXPECT_NE(made.find("and 3 more\n"), std::string::npos) << made;
    EXPECT_EQ(made.find("loop"), std::string::npos) << made;
}

} // namespace ballast::tests
