#include "proto/dump_text.hpp"

#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "proto/instruction_text.hpp"
#include "proto/shape_text.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ballast::inline v0::proto {

namespace {

// One value of an allocation.
struct assigned {
    std::int64_t id = 0;
    std::int64_t offset = 0;
    std::int64_t size = 0;
    row value = none;
};

std::vector<assigned> assigned_to(const flow& values, message allocation)
{
    std::vector<assigned> result;
    allocation.each(9, [&](std::string_view bytes) {
        const message one(bytes);
        result.push_back({one.integer(1), one.integer(2), one.integer(3), assigned_value(values, one.integer(1))});
    });
    std::ranges::sort(result, {}, [](const assigned& x) { return std::tuple(x.id, x.offset, x.size); });
    return result;
}

class allocation_printer {
public:
    allocation_printer(text& out, const flow& values) : out_(out), values_(values), of_(*values.of)
    {
        const auto& entry = of_.computations[of_.entry];
        root_ = of_.instructions[entry.root].first;
        for (auto i = entry.first; i < entry.end(); ++i)
            if (of_.instructions[i].kind == ast::opcode_kind::parameter)
                parameters_.emplace(of_.instructions[i].number, of_.instructions[i].first);
    }

    void put(message allocation)
    {
        const auto all = assigned_to(values_, allocation);
        const auto color = allocation.integer(8);
        out_.put("allocation ", allocation.integer(1), ": size ", allocation.integer(2));
        if (color != 0) out_.put(", color ", color);
        if (out_.has(feature::page)) out_.put(", page 0");
        put_items(allocation, all);
        out_.put(":\n");
        for (const auto& x : all) {
            const auto& v = values_.values[x.value];
            out_.put(" value: ");
            put_value_name(out_, values_, v);
            out_.put(" (size=", x.size, ",offset=", x.offset, "): ");
            put_shape(out_, of_.positions[v.at].shape, true);
            out_.put('\n');
        }
        put_reused(all, color);
    }

private:
    void put_items(message allocation, const std::vector<assigned>& all)
    {
        const bool parameter = allocation.flag(5);
        const bool constant = allocation.flag(12);
        const bool thread_local_ = allocation.flag(3);
        const bool live_out = allocation.flag(7);
        if (parameter) put_parameter(allocation);
        const auto holds_output = [&](const assigned& x) { return values_.value_at[root_] == x.value; };
        if (std::ranges::any_of(all, holds_output)) {
            out_.put(", output shape is |");
            put_shape(out_, of_.positions[root_].shape, false);
            out_.put('|');
        }
        if (constant) out_.put(", constant");
        if (thread_local_) out_.put(", thread-local");
        if (live_out) out_.put(", maybe-live-out");
        if (!parameter && !constant && !thread_local_ && !live_out) out_.put(", preallocated-temp");
    }

    void put_parameter(message allocation)
    {
        const auto number = allocation.integer(6);
        const auto index = allocation.integers(10);
        const auto found = parameters_.find(number);
        if (found == parameters_.end()) throw refusal{"an allocation is of a parameter that the module lacks"};
        auto at = found->second;
        if (out_.has(feature::parameter_subshape)) at = of_.at(of_.positions[at].instruction, index);
        out_.put(", parameter ", number, ", shape |");
        if (at == none)
            out_.put("<unknown shape>");
        else
            put_shape(out_, of_.positions[at].shape, false);
        out_.put("| at ShapeIndex ").put_index(index);
    }

    // Values of another color, unless the whole allocation was moved to its color later.
    void put_reused(const std::vector<assigned>& all, std::int64_t color)
    {
        const auto other = [&](const assigned& x) { return values_.values[x.value].color != color; };
        const auto count = std::ranges::count_if(all, other);
        if (!out_.has(feature::reused_block) || count == 0 || static_cast<std::size_t>(count) == all.size()) return;
        out_.put(" reused by buffers of a different color:\n");
        for (const auto& x : all) {
            if (!other(x)) continue;
            out_.put("  value: ");
            put_value_name(out_, values_, values_.values[x.value]);
            out_.put(" (color=", values_.values[x.value].color, ")\n");
        }
    }

    text& out_;
    const flow& values_;
    const program& of_;
    row root_ = none;
    std::map<std::int64_t, row> parameters_; // positions by number
};

// ` {0}` if the instruction's shape is a tuple.
void put_place(text& out, const program& of, row position)
{
    const auto i = of.positions[position].instruction;
    if (of.is_tuple(i)) out.put(' ').put_index(of.index_of(position));
}

class value_printer {
public:
    value_printer(text& out, const flow& values) : out_(out), values_(values), of_(*values.of), line_(out.when()) {}

    void put(row v)
    {
        const auto& x = values_.values[v];
        put_value_name(out_, values_, x);
        out_.put("\n positions:\n");
        put_position(x.at);
        for (const auto at : values_.positions.of(v)) put_position(at);
        out_.put(" uses:\n");
        bool any = false;
        values_.each_use(v, [&](row user, row slot, row at) {
            any = true;
            out_.put("  ", of_.instructions[user].name, ", operand ", slot);
            put_place(out_, of_, at);
            out_.put('\n');
        });
        if (!any && out_.has(feature::none_for_empty_uses)) out_.put("  (none)\n");
        if (!out_.has(feature::no_from_line)) put_instruction_of(of_.positions[x.at].instruction);
    }

private:
    void put_position(row at)
    {
        out_.put("  ", of_.instructions[of_.positions[at].instruction].name);
        put_place(out_, of_, at);
        out_.put('\n');
    }

    // The values of a tuple have the same line.
    void put_instruction_of(row i)
    {
        if (i != last_) {
            line_ = text(out_.when());
            put_instruction(line_, of_, i);
            last_ = i;
        }
        out_.put(" from instruction:", out_.has(feature::from_tight) ? "" : " ", std::string_view(line_.view()));
        if (!out_.has(feature::from_glued)) out_.put('\n');
    }

    text& out_;
    const flow& values_;
    const program& of_;
    row last_ = none;
    text line_;
};

} // namespace

void put_value_name(text& out, const flow& values, const value& x)
{
    const auto& of = *values.of;
    const auto i = of.positions[x.at].instruction;
    out.put('<', x.id, ' ', of.instructions[i].name);
    if (of.is_tuple(i)) out.put_index(of.index_of(x.at));
    if (x.phi) out.put(" (phi)");
    out.put(" @", x.color, '>');
}

row assigned_value(const flow& values, std::int64_t id)
{
    const auto found = values.by_id.find(id);
    if (found == values.by_id.end()) throw refusal{"an allocation has a value that the file lacks"};
    return found->second;
}

void put_allocations(text& out, const flow& values)
{
    allocation_printer each(out, values);
    out.put("BufferAssignment:\n");
    values.of->assignment.each(3, [&](std::string_view bytes) { each.put(message(bytes)); });
}

void put_used_values(text& out, const flow& values)
{
    std::int64_t total = 0;
    std::vector<bool> used(values.values.size(), false);
    values.of->assignment.each(3, [&](std::string_view bytes) {
        const message allocation(bytes);
        total = saturating_sum(total, allocation.integer(2));
        for (const auto& x : assigned_to(values, allocation)) used[x.value] = true;
    });
    if (!out.has(feature::no_total)) {
        out.put("\nTotal bytes used: ", total);
        if (out.has(feature::human_total)) out.put(" (", std::string_view(human_size(total)), ')');
        out.put('\n');
    }
    out.put("\nUsed values:\n");
    value_printer each(out, values);
    for (row v = 0; v < values.values.size(); ++v)
        if (used[v]) each.put(v);
}

namespace {

std::vector<peak_value> values_at_peak(const flow& values, const live_ranges& ranges, bool whole_shapes)
{
    const auto& of = *values.of;
    std::vector<peak_value> result;
    for (const auto& range : ranges.ranges) {
        if (ranges.peak < range.start || range.end < ranges.peak) continue;
        const auto& x = values.values[range.value];
        const auto at = whole_shapes ? values.definer(x).first : x.at;
        result.push_back({range.value, of.positions[at].bytes});
    }
    return result;
}

void put_peak(text& out, const flow& values, const live_ranges& ranges)
{
    const auto& of = *values.of;
    const bool bare = out.has(feature::bare_peak_rows);
    auto peak = values_at_peak(values, ranges, bare);
    if (out.has(feature::cumulative_peak_rows))
        std::ranges::sort(peak, {}, [&](const peak_value& x) {
            const auto& v = values.values[x.value];
            return std::tuple(-x.bytes, values.definer(v).name, of.index_of(v.at));
        });
    out.put("  Live ranges at ", ranges.peak, " (peak):\n");
    std::int64_t cumulative = 0;
    for (const auto& x : peak) {
        const auto& v = values.values[x.value];
        cumulative = saturating_sum(cumulative, x.bytes);
        out.put("    ", values.definer(v).name);
        if (!bare) out.put_index(of.index_of(v.at));
        out.put(": ", x.bytes, " bytes");
        if (out.has(feature::cumulative_peak_rows)) out.put(" (cumulative: ", cumulative, " bytes)");
        out.put('\n');
    }
    if (out.has(feature::stack_trace) && !ranges.sequence.empty()) put_stack_trace(out, values, peak);
}

} // namespace

void put_live_range(text& out, const flow& values, const live_ranges& ranges)
{
    const auto& of = *values.of;
    out.put("HloLiveRange (max ", ranges.max(), "):\n  InstructionSequence:\n");
    for (std::size_t step = 0; step < ranges.sequence.size(); ++step)
        out.put("    ", step, ':', of.instructions[ranges.sequence[step]].name, '\n');
    out.put("  BufferLiveRange:\n");
    for (const auto& range : ranges.ranges) {
        const auto& v = values.values[range.value];
        out.put("    ", values.definer(v).name)
            .put_index(of.index_of(v.at))
            .put(':', range.start, '-', range.end, '\n');
    }
    if (!ranges.unbounded)
        put_peak(out, values, ranges);
    else if (out.has(feature::unbounded_peak))
        out.put("  Peak memory could not be determined due to unbounded dynamic shape.\n");
    else
        throw refusal{"a shape has no size"};
}

} // namespace ballast::inline v0::proto
