// A document owns its text and its tree, and keeps both when it is moved.
#include "generate/program.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

std::string text_of(generate::program& made, ast::dump_kind kind)
{
    return printed([&](sink& out) { made.print(out, kind); });
}

} // namespace

TEST(Printing, ADocumentMayBeMoved)
{
    const auto text = golden_dump("d17.txt");
    auto document = accepted(text);
    auto moved = std::move(document);
    std::vector<ballast::document> more;
    more.push_back(std::move(moved));
    EXPECT_EQ(print(more.front()), text);
    EXPECT_EQ(more.front().text(), text);
}

// A text is one text, however it comes: as bytes, and from a file.
TEST(Programs, ParseAlikeFromMemoryAndFromAFile)
{
    choices from(std::uint64_t{9});
    generate::program made(from, 202507230000, 20000);
    const auto text = text_of(made, ast::dump_kind::combined);
    const auto path = fs::temp_directory_path() / "ballast_program_test.txt";
    std::ofstream(path, std::ios::binary) << text;
    auto read = read_source(path.string(), 1 << 20);
    fs::remove(path);
    ASSERT_TRUE(read.error.empty());
    const auto by_file = parse(std::move(read.text));
    const auto by_text = parse(text);
    ASSERT_TRUE(by_file.accepted());
    ASSERT_TRUE(by_text.accepted());
    EXPECT_EQ(by_file.value->dump(), by_text.value->dump());
    EXPECT_EQ(print(*by_file.value), text);
}

} // namespace ballast::tests
