#include "reduce/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::reducing {

names::names(const program& of, const parts& kept, ast::arena& memory) : of_(of), kept_(kept), memory_(memory)
{
    for (std::size_t k = 0; k < of.elements(); ++k) {
        const bool left = kept[of.element(k)];
        elements_.push_back(left ? static_cast<std::int64_t>(elements_left_) : -1);
        elements_left_ += left ? 1U : 0U;
    }
    number_parameters();
}

void names::number_parameters()
{
    for (const auto& a : of_.said().allocations)
        if (a.parameter &&
            std::ranges::any_of(a.values, [&](const ast::value_line& line) { return has(line.value.name); }))
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

bool names::has(const ast::value_position& position) const
{
    if (!has(position.name)) return false;
    if (!is_root(position.name) || !position.index || position.index->empty()) return true;
    return element((*position.index)[0]).has_value();
}

std::string_view names::operator()(std::string_view name) const
{
    const auto found = renamed_.find(of_.part_of(name));
    return found == renamed_.end() ? name : found->second;
}

ast::value_name names::operator()(ast::value_name value) const
{
    value.name = (*this)(value.name);
    return value;
}

ast::value_position names::operator()(ast::value_position position) const
{
    if (is_root(position.name) && shortens_root() && position.index && !position.index->empty()) {
        std::vector<std::int64_t> path(position.index->begin(), position.index->end());
        path[0] = element(path[0]).value_or(path[0]);
        position.index = memory_.make_list(std::span<const std::int64_t>(path));
    }
    position.name = (*this)(position.name);
    return position;
}

std::int64_t names::parameter(std::int64_t number) const
{
    const auto found = parameters_.find(number);
    return found == parameters_.end() ? number : found->second;
}

std::optional<std::int64_t> names::element(std::int64_t old) const
{
    const auto which = static_cast<std::size_t>(old);
    if (which >= elements_.size()) return old; // the dump has it by mistake
    return elements_[which] < 0 ? std::nullopt : std::optional(elements_[which]);
}

bool names::is_live_out(const ast::allocation& of) const
{
    if (!of.maybe_live_out || !of.parameter || !shortens_root()) return of.maybe_live_out;
    return std::ranges::any_of(of.values, [&](const ast::value_line& line) {
        const auto* const detail = has(line.value.name) ? of_.said().detail_of(line.value.id) : nullptr;
        return detail && std::ranges::any_of(detail->positions,
                                             [&](const ast::value_position& p) { return is_root(p.name) && has(p); });
    });
}

ast::shape names::shortened(const ast::shape& root) const
{
    const auto* const tuple = root.tuple();
    if (!tuple) return root;
    std::vector<ast::shape> left;
    for (std::size_t k = 0; k < tuple->elements.size(); ++k)
        if (element(static_cast<std::int64_t>(k))) left.push_back(tuple->elements[k]);
    return ast::shape{ast::tuple_shape{memory_.make_list(std::span<const ast::shape>(left))}};
}

} // namespace ballast::reducing
