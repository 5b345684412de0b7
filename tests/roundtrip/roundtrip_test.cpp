// Texts that are printed while they are read: the output is the text, and differences are those of the tree.
#include "generate/program.hpp"
#include "roundtrip/roundtrip.hpp"
#include "tests/support/support.hpp"

#include <cstdint>

namespace ballast::tests {

namespace {

compared_text at_once(const std::string& text, std::int64_t batch, std::size_t threads)
{
    parse_options options;
    options.threads = threads;
    return roundtripping::compare_printed(source_text::copy_of(text), options, {.batch = batch, .part = 1}, 0);
}

void expect_identical(const std::string& text, const std::string& name)
{
    const auto whole = parse(text);
    ASSERT_TRUE(whole.accepted()) << name;
    for (const std::int64_t batch : {std::int64_t{1}, std::int64_t{300}, read::limits{}.batch})
        for (const std::size_t threads : {1U, 2U}) {
            const auto both = at_once(text, batch, threads);
            ASSERT_TRUE(both.read.accepted()) << name;
            EXPECT_EQ(both.read.findings, whole.findings) << name;
            EXPECT_FALSE(both.differs) << name << " at " << both.differs->offset << ", batches of " << batch;
            EXPECT_EQ(both.read.text(), text);
        }
}

std::string printed_back(const document& read, std::size_t threads)
{
    return printed([&](sink& out) { EXPECT_TRUE(print(out, read, threads)); });
}

} // namespace

TEST(Roundtrip, IsIdenticalForGoldenDumps)
{
    for (const auto& name : golden_dumps()) expect_identical(golden_dump(name), name);
}

TEST(Roundtrip, IsIdenticalForGeneratedPrograms)
{
    const auto expect_program = [](commit_time when, ast::dump_kind kind) {
        random_source from(std::uint64_t{5});
        generate::program made(from, when, 4000);
        expect_identical(printed([&](sink& out) { made.print(out, kind); }), std::to_string(when));
    };
    for (const commit_time when : {202110010000, 202505200000, 202508250000})
        expect_program(when, ast::dump_kind::combined);
    for (const auto kind : {ast::dump_kind::assignment, ast::dump_kind::values, ast::dump_kind::live_range})
        expect_program(202604200000, kind);
}

TEST(Roundtrip, IsIdenticalForRealDumps)
{
    if (!corpus()) return; // reported by Corpus.IsThereOrSaidToBeAbsent
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        if (entry.path().extension() != ".txt") continue;
        const auto text = read_file(entry.path());
        if (!parse(text).accepted()) continue; // reported by Eras.EveryRealDumpPrintsBack
        expect_identical(text, entry.path().filename().string());
        ++seen;
    }
    EXPECT_GT(seen, 30U);
}

// Nothing is kept of a large dump; a small one has its tree.
TEST(Roundtrip, KeepsNoTreeOfLargeDumps)
{
    const auto text = golden_dump("d16.txt");
    const auto large = at_once(text, 300, 1);
    EXPECT_TRUE(large.read.value->dump().used_values.empty());
    const auto small = compare_printed(source_text::copy_of(text));
    EXPECT_FALSE(small.read.value->dump().used_values.empty());
}

TEST(Roundtrip, TellsFaultsOfTheText)
{
    auto text = golden_dump("d16.txt");
    text[text.size() / 2] = '#';
    const auto both = at_once(text, 300, 2);
    EXPECT_FALSE(both.read.accepted());
    EXPECT_EQ(both.read.findings, parse(text).findings);
    EXPECT_FALSE(both.differs);
}

// Compared with another text, both ways find the same first difference.
TEST(Roundtrip, TellsTheFirstDifference)
{
    for (const auto* name : {"d4.txt", "d7.txt", "d17.txt", "d24_values.txt", "framed_combined.txt"}) {
        const auto text = golden_dump(name);
        parse_options options;
        const auto whole = parse(text, options);
        options.form_only = true;
        const auto form = parse(text, options);
        for (std::size_t i = 0; i < 40; ++i) {
            auto other = text;
            other[text.size() * i / 40] ^= 1;
            if (i % 4 == 3) other.resize(text.size() * i / 40);
            printed_comparison comparison(other);
            roundtripping::print(comparison.out(), *form.value, {.batch_bytes = 300});
            const auto found = comparison.finish();
            const auto expected = compare_printed(whole.value->tree(), other);
            ASSERT_TRUE(found && expected) << name;
            EXPECT_EQ(found->offset, expected->offset) << name;
            EXPECT_EQ(found->read, expected->read) << name;
            EXPECT_EQ(found->printed, expected->printed) << name;
        }
    }
}

// With a tree and without one.
TEST(Roundtrip, PrintsDocumentsBack)
{
    std::size_t without_tree = 0;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        EXPECT_EQ(printed_back(accepted(text), 1), text) << name;
        const written_later form(text);
        const auto* dump = std::get_if<ast::dump>(&form.read.value->tree());
        without_tree += dump && dump->used_values.empty() ? 1U : 0U;
        for (const std::size_t threads : {1U, 2U}) {
            EXPECT_EQ(printed_back(*form.read.value, threads), text) << name;
            for (const std::int64_t batch : {1, 300})
                EXPECT_EQ(printed([&](sink& out) { roundtripping::print(out, *form.read.value, {threads, batch, 1}); }),
                          text)
                    << name << ", batches of " << batch;
        }
    }
    EXPECT_GT(without_tree, 20U);
}

TEST(Roundtrip, SaysThatATextChanged)
{
    for (const auto* name : {"d16.txt", "d24_values.txt"}) {
        const auto text = golden_dump(name);
        const written_later changed(text);
        changed.bytes[text.size() / 2] ^= 0x40;
        sink out([](void*, std::string_view) { return true; }, nullptr);
        EXPECT_FALSE(print(out, *changed.read.value)) << name;
    }
}

} // namespace ballast::tests
