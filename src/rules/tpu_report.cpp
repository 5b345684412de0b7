#include "rules/tpu_report.hpp"

#include "rules/status.hpp"

#include <optional>

namespace ballast::rules {

namespace {

verdict unfit(finding_message text) { return violation{finding_id::tpu_report, std::move(text)}; }
verdict incomplete(finding_message text) { return violation{finding_id::tpu_incomplete, std::move(text)}; }

// Compares the memory spaces of parts, which may be missing, with that of the first one.
class same_space {
public:
    void compare(std::string_view space)
    {
        if (!first_)
            first_ = space;
        else if (!result)
            result = check_tpu_space(*first_, space);
    }
    verdict result;

private:
    std::optional<std::string_view> first_;
};

verdict check_spaces(const ast::tpu_space_report& report)
{
    same_space spaces;
    if (report.lead) spaces.compare(report.lead->space);
    if (report.total) spaces.compare(report.total->space);
    if (report.program) spaces.compare(report.program->space);
    if (report.allocations.space) spaces.compare(*report.allocations.space);
    if (report.arguments.space) spaces.compare(*report.arguments.space);
    return spaces.result;
}

verdict check_block(const ast::tpu_block& block)
{
    if (block.label.text.empty()) return unfit(say("block {} has no label", block.number));
    if (block.source && block.source->op_name.empty())
        return unfit(say("block {} has an operator without a name", block.number));
    if (block.array && block.array->tag && block.array->tag->empty())
        return unfit(say("block {} has an empty tag", block.number));
    return {};
}

verdict check_rows(const ast::list<ast::tpu_row>& rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i != 0 && rows[i].owner <= rows[i - 1].owner)
            return unfit(say("the row `{}` is out of order", spelling(rows[i].owner)));
        if (rows[i].utilization && rows[i].owner != ast::tpu_owner::hlo_temp)
            return unfit(say("the row `{}` cannot have a utilization", spelling(rows[i].owner)));
    }
    return {};
}

verdict check_sections(const ast::tpu_space_report& report)
{
    const bool others = report.total || report.program || !report.allocations.absent() ||
                        !report.arguments.blocks.empty() || report.arguments.space;
    if (report.lead && report.lead->usage_follows && others)
        return unfit(say("a memory-usage report is all that can follow"));
    if (!report.lead && !others) return unfit(say("a report without any part"));
    if (report.arguments.space && report.arguments.blocks.empty())
        return unfit(say("a list of arguments without blocks"));
    const bool none = report.allocations.space && report.allocations.blocks.empty();
    if (none && report.arguments.blocks.empty()) return unfit(say("neither allocations nor arguments are listed"));
    return {};
}

verdict check_parts(const ast::tpu_space_report& report)
{
    if (auto fault = check_sections(report)) return fault;
    if (report.program)
        if (auto fault = check_rows(report.program->rows)) return fault;
    for (const auto& block : report.allocations.blocks)
        if (auto fault = check_block(block)) return fault;
    return check_spaces(report);
}

verdict check_whole(const ast::tpu_space_report& report)
{
    if (report.lead && report.lead->usage_follows) return {};
    if (!report.program) return incomplete(say("the report does not say what the program requires"));
    if (!report.lead && report.total) return incomplete(say("the report begins after its first line"));
    if (!report.allocations.space && !report.allocations.blocks.empty())
        return incomplete(say("the list of allocations has no heading"));
    const bool needs_blocks = report.program->requirement.count != 0;
    if (needs_blocks && report.allocations.blocks.empty())
        return incomplete(say("the report lists no allocations, but the program requires memory"));
    if (!report.arguments.space && !report.arguments.blocks.empty())
        return incomplete(say("the list of arguments has no heading"));
    return {};
}

} // namespace

verdict check_tpu_space(std::string_view first, std::string_view other)
{
    if (first == other) return {};
    return violation{finding_id::tpu_space, say("the memory space is `{}` here, but `{}` before", other, first)};
}

verdict check_tpu_parts(const ast::tpu_report& report)
{
    if (report.notes && !report.sparse_core())
        return unfit(say("only messages about a SparseCore have notes of a pass"));
    if (const auto* stack = report.stack()) {
        if (stack->instruction.empty()) return unfit(say("no instruction"));
        if (stack->advice == ast::tpu_advice::see && !report.status.link)
            return unfit(say("the message ends before the page that it recommends"));
    }
    if (const auto* bare = report.bare(); bare && bare->blocks.empty())
        return unfit(say("a list of allocations without blocks"));
    if (report.status.sender) return unfit(say("a compiler's message does not name the process that sent it"));
    if (report.status.replica) return unfit(say("a compiler's message about a replica that failed at run time"));
    if (auto fault = status_fault(report.status)) return unfit(std::move(*fault));
    if (const auto* by_space = report.by_space()) return check_parts(*by_space);
    return {};
}

verdict check_tpu_whole(const ast::tpu_report& report)
{
    if (const auto* by_space = report.by_space()) return check_whole(*by_space);
    return {};
}

verdict check_tpu_report(const ast::tpu_report& report)
{
    if (auto fault = check_tpu_parts(report)) return fault;
    return check_tpu_whole(report);
}

verdict check_tpu_usage(const ast::tpu_usage& usage)
{
    if (usage.sections.empty()) return unfit(say("no section"));
    for (const auto& section : usage.sections)
        if (const auto* program = std::get_if<ast::tpu_program>(&section.form))
            if (auto fault = check_rows(program->rows)) return fault;
    return {};
}

} // namespace ballast::rules
