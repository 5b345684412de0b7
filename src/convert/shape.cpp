// Converts shapes and their layouts.
#include "ast/known_items.hpp"
#include "convert/wording.hpp"

#include <algorithm>

namespace ballast::converting {

ast::shape wording::bare(const ast::shape& node)
{
    const auto plain = [](ast::array_shape array) {
        array.layout.reset();
        array.invalid_layout = false;
        return array;
    };
    if (const auto* array = node.array()) return {plain(*array)};
    if (const auto* buffer = std::get_if<ast::buffer_shape>(&node.form))
        return {ast::buffer_shape{plain(buffer->array)}};
    return {
        ast::tuple_shape{*each(node.tuple()->elements, [&](const ast::shape& s) { return std::optional(bare(s)); })}};
}

ast::shape wording::shape(const ast::shape& node)
{
    if (!changes_) return node;
    if (const auto* whole = node.array()) return {array(*whole)};
    if (const auto* buffer = std::get_if<ast::buffer_shape>(&node.form))
        return {ast::buffer_shape{array(buffer->array)}};
    return {
        ast::tuple_shape{*each(node.tuple()->elements, [&](const ast::shape& s) { return std::optional(shape(s)); })}};
}

ast::shared<ast::shape> wording::shape(const ast::shared<ast::shape>& node)
{
    if (!changes_) return node;
    auto& made = shared_[node.get()];
    if (!made) {
        const auto* const fresh = memory_.share(shape(*node)).get();
        made = fresh;
    }
    return ast::shared<ast::shape>(made);
}

ast::box<ast::shape> wording::shape(const ast::box<ast::shape>& node)
{
    if (!changes_ || !node) return node;
    return memory_.make(shape(*node));
}

ast::array_shape wording::array(const ast::array_shape& node)
{
    auto result = node;
    if (node.invalid_layout && !takes(feature::invalid_layout)) result.invalid_layout = false;
    if (!node.layout || !node.layout->suffixes) return result;
    if (node.layout->suffixes->max_sparse_elements) {
        if (!takes(feature::sparse_layout)) result.layout.reset();
        return result;
    }
    const auto changed = suffixes(*node.layout->suffixes);
    if (changed == *node.layout->suffixes) return result;
    result.layout->suffixes =
        changed == ast::layout_suffixes{} ? ast::box<ast::layout_suffixes>{} : memory_.make(changed);
    // A scalar without suffixes has no braces.
    if (!result.layout->suffixes && result.layout->minor_to_major.empty()) result.layout.reset();
    return result;
}

ast::layout_suffixes wording::suffixes(const ast::layout_suffixes& node)
{
    auto result = node;
    if (!node.levels.empty()) result.levels = levels(node.levels);
    if (node.tail_padding_alignment && !takes(feature::tail_padding)) result.tail_padding_alignment.reset();
    const auto type = [&](std::optional<ast::auxiliary_type>& of) {
        if (!of) return;
        if (!takes(feature::sparse_types) || !(of->kind ? takes_word(*of->kind) : takes(feature::invalid_type)))
            of.reset();
    };
    type(result.index_type);
    type(result.pointer_type);
    if (node.element_bits != 0 && !takes(feature::element_bits)) result.element_bits = 0;
    if (!node.splits.empty() && !takes(feature::splits)) result.splits = {};
    if (node.physical_shape)
        result.physical_shape = takes(feature::physical_shape) ? shape(node.physical_shape) : ast::box<ast::shape>{};
    if (node.dynamic_metadata_bytes != 0 && !takes(feature::dynamic_metadata)) result.dynamic_metadata_bytes = 0;
    result.unknown_items = kept(node.unknown_items, ast::known_items(result));
    return result;
}

ast::list<ast::dimension_level> wording::levels(const ast::list<ast::dimension_level>& node)
{
    const auto has = [&](char letter) {
        return std::ranges::find(node, letter, &ast::dimension_level::letter) != node.end();
    };
    if (!takes(feature::levels) || (has('H') && !takes(feature::loose_levels)) ||
        (has('?') && !takes(feature::invalid_levels)))
        return {};
    const bool dense = std::ranges::all_of(node, [](const auto& level) { return level.letter == 'D'; });
    if (dense && !takes(feature::dense_levels)) return {};
    const bool marks =
        std::ranges::any_of(node, [](const auto& level) { return level.non_unique || level.non_ordered; });
    if (!marks || takes(feature::level_marks)) return node;
    return *each(node, [](ast::dimension_level level) {
        level.non_unique = level.non_ordered = false;
        return std::optional(level);
    });
}

} // namespace ballast::converting
