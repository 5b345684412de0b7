// One-line HLO instructions with default print options (`hlo_instruction.cc`).
#pragma once

#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `%name`, with its shape in text before 2025-03-11; `null ` for a deleted operand, which has neither.
struct operand {
    std::string_view name; // without `%`; empty for a deleted operand
    box<ast::shape> shape;

    bool operator==(const operand&) const = default;
};

// `parameter(3)`.
struct parameter_number {
    std::int64_t number = 0;

    bool operator==(const parameter_number&) const = default;
};

// The text between the parentheses of `constant(...)`, balanced.
struct literal_text {
    std::string_view text;

    bool operator==(const literal_text&) const = default;
};

// `metadata={…}`: the fields in the one order XLA prints them. A string field that is empty, or a number that is 0, is
// not printed. Strings are kept as they stand in the text (escaped); `unescaped` gives the bytes.
struct metadata {
    std::string_view op_type;
    std::string_view op_name;
    std::string_view source_file;
    std::int64_t source_line = 0;
    std::int64_t source_end_line = 0;        // 2025-07-30+
    std::int64_t source_column = 0;          // 2025-07-30+
    std::int64_t source_end_column = 0;      // 2025-07-30+
    list<std::int64_t> profile_types;        // 2020-11-04+: 1 window, 2 flag, 3 integer
    std::string_view deduplicated_name;      // 2023-03-14+
    bool bare_deduplicated_name = false;     // printed without quotes: 2023-03-14 to 2023-03-29
    bool preserve_layout = false;            // 2023-07-06 to 2025-01-08
    std::string_view scheduling_name;        // 2024-07-25+, never escaped
    std::int64_t stack_frame_id = 0;         // 2025-12-02+
    std::optional<std::string_view> payload; // 2026-06-02+

    bool operator==(const metadata&) const = default;
};

// The value of an attribute that has no type of its own: balanced text, as it stands.
struct attribute_text {
    std::string_view text;

    bool operator==(const attribute_text&) const = default;
};

// One `key=value`, in printed order.
struct attribute {
    std::string_view key;
    std::variant<attribute_text, box<ast::metadata>> value;

    bool operator==(const attribute&) const = default;
};

// `%name = shape opcode(body), attributes`.
struct instruction {
    std::string_view name; // without `%`
    ast::shape shape;
    ast::opcode opcode;
    std::variant<list<operand>, parameter_number, literal_text> body;
    list<attribute> attributes;

    bool operator==(const instruction&) const = default;

    // The metadata, or null.
    [[nodiscard]] const ast::metadata* metadata() const
    {
        for (const auto& a : attributes)
            if (const auto* m = std::get_if<box<ast::metadata>>(&a.value)) return m->get();
        return nullptr;
    }
};

} // namespace ballast::inline v0::ast
