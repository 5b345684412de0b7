// Texts inside logs as inputs.
#include "files/log_texts.hpp"

#include "files/module_files.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(LogTexts, OfALogInMemoryHaveNamesAndPlaces)
{
    const auto dump = golden_dump("d16.txt");
    const auto found = files::texts_of("run", source_text::copy_of("starting\n" + dump + "done\n"));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].path, "run/run.1-buffer-assignment.txt");
    EXPECT_EQ(found[0].text->bytes.view(), dump);
    EXPECT_EQ(found[0].place_in_file({1, 1}).line, 2);
    EXPECT_TRUE(files::parse_file(found[0], {}).accepted());
}

TEST(LogTexts, OfATextThatIsNoLogAreTheTextItself)
{
    for (const std::string text : {"BufferAssignment:\nallocation", "nothing"}) {
        const auto found = files::texts_of("bytes", source_text::copy_of(text));
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].path, "bytes");
        EXPECT_EQ(found[0].text->bytes.view(), text);
        EXPECT_FALSE(files::parse_file(found[0], {}).accepted());
    }
}

} // namespace ballast::tests
