// Attributes.
#pragma once

#include "ast/attribute_table.hpp"
#include "grammar/attribute.hpp"
#include "read/action.hpp"
#include "read/attribute.hpp"
#include "read/literal_actions.hpp"
#include "read/metadata_actions.hpp"
#include "read/sharding_actions.hpp"

namespace ballast::read {

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_attribute_key : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::attribute& node)
    {
        const auto spelling = text_of(in);
        if (ctx.latest_key.data() == spelling.data()) return; // checks_typed has looked it up
        ctx.latest_key = spelling;
        node.key.kind = ast::attribute_kind_of(spelling);
        node.key.other = {};
    }
};

// The value of a pair that the table lacks is text, whatever it looks like: nothing inside it is built, refused or
// dated.
struct checks_typed : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::attribute& node)
    {
        const char* const begin = in.current();
        const char* end = begin;
        while (end != in.end() && g::key_bytes::bytes(*end)) ++end;
        const std::string_view key(begin, static_cast<std::size_t>(end - begin));
        const auto kind = ast::attribute_kind_of(key);
        ctx.latest_key = key;
        node.key = {kind, {}};
        const auto text = [&] { return std::string_view(begin, static_cast<std::size_t>(in.current() - begin)); };
        if (takes(ctx.opcode, kind)) [[likely]] {
            if (!match_below<Rule, A, R, Action, Control>(in, ctx, node)) return false;
            ctx.attributes.push_back(text());
            check_typed(ctx, node, text());
        } else {
            if (!tao::pegtl::match<Rule, apply_mode::nothing, R, tao::pegtl::nothing, Control>(in)) return false;
            ctx.attributes.push_back(text());
            keep_as_text(ctx, node, key, text().substr(key.size() + 1));
        }
        return true;
    }
};
struct checks_text : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::attribute& node)
    {
        ctx.attributes.push_back(text_of(in));
        if (takes(ctx.opcode, node.key.kind)) refuse_value(ctx, node, text_of(in));
        keep_as_text(ctx, node, ctx.latest_key, std::get<ast::attribute_text>(node.value).text);
    }
};

template <typename T>
struct sets_value : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::attribute& node)
    {
        T value{};
        convert(ctx, text_of(in), value);
        node.value = value;
    }
};
template <bool Value>
struct sets_boolean : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::attribute& node) { node.value = Value; }
};
struct sets_keyword : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::attribute& node)
    {
        const auto word = ast::keyword_of(text_of(in));
        ctx.see_word(word, in.begin());
        node.value = word;
    }
};
template <ast::text_form Form>
struct sets_text : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node)
    {
        node.value = ast::text{text_of(in), Form};
    }
};
template <typename T, auto M>
struct sets_view_of : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node)
    {
        T value;
        value.*M = text_of(in);
        node.value = value;
    }
};
template <auto M>
struct sets_float : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, owner_of<M>& node)
    {
        (node.*M).text = text_of(in);
    }
};
struct sets_float_value : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node)
    {
        node.value = ast::float_text{text_of(in)};
    }
};

// The node below becomes the attribute's value.
template <typename T>
using is_value = becomes<T, &ast::attribute::value>;
template <typename T>
using is_boxed_value = becomes_boxed<T, &ast::attribute::value>;

// The elements below become the list in the attribute's value.
template <typename T, auto M>
struct gathers_value : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::attribute& node)
    {
        T value{};
        if (!gathers<M>::template match<Rule, A, R, Action, Control>(in, ctx, value)) return false;
        node.value = value;
        return true;
    }
};

// Shardings in a domain have no metadata, so they do not show the reduction of unreduced devices in any era.
template <auto M>
struct inside_domain : tao::pegtl::maybe_nothing {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::domain& node)
    {
        constexpr auto without_reduction = timeline::feature_of("unreduced_alone");
        const bool seen = ctx.seen(without_reduction);
        const bool matched = match_below<Rule, A, R, Action, Control>(in, ctx, node.*M);
        if (!seen) ctx.forget(without_reduction);
        return matched;
    }
};

template <ast::text_form Form>
struct sets_frontend : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::frontend_attribute& node)
    {
        node.value = {text_of(in), Form};
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::attribute_key>      : sets_attribute_key {};
template <> struct action<g::attribute_equals> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&) { ctx.value_begin = in.end(); }
};
template <> struct action<g::attribute_text> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node) { node.value = ast::attribute_text{text_of(in)}; }
};
template <> struct action<g::short_attribute_text> : action<g::attribute_text> {};
template <> struct action<g::complete_attribute> : checks_typed {};
template <> struct action<g::short_complete_attribute> : checks_typed {};
template <> struct action<g::text_attribute>     : checks_text {};
template <> struct action<g::short_text_attribute> : checks_text {};
template <> struct action<g::attribute>          : element<ast::attribute> {};
template <> struct action<g::short_attribute>    : element<ast::attribute> {};

template <> struct action<g::only_true>          : sets_boolean<true> {};
template <> struct action<g::boolean> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::attribute& node) { node.value = in.size() == 4; }
};
template <> struct action<g::boolean_element> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&) { ctx.growing<bool>().push(in.size() == 4); }
};
template <> struct action<g::integer_value>      : sets_value<std::int64_t> {};
template <> struct action<g::float_value>        : sets_float_value {};
template <> struct action<g::integer_element>    : pushes<std::int64_t> {};
template <> struct action<g::integers> : gathers_value<ast::integers, &ast::integers::values> {};
template <> struct action<g::some_integers>      : gathers_value<ast::integers, &ast::integers::values> {};
template <> struct action<g::spaced_integers>    : gathers_value<ast::integers, &ast::integers::values> {};
template <> struct action<g::booleans>           : gathers_value<ast::booleans, &ast::booleans::values> {};
template <> struct action<g::integers_element>   : pushes_list<std::int64_t> {};
template <> struct action<g::integer_lists>      : gathers_value<ast::integer_lists, &ast::integer_lists::values> {};

template <> struct action<g::computation_name>   : sets_view_of<ast::computation, &ast::computation::name> {};
template <> struct action<g::computation_element> : pushes<std::string_view> {};
template <> struct action<g::braced_computations> : gathers_value<ast::computations, &ast::computations::names> {};
template <> struct action<g::some_computations>  : gathers_value<ast::computations, &ast::computations::names> {};
template <> struct action<g::bare_computations>  : gathers_value<ast::computations, &ast::computations::names> {};
template <> struct action<g::short_braced>       : gathers_value<ast::computations, &ast::computations::names> {};
template <> struct action<g::short_some>         : gathers_value<ast::computations, &ast::computations::names> {};
template <> struct action<g::short_bare>         : gathers_value<ast::computations, &ast::computations::names> {};

template <> struct action<g::escaped_value>      : sets_text<ast::text_form::escaped> {};
template <> struct action<g::raw_value>          : sets_text<ast::text_form::raw> {};
template <> struct action<g::dict_value>         : sets_text<ast::text_form::dict> {};

template <> struct action<g::fusion_kind>        : sets_keyword {};
template <> struct action<g::comparison_direction> : sets_keyword {};
template <> struct action<g::comparison_type>    : sets_keyword {};
template <> struct action<g::comparison_order>   : sets_keyword {};
template <> struct action<g::fft_type>           : sets_keyword {};
template <> struct action<g::transpose_word>     : sets_keyword {};
template <> struct action<g::convolution_kind>   : sets_keyword {};
template <> struct action<g::distribution>       : sets_keyword {};
template <> struct action<g::padding_type>       : sets_keyword {};
template <> struct action<g::schedule>           : sets_keyword {};
template <> struct action<g::api_version>        : sets_keyword {};
template <> struct action<g::collective_mode>    : sets_keyword {};
template <> struct action<g::shuffle_mode>       : sets_keyword {};
template <> struct action<g::rng_algorithm>      : sets_keyword {};
template <> struct action<g::dot_algorithm>      : sets_keyword {};
template <> struct action<g::precision> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        const auto word = ast::keyword_of(text_of(in));
        ctx.see_word(word, in.begin());
        ctx.growing<ast::keyword>().push(word);
    }
};
template <> struct action<g::precisions>         : gathers_value<ast::keywords, &ast::keywords::values> {};

template <> struct action<g::slice_start>        : sets<&ast::slice_dimension::start> {};
template <> struct action<g::slice_limit>        : sets<&ast::slice_dimension::limit> {};
template <> struct action<g::slice_stride>       : sets<&ast::slice_dimension::stride> {};
template <> struct action<g::slice_dimension>    : element<ast::slice_dimension> {};
template <> struct action<g::slice_ranges>       : gathers_value<ast::slice_ranges, &ast::slice_ranges::dimensions> {};
template <> struct action<g::pair_source>        : sets<&ast::device_pair::source> {};
template <> struct action<g::pair_target>        : sets<&ast::device_pair::target> {};
template <> struct action<g::device_pair>        : element<ast::device_pair> {};
template <> struct action<g::device_pairs>       : gathers_value<ast::device_pairs, &ast::device_pairs::pairs> {};
template <> struct action<g::padding_low>        : sets<&ast::padding_dimension::low> {};
template <> struct action<g::padding_high>       : sets<&ast::padding_dimension::high> {};
template <> struct action<g::padding_interior>   : sets<&ast::padding_dimension::interior> {};
template <> struct action<g::padding_dimension>  : element<ast::padding_dimension> {};
template <> struct action<g::padding_config>     : gathers_value<ast::padding_config, &ast::padding_config::dimensions> {};

template <> struct action<g::window_number>      : pushes<std::int64_t> {};
template <> struct action<g::window_size>        : gathers<&ast::window::size> {};
template <> struct action<g::window_stride>      : gathers<&ast::window::stride> {};
template <> struct action<g::lhs_dilate>         : gathers<&ast::window::lhs_dilate> {};
template <> struct action<g::rhs_dilate>         : gathers<&ast::window::rhs_dilate> {};
template <> struct action<g::window_low>         : sets<&ast::window_padding::low> {};
template <> struct action<g::window_high>        : sets<&ast::window_padding::high> {};
template <> struct action<g::window_padding>     : element<ast::window_padding> {};
template <> struct action<g::window_pad>         : gathers<&ast::window::pad> {};
template <> struct action<g::reversal> : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&) { ctx.growing<bool>().push(*in.begin() == '1'); }
};
template <> struct action<g::rhs_reversal>       : gathers<&ast::window::rhs_reversal> {};
template <> struct action<g::window>             : is_boxed_value<ast::window> {};
template <> struct action<g::dim_labels>         : sets_view_of<ast::dimension_labels, &ast::dimension_labels::text> {};
template <> struct action<g::layout_constraint>  : element<ast::shape> {};
template <> struct action<g::layout_constraints> : gathers_value<ast::shapes, &ast::shapes::values> {};
template <> struct action<g::outfeed_shape>      : is_boxed_value<ast::shape> {};

template <> struct action<g::alias_output>       : gathers<&ast::alias::output> {};
template <> struct action<g::alias_operand>      : sets<&ast::alias::operand> {};
template <> struct action<g::alias_operand_index> : gathers<&ast::alias::operand_index> {};
template <> struct action<g::alias>              : element<ast::alias> {};
template <> struct action<g::aliases>            : gathers_value<ast::aliases, &ast::aliases::entries> {};

template <> struct action<g::frontend_key> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::frontend_attribute& node) { node.key = text_of(in); }
};
template <> struct action<g::frontend_dict>      : sets_frontend<ast::text_form::dict> {};
template <> struct action<g::frontend_escaped>   : sets_frontend<ast::text_form::either> {};
template <> struct action<g::frontend_raw>       : sets_frontend<ast::text_form::raw> {};
template <> struct action<g::frontend_bare>      : sets_frontend<ast::text_form::bare> {};
template <> struct action<g::frontend_attribute> : element<ast::frontend_attribute> {};
template <> struct action<g::bare_frontend_attribute> : element<ast::frontend_attribute> {};
template <> struct action<g::frontend_attributes> : gathers_value<ast::frontend_attributes, &ast::frontend_attributes::entries> {};

template <> struct action<g::origin_name>        : sets<&ast::origin_leaf::name> {};
template <> struct action<g::origin_index>       : gathers<&ast::origin_leaf::index> {};
template <> struct action<g::origin_leaf> : becomes<ast::origin_leaf, &ast::origin_node::form> {
    using becomes::match;
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::origin_leaf&)
    {
        if (in.size() == std::string_view("{}").size()) ctx.see(feature::empty_origin, in.begin());
    }
};
template <> struct action<g::origin_invisible> : tao::pegtl::maybe_nothing {
    static void apply0(context&, ast::origin_node& node) { node.form = ast::origin_leaf{{}, {}, true}; }
};
template <> struct action<g::origin_part>        : element<ast::origin_node> {};
template <> struct action<g::origin_parts>       : gathers<&ast::origin_tuple::parts> {};
template <> struct action<g::origin_tuple>       : becomes<ast::origin_tuple, &ast::origin_node::form> {};
template <> struct action<g::synthetic_call>     : marks<&ast::origin_node::form, ast::synthetic_call{}> {};
template <> struct action<g::synthetic_root>     : inside<&ast::origin::tree> {};
template <> struct action<g::origin_tree>        : inside<&ast::origin::tree> {};
template <> struct action<g::origin_call>        : sets<&ast::origin::call> {};
template <> struct action<g::origin>             : is_boxed_value<ast::origin> {};

template <> struct action<g::domain_kind>        : sets<&ast::domain::kind> {};
template <> struct action<g::domain_entry>       : inside_domain<&ast::domain::entry> {};
template <> struct action<g::domain_exit>        : inside_domain<&ast::domain::exit> {};
template <> struct action<g::domain>             : is_boxed_value<ast::domain> {};
template <> struct action<g::highest_accuracy>   : marks<&ast::result_accuracy::highest, true> {};
template <> struct action<g::atol>               : sets_float<&ast::result_accuracy::atol> {};
template <> struct action<g::rtol>               : sets_float<&ast::result_accuracy::rtol> {};
template <> struct action<g::ulps>               : sets<&ast::result_accuracy::ulps> {};
template <> struct action<g::result_accuracy>    : is_boxed_value<ast::result_accuracy> {};
template <> struct action<g::visualizing_index>  : sets<&ast::statistics::visualizing_index> {};
template <> struct action<g::statistic_name>     : sets<&ast::statistic::name> {};
template <> struct action<g::statistic_value>    : sets_float<&ast::statistic::value> {};
template <> struct action<g::statistic>          : element<ast::statistic> {};
template <> struct action<g::statistic_list>     : gathers<&ast::statistics::entries> {};
template <> struct action<g::statistics>         : is_boxed_value<ast::statistics> {};
template <> struct action<g::sparsity_right>     : marks<&ast::sparsity_descriptor::right, true> {};
template <> struct action<g::sparse_dimension>   : sets<&ast::sparsity_descriptor::dimension> {};
template <> struct action<g::sparse_n>           : sets<&ast::sparsity_descriptor::n> {};
template <> struct action<g::sparse_m>           : sets<&ast::sparsity_descriptor::m> {};
template <> struct action<g::sparsity_descriptor> : element<ast::sparsity_descriptor> {};
template <> struct action<g::sparsity>           : gathers_value<ast::sparsity_descriptors, &ast::sparsity_descriptors::entries> {};
template <> struct action<g::config_n>           : sets<&ast::operand_sparsity::n> {};
template <> struct action<g::config_m>           : sets<&ast::operand_sparsity::m> {};
template <> struct action<g::config_dimension>   : sets<&ast::operand_sparsity::dimension> {};
template <> struct action<g::config_stride>      : sets<&ast::operand_sparsity::stride> {};
template <> struct action<g::config_index>       : sets<&ast::operand_sparsity::index> {};
template <> struct action<g::lhs_sparsity>       : emplaces<&ast::sparsity_config::lhs> {};
template <> struct action<g::rhs_sparsity>       : emplaces<&ast::sparsity_config::rhs> {};
template <> struct action<g::sparsity_config>    : is_boxed_value<ast::sparsity_config> {};
template <> struct action<g::scale_index>        : sets<&ast::operand_scaling::scale_index> {};
template <> struct action<g::zero_index>         : sets<&ast::operand_scaling::zero_index> {};
template <> struct action<g::scaling_number>     : pushes<std::int64_t> {};
template <> struct action<g::scaling_strides>    : gathers<&ast::operand_scaling::strides> {};
template <> struct action<g::scaling_steps>      : gathers<&ast::operand_scaling::steps> {};
template <> struct action<g::lhs_scaling>        : emplaces<&ast::block_scaling_config::lhs> {};
template <> struct action<g::rhs_scaling>        : emplaces<&ast::block_scaling_config::rhs> {};
template <> struct action<g::block_scaling_config> : is_boxed_value<ast::block_scaling_config> {};
template <> struct action<g::braced_delta>       : gathers_value<ast::integers, &ast::integers::values> {};

template <> struct action<g::replica_groups>     : is_boxed_value<ast::replica_groups> {};
template <> struct action<g::sharding>           : is_boxed_value<ast::sharding> {};
template <> struct action<g::literal_value>      : is_boxed_value<ast::shaped_literal> {};
template <> struct action<g::metadata>           : is_boxed_value<ast::metadata> {};
// clang-format on

} // namespace ballast::read
