// Literals.
//
//     constant({ { 1, 2 }, { 3, 4 } })        s32[2,2]
//     constant((1.5, -nan))                   c64[]
//     constant({...})                         more than ten elements, or a tuple
//
// Blanks and the marks `/*i0=0*/` (rank 4 and more) follow from the shape; a context rule checks them. This grammar
// accepts the text of any shape. Numbers are printed like C's `%.*g`: no trailing zeros, at least two digits of
// exponent.
#pragma once

#include "grammar/lexical.hpp"
#include "grammar/shape.hpp"

namespace ballast::grammar {

// clang-format off

// --- numerals --------------------------------------------------------------------------------------------------------

struct fraction_digits   : seq<plus<star<one<'0'>>, range<'1', '9'>>, not_at<range<'0', '9'>>> {};  // no trailing zeros
struct fraction          : seq<one<'.'>, at<fraction_digits>, digits> {};
struct exponent          : seq<one<'e'>, one<'+', '-'>, range<'0', '9'>, digits> {};
struct finite            : seq<decimal, opt<fraction>, opt<exponent>> {};
struct nan_payload       : seq<lit<"(0x">, not_at<one<'0'>>, run<lower_hex_bytes>, one<')'>> {};   // 2021-06-23+
struct not_a_number      : seq<lit<"nan">, opt<nan_payload>> {};
struct number            : seq<opt<one<'-'>>, sor<finite, lit<"inf">, not_a_number>> {};

// --- literals --------------------------------------------------------------------------------------------------------

struct literal_boolean   : sor<lit<"true">, lit<"false">> {};
struct literal_number    : seq<number> {};
struct literal_complex   : seq<one<'('>, number, lit<", ">, number, one<')'>> {};
struct literal_element   : sor<literal_number, literal_boolean, literal_complex> {};

struct literal_mark      : seq<lit<"/*i">, decimal, one<'='>, decimal, lit<"*/">> {};
struct literal_level;
struct literal_item      : sor<literal_level, literal_element> {};
struct literal_items     : list<literal_item, lit<", ">> {};
struct literal_close     : one<'}'> {};
struct marked_level      : seq<lit<"{ ">, literal_mark, opt<blank, literal_items>, blank, literal_close> {};
struct spaced_level      : seq<lit<"{ ">, not_at<literal_mark>, opt<literal_items>, opt<blank>, literal_close> {};
struct tight_level       : seq<one<'{'>, not_at<blank>, opt<literal_items>, literal_close> {};
struct literal_level     : nested<sor<marked_level, spaced_level, tight_level>> {};
struct array_literal     : sor<literal_level, literal_element> {};

struct elided_literal    : lit<"{...}"> {};
struct literal;
struct literal_part      : nested<literal> {};
struct literal_parts     : list<literal_part, lit<", ">> {};
struct tuple_literal     : seq<lit<"( ">, opt<literal_parts>, lit<" )">> {};
struct literal           : sor<elided_literal, tuple_literal, array_literal> {};

// --- literals with their shapes: `literal=`, which XLA never elides --------------------------------------------------

struct dynamic_size      : seq<decimal> {};
struct dynamic_sizes     : list<dynamic_size, one<','>> {};
struct literal_shape     : seq<array_shape> {};
struct shaped_value      : seq<array_literal> {};
struct shaped_array      : seq<literal_shape, opt<one<'('>, dynamic_sizes, one<')'>>, blank, shaped_value> {};
struct shaped_token      : seq<lit<"token">, not_at<one<'['>>> {};
struct shaped_literal;
struct shaped_part       : nested<shaped_literal> {};
struct shaped_parts      : list<shaped_part, lit<", ">> {};
struct shaped_tuple      : seq<lit<"( ">, opt<shaped_parts>, lit<" )">> {};
struct shaped_literal    : sor<shaped_tuple, shaped_token, shaped_array> {};
struct parenthesised_literal : seq<one<'('>, not_at<blank>, shaped_literal, one<')'>> {};            // 2021-02-17 to 2021-06-14
struct unparenthesised_literal : seq<shaped_literal> {};
// clang-format on

} // namespace ballast::grammar
