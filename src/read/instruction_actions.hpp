// Instructions and their metadata.
#pragma once

#include "grammar/instruction.hpp"
#include "read/action.hpp"
#include "read/attribute_actions.hpp"
#include "read/shape_actions.hpp"
#include "rules/instruction.hpp"

#include <algorithm>

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_opcode : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::instruction& node)
    {
        ctx.opcode_text = text_of(in);
        const auto name = ast::resolve_opcode(ctx.opcode_text);
        node.opcode.kind = name.kind;
        node.opcode.suffix = name.suffix;
        if (name.suffix != ast::async_suffix::none) ctx.see(feature::async_sugar, in.begin());
        ctx.see_word(name.kind, in.begin());
        if (name.kind != ast::opcode_kind::unknown) return;
        node.opcode.other = ctx.memory.make(name.base);
        ctx.note_unknown(finding_id::unknown_opcode, name.base);
    }
};

template <ast::opcode_kind Kind>
struct is_opcode : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::instruction& node) { node.opcode.kind = Kind; }
};

// A literal has the shape of its instruction. By default XLA elides more than ten elements; for a day of 2025 it
// printed them.
struct boxes_literal : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::instruction& node)
    {
        const char* const at = in.current();
        // If the element type is unknown, the whole text must be a literal before it is compared with the shape.
        const auto* const array = node.shape->array();
        if (array && array->type.kind == ast::element_kind::unknown &&
            !tao::pegtl::match<g::at<Rule, g::body_close>, apply_mode::nothing, R, tao::pegtl::nothing, Control>(in))
            return false;
        ctx.literal_shape = node.shape.get();
        ast::literal below;
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, below);
        ctx.literal_shape = nullptr;
        if (!matched) return false;
        if (std::holds_alternative<ast::elided_literal>(below.form))
            if (const auto rule = rules::check_literal(below, node.shape))
                throw ctx.refuse(*rule, {at, static_cast<std::size_t>(in.current() - at)});
        node.body = ctx.memory.make(below);
        if (shows_large_constant(below)) ctx.see(feature::large_constants, at);
        return true;
    }
};

struct sets_literal_text : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::instruction& node)
    {
        check_literal_text(ctx, node.shape, text_of(in));
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

// Either all operands of a line have shapes, or none has.
struct gathers_operands : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::instruction& node)
    {
        list_of<ast::operand> below;
        ctx.operands.clear();
        if (!gathers<&list_of<ast::operand>::elements>::template match<Rule, A, R, Action, Control>(in, ctx, below))
            return false;
        node.body = below.elements;
        if (node.opcode.kind == ast::opcode_kind::convolution && below.elements.size() > 2)
            ctx.see(feature::convolution_of_many, in.current());
        const auto named = [](const ast::operand& x) { return !x.name.empty(); };
        const auto first = std::ranges::find_if(below.elements, named);
        if (first == below.elements.end()) return true; // all deleted
        const auto place = ctx.operands[static_cast<std::size_t>(first - below.elements.begin())];
        if (!first->detail->shape) ctx.see(feature::no_operand_shapes, place.data());
        if (const auto rule = rules::check_operand_shapes(below.elements))
            throw ctx.refuse(*rule, ctx.operands[rule->part],
                             first->detail->shape ? say("the first operand with its shape")
                                                  : say("the first operand without"),
                             place);
        return true;
    }
};

struct notes_operand : element<ast::operand> {
    using element::match;
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::operand&)
    {
        ctx.operands.push_back(text_of(in));
    }
};
// Until 2024 or later, operands of short text had marks; jaxlib 0.12.0 prints them only in shapes. A mark is one like
// any other; a missing one shows no era.
struct checks_short_mark : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        const auto index = ctx.growing<ast::operand>().size() - ctx.mark<ast::operand>();
        if (ctx.mark_number)
            ctx.see_short_mark(ast::index_mark_form::present, in.begin());
        else if (index % 5 == 0)
            return ctx.see_short_mark(ast::index_mark_form::absent, in.begin());
        check_index_mark(in, ctx, index, feature::index_marks, feature::no_index_marks);
    }
};

// The attributes below, and their order.
struct gathers_attributes : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::instruction& node)
    {
        ctx.opcode = node.opcode;
        ctx.attributes.clear();
        if (!gathers<&ast::instruction::attributes>::match<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        if (!node.attributes.empty()) check_order(ctx, node);
        check_present(ctx, node);
        check_dimensions(ctx, node);
        return true;
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off


template <> struct action<g::operand_name>       : sets<&ast::operand::name> {};
template <> struct action<g::element_number>     : pushes<std::int64_t> {};
template <> struct action<g::operand_elements> : gathers<&ast::operand_detail::element> {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::operand& node)
    {
        const char* const at = in.current();
        auto detail = *node.detail;
        if (!gathers::template match<Rule, A, R, Action, Control>(in, ctx, detail)) return false;
        node.detail = ctx.memory.share(detail);
        if (ctx.folded_element.empty())
            ctx.folded_element = {at, static_cast<std::size_t>(in.current() - at)};
        return true;
    }
};
template <> struct action<g::operand_shape> : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::operand& node)
    {
        using shares = shares_shape<&ast::operand_detail::shape>;
        ast::operand_detail detail;
        if (!shares::template match<Rule, A, R, Action, Control>(in, ctx, detail)) return false;
        node.detail = ctx.operand_details.of(detail.shape, ctx.memory);
        return true;
    }
};
template <> struct action<g::operand>            : notes_operand {};
template <> struct action<g::short_operand>      : notes_operand {};
template <> struct action<g::operand_separator>  : checks_index_mark<ast::operand> {};
template <> struct action<g::short_separator>    : checks_short_mark {};
template <> struct action<g::operands>           : gathers_operands {};
template <> struct action<g::short_operands>     : gathers_operands {};
template <> struct action<g::opcode>             : sets_opcode {};
template <> struct action<g::constant_literal>   : boxes_literal {};
template <> struct action<g::literal_text>       : sets_literal_text {};
template <> struct action<g::constant_body>      : is_opcode<ast::opcode_kind::constant> {};
template <> struct action<g::parameter_number>   : sets_parameter_number {};
template <> struct action<g::parameter_body>     : is_opcode<ast::opcode_kind::parameter> {};
template <> struct action<g::attributes>         : gathers_attributes {};
template <> struct action<g::short_attributes>   : gathers_attributes {};
template <> struct action<g::instruction_name>   : sets<&ast::instruction::name> {};
template <> struct action<g::instruction_shape>  : shares_shape<&ast::instruction::shape> {};
// clang-format on

} // namespace ballast::read
