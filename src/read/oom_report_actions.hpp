// Out-of-memory reports.
#pragma once

#include "grammar/oom_report.hpp"
#include "read/action.hpp"
#include "read/allocation_actions.hpp"
#include "read/allocation_statistics_actions.hpp"
#include "read/metadata_actions.hpp"

namespace ballast::read {

// clang-format off

template <> struct action<g::buffer_number>      : sets<&ast::peak_buffer::number> {};
template <> struct action<g::buffer_size>        : sets<&ast::peak_buffer::size> {};
template <> struct action<g::buffer_operator>    : boxes_either<&ast::peak_buffer::source, &ast::tpu_block::source> {};
template <> struct action<g::buffer_subshape>    : inside<&ast::peak_buffer::shape> {};
template <> struct action<g::buffer_label> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::peak_buffer& node)
    {
        ast::instruction below; // only its opcode
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.origin = below.opcode;
        return true;
    }
};
// clang-format on

} // namespace ballast::read
