// Explanations of the semantic findings: rows of the table in explanations.cpp.
#pragma once

#include "ballast/explanation.hpp"
#include "base/keyed_table.hpp"

namespace ballast::inline v0 {

using explanation_table = keyed_table<finding_id, explanation>;

// clang-format off
inline constexpr explanation_table::row explanations_of_semantics[] = {
    {finding_id::other_module, {
        "The files of one module name the same values. If less than half of the names in a file occur in the others, "
        "the file belongs to another module, or to another run that compiled the module differently. It is checked on "
        "its own.",
        "$ ballast validate FOLDER", "", "the file belongs to another module or another run: create the dump again"}},
    {finding_id::allocation_number, {
        "XLA numbers its allocations from 0 in the order in which it prints them. If a number is missing or occurs "
        "twice, a block was removed, added or copied by hand.",
        "allocation 5: size",
        "allocation 4: size", ""}},
    {finding_id::allocation_pointer, {
        "Until 2022 the header of an allocation had the address of the allocation object in XLA's memory. The objects "
        "are in one array, so the addresses increase by the size of an element.",
        "0x55d0a790",
        "0x55d0a780", ""}},
    {finding_id::temporary_order, {
        "XLA combines the temporaries into arenas last, so the arenas come after all other allocations.",
        "allocation 0: size 4, preallocated-temp:",
        "allocation 0: size 4, constant:", ""}},
    {finding_id::temporary_twice, {
        "All temporaries of a color shared one arena. Since October 2020 a flag limits the size of a heap "
        "(`xla_multiheap_size_constraint_per_heap`). No dump shows whether the flag was set, so later dumps are not "
        "checked.",
        "  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\nallocation 12: 0x55d0ad00, size 4, preallocated-temp:\n  x[](#20 @0) [0,4]: f32[]\n",
        "  bcast.2[](#7 @0) [0,512]: f32[8,16]{1,0}\n", ""}},
    {finding_id::empty_allocation, {
        "Only an arena of temporaries can have no values, and then it has no bytes. On TPU an empty arena of color 1 "
        "may have 33554432 bytes, because tpu7x reserves the start of its vmem.",
        "\nallocation 12: size 8, preallocated-temp:\n\nTotal",
        "\n\nTotal", ""}},
    {finding_id::allocation_size, {
        "Outside arenas all values of an allocation start at offset 0, so the allocation is as large as its largest "
        "value.",
        "allocation 4: size 513",
        "allocation 4: size 512", ""}},
    {finding_id::arena_size, {
        "An arena ends where its last value ends. On TPU an arena of color 1 may be larger, 33554432 bytes or more, "
        "because tpu7x reserves the start of its vmem.",
        "allocation 11: size 576",
        "allocation 11: size 512", ""}},
    {finding_id::several_values, {
        "XLA does not reuse a constant, a thread-local buffer or a parameter that is not live-out for other values. In a "
        "thread-local computation an instruction may write to the buffer of its operand, and a loop keeps its buffers.",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {finding_id::shared_allocation, {
        "Values that share a thread-local or constant buffer have the same size.",
        "allocation 1: size 8, thread-local:\n",
        "allocation 1: size 4, thread-local:\n", ""}},
    {finding_id::value_order, {
        "The order in which XLA visits instructions determines the ids of values. In this list the ids ascend.",
        "allocation 1: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n value: <0 a @0> (size=4,offset=0): f32[]\n",
        "allocation 1: size 4, thread-local:\n value: <0 a @0> (size=4,offset=0): f32[]\nallocation 2: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n", ""}},
    {finding_id::value_twice, {
        "Each value has one buffer, so it has one line in one allocation.",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <8 add.3 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {finding_id::value_outside, {
        "The bytes of a value, given by offset and size, are inside its allocation.",
        "<7 bcast.2 @0> (size=512,offset=64)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {finding_id::value_offset, {
        "Only an arena places values side by side. In all other allocations each value starts at offset 0.",
        "<3 p.0 @0> (size=512,offset=64)",
        "<3 p.0 @0> (size=512,offset=0)", ""}},
    {finding_id::offset_gap, {
        "In an arena XLA places a value at offset 0 or at the end of another value, rounded up to the alignment.",
        "<7 bcast.2 @0> (size=512,offset=1024)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {finding_id::offset_alignment, {
        "Each platform rounds the offsets in an arena up. CPU: to 16 bytes, since October 2024 to 64. GPU: to 128, "
        "since D17 always to 256. TPU: to 16384 for color 0 (tuples to 512), to 4096 for colors 1 and 3, to 4 for the "
        "flags in colors 2 and 8, to 512 for all others. Tiles in layouts identify TPU; the file name identifies CPU "
        "and GPU. If the platform is unknown, offsets are not checked.",
        "$ ballast validate --only offset_alignment dumps",
        "", ""}},
    {finding_id::shared_bytes, {
        "Two values that are live at the same step do not share bytes, unless one is computed in place of the other. "
        "On TPU there are three exceptions: two results of one instruction may share bytes if one of them is never read; "
        "so may the contexts of calls to a SparseCore, which take turns; and a branch may use the bytes of a value in "
        "vmem that it does not read.",
        "offset=64",
        "offset=128", ""}},
    {finding_id::value_color, {
        "A color is a memory space. An allocation is in one memory space, and so are all its values. There are two "
        "exceptions, both for arenas: since June 2024 an arena of color 0 can get another color while its values keep "
        "0, and since June 2026 (D22) values of other colors can reuse an arena, which then lists them.",
        "allocation 4: size 512, color 1,",
        "allocation 4: size 512,", ""}},
    {finding_id::reused_value, {
        "If an allocation is reused across colors, a list below it names the reused values. They have another color "
        "than the allocation and are among its values.",
        "(color=2)",
        "(color=0)", ""}},
    {finding_id::layout_color, {
        "The memory space in a layout, as in `{1,0:S(1)}`, determines the color of the value.",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0:S(1)}",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}", ""}},
    {finding_id::total_sum, {
        "XLA prints the sum of all allocation sizes here. If the sum differs, a size or the total was changed, or an "
        "allocation is missing. A report by memory space has no sizes of allocations, but each of them ends behind its "
        "last value.",
        "used: 1689 (1.6KiB)",
        "used: 1688 (1.6KiB)", ""}},
    {finding_id::total_human, {
        "The number in parentheses is the total in the largest unit that fits, with at most two digits after the "
        "point.",
        "1688 (1.7KiB)",
        "1688 (1.6KiB)", ""}},
    {finding_id::parameter_twice, {
        "Each part of a parameter has one allocation. Its header gives the number of the parameter and the index of "
        "the part.",
        "at ShapeIndex {0}",
        "at ShapeIndex {1}", ""}},
    {finding_id::parameter_value, {
        "The allocation of a parameter holds the value that the parameter instruction with that number defines.",
        "parameter 2, shape",
        "parameter 0, shape", ""}},
    {finding_id::missing_parameter, {
        "Every parameter of the entry computation, and every part of a tuple parameter, has its own buffer.",
        "allocation 4: size 512, thread-local:",
        "allocation 4: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:", ""}},
    {finding_id::parameter_shape, {
        "The header of the allocation repeats the shape of the parameter without its layout. Since 2025-08 it is the "
        "shape of the part that the allocation holds; before that it was always the shape of the whole parameter. In a "
        "dump without instructions, any value of the allocation with that shape can be the parameter.",
        "parameter 0, shape |f32[8,15]|",
        "parameter 0, shape |f32[8,16]|", ""}},
    {finding_id::output_shape, {
        "One allocation, that of the whole result, has the output shape in its header, and it is live-out.",
        "output shape is |(f32[8,17], f32[]",
        "output shape is |(f32[8,16], f32[]", ""}},
    {finding_id::live_out, {
        "An allocation is `maybe-live-out` if and only if one of its values is at the root of the entry computation.",
        "allocation 9: size 4, thread-local:",
        "allocation 9: size 4, maybe-live-out:", ""}},
    {finding_id::missing_result, {
        "Every part of the result is a value with a position at the root, and every such position is a part of the "
        "result.",
        "  reduce.4\n",
        "  reduce.4\n  out.5 {1}\n", ""}},
    {finding_id::result_size, {
        "The caller receives the buffer of a result as a whole, so a value at the root starts at offset 0 and fills "
        "its allocation.",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n value: <40 wide @0> (size=8,offset=0): f32[2]{0}\n",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n", ""}},
    {finding_id::result_bytes, {
        "The shape of a part of the result determines its size, which is the size of its value. The shape has no "
        "layout, so elements smaller than 8 bits may be packed or not. On TPU a bitcast into the result may drop "
        "padding.",
        "output shape is |(f32[8,16], f32[], s64[]",
        "output shape is |(f32[8,16], f32[], s32[]", ""}},
    {finding_id::root_order, {
        "The root reads other values, so it is scheduled last. Only unused parameters, instructions with side effects "
        "(custom calls, outfeeds, collectives, loops) and their operands come after it.",
        "    7:out.5\n    8:gte.2\n",
        "    7:gte.2\n    8:out.5\n", ""}},
    {finding_id::missing_entry, {
        "Each value in an allocation has an entry under `Used values:`, and no other value has one.",
        "<22 s @0>\n positions:",
        "<2 s @0>\n positions:", ""}},
    {finding_id::entry_name, {
        "The name of a value consists of its defining instruction, its index and its color. It is the same everywhere.",
        "<2 t @0>\n positions:\n  t\n",
        "<2 s @0>\n positions:\n  s\n", ""}},
    {finding_id::phi_order, {
        "XLA creates phi values after all other values, so their ids are larger.",
        "<8 add.3 (phi) @0>",
        "<8 add.3 @0>", ""}},
    {finding_id::defining_position, {
        "The positions of a value start with the instruction and the index that define it.",
        " positions:\n  bcast.3\n",
        " positions:\n  bcast.2\n", ""}},
    {finding_id::position_twice, {
        "Each position is listed once. At its defining instruction a value has only its defining position.",
        "  out.5 {0}\n  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {finding_id::index_presence, {
        "An index in braces follows the name of an instruction if and only if the result of the instruction is a "
        "tuple.",
        " positions:\n  p.1\n",
        " positions:\n  p.1 {}\n", ""}},
    {finding_id::instruction_name, {
        "The entry of a value ends with the instruction that defines it. The value has the name of that instruction.",
        "%bcast.3 = f32",
        "%bcast.2 = f32", ""}},
    {finding_id::instruction_text, {
        "If an instruction returns a tuple, several values repeat its line. The text is the same each time.",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"Params",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"params", ""}},
    {finding_id::scheduling_name, {
        "XLA records the name that an instruction had when it was scheduled. Usually that is its own name. On GPU an "
        "instruction that replaces another one keeps the old name: a clone made by rematerialization (`x.remat2` of "
        "`x`) and, since 2026, a collective that was made synchronous again and a copy that replaces an optimization "
        "barrier.",
        "$ ballast validate --only scheduling_name dumps",
        "", ""}},
    {finding_id::value_shape, {
        "The line of a value has the shape of that part of its instruction's result. Operands have the shapes of the "
        "values that they read. On TPU an operand can be a bitcast of a part of the value; the bitcast itself is not "
        "printed.",
        "<7 bcast.2 @0> (size=512,offset=0): f32[16,8]",
        "<7 bcast.2 @0> (size=512,offset=0): f32[8,16]", ""}},
    {finding_id::value_bytes, {
        "The element type, dimensions and layout of a value determine its size. On TPU arrays are rounded up to whole "
        "tiles, except the flags in space 2. The table of a tuple has 4 bytes per element (8 on other platforms), "
        "rounded up to 32, 512 or 1024 depending on the chip; `()` and tuples in space 7 take no bytes. ballast uses "
        "the rounding that fits most tables of the module.",
        "<3 p.0 @0> (size=513,",
        "<3 p.0 @0> (size=512,", ""}},
    {finding_id::constant_allocation, {
        "Constants have their own allocations, and nothing else may write to those.",
        "%const.1 = f32[] partition-id()",
        "%const.1 = f32[] constant(2.5)", ""}},
    {finding_id::use_operand, {
        "A use is an instruction, the number of an operand and an index into the operand. The operand is one of the "
        "value's positions.",
        "  reduce.4, operand 0\n",
        "  reduce.4, operand 1\n", ""}},
    {finding_id::missing_use, {
        "XLA lists every instruction that reads a value at one of its positions.",
        " uses:\n  out.5, operand 0\n",
        " uses:\n  reduce.4, operand 0\n  out.5, operand 0\n", ""}},
    {finding_id::use_order, {
        "Uses are grouped by position, in the order of the positions.",
        "  gte.1\n  gte.3\n  out.5 {3}\n uses:\n  out.5, operand 3\n  bcast.2, operand 0\n",
        "  gte.1\n  out.5 {3}\n uses:\n  bcast.2, operand 0\n  out.5, operand 3\n", ""}},
    {finding_id::tuple_use, {
        "If a value is an operand of a tuple instruction, the same element of the tuple's result is one of its "
        "positions.",
        "  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {finding_id::unknown_operand, {
        "Instructions read values, so every operand is a position of a value.",
        "reduce(%add.3, %const.2)",
        "reduce(%add.3, %const.1)", ""}},
    {finding_id::missing_part, {
        "Each part of the result of an instruction holds a value: the value is defined there, or passed on to it. Only "
        "the table of the operands of a collective permute of several arrays has none.",
        " positions:\n  x\n  gte.2\n", " positions:\n  p.1 {1}\n  gte.2\n", ""}},
    {finding_id::operand_layouts, {
        "A custom call that requires layouts lists the shapes of all its operands again.",
        "operand_layout_constraints={s64[], token[]}", "operand_layout_constraints={s64[], token[], f64[4]{0}}", ""}},
    {finding_id::result_shape, {
        "The operands and attributes of most instructions determine the element type and the dimensions of the "
        "result: those of `add` are equal to those of its operands, `transpose` permutes dimensions, `dot` leaves out "
        "the contracted ones.",
        "reduce(%add.3, %const.1), dimensions={0}", "reduce(%add.3, %const.1), dimensions={0,1}", ""}},
    {finding_id::parameter_name, {
        "Frameworks name parameters by their numbers: `Arg_2.3` is parameter 2. People choose other names, and passes "
        "that split parameters keep the names, so this can be right.",
        "%Arg_1.2 = f64[4]{0} parameter(2)", "%Arg_1.2 = f64[4]{0} parameter(1)", ""}},
    {finding_id::range_max, {
        "The length in `HloLiveRange (max N)` is the number of scheduled instructions.",
        "(max 8)",
        "(max 9)", ""}},
    {finding_id::sequence_number, {
        "The rows of the sequence are numbered from 0 in the order in which they are printed.",
        "    4:bcast.2",
        "    3:bcast.2", ""}},
    {finding_id::sequence_twice, {
        "Each instruction is scheduled once, so its name occurs once in the sequence.",
        "    7:gte.1",
        "    7:gte.2", ""}},
    {finding_id::sequence_value, {
        "Each instruction in the sequence defines a value or passes one on. Each position of a scheduled value is an "
        "instruction in the sequence.",
        "    7:gte.3",
        "    7:gte.2", ""}},
    {finding_id::use_schedule, {
        "The instructions of one computation are either all in the sequence or all absent from it. A value is used in "
        "the computation that defines it.",
        "  add.3, operand 0\n",
        "  s, operand 0\n", ""}},
    {finding_id::operand_order, {
        "The operands of an instruction are computed before it.",
        "    3:add.3\n    4:bcast.2",
        "    3:bcast.2\n    4:add.3", ""}},
    {finding_id::use_before_definition, {
        "A value is used and passed on only after it is defined.",
        "    3:add.3\n    4:bcast.2\n",
        "    3:bcast.2\n    4:add.3\n", ""}},
    {finding_id::range_order, {
        "Live ranges are printed in the order of the ids of their values.",
        "    p.1{1}:0-9\n    p.1{0}:0-9\n",
        "    p.1{0}:0-9\n    p.1{1}:0-9\n", ""}},
    {finding_id::range_twice, {
        "A value has one live range, so its name and index occur in one row.",
        "    p.1{0}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {finding_id::range_name, {
        "The name of a live range is an instruction in the sequence and an index into its result.",
        "    p.1{2}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {finding_id::missing_range, {
        "Every scheduled value is live for some time and has a live range. Only constants of computations that are not "
        "scheduled have none.",
        "    p.1{1}:0-9\n    add.3{}:4-9\n",
        "    p.1{1}:0-9\n    bcast.2{}:3-4\n    add.3{}:4-9\n", ""}},
    {finding_id::unexpected_range, {
        "Thread-local values belong to computations that are not scheduled, so they have no live range.",
        "  BufferLiveRange:\n    s{}:0-0\n",
        "  BufferLiveRange:\n", ""}},
    {finding_id::range_bounds, {
        "A live range starts at step 0 or later, does not end before it starts, and ends no later than the schedule.",
        "p.1{1}:0-11",
        "p.1{1}:0-9", ""}},
    {finding_id::range_start, {
        "A value is live from the step at which its instruction runs. Since late 2026 a value inside an asynchronous "
        "computation may instead be live from the call of that computation, or from the start of the computation with "
        "the call.",
        "bcast.2{}:2-4",
        "bcast.2{}:3-4", ""}},
    {finding_id::parameter_range, {
        "The buffers of parameters belong to the caller, so they are live from the first step to the last.",
        "p.0{}:0-8",
        "p.0{}:0-9", ""}},
    {finding_id::range_end, {
        "A value is live until the last instruction that reads it, or until the end if it is part of the result. It "
        "ends earlier if another value of its buffer starts. It ends later if it inherits the end of the previous value "
        "in its buffer, up to the start of the next one, or if it is inside an asynchronous computation that is waited "
        "for later.",
        "add.3{}:4-8",
        "add.3{}:4-9", ""}},
    {finding_id::peak_moment, {
        "XLA adds up the values that are live at each step and picks the first step with the largest sum. Its own sums "
        "leave some values out.",
        "Live ranges at 4",
        "Live ranges at 5", ""}},
    {finding_id::peak_rows, {
        "The rows of the peak are the values that are live at its step, each one once.",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n  Stack trace",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n  Stack trace", ""}},
    {finding_id::peak_bytes, {
        "The bytes in a row of the peak are the size of the value's shape.",
        "const.1{}: 5 bytes",
        "const.1{}: 4 bytes", ""}},
    {finding_id::peak_order, {
        "The rows of the peak have a fixed order. Since 2025-05 they are sorted by bytes, the largest first.",
        "    p.1{1}: 4 bytes (cumulative: 1108 bytes)\n    const.1{}: 4 bytes (cumulative: 1112 bytes)\n",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n", ""}},
    {finding_id::peak_sum, {
        "Since 2025 each row also has the sum of all rows up to it.",
        "cumulative: 1089",
        "cumulative: 1088", ""}},
    {finding_id::moment_row, {
        "For some hours in 2021 XLA printed the live values of every step. Each row is one step.",
        "    1, ",
        "    0, ", ""}},
    {finding_id::trace_total, {
        "The tree of source locations accounts for the same bytes as the rows of the peak above it.",
        "peak usage: 1 113 bytes",
        "peak usage: 1 112 bytes", ""}},
    {finding_id::trace_presence, {
        "If XLA is new enough to print the tree, the tree follows the rows of the peak. If the sequence is empty, "
        "there is no tree.",
        "(peak):\n  Stack trace breakdown for peak usage: 0 bytes\n",
        "(peak):\n", ""}},
    {finding_id::trace_sum, {
        "The total of a node is the sum of its own bytes and the bytes of all nodes below it.",
        "total: 85 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc",
        "total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc", ""}},
    {finding_id::trace_remaining, {
        "The remaining bytes of a node are the total of the tree minus the bytes of all nodes printed so far.",
        "remaining: 601",
        "remaining: 600", ""}},
    {finding_id::trace_order, {
        "The children of a node are sorted by their totals, the largest first, and then by their labels.",
        "      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n",
        "      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n", ""}},
    {finding_id::trace_percent, {
        "The share of a node is its total divided by the total of the tree, with one digit after the point.",
        "x (46.1%",
        "x (46.0%", ""}},
    {finding_id::trace_label, {
        "The last part of a label stands for a value of the peak. The bytes of the nodes with that label are the bytes "
        "of the value.",
        "── y (46.0%",
        "── x (46.0%", ""}},
    {finding_id::usage_size, {
        "Sizes are printed in the largest unit in which they are at least 1. There is no `1024B` and no `0.9KiB`.",
        "\t   2.5KiB( 95%);      1536B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_sum, {
        "Each row has the sum of all sizes up to it. Sizes are rounded when they are printed; a sum is accepted if any "
        "of the possible exact sizes add up to it.",
        "\t   2.9KiB( 95%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_percent, {
        "The percentage belongs to the cumulative size. In the list of allocations it is a share of the total, in a "
        "table it is a share of the sum of all rows.",
        "\t   2.5KiB( 85%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {finding_id::usage_order, {
        "Allocations, and the rows of a table, are sorted by size, the largest first. Memory spaces are sorted by "
        "color.",
        "allocation 1: size 4B, constant:\nallocation 0: size 4B, constant:\nallocation 2", "allocation 0: size 4B, constant:\nallocation 1: size 4B, constant:\nallocation 2", ""}},
    {finding_id::usage_rest, {
        "After more than fifty rows a list ends as soon as less than 5 % of the total is left. A last line then counts "
        "the rows that are not shown. A shorter list has no such line.",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n\tThe rest 0 values are less than 5% of the total size and not shown.\n",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n", ""}},
    {finding_id::usage_listed, {
        "The first list ranks the allocations. The second list has the same allocations in the same order with their "
        "values, each one once, numbered from 0.",
        "values:\nallocation 5: size 4.0KiB, parameter 0", "values:\nallocation 4: size 4.0KiB, parameter 0", ""}},
    {finding_id::usage_values, {
        "A row is for all values at one offset. It counts them and lists their shapes, each shape once with the number "
        "of its values.",
        "                4; s8[96], 2×f32[512]", "                3; s8[96], 2×f32[512]", ""}},
    {finding_id::report_space, {
        "Since 2026 a memory-usage report has a part for each memory space that an allocation of the module is in. If "
        "the allocations of the module are there, the parts are compared with them.",
        "Memory Space: smem (color=2)\n", "Memory Space: vmem (color=1)\n", ""}},
    {finding_id::report_allocation, {
        "XLA writes a memory-usage report from the allocations in the dump beside it. Each header in the report is "
        "that of an allocation in the dump, with a human-readable size. If many headers differ, the two files come "
        "from different runs.",
        "values:\nallocation 4: size 1.5KiB,", "values:\nallocation 4: size 1.4KiB,", "the two files come from different runs: create the dump again"}},
    {finding_id::report_total, {
        "The total of a report, or of a memory space in it, is the sum of the allocation sizes in the dump beside it, "
        "including thread-local allocations.",
        "Total bytes used: 1624 (1.6KiB)\n", "Total bytes used: 1616 (1.6KiB)\n", ""}},
    {finding_id::report_row, {
        "A row describes the values at one offset of the allocation: the size of the largest one, their number, and "
        "their shapes without layouts. The dump beside it has the same facts.",
        "           64;                2; 2×s32[2,8]", "           64;                2; 2×s32[16]", ""}},
    {finding_id::report_sum, {
        "The dump beside the report has sizes in bytes. They determine the cumulative sizes, the remaining sizes and "
        "the percentages of the report.",
        "\t   1.3KiB( 96%);        64B;", "\t   1.3KiB( 95%);        64B;", ""}},
    {finding_id::report_order, {
        "Larger allocations come first, and allocations of equal size come in the order of their numbers. The rows of "
        "a table are sorted by size as well. Since 2025-10 the largest id at an offset decides between equal sizes, "
        "and shapes are sorted by count and text. Before that a hash table decided both.",
        "s32[2,8], s32[16]\n", "s32[16], s32[2,8]\n", ""}},
    {finding_id::report_rest, {
        "After fifty rows a list ends as soon as less than 5 % is left. The dump beside the report has the exact "
        "bytes, so ballast knows after which row the list ends and how many rows it leaves out.",
        "The rest 23 values", "The rest 24 values", ""}},
    {finding_id::statistics_total, {
        "An allocation can be in several classes, so the classes do not add up to the total. But no class takes more "
        "than the total.",
        "        maybe_live_out allocation:    4.10MiB\n", "        maybe_live_out allocation:     4.1KiB\n", ""}},
    {finding_id::statistics_percent, {
        "Fragmentation is given as a share of the temporaries, or of all allocations. Both the sizes and the "
        "percentage are rounded.",
        "              total fragmentation:     4.5KiB (0.53%)\n", "              total fragmentation:     4.5KiB (0.43%)\n", ""}},
    {finding_id::buffer_order, {
        "The list has the largest buffers at the peak, sorted by size.",
        "\tBuffer 3:\n\t\tSize: 8.0KiB\n", "\tBuffer 3:\n\t\tSize: 2.0KiB\n", ""}},
    {finding_id::buffer_bytes, {
        "An array takes the bytes of its elements. A tuple takes a pointer for each of its elements. A backend that "
        "rounds arrays up needs more bytes, but never fewer.",
        "\t\tSize: 1.5KiB\n\t\tEntry Parameter Subshape: f32[512]\n", "\t\tSize: 2.0KiB\n\t\tEntry Parameter Subshape: f32[512]\n", ""}},
    {finding_id::info_order, {
        "The table has one row for each value that has a live range, in the order of the ids. The name of the value "
        "repeats the id.",
        "3,\"<2 sq.1 @0>\",64,", "3,\"<3 sq.1 @0>\",64,", ""}},
    {finding_id::info_uses, {
        "Three columns describe the uses of a value: their number, their times, and the names of the users.",
        "4,9,3,\"5;9\"", "4,9,2,\"5;9\"", ""}},
    {finding_id::info_time, {
        "A value ends at its definition or later. Uses are sorted by time; uses at the same time are sorted by their "
        "text.",
        "\"9;5\",", "\"5;9\",", ""}},
    {finding_id::tpu_excess, {
        "The text compares what is needed with what is available, and what is needed is more. A report prints the "
        "difference, too. Sizes are rounded, so it is checked with all numbers of bytes that each size can stand for.",
        "Used 33.00G of 15.75G hbm. Exceeded hbm capacity by 17.52G.", "Used 33.00G of 15.75G hbm. Exceeded hbm capacity by 17.25G.", ""}},
    {finding_id::tpu_total, {
        "The total is what the system reserves, what the program requires, and the arguments. A size that is unknown "
        "counts as nothing.",
        "Total hbm usage >= 33.48G:",
        "Total hbm usage >= 33.84G:", ""}},
    {finding_id::tpu_used, {
        "The first line counts the program and its arguments. In 2019 it also counted what the system reserves. One of "
        "many real texts differs, so this is only a warning.",
        "Used 33.95G of 15.75G hbm. Exceeded hbm capacity by 18.20G.",
        "Used 33.59G of 15.75G hbm. Exceeded hbm capacity by 17.84G.", ""}},
    {finding_id::tpu_rows, {
        "The requirement of the program is the sum of its rows, and the row `program` of the total repeats it.",
        "Program sflag requirement 326B:\n",
        "Program sflag requirement 236B:\n", ""}},
    {finding_id::tpu_percent, {
        "The utilization is the share of the arrays without padding in those with padding. The fragmentation is a "
        "share of temporary memory.",
        "(65.2% utilization: Unpadded (384.00M) Padded (614.41M)", "(62.5% utilization: Unpadded (384.00M) Padded (614.41M)", ""}},
    {finding_id::tpu_temporaries, {
        "Temporary memory consists of arrays with their padding, and of gaps between them. One of many real texts "
        "differs, so this is only a warning.",
        "    HLO temp        624.42M (62.5% utilization: Unpadded (384.00M) Padded (614.41M), 0.0% fragmentation (15.5K))\n",
        "    HLO temp        614.42M (62.5% utilization: Unpadded (384.00M) Padded (614.41M), 0.0% fragmentation (15.5K))\n", ""}},
    {finding_id::tpu_order, {
        "A list has the largest allocations, at most twenty in hbm, sorted by size and numbered from 1. If a number is "
        "missing, a block was removed by hand.",
        "  3. Size: 1.00M\n",
        "  2. Size: 1.00M\n", ""}},
    {finding_id::tpu_padding, {
        "An array is padded until its last dimensions are multiples of its tile. The extra memory is the difference of "
        "both sizes; the line is missing if they are equal.",
        "Extra memory due to padding: 512B (128.0x expansion)", "Extra memory due to padding: 508B (128.0x expansion)", ""}},
    {finding_id::tpu_shape, {
        "The shape says how much memory an array takes: the elements, with each of the last dimensions rounded up to "
        "the tile. Real texts never differ, so a size or a shape was changed.",
        "Size: 16.00G\n     Shape: f32[4194304,7,129]{2,1,0:T(8,128)}", "Size: 32.00G\n     Shape: f32[4194304,7,129]{2,1,0:T(8,128)}", ""}},
    {finding_id::tpu_sum, {
        "If fewer than twenty allocations are listed, these are all. In vmem and smem they add up to the requirement.",
        "  2. Size: 3.00M\n",
        "  2. Size: 2.00M\n", ""}},
    {finding_id::tpu_bytes, {
        "The message gives the size twice, in decimal and in hexadecimal digits, and the shape gives it again. The "
        "size is larger than the memory.",
        "size = 0x3d0a0", "size = 0x3d0a00", ""}},
    {finding_id::message_size, {
        "Many messages give a number of bytes twice: for people, and as it is. XLA derives the first from the second.",
        "378.6KiB (387564 bytes)", "378.5KiB (387564 bytes)", "take the message from the log: it was changed by hand"}},
    {finding_id::message_sum, {
        "Rematerialization reports a program that is still larger than its limit, and no larger than before. The rows "
        "of the table of 2020 add up to the capacity. What a program fails to reserve is more than what can be "
        "reserved, and that is not more than what is free.",
        "only reduced to 98.3KiB (100671 bytes)", "only reduced to 562.5KiB (576012 bytes)", "take the message from the log: it was changed by hand"}},
    {finding_id::compiled_sizes, {
        "`compiled.memory_analysis()` of JAX counts the bytes of arguments, results, and what both share, from the "
        "assignment that the dump shows. On CPU, temporaries are equal, too.",
        "argument_size_in_bytes=608", "argument_size_in_bytes=596", "the line and the dump come from different programs: compile again with XLA_FLAGS=--xla_dump_to=DIR"}},
    {finding_id::entry_parameter, {
        "The first line of a module text has the layout of the entry computation, with a shape for each parameter. The "
        "dump has allocations for all parameters, with their shapes. If they differ, the two files come from different "
        "runs.",
        "entry_computation_layout={(f32[8,15]{1,0}", "entry_computation_layout={(f32[8,16]{1,0}", "the two files come from different runs: create the dump again"}},
    {finding_id::entry_result, {
        "The layout of the entry computation ends with the shape of the result. The dump prints the same shape at the "
        "allocation of the result.",
        "->(f32[8,15]{1,0}", "->(f32[8,16]{1,0}", "the two files come from different runs: create the dump again"}},
    {finding_id::entry_alias, {
        "If a part of the result is aliased with a part of a parameter, it uses the memory of that part. The "
        "allocation of the parameter is therefore `maybe-live-out`.",
        "{1}: (0, {}, may-alias)", "{2}: (1, {1}, may-alias)", ""}},
    {finding_id::missing_frame, {
        "Since December 2025 metadata gives the source location as the number of a stack frame. The table of frames is "
        "in the module text.",
        "stack_frame_id=14", "stack_frame_id=13", "the two files come from different runs: create the dump again"}},
    {finding_id::text_name, {
        "The module text lists every instruction of the module. All names of the dump are names of instructions in it, "
        "except those that only fetch an element of a tuple, which newer texts leave out. On GPUs and TPUs more passes "
        "may run before the module text is printed: if names differ there, the two texts are not compared.",
        "reduce(%add.3, %const.7)",
        "reduce(%add.3, %const.1)", "the two files come from different runs: create the dump again"}},
    {finding_id::text_instruction, {
        "The instruction that defines a value is printed twice: under the value, and in its computation in the module "
        "text. Operands, attributes and literals are the same in both. On GPUs and TPUs more passes may run in between: "
        "configurations are not compared there, and if several instructions differ, a note says so.",
        "%const.1 = f32[] constant(2.75)",
        "%const.1 = f32[] constant(2.5)", "the two files come from different runs: create the dump again"}},
    {finding_id::text_order, {
        "In a module text with `is_scheduled=true` the instructions of a computation are in the order of the schedule, "
        "as in the sequence of the dump.",
        "  %const.1 = f32[] constant(2.5)\n  %add.3 = ", "  %add.3 = ", ""}},
    {finding_id::text_twice, {
        "XLA gives each instruction and each computation of a module a name of its own.",
        "%a = f32[] parameter(1)", "%b = f32[] parameter(1)", ""}},
    {finding_id::text_operand, {
        "In a module text an instruction comes after its operands, in the same computation. If operands have shapes, "
        "these are the shapes of their instructions.",
        "%neg.6 = f32[] negate(%out.5)", "%neg.6 = f32[] negate(%reduce.4)", ""}},
    {finding_id::text_signature, {
        "The first line of a computation repeats the names and shapes of its parameters and the shape of its result, "
        "without layouts. The layout of the entry computation has the same shapes.",
        "b: f32[]) -> f64[] {", "b: f32[]) -> f32[] {", ""}},
    {finding_id::text_call, {
        "A computation that an instruction calls is in the same module text. A fusion and a call pass their operands "
        "to its parameters and have its result; before the last pass they need not. One computation is marked `ENTRY`.",
        "to_apply=%sun", "to_apply=%sum", ""}},
    {finding_id::frame_order, {
        "XLA numbers files, functions, locations and frames when it meets them first: a location names no file beyond "
        "the next new one, a frame no location beyond the next new one, and the parent of a frame is above it.",
        "1 {file_name_id=2 ", "1 {file_name_id=1 ", ""}},
    {finding_id::module_name, {
        "The names of the files of a module have the name of the module, unless it is too long. The first label of the "
        "stack trace is the name of the entry computation.",
        "HloModule jit_stop, is_scheduled=true",
        "HloModule jit_step, is_scheduled=true", "if the file was renamed, this has no other cause"}},
    {finding_id::peak_audit, {
        "XLA's own sums leave out aliased and zero-sized values, or count by another rule. If all live bytes are added "
        "up, another step is higher. The dump is not wrong; this only says how far the printed peak can be trusted. "
        "Differences of up to 1 MiB or 5 % are ignored, unless `--audit` is given.",
        "$ ballast validate --audit --only peak_audit dumps",
        "", ""}},
};
// clang-format on

} // namespace ballast::inline v0
