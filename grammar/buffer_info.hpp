// A table of all buffers with a live range, for spreadsheets (2021-01-27+).
//
//     buffer_id,buffer_name,offset,size,definition_time,end_time,num_uses,use_times,use_names
//     3,"<3 sq.1 @0>",64,128,4,9,2,"5;9","fma.2, operand 0;fma.2, operand 1"
//
// Times are schedule steps. Uses are sorted by time.
#pragma once

#include "grammar/value.hpp"

namespace ballast::grammar {

// clang-format off
struct info_id             : seq<decimal> {};
struct info_offset         : seq<decimal> {};
struct info_size           : seq<decimal> {};
struct info_definition     : seq<decimal> {};
struct info_end            : seq<decimal> {};
struct info_uses           : seq<decimal> {};
struct info_time           : seq<decimal> {};
struct info_times          : opt<list<info_time, one<';'>>> {};
struct info_use            : seq<use_name, lit<", operand ">, use_operand, opt<blank, use_index>> {};
struct info_names          : opt<list<info_use, one<';'>>> {};
struct info_row            : seq<info_id, lit<",\"">, value_name, lit<"\",">, info_offset, one<','>, info_size, one<','>,
                                 info_definition, one<','>, info_end, one<','>, info_uses, lit<",\"">, info_times,
                                 lit<"\",\"">, info_names, lit<"\"\n">> {};
struct info_head           : lit<"buffer_id,buffer_name,offset,size,definition_time,end_time,num_uses,use_times,"
                                 "use_names\n"> {};
struct info_rows           : star<info_row> {};
struct buffer_info         : seq<info_head, info_rows> {};
// clang-format on

} // namespace ballast::grammar
