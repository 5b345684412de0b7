// Allocations: their headers and their values.
#pragma once

#include "ballast/ast/shape.hpp"
#include "ballast/ast/unknown_item.hpp"
#include "ballast/ast/value.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>

namespace ballast::inline v0::ast {

// ` reused by buffers of a different color:` rows (D22+).
struct reused_value {
    value_name value;
    std::int64_t color = 0;

    bool operator==(const reused_value&) const = default;
    static constexpr auto members(auto m)
    {
        return m("reused_value", m("value", &reused_value::value), m("color", &reused_value::color));
    }
};

// `, parameter 3, shape |f32[2]| at ShapeIndex {}`. There is no shape before D6. `unknown_shape` is
// `<unknown shape>` (D6b+).
struct allocation_parameter {
    std::int64_t number = 0;
    box<ast::shape> shape;
    bool unknown_shape = false;
    shape_index index;

    bool operator==(const allocation_parameter&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocation_parameter", m("number", &allocation_parameter::number),
                 m("shape", &allocation_parameter::shape), m("unknown_shape", &allocation_parameter::unknown_shape),
                 m("index", &allocation_parameter::index));
    }
};

struct allocation {
    position at;
    std::int64_t number = 0;
    std::optional<std::uint64_t> pointer; // D0 to D10
    std::int64_t size = 0;                // bytes
    std::int64_t color = 0;               // 0: not printed
    maybe<std::int64_t> page;             // D24+
    box<allocation_parameter> parameter;
    box<ast::shape> output_shape; // D6+
    bool constant = false;
    bool thread_local_ = false;
    bool maybe_live_out = false;
    bool preallocated_temp = false;
    list<unknown_item> unknown_items; // of the head
    list<value_line> values;
    list<reused_value> reused; // D22+

    bool operator==(const allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocation", m("at", &allocation::at), m("number", &allocation::number),
                 m("pointer", &allocation::pointer), m("size", &allocation::size), m("color", &allocation::color),
                 m("page", &allocation::page), m("parameter", &allocation::parameter),
                 m("output_shape", &allocation::output_shape), m("constant", &allocation::constant),
                 m("thread_local", &allocation::thread_local_), m("maybe_live_out", &allocation::maybe_live_out),
                 m("preallocated_temp", &allocation::preallocated_temp), m("unknown_items", &allocation::unknown_items),
                 m("values", &allocation::values), m("reused", &allocation::reused));
    }
};

} // namespace ballast::inline v0::ast
