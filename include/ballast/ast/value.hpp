// Values: their short names, their lines in allocations, and their entries under `Used values:`.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::inline v0::ast {

// The short name of a value: `<7 loop{0} (phi) @1>`, or an older spelling of it.
struct value_name {
    std::int64_t id = 0;
    std::string_view name;    // of the defining instruction
    maybe<shape_index> index; // only if the shape of that instruction is a tuple; before 2019-05-17 always
    bool phi = false;
    std::int64_t color = 0; // the memory space

    bool operator==(const value_name&) const = default;
    static constexpr auto members(auto m)
    {
        return m("value_name", m("id", &value_name::id), m("name", &value_name::name), m("index", &value_name::index),
                 m("phi", &value_name::phi), m("color", &value_name::color));
    }
};

// A position of a value: `name`, `name {1}`.
struct value_position {
    std::string_view name;
    maybe<shape_index> index;

    bool operator==(const value_position&) const = default;
    static constexpr auto members(auto m)
    {
        return m("value_position", m("name", &value_position::name), m("index", &value_position::index));
    }
};

// `name, operand 2 {0}`.
struct value_use {
    std::string_view name;
    std::int64_t operand = 0;
    maybe<shape_index> index;

    bool operator==(const value_use&) const = default;
    static constexpr auto members(auto m)
    {
        return m("value_use", m("name", &value_use::name), m("operand", &value_use::operand),
                 m("index", &value_use::index));
    }
};

// Positions and uses of a value: in its `Used values:` entry, or (D2, D3) inside the allocation.
struct value_detail {
    list<value_position> positions;
    list<value_use> uses;
    bool uses_initialized = true; // false: ` uses are not initialized yet.` (D12+)

    bool operator==(const value_detail&) const = default;
    static constexpr auto members(auto m)
    {
        return m("value_detail", m("positions", &value_detail::positions), m("uses", &value_detail::uses),
                 m("uses_initialized", &value_detail::uses_initialized));
    }
};

// One value of an allocation.
struct value_line {
    value_name value;
    std::int64_t size = 0;   // bytes
    std::int64_t offset = 0; // in bytes, from the start of the allocation
    shared<ast::shape> shape;
    box<value_detail> detail; // D2 and D3 only
    box<std::string_view> unknown_tail{};

    bool operator==(const value_line&) const = default;
    static constexpr auto members(auto m)
    {
        return m("value_line", m("value", &value_line::value), m("size", &value_line::size),
                 m("offset", &value_line::offset), m("shape", &value_line::shape), m("detail", &value_line::detail),
                 m("unknown_tail", &value_line::unknown_tail));
    }
};

// One entry of `Used values:`.
struct used_value {
    value_name value;
    value_detail detail;
    box<ast::instruction> instruction;    // D10+
    box<std::string_view> unknown_tail{}; // of the first line

    bool operator==(const used_value&) const = default;
    static constexpr auto members(auto m)
    {
        return m("used_value", m("value", &used_value::value), m("detail", &used_value::detail),
                 m("instruction", &used_value::instruction), m("unknown_tail", &used_value::unknown_tail));
    }
};

} // namespace ballast::inline v0::ast
