#include "describe/action_data.hpp"

#include <algorithm>

namespace ballast::describe {

actions::actions(std::initializer_list<action_row> rows)
{
    for (const auto& row : rows) {
        auto& made = all.emplace_back();
        made.verb = row.verb;
        made.owner = row.owner;
        for (const auto name : row.path)
            if (!name.empty()) made.path.emplace_back(name);
        made.alternative = row.alternative;
        made.type = row.type;
        made.convert = row.convert;
        made.value = row.value.quoted ? '"' + std::string(row.value.text) + '"' : std::string(row.value.text);
        made.shared = row.shared;
    }
}

std::string_view name_at(std::span<const placed_name> members, const void* place)
{
    const auto found = std::ranges::find(members, place, &placed_name::place);
    return found == members.end() ? std::string_view{} : found->name;
}

} // namespace ballast::describe
