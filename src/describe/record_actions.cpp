#include "describe/record_actions.hpp"

#include "ballast/ast/members.hpp"
#include "era/timeline.hpp"

#include <algorithm>
#include <string_view>

namespace ballast::describe {

namespace {

struct row {
    std::string_view rule;
    describe::verb verb;
    std::string_view owner = {};
    std::string_view member = {};
    std::string_view type = {};
    std::string_view alternative = {};
    std::string_view value = {};
};

// clang-format off
constexpr row rows[]{
    {"framed",              verb::custom,  "tree", {}, {}, {}, "ends_frame"},
    {"frame_name",          verb::custom,  "tree", {}, {}, {}, "notes_frame"},
    {"assignment_file",     verb::becomes,  "tree", "dump", "dump", "dump"},
    {"values_file",         verb::becomes,  "tree", "dump", "dump", "dump"},
    {"live_range_file",     verb::becomes,  "tree", "dump", "dump", "dump"},
    {"usage_report",        verb::becomes,  "tree", "usage_report", "usage_report", "usage_report"},
    {"oom_report",          verb::becomes,  "tree", "oom_report", "oom_report", "oom_report"},
    {"allocation_statistics", verb::becomes, "tree", "allocation_statistics", "allocation_statistics", "allocation_statistics"},
    {"allocation_statistics", verb::inside, "oom_report", "statistics", "allocation_statistics"},
    {"buffer_info",         verb::becomes,  "tree", "buffer_info", "buffer_info", "buffer_info"},
    {"module_text",         verb::becomes,  "tree", "module_text", "module_text", "module_text"},
    {"tpu_report",          verb::becomes,  "tree", "tpu_report", "tpu_report", "tpu_report"},
    {"tpu_usage",           verb::becomes,  "tree", "tpu_usage", "tpu_usage", "tpu_usage"},
    {"memory_message",      verb::becomes,  "tree", "memory_message", "memory_message", "memory_message"},

    {"allocations",         verb::gather,  "dump", "allocations"},
    {"allocation",          verb::element, {}, {}, "allocation"},
    {"value_lines",         verb::gather,  "allocation", "values"},
    {"value_lines",         verb::gather,  "oom_allocation", "allocation/values"},
    {"value_line",          verb::element, {}, {}, "value_line"},
    {"reused_values",       verb::gather,  "allocation", "reused"},
    {"reused_value",        verb::element, {}, {}, "reused_value"},
    {"used_values",         verb::gather,  "dump", "used_values"},
    {"used_value",          verb::element, {}, {}, "used_value"},
    {"moments_section",     verb::becomes, "dump", "every_moment", "live_range"},
    {"combined_live_range", verb::becomes, "dump", "live_range", "live_range", "live_range"},
    {"lone_range_head",     verb::mark,    "dump", "kind", {}, {}, "\"live_range\""},
    {"lone_range_head",     verb::becomes, "dump", "live_range", "live_range", "live_range"},
    {"lone_range_lists",    verb::inside,  "dump", "live_range", "live_range", "live_range"},
    {"live_range_not_available", verb::mark, "dump", "kind", {}, {}, "\"live_range\""},
    {"live_range_head",     verb::mark,    "live_range", "summary/peak/moment", {}, "peak", "-1"},
    {"sequence_rows",       verb::gather,  "live_range", "sequence"},
    {"sequence_row",        verb::element, {}, {}, "sequence_row"},
    {"live_range_rows",     verb::gather,  "live_range", "rows"},
    {"live_range_row",      verb::element, {}, {}, "live_range_row"},
    {"every_moment",        verb::becomes, "live_range", "summary", "every_moment", "every_moment"},
    {"moment_rows",         verb::gather,  "every_moment", "rows"},
    {"moment_row",          verb::element, {}, {}, "moment_row"},
    {"peak",                verb::becomes, "live_range", "summary", "peak", "peak"},
    {"peak_rows",           verb::gather,  "peak", "rows"},
    {"peak_row",            verb::element, {}, {}, "peak_row"},
    {"stack_trace",         verb::becomes, "peak", "stack_trace", "stack_trace"},
    {"stack_rows",          verb::gather,  "stack_trace", "rows"},
    {"stack_row",           verb::element, {}, {}, "stack_row"},

    {"program_usage",       verb::becomes, "usage_report", "form", "program_usage", "program_usage"},
    {"ranked_allocations",  verb::gather,  "program_usage", "ranked"},
    {"ranked_allocation",   verb::element, {}, {}, "ranked_allocation"},
    {"listed_allocations",  verb::gather,  "program_usage", "listed"},
    {"listed",              verb::element, {}, {}, "listed_allocation"},
    {"listed_table",        verb::becomes, "listed_allocation", "table", "usage_table"},
    {"listed_rows",         verb::gather,  "usage_table", "rows"},
    {"listed_row",          verb::element, {}, {}, "usage_row"},
    {"space_usages",        verb::gather,  "usage_report", "form", {}, "space_usage_list"},
    {"space_usage",         verb::element, {}, {}, "space_usage"},
    {"space_tables",        verb::gather,  "space_usage", "tables"},
    {"space_table",         verb::element, {}, {}, "usage_table"},
    {"space_rows",          verb::gather,  "usage_table", "rows"},
    {"space_row",           verb::element, {}, {}, "usage_row"},
    {"trimmed_end",         verb::custom,  {}, {}, {}, {}, "notes_trimmed"},

    {"peak_buffers",        verb::gather,  "oom_report", "buffers", {}, "peak_buffer_list"},
    {"peak_buffer",         verb::element, {}, {}, "peak_buffer"},
    {"oom_allocations",     verb::gather,  "oom_report", "buffers", {}, "oom_allocation_list"},
    {"oom_allocation",      verb::element, {}, {}, "oom_allocation"},
    {"allocation_line",     verb::inside,  "oom_allocation", "allocation", "allocation"},
    {"contained_values",    verb::gather,  "oom_allocation", "contains"},

    {"info_rows",           verb::gather,  "buffer_info", "rows"},
    {"info_row",            verb::element, {}, {}, "buffer_info_row"},

    {"module_text",         verb::gather,  "module_text", "computations"},
    {"stack_frame_tables",  verb::becomes, "module_text", "tables", "stack_frame_tables"},
    {"file_name_rows",      verb::gather,  "stack_frame_tables", "file_names"},
    {"file_name_row",       verb::element, {}, {}, "name_entry"},
    {"function_name_rows",  verb::gather,  "stack_frame_tables", "function_names"},
    {"function_name_row",   verb::element, {}, {}, "name_entry"},
    {"file_location_rows",  verb::gather,  "stack_frame_tables", "file_locations"},
    {"file_location_row",   verb::element, {}, {}, "file_location"},
    {"stack_frame_rows",    verb::gather,  "stack_frame_tables", "stack_frames"},
    {"stack_frame_row",     verb::element, {}, {}, "stack_frame"},
    {"computation_text",    verb::element, {}, {}, "computation_text"},
    {"computation_text",    verb::gather,  "computation_text", "instructions"},
    {"text_instruction",    verb::element, {}, {}, "computation_line"},
};
// clang-format on

std::vector<std::string> parts_of(std::string_view path)
{
    std::vector<std::string> result;
    for (std::size_t begin = 0; begin < path.size();) {
        const auto end = std::min(path.find('/', begin), path.size());
        result.emplace_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return result;
}

// The action that sets the spelling of a feature.
action_data mark_of(void (*spell)(ast::forms&))
{
    const ast::forms none;
    ast::forms spelled;
    spell(spelled);
    action_data result{.verb = verb::mark, .owner = "forms"};
    std::apply(
        [&](const auto&... m) {
            (
                [&] {
                    if (none.*m.place == spelled.*m.place) return;
                    result.path = {std::string(m.name)};
                    result.value = '"' + std::string(ast::enumerator_name(spelled.*m.place)) + '"';
                }(),
                ...);
        },
        ast::all_members<ast::forms>());
    return result;
}

} // namespace

void add_record_actions(grammar_data& grammar)
{
    const auto of = [&](std::string_view rule) -> std::vector<action_data>& {
        return grammar.nodes[grammar.rules.find(rule)->second].actions;
    };
    std::map<std::string_view, std::vector<action_data>> made;
    for (const auto& r : rows)
        made[r.rule].push_back({.verb = r.verb,
                                .owner = std::string(r.owner),
                                .path = parts_of(r.member),
                                .alternative = std::string(r.alternative),
                                .type = std::string(r.type),
                                .value = std::string(r.value)});
    for (auto& [rule, actions] : made) {
        auto& all = of(rule);
        all.insert(all.begin(), actions.begin(), actions.end());
    }
    for (const auto& timed : timeline::rows) {
        if (!timed.spell) continue;
        for (const auto rule : timed.shown_by.view()) of(rule).push_back(mark_of(timed.spell));
    }
}

} // namespace ballast::describe
