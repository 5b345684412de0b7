// What words mean.
#include "answers/word.hpp"

#include "answers/glossary.hpp"
#include "answers/opcode_sentences.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

// The sentences of a word with one meaning, joined.
std::string said_of(std::string_view word)
{
    const auto meanings = answers::meanings_of(word);
    return meanings.size() == 1 ? fmt::format("{}", fmt::join(meanings.front().sentences, " ")) : std::string();
}

bool mentions(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

TEST(Words, EachTermOfTheGlossaryIsFoundInAnySpelling)
{
    EXPECT_GT(answers::glossary().size(), 90u);
    for (const auto& term : answers::glossary()) EXPECT_FALSE(answers::meanings_of(term.name).empty()) << term.name;
    for (const auto* word : {"live range", "live-range", "Live_Range", "live ranges", "LiveRange"})
        EXPECT_TRUE(mentions(said_of(word), "first and the last schedule step")) << word;
    EXPECT_TRUE(mentions(said_of("ShapeIndex"), "path to an element of a tuple"));
}

TEST(Words, OpcodesHaveASentenceAndTheirAttributes)
{
    const auto found = answers::meanings_of("all-gather");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().title, "all-gather: an opcode of HLO");
    EXPECT_TRUE(mentions(said_of("all-gather"), "from a group of devices, on each of them. Its attributes:"));
    EXPECT_TRUE(mentions(said_of("all-gather"), "replica_groups"));
    for (std::size_t i = 1; i <= static_cast<std::size_t>(ast::opcode_kind::xor_); ++i) {
        const auto kind = static_cast<ast::opcode_kind>(i);
        const auto sentence = answers::sentence_of(kind);
        EXPECT_FALSE(answers::meanings_of(ast::spelling(kind)).empty()) << ast::spelling(kind);
        EXPECT_TRUE(sentence.ends_with('.') || sentence.ends_with("…")) << ast::spelling(kind);
    }
}

TEST(Words, AttributesSayWhichOpcodesHaveThem)
{
    EXPECT_EQ(said_of("lhs_contracting_dims"), "These opcodes have it: dot, ragged-dot, scaled-dot.");
    EXPECT_EQ(said_of("backend_config"), "Every opcode can have it.");
}

TEST(Words, ElementTypesSayTheirBits)
{
    EXPECT_EQ(said_of("bf16"), "A floating-point number of 16 bits: 8 for the exponent, 7 for the fraction.");
    EXPECT_EQ(said_of("f8e4m3b11fnuz"),
              "A floating-point number of 8 bits: 4 for the exponent, 3 for the fraction; the "
              "bias is 11; it has neither infinities nor a negative zero.");
    EXPECT_EQ(said_of("s4"), "A signed integer of 4 bits; it takes a byte unless the layout has `E(…)`.");
    EXPECT_EQ(said_of("u32"), "An unsigned integer of 32 bits.");
}

TEST(Words, LayoutsAndShapesAreReadByTheGrammar)
{
    EXPECT_EQ(
        said_of("{1,0:T(8,128)S(1)}"),
        "Minor to major: the index of dimension 1 varies fastest in memory, that of dimension 0 slowest (row-major). "
        "Tiles: the 2 most minor dimensions are cut into blocks of 8 by 128 elements, and rounded up to whole blocks. "
        "The array is in memory space 1; without `S(…)` it is in space 0, the main memory.");
    const auto shape = said_of("f32[1000,100]{0,1:T(8,128)}");
    EXPECT_TRUE(mentions(shape, "An array of 2 dimensions of `f32`")) << shape;
    EXPECT_TRUE(
        mentions(shape, "The elements take 390.6KiB (400000 bytes); with the padding of the layout, 416.0KiB (425984"))
        << shape;
    EXPECT_TRUE(mentions(shape, "(column-major)")) << shape;
    EXPECT_TRUE(mentions(said_of("(f32[2], s32[])"), "A tuple of 2 elements"));
    EXPECT_TRUE(answers::meanings_of("{0,0}").empty());
}

TEST(Words, UnknownOnesAreCompared)
{
    EXPECT_TRUE(answers::meanings_of("colour").empty());
    EXPECT_EQ(answers::words_like("colour"), std::vector<std::string>{"color"});
    EXPECT_TRUE(answers::words_like("qqqqqqqqqqqq").empty());
    EXPECT_TRUE(answers::meanings_of("").empty());
}

} // namespace

} // namespace ballast::tests
