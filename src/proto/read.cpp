// From a program to the texts of its dump.
#include "proto/carriers.hpp"
#include "proto/dump_text.hpp"
#include "proto/module_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::inline v0 {

namespace {

using namespace proto;

constexpr commit_time no_pointers = timeline::moment("D11");
constexpr commit_time used_values = timeline::moment("D4");

bool is_combined(commit_time when) { return timeline::printed_at(feature::combined_file, when); }

void put_part(text& out, program& of, binary_part part)
{
    const auto values = flow_of(of);
    if (part == binary_part::module_text) return put_module_text(out, of, schedule_of(values));
    const bool all = part == binary_part::assignment && is_combined(out.when());
    if (part == binary_part::assignment) put_allocations(out, values);
    if (part == binary_part::values || all) put_used_values(out, values);
    if (part != binary_part::live_range && (!all || out.has(feature::no_live_range))) return;
    if (all) out.put("\n\n");
    put_live_range(out, values, ranges_of(values, schedule_of(values), out.when()));
}

} // namespace

std::string_view ending(binary_part part)
{
    switch (part) {
    case binary_part::assignment: return "-buffer-assignment.txt";
    case binary_part::values: return "-buffer-assignment-values.txt";
    case binary_part::live_range: return "-live-range.txt";
    case binary_part::usage_report: return "-memory-usage-report.txt";
    case binary_part::module_text: return ".txt";
    }
    return {};
}

std::vector<binary_part> parts_of(const binary_program& x, commit_time when)
{
    using enum binary_part;
    if (!x.problem.empty()) return {};
    if (is_combined(when)) return {assignment, module_text};
    return {assignment, values, live_range, module_text};
}

commit_time time_to_print(const binary_program& x, const std::optional<era_set>& wanted)
{
    if (wanted && !wanted->empty()) {
        const auto both = wanted->intersect(x.possible);
        return (both.empty() ? *wanted : both).intervals().back().end - 1;
    }
    const auto latest = x.possible.empty() ? end_of_history : x.possible.intervals().back().end;
    return std::max(latest - 1, no_pointers);
}

binary_text text_of(const binary_program& x, binary_part part, commit_time when)
{
    binary_text result;
    if (!x.problem.empty()) {
        result.problem = x.problem;
        return result;
    }
    if (when < used_values) {
        result.problem = "texts of eras before D4 are not made";
        return result;
    }
    try {
        auto of = program_of(message(x.module), x.assignment ? std::optional(message(*x.assignment)) : std::nullopt);
        text out(when);
        put_part(out, of, part);
        result.text = out.take();
    } catch (const refusal& why) {
        result.problem = why.why;
    } catch (const protozero::exception& error) {
        result.problem = std::string("is damaged: ") + error.what();
    }
    return result;
}

} // namespace ballast::inline v0
