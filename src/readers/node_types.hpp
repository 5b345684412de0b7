// The types of nodes, from the member tables of the tree, and the members that actions name.
#pragma once

#include "describe/action_data.hpp"
#include "json/types.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::readers {

// All structures; if possible, each comes after the types of its members. The tree, a variant, is not included.
const std::vector<const json::type*>& node_types();
// A structure, or null.
const json::type* node_type(std::string_view name);
// The type without optionals, boxes and sharing around it.
const json::type& held(const json::type& of);
// `bool`, `int`, `text`, …, or the name of a structure or list.
std::string type_name(const json::type& of);

// A member that an action names, on the path from its owner.
struct place {
    std::string member;                   // of a node
    const json::type* declared = nullptr; // as the member is declared
    const json::type* type = nullptr;     // of the value: of the alternative, if the member is a variant
    std::string alternative;              // empty if it is none
};
// The members on the path. A variant becomes the alternative that the path names next, or else the one of the action.
std::vector<place> places_of(std::string_view owner, const describe::action_data& action);
// The type of the elements of the list that an action makes.
std::string element_type(std::string_view owner, const describe::action_data& action);

} // namespace ballast::readers
