// Two shapes for the same place in memory.
#pragma once

#include "model/model.hpp"

#include <string>

namespace ballast::checking {

// An array of an unknown element type.
inline bool has_unknown_type(const model::shape_row& shape)
{
    return !shape.tuple && !shape.plain && !shape.unbounded && shape.bytes < 0;
}

// True if they cannot both be right: their sizes differ, or only one of them has an unknown element type.
inline bool differ(const model::shape_row& a, const model::shape_row& b)
{
    if (!a.tuple && !b.tuple && has_unknown_type(a) != has_unknown_type(b)) return !a.unbounded && !b.unbounded;
    return a.bytes >= 0 && b.bytes >= 0 && a.bytes != b.bytes;
}

// `takes 64 bytes`.
inline std::string room_of(const model::shape_row& shape)
{
    return has_unknown_type(shape) ? "has an unknown element type" : "takes " + std::to_string(shape.bytes) + " bytes";
}

} // namespace ballast::checking
