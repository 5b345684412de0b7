// HLO instructions on one line.
//
//     %dot.7 = f32[8,4]{1,0} dot(%p0.1, %w), lhs_contracting_dims={1}, metadata={op_name="jit(f)/dot" source_line=3}
//
// Operands carry their shapes before 2025-03-11. The operand list marks every fifth element like a tuple shape does.
#pragma once

#include "grammar/lexical.hpp"
#include "grammar/metadata.hpp"
#include "grammar/shape.hpp"

namespace ballast::grammar {

// clang-format off

// --- bodies ----------------------------------------------------------------------------------------------------------

struct operand_name      : seq<name> {};
struct named_operand     : seq<one<'%'>, operand_name> {};
struct deleted_operand   : lit<"null "> {};
struct operand_shape     : seq<shape> {};
struct shaped_operand    : seq<operand_shape, blank, named_operand> {};             // until 2025-03-11
struct operand           : sor<named_operand, deleted_operand, shaped_operand> {};
struct operand_separator : seq<lit<", ">, opt<index_mark>> {};
struct operands          : list<operand, operand_separator> {};
struct body_close        : one<')'> {};

struct literal_text      : star<group> {};
struct constant_body     : seq<lit<"constant(">, literal_text, body_close> {};
struct parameter_number  : seq<decimal> {};
struct parameter_body    : seq<lit<"parameter(">, parameter_number, body_close> {};
struct opcode            : seq<at<range<'a', 'z'>>, run<opcode_bytes>> {};
struct operands_body     : seq<not_at<sor<lit<"constant(">, lit<"parameter(">>>, opcode, one<'('>, opt<operands>, body_close> {};

// --- attributes ------------------------------------------------------------------------------------------------------
// A value is balanced text. Outside of brackets it ends before `, `, unless a `%` follows (`calls=%a, %b`), and before
// the `<` of a value header that a D13 dump glues to the line.

struct bare_bytes        { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"\"\"{{}}(())[[]],,<<"}; };
struct bare_comma        : seq<one<','>, at<not_one<' ', '\n'>>> {};
struct bare_list_comma   : seq<lit<", ">, at<one<'%'>>> {};
struct bare_less         : seq<one<'<'>, not_at<range<'0', '9'>>> {};
struct attribute_text    : star<sor<run<bare_bytes>, quoted, dict, nested<round_group>, nested<square_group>,
                                    bare_comma, bare_list_comma, bare_less, multibyte>> {};
struct attribute_key     : seq<at<range<'a', 'z'>>, run<key_bytes>> {};
struct metadata_key      : lit<"metadata"> {};
struct metadata_attribute : seq<metadata_key, one<'='>, metadata> {};
struct text_attribute    : seq<not_at<lit<"metadata=">>, attribute_key, one<'='>, attribute_text> {};
struct attribute         : sor<metadata_attribute, text_attribute> {};
struct attributes        : star<lit<", ">, attribute> {};

// --- the line --------------------------------------------------------------------------------------------------------

struct instruction_name  : seq<name> {};
struct instruction_shape : seq<shape> {};
struct instruction       : seq<one<'%'>, instruction_name, lit<" = ">, instruction_shape, blank,
                               sor<constant_body, parameter_body, operands_body>, attributes> {};
// clang-format on

} // namespace ballast::grammar
