// The stack-trace tree below the peak (D17+), as its printed rows.
#pragma once

#include "ballast/list.hpp"

#include <cstdint>
#include <string_view>

namespace ballast::inline v0::ast {

// One printed line of the stack-trace tree. A node with an empty label has no line: its children take its place among
// its siblings, and its own bytes are never subtracted from the remaining bytes. The rails left of the glyph follow
// from the rows above and, for the children of a top-level node, from whether another top-level node follows.
enum class branch : std::uint8_t { top, inner, last }; // no glyph, `├── `, `└── `
struct stack_row {
    std::int64_t depth = 0; // 0 for top-level nodes
    ast::branch branch = ast::branch::top;
    std::string_view label;
    std::int64_t tenths = 0; // of a percent
    std::int64_t total = 0;  // bytes, as are the next two
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
