#include "reduce/calls.hpp"

namespace ballast::reducing {

module_calls::module_calls(const ast::module_text& of) : of_(&of)
{
    called_.resize(size(), false);
    for (std::size_t c = 0; c < size(); ++c) by_name_.try_emplace(of.computations[c].name, c);
    for (const auto& computation : of.computations)
        for (const auto& line : computation.instructions)
            if (const auto* made = line.instruction())
                for (const auto c : called_by(*made)) called_[c] = true;
}

std::vector<std::size_t> module_calls::called_by(const ast::instruction& made) const
{
    std::vector<std::size_t> result;
    const auto add = [&](std::string_view name) {
        if (const auto found = by_name_.find(name); found != by_name_.end()) result.push_back(found->second);
    };
    for (const auto& each : made.attributes) {
        // The one list of names that are not of computations.
        if (each.key.kind == ast::attribute_kind::control_predecessors) continue;
        if (const auto* one = std::get_if<ast::computation>(&each.value)) add(one->name);
        if (const auto* some = std::get_if<ast::computations>(&each.value))
            for (const auto name : some->names) add(name);
    }
    return result;
}

} // namespace ballast::reducing
