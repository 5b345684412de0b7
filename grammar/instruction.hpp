// HLO instructions on one line.
//
//     %dot.7 = f32[8,4]{1,0} dot(%p0.1, %w), lhs_contracting_dims={1}, metadata={op_name="jit(f)/dot" source_line=3}
//
// Operands have shapes until 2025-03-11. Like tuple shapes, operand lists mark every fifth element. An operand `%t#1`
// is element 1 of the tuple `%t`; a context rule refuses it in dumps. In short text, names have no `%`, and operand
// lists may lack the marks.
//
//     dot.7 = f32[8,4]{1,0} dot(p0.1, w), lhs_contracting_dims={1}
#pragma once

#include "grammar/attribute.hpp"
#include "grammar/lexical.hpp"
#include "grammar/literal.hpp"
#include "grammar/shape.hpp"

namespace ballast::grammar {

// clang-format off

// --- bodies ----------------------------------------------------------------------------------------------------------

struct operand_name      : seq<name> {};
struct element_number    : seq<decimal> {};
struct operand_elements  : plus<one<'#'>, element_number> {};                       // 2026-06-17+, in module texts
struct named_operand     : seq<one<'%'>, operand_name, opt<at<one<'#'>>, operand_elements>> {};
struct deleted_operand   : lit<"null "> {};
struct operand_shape     : seq<shape> {};
struct shaped_operand    : seq<operand_shape, blank, named_operand> {};             // until 2025-03-11
struct operand           : sor<named_operand, deleted_operand, shaped_operand> {};
struct operand_separator : seq<lit<", ">, opt<index_mark>> {};
struct operands          : list<operand, operand_separator> {};
struct short_named_operand : seq<operand_name, not_at<one<'[', '(', ' '>>, opt<at<one<'#'>>, operand_elements>> {};
struct short_shaped_operand : seq<operand_shape, blank, short_named_operand> {};
struct short_operand     : sor<deleted_operand, short_named_operand, short_shaped_operand> {};
struct short_separator   : seq<lit<", ">, opt<index_mark>> {};
struct short_operands    : list<short_operand, short_separator> {};
struct body_close        : one<')'> {};

struct constant_literal  : seq<literal> {};
struct literal_text      : star<group> {};                                          // of an unknown element type
struct constant_body     : seq<lit<"constant(">, sor<seq<constant_literal, at<body_close>>, literal_text>, body_close> {};
struct parameter_number  : seq<decimal> {};
struct parameter_body    : seq<lit<"parameter(">, parameter_number, body_close> {};
struct opcode            : seq<at<range<'a', 'z'>>, run<opcode_bytes>> {};
struct operands_body     : seq<not_at<sor<lit<"constant(">, lit<"parameter(">>>, opcode, one<'('>, opt<operands>, body_close> {};
struct short_operands_body : seq<not_at<sor<lit<"constant(">, lit<"parameter(">>>, opcode, one<'('>, opt<short_operands>, body_close> {};

// --- the line --------------------------------------------------------------------------------------------------------

struct instruction_name  : seq<name> {};
struct instruction_shape : seq<shape> {};
struct instruction       : seq<one<'%'>, instruction_name, lit<" = ">, instruction_shape, blank,
                               sor<constant_body, parameter_body, operands_body>, attributes> {};
struct short_instruction : seq<instruction_name, lit<" = ">, instruction_shape, blank,
                               sor<constant_body, parameter_body, short_operands_body>, short_attributes> {};
// clang-format on

} // namespace ballast::grammar
