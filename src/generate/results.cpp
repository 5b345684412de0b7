// The shapes of results that follow from operands.
#include "generate/dimensions.hpp"
#include "generate/program.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;
using kinds = ast::element_kind;

bool is_fixed(const ast::array_shape& array)
{
    return std::ranges::all_of(array.dimensions, [](const auto& d) { return d.kind == ast::dimension_kind::fixed; });
}

} // namespace

bool has_result(op kind)
{
    switch (kind) {
    case op::all_gather:
    case op::all_reduce:
    case op::broadcast:
    case op::cholesky:
    case op::clamp:
    case op::compare:
    case op::concatenate:
    case op::convert:
    case op::dot:
    case op::dynamic_slice:
    case op::pad:
    case op::reshape:
    case op::reverse:
    case op::slice:
    case op::sort:
    case op::transpose: return true;
    default: return false;
    }
}

// The number of an array shape, which is added if it is new.
program::number program::shape_with(kinds kind, const std::vector<ast::dimension>& dimensions)
{
    std::vector<std::int64_t> order;
    for (auto i = static_cast<std::int64_t>(dimensions.size()); i-- > 0;) order.push_back(i);
    const auto made = array_of(kind, dimensions, order, padded_);
    const auto known = std::ranges::find(shapes_, made.shape, &sized_shape::shape);
    if (known == shapes_.end()) {
        shapes_.push_back(made);
        return static_cast<number>(shapes_.size() - 1);
    }
    return static_cast<number>(known - shapes_.begin());
}

std::optional<program::number> program::result_of(op kind, std::vector<number>& operands)
{
    constexpr std::int64_t many = 1 << 14; // arrays with more elements are not enlarged
    if (operands.empty() || !has_result(kind)) return std::nullopt;
    const auto first = operands.front();
    const auto shape = operations_[first].shape;
    const auto array = shapes_[shape].shape;
    const auto type = array.type.kind;
    std::vector<ast::dimension> dimensions(array.dimensions.begin(), array.dimensions.end());
    const auto of = [&](const std::vector<ast::dimension>& made) { return shape_with(type, made); };
    const auto alone = [&] { operands.assign(1, first); };
    switch (kind) {
    case op::all_reduce:
    case op::sort: alone(); return shape;
    case op::cholesky:
    case op::reshape:
    case op::reverse: return shape;
    case op::clamp: operands.assign(3, first); return shape;
    default: break;
    }
    if (!is_fixed(array)) return std::nullopt;
    const bool small = elements_of(shape) <= many;
    switch (kind) {
    case op::compare: operands.assign(2, first); return shape_with(kinds::pred, dimensions);
    case op::convert: return shape_with(type == kinds::f32 ? kinds::s32 : kinds::f32, dimensions);
    case op::transpose: std::ranges::reverse(dimensions); return of(dimensions);
    case op::slice:
    case op::dynamic_slice:
        for (auto& d : dimensions) d.size = (d.size + 1) / 2;
        return of(dimensions);
    case op::pad:
        for (auto& d : dimensions) d.size += 2;
        return of(dimensions);
    case op::broadcast:
        if (!small) return std::nullopt;
        dimensions.insert(dimensions.begin(), ast::dimension{3});
        return of(dimensions);
    case op::all_gather:
        if (!small || dimensions.empty()) return std::nullopt;
        alone();
        dimensions.front().size *= 2;
        return of(dimensions);
    case op::concatenate:
        if (!small || dimensions.empty()) return std::nullopt;
        std::ranges::fill(operands, first);
        dimensions.front().size *= static_cast<std::int64_t>(operands.size());
        return of(dimensions);
    case op::dot: {
        if (elements_of(shape) > 128 || dimensions.empty()) return std::nullopt;
        operands.assign(2, first);
        dimensions.pop_back();
        const auto left = dimensions;
        dimensions.insert(dimensions.end(), left.begin(), left.end());
        return of(dimensions);
    }
    default: return std::nullopt;
    }
}

} // namespace ballast::generate
