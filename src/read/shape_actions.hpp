// Shapes and layouts.
#pragma once

#include "base/shown.hpp"
#include "grammar/shape.hpp"
#include "read/action.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::read {

namespace g = grammar;

// --- functions -------------------------------------------------------------------------------------------------------

struct sets_element_type : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::array_shape& node)
    {
        const auto spelling = text_of(in);
        node.type.kind = ast::element_kind_of(spelling);
        if (node.type.kind != ast::element_kind::unknown) return;
        node.type.other = ctx.memory.make(spelling);
        ctx.note_unknown(finding_id::unknown_element_type, spelling);
    }
};

// A layout orders all dimensions, each once.
struct checks_layout : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::array_shape& node)
    {
        const auto rank = node.dimensions.size();
        if (node.invalid_layout && rank != 0)
            throw refusal{finding_id::layout_rank, in.end() - std::string_view("invalid{}").size(),
                          fmt::format("`invalid{{}}` behind {} dimensions, only scalars have it", rank)};
        if (!node.layout || (node.layout->suffixes && node.layout->suffixes->max_sparse_elements)) return;
        const auto text = text_of(in);
        check(text.data() + text.find('{'), rank, node.layout->minor_to_major);
    }

    static void check(const char* at, std::size_t rank, const ast::list<std::int64_t>& order)
    {
        if (order.size() != rank)
            throw refusal{finding_id::layout_rank, at,
                          fmt::format("layout orders {} dimensions, the shape has {}", order.size(), rank)};
        if (rank <= 64) {
            std::uint64_t seen = 0;
            for (const auto d : order) {
                if (d >= static_cast<std::int64_t>(rank) || (seen >> d & 1) != 0) refuse_order(at, d, rank);
                seen |= std::uint64_t{1} << d;
            }
        } else {
            std::vector<bool> seen(rank);
            for (const auto d : order) {
                if (d >= static_cast<std::int64_t>(rank) || seen[static_cast<std::size_t>(d)])
                    refuse_order(at, d, rank);
                seen[static_cast<std::size_t>(d)] = true;
            }
        }
    }

private:
    [[noreturn]] static void refuse_order(const char* at, std::int64_t dimension, std::size_t rank)
    {
        throw refusal{finding_id::layout_rank, at,
                      fmt::format("dimension {} {} in the layout of {} dimensions", dimension,
                                  dimension >= static_cast<std::int64_t>(rank) ? "is out of range" : "stands twice",
                                  rank)};
    }
};

// Every fifth element carries a mark with its index, in the whole file or nowhere.
template <typename ActionInput>
void check_index_mark(const ActionInput& in, context& ctx, std::size_t index, ast::index_mark_form ast::forms::* form,
                      feature marked_feature, feature unmarked_feature)
{
    const auto text = text_of(in);
    const bool marked = text.size() > 2; // more than `, `
    if (index % 5 != 0) {
        if (marked)
            throw refusal{finding_id::index_mark, text.data() + 2,
                          fmt::format("index mark in front of element {}, only every fifth has one", index)};
        return;
    }
    if (!marked) {
        ctx.see(unmarked_feature, text.data());
        ctx.forms.*form = ast::index_mark_form::absent;
        return;
    }
    if (text != fmt::format(", /*index={}*/", index))
        throw refusal{finding_id::index_mark, text.data() + 2,
                      fmt::format("index mark {} in front of element {}", shown(text.substr(2)), index)};
    ctx.see(marked_feature, text.data() + 2);
    ctx.forms.*form = ast::index_mark_form::present;
}

template <typename Element>
struct checks_index_mark : tao::pegtl::maybe_nothing {
    template <typename ActionInput, typename Node>
    static void apply(const ActionInput& in, context& ctx, Node&)
    {
        check_index_mark(in, ctx, ctx.growing<Element>().size() - ctx.mark<Element>(), &ast::forms::index_marks,
                         feature::index_marks, feature::no_index_marks);
    }
};

struct sets_level_letter : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context&, ast::dimension_level& node)
    {
        node.letter = *in.begin();
    }
};

template <auto M>
struct sets_auxiliary_type : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::layout_suffixes& node)
    {
        const auto text = text_of(in);
        auto& type = (node.*M).emplace();
        if (text != "invalid") type.kind = ast::element_kind_of(text);
        ctx.see(feature::sparse_types, in.begin());
    }
};

// D() in front of T() or behind it: the file's choice, told only where both are there.
struct sees_level_order : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::layout_suffixes& node)
    {
        if (node.levels.empty()) return;
        ctx.see(feature::levels, in.begin());
        if (node.tiles.empty()) return;
        const bool after = *in.begin() == 'T';
        const auto order = after ? ast::level_order::after_tiles : ast::level_order::before_tiles;
        if (ctx.forms.levels != ast::level_order::unseen && ctx.forms.levels != order)
            throw refusal{finding_id::mixed_eras, in.begin(), "D() and T() in two orders in one file"};
        ctx.forms.levels = order;
        if (after) ctx.see(feature::levels_after_tiles, in.begin());
    }
};

struct sets_sparse_layout : tao::pegtl::maybe_nothing {
    template <typename ActionInput>
    static void apply(const ActionInput& in, context& ctx, ast::array_shape& node)
    {
        ast::layout_suffixes suffixes;
        convert(ctx, text_of(in), suffixes.max_sparse_elements);
        node.layout.emplace().suffixes = ctx.memory.make(suffixes);
        ctx.see(feature::sparse_layout, in.begin());
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
template <> struct action<g::unbounded_dimension>
    : marks_and_shows<&ast::dimension::kind, ast::dimension_kind::unbounded, feature::unbounded_dimension> {};
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
template <> struct action<g::tail_padding>
    : sets_and_shows<&ast::layout_suffixes::tail_padding_alignment, feature::tail_padding> {};
template <> struct action<g::index_type>         : sets_auxiliary_type<&ast::layout_suffixes::index_type> {};
template <> struct action<g::pointer_type>       : sets_auxiliary_type<&ast::layout_suffixes::pointer_type> {};
template <> struct action<g::element_bits>
    : sets_and_shows<&ast::layout_suffixes::element_bits, feature::element_bits> {};
template <> struct action<g::memory_space>       : sets<&ast::layout_suffixes::memory_space> {};
template <> struct action<g::splits>             : gathers<&ast::layout_suffixes::splits> {};
template <> struct action<g::split>              : element<ast::split> {};
template <> struct action<g::split_dimension>    : sets_and_shows<&ast::split::dimension, feature::splits> {};
template <> struct action<g::split_indices>      : gathers<&ast::split::indices> {};
template <> struct action<g::split_index>        : pushes<std::int64_t> {};
template <> struct action<g::physical_shape>     : boxes<&ast::layout_suffixes::physical_shape> {};
template <> struct action<g::physical_shape_suffix> : shows<feature::physical_shape> {};
template <> struct action<g::dynamic_metadata>
    : sets_and_shows<&ast::layout_suffixes::dynamic_metadata_bytes, feature::dynamic_metadata> {};
template <> struct action<g::layout_suffixes>    : boxes<&ast::layout::suffixes>, sees_level_order {
    using boxes::match;
};

template <> struct action<g::minor_to_major>     : gathers<&ast::layout::minor_to_major> {};
template <> struct action<g::minor_to_major_element> : pushes<std::int64_t> {};
template <> struct action<g::layout>             : emplaces<&ast::array_shape::layout> {};
template <> struct action<g::invalid_layout>
    : marks_and_shows<&ast::array_shape::invalid_layout, true, feature::invalid_layout> {};
template <> struct action<g::max_sparse_elements> : sets_sparse_layout {};

template <> struct action<g::laid_out_array>     : checks_layout {};
template <> struct action<g::array_shape>        : becomes<ast::array_shape, &ast::shape::form> {};
template <> struct action<g::plain_array>        : becomes<ast::array_shape, &ast::shape::form> {};
template <> struct action<g::tuple_separator>    : checks_index_mark<ast::shape> {};
template <> struct action<g::tuple_element>      : element<ast::shape> {};
template <> struct action<g::plain_element>      : element<ast::shape> {};
template <> struct action<g::tuple_elements>     : gathers<&ast::tuple_shape::elements> {};
template <> struct action<g::plain_elements>     : gathers<&ast::tuple_shape::elements> {};
template <> struct action<g::tuple_shape>        : becomes<ast::tuple_shape, &ast::shape::form> {};
template <> struct action<g::plain_tuple>        : becomes<ast::tuple_shape, &ast::shape::form> {};
template <> struct action<g::buffer_array>       : inside<&ast::buffer_shape::array>, shows<feature::buffer_shape> {
    using inside::match;
};
template <> struct action<g::plain_buffer_array> : inside<&ast::buffer_shape::array>, shows<feature::buffer_shape> {
    using inside::match;
};
template <> struct action<g::buffer_shape>       : becomes<ast::buffer_shape, &ast::shape::form> {};
template <> struct action<g::plain_buffer>       : becomes<ast::buffer_shape, &ast::shape::form> {};

template <> struct action<g::tile>               : element_of_gathered<&ast::tile::dimensions> {};
// clang-format on

} // namespace ballast::read
