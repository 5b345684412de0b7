// Whole files.
#pragma once

#include "grammar/files.hpp"
#include "read/action.hpp"
#include "read/allocation_actions.hpp"
#include "read/buffer_info_actions.hpp"
#include "read/live_range_actions.hpp"
#include "read/memory_message_actions.hpp"
#include "read/module_text_actions.hpp"
#include "read/oom_report_actions.hpp"
#include "read/total_actions.hpp"
#include "read/tpu_report_actions.hpp"
#include "read/tpu_usage_actions.hpp"
#include "read/usage_report_actions.hpp"
#include "read/value_actions.hpp"

#include "rules/files.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

template <ast::dump_kind Kind>
struct is_kind : marks<&ast::dump::kind, Kind> {};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::assignment_head>    : is_kind<ast::dump_kind::assignment> {};
template <> struct action<g::combined_total>     : is_kind<ast::dump_kind::combined> {};
template <> struct action<g::combined_values_head> : is_kind<ast::dump_kind::combined> {};
template <> struct action<g::values_total>       : is_kind<ast::dump_kind::values> {};
template <> struct action<g::frame_name>         : sets<&ast::dump::frame> {};
template <> struct action<g::frame_end_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::dump& node)
    {
        if (!node.frame) return; // its beginning had an error
        if (const auto rule = rules::check_frame(*node.frame, text_of(in)))
            throw ctx.refuse(*rule, text_of(in), say("the frame begins here"), *node.frame);
    }
};
// clang-format on

} // namespace ballast::read
