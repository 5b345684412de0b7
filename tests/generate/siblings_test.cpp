// Other texts about a program: they are accepted, print back, have no findings, and agree with the dump of the same
// program.
#include "ast/human_size.hpp"
#include "ballast/check.hpp"
#include "era/timeline.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

// Programs of all times at which something was printed.
template <typename Body>
std::size_t for_programs(bool (*printed_at)(commit_time), Body&& body)
{
    std::size_t seen = 0;
    for (const auto& state : dump_states()) {
        const auto when = state.begin;
        if (!printed_at(when)) continue;
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            SCOPED_TRACE(fmt::format("{} seed {}", state.name, seed));
            random_source from(seed);
            generate::program made(from, when, 1000 + seed * 700);
            body(made, when);
            ++seen;
        }
    }
    return seen;
}

template <typename Tree>
void expect_sense(const Tree& made)
{
    const auto text = print(made);
    const auto read = accepted(text);
    // A text does not show all forms of its time.
    auto expected = made;
    if constexpr (std::is_same_v<Tree, ast::oom_report>) expected.forms = read.oom_report()->forms;
    EXPECT_TRUE(std::get<Tree>(read.tree()) == expected);
    EXPECT_EQ(print(read), text);
    const auto found = check(read);
    EXPECT_TRUE(found.empty()) << found.front().message.text();
}

} // namespace

// Each computation that an instruction names is in the text.
TEST(Siblings, ModuleTextsNameComputationsThatExist)
{
    const auto always = [](commit_time) { return true; };
    std::size_t named = 0;
    for_programs(always, [&](generate::program& made, commit_time) {
        ast::arena memory;
        const auto text = made.make_text(memory);
        std::set<std::string_view> names;
        for (const auto& computation : text.computations) EXPECT_TRUE(names.insert(computation.name).second);
        const auto printed = print(text);
        for (const std::string_view key : {"calls=%", "to_apply=%", "body=%", "condition=%", "true_computation=%",
                                           "false_computation=%", "called_computations={%", "select=%", "scatter=%"})
            for (auto at = printed.find(key); at != std::string::npos; at = printed.find(key, at + 1)) {
                const auto begin = at + key.size();
                const auto name =
                    std::string_view(printed).substr(begin, printed.find_first_of(",} \n", begin) - begin);
                EXPECT_TRUE(names.contains(name)) << key << name;
                ++named;
            }
    });
    EXPECT_GT(named, 500U);
}

TEST(Siblings, BufferInfoIsOfTheDump)
{
    std::size_t rows = 0;
    const auto seen = for_programs(generate::buffer_info_at, [&](generate::program& made, commit_time when) {
        ast::arena memory;
        const auto info = made.make_buffer_info(memory);
        expect_sense(info);
        std::map<std::int64_t, const ast::value_line*> lines;
        const auto dump = made.make(memory, kinds_at(when).front());
        for (const auto& a : dump.allocations)
            for (const auto& line : a.values) lines[line.value.id] = &line;
        for (const auto& row : info.rows) {
            ASSERT_TRUE(lines.contains(row.id));
            EXPECT_EQ(row.value, lines[row.id]->value);
            EXPECT_EQ(row.size, lines[row.id]->size);
            EXPECT_EQ(row.offset, lines[row.id]->offset);
            EXPECT_LE(row.definition_time, row.end_time);
            EXPECT_EQ(row.num_uses, static_cast<std::int64_t>(row.uses.size()));
            ++rows;
        }
        EXPECT_TRUE(std::ranges::is_sorted(info.rows, {}, &ast::buffer_info_row::id));
    });
    EXPECT_GT(seen, 100U);
    EXPECT_GT(rows, 1000U);
}

TEST(Siblings, StatisticsAreOfTheDump)
{
    const auto seen = for_programs([](commit_time) { return true; },
                                   [](generate::program& made, commit_time when) {
                                       ast::arena memory;
                                       const auto all = made.statistics();
                                       expect_sense(all);
                                       const auto dump = made.make(memory, kinds_at(when).front());
                                       std::int64_t total = 0;
                                       std::int64_t temporary = 0;
                                       for (const auto& a : dump.allocations) {
                                           total += a.size;
                                           temporary += a.preallocated_temp ? a.size : 0;
                                       }
                                       EXPECT_EQ(all.total, ast::human(total));
                                       EXPECT_EQ(all.preallocated_temp, ast::human(temporary));
                                   });
    EXPECT_GT(seen, 200U);
}

TEST(Siblings, WhereMemoryEndsTheLargestComeFirst)
{
    std::size_t buffers = 0;
    std::size_t allocations = 0;
    for_programs(generate::oom_reports_at, [&](generate::program& made, commit_time) {
        ast::arena memory;
        const auto report = made.make_oom_report(memory);
        expect_sense(report);
        EXPECT_EQ(report.statistics, made.statistics());
        if (const auto* all = report.allocations()) allocations += all->size();
        if (const auto* peak = report.peak()) {
            buffers += peak->size();
            EXPECT_LE(peak->size(), std::size_t{timeline::peak_buffers_by_default});
        }
    });
    EXPECT_GT(buffers, 500U);
    EXPECT_GT(allocations, 20U);
}

} // namespace ballast::tests
