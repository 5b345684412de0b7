// The tables of actions as data: what a rule does to the node that is being built. reify_action.hpp makes it from the
// types of the actions.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

// What a rule does after its match or around it, if the node that is being built has the type `owner`.
enum class verb : std::uint8_t {
    set,     // sets the member to the text, converted by `convert`
    mark,    // sets the member to `value`
    push,    // adds the text, converted by `convert`, to the list that is being read
    inside,  // the rules below build the member: the existing node, or a new one
    becomes, // the rules below build a new node, which becomes the member after the match
    element, // the rules below build a node of type `type`, which is added to the list that is being read
    gather,  // the elements that the rules below add become the member
    listed,  // the same, but the list becomes an element of the list that is being read
    repeat,  // nothing; a printer prints the member, which another rule sets, as `convert` says
    given,   // nothing; a printer prints it only if this member is `value` in the last node of type `type`
    custom,  // calls the function `value`
};

// How a text is converted to a value.
enum class conversion : std::uint8_t {
    text,
    integer,
    hexadecimal,
    human_size,
    decimal_digits, // `12.5` is 125
    grouped,        // `41 943 072`
    commas,         // `41,943,072`
    signed_size,    // `-25.62GiB` is -2562 GiB
    amount,         // `0.169890` is 169890; `Unknown` is empty
    before,         // the number minus 1
    last_digit,     // `vmem (color=1)` is 1
    boolean,        // `true`, or something else
    bit,            // `1`, or something else
    element_type,   // its kind, or its spelling if it is unknown
    auxiliary_type, // its kind; `invalid` is empty
    opcode,         // its kind and suffix, or its spelling if it is unknown
};

struct action_data {
    describe::verb verb = verb::set;
    std::string owner{};             // the type of the node; empty: any
    std::vector<std::string> path{}; // the member, in members of members
    std::string alternative{};       // the alternative, if the member is a variant; otherwise empty
    std::string type{};              // of the node that is built
    conversion convert = conversion::text;
    std::string value{}; // of a mark, as JSON; of `custom`, the name of the function
    bool shared = false; // equal texts may share the node
};

// The same as a row of a table, whose texts live as long as the program. Compilers make much of strings and vectors, so
// the functions that they make of each rule have rows, and `actions` makes data of these in one place.
using row_path = std::array<std::string_view, 3>; // empty names are left out
struct row_value {
    std::string_view text{};
    bool quoted = false; // in JSON
};
struct action_row {
    describe::verb verb = verb::set;
    std::string_view owner{};
    row_path path{};
    std::string_view alternative{};
    std::string_view type{};
    conversion convert = conversion::text;
    row_value value{};
    bool shared = false;
};
struct actions {
    actions() = default;
    actions(std::initializer_list<action_row> rows);

    std::vector<action_data> all;
};

struct placed_name {
    const void* place;
    std::string_view name;
};
// The name of the member at this place.
std::string_view name_at(std::span<const placed_name> members, const void* place);

} // namespace ballast::describe
