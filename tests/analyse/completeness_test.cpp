// What shows that a dump is incomplete, and what that means for a limit.
#include "analyse/completeness.hpp"
#include "ballast/analysis.hpp"
#include "ballast/check.hpp"
#include "tests/analyse/small_modules.hpp"

#include <string>
#include <vector>

namespace ballast::tests {

namespace {

const texts train{"-buffer-assignment", "-buffer-assignment-values", "-live-range"};

std::string train_file(const std::string& kind)
{
    return read_file(golden() / "train" / "before" /
                     ("module_0000.jit_train_step.cpu_after_optimizations" + kind + ".txt"));
}
// The first lines of a text.
std::string head_of(const std::string& text, std::size_t lines)
{
    std::size_t end = 0;
    for (; lines != 0 && end < text.size(); --lines) end = text.find('\n', end) + 1;
    return text.substr(0, end);
}
texts missing_in(const texts& files, const memory_options& options = {})
{
    return memory_in(files, options).of_dump.missing;
}

} // namespace

TEST(Completeness, OfDumpsThatXlaWroteIsKnown)
{
    for (const auto& name : golden_dumps()) {
        const auto read = read_all({golden_dump(name)});
        const auto memory = analysis_of(read);
        if (!memory || !check(read.front()).empty()) continue; // XLA wrote none with a finding
        EXPECT_EQ(memory->of_dump.missing, texts()) << name;
    }
    for (const auto& state : dump_states())
        for (std::uint64_t seed = 1; seed < 4; ++seed) {
            const auto memory = analysis_of(program_files(seed, state.begin, 4000));
            if (!memory) continue;
            EXPECT_EQ(memory->of_dump.missing, texts()) << state.name << " " << seed;
        }
    EXPECT_EQ(missing_in({train_file(train[0]), train_file(train[1]), train_file(train[2])}), texts());
    EXPECT_EQ(missing_in({train_file(train[0])}), texts());
    EXPECT_EQ(missing_in({train_file("-memory-usage-report")}), texts());
}

TEST(Completeness, OfACutDumpIsNot)
{
    const auto cut = head_of(train_file(train[0]), 60);
    EXPECT_EQ(missing_in({cut}), (texts{"parameter 2 has no allocation", "no allocation has the output shape",
                                        "allocation 17 has 603979776 bytes, but no values"}));
    // The total and the values are in another file.
    const auto with_values = missing_in({cut, train_file(train[1])});
    ASSERT_EQ(with_values.size(), 5U);
    EXPECT_EQ(with_values[3], "the total is 17718345988 bytes, the allocations have 12079595520");
    EXPECT_NE(with_values[4].find(" values are in no allocation"), std::string::npos) << with_values[4];
    const std::string small = "BufferAssignment:\n"
                              "allocation 0: size 4194304, parameter 1, shape |f32[1024,1024]| at ShapeIndex {}:\n"
                              " value: <3 p.1{} @0> (size=4194304,offset=0): f32[1024,1024]{1,0}\n"
                              "allocation 1: size 67108864, maybe-live-out:\n";
    EXPECT_EQ(missing_in({small}), (texts{"parameter 0 has no allocation", "no allocation has the output shape",
                                          "allocation 1 has 67108864 bytes, but no values"}));
    EXPECT_EQ(missing_in({small + " value: <9 add.1{} @0> (size=4194304,offset=0): f32[1024,1024]{1,0}\n"}),
              (texts{"parameter 0 has no allocation", "no allocation has the output shape",
                     "allocation 1 has 67108864 bytes, its largest value 4194304"}));
}

// Every cut at a line of the allocations is noticed with the other files of the module.
TEST(Completeness, OfEveryCutIsNoticedWithTheOtherFiles)
{
    const auto whole = train_file(train[0]);
    for (std::size_t end = whole.find('\n', 20) + 1; end < whole.size(); end = whole.find('\n', end) + 1)
        EXPECT_NE(missing_in({whole.substr(0, end), train_file(train[1])}), texts()) << end;
}

TEST(Completeness, DecidesWhetherAModuleFits)
{
    using enum fit_verdict;
    EXPECT_EQ(verdict_on(10, 10, true), fits);
    EXPECT_EQ(verdict_on(11, 10, true), too_large);
    EXPECT_EQ(verdict_on(10, 10, false), undecided);
    EXPECT_EQ(verdict_on(11, 10, false), too_large);
    const auto cut = head_of(train_file(train[0]), 60);
    for (const auto bytes : {std::int64_t{1} << 30, std::int64_t{1} << 40}) {
        const auto fit = memory_in(cut, {.limit = limit_of(bytes)}).fit;
        ASSERT_TRUE(fit);
        EXPECT_FALSE(fit->whole);
        EXPECT_FALSE(fit->fits());
        EXPECT_EQ(fit->verdict(), bytes == std::int64_t{1} << 30 ? too_large : undecided);
    }
}

} // namespace ballast::tests
