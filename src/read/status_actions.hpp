// What clients of XLA add around an error message.
#pragma once

#include "ballast/ast/status.hpp"
#include "grammar/status.hpp"
#include "read/action.hpp"

namespace ballast::read {

namespace g = grammar;

// clang-format off

template <> struct action<g::status_name>        : sets<&ast::status::word> {};
template <> struct action<g::status_task>        : sets<&ast::status::sender> {};
template <> struct action<g::status_code>        : emplaces<&ast::status::code> {};
template <> struct action<g::status_code_number> : sets<&ast::status_code::number> {};
template <> struct action<g::status_code_name>   : sets<&ast::status_code::name> {};
template <> struct action<g::status_code_break>  : marks<&ast::status_code::own_line, true> {};
template <> struct action<g::replica_suffix>     : emplaces<&ast::status::replica> {};
template <> struct action<g::failed_replica>     : sets<&ast::failed_replica::replica> {};
template <> struct action<g::failed_partition>   : sets<&ast::failed_replica::partition> {};
template <> struct action<g::status_link_number> : sets<&ast::status::link> {};
template <> struct action<g::status_payloads>    : gathers<&ast::status::payloads> {};
template <> struct action<g::status_payload>     : element<ast::status_payload> {};
template <> struct action<g::status_key>         : sets<&ast::status_payload::key> {};
template <> struct action<g::status_text>        : sets<&ast::status_payload::text> {};
template <> struct action<g::status_trace>       : emplaces<&ast::status::trace> {};
template <> struct action<g::status_trace_blank> : marks<&ast::location_trace::blank, true> {};
template <> struct action<g::status_locations>   : gathers<&ast::location_trace::locations> {};
template <> struct action<g::status_location>    : element<ast::trace_location> {};
template <> struct action<g::status_path>        : sets<&ast::trace_location::path> {};
template <> struct action<g::status_path_line>   : sets<&ast::trace_location::line> {};
// clang-format on

} // namespace ballast::read
