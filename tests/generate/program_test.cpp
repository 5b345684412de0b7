// Generated dumps: accepted, of their era, one text however they are printed, and consistent by XLA's rules, which are
// recomputed here from the trees that were read back.
#include "base/human_size.hpp"
#include "generate/program.hpp"
#include "tests/property/choices.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace ballast::tests {

namespace {

struct files {
    std::optional<document> assignment, values, live_range; // one and the same where the era wrote one file
    const ast::dump* with_allocations = nullptr;
    const ast::dump* with_values = nullptr;
    const ast::dump* with_ranges = nullptr;
};

std::string text_of(generate::program& made, ast::dump_kind kind)
{
    return printed([&](sink& out) { made.print(out, kind); });
}

files read_back(generate::program& made, commit_time when)
{
    files result;
    for (const auto kind : generate::kinds_at(when)) {
        auto read = parse(text_of(made, kind));
        if (!read.accepted()) throw std::runtime_error(read.findings.front().message());
        auto& place = kind == ast::dump_kind::values       ? result.values
                      : kind == ast::dump_kind::live_range ? result.live_range
                                                           : result.assignment;
        place.emplace(std::move(*read.value));
        const auto* dump = &place->dump();
        if (kind == ast::dump_kind::combined || kind == ast::dump_kind::assignment) result.with_allocations = dump;
        if (kind == ast::dump_kind::combined || kind == ast::dump_kind::values) result.with_values = dump;
        if (dump->ranges()) result.with_ranges = dump;
    }
    return result;
}

std::vector<commit_time> beginnings()
{
    std::vector<commit_time> result;
    for (const auto& state : dump_states()) result.push_back(state.begin);
    return result;
}

using part_name = std::pair<std::string_view, numbers>;

std::int64_t bytes_of(const ast::shape& shape)
{
    if (const auto* tuple = shape.tuple()) return 8 * static_cast<std::int64_t>(tuple->elements.size());
    const auto* array = shape.array();
    std::int64_t result = ast::bits(array->type.kind) / 8;
    for (const auto& d : array->dimensions) result *= d.size;
    return result;
}

void check_allocations(const ast::dump& dump)
{
    std::set<std::int64_t> ids;
    std::size_t outputs = 0;
    bool temporaries = false;
    for (std::size_t i = 0; i < dump.allocations.size(); ++i) {
        const auto& a = dump.allocations[i];
        EXPECT_EQ(a.number, static_cast<std::int64_t>(i));
        EXPECT_NE(a.preallocated_temp,
                  static_cast<bool>(a.parameter) || a.constant || a.thread_local_ || a.maybe_live_out);
        EXPECT_TRUE(a.preallocated_temp || !temporaries) << "temporary allocations stand last";
        temporaries = temporaries || a.preallocated_temp;
        outputs += a.output_shape ? 1U : 0U;
        if (a.output_shape) {
            EXPECT_TRUE(a.maybe_live_out);
        }
        std::int64_t last = -1;
        for (const auto& v : a.values) {
            EXPECT_GT(v.value.id, last);
            last = v.value.id;
            EXPECT_TRUE(ids.insert(v.value.id).second);
            EXPECT_LE(v.offset + v.size, a.size);
            EXPECT_EQ(v.size, bytes_of(v.shape));
            if (!v.shape->is_tuple()) {
                EXPECT_EQ(space(v.shape), v.value.color);
            }
            if (!a.preallocated_temp) {
                EXPECT_EQ(v.offset, 0);
            }
        }
        for (const auto& r : a.reused) {
            EXPECT_NE(r.color, a.color);
            EXPECT_TRUE(std::ranges::any_of(a.values, [&](const auto& v) { return v.value == r.value; }));
        }
        if (a.reused.empty())
            for (const auto& v : a.values) {
                EXPECT_EQ(v.value.color, a.color);
            }
    }
    if (!dump.allocations.empty() && dump.allocations[0].pointer) {
        for (std::size_t i = 1; i < dump.allocations.size(); ++i) {
            EXPECT_EQ(*dump.allocations[i].pointer - *dump.allocations[i - 1].pointer,
                      *dump.allocations[1].pointer - *dump.allocations[0].pointer);
        }
    }
    EXPECT_LE(outputs, 1U);
}

void check_values(const ast::dump& with_allocations, const ast::dump& dump)
{
    std::map<std::int64_t, const ast::value_line*> lines;
    std::int64_t sum = 0;
    for (const auto& a : with_allocations.allocations) {
        sum += a.size;
        for (const auto& v : a.values) lines.emplace(v.value.id, &v);
    }
    if (dump.total) {
        EXPECT_EQ(dump.total->bytes, sum);
        if (dump.total->human) {
            EXPECT_NE(printed([&](sink& out) {
                          record_printer(out, dump.forms).total_line(*dump.total);
                      }).find("(" + human_size(sum) + ")"),
                      std::string::npos);
        }
    }
    ASSERT_EQ(dump.used_values.size(), lines.size());
    std::int64_t last = -1;
    std::map<std::string_view, const ast::instruction*> instructions;
    for (const auto& v : dump.used_values)
        if (v.instruction) instructions.emplace(v.instruction->name, v.instruction.get());
    for (const auto& v : dump.used_values) {
        EXPECT_GT(v.value.id, last);
        last = v.value.id;
        const auto& line = *lines.at(v.value.id);
        EXPECT_EQ(line.value, v.value);
        ASSERT_FALSE(v.detail.positions.empty());
        EXPECT_EQ(v.detail.positions[0].name, v.value.name);
        EXPECT_EQ(list_of(v.detail.positions[0].index), list_of(v.value.index));
        if (!v.instruction) continue;
        EXPECT_EQ(v.instruction->name, v.value.name);
        EXPECT_EQ(v.instruction->shape->is_tuple(), v.value.index.has_value());
        const auto* part = ast::subshape(v.instruction->shape, v.value.index.value_or(ast::shape_index{}));
        ASSERT_NE(part, nullptr);
        EXPECT_EQ(*part, line.shape);
        // Each use names an operand that is one of the positions.
        for (const auto& u : v.detail.uses) {
            const auto user = instructions.find(u.name);
            if (user == instructions.end()) continue;
            const auto& operand = operands(*user->second)[static_cast<std::size_t>(u.operand)];
            EXPECT_TRUE(std::ranges::any_of(
                v.detail.positions, [&](const auto& p) { return p.name == operand.name && p.index == u.index; }))
                << v.value.name << " used by " << u.name;
        }
    }
}

void check_ranges(const files& all, commit_time when)
{
    const auto& ranges = *all.with_ranges->ranges();
    const auto steps = static_cast<std::int64_t>(ranges.sequence.size());
    EXPECT_EQ(ranges.max, steps);
    std::map<std::string_view, std::int64_t> times;
    for (std::int64_t i = 0; i < steps; ++i) {
        EXPECT_EQ(ranges.sequence[static_cast<std::size_t>(i)].number, i);
        times.emplace(ranges.sequence[static_cast<std::size_t>(i)].name, i);
    }
    std::map<part_name, const ast::used_value*> values;
    for (const auto& v : all.with_values->used_values)
        values.emplace(part_name{v.value.name, list_of(v.value.index.value_or(ast::shape_index{}))}, &v);
    std::map<part_name, const ast::live_range_row*> rows;
    for (const auto& row : ranges.rows) {
        EXPECT_TRUE(rows.emplace(part_name{row.name, list_of(row.index)}, &row).second);
        EXPECT_TRUE(0 <= row.start && row.start <= row.end && row.end <= steps);
        const auto& v = *values.at({row.name, list_of(row.index)});
        const bool parameter = v.instruction && v.instruction->opcode.kind == ast::opcode_kind::parameter;
        if (v.instruction) {
            EXPECT_EQ(row.start, parameter ? 0 : times.at(row.name));
        }
        if (parameter) {
            EXPECT_EQ(row.end, steps);
        }
        for (const auto& u : v.detail.uses) {
            EXPECT_GE(row.end, times.at(u.name));
        }
    }
    // Values in one temporary allocation that live at once do not share bytes.
    for (const auto& a : all.with_allocations->allocations) {
        if (!a.preallocated_temp) continue;
        for (std::size_t i = 0; i < a.values.size(); ++i)
            for (std::size_t k = i + 1; k < a.values.size(); ++k) {
                const auto& x = a.values[i];
                const auto& y = a.values[k];
                if (x.offset + x.size <= y.offset || y.offset + y.size <= x.offset) continue;
                const auto& live_x = *rows.at({x.value.name, list_of(x.value.index.value_or(ast::shape_index{}))});
                const auto& live_y = *rows.at({y.value.name, list_of(y.value.index.value_or(ast::shape_index{}))});
                EXPECT_LE(std::min(live_x.end, live_y.end) - std::max(live_x.start, live_y.start), 0);
            }
    }
    // The peak, by weights of whole instructions.
    const auto& peak = std::get<ast::peak>(ranges.summary);
    if (when < 202109230000) return; // no instructions to weigh
    std::int64_t most = 0;
    std::int64_t moment = 0;
    for (const auto& candidate : ranges.rows) {
        std::int64_t weight = 0;
        for (const auto& row : ranges.rows)
            if (row.start <= candidate.start && candidate.start <= row.end + 1)
                weight += bytes_of(values.at({row.name, list_of(row.index)})->instruction->shape);
        if (weight > most || (weight == most && candidate.start < moment)) {
            most = weight;
            moment = candidate.start;
        }
    }
    EXPECT_EQ(peak.moment, moment);
    std::size_t living = 0;
    for (const auto& row : ranges.rows) living += row.start <= moment && moment <= row.end ? 1U : 0U;
    EXPECT_EQ(peak.rows.size(), living);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < peak.rows.size(); ++i) {
        const auto& row = peak.rows[i];
        sum += row.bytes;
        if (!row.cumulative) continue;
        EXPECT_EQ(*row.cumulative, sum);
        if (i == 0) continue;
        const auto& before = peak.rows[i - 1];
        EXPECT_TRUE(before.bytes > row.bytes || (before.bytes == row.bytes && before.name <= row.name));
    }
    EXPECT_EQ(static_cast<bool>(peak.stack_trace), when >= 202507230000 && steps != 0);
    if (!peak.stack_trace) return;
    const auto& tree = *peak.stack_trace;
    EXPECT_EQ(tree.total, sum);
    std::int64_t remaining = sum;
    std::int64_t unlabelled = 0; // bytes of nodes without a line
    for (std::size_t i = 0; i < tree.rows.size(); ++i) {
        const auto& row = tree.rows[i];
        remaining -= row.current;
        EXPECT_EQ(row.remaining, remaining);
        std::int64_t below = 0;
        for (auto k = i + 1; k < tree.rows.size() && tree.rows[k].depth > row.depth; ++k) {
            if (tree.rows[k].depth != row.depth + 1) continue;
            below += tree.rows[k].total;
        }
        EXPECT_GE(row.total, row.current + below);
        unlabelled += row.total - row.current - below;
    }
    EXPECT_EQ(remaining, unlabelled);
}

} // namespace

TEST(Programs, OfEveryEraMakeSense)
{
    for (const auto when : beginnings())
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            choices from(seed);
            generate::program made(from, when, seed * 900);
            const auto all = read_back(made, when);
            SCOPED_TRACE(std::to_string(when) + " seed " + std::to_string(seed));
            check_allocations(*all.with_allocations);
            if (all.with_values) check_values(*all.with_allocations, *all.with_values);
            if (all.with_ranges && !std::holds_alternative<ast::every_moment>(all.with_ranges->ranges()->summary))
                check_ranges(all, when);
            if (HasFatalFailure() || HasNonfatalFailure()) return;
        }
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
