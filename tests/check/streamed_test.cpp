// Texts that are checked while they are read have the same findings as their trees, for batches of any size.
#include "check/check.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <map>
#include <optional>
#include <ostream>

namespace ballast::tests {

namespace {

struct said {
    bool accepted = false;
    std::vector<finding> read{};
    std::vector<witness> shown{};
    std::vector<finding> semantic{};

    bool operator==(const said&) const = default;
};

// For messages of the test.
void PrintTo(const said& what, std::ostream* to)
{
    *to << (what.accepted ? "accepted" : "refused");
    for (const auto* all : {&what.read, &what.semantic})
        for (const auto& f : *all)
            *to << "\n  " << f.begin << ": " << f.message.text() << " [" << info(f.id).name << "]";
}

said said_of(const parse_result& read, std::vector<finding> semantic)
{
    said result{read.accepted(), read.findings, {}, std::move(semantic)};
    if (read.accepted()) result.shown.assign(read.value->witnesses().begin(), read.value->witnesses().end());
    return result;
}

said by_tree(const std::string& text, const check_options& options)
{
    const auto read = parse(text);
    return said_of(read, read.accepted() ? check(*read.value, options) : std::vector<finding>());
}

said at_once(const std::string& text, std::int64_t batch, std::size_t threads, const check_options& options)
{
    parse_options parsing;
    parsing.threads = threads;
    auto both = checking::check(source_text::copy_of(text), parsing, options, {.batch = batch, .part = 1});
    EXPECT_EQ(both.read.text(), text);
    return said_of(both.read, std::move(both.findings));
}

// The findings in files together; empty if one of them is refused.
std::optional<std::vector<finding>> said_together(const std::vector<std::string>& texts, bool form_only)
{
    parse_options parsing;
    parsing.form_only = form_only;
    std::vector<document> read;
    for (const auto& text : texts) {
        auto result = parse(text, parsing);
        if (!result.accepted()) return std::nullopt;
        read.push_back(std::move(*result.value));
    }
    std::vector<const document*> module;
    for (const auto& r : read) module.push_back(&r);
    return checking::check(module, {.file_name = "module.gpu_after_optimizations"}, {.batch = 300});
}

void expect_same(const std::string& text, const std::string& name)
{
    const check_options options{.file_name = name};
    const auto expected = by_tree(text, options);
    for (const std::int64_t batch : {std::int64_t{1}, std::int64_t{300}, read::limits{}.batch})
        EXPECT_EQ(at_once(text, batch, 1, options), expected) << name << ", batches of " << batch;
    EXPECT_EQ(at_once(text, 300, 2, options), expected) << name << ", on two threads";
}

} // namespace

TEST(Streamed, SaysTheSameOfGoldenDumps)
{
    for (const auto& name : golden_dumps()) {
        const auto text = golden_dump(name);
        expect_same(text, name);
        for (std::size_t i = 1; i < 30; ++i) {
            const auto at = text.size() * i / 30;
            auto damaged = text;
            damaged[at] = damaged[at] == '7' ? '8' : '7';
            EXPECT_EQ(at_once(damaged, 300, 1, {}), by_tree(damaged, {})) << name << " damaged at " << at;
            const auto cut = text.substr(0, at);
            EXPECT_EQ(at_once(cut, 300, 2, {}), by_tree(cut, {})) << name << " cut off at " << at;
        }
    }
}

TEST(Streamed, SaysTheSameWhereEveryRuleFires)
{
    for (const auto& one : broken_dumps) expect_same(changed(one), std::string(one.dump));
}

// Files of a module that were read without their rows are read again.
TEST(Streamed, SaysTheSameOfModules)
{
    std::map<std::string, std::vector<std::string>> modules;
    for (const auto& entry : fs::directory_iterator(golden() / "modules"))
        modules[entry.path().filename().string().substr(0, 11)].push_back(read_file(entry.path()));
    ASSERT_GE(modules.size(), 4U);
    std::size_t wrong = 0;
    for (const auto& [name, files] : modules) {
        EXPECT_EQ(said_together(files, true), said_together(files, false)) << name;
        for (std::size_t which = 0; which < files.size(); ++which)
            for (std::size_t i = 0; i < 40; ++i) {
                auto damaged = files;
                auto& text = damaged[which];
                const auto digit = text.find_first_of("0123456789", text.size() * i / 40);
                if (digit == std::string::npos) continue;
                text[digit] = text[digit] == '7' ? '8' : '7';
                const auto expected = said_together(damaged, false);
                EXPECT_EQ(said_together(damaged, true), expected) << name << ", file " << which << " at " << digit;
                wrong += expected && !expected->empty() ? 1U : 0U;
            }
        // With a file from another module.
        for (const auto& [other, strange] : modules) {
            auto mixed = files;
            mixed.back() = strange.front();
            EXPECT_EQ(said_together(mixed, true), said_together(mixed, false)) << name << " with " << other;
        }
    }
    EXPECT_GT(wrong, 100U);
    for (const auto& one : broken_dumps)
        if (!one.beside.empty()) {
            const std::vector<std::string> both{golden_dump(std::string(one.beside)), changed(one)};
            EXPECT_EQ(said_together(both, true), said_together(both, false)) << info(one.rule).name;
        }
    // Texts other than dumps, too.
    for (const auto* name : {"oom_report_many.txt", "buffer_info.csv", "statistics.txt"})
        EXPECT_EQ(said_together({golden_dump(name)}, true), said_together({golden_dump(name)}, false)) << name;
}

TEST(Streamed, SaysTheSameOfRealDumps)
{
    if (!corpus()) return; // reported by Corpus.IsThereOrSaidToBeAbsent
    std::size_t seen = 0;
    for (const auto& entry : fs::recursive_directory_iterator(*corpus())) {
        if (entry.path().extension() != ".txt") continue;
        expect_same(read_file(entry.path()), entry.path().filename().string());
        ++seen;
    }
    EXPECT_GT(seen, 0U);
}

// Texts other than dumps have trees, because rules need them.
TEST(Streamed, ReadsOtherTextsWhole)
{
    const auto ended = check(source_text::copy_of(golden_dump("oom_report_allocations.txt")), {}, {});
    ASSERT_TRUE(ended.read.accepted());
    EXPECT_FALSE(ended.read.value->oom_report()->allocations()->empty());
    const auto table = check(source_text::copy_of(golden_dump("buffer_info.csv")), {}, {});
    ASSERT_TRUE(table.read.accepted());
    EXPECT_FALSE(table.read.value->buffer_info()->rows.empty());
}

namespace {

// The numbers of batches and of records in them.
struct count {
    std::size_t batches = 0;
    std::size_t records = 0;
};

record_taker counts(count& all)
{
    return [&](std::span<const ast::record> records) {
        ++all.batches;
        all.records += records.size();
    };
}

struct streamed {
    count all{};
    bool complete = false;
};
streamed counted(const std::string& text)
{
    streamed result;
    const auto read = read::parse_and_emit(source_text::copy_of(text), {}, {.batch = 1000}, counts(result.all));
    EXPECT_TRUE(read.read.accepted());
    result.complete = read.complete;
    return result;
}

} // namespace

// A header whose shape is dated by its first value does not delay the others.
TEST(Streamed, TakesHeadsWithoutValues)
{
    std::string text = "BufferAssignment:\n";
    for (int i = 0; i < 1000; ++i) {
        const auto n = std::to_string(i);
        text += "allocation " + n + ": size 4, parameter " + n + ", shape |(f32[], s32[])| at ShapeIndex {0}:\n";
        if (i % 100 == 7) text += " value: <" + n + " p." + n + "{0} @0> (size=4,offset=0): f32[]\n";
    }
    text += "\nTotal bytes used: 4000 (3.9KiB)\n";
    const auto all = text + golden_dump("d16.txt").substr(golden_dump("d16.txt").find("\nUsed values:"));
    const auto read = parse(all);
    ASSERT_TRUE(read.accepted()) << read.findings.front().message.text();
    EXPECT_GT(counted(all).all.batches, 50U);
    expect_same(all, "heads");
}

// Other texts keep their trees, as does a dump whose peak has no rows, because a rule needs its live ranges.
TEST(Streamed, KeepsTheTreeThatRulesNeed)
{
    EXPECT_FALSE(counted(golden_dump("oom_report_allocations.txt")).complete);
    EXPECT_FALSE(counted(golden_dump("buffer_info.csv")).complete);
    const std::string text =
        "BufferAssignment:\nallocation 0: size 4, thread-local:\n value: <0 a @0> (size=4,offset=0): f32[]\n"
        "\nTotal bytes used: 4 (4B)\n\nUsed values:\n<0 a @0>\n positions:\n  a\n uses:\n from instruction: %a = f32[] "
        "parameter(0)\n\n\nHloLiveRange (max 3):\n  InstructionSequence:\n    0:a\n    1:b\n    2:c\n"
        "  BufferLiveRange:\n    a{}:0-0\n  Live ranges at 2 (peak):\n";
    EXPECT_FALSE(counted(text).complete);
    expect_same(text, "a peak without rows");
}

// The place is that of the wrong number, and not of an equal number in a name.
TEST(Streamed, TellsThePlaceOfAFrame)
{
    auto values = golden_dump(std::string(text_values));
    const auto at = values.find(", metadata={") + std::string_view(", metadata={").size();
    const auto end = values.find('}', at);
    values.replace(at, end - at, "op_name=\"stack_frame_id=7/add\" stack_frame_id=999");
    for (const bool form_only : {false, true}) {
        const auto found = said_together({golden_dump(std::string(module_text)), values}, form_only);
        ASSERT_TRUE(found);
        const auto frame = std::ranges::find(*found, finding_id::missing_frame, &finding::id);
        ASSERT_NE(frame, found->end());
        EXPECT_EQ(frame->file, 1U);
        EXPECT_EQ(
            values.substr(static_cast<std::size_t>(frame->begin), static_cast<std::size_t>(frame->end - frame->begin)),
            "999");
    }
}

// A mapped file can be changed after it was accepted.
TEST(Streamed, TellsThatTheTextChanged)
{
    const auto text = golden_dump("d16.txt");
    const written_later made(text);
    const auto& read = made.read;
    const auto records_of = [&](bool unchanged) {
        struct : ast::record_ignorer {
            void used_value(const ast::used_value&) { ++values; }
            std::size_t values = 0;
        } handler;
        EXPECT_EQ(read.value->for_each_record({.batch_bytes = 300}, handler), unchanged);
        return handler.values;
    };
    const auto whole = accepted(text);
    EXPECT_EQ(records_of(true), whole.dump().used_values.size());
    EXPECT_EQ(check(*read.value), check(whole));
    made.bytes[text.size() / 2] = '#';
    records_of(false);
    const auto found = check(*read.value);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().message.text(), "the text changed while it was looked at");
    EXPECT_EQ(found.front().severity, severity::error);
}

// The dump has no rows: they were passed on.
TEST(Streamed, KeepsNoTree)
{
    const auto both = check(source_text::copy_of(golden_dump("d16.txt")), {}, {});
    ASSERT_TRUE(both.read.accepted());
    EXPECT_EQ(both.read.value->dump().kind, ast::dump_kind::combined);
    EXPECT_TRUE(both.read.value->dump().used_values.empty());
}

TEST(Streamed, ListsAtMostAsManyAsAsked)
{
    auto text = golden_dump("d17.txt");
    for (const std::string_view from : {"allocation 4: size", "allocation 6: size", "allocation 8: size"})
        text.replace(text.find(from) + 11, 1, "0");
    EXPECT_EQ(check(source_text::copy_of(text), {}, {.max_findings = 2}).findings.size(), 2U);
    EXPECT_EQ(at_once(text, 300, 1, {.max_findings = 2}), by_tree(text, {.max_findings = 2}));
}

} // namespace ballast::tests
