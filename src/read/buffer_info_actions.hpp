// Buffer tables.
#pragma once

#include "grammar/buffer_info.hpp"
#include "read/action.hpp"
#include "read/value_actions.hpp"

namespace ballast::read {

// clang-format off

template <> struct action<g::info_id>            : sets<&ast::buffer_info_row::id> {};
template <> struct action<g::info_offset>        : sets<&ast::buffer_info_row::offset> {};
template <> struct action<g::info_size>          : sets<&ast::buffer_info_row::size> {};
template <> struct action<g::info_definition>    : sets<&ast::buffer_info_row::definition_time> {};
template <> struct action<g::info_end>           : sets<&ast::buffer_info_row::end_time> {};
template <> struct action<g::info_uses>          : sets<&ast::buffer_info_row::num_uses> {};
template <> struct action<g::info_time>          : pushes<std::int64_t> {};
template <> struct action<g::info_times>         : gathers<&ast::buffer_info_row::use_times> {};
template <> struct action<g::info_use>           : element<ast::value_use> {};
template <> struct action<g::info_names>         : gathers<&ast::buffer_info_row::uses> {};
// clang-format on

} // namespace ballast::read
