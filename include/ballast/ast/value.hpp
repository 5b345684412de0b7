// Values: their short strings, their lines in allocations, and the entries of `Used values:`.
#pragma once

#include "ballast/ast/instruction.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::inline v0::ast {

// A value's short string: `<7 loop{0} (phi) @1>`, and the older spellings of the same.
struct value_name {
    std::int64_t id = 0;
    std::string_view name;    // of the defining instruction
    maybe<shape_index> index; // iff that instruction's shape is a tuple; always in the form before 2019-05-17
    bool phi = false;
    maybe<std::int64_t> color; // -1 (2019-05-17 to 2019-09-06) or nothing where none was assigned

    bool operator==(const value_name&) const = default;
};

// Where a value stands: `name`, `name {1}`.
struct value_position {
    std::string_view name;
    maybe<shape_index> index;

    bool operator==(const value_position&) const = default;
};

// `name, operand 2 {0}`.
struct value_use {
    std::string_view name;
    std::int64_t operand = 0;
    maybe<shape_index> index;

    bool operator==(const value_use&) const = default;
};

// Positions and uses of a value: in its `Used values:` entry, or (D2, D3) inside the allocation.
struct value_detail {
    list<value_position> positions;
    list<value_use> uses;
    bool uses_initialized = true; // ` uses are not initialized yet.` (D12+) where false

    bool operator==(const value_detail&) const = default;
};

// One value of an allocation.
struct value_line {
    value_name value;
    std::int64_t size = 0;   // bytes
    std::int64_t offset = 0; // bytes into the allocation
    shared<ast::shape> shape;
    box<value_detail> detail; // D2 and D3 only

    bool operator==(const value_line&) const = default;
};

// One entry of `Used values:`.
struct used_value {
    value_name value;
    value_detail detail;
    box<ast::instruction> instruction; // D10+

    bool operator==(const used_value&) const = default;
};

} // namespace ballast::inline v0::ast
