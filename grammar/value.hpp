// Values: their short names, their positions and uses, and the entries of `Used values:`.
//
//     <12 loop{0} (phi) @0>
//      positions:
//       loop {0}
//       pick.3
//      uses:
//       tuple.4, operand 1 {0}
//      from instruction: %loop = (f32[8]{0}, s32[]) while(%init), condition=%c, body=%b
//
// The index is printed if and only if the shape of the instruction is a tuple. Since D21 an empty list of uses is `
// (none)`. The last line exists since D10. It had no blank after the colon until D13, and no line feed in D13, so the
// next header follows on the same line.
#pragma once

#include "grammar/instruction.hpp"

namespace ballast::grammar {

// clang-format off

// --- short names -----------------------------------------------------------------------------------------------------

struct value_id        : seq<decimal> {};
struct value_defining  : seq<name> {};
struct value_index     : seq<index> {};
struct value_phi       : lit<" (phi)"> {};
struct value_color     : seq<decimal> {};
struct value_color_tail : seq<lit<" @">, value_color> {};
struct value_name_close : one<'>'> {};
struct value_name      : seq<one<'<'>, value_id, blank, value_defining, opt<value_index>, opt<value_phi>,
                             value_color_tail, value_name_close> {};

// Before 2019-05-17: `pair[1](#8 @0)`, `mul.2[](#7 @0)`.
struct old_index_close : one<']'> {};
struct old_index       : seq<one<'['>, opt<list<index_element, one<','>>>, old_index_close> {};
struct value_name_v1   : seq<value_defining, old_index, lit<"(#">, value_id, value_color_tail, one<')'>> {};

// 2019-05-17 to 2019-09-06: `7 PHI loop{0} @0`.
struct value_phi_v2    : seq<lit<"PHI ">, at<ranges<'a', 'z', 'A', 'Z', '_'>>> {};
struct value_name_v2   : seq<value_id, blank, opt<value_phi_v2>, value_defining, opt<value_index>,
                             value_color_tail> {};

// --- positions and uses ----------------------------------------------------------------------------------------------

struct position_name   : seq<name> {};
struct position_index  : seq<index> {};
struct position_line   : seq<lit<"  ">, position_name, opt<blank, position_index>, line_end> {};
struct positions       : plus<position_line> {};

struct use_name        : seq<name> {};
struct use_operand     : seq<decimal> {};
struct use_index       : seq<index> {};
struct use_line        : seq<lit<"  ">, use_name, lit<", operand ">, use_operand, opt<blank, use_index>, line_end> {};
struct use_lines       : plus<use_line> {};
struct no_uses         : lit<"  (none)\n"> {};                                     // D21+
struct bare_uses       : not_at<lit<"  ">> {};                                     // until D21
struct uses            : seq<lit<" uses:\n">, sor<no_uses, use_lines, bare_uses>> {};
struct old_use_lines   : star<use_line> {};
struct old_uses        : seq<lit<" uses:\n">, old_use_lines> {};                   // in allocations: D2, D3
struct uses_not_initialized : lit<" uses are not initialized yet.\n"> {};           // D12+

// --- entries of `Used values:` ---------------------------------------------------------------------------------------

struct from_tight      : at<one<'%'>> {};                                          // D10 to D12
struct from_own_line   : seq<line_end> {};                                         // D14+
struct glued_header    : at<one<'<'>, range<'0', '9'>> {};
struct glued_live_range : at<lit<"\n\nHloLiveRange">> {};
struct from_glued      : sor<glued_header, glued_live_range> {};                   // D13
struct from_instruction : seq<instruction> {};
struct from_line       : seq<lit<" from instruction:">,
                             sor<seq<from_tight, from_instruction, line_end>,
                                 seq<blank, from_instruction, sor<from_glued, from_own_line>>>> {};
struct no_from_line    : at<sor<one<'<'>, line_end, eof>> {};                      // until D10
struct used_detail     : seq<lit<" positions:\n">, positions, sor<uses, uses_not_initialized>> {};
struct used_value      : seq<value_name, opt<unknown_tail>, line_end, used_detail, sor<from_line, no_from_line>> {};
struct used_values     : star<used_value> {};
// clang-format on

} // namespace ballast::grammar
