#include "reduce/cut_instruction.hpp"

#include <optional>
#include <vector>

namespace ballast::reducing {

namespace {

class instruction_cutter {
public:
    instruction_cutter(const program& of, const names& left, ast::arena& memory) : of_(of), left_(left), memory_(memory)
    {
    }

    ast::instruction cut(const ast::instruction& old, const std::set<ast::attribute_kind>& without)
    {
        auto result = old;
        result.name = left_(old.name);
        if (left_.shortens(old.name)) result.shape = memory_.share(left_.shortened(old.name, *old.shape));
        if (const auto* operands = std::get_if<ast::list<ast::operand>>(&old.body))
            result.body = cut(*operands, program::is_plain_tuple(old) ? &old : nullptr);
        const auto which = of_.part_of(old.name);
        if (auto* number = std::get_if<ast::parameter_number>(&result.body);
            number && which != no_part && of_.is_entry_parameter(which))
            number->number = left_.parameter(number->number);
        std::vector<ast::attribute> attributes;
        for (const auto& each : old.attributes)
            if (!without.contains(each.key.kind))
                if (const auto left = cut(each)) attributes.push_back(*left);
        result.attributes = memory_.make_list(std::span<const ast::attribute>(attributes));
        return result;
    }

private:
    // The operands of a tuple are its elements.
    ast::list<ast::operand> cut(const ast::list<ast::operand>& old, const ast::instruction* tuple)
    {
        std::vector<ast::operand> left;
        for (std::size_t k = 0; k < old.size(); ++k)
            if (!tuple || left_.element(tuple->name, static_cast<std::int64_t>(k))) left.push_back(cut(old[k]));
        return memory_.make_list(std::span<const ast::operand>(left));
    }

    ast::operand cut(ast::operand old)
    {
        if (!left_.has(old.name) || (!old.detail->element.empty() && !left_.has(old.name, old.detail->element)))
            return {};
        if (left_.shortens(old.name)) {
            auto detail = *old.detail;
            if (!detail.element.empty())
                detail.element = left_.index(old.name, detail.element);
            else if (detail.shape)
                detail.shape = memory_.make(left_.shortened(old.name, *detail.shape));
            old.detail = memory_.share(detail);
        }
        old.name = left_(old.name);
        return old;
    }

    // Empty if nothing is left of the attribute.
    std::optional<ast::attribute> cut(ast::attribute old)
    {
        auto* const names = std::get_if<ast::computations>(&old.value);
        if (old.key.kind != ast::attribute_kind::control_predecessors || !names) return old;
        std::vector<std::string_view> left;
        for (const auto name : names->names)
            if (left_.has(name)) left.push_back(left_(name));
        if (left.empty()) return {};
        names->names = memory_.make_list(std::span<const std::string_view>(left));
        return old;
    }

    const program& of_;
    const names& left_;
    ast::arena& memory_;
};

} // namespace

ast::instruction cut(const ast::instruction& old, const program& of, const names& left,
                     const std::set<ast::attribute_kind>& without, ast::arena& memory)
{
    return instruction_cutter(of, left, memory).cut(old, without);
}

} // namespace ballast::reducing
