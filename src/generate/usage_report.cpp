#include "generate/nodes.hpp"

namespace ballast::generate {

namespace {

constexpr auto by_program = timeline::feature_of("program_usage_head");
constexpr auto by_space = timeline::feature_of("space_head");

} // namespace

bool reports_at(commit_time when)
{
    return timeline::printed_at(by_program, when) || timeline::printed_at(by_space, when);
}

ast::human_size nodes::human_size()
{
    const auto unit = static_cast<ast::size_unit>(from_.below(7));
    return {unit == ast::size_unit::bytes ? below(1024) : number(), unit};
}

ast::whole_percent nodes::percent()
{
    switch (below(8)) {
    case 0: return ast::nan_sign::plus;
    case 1: return ast::nan_sign::minus;
    case 2: return number();
    default: return below(101);
    }
}

ast::report_allocation nodes::report_allocation()
{
    auto head = allocation();
    if (head.page) head.unknown_items = {}; // reports have no page to count
    return {{},
            head.number,
            human_size(),
            head.color,
            head.parameter,
            head.output_shape,
            head.constant,
            head.thread_local_,
            head.maybe_live_out,
            head.preallocated_temp,
            head.unknown_items};
}

ast::usage_table nodes::usage_table(bool trimmed)
{
    ast::usage_table result;
    result.rows = many(0, 4, [&] {
        ast::usage_row row;
        row.cumulative = human_size();
        row.percent = trimmed ? 100 : percent(); // the last row completes the total
        row.size = human_size();
        row.offset = number();
        row.values = number();
        row.shapes = many(1, 3, [&] { return ast::counted_shape{chance(2) ? 1 : 2 + below(20), shape(2, false)}; });
        return row;
    });
    if (chance(3)) result.rest = number();
    return result;
}

ast::usage_report nodes::usage_report()
{
    ast::usage_report result;
    result.forms = forms_;
    if (chance(8)) result.frame = pick({"a.txt", "module_0001.x-memory-usage-report.txt"});
    result.trimmed = !result.frame && chance(8);
    if (can(by_space)) {
        result.form = many(1, 3, [&] {
            return ast::space_usage{
                {}, below(9), number(), human_size(), many(1, 3, [&] { return usage_table(result.trimmed); })};
        });
        return result;
    }
    ast::program_usage program{{}, number(), human_size(), {}, {}, {}};
    program.ranked = many(
        0, 3, [&] { return ast::ranked_allocation{{}, human_size(), percent(), human_size(), report_allocation()}; });
    // The second list has all allocations.
    auto all = static_cast<std::int64_t>(program.ranked.size());
    if (chance(3)) {
        program.rest = below(3);
        all += *program.rest;
    }
    program.listed = many(all, all, [&] {
        ast::listed_allocation listed{report_allocation(), {}};
        if (chance(2)) listed.table = memory_.make(usage_table(result.trimmed));
        return listed;
    });
    result.form = program;
    result.trimmed = result.trimmed && !program.listed.empty() && program.listed.back().table;
    return result;
}

} // namespace ballast::generate
