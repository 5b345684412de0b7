// Out-of-memory reports of TPUs.
#pragma once

#include "grammar/tpu_report.hpp"
#include "read/action.hpp"
#include "read/oom_report_actions.hpp"
#include "read/shape_actions.hpp"
#include "read/tpu_usage_actions.hpp"

#include "rules/tpu_report.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

// A sentence names its memory space more than once.
struct repeats_space : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node& node)
    {
        if (const auto rule = rules::check_tpu_space(node.space, text_of(in))) throw ctx.refuse(*rule, text_of(in));
    }
};

template <auto M>
struct sets_label : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, owner_of<M>& node)
    {
        (node.*M).text = text_of(in);
    }
};

struct marks_usage : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::tpu_space_report& node) { node.lead->usage_follows = true; }
};

template <ast::tpu_owner Owner>
using is_owner = marks_either<Owner, &ast::tpu_row::owner, &ast::tpu_block::owner, &ast::tpu_bare_block::owner>;

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::reserved_word>      : is_owner<ast::tpu_owner::reserved> {};
template <> struct action<g::global_word>        : is_owner<ast::tpu_owner::global> {};
template <> struct action<g::scoped_word>        : is_owner<ast::tpu_owner::scoped> {};
template <> struct action<g::temporary_word>     : is_owner<ast::tpu_owner::hlo_temp> {};
template <> struct action<g::overlays_word>      : is_owner<ast::tpu_owner::overlays> {};

template <> struct action<g::message_status>     : inside<&ast::tpu_report::status> {};
template <> struct action<g::function_name>      : sets<&ast::tpu_report::function> {};
template <> struct action<g::error_code>         : inside<&ast::tpu_report::status> {};
template <> struct action<g::permanent_error>    : marks<&ast::tpu_report::failure, ast::tpu_failure::permanent_error> {};
template <> struct action<g::compilation_failure> : marks<&ast::tpu_report::failure, ast::tpu_failure::compilation_failure> {};

template <> struct action<g::lead_space>
    : sets_either<&ast::tpu_lead::space, &ast::tpu_bare_report::space, &ast::tpu_stack_overflow::space,
                  &ast::tpu_large_allocation::space, &ast::tpu_sparse_core::space> {};
template <> struct action<g::lead_space_again>   : repeats_space {};
template <> struct action<g::lead_used>          : sets<&ast::tpu_lead::used> {};
template <> struct action<g::lead_capacity>      : sets<&ast::tpu_lead::capacity> {};
template <> struct action<g::lead_exceeded>      : sets<&ast::tpu_lead::exceeded> {};
template <> struct action<g::reported_module>
    : sets_either<&ast::tpu_lead::module_name, &ast::tpu_temporaries::module_name> {};
template <> struct action<g::usage_follows>      : marks_usage {};
template <> struct action<g::tpu_lead>           : emplaces<&ast::tpu_space_report::lead> {};

template <> struct action<g::block_number>       : sets_either<&ast::tpu_block::number, &ast::tpu_argument::number> {};
template <> struct action<g::block_size>         : sets_either<&ast::tpu_block::size, &ast::tpu_argument::size> {};
template <> struct action<g::block_shape>        : inside<&ast::tpu_array::shape> {};
template <> struct action<g::unpadded_size>      : sets<&ast::tpu_array::unpadded> {};
template <> struct action<g::block_extra>        : emplaces<&ast::tpu_array::extra> {};
template <> struct action<g::extra_size>         : sets<&ast::tpu_extra::size> {};
template <> struct action<g::extra_factor>       : sets_tenths<&ast::tpu_extra::factor> {};
template <> struct action<g::tag_text>           : sets<&ast::tpu_array::tag> {};
template <> struct action<g::block_array>        : emplaces<&ast::tpu_block::array> {};
template <> struct action<g::label_text>         : sets_label<&ast::tpu_block::label> {};
template <> struct action<g::tpu_block>          : placed_element<ast::tpu_block> {};
template <> struct action<g::tpu_blocks>         : gathers<&ast::tpu_allocations::blocks> {};

template <> struct action<g::argument_shape>     : inside<&ast::tpu_argument::shape> {};
template <> struct action<g::argument_parameter> : sets<&ast::tpu_argument::parameter> {};
template <> struct action<g::argument_index>     : gathers<&ast::tpu_argument::index> {};
template <> struct action<g::tpu_argument>       : placed_element<ast::tpu_argument> {};
template <> struct action<g::argument_blocks>    : gathers<&ast::tpu_arguments::blocks> {};

template <> struct action<g::blocks_space>       : sets<&ast::tpu_allocations::space> {};
template <> struct action<g::titled_blocks>      : inside<&ast::tpu_space_report::allocations> {};
template <> struct action<g::untitled_blocks>    : inside<&ast::tpu_space_report::allocations> {};
template <> struct action<g::no_blocks>          : inside<&ast::tpu_space_report::allocations> {};
template <> struct action<g::arguments_space>    : sets<&ast::tpu_arguments::space> {};
template <> struct action<g::titled_arguments>   : inside<&ast::tpu_space_report::arguments> {};
template <> struct action<g::untitled_arguments> : inside<&ast::tpu_space_report::arguments> {};
template <> struct action<g::space_total>        : emplaces<&ast::tpu_space_report::total> {};
template <> struct action<g::space_program>      : emplaces<&ast::tpu_space_report::program> {};
template <> struct action<g::space_report>       : becomes_boxed<ast::tpu_space_report, &ast::tpu_report::message> {};

template <> struct action<g::bare_request>       : marks<&ast::tpu_bare_report::names_reason, false> {};
template <> struct action<g::bare_label>         : sets_label<&ast::tpu_bare_block::label> {};
template <> struct action<g::bare_block>         : element<ast::tpu_bare_block> {};
template <> struct action<g::bare_blocks>        : gathers<&ast::tpu_bare_report::blocks> {};
template <> struct action<g::bare_report>        : becomes_boxed<ast::tpu_bare_report, &ast::tpu_report::message> {};

template <> struct action<g::stack_instruction>  : sets<&ast::tpu_stack_overflow::instruction> {};
template <> struct action<g::stack_size>         : sets<&ast::tpu_stack_overflow::size> {};
template <> struct action<g::stack_limit>        : sets<&ast::tpu_stack_overflow::limit> {};
template <> struct action<g::stack_excess>       : sets<&ast::tpu_stack_overflow::excess> {};
template <> struct action<g::advice_link>        : marks<&ast::tpu_stack_overflow::advice, ast::tpu_advice::link> {};
template <> struct action<g::advice_bug>         : marks<&ast::tpu_stack_overflow::advice, ast::tpu_advice::file_bug> {};
template <> struct action<g::advice_see>         : marks<&ast::tpu_stack_overflow::advice, ast::tpu_advice::see> {};
template <> struct action<g::stack_overflow>     : becomes_boxed<ast::tpu_stack_overflow, &ast::tpu_report::message> {};

template <> struct action<g::large_size>         : sets<&ast::tpu_large_allocation::size> {};
template <> struct action<g::large_capacity>     : sets<&ast::tpu_large_allocation::capacity> {};
template <> struct action<g::large_number>       : sets<&ast::tpu_large_allocation::number> {};
template <> struct action<g::large_shape>        : inside<&ast::tpu_large_allocation::shape> {};
template <> struct action<g::large_word>         : sets<&ast::tpu_large_allocation::word> {};
template <> struct action<g::large_scoped>       : marks<&ast::tpu_large_allocation::scoped, true> {};
template <> struct action<g::large_tag>          : sets<&ast::tpu_large_allocation::tag> {};
template <> struct action<g::large_instruction>  : sets<&ast::tpu_large_allocation::instruction> {};
template <> struct action<g::large_allocation>   : becomes_boxed<ast::tpu_large_allocation, &ast::tpu_report::message> {};

template <> struct action<g::temporaries_required> : sets<&ast::tpu_temporaries::required> {};
template <> struct action<g::temporaries_available> : sets<&ast::tpu_temporaries::available> {};
template <> struct action<g::temporaries>        : becomes<ast::tpu_temporaries, &ast::tpu_report::message> {};

template <> struct action<g::tensor_core_usage>  : sets<&ast::tpu_cores::tensor_core> {};
template <> struct action<g::sparse_core_usage>  : sets<&ast::tpu_cores::sparse_core> {};
template <> struct action<g::cores_available>    : sets<&ast::tpu_cores::available> {};
template <> struct action<g::cores>              : becomes<ast::tpu_cores, &ast::tpu_report::message> {};

template <> struct action<g::device_word>        : marks<&ast::tpu_early_abort::device, true> {};
template <> struct action<g::abort_required>     : sets<&ast::tpu_early_abort::required> {};
template <> struct action<g::abort_available>    : sets<&ast::tpu_early_abort::available> {};
template <> struct action<g::abort_threshold>    : sets<&ast::tpu_early_abort::threshold> {};
template <> struct action<g::early_abort>        : becomes<ast::tpu_early_abort, &ast::tpu_report::message> {};

template <> struct action<g::place_name>         : sets<&ast::tpu_place::name> {};
template <> struct action<g::place_line>         : sets<&ast::tpu_place::line> {};
template <> struct action<g::place_column>       : sets<&ast::tpu_place::column> {};
template <> struct action<g::sparse_place>       : inside<&ast::tpu_sparse_core::place> {};
template <> struct action<g::words_reached>      : sets<&ast::tpu_sparse_core::reached> {};
template <> struct action<g::words_limit>        : sets<&ast::tpu_sparse_core::limit> {};
template <> struct action<g::words_size>         : sets<&ast::tpu_sparse_core::size> {};
template <> struct action<g::sparse_core>        : becomes_boxed<ast::tpu_sparse_core, &ast::tpu_report::message> {};
template <> struct action<g::operation_place>    : inside<&ast::tpu_pass_notes::operation_place> {};
template <> struct action<g::operation_text>     : sets<&ast::tpu_pass_notes::operation> {};
template <> struct action<g::pass_place>         : inside<&ast::tpu_pass_notes::place> {};
template <> struct action<g::pass_name>          : sets<&ast::tpu_pass_notes::pass> {};
template <> struct action<g::pass_notes>         : boxes<&ast::tpu_report::notes> {};

template <> struct action<g::see_line>           : inside<&ast::tpu_report::status> {};
template <> struct action<g::after_message>      : inside<&ast::tpu_report::status> {};
// clang-format on

} // namespace ballast::read
