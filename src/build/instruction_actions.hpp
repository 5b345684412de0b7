// Instructions and their metadata.
#pragma once

#include "build/action.hpp"
#include "build/shape_actions.hpp"
#include "grammar/instruction.hpp"

namespace ballast::build {

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_opcode : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::instruction& node)
    {
        const auto name = ast::resolve_opcode(text_of(in));
        node.opcode.kind = name.kind;
        node.opcode.suffix = name.suffix;
        if (name.kind != ast::opcode_kind::unknown) return;
        node.opcode.other = ctx.memory.make(name.base);
        ctx.note_unknown(diagnostic_kind::unknown_opcode, name.base);
    }
};

template <ast::opcode_kind Kind>
struct is_opcode : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::instruction& node) { node.opcode.kind = Kind; }
};

struct sets_literal : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::instruction& node)
    {
        node.body = ast::literal_text{text_of(in)};
    }
};

struct sets_parameter_number : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::instruction& node)
    {
        ast::parameter_number parameter;
        convert(ctx, text_of(in), parameter.number);
        node.body = parameter;
    }
};

// The operands of a line have their shapes all or none.
struct gathers_operands : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::instruction& node)
    {
        struct holder {
            ast::list<ast::operand> operands;
        } below;
        if (!gathers<&holder::operands>::template match<Rule, A, R, Action, Control>(in, ctx, below)) return false;
        node.body = below.operands;
        const ast::operand* first = nullptr;
        for (const auto& operand : below.operands) {
            if (operand.name.empty()) continue; // deleted
            if (!first) {
                first = &operand;
                ctx.see(operand.shape ? feature::operand_shapes : feature::no_operand_shapes, operand.name.data() - 1);
            } else if (static_cast<bool>(operand.shape) != static_cast<bool>(first->shape)) {
                throw refusal{diagnostic_kind::operand_shapes, operand.name.data() - 1,
                              operand.shape ? "operand with its shape, the operands before it have none"
                                            : "operand without its shape, the operands before it have theirs"};
            }
        }
        return true;
    }
};

struct sets_attribute_text : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node)
    {
        node.value = ast::attribute_text{text_of(in)};
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::op_type>            : sets<&ast::metadata::op_type> {};
template <> struct action<g::op_name>            : sets<&ast::metadata::op_name> {};
template <> struct action<g::source_file>        : sets<&ast::metadata::source_file> {};
template <> struct action<g::source_line>        : sets<&ast::metadata::source_line> {};
template <> struct action<g::source_end_line>    : sets_and_shows<&ast::metadata::source_end_line, feature::source_columns> {};
template <> struct action<g::source_column>      : sets_and_shows<&ast::metadata::source_column, feature::source_columns> {};
template <> struct action<g::source_end_column>  : sets_and_shows<&ast::metadata::source_end_column, feature::source_columns> {};
template <> struct action<g::profile_types>      : gathers<&ast::metadata::profile_types> {};
template <> struct action<g::profile_type>       : pushes<std::int64_t> {};
template <> struct action<g::profile_type_field> : shows<feature::profile_types> {};
template <> struct action<g::deduplicated_name>  : sets_and_shows<&ast::metadata::deduplicated_name, feature::deduplicated_name> {};
template <> struct action<g::preserve_layout>    : marks_and_shows<&ast::metadata::preserve_layout, true, feature::preserve_layout> {};
template <> struct action<g::scheduling_name>    : sets_and_shows<&ast::metadata::scheduling_name, feature::scheduling_name> {};
template <> struct action<g::stack_frame_id>     : sets_and_shows<&ast::metadata::stack_frame_id, feature::stack_frame_id> {};
template <> struct action<g::metadata_payload>   : sets_and_shows<&ast::metadata::payload, feature::metadata_payload> {};
template <> struct action<g::bare_deduplicated_name> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::metadata& node)
    {
        node.deduplicated_name = text_of(in);
        node.bare_deduplicated_name = true;
        ctx.see(feature::bare_deduplicated_name, in.begin());
    }
};
template <> struct action<g::metadata>           : becomes_boxed<ast::metadata, &ast::attribute::value> {};

template <> struct action<g::operand_name>       : sets<&ast::operand::name> {};
template <> struct action<g::operand_shape>      : boxes<&ast::operand::shape> {};
template <> struct action<g::operand>            : element<ast::operand> {};
template <> struct action<g::operand_separator>  : checks_index_mark<ast::operand> {};
template <> struct action<g::operands>           : gathers_operands {};
template <> struct action<g::opcode>             : sets_opcode {};
template <> struct action<g::literal_text>       : sets_literal {};
template <> struct action<g::constant_body>      : is_opcode<ast::opcode_kind::constant> {};
template <> struct action<g::parameter_number>   : sets_parameter_number {};
template <> struct action<g::parameter_body>     : is_opcode<ast::opcode_kind::parameter> {};
template <> struct action<g::attribute_key>      : sets<&ast::attribute::key> {};
template <> struct action<g::metadata_key>       : sets<&ast::attribute::key> {};
template <> struct action<g::attribute_text>     : sets_attribute_text {};
template <> struct action<g::attribute>          : element<ast::attribute> {};
template <> struct action<g::attributes>         : gathers<&ast::instruction::attributes> {};
template <> struct action<g::instruction_name>   : sets<&ast::instruction::name> {};
template <> struct action<g::instruction_shape>  : inside<&ast::instruction::shape> {};
// clang-format on

} // namespace ballast::build
