// Dumps with one error: a golden dump, replacements in it, and the rule that must report it.
#pragma once

#include "ballast/check.hpp"
#include "ballast/finding.hpp"
#include "tests/support/support.hpp"

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::tests {

struct broken_dump {
    finding_id rule;
    std::string_view dump; // in tests/golden/dumps
    std::vector<std::pair<std::string_view, std::string_view>> changes;
    std::string_view file_name{};
    std::string_view beside{}; // another, unchanged file of its module
};

// A module of tests/golden/modules, with the files beside its allocations.
inline constexpr std::string_view program_report =
    "../modules/module_0001.jit_step.cpu_after_optimizations-memory-usage-report.txt";
inline constexpr std::string_view program_dump =
    "../modules/module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt";
inline constexpr std::string_view spaces_report =
    "../modules/module_0002.jit_long.cpu_after_optimizations-memory-usage-report.txt";
inline constexpr std::string_view spaces_dump =
    "../modules/module_0002.jit_long.cpu_after_optimizations-buffer-assignment.txt";
// A module with its module text beside a dump of D24.
inline constexpr std::string_view module_text = "../modules/module_0004.jit_step.cpu_after_optimizations.txt";
inline constexpr std::string_view text_dump =
    "../modules/module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt";
inline constexpr std::string_view text_ranges =
    "../modules/module_0004.jit_step.cpu_after_optimizations-live-range.txt";
inline constexpr std::string_view text_values =
    "../modules/module_0004.jit_step.cpu_after_optimizations-buffer-assignment-values.txt";

// A dump with a custom call, and with parameter names of JAX.
inline constexpr std::string_view custom_call =
    "../releases/jaxlib-0.4.34-cpu/module_0509.jit__lambda_.cpu_after_optimizations-buffer-assignment.txt";

inline constexpr std::string_view split_ranges =
    "../modules/module_0003.jit_split.cpu_after_optimizations-live-range.txt";
inline constexpr std::string_view split_values =
    "../modules/module_0003.jit_split.cpu_after_optimizations-buffer-assignment-values.txt";

// clang-format off
inline const std::vector<broken_dump> broken_dumps{
    {finding_id::allocation_number, "d17.txt", {{"allocation 4: size", "allocation 5: size"}}},
    {finding_id::allocation_pointer, "d10.txt", {{"0x55d0a780", "0x55d0a790"}}},
    {finding_id::temporary_order, "d17.txt", {{"allocation 0: size 4, constant:",
      "allocation 0: size 4, preallocated-temp:"}}},
    {finding_id::temporary_twice, "d0.txt", {{"  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\n",
      "  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\nallocation 12: 0x55d0ad00, size 4, preallocated-temp:\n  x[](#20 @0) [0,4]: f32[]\n"}}},
    {finding_id::empty_allocation, "d17.txt", {{"\n\nTotal", "\nallocation 12: size 8, preallocated-temp:\n\nTotal"}}},
    {finding_id::allocation_size, "d17.txt", {{"allocation 4: size 512", "allocation 4: size 513"}}},
    {finding_id::arena_size, "d17.txt", {{"allocation 11: size 512", "allocation 11: size 576"}}},
    {finding_id::several_values, "d17.txt", {{"allocation 11: size 512, preallocated-temp:\n value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
      ""}, {" value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
      " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n"}}},
    {finding_id::shared_allocation, "d17.txt", {{"allocation 1: size 4, thread-local:\n",
      "allocation 1: size 8, thread-local:\n"}, {" value: <0 a @0> (size=4,offset=0): f32[]\n",
      " value: <0 a @0> (size=4,offset=0): f32[]\n value: <30 z @0> (size=8,offset=0): f32[2]{0}\n"}}},
    {finding_id::value_order, "d17.txt", {{"allocation 1: size 4, thread-local:\n value: <0 a @0> (size=4,offset=0): f32[]\nallocation 2: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n",
      "allocation 1: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n value: <0 a @0> (size=4,offset=0): f32[]\n"}}},
    {finding_id::value_twice, "d17.txt", {{" value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
      " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <8 add.3 @0> (size=512,offset=0): f32[8,16]{1,0}\n"}}},
    {finding_id::value_outside, "d17.txt", {{"<7 bcast.2 @0> (size=512,offset=0)",
      "<7 bcast.2 @0> (size=512,offset=64)"}}},
    {finding_id::value_offset, "d17.txt", {{"<3 p.0 @0> (size=512,offset=0)",
      "<3 p.0 @0> (size=512,offset=64)"}}},
    {finding_id::offset_gap, "d17.txt", {{"<7 bcast.2 @0> (size=512,offset=0)",
      "<7 bcast.2 @0> (size=512,offset=1024)"}, {"allocation 11: size 512", "allocation 11: size 1536"}, {"used: 1688 (1.6KiB)", "used: 2712 (2.6KiB)"}}},
    {finding_id::offset_alignment, "../semantic/arena.txt", {}, "module_0001.sm_8.0_gpu_after_optimizations-buffer-assignment.txt"},
    {finding_id::shared_bytes, "../semantic/arena.txt", {{"offset=128", "offset=64"}}},
    {finding_id::value_color, "d17.txt", {{"allocation 4: size 512,", "allocation 4: size 512, color 1,"}}},
    {finding_id::reused_value, "d24_assignment.txt", {{"(color=0)", "(color=2)"}}},
    {finding_id::layout_color, "d24_assignment.txt", {{"<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}",
      "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0:S(1)}"}}},
    {finding_id::total_sum, "d17.txt", {{"used: 1688 (1.6KiB)", "used: 1689 (1.6KiB)"}}},
    {finding_id::total_human, "d17.txt", {{"1688 (1.6KiB)", "1688 (1.7KiB)"}}},
    {finding_id::parameter_twice, "d17.txt", {{"at ShapeIndex {1}", "at ShapeIndex {0}"}}},
    {finding_id::parameter_value, "d17.txt", {{"parameter 0, shape", "parameter 2, shape"}}},
    {finding_id::missing_parameter, "d17.txt", {{"allocation 4: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:",
      "allocation 4: size 512, thread-local:"}}},
    {finding_id::parameter_shape, "d17.txt", {{"parameter 0, shape |f32[8,16]|", "parameter 0, shape |f32[8,15]|"}}},
    {finding_id::output_shape, "d17.txt", {{"output shape is |(f32[8,16], f32[]",
      "output shape is |(f32[8,17], f32[]"}}},
    {finding_id::live_out, "d17.txt", {{"allocation 9: size 4, maybe-live-out:",
      "allocation 9: size 4, thread-local:"}}},
    {finding_id::missing_result, "d8.txt", {{"  reduce.4\n  out.5 {1}\n", "  reduce.4\n"}}},
    {finding_id::result_size, "d8.txt", {{" value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n",
      " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n value: <40 wide @0> (size=8,offset=0): f32[2]{0}\n"}, {"allocation 9: 0x55d0aaf0, size 4",
      "allocation 9: 0x55d0aaf0, size 8"}}},
    {finding_id::result_bytes, "d17.txt", {{"output shape is |(f32[8,16], f32[], s32[]",
      "output shape is |(f32[8,16], f32[], s64[]"}, {"(f32[8,16]{1,0}, f32[], s32[], f32[16]{0}, f32[8,16]{1,0}, /*index=5*/f32[]) tuple",
      "(f32[8,16]{1,0}, f32[], s64[], f32[16]{0}, f32[8,16]{1,0}, /*index=5*/f32[]) tuple"}, {"<11 out.5{} @0> (size=48,offset=0): (f32[8,16]{1,0}, f32[], s32[]",
      "<11 out.5{} @0> (size=48,offset=0): (f32[8,16]{1,0}, f32[], s64[]"}}},
    {finding_id::root_order, "d8.txt", {{"    7:gte.2\n    8:out.5\n", "    7:out.5\n    8:gte.2\n"}}},
    {finding_id::missing_entry, "d17.txt", {{"<2 s @0>\n positions:", "<22 s @0>\n positions:"}}},
    {finding_id::entry_name, "d17.txt", {{"<2 s @0>\n positions:\n  s\n", "<2 t @0>\n positions:\n  t\n"}}},
    {finding_id::phi_order, "d19_values.txt", {{"<8 add.3 @0>", "<8 add.3 (phi) @0>"}}},
    {finding_id::defining_position, "d17.txt", {{" positions:\n  bcast.2\n", " positions:\n  bcast.3\n"}}},
    {finding_id::position_twice, "d17.txt", {{"  out.5 {0}\n  out.5 {4}\n", "  out.5 {0}\n  out.5 {0}\n"}}},
    {finding_id::index_presence, "d19_values.txt", {{" positions:\n  p.1 {}\n", " positions:\n  p.1\n"}}},
    {finding_id::instruction_name, "d17.txt", {{"%bcast.2 = f32", "%bcast.3 = f32"}}},
    {finding_id::instruction_text, "d17.txt", {{"<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"params",
      "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"Params"}}},
    {finding_id::scheduling_name, "d17.txt", {{R"(metadata={op_name="x"})",
      R"(metadata={op_name="x" scheduling_name="p.1"})"}}},
    {finding_id::value_shape, "d17.txt", {{"<7 bcast.2 @0> (size=512,offset=0): f32[8,16]",
      "<7 bcast.2 @0> (size=512,offset=0): f32[16,8]"}}},
    {finding_id::value_shape, "d17.txt", {{"  out.5 {0}\n  out.5 {4}\n", "  out.5 {0}\n  out.5 {4}\n  out.5 {7}\n"}}},
    {finding_id::value_bytes, "d19_assignment.txt", {{"<3 p.0 @0> (size=512,", "<3 p.0 @0> (size=513,"}}},
    {finding_id::constant_allocation, "d17.txt", {{"%const.1 = f32[] constant(2.5)",
      "%const.1 = f32[] partition-id()"}}},
    {finding_id::use_operand, "d17.txt", {{"  reduce.4, operand 1\n", "  reduce.4, operand 0\n"}}},
    {finding_id::missing_use, "d17.txt", {{" uses:\n  reduce.4, operand 0\n  out.5, operand 0\n",
      " uses:\n  out.5, operand 0\n"}}},
    {finding_id::use_order, "d19_values.txt", {{"  gte.1\n  out.5 {3}\n uses:\n  bcast.2, operand 0\n  out.5, operand 3\n",
      "  gte.1\n  gte.3\n  out.5 {3}\n uses:\n  out.5, operand 3\n  bcast.2, operand 0\n"}, {"%gte.2, %gte.1,", "%gte.2, %gte.3,"}}},
    {finding_id::tuple_use, "d17.txt", {{"  out.5 {0}\n  out.5 {4}\n", "  out.5 {0}\n"}}},
    {finding_id::unknown_operand, "d17.txt", {{"reduce(%add.3, %const.1)", "reduce(%add.3, %const.2)"}}},
    {finding_id::range_max, "d17.txt", {{"(max 9)", "(max 8)"}}},
    {finding_id::sequence_number, "d17.txt", {{"    3:bcast.2", "    4:bcast.2"}}},
    {finding_id::sequence_twice, "d17.txt", {{"    7:gte.2", "    7:gte.1"}}},
    {finding_id::sequence_value, "d17.txt", {{"    7:gte.2", "    7:gte.3"}}},
    {finding_id::use_schedule, "d17.txt", {{"  s, operand 0\n", "  add.3, operand 0\n"}}},
    {finding_id::operand_order, "d17.txt", {{"    3:bcast.2\n    4:add.3", "    3:add.3\n    4:bcast.2"}}},
    {finding_id::use_before_definition, "d8.txt", {{"    3:bcast.2\n    4:add.3\n", "    3:add.3\n    4:bcast.2\n"}}},
    {finding_id::range_order, "d17.txt", {{"    p.1{0}:0-9\n    p.1{1}:0-9\n", "    p.1{1}:0-9\n    p.1{0}:0-9\n"}}},
    {finding_id::range_twice, "d17.txt", {{"    p.1{1}:0-9\n", "    p.1{0}:0-9\n"}}},
    {finding_id::range_name, "d17.txt", {{"    p.1{1}:0-9\n", "    p.1{2}:0-9\n"}}},
    {finding_id::missing_range, "d17.txt", {{"    bcast.2{}:3-4\n", ""}}},
    {finding_id::unexpected_range, "d17.txt", {{"  BufferLiveRange:\n", "  BufferLiveRange:\n    s{}:0-0\n"}}},
    {finding_id::range_bounds, "d17.txt", {{"p.1{1}:0-9", "p.1{1}:0-11"}}},
    {finding_id::range_start, "d17.txt", {{"bcast.2{}:3-4", "bcast.2{}:2-4"}}},
    {finding_id::parameter_range, "d17.txt", {{"p.0{}:0-9", "p.0{}:0-8"}}},
    {finding_id::range_end, "d17.txt", {{"add.3{}:4-9", "add.3{}:4-8"}}},
    {finding_id::range_end, "d17.txt", {{"  const.1\n uses:\n", "  const.1\n  gte.2\n uses:\n  gte.2, operand 0\n"}, {"  gte.2\n  out.5 {2}", "  out.5 {2}"}}},
    {finding_id::peak_moment, "d17.txt", {{"Live ranges at 5", "Live ranges at 4"}}},
    {finding_id::peak_rows, "d17.txt", {{"    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n", ""}}},
    {finding_id::peak_bytes, "d17.txt", {{"const.1{}: 4 bytes", "const.1{}: 5 bytes"}}},
    {finding_id::peak_order, "d17.txt", {{"    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n",
      "    p.1{1}: 4 bytes (cumulative: 1108 bytes)\n    const.1{}: 4 bytes (cumulative: 1112 bytes)\n"}}},
    {finding_id::peak_sum, "d17.txt", {{"cumulative: 1088", "cumulative: 1089"}}},
    {finding_id::moment_row, "d7.txt", {{"    0, ", "    1, "}}},
    {finding_id::peak_bytes, "d8.txt", {{"    add.3: 512 bytes", "    add.3: 513 bytes"}}},
    {finding_id::moment_row, "d7.txt", {{"    3, 1072 bytes", "    3, 1073 bytes"}}},
    {finding_id::trace_total, "d17.txt", {{"peak usage: 1 112 bytes", "peak usage: 1 113 bytes"}}},
    {finding_id::trace_presence, "../semantic/nothing.txt", {{"(peak):\n",
      "(peak):\n  Stack trace breakdown for peak usage: 0 bytes\n"}}},
    {finding_id::trace_sum, "d17.txt", {{"total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc",
      "total: 85 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc"}}},
    {finding_id::trace_remaining, "d17.txt", {{"remaining: 600", "remaining: 601"}}},
    {finding_id::trace_order, "d17.txt", {{"      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n",
      "      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n"}}},
    {finding_id::trace_percent, "d17.txt", {{"x (46.0%", "x (46.1%"}}},
    {finding_id::trace_label, "d17.txt", {{"── x (46.0%", "── y (46.0%"}}},
    {finding_id::total_sum, "usage_report_program.txt", {{"used: 10792", "used: 9792"}, {"(10.5KiB)", "(9.6KiB)"}}},
    {finding_id::total_human, "usage_report_spaces.txt", {{"bytes: 1500 (1.5KiB)", "bytes: 1500 (1.4KiB)"}}},
    {finding_id::usage_size, "usage_report_program.txt", {{"\t   2.5KiB( 95%);       512B;",
      "\t   2.5KiB( 95%);      1536B;"}}},
    {finding_id::usage_sum, "usage_report_program.txt", {{"\t   2.5KiB( 95%);", "\t   2.9KiB( 95%);"}}},
    {finding_id::usage_sum, "usage_report_program.txt", {{"    4.0KiB( 38%);     6.5KiB;",
      "    4.0KiB( 38%);     6.9KiB;"}}},
    {finding_id::usage_percent, "usage_report_program.txt", {{"\t   2.5KiB( 95%);", "\t   2.5KiB( 85%);"}}},
    {finding_id::usage_percent, "usage_report_spaces.txt", {{"(100%);     1.5KiB;", "(nan%);     1.5KiB;"}}},
    {finding_id::usage_order, "usage_report_program.txt", {{
      "allocation 0: size 4B, constant:\nallocation 1: size 4B, constant:\nallocation 2",
      "allocation 1: size 4B, constant:\nallocation 0: size 4B, constant:\nallocation 2"}}},
    {finding_id::usage_order, "usage_report_spaces.txt", {{"Memory Space: color_7 (color=7)",
      "Memory Space: host (color=4)"}}},
    {finding_id::usage_rest, "usage_report_program_long.txt", {{
      "\tThe rest 24 values are less than 5% of the total size and not shown.\n", ""}}},
    {finding_id::usage_rest, "usage_report_program.txt", {{
      "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n",
      "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n"
      "\tThe rest 0 values are less than 5% of the total size and not shown.\n"}}},
    {finding_id::usage_listed, "usage_report_program.txt", {{"values:\nallocation 4: size 4.0KiB, parameter 0",
      "values:\nallocation 5: size 4.0KiB, parameter 0"}}},
    {finding_id::usage_values, "usage_report_program.txt", {{"                3; s8[96], 2×f32[512]",
      "                4; s8[96], 2×f32[512]"}}},
    {finding_id::usage_values, "usage_report_program.txt", {{";         2048;                1; f32[2,64]",
      ";            0;                1; f32[2,64]"}}},
    {finding_id::total_sum, "usage_report_spaces.txt", {{"Total bytes: 7240 (7.1KiB)", "Total bytes: 6240 (6.1KiB)"}}},
    // Errors that only the dump beside a report reveals.
    {finding_id::report_space, spaces_report, {{"Memory Space: vmem (color=1)\n", "Memory Space: smem (color=2)\n"}},
      {}, spaces_dump},
    {finding_id::report_allocation, program_report, {{"values:\nallocation 4: size 1.4KiB,",
      "values:\nallocation 4: size 1.5KiB,"}}, {}, program_dump},
    {finding_id::report_allocation, program_report, {{"(100%);         0B; allocation 0: size 16B, parameter 0",
      "(100%);         0B; allocation 0: size 16B, parameter 1"},
      {"\nallocation 0: size 16B, parameter 0", "\nallocation 0: size 16B, parameter 1"}}, {}, program_dump},
    {finding_id::report_allocation, program_report, {{"(100%);         0B; allocation 0: size 16B",
      "(100%);         0B; allocation 5: size 16B"}, {"\nallocation 0: size 16B", "\nallocation 5: size 16B"}},
      {}, program_dump},
    {finding_id::report_allocation, spaces_dump, {{
      "\nallocation 3: size 64, color 1, preallocated-temp:\n value: <77 near.77 @1> (size=64,offset=0): s32[16]{0:S(1)}\n",
      "\nallocation 3: size 64, color 1, preallocated-temp:\n value: <77 near.77 @1> (size=64,offset=0): s32[16]{0:S(1)}\n"
      "allocation 4: size 0, color 1, preallocated-temp:\n"}}, {}, spaces_report},
    {finding_id::report_total, program_report, {{"1616 (1.6KiB)", "1624 (1.6KiB)"}}, {}, program_dump},
    {finding_id::report_total, spaces_report, {{"35520 (34.7KiB)", "35521 (34.7KiB)"}}, {}, spaces_dump},
    {finding_id::report_row, program_report, {{"           64;                2; 2×s32[16]",
      "           64;                2; 2×s32[2,8]"}}, {}, program_dump},
    {finding_id::report_row, program_report, {{"           64;                2; 2×s32[16]",
      "           64;                3; 3×s32[16]"}}, {}, program_dump},
    {finding_id::report_row, program_report, {{"           64;                2; 2×s32[16]",
      "           32;                2; 2×s32[16]"}}, {}, program_dump},
    {finding_id::report_row, program_report, {{
      "\t   1.4KiB(100%);        64B;            0;                2; s32[16], s32[2,8]\n", ""}}, {}, program_dump},
    {finding_id::report_row, program_report, {{"allocation 1: size 64B, parameter 0, shape |s32[2,8]| at ShapeIndex {0}:\nallocation 2",
      "allocation 1: size 64B, parameter 0, shape |s32[2,8]| at ShapeIndex {0}:\n\n"
      "\tcumulative_size;       size;       offset; used_by_n_values; shapes_list\n"
      "\t------------------------------------------------------------\n\nallocation 2"}}, {}, program_dump},
    {finding_id::report_sum, program_report, {{"\t   1.3KiB( 95%);        64B;", "\t   1.3KiB( 96%);        64B;"}},
      {}, program_dump},
    {finding_id::report_sum, program_report, {{"\t   1.3KiB( 95%);        64B;", "\t   1.2KiB( 95%);        64B;"}},
      {}, program_dump},
    {finding_id::report_sum, program_report, {{"    1.4KiB( 87%);       208B;", "    1.4KiB( 87%);       209B;"}},
      {}, program_dump},
    {finding_id::report_order, program_report, {{"s32[16], s32[2,8]\n", "s32[2,8], s32[16]\n"}}, {}, program_dump},
    {finding_id::report_order, program_report, {
      {"        64B;           64;                2; 2×s32[16]\n", "        64B;            0;                2; s32[16], s32[2,8]\n"},
      {"(100%);        64B;            0;                2; s32[16], s32[2,8]\n",
       "(100%);        64B;           64;                2; 2×s32[16]\n"}}, {}, program_dump},
    {finding_id::report_rest, spaces_report, {{"The rest 24 values", "The rest 23 values"}}, {}, spaces_dump},
    {finding_id::usage_size, "oom_report.txt", {{"total allocation:    1.01MiB", "total allocation:      1024B"}}},
    {finding_id::usage_size, "oom_report.txt", {{"Size: 2.0KiB", "Size: 0.9KiB"}}},
    {finding_id::statistics_total, "oom_report.txt", {{"maybe_live_out allocation:     4.1KiB",
      "maybe_live_out allocation:    4.10MiB"}}},
    {finding_id::statistics_total, "statistics.txt", {{"parameter allocation:       512B",
      "parameter allocation:       513B"}}},
    {finding_id::statistics_percent, "oom_report.txt", {{"(0.43%)", "(0.53%)"}}},
    {finding_id::statistics_percent, "oom_report.txt", {{"(0.29%)", "(nan%)"}}},
    {finding_id::statistics_percent, "statistics.txt", {{"(inf%)", "(2.34%)"}}},
    {finding_id::buffer_order, "oom_report.txt", {{"Size: 4.0KiB", "Size: 1.0KiB"}}},
    {finding_id::buffer_bytes, "oom_report.txt", {{"f32[32,32]", "f32[32,33]"}}},
    {finding_id::buffer_bytes, "oom_report.txt", {{", f32[1024])", ", f32[1024], f32[])"}}},
    {finding_id::tpu_excess, "tpu_hbm.txt", {{"capacity by 17.84G", "capacity by 17.48G"}}},
    {finding_id::tpu_excess, "tpu_stack.txt", {{"limit by 1.88M", "limit by 1.98M"}}},
    {finding_id::tpu_total, "tpu_hbm.txt", {{"usage >= 33.84G", "usage >= 34.84G"}}},
    {finding_id::tpu_used, "tpu_hbm.txt", {{"Used 33.59G", "Used 33.95G"}, {"by 17.84G", "by 18.20G"}}},
    {finding_id::tpu_rows, "tpu_hbm.txt", {{"    program         604.00M ", "    program         605.00M "}}},
    {finding_id::tpu_rows, "tpu_usage.txt", {{"    scoped              32B", "    scoped              33B"}}},
    {finding_id::tpu_percent, "tpu_hbm.txt", {{"84.9% utilization", "94.9% utilization"}}},
    {finding_id::tpu_percent, "tpu_hbm.txt", {{"0.0% fragmentation", "1.0% fragmentation"}}},
    {finding_id::tpu_temporaries, "tpu_usage.txt", {{"62.5% utilization", "62.6% utilization"}, {"Padded (614.41M)", "Padded (613.41M)"}}},
    {finding_id::tpu_order, "tpu_hbm.txt", {{"  2. Size: 1.00M", "  3. Size: 1.00M"}}},
    {finding_id::tpu_padding, "tpu_hbm.txt", {{"padding: 508B", "padding: 512B"}}},
    {finding_id::tpu_padding, "tpu_hbm.txt", {{"(128.0x", "(127.0x"}}},
    {finding_id::tpu_shape, "tpu_hbm.txt", {{"f32[4194304,7,129]", "f32[4194304,9,129]"}}},
    {finding_id::tpu_shape, "tpu_hbm.txt", {{"Unpadded size: 4B", "Unpadded size: 8B"}, {"508B (128.0x", "504B (64.0x"}}},
    {finding_id::tpu_sum, "tpu_vmem.txt", {{"  2. Size: 2.00M", "  2. Size: 3.00M"}}},
    {finding_id::tpu_bytes, "tpu_large.txt", {{"0x3d0a00", "0x3d0a01"}}},
    {finding_id::tpu_bytes, "tpu_large.txt", {{"u8[4000256]{0}", "u8[0]{0}"}}},
    {finding_id::tpu_bytes, "tpu_large.txt", {{"memory (size=1048576)", "memory (size=5000000)"}}},
    {finding_id::tpu_excess, "tpu_temporaries.txt", {{"(19.20G)", "(9.20G)"}}},
    {finding_id::tpu_excess, "tpu_abort.txt", {{"Requires 1.00P", "Requires 1.00G"}}},
    {finding_id::tpu_excess, "tpu_cores.txt", {{"174.10G", "17.10G"}}},
    {finding_id::tpu_excess, "tpu_sparse_core.txt", {{"(8388607 words)", "(838860 words)"}}},
    {finding_id::tpu_excess, "tpu_stack.txt", {{"size 61.88M", "size 1.88M"}}},
    {finding_id::tpu_excess, "tpu_vmem.txt", {{"Used 66.00M", "Used 6.00M"}}},
    {finding_id::info_order, "buffer_info.csv", {{"3,\"<3 sq.1 @0>\"", "3,\"<2 sq.1 @0>\""}}},
    {finding_id::info_order, "buffer_info.csv", {{"3,\"<3 sq.1 @0>\"", "5,\"<5 sq.1 @0>\""}}},
    {finding_id::info_uses, "buffer_info.csv", {{"4,9,2,\"5;9\"", "4,9,3,\"5;9\""}}},
    {finding_id::info_uses, "buffer_info.csv", {{"fma.2, operand 0;", ""}}},
    {finding_id::info_time, "buffer_info.csv", {{"\"5;9\"", "\"9;5\""}}},
    {finding_id::info_time, "buffer_info.csv", {{"64,128,4,9,", "64,128,10,9,"}}},
    {finding_id::info_time, "buffer_info.csv", {{"gte.3, operand 0 {0};tuple.4, operand 1 {}",
      "tuple.4, operand 1 {};gte.3, operand 0 {0}"}}},
    {finding_id::message_size, "message_rematerialization.txt", {{"378.5KiB", "378.6KiB"}}},
    {finding_id::message_size, "message_rematerialization_short.txt", {{"-25.62GiB", "25.62GiB"}}},
    {finding_id::message_size, "message_request.txt", {{"1.00GiB", "1.01GiB"}}},
    {finding_id::message_size, "message_program_table.txt", {{"530.00M", "531.00M"}}},
    {finding_id::message_size, "message_program_table.txt", {{"5.56G", "5.57G"}}},
    {finding_id::message_size, "message_program_table.txt", {{"3.95G (", "3.96G ("}}},
    {finding_id::message_size, "message_program_table.txt", {{"-2.03G", "-2.04G"}}},
    {finding_id::message_sum, "message_rematerialization.txt", {{"562.5KiB (576012", "98.3KiB (100671"}}},
    {finding_id::message_sum, "message_rematerialization.txt", {{"563.0KiB (576524", "562.5KiB (576000"}}},
    {finding_id::message_sum, "message_base_limit.txt", {{"390124", "150000"}}},
    {finding_id::message_sum, "message_program_table.txt", {{"HBM capacity 8.00G", "HBM capacity 7.00G"}}},
    {finding_id::message_sum, "message_program_failure.txt", {{"reserve 26.25G", "reserve 6.25G"}}},
    {finding_id::message_sum, "message_program_failure.txt", {{"25.52G free", "5.52G free"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"Total Chunks: 2", "Total Chunks: 3"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"Chunks in use: 2", "Chunks in use: 1"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"region of size 2097152", "region of size 2097408"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"totalling 512B", "totalling 256B"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"in-use chunks: 512B", "in-use chunks: 511B"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"free in pool 2.00MiB", "free in pool 2.01MiB"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"pool size 2.00MiB", "pool size 1.00MiB"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"InUse:                            512B", "InUse:                            256B"}}},
    {finding_id::message_sum, "message_allocator_summary.txt", {{"LargestFreeBlock:              2.00MiB", "LargestFreeBlock:              1.00MiB"}}},
    {finding_id::message_sum, "message_allocator_summary_f2.txt", {{"allocated_bytes_: 1048576", "allocated_bytes_: 1048577"}}},
    {finding_id::message_sum, "message_allocator_summary_f4.txt", {{"bytes in pool: 2097152", "bytes in pool: 2097153"}}},
    {finding_id::message_sum, "message_allocator_summary_f4.txt", {{"InUse:                             512", "InUse:                             513"}}},
    {finding_id::message_sum, "message_allocator_summary_f5.txt", {{"size in pool: ", "size in pool: 1"}}},
    {finding_id::compiled_sizes, "message_sizes.txt", {{"argument_size_in_bytes=596", "argument_size_in_bytes=608"}}, {}, text_dump},
    {finding_id::compiled_sizes, "message_sizes.txt", {{"alias_size_in_bytes=68", "alias_size_in_bytes=0"}}, {}, text_dump},
    {finding_id::compiled_sizes, "message_sizes.txt", {{"temp_size_in_bytes=0,", "temp_size_in_bytes=4,"}},
      "module_0004.jit_step.cpu_after_optimizations-buffer-assignment.txt", text_dump},
    {finding_id::compiled_sizes, "message_sizes.txt", {{"host_output_size_in_bytes=0", "host_output_size_in_bytes=4"}}, {}, text_dump},
    {finding_id::other_module, split_ranges, {{"    parameter.0{}:", "    arg.0{}:"}, {"    parameter.1{}:", "    arg.1{}:"},
      {"    parameter.2{}:", "    arg.2{}:"}, {"    constant.3{}:", "    c.3{}:"}, {"    constant.4{}:", "    c.4{}:"},
      {"    copy.5{}:", "    dup.5{}:"}, {"    abs.6{}:", "    sqrt.6{}:"}}, {}, split_values},
    // Contradictions between a module text and its dump.
    {finding_id::entry_parameter, module_text, {{"layout={(f32[8,16]{1,0},", "layout={(f32[8,15]{1,0},"}}, {}, text_dump},
    {finding_id::entry_parameter, module_text, {{"(f32[16]{0}, s32[]))->", "(f32[16]{0}, s32[]), f32[])->"}}, {},
      text_dump},
    {finding_id::entry_parameter, module_text, {{"(f32[16]{0}, s32[]))->", "(f32[16]{0}, s64[]))->"}}, {}, text_dump},
    {finding_id::entry_parameter, text_dump, {{"parameter 0, shape", "parameter 2, shape"}}, {}, module_text},
    {finding_id::entry_result, module_text, {{"->(f32[8,16]{1,0}, f32[],", "->(f32[8,15]{1,0}, f32[],"}}, {}, text_dump},
    {finding_id::entry_alias, module_text, {{"{2}: (1, {1}, may-alias)", "{1}: (0, {}, may-alias)"}}, {}, text_dump},
    {finding_id::missing_frame, text_values, {{"stack_frame_id=13", "stack_frame_id=14"}}, {}, module_text},
    {finding_id::text_name, module_text, {{"%const.1 = f32[]", "%const.7 = f32[]"}, {"%add.3, %const.1)", "%add.3, %const.7)"}}, {},
      text_values},
    {finding_id::text_name, text_values, {{"  add.3, operand 1\n", "  add.4, operand 1\n"}}, {}, module_text},
    {finding_id::text_instruction, module_text, {{"constant(2.5)", "constant(2.75)"}}, {}, text_values},
    {finding_id::text_instruction, module_text, {{R"(["2"]})", R"(["4"]})"}}, {}, text_values},
    {finding_id::text_instruction, module_text, {{"f32[8,16]{1,0:S(1)} broadcast", "f32[8,16]{1,0} broadcast"}}, {},
      text_values},
    {finding_id::text_order, module_text, {{"  %const.1 = f32[] constant(2.5)\n", ""}, {"  %add.3 = f32",
      "  %const.1 = f32[] constant(2.5)\n  %add.3 = f32"}}, {}, text_ranges},
    {finding_id::text_twice, module_text, {{"%b = f32[] parameter(1)", "%a = f32[] parameter(1)"}}},
    {finding_id::text_twice, module_text, {{"%sum (a", "%main.9 (a"}, {"to_apply=%sum", "to_apply=%main.9"}}},
    {finding_id::text_operand, module_text, {{"negate(%reduce.4)", "negate(%out.5)"}}},
    {finding_id::text_operand, module_text, {{"negate(%reduce.4)", "negate(%a)"}}},
    {finding_id::text_signature, module_text, {{"b: f32[]) -> f32[] {", "b: f32[]) -> f64[] {"}}},
    {finding_id::text_signature, module_text, {{"(a: f32[], b:", "(a: f32[], c:"}}},
    {finding_id::text_signature, module_text, {{"%b = f32[] parameter(1)", "%b = f32[] parameter(2)"}}},
    {finding_id::text_signature, module_text, {{"ROOT %s = ", "%s = "}}},
    {finding_id::text_signature, module_text, {{"layout={(f32[8,16]{1,0},", "layout={(f32[8,16]{0,1},"}}},
    {finding_id::text_call, module_text, {{"to_apply=%sum", "to_apply=%sun"}}},
    {finding_id::frame_order, module_text, {{"1 {file_name_id=1 ", "1 {file_name_id=2 "}}},
    {finding_id::frame_order, module_text, {{"line=40 end_line=40", "line=40 end_line=39"}}},
    {finding_id::frame_order, module_text, {{"2 {file_location_id=2 parent_frame_id=2}", "2 {file_location_id=2 parent_frame_id=9}"}}},
    {finding_id::frame_order, module_text, {{"2 \"model/layers.py\"\n", "2 \"model/layers.py\"\n3 \"unused.py\"\n"}}},
    {finding_id::frame_order, module_text, {{"2 \"step\"\n", "2 \"step\"\n3 \"unused\"\n"}}},
    {finding_id::frame_order, module_text, {{"column=4 end_column=20}\n", "column=4 end_column=20}\n"
      "4 {file_name_id=2 function_name_id=2 line=14 end_line=14 column=4 end_column=20}\n"}}},
    {finding_id::module_name, module_text, {{"HloModule jit_step,", "HloModule jit_stop,"}},
      "module_0004.jit_step.cpu_after_optimizations.txt"},
    {finding_id::module_name, module_text, {{"ENTRY %main.9 (", "ENTRY %main.8 ("}}, {}, text_ranges},
    // Contradictions between the instructions of a dump.
    {finding_id::missing_part, "d19_values.txt", {{"<6 p.1{1} @0>\n positions:\n  p.1 {1}\n  gte.2\n  out.5 {2}\n",
      "<6 x @0>\n positions:\n  x\n  gte.2\n  out.5 {2}\n"}}},
    {finding_id::result_shape, "d10.txt", {{"broadcast(f32[16]{0} %gte.1), dimensions={1}",
      "broadcast(f32[16]{0} %gte.1), dimensions={0}"}}},
    {finding_id::result_shape, "d17.txt", {{"reduce(%add.3, %const.1), dimensions={0,1}",
      "reduce(%add.3, %const.1), dimensions={0}"}}},
    {finding_id::operand_layouts, custom_call, {{"constraints={s64[], token[], f64[4]{0}}", "constraints={s64[], token[], f64[5]{0}}"},
      {"constraints={s64[], token[], f64[4]{0}}", "constraints={s64[], token[], f64[5]{0}}"}}},
    {finding_id::operand_layouts, custom_call, {{"constraints={s64[], token[], f64[4]{0}}", "constraints={s64[], token[]}"},
      {"constraints={s64[], token[], f64[4]{0}}", "constraints={s64[], token[]}"}}},
    {finding_id::parameter_name, custom_call, {{"f64[4]{0} parameter(1)", "f64[4]{0} parameter(2)"}}},
    {finding_id::position_twice, "d17.txt", {{"  gte.2\n  out.5 {2}\n", "  gte.2\n  out.5 {3}\n"}}},
    {finding_id::missing_use, "d17.txt", {{"  out.5, operand 2\n", ""}}},
    {finding_id::output_shape, "d17.txt", {{", output shape is |(f32[8,16], f32[], s32[], f32[16], f32[8,16], /*index=5*/f32[])|", ""}}},
    {finding_id::peak_audit, "d17.txt", {}},
};
// clang-format on

// The dump with the replacements made.
inline std::string changed(const broken_dump& one)
{
    auto text = golden_dump(std::string(one.dump));
    for (const auto& [from, to] : one.changes) {
        const auto at = text.find(from);
        if (at == std::string::npos)
            throw std::runtime_error("not in " + std::string(one.dump) + ": " + std::string(from));
        text.replace(at, from.size(), to);
    }
    return text;
}

// The findings in the text, together with the file beside it, which comes first.
struct judged_case {
    std::vector<std::string> texts;
    std::vector<finding> found;
    std::vector<std::size_t> applied{}; // how often each rule was applied, by finding
};
inline judged_case judged(const broken_dump& one, std::string_view text, bool named = true)
{
    judged_case result;
    const auto read = accepted(text);
    const check_options options{.file_name = named ? one.file_name : std::string_view(),
                                .audit = one.rule == finding_id::peak_audit,
                                .applied = &result.applied};
    result.texts.emplace_back(text);
    if (one.beside.empty()) {
        result.found = check(read, options);
        return result;
    }
    result.texts.insert(result.texts.begin(), golden_dump(std::string(one.beside)));
    const auto other = accepted(result.texts.front());
    const document* const module[] = {&other, &read};
    result.found = check(std::span(module), options);
    return result;
}

// True if the rule is reported, or is a reported consequence.
inline bool fires(const std::vector<finding>& found, finding_id rule)
{
    const auto name = "[" + std::string(info(rule).name) + "]";
    return std::ranges::any_of(found, [&](const finding& f) {
        return f.id == rule ||
               std::ranges::any_of(f.related, [&](const auto& r) { return r.message.text().ends_with(name); });
    });
}

// True if the rule is reported for a text that is read alone.
inline bool finds(finding_id which, std::string_view text, std::string_view file_name = {})
{
    const auto read = accepted(text);
    return fires(check(read, {.file_name = file_name}), which);
}

// The text with the first such part replaced, which must be there.
inline std::string replaced(std::string_view text, std::string_view from, std::string_view to)
{
    std::string result(text);
    const auto at = result.find(from);
    if (at == std::string::npos) throw std::runtime_error("not there: " + std::string(from));
    return result.replace(at, from.size(), to);
}

} // namespace ballast::tests
