#include "ballast/well_formed.hpp"

#include "rules/allocation.hpp"
#include "rules/attribute.hpp"
#include "rules/files.hpp"
#include "rules/instruction.hpp"
#include "rules/literal.hpp"
#include "rules/memory_message.hpp"
#include "rules/oom_report.hpp"
#include "rules/shape.hpp"
#include "rules/sharding.hpp"
#include "rules/stack_trace.hpp"
#include "rules/tpu_report.hpp"
#include "rules/unknown_item.hpp"
#include "rules/usage_report.hpp"

namespace ballast::inline v0 {

namespace {

class faults {
public:
    void add(const rules::verdict& verdict)
    {
        if (verdict)
            found_.push_back({.id = verdict->id, .severity = info(verdict->id).severity, .message = verdict->message});
    }
    void add(const ast::value_line& line)
    {
        add(rules::check_shape(line.shape));
        add(rules::check_tail(line));
    }
    void add(const ast::allocation& node)
    {
        add(rules::check_class(node));
        add(rules::check_unknown(node));
        if (node.parameter && node.parameter->shape) add(rules::check_shape(*node.parameter->shape));
        if (node.output_shape) add(rules::check_shape(*node.output_shape));
        for (const auto& line : node.values) add(line);
    }
    void add(const ast::used_value& node)
    {
        add(rules::check_tail(node));
        if (!node.instruction) return;
        add(rules::check_instruction(*node.instruction));
        add(rules::check_operands_of_dump(*node.instruction));
    }
    void add(const ast::live_range& node)
    {
        add(rules::check_peak(node));
        for (const auto& row : node.rows) add(rules::check_tail(row));
        const auto* peak = std::get_if<ast::peak>(&node.summary);
        if (peak)
            for (const auto& row : peak->rows) add(rules::check_tail(row));
        if (peak && peak->stack_trace) add(rules::check_stack_trace(*peak->stack_trace));
    }
    void add(const ast::dump& dump)
    {
        rules::value_count values;
        for (const auto& allocation : dump.allocations) {
            add(allocation);
            values.value_lines(allocation.values.size());
        }
        if (dump.every_moment) add(*dump.every_moment);
        for (const auto& value : dump.used_values) {
            add(value);
            values.used_value();
        }
        if (const auto* ranges = dump.ranges())
            add(*ranges);
        else if (dump.kind == ast::dump_kind::combined)
            add(values.end());
    }
    std::vector<finding> take() { return std::move(found_); }

private:
    std::vector<finding> found_;
};

template <typename... Nodes>
std::vector<finding> faults_of(const Nodes&... nodes)
{
    faults result;
    (result.add(nodes), ...);
    return result.take();
}

} // namespace

std::vector<finding> well_formed(const ast::dump& dump) { return faults_of(dump); }
std::vector<finding> well_formed(const ast::usage_report& report) { return faults_of(rules::check_report(report)); }
std::vector<finding> well_formed(const ast::oom_report& report)
{
    faults result;
    result.add(rules::check_buffers(report));
    if (const auto* allocations = report.allocations()) {
        rules::value_count values;
        for (const auto& [allocation, contains] : *allocations) {
            result.add(allocation);
            values.value_lines(allocation.values.size());
            for (const auto& value : contains) {
                result.add(value);
                values.used_value();
            }
        }
        result.add(values.end());
    }
    return result.take();
}
std::vector<finding> well_formed(const ast::tpu_report& report) { return faults_of(rules::check_tpu_report(report)); }
std::vector<finding> well_formed(const ast::tpu_usage& usage) { return faults_of(rules::check_tpu_usage(usage)); }
std::vector<finding> well_formed(const ast::memory_message& message)
{
    return faults_of(rules::check_message(message));
}
std::vector<finding> well_formed(const ast::allocation& allocation) { return faults_of(allocation); }
std::vector<finding> well_formed(const ast::value_line& line) { return faults_of(line); }
std::vector<finding> well_formed(const ast::used_value& value) { return faults_of(value); }
std::vector<finding> well_formed(const ast::live_range& ranges) { return faults_of(ranges); }
std::vector<finding> well_formed(const ast::instruction& node) { return faults_of(rules::check_instruction(node)); }
std::vector<finding> well_formed(const ast::shape& shape) { return faults_of(rules::check_shape(shape)); }
std::vector<finding> well_formed(const ast::sharding& sharding) { return faults_of(rules::check_sharding(sharding)); }
std::vector<finding> well_formed(const ast::stack_trace& trace) { return faults_of(rules::check_stack_trace(trace)); }
std::vector<finding> well_formed(const ast::attribute& attribute, const ast::opcode& opcode)
{
    return faults_of(rules::check_value(opcode, attribute));
}
std::vector<finding> well_formed(const ast::literal& literal, const ast::shape& shape)
{
    return faults_of(rules::check_literal(literal, shape));
}

} // namespace ballast::inline v0
