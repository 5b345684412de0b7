// Generated dumps are accepted, are of their era, are the same text however they are printed, and have no semantic
// findings.
#include "ballast/check.hpp"
#include "generate/program.hpp"
#include "tests/property/choices.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <functional>
#include <map>

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

// Those, and the times at which the rules of live ranges changed.
std::vector<commit_time> times_of_semantic_rules()
{
    auto result = beginnings();
    for (const auto which : {feature::ranges_reach_positions, feature::asynchronous_schedule,
                             feature::ranges_share_a_step, feature::calls_as_users, feature::arenas_of_one_color}) {
        const auto printed = eras(which);
        for (const auto& stay : printed.intervals())
            for (const auto time : {stay.begin, stay.end})
                if (time != end_of_history && time != begin_of_history) result.push_back(time);
    }
    return result;
}

void expect_sense(const document& read, std::string_view text, commit_time when, std::uint64_t seed)
{
    for (const auto& f : check(read))
        ASSERT_EQ(f.id, finding_id::peak_audit) << when << " seed " << seed << ", line "
                                                << line_table(text).place_of(f.begin).line << ": " << f.message.text();
}

// The files of one program that are about memory.
struct drawn {
    std::string text; // all files
    bool nested_tuple = false;
    bool donated = false;
    bool phi = false;
    bool called = false;
    std::size_t most_together = 0; // values that share an allocation that is not temporary
};

void note(const ast::dump& dump, drawn& seen)
{
    for (const auto& a : dump.allocations) {
        if (a.parameter && a.maybe_live_out) seen.donated = true;
        if (!a.preallocated_temp) seen.most_together = std::max(seen.most_together, a.values.size());
        for (const auto& line : a.values) {
            if (line.value.index && line.value.index->size() > 1) seen.nested_tuple = true;
            if (line.value.phi) seen.phi = true;
        }
    }
}

} // namespace

TEST(Programs, OfEveryEraMakeSense)
{
    for (const auto when : beginnings())
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            random_source from(seed);
            generate::program made(from, when, seed * 900);
            for (const auto kind : kinds_at(when)) {
                const auto text = text_of(made, kind);
                expect_sense(accepted(text), text, when, seed);
            }
        }
}

// Since 2026-04-03 a dump has three files, which agree with each other.
TEST(Programs, InThreeFilesMakeSenseTogether)
{
    std::size_t seen = 0;
    for (const auto when : beginnings()) {
        if (kinds_at(when).size() < 3) continue;
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            random_source from(seed);
            generate::program made(from, when, 500 + seed * 900);
            std::vector<document> files;
            for (const auto kind : kinds_at(when)) files.push_back(accepted(text_of(made, kind)));
            const std::vector<const document*> module{&files[0], &files[1], &files[2]};
            for (const auto& f : check(module))
                ASSERT_EQ(f.id, finding_id::peak_audit) << when << " seed " << seed << ": " << f.message.text();
            ++seen;
        }
    }
    EXPECT_GT(seen, 60U);
}

// The module text agrees with the files beside it, and its lines are instructions.
TEST(Programs, HaveTextsThatFitTheirDumps)
{
    std::size_t aliased = 0;
    std::size_t framed = 0;
    auto times = beginnings();
    times.push_back(end_of_history - 1);
    times.push_back(202512020000);
    for (const auto when : times)
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            random_source from(seed);
            generate::program made(from, when, seed * 900);
            ast::arena memory;
            const auto tree = made.make_text(memory);
            const auto text = print(tree);
            std::vector<document> files;
            for (const auto kind : kinds_at(when)) files.push_back(accepted(text_of(made, kind)));
            files.push_back(accepted(text));
            const auto& read = files.back();
            EXPECT_FALSE(compare_printed(read.tree(), text)) << when << " seed " << seed;
            EXPECT_TRUE(date(read.witnesses()).possible.contains(when)) << when << "\n" << text;
            const auto lines = read_computations(read, 0);
            ASSERT_TRUE(lines.findings.empty())
                << when << " seed " << seed << ": " << lines.findings.front().message.text();
            std::vector<const document*> module;
            for (const auto& file : files) module.push_back(&file);
            for (const auto& f : check(module))
                ASSERT_EQ(f.id, finding_id::peak_audit) << when << " seed " << seed << ": " << f.message.text() << "\n"
                                                        << text;
            aliased += tree.input_output_alias.empty() ? 0U : 1U;
            framed += tree.tables ? 1U : 0U;
        }
    EXPECT_GT(aliased, 100U);
    EXPECT_GT(framed, 60U);
}

// Everything that a program can contain is drawn often enough, if XLA of that time printed it.
TEST(Programs, HaveAllThatTheRulesAreAbout)
{
    struct trait {
        std::string_view name;
        std::function<bool(const drawn&)> in;
        std::function<bool(commit_time)> at; // when it was printed
        std::size_t least;                   // occurrences in 20 programs
    };
    const auto word = [](std::string_view what) {
        return [what](const drawn& d) { return d.text.find(what) != std::string::npos; };
    };
    const auto always = [](commit_time) { return true; };
    const auto collectives = [](commit_time t) { return timeline::printed_at(ast::opcode_kind::all_reduce_start, t); };
    const auto wrapped = [](commit_time t) { return timeline::printed_at(feature::asynchronous_schedule, t); };
    const auto values = [](commit_time t) { return !timeline::printed_at(feature::value_lines_v1, t); };
    const trait traits[] = {
        {"nested tuples", [](const drawn& d) { return d.nested_tuple; }, always, 6},
        {"donated parameters", [](const drawn& d) { return d.donated; }, always, 9},
        {"calls", [](const drawn& d) { return d.called; }, always, 4},
        {"conditionals", word("conditional."), always, 4},
        {"loops", word("while."), always, 8},
        {"values in a loop's memory", [](const drawn& d) { return d.most_together > 3; }, always, 3},
        {"phi values", [](const drawn& d) { return d.phi; }, values, 11},
        {"transfers", word("copy-start."), always, 8},
        {"collectives that are waited for", word("all-reduce-done."), collectives, 3},
        {"wrapped computations", word("fusion-done."), wrapped, 1},
        {"fast memory", word(", color 1"), always, 4},
        {"memory for contexts", word(", color 2"), always, 1},
        {"memory near the processor", word(", color 6"), always, 4},
        {"tiles", word(":T(8,128)"), always, 4},
    };
    for (const auto when : times_of_semantic_rules()) {
        std::map<std::string_view, std::size_t> seen;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            random_source from(seed * 31 + 7);
            generate::program made(from, when, 30000);
            drawn all;
            for (const auto kind : kinds_at(when)) {
                const auto text = text_of(made, kind);
                const auto read = accepted(text);
                EXPECT_FALSE(compare_printed(read.dump(), text)) << when << " seed " << seed;
                expect_sense(read, text, when, seed);
                note(read.dump(), all);
                all.text += text;
            }
            // Custom calls do not count.
            for (const auto before : {" call.", ":call.", "%call."})
                if (all.text.find(before) != std::string::npos) all.called = true;
            for (const auto& t : traits) seen[t.name] += t.in(all) ? 1U : 0U;
        }
        for (const auto& t : traits)
            if (t.at(when)) {
                EXPECT_GE(seen[t.name], t.least) << t.name << " at " << when;
            }
    }
}

TEST(Programs, AreAcceptedSilentlyAndAreOfTheirTime)
{
    for (const auto when : turning_points())
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            random_source from(seed * 77 + 5);
            generate::program made(from, when, 2500);
            for (const auto kind : kinds_at(when)) {
                const auto text = text_of(made, kind);
                const auto result = parse(text);
                ASSERT_TRUE(result.accepted()) << result.findings.front().message.text() << "\n" << text;
                EXPECT_TRUE(result.findings.empty()) << when << ": " << result.findings.front().message.text();
                EXPECT_TRUE(date(result.value->witnesses()).possible.contains(when)) << when << "\n" << text;
                EXPECT_FALSE(compare_printed(result.value->dump(), text));
            }
        }
}

// XLA's parser counts operands and elements, and requires a channel if devices are global.
TEST(Programs, AreWhatXlasParserTakes)
{
    using op = ast::opcode_kind;
    constexpr commit_time with_operand_shapes = 202401010000;
    std::map<op, std::size_t> seen;
    for (std::uint64_t seed = 0; seed < 4000; ++seed) {
        random_source from(seed);
        generate::program made(from, with_operand_shapes, 3000);
        const auto read = accepted(text_of(made, ast::dump_kind::combined));
        for (const auto& value : read.dump().used_values) {
            const auto& node = *value.instruction;
            const auto* operands = std::get_if<ast::list<ast::operand>>(&node.body);
            const auto sizes = [&](const ast::shape& shape) {
                numbers result;
                for (const auto& d : shape.array()->dimensions) result.push_back(d.size);
                return result;
            };
            const auto elements = [&](const ast::shape& shape) {
                std::int64_t count = 1;
                for (const auto size : sizes(shape)) count *= size;
                return count;
            };
            const auto has = [&](ast::attribute_kind kind) {
                return std::ranges::any_of(node.attributes, [&](const auto& a) { return a.key.kind == kind; });
            };
            const auto first = [&] { return *(*operands)[0].detail->shape; };
            switch (node.opcode.kind) {
            case op::dynamic_slice: EXPECT_EQ(operands->size(), 1 + sizes(first()).size()) << seed; break;
            case op::dynamic_update_slice: EXPECT_EQ(operands->size(), 2 + sizes(first()).size()) << seed; break;
            case op::reshape: EXPECT_EQ(elements(first()), elements(*node.shape)) << seed; break;
            case op::all_gather:
            case op::all_reduce:
                if (!has(ast::attribute_kind::use_global_device_ids)) continue;
                EXPECT_TRUE(has(ast::attribute_kind::channel_id)) << seed;
                break;
            default: continue;
            }
            ++seen[node.opcode.kind];
        }
    }
    for (const auto kind : {op::dynamic_slice, op::dynamic_update_slice, op::reshape, op::all_gather, op::all_reduce})
        EXPECT_GT(seen[kind], 5U) << spelling(kind);
}

TEST(Programs, PrintTheSameInPiecesAndAsTrees)
{
    for (const auto when : beginnings())
        for (std::uint64_t seed = 0; seed < 5; ++seed) {
            random_source from(seed);
            generate::program made(from, when, 1000 + seed * 3000);
            for (const auto kind : kinds_at(when)) {
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
        random_source from(seed);
        generate::program made(from, end_of_history - 1, 3000);
        return text_of(made, ast::dump_kind::values);
    };
    EXPECT_EQ(text(1), text(1));
    EXPECT_NE(text(1), text(2));
    random_source none{std::span<const std::uint8_t>{}};
    generate::program smallest(none, 202505160000, 1000);
    EXPECT_LT(text_of(smallest, ast::dump_kind::combined).size(), 1500U);
    random_source from(std::uint64_t{1});
    generate::program empty(from, 202505160000, 0);
    EXPECT_EQ(text_of(empty, ast::dump_kind::combined),
              "BufferAssignment:\n\nTotal bytes used: 0 (0B)\n\nUsed values:\n\n\nHloLiveRange (max 0):\n"
              "  InstructionSequence:\n  BufferLiveRange:\n  Live ranges at 0 (peak):\n");
}

TEST(Programs, OfAnyChoicesReadBackEqual)
{
    static const auto points = turning_points();
    for_choices(
        [&](random_source& from, distribution& seen) {
            const auto when = points[points.size() - 1 - from.below(points.size())];
            const auto kinds = kinds_at(when);
            const auto kind = kinds[from.below(kinds.size())];
            ast::arena memory;
            auto dump = generate::program(from, when, from.below(5000)).make(memory, kind);
            const auto text = print(dump);
            const auto result = parse(text);
            if (!result.accepted()) RC_FAIL(text + "\n" + result.findings.front().message.text());
            dump.forms = result.value->dump().forms;
            RC_ASSERT(result.value->dump() == dump);
            RC_ASSERT(print(*result.value) == text);
            RC_ASSERT(result.findings.empty());
            for (const auto& w : result.value->witnesses()) seen.count(info(w.which).name);
        },
        300);
}

} // namespace ballast::tests
