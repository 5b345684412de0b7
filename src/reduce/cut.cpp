#include "reduce/cut.hpp"

#include "ast/human_size.hpp"
#include "ballast/analysis.hpp"
#include "ballast/print.hpp"
#include "ballast/read.hpp"
#include "base/saturating_sum.hpp"
#include "convert/live_range.hpp"
#include "convert/losses.hpp"
#include "reduce/cut_instruction.hpp"
#include "reduce/cut_module.hpp"
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
        for (const auto* old : of_.files())
            if (std::holds_alternative<ast::dump>(old->tree()))
                made.emplace_back(source_text::copy_of({}), ast::arena(), without(*old), std::vector<witness>());
        if (of_.said().ranges) add_peak(made);
        std::vector<std::string> result;
        std::size_t next = 0; // of the dumps
        for (const auto* old : of_.files()) {
            std::string text;
            if (const auto* report = old->usage_report())
                text = usage_report(*report, made);
            else if (old->module_text())
                text = printed([&](sink& out) { print(out, cut_module(of_, left_, chosen_, memory_)); });
            else
                text = printed([&](sink& out) { print(out, made[next++].tree()); });
            if (text.empty()) return {};
            result.push_back(std::move(text));
        }
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
            if (made.instruction)
                made.instruction = memory_.make(reducing::cut(*made.instruction, of_, left_, chosen_.without, memory_));
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

    // The one that follows from the dumps; empty if none does.
    std::string usage_report(const ast::usage_report& old, const std::vector<document>& dumps)
    {
        for (const auto& dump : dumps) {
            const auto* read = std::get_if<ast::dump>(&dump.tree());
            if (!read || read->allocations.empty()) continue;
            // The contents of allocation headers are known from their text.
            const auto again = parse(printed([&](sink& out) { print(out, dump.tree()); }),
                                     {.live_range_optional = true, .partial = false});
            if (!again.accepted()) return {};
            auto made = usage_report_of(*again.value, memory_, when_).report;
            if (!made || (made->program() == nullptr) != (old.program() == nullptr)) return {};
            made->frame = old.frame;
            made->trimmed = old.trimmed;
            made->forms = old.forms;
            return printed([&](sink& out) { print(out, *made); });
        }
        return {};
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
        if (is_table_filtered() || converting::convert_range(said, when_, when_, memory_, lost, result))
            result = ranges;
        result.max = max;
        keep_top_label(result);
        for (auto& each : made) {
            auto dump = each.dump();
            if (dump.every_moment) dump.every_moment = memory_.make(result);
            if (dump.ranges()) dump.live_range = memory_.make(result);
            each = document(source_text::copy_of({}), ast::arena(), dump, {});
        }
    }

    // True if rows and names of the table of all steps are only left out.
    [[nodiscard]] bool is_table_filtered() const
    {
        const auto& ranges = *of_.said().ranges;
        return !chosen_.how.peak && std::holds_alternative<ast::every_moment>(ranges.summary) &&
               ranges.max == of_.steps();
    }

    // What the peak is computed from. A peak that cannot be computed stays.
    [[nodiscard]] decltype(ast::live_range::summary) summary()
    {
        const auto& old = of_.said().ranges->summary;
        const auto* const peak = std::get_if<ast::peak>(&old);
        if (const auto* const table = std::get_if<ast::every_moment>(&old)) {
            if (of_.said().ranges->max != of_.steps()) return old; // of steps that do not exist
            if (is_table_filtered()) return steps_.filtered(*table);
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
