// Generated dumps: accepted, of their era, one text however they are printed, and such that the rules about what a dump
// says find nothing.
#include "ballast/check.hpp"
#include "generate/program.hpp"
#include "tests/property/choices.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

namespace {

std::string text_of(generate::program& made, ast::dump_kind kind)
{
    return printed([&](sink& out) { made.print(out, kind); });
}

std::vector<commit_time> beginnings()
{
    std::vector<commit_time> result;
    for (const auto& state : dump_states()) result.push_back(state.begin);
    return result;
}

} // namespace

TEST(Programs, OfEveryEraMakeSense)
{
    for (const auto when : beginnings())
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            choices from(seed);
            generate::program made(from, when, seed * 900);
            for (const auto kind : generate::kinds_at(when)) {
                const auto text = text_of(made, kind);
                const auto read = accepted(text);
                for (const auto& f : check(read))
                    ASSERT_EQ(f.id, finding_id::peak_audit)
                        << when << " seed " << seed << ", line " << line_table(text).place_of(f.begin).line << ": "
                        << f.message();
            }
        }
}

// Since 2025-08-21 a dump is three files: what each says agrees with the others.
TEST(Programs, InThreeFilesMakeSenseTogether)
{
    std::size_t seen = 0;
    for (const auto when : beginnings()) {
        if (generate::kinds_at(when).size() < 3) continue;
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            choices from(seed);
            generate::program made(from, when, 500 + seed * 900);
            std::vector<document> files;
            for (const auto kind : generate::kinds_at(when)) files.push_back(accepted(text_of(made, kind)));
            const std::vector<const document*> module{&files[0], &files[1], &files[2]};
            for (const auto& f : check(module))
                ASSERT_EQ(f.id, finding_id::peak_audit) << when << " seed " << seed << ": " << f.message();
            ++seen;
        }
    }
    EXPECT_GT(seen, 60U);
}

TEST(Programs, AreAcceptedSilentlyAndAreOfTheirTime)
{
    for (const auto when : turning_points())
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            choices from(seed * 77 + 5);
            generate::program made(from, when, 2500);
            for (const auto kind : generate::kinds_at(when)) {
                const auto text = text_of(made, kind);
                const auto result = parse(text);
                ASSERT_TRUE(result.accepted()) << result.findings.front().message() << "\n" << text;
                EXPECT_TRUE(result.findings.empty()) << when << ": " << result.findings.front().message();
                EXPECT_TRUE(date(result.value->witnesses()).possible.contains(when)) << when << "\n" << text;
                EXPECT_FALSE(compare_printed(result.value->dump(), text));
            }
        }
}

TEST(Programs, PrintTheSameInPiecesAndAsTrees)
{
    for (const auto when : beginnings())
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            choices from(seed);
            generate::program made(from, when, 1000 + seed * 3000);
            for (const auto kind : generate::kinds_at(when)) {
                ast::arena memory;
                auto tree = made.make(memory, kind);
                const auto text = text_of(made, kind);
                ASSERT_EQ(print(tree), text);
                const auto read = accepted(text);
                tree.forms = read.dump().forms;
                ASSERT_EQ(read.dump(), tree) << text;
            }
        }
}

TEST(Programs, AreTheSameForASeedAndShrinkWithTheirChoices)
{
    const auto text = [](std::uint64_t seed) {
        choices from(seed);
        generate::program made(from, now - 1, 3000);
        return text_of(made, ast::dump_kind::values);
    };
    EXPECT_EQ(text(1), text(1));
    EXPECT_NE(text(1), text(2));
    choices none{std::span<const std::uint8_t>{}};
    generate::program smallest(none, 202505160000, 1000);
    EXPECT_LT(text_of(smallest, ast::dump_kind::combined).size(), 1500U);
    choices from(std::uint64_t{1});
    generate::program empty(from, 202505160000, 0);
    EXPECT_EQ(text_of(empty, ast::dump_kind::combined),
              "BufferAssignment:\n\nTotal bytes used: 0 (0B)\n\nUsed values:\n\n\nHloLiveRange (max 0):\n"
              "  InstructionSequence:\n  BufferLiveRange:\n  Live ranges at 0 (peak):\n");
}

TEST(Programs, OfAnyChoicesReadBackEqual)
{
    static const auto points = turning_points();
    for_choices(
        [&](choices& from, distribution& seen) {
            const auto when = points[points.size() - 1 - from.below(points.size())];
            const auto kinds = generate::kinds_at(when);
            const auto kind = kinds[from.below(kinds.size())];
            ast::arena memory;
            auto dump = generate::program(from, when, from.below(5000)).make(memory, kind);
            const auto text = print(dump);
            const auto result = parse(text);
            if (!result.accepted()) RC_FAIL(text + "\n" + result.findings.front().message());
            dump.forms = result.value->dump().forms;
            RC_ASSERT(result.value->dump() == dump);
            RC_ASSERT(print(*result.value) == text);
            RC_ASSERT(result.findings.empty());
            for (const auto& w : result.value->witnesses()) seen.count(info(w.which).name);
        },
        300);
}

} // namespace ballast::tests
