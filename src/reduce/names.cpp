#include "reduce/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::reducing {

names::names(const program& of, const parts& kept, ast::arena& memory) : of_(of), kept_(kept), memory_(memory)
{
    elements_.resize(of.size(), -1);
    for (part i = 0; i < of.instructions(); ++i) {
        std::int64_t next = 0;
        for (std::size_t k = 0; k < of.elements(i); ++k)
            if (kept[of.element(i, k)]) elements_[of.element(i, k)] = next++;
    }
    number_parameters();
}

void names::number_parameters()
{
    for (const auto& a : of_.said().allocations)
        if (a.parameter && std::ranges::any_of(a.values, [&](const ast::value_line& line) { return has(line.value); }))
            parameters_.emplace(a.parameter->number, 0);
    std::int64_t next = 0;
    for (auto& [old, number] : parameters_) number = next++;
    for (const auto& a : of_.said().allocations)
        if (const auto which = of_.parameter_of(a); which != no_part && kept_[which])
            rename_parameter(which, a.parameter->number);
}

// `Arg_7.3`, `param_7.2`, `p7.1`: other names have no number of a parameter. A name that would be given twice stays.
void names::rename_parameter(part which, std::int64_t number)
{
    if (number == parameter(number)) return;
    const auto old = of_.name(which);
    const auto digits = old.find_first_of("0123456789");
    const auto end = std::min(old.find_first_not_of("0123456789", digits), old.size());
    if (digits == std::string_view::npos || old.substr(digits, end - digits) != std::to_string(number)) return;
    const auto now = fmt::format("{}{}{}", old.substr(0, digits), parameter(number), old.substr(end));
    if (of_.part_of(now) == no_part) renamed_.emplace(which, memory_.copy(now));
}

std::string_view names::operator()(std::string_view name) const
{
    const auto found = renamed_.find(of_.part_of(name));
    return found == renamed_.end() ? name : found->second;
}

ast::value_name names::operator()(ast::value_name value) const
{
    if (value.index) value.index = index(value.name, *value.index);
    value.name = (*this)(value.name);
    return value;
}

ast::value_position names::operator()(ast::value_position position) const
{
    if (position.index) position.index = index(position.name, *position.index);
    position.name = (*this)(position.name);
    return position;
}

const ast::value_position* names::position_of(const ast::value_use& use, const ast::value_detail& of, bool all) const
{
    const auto* const user = of_.said().instruction_of(use.name);
    const auto* const operands = user ? std::get_if<ast::list<ast::operand>>(&user->body) : nullptr;
    const auto which = static_cast<std::size_t>(use.operand);
    const bool named = operands && which < operands->size();
    for (const auto& p : of.positions)
        if (converting::index_of(p.index) == converting::index_of(use.index) &&
            (!named || p.name == (*operands)[which].name) && (all || has(p)))
            return &p;
    return nullptr;
}

// The instruction, if its operands are the elements of its result.
const ast::instruction* names::tuple_of(std::string_view name) const
{
    const auto* const made = of_.said().instruction_of(name);
    return made && program::is_plain_tuple(*made) ? made : nullptr;
}

bool names::has(const ast::value_use& use, const ast::value_detail& of) const
{
    if (!has(use.name)) return false;
    if ((tuple_of(use.name) || of_.is_bare_tuple(use.name)) && !element(use.name, use.operand)) return false;
    return position_of(use, of, false) || !position_of(use, of, true);
}

ast::value_use names::operator()(ast::value_use use, const ast::value_detail& of) const
{
    if (const auto* const from = position_of(use, of, false); from && use.index)
        use.index = index(from->name, *use.index);
    if (tuple_of(use.name) || of_.is_bare_tuple(use.name))
        use.operand = element(use.name, use.operand).value_or(use.operand);
    use.name = (*this)(use.name);
    return use;
}

ast::shape_index names::index(std::string_view name, const ast::shape_index& old) const
{
    if (old.empty() || !shortens(name)) return old;
    std::vector<std::int64_t> path(old.begin(), old.end());
    path[0] = element(name, path[0]).value_or(path[0]);
    return memory_.make_list(std::span<const std::int64_t>(path));
}

std::int64_t names::parameter(std::int64_t number) const
{
    const auto found = parameters_.find(number);
    return found == parameters_.end() ? number : found->second;
}

bool names::shortens(std::string_view name) const
{
    const auto which = of_.part_of(name);
    for (std::size_t k = 0; k < of_.elements(which); ++k)
        if (!kept_[of_.element(which, k)]) return true;
    return false;
}

std::optional<std::int64_t> names::element(std::string_view name, std::int64_t old) const
{
    const auto which = of_.part_of(name);
    // The dump may have an element by mistake.
    if (static_cast<std::size_t>(old) >= of_.elements(which)) return old;
    const auto now = elements_[of_.element(which, static_cast<std::size_t>(old))];
    return now < 0 ? std::nullopt : std::optional(now);
}

bool names::is_live_out(const ast::allocation& of) const
{
    if (!of.maybe_live_out || !of.parameter) return of.maybe_live_out;
    const auto is_left = [&](const ast::value_line& line, bool all) {
        const auto* const detail = all || has(line.value) ? of_.said().detail_of(line.value.id) : nullptr;
        return detail && std::ranges::any_of(detail->positions, [&](const ast::value_position& p) {
                   return of_.is_result(p) && (all || has(p));
               });
    };
    const auto any = [&](bool all) {
        return std::ranges::any_of(of.values, [&](const ast::value_line& line) { return is_left(line, all); });
    };
    return any(false) || !any(true);
}

ast::shape names::shortened(std::string_view name, const ast::shape& old) const
{
    const auto* const tuple = old.tuple();
    if (!tuple) return old;
    std::vector<ast::shape> left;
    for (std::size_t k = 0; k < tuple->elements.size(); ++k)
        if (element(name, static_cast<std::int64_t>(k))) left.push_back(tuple->elements[k]);
    return ast::shape{ast::tuple_shape{memory_.make_list(std::span<const ast::shape>(left))}};
}

} // namespace ballast::reducing
