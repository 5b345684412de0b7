// Reduced dumps are small, still satisfy the condition, and have no new findings.
#include "ballast/analysis.hpp"
#include "ballast/reduce.hpp"
#include "generate/nodes.hpp"
#include "generate/program.hpp"
#include "reduce/places.hpp"
#include "reduce/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <string>
#include <vector>

namespace ballast::tests {

using reduce::outcome;
using reduce::reduction;

namespace {

std::vector<std::string> module_at(std::uint64_t seed, commit_time when, std::uint64_t bytes)
{
    random_source from(seed);
    generate::program made(from, when, bytes);
    std::vector<std::string> result;
    for (const auto kind : kinds_at(when)) {
        ast::arena memory;
        result.push_back(print(made.make(memory, kind)));
    }
    return result;
}

// With the memory-usage report, if XLA of that time wrote one, and the module text.
std::vector<std::string> whole_module_at(std::uint64_t seed, commit_time when, std::uint64_t bytes)
{
    auto result = module_at(seed, when, bytes);
    random_source from(seed);
    generate::program made(from, when, bytes);
    ast::arena memory;
    result.push_back(print(made.make_text(memory)));
    if (!generate::reports_at(when)) return result;
    for (const auto& text : result) {
        const auto read = parse(text, {.live_range_optional = true});
        if (const auto report = read.accepted() ? usage_report_of(*read.value, memory, when).report : std::nullopt) {
            result.push_back(print(*report));
            break;
        }
    }
    return result;
}

// Adds to a number that the pattern captures, in the middle one of its places. False if there is none.
bool damage(std::vector<std::string>& texts, const std::string& pattern, std::int64_t by)
{
    const std::regex where(pattern);
    for (auto& text : texts) {
        std::vector<std::smatch> found{std::sregex_iterator(text.begin(), text.end(), where), std::sregex_iterator()};
        if (found.empty()) continue;
        const auto& chosen = found[found.size() / 2];
        const auto number = std::stoll(chosen.str(1)) + by;
        text.replace(static_cast<std::size_t>(chosen.position(1)), static_cast<std::size_t>(chosen.length(1)),
                     std::to_string(number));
        return true;
    }
    return false;
}

std::vector<document> read_all(const std::vector<std::string>& texts)
{
    std::vector<document> result;
    result.reserve(texts.size());
    for (const auto& text : texts) result.push_back(accepted(text));
    return result;
}

std::vector<const document*> pointers(const std::vector<document>& files)
{
    std::vector<const document*> result;
    for (const auto& file : files) result.push_back(&file);
    return result;
}

std::size_t bytes_of(const std::vector<std::string>& texts)
{
    std::size_t result = 0;
    for (const auto& text : texts) result += text.size();
    return result;
}

std::vector<finding_id> findings_of(const std::vector<std::string>& texts)
{
    const auto files = read_all(texts);
    return reduce::findings_of(pointers(files), {});
}

reduction reduced_by(const std::vector<std::string>& texts, finding_id wanted)
{
    const auto files = read_all(texts);
    reduce::options how;
    how.holds = [&](std::span<const std::string>, std::span<const finding_id> found) {
        return std::ranges::binary_search(found, wanted);
    };
    return reduce::reduce(pointers(files), how);
}

reduction reduced_by(const std::vector<std::string>& texts, const std::string& word)
{
    const auto files = read_all(texts);
    reduce::options how;
    how.holds = [&](std::span<const std::string> candidate, std::span<const finding_id>) {
        return std::ranges::any_of(candidate,
                                   [&](const std::string& text) { return text.find(word) != std::string::npos; });
    };
    return reduce::reduce(pointers(files), how);
}

// Numbers in the text that a rule checks.
const std::map<std::string, std::string> damages{
    {"size", R"(size=(\d+),offset)"},
    {"offset", R"(offset=(\d+)\))"},
    {"end", R"(\}:\d+-(\d+))"},
    {"start", R"(\}:(\d+)-\d+)"},
    {"peak", R"(: (\d+) bytes)"},
    {"cumulative", R"(cumulative: (\d+))"},
    {"total", R"(bytes used: (\d+))"},
    {"use", R"(operand (\d+))"},
    {"step", R"(\n +(\d+):[a-z])"},
    {"allocation", R"(, size (\d+),)"},
    {"position", R"(\n  [a-z-]+\.(\d+)\n)"},
    {"moment", R"(\n    \d+, (\d+) bytes: )"},
};

} // namespace

TEST(Reduce, TwoMegabytesWithOneDamagedValueGoUnderFourKilobytes)
{
    for (const auto when : {turning_points().back(), turning_points()[turning_points().size() / 2]}) {
        auto texts = module_at(1, when, 2'000'000);
        ASSERT_GT(bytes_of(texts), 1'700'000U);
        ASSERT_TRUE(damage(texts, damages.at("size"), 8));
        const auto made = reduced_by(texts, finding_id::value_bytes);
        EXPECT_EQ(made.what, outcome::smallest);
        EXPECT_LT(bytes_of(made.texts), 4096U) << made.texts.front();
        EXPECT_EQ(made.reached.bytes, bytes_of(made.texts));
        EXPECT_LT(made.reached.instructions, 10U);
    }
}

// The error stays, and no other one is added.
TEST(Reduce, GeneratedModulesOfAllErasKeepOneFindingAndGetNoOther)
{
    std::size_t reduced = 0;
    std::size_t before = 0;
    std::size_t after = 0;
    std::uint64_t seed = 0;
    for (const auto when : turning_points())
        for (const auto& [name, pattern] : damages) {
            auto texts = module_at(++seed, when, 3000);
            if (!damage(texts, pattern, 8)) continue;
            if (!std::ranges::all_of(texts, [](const auto& text) { return parse(text).accepted(); })) continue;
            const auto known = findings_of(texts);
            for (const auto wanted : known) {
                const auto made = reduced_by(texts, wanted);
                ASSERT_NE(made.what, outcome::absent);
                const auto left = findings_of(made.texts);
                EXPECT_TRUE(std::ranges::binary_search(left, wanted)) << name << ": " << info(wanted).name;
                EXPECT_TRUE(std::ranges::includes(known, left)) << name << ": " << info(wanted).name;
                if (made.what != outcome::smallest) continue;
                ++reduced;
                before += bytes_of(texts);
                after += bytes_of(made.texts);
            }
        }
    EXPECT_GT(reduced, 400U);
    EXPECT_LT(after, before / 2);
}

// Tables of all steps, which XLA printed for some hours, lose steps and names, and a wrong sum stays wrong.
TEST(Reduce, ASumOfAStepStaysWrong)
{
    std::size_t tables = 0;
    for (const auto when : turning_points()) {
        auto texts = module_at(1, when, 20'000);
        if (!damage(texts, damages.at("moment"), 8)) continue;
        ++tables;
        const auto made = reduced_by(texts, finding_id::moment_row);
        EXPECT_EQ(made.what, outcome::smallest);
        EXPECT_LT(bytes_of(made.texts), bytes_of(texts) / 4) << made.texts.front();
    }
    EXPECT_EQ(tables, 1U);
}

// The report is computed again, and the module text loses the same instructions.
TEST(Reduce, WhatIsBesideTheDumpsIsReducedWithThem)
{
    std::size_t modules = 0;
    std::size_t reports = 0;
    std::size_t reduced = 0;
    std::size_t before = 0;
    std::size_t after = 0;
    std::uint64_t seed = 0;
    for (const auto when : turning_points())
        for (const auto* name : {"size", "position"}) {
            auto texts = whole_module_at(++seed, when, 1500);
            if (!damage(texts, damages.at(name), 8)) continue;
            if (!std::ranges::all_of(texts, [](const auto& text) { return parse(text).accepted(); })) continue;
            ++modules;
            const auto known = findings_of(texts);
            for (const auto wanted : known) {
                const auto made = reduced_by(texts, wanted);
                ASSERT_NE(made.what, outcome::absent);
                ASSERT_EQ(made.texts.size(), texts.size());
                const auto left = findings_of(made.texts);
                EXPECT_TRUE(std::ranges::binary_search(left, wanted)) << name << ": " << info(wanted).name;
                EXPECT_TRUE(std::ranges::includes(known, left)) << name << ": " << info(wanted).name;
                if (made.what != outcome::smallest) continue;
                ++reduced;
                reports += generate::reports_at(when) ? 1U : 0U;
                before += bytes_of(texts);
                after += bytes_of(made.texts);
            }
        }
    EXPECT_GT(modules, 30U);
    EXPECT_GT(reduced, modules);
    EXPECT_GT(reports, 10U);
    EXPECT_LT(after, before / 2);
}

TEST(Reduce, GoldenDumpsKeepOneInstructionAndConform)
{
    std::size_t reduced = 0;
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        const auto read = accepted(text);
        const auto& values = read.dump().allocations;
        if (values.empty()) continue;
        const auto known = findings_of({text});
        const std::string wanted(values.back().values.empty() ? "allocation" : values.back().values.back().value.name);
        const auto made = reduced_by({text}, wanted);
        EXPECT_NE(made.texts[0].find(wanted), std::string::npos) << name;
        EXPECT_TRUE(std::ranges::includes(known, findings_of(made.texts))) << name << "\n" << made.texts[0];
        EXPECT_LE(made.texts[0].size(), text.size()) << name;
        reduced += made.what == outcome::smallest ? 1U : 0U;
    }
    EXPECT_GT(reduced, 15U);
}

TEST(Reduce, NamesAndIdsStay)
{
    const auto texts = module_at(5, turning_points().back(), 20'000);
    const auto made = reduced_by(texts, "preallocated-temp");
    ASSERT_EQ(made.what, outcome::smallest);
    std::size_t values = 0;
    for (const auto& file : read_all(made.texts))
        for (const auto& a : file.dump().allocations)
            for (const auto& line : a.values) {
                ++values;
                const auto name = "<" + std::to_string(line.value.id) + " " + std::string(line.value.name);
                const auto has_it = [&](const std::string& old) { return old.find(name) != std::string::npos; };
                EXPECT_TRUE(std::ranges::any_of(texts, has_it)) << name;
            }
    EXPECT_GT(values, 0U);
}

TEST(Reduce, StopsWithTheSmallestSoFar)
{
    auto texts = module_at(2, turning_points().back(), 20'000);
    ASSERT_TRUE(damage(texts, damages.at("size"), 8));
    const auto files = read_all(texts);
    std::size_t asked = 0;
    std::vector<std::size_t> sizes;
    reduce::options how;
    how.holds = [](std::span<const std::string>, std::span<const finding_id> found) {
        return std::ranges::binary_search(found, finding_id::value_bytes);
    };
    how.stop = [&] { return ++asked > 6; };
    how.tell = [&](const reduce::progress& now) { sizes.push_back(now.bytes); };
    const auto made = reduce::reduce(pointers(files), how);
    EXPECT_EQ(made.what, outcome::stopped);
    EXPECT_EQ(sizes.size(), 6U);
    EXPECT_TRUE(std::ranges::is_sorted(sizes, std::greater<>()));
    EXPECT_EQ(sizes.back(), bytes_of(made.texts));
    EXPECT_LT(sizes.back(), bytes_of(texts));
    EXPECT_TRUE(std::ranges::binary_search(findings_of(made.texts), finding_id::value_bytes));
}

// Including inconsistent texts.
TEST(Reduce, RandomTreesStayAcceptedAndGetNoFindings)
{
    const auto points = turning_points();
    std::size_t smaller = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        random_source from(seed);
        ast::arena memory;
        const auto when = points[points.size() - 1 - from.below(points.size())];
        generate::nodes draw(from, memory, when);
        std::vector<std::string> texts;
        for (const auto kind : kinds_at(when)) texts.push_back(print(draw.dump(kind)));
        const auto files = read_all(texts);
        reduce::options how;
        std::size_t asked = 0;
        how.holds = [](std::span<const std::string>, std::span<const finding_id>) { return true; };
        how.stop = [&] { return ++asked > 60; };
        const auto made = reduce::reduce(pointers(files), how);
        ASSERT_NE(made.what, outcome::absent);
        EXPECT_TRUE(std::ranges::includes(findings_of(texts), findings_of(made.texts))) << seed;
        smaller += bytes_of(made.texts) < bytes_of(texts) ? 1U : 0U;
    }
    EXPECT_GT(smaller, 100U);
}

TEST(Reduce, WhatIsNotThereIsAbsent)
{
    const auto texts = module_at(3, turning_points().back(), 3000);
    const auto made = reduced_by(texts, finding_id::total_sum);
    EXPECT_EQ(made.what, outcome::absent);
    EXPECT_EQ(made.texts, texts);
    std::size_t bytes = 0;
    for (const auto& text : texts) bytes += text.size();
    EXPECT_EQ(made.reached.bytes, bytes);
}

TEST(Reduce, ValuesOfAnArenaMoveTogetherAndKeepTheirAlignment)
{
    std::vector<ast::value_line> lines(4);
    const std::vector<std::int64_t> offsets{0, 128, 128, 640};
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].size = 100;
        lines[i].offset = offsets[i];
    }
    ast::allocation arena;
    arena.preallocated_temp = true;
    arena.size = 740;
    arena.values = {lines.data(), lines.size()};
    const std::vector<const ast::value_line*> left{&lines[1], &lines[2], &lines[3]};
    const auto moved = reducing::place(arena, left, {100, 100, 100}, true);
    EXPECT_EQ(moved.offsets, (std::vector<std::int64_t>{0, 0, 128}));
    EXPECT_EQ(moved.size, 228);
    EXPECT_EQ(reducing::place(arena, left, {100, 100, 100}, false).offsets, (std::vector<std::int64_t>{128, 128, 640}));
    arena.size = 700; // the last value reaches past the end, before and after
    const auto outside = reducing::place(arena, left, {100, 100, 100}, true);
    EXPECT_EQ(outside.size, 700) << "no value ended there";
}

// A position of a value needs the instruction that makes the value, also the first one of the schedule.
TEST(Reduce, WhatNeedsAnInstructionGoesWithIt)
{
    auto text = golden_dump("d17.txt");
    const std::string_view before = "0:p.0\n    1:p.1";
    text.replace(text.find(before), before.size(), "0:p.1\n    1:p.0");
    const auto dump = accepted(text);
    const std::array<const document*, 1> files{&dump};
    const reducing::program of(files);
    ASSERT_EQ(of.part_of("p.1"), 0U);
    EXPECT_TRUE(of.is_entry_parameter(0));
    EXPECT_FALSE(of.is_entry_parameter(of.part_of("add.3")));
    reducing::parts left(of.size(), true);
    left[0] = false;
    left = of.without_orphans(std::move(left));
    EXPECT_FALSE(left[of.part_of("gte.1")]);
    EXPECT_TRUE(left[of.part_of("add.3")]);
}

} // namespace ballast::tests
