#include "generate/program.hpp"

#include "ballast/ast/copy.hpp"

#include <algorithm>

namespace ballast::generate {

program::number program::tuple_of(std::span<const number> elements)
{
    tuple_shape made;
    made.first_element = static_cast<number>(elements_.size());
    made.elements = static_cast<number>(elements.size());
    made.first_part = static_cast<number>(parts_.size());
    elements_.insert(elements_.end(), elements.begin(), elements.end());
    const auto result = first_tuple + static_cast<number>(tuples_.size());
    parts_.push_back({result, 0, 0});
    for (number i = 0; i < elements.size(); ++i) {
        const auto before = static_cast<number>(parts_.size()) - made.first_part;
        parts_.push_back({elements[i], 0, i});
        for (number p = 1; p < parts_of(elements[i]); ++p) {
            auto part = parts_[tuple(elements[i]).first_part + p];
            part.whole += before;
            parts_.push_back(part);
        }
    }
    made.parts = static_cast<number>(parts_.size()) - made.first_part;
    tuples_.push_back(made);
    return result;
}

program::number program::part_of(number shape, number part) const
{
    return is_tuple(shape) ? parts_[tuple(shape).first_part + part].shape : shape;
}

program::number program::element_of(number shape, number place) const
{
    number part = 1;
    for (number i = 0; i < place; ++i) part += parts_of(elements_[tuple(shape).first_element + i]);
    return part;
}

std::int64_t program::bytes_of(number shape) const
{
    return is_tuple(shape) ? std::int64_t{8} * tuple(shape).elements : shapes_[shape].bytes;
}

ast::shape program::node_of(number shape, nodes& draw, bool layouts) const
{
    if (!is_tuple(shape)) {
        auto result = ast::copy(shapes_[shape].shape, draw.memory());
        if (!layouts) result.layout.reset();
        return {result};
    }
    const auto& made = tuple(shape);
    std::vector<ast::shape> elements;
    for (number i = 0; i < made.elements; ++i)
        elements.push_back(node_of(elements_[made.first_element + i], draw, layouts));
    return {ast::tuple_shape{draw.list(elements)}};
}

// Only tuples and their parts have an index.
std::optional<ast::shape_index> program::index_of(number shape, number part, nodes& draw) const
{
    if (!is_tuple(shape)) return std::nullopt;
    std::vector<std::int64_t> path;
    for (; part != 0; part = parts_[tuple(shape).first_part + part].whole)
        path.push_back(parts_[tuple(shape).first_part + part].place);
    std::ranges::reverse(path);
    return ast::shape_index{draw.list(path)};
}

} // namespace ballast::generate
