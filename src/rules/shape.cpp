#include "rules/shape.hpp"

#include "rules/unknown_item.hpp"

#include <vector>

namespace ballast::rules {

namespace {

violation at(layout_part part, finding_id id, finding_message text)
{
    return {id, std::move(text), static_cast<std::size_t>(part)};
}

violation out_of_order(std::int64_t dimension, std::size_t rank)
{
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(rank))
        return at(layout_part::order, finding_id::layout_rank,
                  say("dimension {} is out of range in the layout of {} dimensions", dimension, rank));
    return at(layout_part::order, finding_id::layout_rank,
              say("dimension {} appears twice in the layout of {} dimensions", dimension, rank));
}

// Adds a dimension to a set of `rank` bits in `words`. Returns false if it is out of range, or already in the set.
bool take(std::int64_t dimension, std::size_t rank, std::uint64_t* words)
{
    if (dimension < 0 || dimension >= static_cast<std::int64_t>(rank)) return false;
    auto& word = words[dimension / 64];
    const auto bit = std::uint64_t{1} << (dimension % 64);
    if ((word & bit) != 0) return false;
    word |= bit;
    return true;
}

} // namespace

verdict check_layout(const ast::layout& layout, std::size_t rank)
{
    const auto& order = layout.minor_to_major;
    if (order.size() != rank)
        return at(layout_part::order, finding_id::layout_rank,
                  say("layout lists {} dimensions, the shape has {}", order.size(), rank));
    std::uint64_t few = 0;
    std::vector<std::uint64_t> many(rank <= 64 ? 0 : rank / 64 + 1);
    auto* const seen = rank <= 64 ? &few : many.data();
    for (const auto d : order)
        if (!take(d, rank, seen)) return out_of_order(d, rank);
    if (layout.suffixes && !layout.suffixes->levels.empty() && layout.suffixes->levels.size() != rank)
        return at(
            layout_part::order, finding_id::layout_rank,
            say("layout has level types for {} dimensions, the shape has {}", layout.suffixes->levels.size(), rank));
    if (layout.suffixes)
        for (const auto& split : layout.suffixes->splits)
            if (split.dimension < 0 || split.dimension >= static_cast<std::int64_t>(rank))
                return at(layout_part::splits, finding_id::split_dimension,
                          say("layout splits dimension {}, the shape has {} dimensions", split.dimension, rank));
    return {};
}

verdict check_layout(const ast::array_shape& shape)
{
    const auto rank = shape.dimensions.size();
    if (shape.type.kind == ast::element_kind::primitive_type_invalid && (rank != 0 || shape.layout))
        return at(layout_part::order, finding_id::layout_rank,
                  say("`primitive_type_invalid` with dimensions or a layout, which an unset shape does not have"));
    if (shape.invalid_layout && rank != 0)
        return at(layout_part::invalid, finding_id::layout_rank,
                  say("`invalid{{}}` after {} dimensions, only scalars have it", rank));
    if (!shape.layout || (shape.layout->suffixes && shape.layout->suffixes->max_sparse_elements)) return {};
    return check_layout(*shape.layout, rank);
}

verdict check_index_mark(std::size_t index, std::optional<std::int64_t> mark)
{
    if (!mark) return {};
    if (index % 5 != 0)
        return violation{finding_id::index_mark, say("index mark before element {}, only every fifth has one", index)};
    if (*mark != static_cast<std::int64_t>(index))
        return violation{finding_id::index_mark, say("index mark `/*index={}*/` before element {}", *mark, index)};
    return {};
}

verdict check_shape(const ast::shape& shape)
{
    if (const auto* tuple = shape.tuple()) {
        for (const auto& element : tuple->elements)
            if (auto found = check_shape(element)) return found;
        return {};
    }
    const auto* array = shape.array();
    if (!array) array = &std::get<ast::buffer_shape>(shape.form).array;
    if (array->layout && array->layout->suffixes) {
        const auto& suffixes = *array->layout->suffixes;
        if (auto found = check_unknown(suffixes)) return found;
        if (suffixes.physical_shape)
            if (auto found = check_shape(*suffixes.physical_shape)) return found;
    }
    return check_layout(*array);
}

bool has_layout(const ast::shape& shape)
{
    if (const auto* tuple = shape.tuple()) {
        for (const auto& element : tuple->elements)
            if (has_layout(element)) return true;
        return false;
    }
    const auto* buffer = std::get_if<ast::buffer_shape>(&shape.form);
    const auto& array = buffer ? buffer->array : *shape.array();
    return array.layout || array.invalid_layout;
}

} // namespace ballast::rules
