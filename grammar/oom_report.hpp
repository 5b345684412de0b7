// The report that XLA prints if a device runs out of memory (2021-09-23+). Stored executables contain it, too.
//
//     BufferAssignment OOM Debugging.
//     BufferAssignment stats:
//     …
//     Peak buffers:
//     ⇥Buffer 1:
//     ⇥⇥Size: 1.00MiB
//     ⇥⇥Operator: op_name="jit(step)/dot_general" source_file="step.py" source_line=3
//     ⇥⇥XLA Label: dot
//     ⇥⇥Shape: f32[512,512]
//     ⇥⇥==========================
//
//     ⇥Buffer 2:
//     ⇥⇥Size: 4.0KiB
//     ⇥⇥Entry Parameter Subshape: f32[1024]
//     ⇥⇥==========================
//
// The line feed before a buffer belongs to the buffer, so a text without buffers ends after the colon. From 2021-09-23
// to 2021-11-05 the report had all allocations instead, with the complete entries of their values.
#pragma once

#include "grammar/allocation.hpp"
#include "grammar/allocation_statistics.hpp"
#include "grammar/metadata.hpp"

namespace ballast::grammar {

// clang-format off
struct oom_head            : lit<"BufferAssignment OOM Debugging.\n"> {};

// --- allocations: 2021-09-23 to 2021-11-05 ---------------------------------------------------------------------------

struct oom_gap             : seq<line_end> {};
struct contains_head       : lit<"contains:"> {};
struct contained_comma     : one<','> {};
struct contained_values    : opt<list<used_value, contained_comma>> {};
struct oom_allocation      : seq<oom_gap, allocation_line, value_lines, contains_head, contained_values> {};
struct oom_allocations     : plus<oom_allocation> {};

// --- buffers: since 2021-11-05 ---------------------------------------------------------------------------------------

struct buffer_number       : seq<positive> {};
struct buffer_size         : seq<human_size> {};
struct operator_gap        : sor<seq<blank, not_at<line_end>>, at<line_end>> {};  // after each field
struct buffer_operator     : seq<metadata_field<op_type_field, operator_gap>, op_name_field, operator_gap,
                                 later_fields<operator_gap>> {};
struct buffer_operator_line : seq<lit<"\t\tOperator: ">, buffer_operator, line_end> {};
struct buffer_subshape     : seq<plain_shape> {};
struct parameter_buffer    : seq<lit<"\t\tEntry Parameter Subshape: ">, buffer_subshape, line_end> {};
struct buffer_label        : seq<opcode> {};
struct buffer_shape_line   : seq<lit<"\t\tShape: ">, buffer_subshape, line_end> {};
struct labelled_buffer     : seq<lit<"\t\tXLA Label: ">, buffer_label, line_end, buffer_shape_line> {};
struct peak_buffer         : seq<lit<"\n\tBuffer ">, buffer_number, lit<":\n\t\tSize: ">, buffer_size, line_end,
                                 opt<buffer_operator_line>, sor<parameter_buffer, labelled_buffer>,
                                 lit<"\t\t==========================\n">> {};
struct peak_buffers_head   : lit<"Peak buffers:"> {};
struct peak_buffers        : star<peak_buffer> {};

struct oom_report          : seq<oom_head, allocation_statistics,
                                 sor<seq<peak_buffers_head, peak_buffers>, oom_allocations>> {};
// clang-format on

} // namespace ballast::grammar
