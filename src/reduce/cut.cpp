#include "reduce/cut.hpp"

#include "ast/human_size.hpp"
#include "ballast/print.hpp"
#include "base/saturating_sum.hpp"
#include "convert/live_range.hpp"
#include "convert/losses.hpp"
#include "reduce/names.hpp"
#include "reduce/places.hpp"
#include "reduce/schedule.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::reducing {

namespace {

class cutter {
public:
    cutter(const program& of, const selection& chosen, commit_time when)
        : of_(of), chosen_(chosen), when_(when), left_(of, chosen.kept, memory_), steps_(of, left_, memory_)
    {
    }

    std::vector<std::string> run()
    {
        std::vector<document> made;
        made.reserve(of_.dumps().size());
        for (const auto* old : of_.dumps())
            made.emplace_back(source_text::copy_of({}), ast::arena(), without(*old), std::vector<witness>());
        if (of_.said().ranges) add_peak(made);
        std::vector<std::string> result;
        for (const auto& each : made) result.push_back(printed([&](sink& out) { print(out, each.tree()); }));
        return result;
    }

private:
    ast::dump without(const document& old)
    {
        auto result = old.dump();
        result.allocations = allocations(result.allocations);
        result.used_values = used_values(result.used_values);
        if (result.total) result.total = total(*result.total);
        if (result.every_moment) result.every_moment = memory_.make(steps_.ranges());
        if (result.ranges()) result.live_range = memory_.make(steps_.ranges());
        return result;
    }

    // --- allocations ---

    ast::list<ast::allocation> allocations(const ast::list<ast::allocation>& old)
    {
        std::vector<ast::allocation> result;
        for (std::size_t i = 0; i < old.size(); ++i) {
            auto made = without(old[i]);
            if (made.values.empty() && !old[i].values.empty()) continue;
            const auto number = static_cast<std::int64_t>(result.size());
            made.number += number - static_cast<std::int64_t>(i);
            made.pointer = old[result.size()].pointer;
            result.push_back(made);
        }
        return memory_.make_list(std::span<const ast::allocation>(result));
    }

    ast::allocation without(const ast::allocation& old)
    {
        auto result = old;
        std::vector<const ast::value_line*> left;
        std::vector<std::int64_t> sizes;
        for (const auto& line : old.values)
            if (left_.has(line.value)) {
                left.push_back(&line);
                sizes.push_back(size_of(line));
            }
        const auto places = place(old, left, sizes, chosen_.how.offsets);
        std::vector<ast::value_line> lines;
        for (std::size_t i = 0; i < left.size(); ++i) {
            auto made = *left[i];
            made.value = left_(made.value);
            made.size = sizes[i];
            made.offset = places.offsets[i];
            made.shape = shape_of(made.shape, left[i]->value);
            if (made.detail) made.detail = memory_.make(without(*made.detail));
            lines.push_back(made);
        }
        result.values = memory_.make_list(std::span<const ast::value_line>(lines));
        result.size = places.size;
        std::vector<ast::reused_value> reused;
        for (auto row : old.reused)
            if (left_.has(row.value)) {
                row.value = left_(row.value);
                reused.push_back(row);
            }
        result.reused = memory_.make_list(std::span<const ast::reused_value>(reused));
        result.maybe_live_out = left_.is_live_out(old);
        if (result.output_shape && left_.shortens(of_.root()))
            result.output_shape = memory_.make(left_.shortened(of_.root(), *result.output_shape));
        if (result.parameter) {
            auto parameter = *result.parameter;
            parameter.number = left_.parameter(parameter.number);
            result.parameter = memory_.make(parameter);
        }
        return result;
    }

    // The whole result of an instruction that lost elements, not a part of it.
    [[nodiscard]] bool is_shortened(const ast::value_name& value) const
    {
        return (!value.index || value.index->empty()) && left_.shortens(value.name);
    }

    ast::shared<ast::shape> shape_of(const ast::shared<ast::shape>& old, const ast::value_name& of)
    {
        return is_shortened(of) ? memory_.share(left_.shortened(of.name, *old)) : old;
    }

    // The table of a tuple has a pointer for each element.
    [[nodiscard]] std::int64_t size_of(const ast::value_line& line) const
    {
        if (!is_shortened(line.value) || !line.shape->is_tuple()) return line.size;
        const auto old = static_cast<std::int64_t>(line.shape->tuple()->elements.size());
        const auto left = left_.shortened(line.value.name, *line.shape);
        for (const std::int64_t pointer : {8, 4})
            if (line.size / pointer == old && line.size % pointer == 0)
                return static_cast<std::int64_t>(left.tuple()->elements.size()) * pointer;
        return line.size;
    }

    // --- values ---

    ast::list<ast::used_value> used_values(const ast::list<ast::used_value>& old)
    {
        std::vector<ast::used_value> result;
        for (const auto& value : old) {
            if (!left_.has(value.value)) continue;
            auto made = value;
            made.value = left_(made.value);
            made.detail = without(made.detail);
            if (made.instruction) made.instruction = memory_.make(without(*made.instruction));
            result.push_back(made);
        }
        return memory_.make_list(std::span<const ast::used_value>(result));
    }

    ast::value_detail without(const ast::value_detail& old)
    {
        auto result = old;
        std::vector<ast::value_position> positions;
        for (const auto& p : old.positions)
            if (left_.has(p)) positions.push_back(left_(p));
        std::vector<ast::value_use> uses;
        for (const auto& use : old.uses)
            if (left_.has(use, old)) uses.push_back(left_(use, old));
        result.positions = memory_.make_list(std::span<const ast::value_position>(positions));
        result.uses = memory_.make_list(std::span<const ast::value_use>(uses));
        return result;
    }

    ast::instruction without(const ast::instruction& old)
    {
        auto result = old;
        result.name = left_(old.name);
        if (left_.shortens(old.name)) result.shape = memory_.share(left_.shortened(old.name, *old.shape));
        const bool tuple = program::is_plain_tuple(old);
        if (const auto* operands = std::get_if<ast::list<ast::operand>>(&old.body)) {
            std::vector<ast::operand> left;
            for (std::size_t k = 0; k < operands->size(); ++k)
                if (!tuple || left_.element(old.name, static_cast<std::int64_t>(k)))
                    left.push_back(without((*operands)[k]));
            result.body = memory_.make_list(std::span<const ast::operand>(left));
        }
        const auto which = of_.part_of(old.name);
        if (auto* number = std::get_if<ast::parameter_number>(&result.body);
            number && which != no_part && of_.is_entry_parameter(which))
            number->number = left_.parameter(number->number);
        std::vector<ast::attribute> attributes;
        for (const auto& each : old.attributes)
            if (!chosen_.without.contains(each.key.kind)) attributes.push_back(each);
        result.attributes = memory_.make_list(std::span<const ast::attribute>(attributes));
        return result;
    }

    ast::operand without(ast::operand old)
    {
        if (!left_.has(old.name)) return {};
        if (old.detail->shape && left_.shortens(old.name)) {
            auto detail = *old.detail;
            detail.shape = memory_.make(left_.shortened(old.name, *detail.shape));
            old.detail = memory_.share(detail);
        }
        old.name = left_(old.name);
        return old;
    }

    // --- the rest ---

    // A total that is not the sum stays.
    ast::total total(ast::total old)
    {
        std::int64_t before = 0;
        for (const auto& a : of_.said().allocations)
            if (__builtin_add_overflow(before, a.size, &before)) return old;
        if (!of_.said().has_allocations || before != old.bytes) return old;
        std::int64_t sum = 0;
        for (const auto& a : allocations(of_.said().allocations)) sum = saturating_sum(sum, a.size);
        if (old.human && *old.human == ast::human(old.bytes)) old.human = ast::human(sum);
        old.bytes = sum;
        return old;
    }

    void add_peak(std::vector<document>& made)
    {
        std::vector<const document*> all;
        for (const auto& each : made) all.push_back(&each);
        converting::source said;
        if (!said.read(all)) return;
        auto ranges = *said.ranges;
        ranges.summary = summary();
        // For a peak, the conversion also computes the table of all steps, which is not needed.
        const bool has_table = std::holds_alternative<ast::every_moment>(of_.said().ranges->summary);
        const auto max = has_table ? ranges.max : std::exchange(ranges.max, 0);
        said.ranges = &ranges;
        converting::losses lost(all);
        ast::live_range result;
        if (converting::convert_range(said, when_, when_, memory_, lost, result)) result = ranges;
        result.max = max;
        keep_top_label(result);
        for (auto& each : made) {
            auto dump = each.dump();
            if (dump.every_moment) dump.every_moment = memory_.make(result);
            if (dump.ranges()) dump.live_range = memory_.make(result);
            each = document(source_text::copy_of({}), ast::arena(), dump, {});
        }
    }

    // What the peak is computed from. A peak that cannot be computed stays.
    [[nodiscard]] decltype(ast::live_range::summary) summary()
    {
        const auto& old = of_.said().ranges->summary;
        const auto* const peak = std::get_if<ast::peak>(&old);
        if (std::holds_alternative<ast::every_moment>(old)) {
            if (of_.said().ranges->max != of_.steps()) return old; // of steps that do not exist
            return ast::peak{};
        }
        if (!peak) return old;
        if (peak->moment < 0 || !chosen_.how.peak) return steps_.filtered(*peak);
        return ast::every_moment{};
    }

    // The first node is a computation, whose name is not in the instructions.
    void keep_top_label(ast::live_range& to)
    {
        const auto* const old = std::get_if<ast::peak>(&of_.said().ranges->summary);
        auto* const now = std::get_if<ast::peak>(&to.summary);
        if (!old || !now || !old->stack_trace || !now->stack_trace) return;
        if (old->stack_trace->rows.empty() || now->stack_trace->rows.empty()) return;
        auto trace = *now->stack_trace;
        std::vector<ast::stack_row> rows(trace.rows.begin(), trace.rows.end());
        rows.front().label = old->stack_trace->rows.front().label;
        trace.rows = memory_.make_list(std::span<const ast::stack_row>(rows));
        now->stack_trace = memory_.make(trace);
    }

    ast::arena memory_;
    const program& of_;
    const selection& chosen_;
    commit_time when_;
    names left_;
    schedule steps_;
};

} // namespace

std::vector<std::string> cut(const program& of, const selection& chosen, commit_time when)
{
    return cutter(of, chosen, when).run();
}

} // namespace ballast::reducing
