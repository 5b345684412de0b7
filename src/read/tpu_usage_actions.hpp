// The memory that a program takes on a TPU.
#pragma once

#include "grammar/tpu_usage.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// clang-format off

template <> struct action<g::total_space>        : sets<&ast::tpu_total::space> {};
template <> struct action<g::total_usage>        : sets<&ast::tpu_total::usage> {};
template <> struct action<g::total_reserved>     : sets<&ast::tpu_total::reserved> {};
template <> struct action<g::total_program>      : sets<&ast::tpu_total::program> {};
template <> struct action<g::total_arguments>    : sets<&ast::tpu_total::arguments> {};
template <> struct action<g::known_output>       : emplaces<&ast::tpu_total::output> {};
template <> struct action<g::output_bytes>       : sets<&ast::tpu_output::size> {};
template <> struct action<g::shared_bytes>       : sets<&ast::tpu_output::shared> {};

template <> struct action<g::utilization>        : emplaces<&ast::tpu_row::utilization> {};
template <> struct action<g::utilized>           : sets_tenths<&ast::tpu_utilization::utilized> {};
template <> struct action<g::temporary_padding>  : emplaces<&ast::tpu_utilization::padding> {};
template <> struct action<g::unpadded_bytes>     : sets<&ast::tpu_padding::unpadded> {};
template <> struct action<g::padded_bytes>       : sets<&ast::tpu_padding::padded> {};
template <> struct action<g::fragmented_tenths>  : sets_tenths<&ast::tpu_utilization::fragmentation> {};
template <> struct action<g::fragment_bytes>     : sets<&ast::tpu_utilization::fragmented> {};

template <> struct action<g::row_bytes>          : sets<&ast::tpu_row::size> {};
template <> struct action<g::reserved_row>       : element<ast::tpu_row> {};
template <> struct action<g::global_row>         : element<ast::tpu_row> {};
template <> struct action<g::scoped_row>         : element<ast::tpu_row> {};
template <> struct action<g::temporary_row>      : element<ast::tpu_row> {};
template <> struct action<g::overlays_row>       : element<ast::tpu_row> {};
template <> struct action<g::tpu_rows>           : gathers<&ast::tpu_program::rows> {};
template <> struct action<g::program_space>      : sets<&ast::tpu_program::space> {};
template <> struct action<g::requirement>        : sets<&ast::tpu_program::requirement> {};

template <> struct action<g::capital_space>      : sets<&ast::tpu_share::space> {};
template <> struct action<g::share_used>         : sets<&ast::tpu_share::used> {};
template <> struct action<g::share_capacity>     : sets<&ast::tpu_share::capacity> {};
template <> struct action<g::parameter_count>    : sets<&ast::tpu_share::parameters> {};
template <> struct action<g::share_section>      : becomes<ast::tpu_share, &ast::tpu_section::form> {};
template <> struct action<g::total_section_alone> : becomes<ast::tpu_total, &ast::tpu_section::form> {};
template <> struct action<g::program_section>    : becomes<ast::tpu_program, &ast::tpu_section::form> {};
template <> struct action<g::tpu_section>        : placed_element<ast::tpu_section> {};
template <> struct action<g::tpu_usage>          : gathers<&ast::tpu_usage::sections> {};
// clang-format on

} // namespace ballast::read
