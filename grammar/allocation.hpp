// Allocations and the values in them.
//
//     allocation 3: size 1024, color 1, preallocated-temp:
//      value: <4 recv-buf @1> (size=1024,offset=0): f32[256]{0:S(1)}
//      value: <9 tmp.3 @0> (size=256,offset=512): f32[64]{0}
//      reused by buffers of a different color:
//       value: <9 tmp.3 @0> (color=0)
//
// The items of a header have the same order in every era. The pointer was printed until D11. The shape of a parameter
// is printed since D6: that of the whole parameter until D18, that of the part since then. `page` was added in D24.
// Value lines had three older forms. Items and tails that a later XLA adds are kept as text.
#pragma once

#include "grammar/value.hpp"

namespace ballast::grammar {

// clang-format off

// --- heads -----------------------------------------------------------------------------------------------------------

struct allocation_number   : seq<decimal> {};
struct pointer_digits      : run<lower_hex_bytes> {};
struct pointer             : seq<not_at<seq<one<'0'>, pointer_digits>>, pointer_digits> {};
struct pointer_item        : seq<lit<"0x">, pointer, lit<", ">> {};                // D0 to D10
struct allocation_size     : seq<decimal> {};
struct color               : seq<positive> {};
struct color_item          : seq<lit<", color ">, color> {};
struct page                : seq<decimal> {};
struct page_item           : seq<lit<", page ">, page> {};                         // D24+

struct parameter_item_number : seq<decimal> {};
struct parameter_shape     : seq<plain_shape> {};
struct unknown_shape       : lit<"<unknown shape>"> {};                            // D6b+
struct parameter_index     : seq<index> {};
struct parameter_with_shape : seq<lit<", shape |">, sor<parameter_shape, unknown_shape>, lit<"| at ShapeIndex ">,
                                  parameter_index> {};                             // D6+
struct parameter_without_shape : seq<lit<" at ShapeIndex ">, parameter_index> {};  // until D6
struct parameter_item      : seq<lit<", parameter ">, parameter_item_number,
                                 sor<parameter_with_shape, parameter_without_shape>> {};
struct output_shape        : seq<plain_shape> {};
struct output_shape_item   : seq<lit<", output shape is |">, output_shape, one<'|'>> {}; // D6+
struct constant_item       : lit<", constant"> {};
struct thread_local_item   : lit<", thread-local"> {};
struct maybe_live_out_item : lit<", maybe-live-out"> {};
struct preallocated_temp_item : lit<", preallocated-temp"> {};
struct head_close          : one<':'> {};

// Items that a later XLA adds: words, perhaps with a value, before, between or after the known items.
struct known_head_word     : seq<sor<lit<"size">, lit<"color">, lit<"page">, lit<"parameter">, lit<"shape">,
                                     lit<"output shape">, lit<"constant">, lit<"thread-local">, lit<"maybe-live-out">,
                                     lit<"preallocated-temp">>, not_at<run<key_bytes>>> {};
struct unknown_head_bytes  { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"\"\"{{}}(())[[]],,::||"}; };
struct bar_bytes           { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"||"}; };
struct unknown_bars        : seq<one<'|'>, run<bar_bytes>, one<'|'>> {};               // as around a shape
struct unknown_head_word   : plus<sor<run<unknown_head_bytes>, quoted, braces, unknown_bars>> {};
struct unknown_head_text   : seq<not_at<known_head_word>, at<range<'a', 'z'>>, list<unknown_head_word, blank>> {};
struct unknown_head_item   : seq<lit<", ">, unknown_head_text> {};
struct unknown_head_items  : star<unknown_head_item> {};

struct head_items          : seq<unknown_head_items, opt<color_item, unknown_head_items>,
                                 opt<page_item, unknown_head_items>, opt<parameter_item, unknown_head_items>,
                                 opt<output_shape_item, unknown_head_items>, opt<constant_item, unknown_head_items>,
                                 opt<thread_local_item, unknown_head_items>,
                                 opt<maybe_live_out_item, unknown_head_items>,
                                 opt<preallocated_temp_item, unknown_head_items>> {};
struct allocation_head     : seq<lit<"allocation ">, allocation_number, lit<": ">, opt<pointer_item>, lit<"size ">,
                                 allocation_size, head_items, head_close> {};

// --- value lines -----------------------------------------------------------------------------------------------------

struct value_size          : seq<decimal> {};
struct value_offset        : seq<decimal> {};
struct value_shape         : seq<shape> {};
struct value_shape_tail    : seq<lit<"): ">, value_shape> {};
struct old_extent          : seq<lit<" [">, value_offset, one<','>, value_size, lit<"]: ">, value_shape> {};
struct detail_head         : lit<", positions:\n"> {};
struct old_detail          : seq<detail_head, positions, old_uses> {};

struct value_line_v1       : seq<value_name_v1, old_extent> {};                    // D0, D1
struct value_line_v2       : seq<value_name_v2, old_detail, old_extent> {};        // D1', D2
struct value_line_v3       : seq<value_name, old_detail, old_extent> {};           // D3
struct value_line_v4       : seq<lit<" value: ">, value_name, lit<" (size=">, value_size, lit<",offset=">, value_offset,
                                 value_shape_tail> {};                             // D4+
struct value_line_old      : seq<lit<"  ">, sor<value_line_v3, value_line_v2, value_line_v1>> {};
struct value_line          : seq<sor<value_line_v4, value_line_old>, opt<unknown_tail>, line_end> {};
struct value_lines         : star<value_line> {};

struct reused_head         : lit<" reused by buffers of a different color:\n"> {};     // D22+
struct reused_color        : seq<decimal> {};
struct reused_value        : seq<lit<"  value: ">, value_name, lit<" (color=">, reused_color, lit<")\n">> {};
struct reused_values       : plus<reused_value> {};
struct reused_block        : seq<reused_head, reused_values> {};

struct allocation_line     : seq<allocation_head, line_end> {};
struct allocation          : seq<allocation_line, value_lines, opt<reused_block>> {};
struct allocations         : star<allocation> {};
// clang-format on

} // namespace ballast::grammar
