// The stack-trace tree under the peak (D17+), as the rows it is printed in.
#pragma once

#include "ballast/list.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::inline v0::ast {

// One printed line of the stack-trace tree. A node with an empty label prints none: its children have its place among
// its siblings, and its own bytes are never taken off what remains. What stands left of the glyph follows from the rows
// above (and, for the children of a top-level node, from whether another top-level node follows).
enum class branch : std::uint8_t { top, inner, last }; // no glyph, `├── `, `└── `
struct stack_row {
    std::int64_t depth = 0; // 0 for top-level nodes
    ast::branch branch = ast::branch::top;
    std::string_view label;
    std::int64_t tenths = 0; // of a percent
    std::int64_t total = 0;  // bytes, like the next two
    std::int64_t current = 0;
    std::int64_t remaining = 0;

    bool operator==(const stack_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("stack_row", m("depth", &stack_row::depth), m("branch", &stack_row::branch),
                 m("label", &stack_row::label), m("tenths", &stack_row::tenths), m("total", &stack_row::total),
                 m("current", &stack_row::current), m("remaining", &stack_row::remaining));
    }
};
struct stack_trace {
    std::int64_t total = 0; // bytes
    list<stack_row> rows;

    bool operator==(const stack_trace&) const = default;
    static constexpr auto members(auto m)
    {
        return m("stack_trace", m("total", &stack_trace::total), m("rows", &stack_trace::rows));
    }
};

} // namespace ballast::inline v0::ast
