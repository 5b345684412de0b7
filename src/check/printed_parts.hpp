// Where a module text prints the parts of its tree that have no bytes of their own: shapes, operands, layouts.
#pragma once

#include "ballast/ast/module_text.hpp"

#include <string_view>
#include <vector>

namespace ballast::checking {

// The parts are found by what they print, next to names. The tree must be that of the text.
class printed_parts {
public:
    printed_parts(const ast::module_text& tree, std::string_view text) : tree_(tree), text_(text) {}

    // `f32[8]{0}` of `%add.3 = f32[8]{0} add(%x, %y)`
    [[nodiscard]] std::string_view shape(const ast::instruction& of) const;
    // `%x#1` or `f32[8]{0} %x`, and the shape alone. The operand must have a name.
    [[nodiscard]] std::string_view operand(const ast::text_instruction& line, const ast::operand& of) const;
    [[nodiscard]] std::string_view shape_before(const ast::text_instruction& line, const ast::operand& of) const;
    // `%x, %y`; the name of the instruction if no operand has a name.
    [[nodiscard]] std::string_view operands(const ast::text_instruction& line) const;
    // A name in an attribute, with its `%`.
    [[nodiscard]] std::string_view reference(const ast::text_instruction& line, std::string_view name) const;
    // `x: f32[8]`, and the shape alone, in the head of a computation.
    [[nodiscard]] std::string_view head_parameter(const ast::head_parameter& of) const;
    [[nodiscard]] std::string_view head_shape(const ast::head_parameter& of) const;
    [[nodiscard]] std::string_view head_result(const ast::computation_text& of) const;
    // The parameters, then the result.
    [[nodiscard]] std::vector<std::string_view> entry_layout(const ast::entry_layout& of) const;

private:
    [[nodiscard]] std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }
    [[nodiscard]] std::size_t size_of(const ast::shape& shape) const;

    const ast::module_text& tree_;
    std::string_view text_;
};

} // namespace ballast::checking
