// One-line HLO instructions with default print options (`hlo_instruction.cc`).
#pragma once

#include "ballast/ast/attribute.hpp"
#include "ballast/ast/literal.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// The parts of an operand, besides its name, that only some eras print.
struct operand_detail {
    box<ast::shape> shape;
    list<std::int64_t> element{}; // path from the outermost tuple to the element; empty for the whole value

    bool operator==(const operand_detail&) const = default;
    static constexpr auto members(auto m)
    {
        return m("operand_detail", m("shape", &operand_detail::shape), m("element", &operand_detail::element));
    }
};

// `%name`, before 2025-03-11 with its shape. A deleted operand is `null ` and has neither name nor shape. Since
// 2026-06-17 module texts have `%name#1#0` for an element of the tuple `%name`, and do not print the get-tuple-elements
// that extract it.
struct operand {
    std::string_view name; // without `%`; empty for a deleted operand
    shared<operand_detail> detail;

    bool operator==(const operand&) const = default;
    static constexpr auto members(auto m)
    {
        return m("operand", m("name", &operand::name), m("detail", &operand::detail));
    }
};

// `parameter(3)`.
struct parameter_number {
    std::int64_t number = 0;

    bool operator==(const parameter_number&) const = default;
    static constexpr auto members(auto m) { return m("parameter_number", m("number", &parameter_number::number)); }
};

// The text between the parentheses of `constant(...)` if the element type is unknown: balanced, verbatim.
struct literal_text {
    std::string_view text;

    bool operator==(const literal_text&) const = default;
    static constexpr auto members(auto m) { return m("literal_text", m("text", &literal_text::text)); }
};

// `%name = shape opcode(body), attributes`.
struct instruction {
    std::string_view name; // without `%`
    shared<ast::shape> shape;
    ast::opcode opcode;
    std::variant<list<operand>, parameter_number, literal_text, box<ast::literal>> body;
    list<attribute> attributes;

    bool operator==(const instruction&) const = default;

    // The metadata, or null.
    [[nodiscard]] const ast::metadata* metadata() const
    {
        for (const auto& a : attributes)
            if (const auto* m = std::get_if<box<ast::metadata>>(&a.value)) return m->get();
        return nullptr;
    }
    static constexpr auto members(auto m)
    {
        return m("instruction", m("name", &instruction::name), m("shape", &instruction::shape),
                 m("opcode", &instruction::opcode), m("body", &instruction::body),
                 m("attributes", &instruction::attributes));
    }
};

} // namespace ballast::inline v0::ast
