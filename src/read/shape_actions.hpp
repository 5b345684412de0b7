// Shapes and layouts.
#pragma once

#include "grammar/shape.hpp"
#include "read/action.hpp"
#include "read/unknown_actions.hpp"
#include "rules/shape.hpp"

#include <optional>
#include <utility>

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_element_type : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::array_shape& node)
    {
        const auto spelling = text_of(in);
        node.type.kind = ast::element_kind_of(spelling);
        ctx.see_word(node.type.kind, in.begin());
        if (node.type.kind != ast::element_kind::unknown) return;
        node.type.other = ctx.memory.make(spelling);
        ctx.note_unknown(finding_id::unknown_element_type, spelling);
    }
};

// A layout and its places for findings; a shape inside it has its own.
struct places_layout : emplaces<&ast::array_shape::layout> {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::array_shape& node)
    {
        const char* const begin = in.current();
        if (!emplaces::template match<Rule, A, R, Action, Control>(in, ctx, node)) return false;
        ctx.layout.whole = {begin, static_cast<std::size_t>(in.current() - begin)};
        return true;
    }
};
struct places_splits : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        ctx.layout.splits = text_of(in);
    }
};
struct boxes_physical_shape : boxes_in_place<&ast::layout_suffixes::physical_shape> {
    template <typename Rule, apply_mode A, rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, context& ctx, ast::layout_suffixes& node)
    {
        const auto outer = ctx.layout;
        const bool matched = boxes_in_place::template match<Rule, A, R, Action, Control>(in, ctx, node);
        ctx.layout = outer;
        return matched;
    }
};

[[noreturn]] inline void refuse_layout(const context& ctx, const rules::violation& rule)
{
    switch (static_cast<rules::layout_part>(rule.part)) {
    case rules::layout_part::splits: throw ctx.refuse(rule, ctx.layout.splits);
    case rules::layout_part::invalid: throw ctx.refuse(rule, ctx.invalid_layout);
    case rules::layout_part::order: break;
    }
    throw ctx.refuse(rule, ctx.layout.whole);
}

struct checks_layout : tao::pegtl::maybe_nothing {
    static void apply0(context& ctx, ast::array_shape& node)
    {
        if (const auto rule = rules::check_layout(node)) refuse_layout(ctx, *rule);
    }
};

struct sets_mark : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        convert(ctx, text_of(in), ctx.open_mark);
    }
};
struct places_mark : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        ctx.mark_text = text_of(in);
        ctx.mark_number = ctx.open_mark;
    }
};

// Every fifth element has a mark with its index, in the whole file or nowhere.
template <typename ActionInput>
void check_index_mark(const ActionInput& in, context& ctx, std::size_t index, feature marked_feature,
                      feature unmarked_feature)
{
    const auto mark = std::exchange(ctx.mark_number, std::nullopt);
    if (!mark && index % 5 != 0) [[likely]]
        return;
    if (const auto rule = rules::check_index_mark(index, mark)) throw ctx.refuse(*rule, ctx.mark_text);
    ctx.see(mark ? marked_feature : unmarked_feature, mark ? ctx.mark_text.data() : in.begin());
}

template <typename Element>
struct checks_index_mark : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        check_index_mark(in, ctx, ctx.growing<Element>().size() - ctx.mark<Element>(), feature::index_marks,
                         feature::no_index_marks);
    }
};

struct sets_level_letter : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::dimension_level& node)
    {
        node.letter = *in.begin();
        if (node.letter == 'H') ctx.see(feature::loose_levels, in.begin());
        if (node.letter == '?') ctx.see(feature::invalid_levels, in.begin());
    }
};

template <auto M>
struct sets_auxiliary_type : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::layout_suffixes& node)
    {
        const auto text = text_of(in);
        auto& type = (node.*M).emplace();
        if (text == "invalid") return;
        type.kind = ast::element_kind_of(text);
        ctx.see_word(*type.kind, in.begin());
    }
};

// D() before or after T() is the choice of a file, which only shows if both are printed.
struct dates_levels : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::layout_suffixes& node)
    {
        if (node.levels.empty()) return;
        if (!node.tiles.empty() && *in.begin() == 'D') ctx.see(feature::levels_before_tiles, in.begin());
        if (std::ranges::all_of(node.levels, [](const ast::dimension_level& l) { return l.letter == 'D'; }))
            ctx.see(feature::dense_levels, in.begin());
    }
};

struct sets_sparse_layout : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::array_shape& node)
    {
        ast::layout_suffixes suffixes;
        convert(ctx, text_of(in), suffixes.max_sparse_elements);
        node.layout.emplace().suffixes = ctx.memory.make(suffixes);
    }
};

// --- the table -------------------------------------------------------------------------------------------------------
// clang-format off

template <> struct action<g::index_element>      : pushes<std::int64_t> {};

template <> struct action<g::element_type>       : sets_element_type {};
template <> struct action<g::bare_type>          : tao::pegtl::nothing<g::bare_type> {};
template <> struct action<g::dimensions>         : gathers<&ast::array_shape::dimensions> {};
template <> struct action<g::dimension>          : element<ast::dimension> {};
template <> struct action<g::fixed_dimension>    : sets<&ast::dimension::size> {};
template <> struct action<g::unbounded_dimension> : marks<&ast::dimension::kind, ast::dimension_kind::unbounded> {};
template <> struct action<g::bounded_dimension> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::dimension& node)
    {
        convert(ctx, text_of(in), node.size);
        node.kind = ast::dimension_kind::bounded;
    }
};

template <> struct action<g::levels>             : gathers<&ast::layout_suffixes::levels> {};
template <> struct action<g::dimension_level>    : element<ast::dimension_level> {};
template <> struct action<g::level_letter>       : sets_level_letter {};
template <> struct action<g::level_non_unique>   : marks<&ast::dimension_level::non_unique, true> {};
template <> struct action<g::level_non_ordered>  : marks<&ast::dimension_level::non_ordered, true> {};
template <> struct action<g::tiles>              : gathers<&ast::layout_suffixes::tiles> {};
template <> struct action<g::tile_dimension>     : element<ast::tile_dimension> {};
template <> struct action<g::tile_size>          : sets<&ast::tile_dimension::size> {};
template <> struct action<g::tail_padding>       : sets<&ast::layout_suffixes::tail_padding_alignment> {};
template <> struct action<g::index_type>         : sets_auxiliary_type<&ast::layout_suffixes::index_type> {};
template <> struct action<g::pointer_type>       : sets_auxiliary_type<&ast::layout_suffixes::pointer_type> {};
template <> struct action<g::element_bits>       : sets<&ast::layout_suffixes::element_bits> {};
template <> struct action<g::memory_space>       : sets<&ast::layout_suffixes::memory_space> {};
template <> struct action<g::splits> : gathers<&ast::layout_suffixes::splits>, places_splits {
    using gathers::match;
};
template <> struct action<g::split>              : element<ast::split> {};
template <> struct action<g::split_dimension>    : sets<&ast::split::dimension> {};
template <> struct action<g::split_indices>      : gathers<&ast::split::indices> {};
template <> struct action<g::split_index>        : pushes<std::int64_t> {};
template <> struct action<g::physical_shape>     : boxes_physical_shape {};
template <> struct action<g::dynamic_metadata>   : sets<&ast::layout_suffixes::dynamic_metadata_bytes> {};
template <> struct action<g::unknown_suffix>     : keeps_item {};
template <> struct action<g::suffix_items>       : gathers<&ast::layout_suffixes::unknown_items> {};
template <> struct action<g::layout_suffixes>    : boxes_in_place<&ast::layout::suffixes>, dates_levels {
    using boxes_in_place::match;
};

template <> struct action<g::minor_to_major>     : gathers<&ast::layout::minor_to_major> {};
template <> struct action<g::minor_to_major_element> : pushes<std::int64_t> {};
template <> struct action<g::layout>             : places_layout {};
template <> struct action<g::invalid_layout> : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::array_shape& node)
    {
        node.invalid_layout = true;
        ctx.invalid_layout = text_of(in);
    }
};
template <> struct action<g::max_sparse_elements> : sets_sparse_layout {};

template <> struct action<g::laid_out_array>     : checks_layout {};
template <> struct action<g::array_shape>        : becomes<ast::array_shape, &ast::shape::form> {};
template <> struct action<g::plain_array>        : becomes<ast::array_shape, &ast::shape::form> {};
template <> struct action<g::index_mark_number>  : sets_mark {};
template <> struct action<g::index_mark>         : places_mark {};
template <> struct action<g::tuple_separator>    : checks_index_mark<ast::shape> {};
template <> struct action<g::tuple_element>      : element<ast::shape> {};
template <> struct action<g::plain_element>      : element<ast::shape> {};
template <> struct action<g::tuple_elements>     : gathers<&ast::tuple_shape::elements> {};
template <> struct action<g::plain_elements>     : gathers<&ast::tuple_shape::elements> {};
template <> struct action<g::tuple_shape>        : becomes<ast::tuple_shape, &ast::shape::form> {};
template <> struct action<g::plain_tuple>        : becomes<ast::tuple_shape, &ast::shape::form> {};
template <> struct action<g::buffer_array>       : inside<&ast::buffer_shape::array> {};
template <> struct action<g::plain_buffer_array> : inside<&ast::buffer_shape::array> {};
template <> struct action<g::buffer_shape>       : becomes<ast::buffer_shape, &ast::shape::form> {};
template <> struct action<g::plain_buffer>       : becomes<ast::buffer_shape, &ast::shape::form> {};

template <> struct action<g::tile>               : element_of_gathered<&ast::tile::dimensions> {};
// clang-format on

} // namespace ballast::read
