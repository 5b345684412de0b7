#include "reduce/module_lines.hpp"

#include "ballast/read.hpp"
#include "read/instruction_lines.hpp"

#include <utility>

namespace ballast::reducing {

module_lines::module_lines(const document& of) : of_(&of)
{
    const auto& computations = tree().computations;
    lines_.resize(computations.size());
    called_.resize(computations.size(), false);
    for (std::size_t c = 0; c < computations.size(); ++c) {
        by_name_.try_emplace(computations[c].name, c);
        read::for_each_instruction(of, computations[c], [&](const read::instruction_line& line) {
            auto& mine =
                lines_[c].emplace_back(module_line{line.before, line.text, line.is_short, std::move(line.read)});
            if (line.is_short && mine.read)
                mine.read = std::move(parse(entry::instruction, long_texts_.emplace_back(line.was_read)).value);
        });
    }
    for (const auto& lines : lines_)
        for (const auto& line : lines)
            if (const auto* made = line.made())
                for (const auto c : called_by(*made)) called_[c] = true;
}

std::vector<std::size_t> module_lines::called_by(const ast::instruction& made) const
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
