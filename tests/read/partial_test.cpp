// Texts that are cut or damaged have documents of what was read. These print the same bytes, and answers from them
// claim nothing that depends on the rest.
#include "ballast/analysis.hpp"
#include "ballast/json.hpp"
#include "ballast/print.hpp"
#include "base/utf8.hpp"
#include "tests/support/support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

namespace {

struct named_text {
    std::string name;
    std::string text;
};

// Golden dumps of all eras and kinds, and the files of a module.
std::vector<named_text> all_texts()
{
    std::vector<named_text> result;
    for (const auto& name : golden_dumps()) result.push_back({name, golden_dump(name)});
    for (const std::string kind :
         {"-buffer-assignment", "-buffer-assignment-values", "-live-range", "-memory-usage-report", ""}) {
        const auto file = fmt::format("module_0000.jit_train_step.cpu_after_optimizations{}.txt", kind);
        result.push_back({file, read_file(golden() / "train" / "before" / file)});
    }
    return result;
}

// Each 5 % of the bytes, and some ends of lines.
std::set<std::size_t> cuts_of(const std::string& text)
{
    std::set<std::size_t> result;
    for (std::size_t i = 1; i < 20; ++i) result.insert(text.size() * i / 20);
    std::size_t line = 0;
    for (auto at = text.find('\n'); at != std::string::npos && at + 1 < text.size(); at = text.find('\n', at + 1))
        if (line++ % 9 == 0) result.insert(at + 1);
    result.erase(0);
    return result;
}

// JSON has no bytes that are not UTF-8.
bool is_utf8(std::string_view text)
{
    while (!text.empty()) {
        const auto size = utf8::sequence_length(text);
        if (size == 0) return false;
        text.remove_prefix(size);
    }
    return true;
}
std::string again_from_json(const document& read)
{
    if (!is_utf8(read.text())) return std::string(read.text());
    const auto pieces = placed_pieces(read);
    const auto json = printed([&](sink& out) { write_json(out, read.tree(), {.unread = pieces}); });
    const auto made = read_json(json);
    if (!made.value) return made.fault.message;
    return printed([&](sink& out) { print(out, made.value->tree(), made.value->unread()); });
}

std::optional<memory_analysis> memory_in_part(const document& read, const memory_options& options = {})
{
    const document* all[]{&read};
    return memory_of(all, options);
}

// The totals of the memory spaces, of allocations whose lines end before a cut.
std::map<std::int64_t, std::int64_t> totals_before(const document& whole, std::size_t cut)
{
    std::map<std::int64_t, std::int64_t> result;
    for (const auto& a : whole.dump().allocations)
        if (!a.thread_local_ && a.size != 0 && whole.text().find('\n', static_cast<std::size_t>(a.at.offset)) < cut)
            result[a.color] += a.size;
    return result;
}
std::map<std::int64_t, std::int64_t> totals_of(const memory_analysis& memory)
{
    std::map<std::int64_t, std::int64_t> result;
    for (const auto& space : memory.spaces) result[space.space] = space.total;
    return result;
}
std::size_t values_before(const document& whole, std::size_t cut)
{
    std::size_t result = 0;
    for (const auto& a : whole.dump().allocations)
        for (const auto& line : a.values)
            if (whole.text().find('\n', static_cast<std::size_t>(line.value.name.data() - whole.text().data())) < cut)
                ++result;
    return result;
}

// Every tenth line begins with a byte with which nothing begins.
std::string damaged(std::string text, std::size_t first)
{
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size(); ++line) {
        if (line % 10 == first && text[at] != '\n') text[at] = '\x01';
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    }
    return text;
}

bool is_dump(const document& read) { return std::holds_alternative<ast::dump>(read.tree()); }

} // namespace

TEST(Partial, CutTextsPrintTheSameBytes)
{
    std::size_t documents = 0;
    for (const auto& [name, text] : all_texts())
        for (const auto cut : cuts_of(text)) {
            const auto part = text.substr(0, cut);
            const auto read = parse(part);
            if (!read.value) continue;
            ++documents;
            EXPECT_TRUE(print(*read.value) == part) << name << " cut at " << cut;
            EXPECT_TRUE(again_from_json(*read.value) == part) << name << " cut at " << cut;
            EXPECT_EQ(read.accepted(), parse(part, {.partial = false}).accepted()) << name << " cut at " << cut;
        }
    EXPECT_GT(documents, 1000U);
}

TEST(Partial, DamagedTextsPrintTheSameBytes)
{
    for (const auto& [name, text] : all_texts())
        for (const std::size_t first : {2U, 5U, 9U}) {
            const auto part = damaged(text, first);
            const auto read = parse(part, {.max_errors = 3});
            if (!read.value) continue;
            EXPECT_TRUE(print(*read.value) == part) << name << " " << first;
            EXPECT_TRUE(again_from_json(*read.value) == part) << name << " " << first;
        }
}

// Sizes are those of the records before the cut, and nothing is claimed about the rest.
TEST(Partial, CutDumpsAreAnsweredFromWhatIsWhole)
{
    std::size_t answers = 0;
    for (const auto& [name, text] : all_texts()) {
        const auto whole = parse(text);
        if (!whole.accepted() || !is_dump(*whole.value) || whole.value->dump().allocations.empty()) continue;
        for (const auto cut : cuts_of(text)) {
            const auto part = text.substr(0, cut);
            const auto read = parse(part);
            if (!read.value) continue;
            const auto memory = memory_in_part(*read.value, {.limit = limit_of(INT64_MAX)});
            const auto where = fmt::format("{} cut at {}", name, cut);
            ASSERT_TRUE(memory) << where;
            ++answers;
            EXPECT_EQ(totals_of(*memory), totals_before(*whole.value, cut)) << where;
            // In the first eras a value has further lines.
            const auto before = values_before(*whole.value, cut);
            EXPECT_TRUE(memory->values == before || memory->values + 1 == before) << where;
            if (read.accepted()) continue; // XLA could have written it
            EXPECT_FALSE(memory->of_dump.is_whole()) << where;
            ASSERT_TRUE(memory->fit) << where;
            EXPECT_FALSE(memory->fit->fits()) << where;
            EXPECT_TRUE(memory->donations.empty() && memory->savings.empty()) << where;
            for (const auto& space : memory->spaces) EXPECT_FALSE(space.peak) << where;
        }
    }
    EXPECT_GT(answers, 300U);
}

// A text can begin in the middle of a dump, if people copy a part of it or a log was rotated.
TEST(Partial, DumpsWithoutTheirBeginningAreAnsweredFromTheRest)
{
    std::size_t answers = 0;
    for (const auto& [name, text] : all_texts()) {
        const auto whole = parse(text);
        if (!whole.accepted() || !is_dump(*whole.value) || whole.value->dump().allocations.empty()) continue;
        for (const auto cut : cuts_of(text)) {
            const auto part = text.substr(cut);
            std::map<std::int64_t, std::int64_t> totals;
            bool any = false;
            for (const auto& a : whole.value->dump().allocations) {
                if (a.at.offset < static_cast<std::int64_t>(cut)) continue;
                any = true;
                if (!a.thread_local_ && a.size != 0) totals[a.color] += a.size;
            }
            const auto where = fmt::format("{} from {} on", name, cut);
            const auto read = parse(part);
            if (!read.value) {
                // The head of a dump after other text: that is a log.
                EXPECT_TRUE(!any || read.findings.front().id == finding_id::log_prefix) << where;
                continue;
            }
            EXPECT_TRUE(print(*read.value) == part) << where;
            EXPECT_TRUE(again_from_json(*read.value) == part) << where;
            const auto memory = memory_in_part(*read.value, {.limit = limit_of(INT64_MAX)});
            if (!any || !memory) continue;
            ++answers;
            EXPECT_EQ(totals_of(*memory), totals) << where;
            EXPECT_FALSE(memory->of_dump.has_all_sizes) << where;
            ASSERT_TRUE(memory->fit) << where;
            EXPECT_FALSE(memory->fit->fits()) << where;
            for (const auto& space : memory->spaces) EXPECT_FALSE(space.peak) << where;
        }
    }
    EXPECT_GT(answers, 100U);
}

TEST(Partial, DamagedDumpsHaveNoMoreThanTheWhole)
{
    for (const auto& [name, text] : all_texts()) {
        const auto whole = parse(text);
        if (!whole.accepted() || !is_dump(*whole.value) || whole.value->dump().allocations.empty()) continue;
        const auto all = totals_before(*whole.value, text.size());
        for (std::size_t first = 1; first < 10; ++first) {
            const auto read = parse(damaged(text, first));
            if (!read.value || read.accepted()) continue;
            const auto memory = memory_in_part(*read.value);
            ASSERT_TRUE(memory) << name;
            EXPECT_FALSE(memory->of_dump.has_all_sizes) << name << " " << first;
            for (const auto& [space, total] : totals_of(*memory))
                EXPECT_LE(total, all.at(space)) << name << " " << first;
        }
    }
}

TEST(Partial, SaysWhereATextEnds)
{
    const auto clauses = [](const std::string& text) {
        std::vector<std::string> result;
        const auto read = parse(text);
        if (!read.value) return result;
        for (const auto& lack : read.value->lacks()) result.push_back(lack.clause);
        return result;
    };
    using list = std::vector<std::string>;
    const std::string head = "BufferAssignment:\nallocation 0: size 8, parameter 0, shape |f32[2]| at ShapeIndex {}:\n";
    const std::string value = " value: <0 p.1 @0> (size=8,offset=0): f32[2]{0}\n";
    EXPECT_EQ(clauses(head + value), list());
    EXPECT_EQ(clauses(head + value.substr(0, 20)), list{"the text ends inside the allocations (line 3)"});
    EXPECT_EQ(clauses(head + "?\n" + value), list{"line 3 of the allocations was not read"});
    EXPECT_EQ(clauses(head + value + "?\n!\n" + "allocation 2: size 4, maybe-live-out:\n"),
              list{"2 lines of the allocations were not read, the first is line 4"});
    const auto allocation = head.substr(head.find('\n') + 1);
    EXPECT_EQ(clauses(value + allocation + value), list{"the text begins inside the allocations"});
    EXPECT_EQ(clauses("I copied this:\n" + allocation + value), list{"the text begins inside the allocations"});
    EXPECT_EQ(clauses(head + value + "...\nallocation 90: size 4, maybe-live-out:\n"),
              list{"line 4 of the allocations was not read"});
    EXPECT_FALSE(parse(std::string_view("allocation 3 of 5 is large: buy more\n")).value);
}

// The value after a damaged head is not one of the allocation before it.
TEST(Partial, ValuesOfALostAllocationAreNotThoseOfAnother)
{
    const auto read = parse(std::string_view("BufferAssignment:\n"
                                             "allocation 0: size 8, maybe-live-out:\n"
                                             " value: <0 a @0> (size=8,offset=0): f32[2]{0}\n"
                                             "allocatoin 1: size 4, maybe-live-out:\n"
                                             " value: <1 b @0> (size=4,offset=0): f32[]\n"
                                             "allocation 2: size 4, maybe-live-out:\n"
                                             " value: <2 c @0> (size=4,offset=0): f32[]\n"));
    ASSERT_TRUE(read.value);
    EXPECT_FALSE(read.accepted());
    const auto& all = read.value->dump().allocations;
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].values.size(), 1U);
    EXPECT_EQ(all[1].values.size(), 1U);
    EXPECT_EQ(print(*read.value), read.value->text());
}

// A shorter text over a longer one.
TEST(Partial, TheEndOfALongerFileIsNotOfTheDump)
{
    const auto whole = read_file(golden() / "train" / "before" /
                                 "module_0000.jit_train_step.cpu_after_optimizations-buffer-assignment.txt");
    const auto expected = accepted(whole);
    for (const auto& rest : {std::string("\n"), whole.substr(whole.size() - 9), whole.substr(whole.size() - 3000)}) {
        const auto text = whole + rest;
        const auto read = parse(text);
        ASSERT_TRUE(read.value);
        EXPECT_FALSE(read.accepted());
        EXPECT_TRUE(read.value->is_overwritten()) << rest;
        EXPECT_TRUE(read.value->lacks().empty()) << rest;
        EXPECT_EQ(print(*read.value), text);
        const auto memory = memory_in_part(*read.value);
        ASSERT_TRUE(memory);
        EXPECT_EQ(totals_of(*memory), totals_before(expected, text.size())) << rest;
        EXPECT_TRUE(memory->of_dump.is_whole()) << rest;
    }
}

} // namespace ballast::tests
