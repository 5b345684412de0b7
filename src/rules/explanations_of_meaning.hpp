// What each finding about the meaning of a text says: rows of the table in explanations.cpp.
#pragma once

#include "ballast/explanation.hpp"
#include "base/keyed_table.hpp"

namespace ballast::inline v0 {

using explanation_table = keyed_table<finding_id, explanation>;

// clang-format off
inline constexpr explanation_table::row explanations_of_meaning[] = {
    {finding_id::other_module, {
        "The files of one module name the same values. Where less than half of the names in a file are in the others, it is of "
        "another module, or of another run in which the module became another program. It is looked at alone.",
        "$ ballast validate FOLDER", "", "the file belongs to another module, or another run: dump again"}},
    {finding_id::allocation_number, {
        "XLA numbers its allocations from 0 as it prints them. A number that is missing or there twice shows that a block "
        "was removed, added or copied by hand.",
        "allocation 5: size",
        "allocation 4: size", ""}},
    {finding_id::allocation_pointer, {
        "Until 2022 the head of an allocation had the address of the object in XLA's memory. The objects lie in one "
        "array, so that the addresses ascend by its element's size.",
        "0x55d0a790",
        "0x55d0a780", ""}},
    {finding_id::temporary_order, {
        "XLA joins the temporaries into arenas at the end, so that they come after all other allocations.",
        "allocation 0: size 4, preallocated-temp:",
        "allocation 0: size 4, constant:", ""}},
    {finding_id::temporary_twice, {
        "The temporaries of a color shared one arena. Since October 2020 a flag limits how large a heap may grow "
        "(`xla_multiheap_size_constraint_per_heap`). No dump shows whether it was set, so later dumps are not checked.",
        "  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\nallocation 12: 0x55d0ad00, size 4, preallocated-temp:\n  x[](#20 @0) [0,4]: f32[]\n",
        "  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\n", ""}},
    {finding_id::empty_allocation, {
        "Only an arena of temporaries can be without values, and then it has no bytes. On TPU an empty arena of color 1 may "
        "have 33554432: tpu7x reserves the beginning of its vmem.",
        "\nallocation 12: size 8, preallocated-temp:\n\nTotal",
        "\n\nTotal", ""}},
    {finding_id::allocation_size, {
        "Outside arenas all values of an allocation begin at 0, so that the allocation is as large as the largest of "
        "them.",
        "allocation 4: size 513",
        "allocation 4: size 512", ""}},
    {finding_id::arena_size, {
        "An arena ends where the last of its values ends. On TPU an arena of color 1 may be larger, from 33554432 bytes on: "
        "tpu7x reserves the beginning of its vmem.",
        "allocation 11: size 576",
        "allocation 11: size 512", ""}},
    {finding_id::several_values, {
        "A parameter that is not live-out, a constant or a thread-local buffer is not reused for other values.",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {finding_id::shared_allocation, {
        "Values that share a thread-local or constant buffer are of one size.",
        "allocation 1: size 8, thread-local:\n",
        "allocation 1: size 4, thread-local:\n", ""}},
    {finding_id::value_order, {
        "The ids of values follow from the order in which XLA visits instructions. In this list they ascend.",
        "allocation 1: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n value: <0 a @0> (size=4,offset=0): f32[]\n",
        "allocation 1: size 4, thread-local:\n value: <0 a @0> (size=4,offset=0): f32[]\nallocation 2: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n", ""}},
    {finding_id::value_twice, {
        "Each value has one buffer: one line in one allocation.",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <8 add.3 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {finding_id::value_outside, {
        "Offset and size of a value stay within the bytes of its allocation.",
        "<7 bcast.2 @0> (size=512,offset=64)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {finding_id::value_offset, {
        "Only an arena places values side by side; elsewhere each begins at 0.",
        "<3 p.0 @0> (size=512,offset=64)",
        "<3 p.0 @0> (size=512,offset=0)", ""}},
    {finding_id::offset_gap, {
        "In an arena XLA places a value at 0 or at the end of another one, rounded up to the alignment.",
        "<7 bcast.2 @0> (size=512,offset=1024)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {finding_id::offset_alignment, {
        "Each platform rounds the offsets in an arena up. CPU: to 16 bytes, since October 2024 to 64. GPU: to 128, since D17 "
        "always to 256. TPU: color 0 to 16384 (tuples to 512), colors 1 and 3 to 4096, the flags in colors 2 and 8 to 4, "
        "others to 512. Tiles in layouts show TPU, the name of the file shows CPU and GPU; otherwise offsets are not checked.",
        "$ ballast validate --only offset_alignment dumps",
        "", ""}},
    {finding_id::shared_bytes, {
        "Two values that are live at the same moment have bytes of their own, except where one is computed in place of "
        "the other. On TPU two results of one instruction may share bytes if one of them is never read.",
        "offset=64",
        "offset=128", ""}},
    {finding_id::value_color, {
        "A color is a memory space. An allocation lies in one, with all its values. Exceptions are arenas: since June 2024 one "
        "of color 0 may get another color while its values keep 0, and since June 2026 (D22) values of other colors may "
        "reuse an arena, which lists them.",
        "allocation 4: size 512, color 1,",
        "allocation 4: size 512,", ""}},
    {finding_id::reused_value, {
        "Values that an allocation reuses across colors are listed below it; they have another color than the allocation "
        "and are among its values.",
        "(color=2)",
        "(color=0)", ""}},
    {finding_id::layout_color, {
        "The memory space in a layout, as in `{1,0:S(1)}`, is what gives the value its color.",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0:S(1)}",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}", ""}},
    {finding_id::total_sum, {
        "XLA adds up the sizes of all allocations for this line. Another sum means that a size or the total was changed, "
        "or an allocation is missing.",
        "used: 1689 (1.6KiB)",
        "used: 1688 (1.6KiB)", ""}},
    {finding_id::total_human, {
        "The number in parentheses is the total in the largest unit that fits, cut after the digits that are printed.",
        "1688 (1.7KiB)",
        "1688 (1.6KiB)", ""}},
    {finding_id::parameter_twice, {
        "Each part of a parameter has one allocation, named by the number of the parameter and the index of the part.",
        "at ShapeIndex {0}",
        "at ShapeIndex {1}", ""}},
    {finding_id::parameter_value, {
        "The allocation of a parameter holds the value that the parameter instruction with that number defines.",
        "parameter 2, shape",
        "parameter 0, shape", ""}},
    {finding_id::missing_parameter, {
        "Every parameter of the entry computation, and every part of a tuple parameter, comes in a buffer of its own.",
        "allocation 4: size 512, thread-local:",
        "allocation 4: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:", ""}},
    {finding_id::parameter_shape, {
        "The head of the allocation repeats the shape of the parameter without its layout: since 2025-08 that of the part "
        "that the allocation holds, before that always the whole one. Without instructions any value of the allocation with "
        "that shape can be the parameter.",
        "parameter 0, shape |f32[8,15]|",
        "parameter 0, shape |f32[8,16]|", ""}},
    {finding_id::output_shape, {
        "One allocation, the one of the whole result, has the shape of the output in its head, and it is live-out.",
        "output shape is |(f32[8,17], f32[]",
        "output shape is |(f32[8,16], f32[]", ""}},
    {finding_id::live_out, {
        "An allocation is `maybe-live-out` exactly when a value in it is at the root of the entry computation.",
        "allocation 9: size 4, thread-local:",
        "allocation 9: size 4, maybe-live-out:", ""}},
    {finding_id::missing_result, {
        "Every part of the result is a value at a position of the root, and every such position is a part of the result.",
        "  reduce.4\n",
        "  reduce.4\n  out.5 {1}\n", ""}},
    {finding_id::result_size, {
        "The caller gets the buffer of a result whole, so a value at the root begins at 0 and fills its allocation.",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n value: <40 wide @0> (size=8,offset=0): f32[2]{0}\n",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n", ""}},
    {finding_id::result_bytes, {
        "The bytes of each part of the result follow from its shape and are those of the value there. The shape has no "
        "layout, so that elements below 8 bits may be packed or not. On TPU a bitcast into the result may drop padding.",
        "output shape is |(f32[8,16], f32[], s64[]",
        "output shape is |(f32[8,16], f32[], s32[]", ""}},
    {finding_id::root_order, {
        "The root is scheduled last, because everything that it reads has to be there. Behind it come only unused parameters, "
        "instructions with side effects (custom calls, outfeeds, collectives, loops), and their operands.",
        "    7:out.5\n    8:gte.2\n",
        "    7:gte.2\n    8:out.5\n", ""}},
    {finding_id::missing_entry, {
        "Each value in an allocation has an entry under `Used values:`, and nothing else has one.",
        "<22 s @0>\n positions:",
        "<2 s @0>\n positions:", ""}},
    {finding_id::entry_name, {
        "A value is named by its defining instruction, its index and its color, the same wherever it is printed.",
        "<2 t @0>\n positions:\n  t\n",
        "<2 s @0>\n positions:\n  s\n", ""}},
    {finding_id::phi_order, {
        "XLA makes phi values after all others, so that their ids are larger.",
        "<8 add.3 (phi) @0>",
        "<8 add.3 @0>", ""}},
    {finding_id::defining_position, {
        "The positions of a value begin with the instruction and the index that define it.",
        " positions:\n  bcast.3\n",
        " positions:\n  bcast.2\n", ""}},
    {finding_id::position_twice, {
        "Each position is listed once; at its defining instruction a value has only its own.",
        "  out.5 {0}\n  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {finding_id::index_presence, {
        "An index in braces follows the name where the instruction's result is a tuple, and only there.",
        " positions:\n  p.1\n",
        " positions:\n  p.1 {}\n", ""}},
    {finding_id::instruction_name, {
        "The entry of a value ends with the instruction that defines it, whose name is the value's.",
        "%bcast.3 = f32",
        "%bcast.2 = f32", ""}},
    {finding_id::instruction_text, {
        "Values of one tuple instruction repeat its line; the text is the same each time.",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"Params",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"params", ""}},
    {finding_id::scheduling_name, {
        "XLA notes the name that an instruction had when it was scheduled, which is its name. On GPU an instruction that replaces "
        "another keeps the old name: a clone that rematerialization makes (`x.remat2` of `x`), and since 2026 a collective "
        "that was made synchronous again and a copy that replaces an optimization barrier.",
        "$ ballast validate --only scheduling_name dumps",
        "", ""}},
    {finding_id::value_shape, {
        "The shape in the line of a value is that part of its instruction's result, and operands are printed with the "
        "shapes of what they read. On TPU an operand can be a bitcast, which is not printed, of a part of the value.",
        "<7 bcast.2 @0> (size=512,offset=0): f32[16,8]",
        "<7 bcast.2 @0> (size=512,offset=0): f32[8,16]", ""}},
    {finding_id::value_bytes, {
        "The size of a value follows from its element type, dimensions and layout. On TPU arrays are rounded up to their tiles, "
        "but for the flags in space 2; the table of a tuple has 4 bytes an element (8 elsewhere), rounded up to 32, 512 or "
        "1024 by the chip, and no bytes for `()` and in space 7. The number that fits most tables of a module counts.",
        "<3 p.0 @0> (size=513,",
        "<3 p.0 @0> (size=512,", ""}},
    {finding_id::constant_allocation, {
        "Constants lie in allocations of their own, which nothing else may write to.",
        "%const.1 = f32[] partition-id()",
        "%const.1 = f32[] constant(2.5)", ""}},
    {finding_id::use_operand, {
        "A use is an instruction, the number of its operand and an index in it; the operand is one of the value's "
        "positions.",
        "  reduce.4, operand 0\n",
        "  reduce.4, operand 1\n", ""}},
    {finding_id::missing_use, {
        "XLA lists every instruction that reads a value at one of its positions.",
        " uses:\n  out.5, operand 0\n",
        " uses:\n  reduce.4, operand 0\n  out.5, operand 0\n", ""}},
    {finding_id::use_order, {
        "Uses are listed position by position, in the order in which the positions are.",
        "  gte.1\n  gte.3\n  out.5 {3}\n uses:\n  out.5, operand 3\n  bcast.2, operand 0\n",
        "  gte.1\n  out.5 {3}\n uses:\n  bcast.2, operand 0\n  out.5, operand 3\n", ""}},
    {finding_id::tuple_use, {
        "A value that is an operand of a tuple is at that place of the tuple's result.",
        "  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {finding_id::unknown_operand, {
        "What an instruction reads is a value, so that its operand is at the position of one.",
        "reduce(%add.3, %const.2)",
        "reduce(%add.3, %const.1)", ""}},
    {finding_id::range_max, {
        "The length in `HloLiveRange (max N)` is the number of instructions of the schedule.",
        "(max 8)",
        "(max 9)", ""}},
    {finding_id::sequence_number, {
        "The rows of the sequence are numbered from 0 as they are printed.",
        "    4:bcast.2",
        "    3:bcast.2", ""}},
    {finding_id::sequence_twice, {
        "Each instruction is scheduled once, so that its name is in the sequence once.",
        "    7:gte.1",
        "    7:gte.2", ""}},
    {finding_id::sequence_value, {
        "Each instruction of the sequence defines or passes on a value, and each position of a value in the sequence "
        "names one of its rows.",
        "    7:gte.3",
        "    7:gte.2", ""}},
    {finding_id::use_schedule, {
        "Instructions of one computation are all in the sequence, or none is; a value is used where it is defined.",
        "  add.3, operand 0\n",
        "  s, operand 0\n", ""}},
    {finding_id::operand_order, {
        "What an instruction reads is computed before it.",
        "    3:add.3\n    4:bcast.2",
        "    3:bcast.2\n    4:add.3", ""}},
    {finding_id::use_before_definition, {
        "A value is used, and passed on, after it is defined.",
        "    3:add.3\n    4:bcast.2\n",
        "    3:bcast.2\n    4:add.3\n", ""}},
    {finding_id::range_order, {
        "Live ranges are printed in the order of the ids of their values.",
        "    p.1{1}:0-9\n    p.1{0}:0-9\n",
        "    p.1{0}:0-9\n    p.1{1}:0-9\n", ""}},
    {finding_id::range_twice, {
        "A value has one live range: its name and index are in one row.",
        "    p.1{0}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {finding_id::range_name, {
        "A live range is named by an instruction of the sequence and by an index that its result has.",
        "    p.1{2}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {finding_id::missing_range, {
        "A value of the schedule lives for some time, and that is printed; only constants of computations that are not "
        "scheduled have none.",
        "    p.1{1}:0-9\n    add.3{}:4-9\n",
        "    p.1{1}:0-9\n    bcast.2{}:3-4\n    add.3{}:4-9\n", ""}},
    {finding_id::unexpected_range, {
        "Thread-local values are those of computations that are not scheduled, so they have no live range.",
        "  BufferLiveRange:\n    s{}:0-0\n",
        "  BufferLiveRange:\n", ""}},
    {finding_id::range_bounds, {
        "A live range begins at 0 or later, ends after its beginning, and at the latest at the end of the schedule.",
        "p.1{1}:0-11",
        "p.1{1}:0-9", ""}},
    {finding_id::range_start, {
        "A value lives from the moment at which its instruction is scheduled. Since late 2026 a value inside an "
        "asynchronous computation may live from the start of that computation only.",
        "bcast.2{}:2-4",
        "bcast.2{}:3-4", ""}},
    {finding_id::parameter_range, {
        "The buffers of parameters belong to the caller, so they live from the first moment to the last.",
        "p.0{}:0-8",
        "p.0{}:0-9", ""}},
    {finding_id::range_end, {
        "A value lives until the last instruction that reads it, and to the end where it is part of the result. It ends earlier "
        "where another value of its buffer starts. With loops, conditionals and calls it may end later, since a "
        "value inherits the end of the one before it in its buffer, up to the start of the next.",
        "add.3{}:4-8",
        "add.3{}:4-9", ""}},
    {finding_id::peak_moment, {
        "XLA adds up what lives at each moment and takes the first of the fullest ones by its own sums, which leave some "
        "values out.",
        "Live ranges at 4",
        "Live ranges at 5", ""}},
    {finding_id::peak_rows, {
        "Under the peak are the values that live at its moment, each once.",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n  Stack trace",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n  Stack trace", ""}},
    {finding_id::peak_bytes, {
        "A row of the peak has the bytes that the shape of its value takes.",
        "const.1{}: 5 bytes",
        "const.1{}: 4 bytes", ""}},
    {finding_id::peak_order, {
        "Rows of the peak come in one order; since 2025-05 that is by their bytes, the largest first.",
        "    p.1{1}: 4 bytes (cumulative: 1108 bytes)\n    const.1{}: 4 bytes (cumulative: 1112 bytes)\n",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n", ""}},
    {finding_id::peak_sum, {
        "Since 2025 each row repeats the sum of all rows up to it.",
        "cumulative: 1089",
        "cumulative: 1088", ""}},
    {finding_id::moment_row, {
        "For some hours in 2021 XLA printed what lives at every moment; each row is one moment.",
        "    1, ",
        "    0, ", ""}},
    {finding_id::trace_total, {
        "The tree of the source accounts for the same bytes as the rows of the peak above it.",
        "peak usage: 1 113 bytes",
        "peak usage: 1 112 bytes", ""}},
    {finding_id::trace_presence, {
        "The rows of a peak are followed by the tree, since XLA prints one; where the sequence is empty, there is no tree.",
        "(peak):\n  Stack trace breakdown for peak usage: 0 bytes\n",
        "(peak):\n", ""}},
    {finding_id::trace_sum, {
        "The total of a node is its own bytes and those of all nodes below it.",
        "total: 85 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc",
        "total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc", ""}},
    {finding_id::trace_remaining, {
        "What remains after a node is the total without the bytes of all nodes that were printed so far.",
        "remaining: 601",
        "remaining: 600", ""}},
    {finding_id::trace_order, {
        "The children of a node are sorted by their totals, the largest first, and then by their labels.",
        "      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n",
        "      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n", ""}},
    {finding_id::trace_percent, {
        "The share of a node is its total by that of the whole tree, with one digit after the point.",
        "x (46.1%",
        "x (46.0%", ""}},
    {finding_id::trace_label, {
        "The last part of a label is a value of the peak; the bytes of its nodes are those of the value.",
        "── y (46.0%",
        "── x (46.0%", ""}},
    {finding_id::usage_size, {
        "Sizes are printed in the largest unit of which there is at least one, so that there is no `1024B`, and no `0.9KiB`.",
        "\t   2.5KiB( 95%);      1536B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_sum, {
        "Each row has the sum of the sizes so far. Sizes are rounded for people; a sum is held against all that they can stand for.",
        "\t   2.9KiB( 95%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_percent, {
        "The percentage is that of the sum so far: of the total in the list of allocations, of all rows in a table.",
        "\t   2.5KiB( 85%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_order, {
        "Allocations, and the rows of a table, come with the largest first. Memory spaces ascend by color.",
        "allocation 1: size 4B, constant:\nallocation 0: size 4B, constant:\nallocation 2", "allocation 0: size 4B, constant:\nallocation 1: size 4B, constant:\nallocation 2", ""}},
    {finding_id::usage_rest, {
        "After more than fifty rows a list ends as soon as less than 5% is left, with a line that counts what is not shown. A "
        "shorter list has no such line.",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n\tThe rest 0 values are less than 5% of the total size and not shown.\n",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n", ""}},
    {finding_id::usage_listed, {
        "The first list ranks the allocations, the second has them in the same order with their values: each once, numbered from 0.",
        "values:\nallocation 5: size 4.0KiB, parameter 0", "values:\nallocation 4: size 4.0KiB, parameter 0", ""}},
    {finding_id::usage_values, {
        "A row stands for all values at one offset: it counts them, and lists their shapes, each once and with its number.",
        "                4; s8[96], 2×f32[512]", "                3; s8[96], 2×f32[512]", ""}},
    {finding_id::report_space, {
        "Since 2026 a memory-usage report has a part for each memory space that an allocation of the module is in. Beside the file "
        "of its allocations it is held against them.",
        "Memory Space: smem (color=2)\n", "Memory Space: vmem (color=1)\n", ""}},
    {finding_id::report_allocation, {
        "A memory-usage report is written from the allocations of the dump beside it, so that each of its heads is the one there, "
        "with a size for people. Where many differ, the two files are of different runs.",
        "values:\nallocation 4: size 1.5KiB,", "values:\nallocation 4: size 1.4KiB,", "the two files are of different runs: dump again"}},
    {finding_id::report_total, {
        "The total of a report, or of a memory space in it, is the sum of the sizes that the allocations of the dump beside it "
        "have, thread-local ones included.",
        "Total bytes used: 1624 (1.6KiB)\n", "Total bytes used: 1616 (1.6KiB)\n", ""}},
    {finding_id::report_row, {
        "A row has the values at one offset of the allocation: how large the largest is, how many they are, and their shapes "
        "without layouts. All of that is in the dump beside it.",
        "           64;                2; 2×s32[2,8]", "           64;                2; 2×s32[16]", ""}},
    {finding_id::report_sum, {
        "Sums, what is left of the total and percentages follow from sizes that the dump beside the report has in bytes.",
        "\t   1.3KiB( 96%);        64B;", "\t   1.3KiB( 95%);        64B;", ""}},
    {finding_id::report_order, {
        "Larger allocations come first, and those of one size in the order of their numbers. So do the values at an offset; since "
        "2025-10 the largest id among them decides where sizes are equal, and shapes are sorted by their counts and texts. "
        "Before, a hash table decided both.",
        "s32[2,8], s32[16]\n", "s32[16], s32[2,8]\n", ""}},
    {finding_id::report_rest, {
        "After fifty rows a list ends as soon as less than 5% is left. The dump beside the report has the bytes, so that it is known "
        "after which row, and how many it leaves out.",
        "The rest 23 values", "The rest 24 values", ""}},
    {finding_id::statistics_total, {
        "An allocation can be of several classes, so that these do not add up to the total; but none takes more than that.",
        "        maybe_live_out allocation:    4.10MiB\n", "        maybe_live_out allocation:     4.1KiB\n", ""}},
    {finding_id::statistics_percent, {
        "What no value fills is a share of the temporaries, or of all allocations; sizes are rounded, and so is the percentage.",
        "              total fragmentation:     4.5KiB (0.53%)\n", "              total fragmentation:     4.5KiB (0.43%)\n", ""}},
    {finding_id::buffer_order, {
        "The largest buffers that live when most memory is needed, by size.",
        "\tBuffer 3:\n\t\tSize: 8.0KiB\n", "\tBuffer 3:\n\t\tSize: 2.0KiB\n", ""}},
    {finding_id::buffer_bytes, {
        "An array takes its elements, a tuple a pointer for each of its elements; a backend that rounds arrays up needs more, none less.",
        "\t\tSize: 1.5KiB\n\t\tEntry Parameter Subshape: f32[512]\n", "\t\tSize: 2.0KiB\n\t\tEntry Parameter Subshape: f32[512]\n", ""}},
    {finding_id::info_order, {
        "One row a value that has a live range, by its id, which its name repeats.",
        "3,\"<2 sq.1 @0>\",64,", "3,\"<3 sq.1 @0>\",64,", ""}},
    {finding_id::info_uses, {
        "The number of uses, when they are, and who they are: three columns about the same uses.",
        "4,9,3,\"5;9\"", "4,9,2,\"5;9\"", ""}},
    {finding_id::info_time, {
        "A value ends at its definition or later. Uses are sorted by their time, those of one time by what is printed of them.",
        "\"9;5\",", "\"5;9\",", ""}},
    {finding_id::entry_parameter, {
        "The layout of the entry computation, in the first line of the module's text, has a shape for each parameter. The dump has "
        "allocations for all of them, and their shapes. Where they differ, the two files are of different runs.",
        "entry_computation_layout={(f32[8,15]{1,0}", "entry_computation_layout={(f32[8,16]{1,0}", "the two files are of different runs: dump again"}},
    {finding_id::entry_result, {
        "The layout of the entry computation ends with the shape of the result, which the dump prints at the allocation of the result.",
        "->(f32[8,15]{1,0}", "->(f32[8,16]{1,0}", "the two files are of different runs: dump again"}},
    {finding_id::entry_alias, {
        "A part of the result that is aliased with a part of a parameter is in its memory, so that the allocation of the parameter is "
        "`maybe-live-out`.",
        "{1}: (0, {}, may-alias)", "{2}: (1, {1}, may-alias)", ""}},
    {finding_id::missing_frame, {
        "Since December 2025 metadata names the place in the source by the number of a stack frame. The table of frames is in the text "
        "of the module.",
        "stack_frame_id=14", "stack_frame_id=13", "the two files are of different runs: dump again"}},
    {finding_id::peak_audit, {
        "XLA's own sums leave aliased and zero-sized values out, or count by another rule. Where all live bytes are added "
        "up, another moment is fuller; that says how far the printed peak can be trusted, not that the dump is wrong. Differences "
        "up to 1 MiB or 5 % are left out; `--audit` notes each.",
        "$ ballast validate --audit --only peak_audit dumps",
        "", ""}},
};
// clang-format on

} // namespace ballast::inline v0
