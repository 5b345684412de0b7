#include "rules/usage_report.hpp"

#include "rules/allocation.hpp"
#include "rules/files.hpp"
#include "rules/shape.hpp"
#include "rules/unknown_item.hpp"

namespace ballast::rules {

namespace {

verdict bad_report(finding_message text) { return violation{finding_id::usage_report, std::move(text)}; }

verdict check_head(const ast::report_allocation& head)
{
    if (head.parameter && !head.parameter->shape && !head.parameter->unknown_shape)
        return bad_report(say("allocation {} is a parameter without a shape", head.number));
    for (const auto& shape : {head.parameter ? head.parameter->shape : ast::box<ast::shape>{}, head.output_shape})
        if (shape && has_layout(*shape)) return bad_report(say("allocation {} has a shape with a layout", head.number));
    if (auto fault = check_unknown(head)) return fault;
    return check_class(head);
}

verdict check_table(const ast::usage_table& table)
{
    for (const auto& row : table.rows) {
        if (row.shapes.empty()) return bad_report(say("no shape in the row at offset {}", row.offset));
        for (const auto& [count, shape] : row.shapes) {
            if (count < 1) return bad_report(say("a shape with a count of {}", count));
            if (has_layout(shape)) return bad_report(say("a shape with a layout in the row at offset {}", row.offset));
        }
    }
    return {};
}

verdict check_program(const ast::program_usage& program)
{
    for (const auto& row : program.ranked)
        if (auto fault = check_head(row.allocation)) return fault;
    for (const auto& listed : program.listed) {
        if (auto fault = check_head(listed.allocation)) return fault;
        if (listed.table)
            if (auto fault = check_table(*listed.table)) return fault;
    }
    return check_listed(static_cast<std::int64_t>(program.ranked.size()), program.rest,
                        static_cast<std::int64_t>(program.listed.size()));
}

verdict check_spaces(const ast::list<ast::space_usage>& spaces)
{
    if (spaces.empty()) return bad_report(say("a report without memory spaces"));
    for (const auto& space : spaces) {
        if (space.tables.empty()) return bad_report(say("a memory space of color {} without tables", space.color));
        for (const auto& table : space.tables)
            if (auto fault = check_table(table)) return fault;
    }
    return {};
}

} // namespace

verdict check_space(std::int64_t number, std::int64_t color)
{
    if (number != color)
        return violation{finding_id::memory_space, say("memory space `color_{}` has color {}", number, color)};
    if (number >= first_numbered_space) return {};
    return violation{finding_id::memory_space, say("the memory space of color {} has its own name", color)};
}

verdict check_report(const ast::usage_report& report)
{
    const auto* program = report.program();
    if (const auto fault = program ? check_program(*program) : check_spaces(*report.spaces())) return fault;
    if (report.trimmed) {
        if (report.frame) return bad_report(say("a framed report cannot lack its end"));
        if (program && (program->listed.empty() || !program->listed.back().table))
            return bad_report(say("trimmed end, but no table at the end"));
        return check_last_table(program ? *program->listed.back().table : report.spaces()->back().tables.back());
    }
    return {};
}

} // namespace ballast::rules
