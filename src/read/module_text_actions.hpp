// Module texts.
#pragma once

#include "grammar/instruction.hpp"
#include "grammar/module_text.hpp"
#include "read/action.hpp"
#include "read/attribute_actions.hpp"
#include "read/line_reader.hpp"
#include "read/shape_actions.hpp"
#include "rules/attribute.hpp"

#include "base/say.hpp"
#include "base/shown.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

struct places_entry_layout : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::module_text& node)
    {
        ast::entry_layout below;
        below.at.offset = ctx.offset(in.current());
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.entry_computation_layout = ctx.memory.make(below);
        return true;
    }
};
// The value of the attribute that instructions have, too.
struct sets_module_frontend : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::module_text& node)
    {
        ast::attribute below;
        if (!match_below<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.frontend_attributes = std::get<ast::frontend_attributes>(below.value);
        if (const auto rule = rules::check_frontend(node.frontend_attributes)) throw ctx.refuse(*rule, rule->bytes);
        see_frontend(ctx, node.frontend_attributes);
        return true;
    }
};
// The name at the end of a computation must be that at its start.
struct checks_end_name : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::computation_text& node)
    {
        if (text_of(in) != node.name)
            throw ctx.refuse(finding_id::module_text,
                             say("computation {} ends with the name {}", shown(node.name), shown(text_of(in))),
                             text_of(in));
        node.named_end = true;
    }
};
struct sets_parent : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::stack_frame& node)
    {
        convert(ctx, text_of(in), node.parent);
        --node.parent;
    }
};

// An instruction, or the unread line that is there instead.
struct reads_line : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::computation_line& node)
    {
        static constexpr line_rules rules{
            .instruction =
                [](grammar::input& line, context& own, ast::text_instruction& to) {
                    return match_below<Rule, A, R, Action, Control>(line, own, to);
                },
            .ends_computation = [](grammar::input& from) { return match_only<g::at<g::computation_end>>(from); },
            .is_line = [](grammar::input& from) { return match_only<unread_line>(from); },
        };
        return ctx.lines->read(rules, in, node);
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::module_name>        : sets<&ast::module_text::name> {};
template <> struct action<g::scheduled_item>     : marks<&ast::module_text::is_scheduled, true> {};
template <> struct action<g::aliased_output>     : gathers<&ast::output_alias::output> {};
template <> struct action<g::aliased_parameter>  : sets<&ast::output_alias::parameter> {};
template <> struct action<g::aliased_index>      : gathers<&ast::output_alias::index> {};
template <> struct action<g::must_alias>         : marks<&ast::output_alias::must, true> {};
template <> struct action<g::output_alias>       : placed_element<ast::output_alias> {};
template <> struct action<g::output_aliases>     : gathers<&ast::module_text::input_output_alias> {};
template <> struct action<g::donor_parameter>    : sets<&ast::buffer_donor::parameter> {};
template <> struct action<g::donor_index>        : gathers<&ast::buffer_donor::index> {};
template <> struct action<g::buffer_donor>       : placed_element<ast::buffer_donor> {};
template <> struct action<g::buffer_donors>      : gathers<&ast::module_text::buffer_donor> {};
template <> struct action<g::passthrough_item>   : marks<&ast::module_text::alias_passthrough_params, true> {};
template <> struct action<g::entry_parameter>    : element<ast::shape> {};
template <> struct action<g::entry_parameters>   : gathers<&ast::entry_layout::parameters> {};
template <> struct action<g::entry_result>       : inside<&ast::entry_layout::result> {};
template <> struct action<g::entry_layout>       : places_entry_layout {};
template <> struct action<g::propagated> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&) { ctx.growing<bool>().push(in.size() == 4); }
};
template <> struct action<g::parameter_propagations> : gathers<&ast::module_text::propagation_to_parameters> {};
template <> struct action<g::output_propagations> : gathers<&ast::module_text::propagation_to_output> {};
template <> struct action<g::replica_count>      : sets<&ast::module_text::replica_count> {};
template <> struct action<g::num_partitions>     : sets<&ast::module_text::num_partitions> {};
template <> struct action<g::module_frontend_attributes> : sets_module_frontend {};
template <> struct action<g::recovery_table>     : sets<&ast::module_text::origin_recovery_table> {};
template <> struct action<g::debug_attributes>   : sets<&ast::module_text::debug_attributes> {};
template <> struct action<g::unknown_item>       : keeps_item {};
template <> struct action<g::header_items>       : gathers<&ast::module_text::unknown_items> {};

template <> struct action<g::entry_number>       : sets<&ast::name_entry::number> {};
template <> struct action<g::entry_text>         : sets<&ast::name_entry::text> {};
template <> struct action<g::location_number>    : sets<&ast::file_location::number> {};
template <> struct action<g::location_file>      : sets<&ast::file_location::file_name_id> {};
template <> struct action<g::location_function>  : sets<&ast::file_location::function_name_id> {};
template <> struct action<g::location_line>      : sets<&ast::file_location::line> {};
template <> struct action<g::location_end_line>  : sets<&ast::file_location::end_line> {};
template <> struct action<g::location_column>    : sets<&ast::file_location::column> {};
template <> struct action<g::location_end_column> : sets<&ast::file_location::end_column> {};
template <> struct action<g::frame_number>       : sets<&ast::stack_frame::number> {};
template <> struct action<g::frame_location>     : sets<&ast::stack_frame::file_location_id> {};
template <> struct action<g::frame_parent>       : sets_parent {};

template <> struct action<g::entry_mark>         : marks<&ast::computation_text::entry, true> {};
template <> struct action<g::head_name>          : sets<&ast::computation_text::name> {};
template <> struct action<g::head_parameter_name> : sets<&ast::head_parameter::name> {};
template <> struct action<g::head_parameter_shape> : inside<&ast::head_parameter::shape> {};
template <> struct action<g::head_parameter>     : element<ast::head_parameter> {};
template <> struct action<g::head_parameters>    : gathers<&ast::signature::parameters> {};
template <> struct action<g::head_result>        : inside<&ast::signature::result> {};
template <> struct action<g::signature>          : boxes<&ast::computation_text::signature> {};
template <> struct action<g::end_thread>         : sets<&ast::computation_text::thread> {};
template <> struct action<g::end_name>           : checks_end_name {};
template <> struct action<g::trimmed_gap>        : marks<&ast::computation_text::trimmed, true> {};
template <> struct action<g::root_mark>          : marks<&ast::text_instruction::root, true> {};
template <> struct action<g::long_line>          : inside<&ast::text_instruction::instruction> {};
template <> struct action<g::short_mark>         : marks<&ast::text_instruction::short_form, true> {};
template <> struct action<g::short_line>         : inside<&ast::text_instruction::instruction> {};
template <> struct action<g::text_instruction>   : reads_line {};
// clang-format on

} // namespace ballast::read
