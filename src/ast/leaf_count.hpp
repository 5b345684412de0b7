// The number of arrays in a shape (`ShapeUtil::GetLeafCount`).
#pragma once

#include "ballast/ast/shape.hpp"

#include <cstdint>

namespace ballast::ast {

inline std::int64_t leaf_count(const shape& node)
{
    const auto* tuple = node.tuple();
    if (!tuple) return 1;
    std::int64_t count = 0;
    for (const auto& element : tuple->elements) count += leaf_count(element);
    return count;
}

} // namespace ballast::ast
