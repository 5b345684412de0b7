// Values: short names, positions and uses, entries of `Used values:`.
#pragma once

#include "grammar/value.hpp"
#include "read/action.hpp"
#include "read/instruction_actions.hpp"

namespace ballast::read {

// clang-format off

template <> struct action<g::value_id>           : sets<&ast::value_name::id> {};
template <> struct action<g::value_defining>     : sets<&ast::value_name::name> {};
template <> struct action<g::value_index>        : gathers<&ast::value_name::index> {};
template <> struct action<g::old_index>          : gathers<&ast::value_name::index> {};
template <> struct action<g::value_phi>          : marks<&ast::value_name::phi, true> {};
template <> struct action<g::value_phi_v2>       : marks<&ast::value_name::phi, true> {};
template <> struct action<g::value_color>        : sets<&ast::value_name::color> {};
template <> struct action<g::value_name>         : inside_value {};
template <> struct action<g::value_name_v1>      : inside_value {};
template <> struct action<g::value_name_v2>      : inside_value {};

template <> struct action<g::position_name>      : sets<&ast::value_position::name> {};
template <> struct action<g::position_index>     : gathers<&ast::value_position::index> {};
template <> struct action<g::position_line>      : element<ast::value_position> {};
template <> struct action<g::positions>          : gathers<&ast::value_detail::positions> {};
template <> struct action<g::use_name>           : sets<&ast::value_use::name> {};
template <> struct action<g::use_operand>        : sets<&ast::value_use::operand> {};
template <> struct action<g::use_index>          : gathers<&ast::value_use::index> {};
template <> struct action<g::use_line>           : element<ast::value_use> {};
template <> struct action<g::use_lines>          : gathers<&ast::value_detail::uses> {};
template <> struct action<g::old_use_lines>      : gathers<&ast::value_detail::uses> {};
template <> struct action<g::uses_not_initialized> : marks<&ast::value_detail::uses_initialized, false> {};

template <> struct action<g::from_instruction>   : shares_instruction<&ast::used_value::instruction> {};
template <> struct action<g::used_detail>        : inside<&ast::used_value::detail> {};
// clang-format on

} // namespace ballast::read
