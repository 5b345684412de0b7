// Shapes and layouts.
//
//     f32[16,<=512]{1,0:T(8,128)(2,1)S(1)}
//     (s32[], f32[2]{0}, u8[], u8[], u8[], /*index=5*/token[])
//
// Dimensions can be bounded (`<=512`) or, since 2023-11-16, unbounded (`?`). Tuples mark every fifth element since
// 2021-03-15; a context rule checks which elements have a mark. A scalar has no `{}`, but keeps the suffixes of its
// layout. The order of the suffixes is fixed since 2022-10-27; before that date, D() followed T(). Suffixes with other
// letters are kept as text.
#pragma once

#include "grammar/lexical.hpp"

namespace ballast::grammar {

// clang-format off
struct array_shape;
struct shape;

// --- element types ---------------------------------------------------------------------------------------------------
// Any lower-case word before `[`, because forks add types. `tuple` and `buffer` are types, too, but are never printed.

struct element_type       : seq<at<range<'a', 'z'>>, run<type_bytes>> {};
struct bare_type          : sor<lit<"token">, lit<"opaque">> {};
struct unprinted_type     : sor<lit<"tuple[">, lit<"buffer[">> {};

// --- dimensions ------------------------------------------------------------------------------------------------------

struct unbounded_dimension : one<'?'> {};
struct bounded_dimension   : seq<decimal> {};
struct fixed_dimension     : seq<decimal> {};
struct dimension           : sor<fixed_dimension, seq<lit<"<=">, bounded_dimension>, unbounded_dimension> {};
struct dimensions_close    : one<']'> {};
struct dimensions          : seq<one<'['>, opt<list<dimension, one<','>>>, dimensions_close> {};

// --- layout suffixes -------------------------------------------------------------------------------------------------

struct level_letter        : one<'D', 'C', 'S', 'H', '?'> {};
struct level_non_unique    : one<'+'> {};
struct level_non_ordered   : one<'~'> {};
struct dimension_level     : seq<level_letter, opt<level_non_unique>, opt<level_non_ordered>> {};
struct levels              : seq<lit<"D(">, list<dimension_level, one<','>>, one<')'>> {};
struct levels_after_tiles  : seq<levels> {};                                       // 2022-08-19 to 2022-10-27

struct tile_combine        : one<'*'> {};
struct tile_size           : seq<decimal> {};
struct tile_dimension      : sor<tile_size, tile_combine> {};
struct tile                : seq<one<'('>, opt<list<tile_dimension, one<','>>>, one<')'>> {};
struct tiles               : seq<one<'T'>, plus<tile>> {};

struct tail_padding        : seq<decimal> {};                                      // never 1
struct tail                : seq<lit<"L(">, not_at<lit<"1)">>, tail_padding, one<')'>> {};

struct invalid_type        : lit<"invalid"> {};
struct integral_type       : seq<one<'s', 'u'>, sor<lit<"16">, lit<"32">, lit<"64">, one<'1', '2', '4', '8'>>> {};
struct index_type          : sor<integral_type, invalid_type> {};
struct pointer_type        : sor<integral_type, invalid_type> {};
struct index_type_suffix   : seq<lit<"#(">, index_type, one<')'>> {};
struct pointer_type_suffix : seq<lit<"*(">, pointer_type, one<')'>> {};

struct element_bits        : seq<positive> {};
struct element_bits_suffix : seq<lit<"E(">, element_bits, one<')'>> {};
struct memory_space        : seq<positive> {};
struct memory_space_suffix : seq<lit<"S(">, memory_space, one<')'>> {};

struct split_dimension     : seq<decimal> {};
struct split_index         : seq<decimal> {};
struct split_indices       : list<split_index, one<','>> {};
struct split               : seq<one<'('>, split_dimension, one<':'>, opt<split_indices>, one<')'>> {};
struct splits              : seq<lit<"SC">, plus<split>> {};

struct physical_shape        : nested<nested<shape>> {};                            // two levels: layout and shape
struct physical_shape_suffix : seq<lit<"P(">, physical_shape, one<')'>> {};
struct dynamic_metadata      : seq<positive> {};
struct dynamic_metadata_suffix : seq<lit<"M(">, dynamic_metadata, one<')'>> {};

// Suffixes that a later XLA adds: letters and what is in parentheses after them.
struct late_suffix_key     : sor<lit<"L(">, lit<"#(">, lit<"*(">, lit<"E(">, lit<"S(">, lit<"SC(">, lit<"P(">, lit<"M(">> {};
struct known_suffix_key    : sor<lit<"D(">, lit<"T(">, late_suffix_key> {};
struct suffix_letters      { static constexpr byte_set bytes{"azAZ"}; };
struct unknown_suffix      : seq<not_at<known_suffix_key>, at<range<'A', 'Z'>>, run<suffix_letters>,
                                 plus<nested<round_group>>> {};
struct unknown_suffixes    : star<unknown_suffix> {};

struct late_suffixes       : seq<opt<tail, unknown_suffixes>, opt<index_type_suffix, unknown_suffixes>,
                                 opt<pointer_type_suffix, unknown_suffixes>, opt<element_bits_suffix, unknown_suffixes>,
                                 opt<memory_space_suffix, unknown_suffixes>, opt<splits, unknown_suffixes>,
                                 opt<physical_shape_suffix, unknown_suffixes>,
                                 opt<dynamic_metadata_suffix, unknown_suffixes>> {};
struct known_suffixes      : sor<seq<levels, unknown_suffixes, opt<tiles, unknown_suffixes>, late_suffixes>,
                                 seq<tiles, unknown_suffixes, opt<levels_after_tiles, unknown_suffixes>, late_suffixes>,
                                 seq<at<late_suffix_key>, late_suffixes>> {};
struct suffix_items        : sor<known_suffixes, seq<plus<unknown_suffix>, opt<known_suffixes>>> {};
struct layout_suffixes     : seq<suffix_items> {};

// --- layouts ---------------------------------------------------------------------------------------------------------

struct minor_to_major_element : seq<decimal> {};
struct minor_to_major      : list<minor_to_major_element, one<','>> {};
struct layout_close        : one<'}'> {};
struct ordered_layout      : seq<minor_to_major, opt<one<':'>, layout_suffixes>> {};
struct unordered_layout    : seq<one<':'>, layout_suffixes> {};                    // a scalar's
struct layout              : seq<one<'{'>, sor<ordered_layout, unordered_layout>, layout_close> {};

struct invalid_layout      : lit<"invalid{}"> {};                                  // a scalar's, until 2022-08-16
struct max_sparse_elements : seq<decimal> {};
struct sparse_layout       : seq<lit<"sparse{">, max_sparse_elements, one<'}'>> {}; // until 2020-01-02

// --- shapes ----------------------------------------------------------------------------------------------------------

struct bare_array          : seq<element_type, lit<"[]">> {};
struct laid_out_array      : seq<not_at<unprinted_type>, element_type, dimensions,
                                 opt<sor<layout, invalid_layout, sparse_layout>>> {};
struct array_shape         : sor<seq<at<bare_type, one<'['>>, bare_array>,
                                 seq<not_at<bare_type, one<'['>>, laid_out_array>> {};

struct index_mark_number   : seq<decimal> {};
struct index_mark          : seq<lit<"/*index=">, index_mark_number, lit<"*/">> {};
struct tuple_separator     : seq<lit<", ">, opt<index_mark>> {};
struct tuple_element       : seq<shape> {};
struct tuple_elements      : list<tuple_element, tuple_separator> {};
struct tuple_close         : one<')'> {};
struct tuple_shape         : seq<one<'('>, opt<nested<tuple_elements>>, tuple_close> {};
struct buffer_close        : one<')'> {};
struct buffer_array        : seq<array_shape> {};
struct buffer_shape        : seq<lit<"b(">, buffer_array, buffer_close> {};        // 2025-05-12+
struct shape               : sor<tuple_shape, buffer_shape, array_shape> {};

// --- shapes without any layout, as between the bars of an allocation line --------------------------------------------

struct plain_shape;
struct plain_laid_out      : seq<not_at<unprinted_type>, element_type, dimensions> {};
struct plain_array         : sor<seq<at<bare_type, one<'['>>, bare_array>,
                                 seq<not_at<bare_type, one<'['>>, plain_laid_out>> {};
struct plain_element       : seq<plain_shape> {};
struct plain_elements      : list<plain_element, tuple_separator> {};
struct plain_tuple         : seq<one<'('>, opt<nested<plain_elements>>, tuple_close> {};
struct plain_buffer_array  : seq<plain_array> {};
struct plain_buffer        : seq<lit<"b(">, plain_buffer_array, buffer_close> {};
struct plain_shape         : sor<plain_tuple, plain_buffer, plain_array> {};
// clang-format on

} // namespace ballast::grammar
