// Everything that can be found, one row each. A rule that is added brings its enumerator and its row.
#include "ballast/finding.hpp"

#include "base/enumerators.hpp"

#include <cstddef>
#include <utility>

namespace ballast::inline v0 {

namespace {

using id = finding_id;
using enum phase;
constexpr auto error = severity::error;
constexpr auto warning = severity::warning;
constexpr auto note = severity::note;

// clang-format off
constexpr finding_info rows[] = {
    {id::dump,                 "dump",                 form,    error,    0, "The text does not go on as any file of any era does."},
    {id::frame,                "frame",                form,    error,    0, "A line of the frame that --xla_dump_to=- writes around a file is not as XLA prints it."},
    {id::allocation,           "allocation",           form,    error,    0, "The head of an allocation, or its block of reused values, is not as XLA prints it."},
    {id::value_line,           "value_line",           form,    error,    0, "The line of a value in an allocation is not as XLA prints it."},
    {id::used_value,           "used_value",           form,    error,    0, "An entry of `Used values:` is not as XLA prints it."},
    {id::total,                "total",                form,    error,    0, "The line `Total bytes used:` is not as XLA prints it."},
    {id::instruction,          "instruction",          form,    error,    0, "An instruction is not as XLA prints it."},
    {id::shape,                "shape",                form,    error,    0, "A shape is not as XLA prints it."},
    {id::layout,               "layout",               form,    error,    0, "A layout is not as XLA prints it."},
    {id::metadata,             "metadata",             form,    error,    0, "The metadata of an instruction is not as XLA prints it."},
    {id::literal,              "literal",              form,    error,    0, "A literal is not as XLA prints it."},
    {id::sharding,             "sharding",             form,    error,    0, "A sharding is not as XLA prints it."},
    {id::replica_groups,       "replica_groups",       form,    error,    0, "Replica groups are not as XLA prints them."},
    {id::attribute,            "attribute",            form,    error,    0, "The value of an attribute is not as XLA prints it."},
    {id::live_range,           "live_range",           form,    error,    0, "The sequence or the live ranges are not as XLA prints them."},
    {id::peak,                 "peak",                 form,    error,    0, "The rows of the peak are not as XLA prints them."},
    {id::stack_trace,          "stack_trace",          form,    error,    0, "The stack-trace tree is not as XLA prints it."},
    {id::usage_report,         "usage_report",         form,    error,    0, "A line of a memory-usage report is not as XLA prints it."},
    {id::oom_report,           "oom_report",           form,    error,    0, "A line of an out-of-memory report, or of statistics, is not as XLA prints it."},
    {id::buffer_info,          "buffer_info",          form,    error,    0, "A row of a table of buffers is not as XLA prints it."},
    {id::module_text,          "module_text",          form,    error,    0, "The header of a module's text, a row of its tables, or the beginning or end of a computation is not as XLA prints it."},

    {id::empty_input,          "empty_input",          text,    error,    0, "There is no text."},
    {id::byte_order_mark,      "byte_order_mark",      text,    error,    0, "The text begins with a byte order mark, which XLA never writes."},
    {id::carriage_return,      "carriage_return",      text,    error,    0, "The text has carriage returns: line ends were converted on the way."},
    {id::nul_byte,             "nul_byte",             text,    error,    0, "The text holds a NUL byte."},
    {id::invalid_utf8,         "invalid_utf8",         text,    error,    0, "The text holds bytes that are not UTF-8."},
    {id::line_feed,            "line_feed",            text,    error,    0, "A line ends inside an instruction; no dump is known to have such a line feed."},
    {id::truncated,            "truncated",            text,    error,    0, "The text ends where no dump of any era ends."},
    {id::log_prefix,           "log_prefix",           text,    error,    0, "A dump begins later in the text, after lines or prefixes of something else."},
    {id::not_a_dump,           "not_a_dump",           text,    error,    0, "The text does not begin like a dump."},
    {id::second_dump,          "second_dump",          text,    error,    0, "Another dump follows the first one; a file holds one."},
    {id::second_frame,         "second_frame",         text,    error,    0, "Another framed file follows the first one; a text holds one."},
    {id::trailing_text,        "trailing_text",        text,    error,    0, "Text follows the end of the dump."},

    {id::integer_range,        "integer_range",        context, error,    1, "A number does not fit into 64 bits."},
    {id::too_deep,             "too_deep",             context, error,    2, "Something is nested deeper than 256 levels."},
    {id::index_mark,           "index_mark",           context, error,    3, "A mark like `/*index=5*/` is misplaced or names another index."},
    {id::operand_shapes,       "operand_shapes",       context, error,    4, "Some operands of an instruction have shapes and some have none."},
    {id::folded_element,       "folded_element",       context, error,   21, "An operand in a dump is an element of a tuple (`%x#1`), which only module texts have."},
    {id::layout_rank,          "layout_rank",          context, error,    5, "A layout does not order each dimension of its shape exactly once."},
    {id::split_dimension,      "split_dimension",      context, error,    5, "A layout splits a dimension that its shape does not have."},
    {id::literal_shape,        "literal_shape",        context, error,    6, "A literal does not have the structure, or the blanks, of its shape."},
    {id::literal_element,      "literal_element",      context, error,    7, "An element of a literal is not as XLA prints one of its type."},
    {id::attribute_value,      "attribute_value",      context, error,    8, "The value of an attribute is not the one that its opcode has, or contradicts itself."},
    {id::default_value,        "default_value",        context, error,    8, "An attribute, or a field of one, is at its default, which XLA does not print."},
    {id::frontend_order,       "frontend_order",       context, error,    8, "A frontend attribute appears twice, or out of order."},
    {id::device_count,         "device_count",         context, error,   14, "A sharding, a mesh or replica groups place another number of devices than they have, or one of them twice; or a group has no device."},
    {id::mesh_axis,            "mesh_axis",            context, error,   14, "A sharding takes axes that its mesh does not have, or takes one twice; or a mesh shards nothing."},
    {id::attribute_shape,      "attribute_shape",      context, error,   16, "An attribute counts or names dimensions that the shapes of its instruction do not have, or names one twice."},
    {id::attribute_order,      "attribute_order",      context, error,    9, "An attribute appears twice, or not in the order in which XLA prints them."},
    {id::missing_attribute,    "missing_attribute",    context, error,   15, "An attribute is missing that XLA prints for every such instruction, or an opcode is named as an asynchronous form that it does not have."},
    {id::allocation_class,     "allocation_class",     context, error,   17, "An allocation has no class, or is a preallocated temp and something else as well."},
    {id::mixed_eras,           "mixed_eras",           era,     error,   10, "A file has two forms that no XLA printed together."},
    {id::frame_name,           "frame_name",           context, error,   11, "A frame ends with another name than it began with."},
    {id::missing_live_range,   "missing_live_range",   context, error,   12, "A file whose forms always come with a live range has none."},
    {id::missing_values,       "missing_values",       context, error,   12, "The text ends before every value of the allocations had its entry."},
    {id::missing_allocations,  "missing_allocations",  context, error,   12, "A memory-usage report ends before it had the values of each allocation that it counts."},
    {id::missing_rows,         "missing_rows",         context, error,   12, "A memory-usage report ends within a table: its last row does not make up the whole sum."},
    {id::missing_peak_rows,    "missing_peak_rows",    context, error,   12, "The peak has no rows, though something is live at its moment."},
    {id::stack_depth,          "stack_depth",          context, error,   13, "A node of the stack trace is more than one level deeper than the one before."},
    {id::stack_rails,          "stack_rails",          context, error,   13, "The rails or the branch to the left of a node do not fit the nodes around it."},
    {id::stack_top,            "stack_top",            context, error,   13, "A top-level node of the stack trace has bytes of its own, or no node under it."},
    {id::stack_end,            "stack_end",            context, error,   13, "The stack trace ends while some of its bytes are not accounted for."},
    {id::memory_space,         "memory_space",         context, error,   18, "A memory space is not called as its color is."},
    {id::alias_twice,          "alias_twice",          context, error,   19, "A part of the result is aliased twice, or a part of a parameter is donated twice."},
    {id::alias_part,           "alias_part",           context, error,   19, "An alias or a donor names a part of a parameter, or of the result, that the layout of the entry does not have."},
    {id::frame_number,         "frame_number",         context, error,   20, "The entries of a stack-frame table are not numbered 1, 2, 3, … in their order."},
    {id::frame_reference,      "frame_reference",      context, error,   20, "An entry of a stack-frame table refers to one that does not exist, or a frame is its own parent."},

    {id::other_era,            "other_era",            era,     error,    0, "No XLA of the era that was asked for, or of the change list in the name or the log, could have printed the text."},

    {id::too_large,            "too_large",            limits,  error,    0, "The input is larger than the limit."},
    {id::out_of_memory,        "out_of_memory",        limits,  error,    0, "There is not enough memory."},

    {id::era_skew,             "era_skew",             era,     warning,  0, "The instruction text has a form from another time than the dump around it."},
    {id::trimmed_end,          "trimmed_end",          text,    warning,  0, "A memory-usage report ends without the empty lines that come after its last table."},
    {id::unknown_element_type, "unknown_element_type", unknown, note,     0, "An element type that the table lacks; forks have their own."},
    {id::unknown_opcode,       "unknown_opcode",       unknown, note,     0, "An opcode that the table lacks."},
    {id::unknown_attribute,    "unknown_attribute",    unknown, note,     0, "An attribute that the table lacks for its opcode; its value is kept as text."},
    {id::unknown_sharding,     "unknown_sharding",     unknown, note,     0, "A sharding begins with a word that no known form begins with; it is kept as text."},
    {id::unknown_item,         "unknown_item",         unknown, note,     0, "The header of a module's text has an item that the grammar lacks; it and what follows is kept as text."},

    {id::missing_sibling,      "missing_sibling",      siblings, warning, 0, "A file that XLA writes beside this one is not there."},
    {id::sibling_twice,        "sibling_twice",        siblings, error,   0, "Two files of a module say the same part of it."},
    {id::other_kind,           "other_kind",           siblings, error,   0, "The text is of another kind than XLA gives files of this name."},

    {id::other_module,           "other_module",          meaning, error,    0, "A file has hardly a value in common with the other files of its module."},
    {id::allocation_number,      "allocation_number",     meaning, error,    0, "Allocations are not numbered 0, 1, 2, … in their order."},
    {id::allocation_pointer,     "allocation_pointer",    meaning, error,    0, "The pointers of allocations do not ascend by one step."},
    {id::temporary_order,        "temporary_order",       meaning, error,    0, "A `preallocated-temp` allocation comes before one that is not."},
    {id::temporary_twice,        "temporary_twice",       meaning, warning,  0, "Before October 2020, a color has several `preallocated-temp` allocations."},
    {id::empty_allocation,       "empty_allocation",      meaning, error,    0, "An allocation without values has a size, or is not `preallocated-temp`."},
    {id::allocation_size,        "allocation_size",       meaning, error,    0, "An allocation that is not `preallocated-temp` is not as large as the largest of its values."},
    {id::arena_size,             "arena_size",            meaning, warning,  0, "A `preallocated-temp` allocation does not end where the last of its values ends."},
    {id::several_values,         "several_values",        meaning, warning,  0, "A parameter that is not live-out, a constant or a thread-local allocation holds several values."},
    {id::shared_allocation,      "shared_allocation",     meaning, error,    0, "Values of a thread-local or constant allocation differ in size."},
    {id::value_order,            "value_order",           meaning, error,    0, "The ids of values do not ascend."},
    {id::value_twice,            "value_twice",           meaning, error,    0, "A value is in two allocations, or twice in one."},
    {id::value_outside,          "value_outside",         meaning, error,    0, "A value reaches past the end of its allocation."},
    {id::value_offset,           "value_offset",          meaning, warning,  0, "A value has an offset in an allocation that is not `preallocated-temp`."},
    {id::offset_gap,             "offset_gap",            meaning, warning,  0, "A value in an arena begins where no other value ends."},
    {id::offset_alignment,       "offset_alignment",      meaning, warning,  0, "An offset is not a multiple of what its platform aligns to."},
    {id::shared_bytes,           "shared_bytes",          meaning, warning,  0, "Two values share bytes while both are live, and neither is computed in place of the other."},
    {id::value_color,            "value_color",           meaning, error,    0, "The color of a value is not the one of its allocation, which was neither recolored nor reused."},
    {id::reused_value,           "reused_value",          meaning, error,    0, "A reused value is not in its allocation, or has the color of the allocation."},
    {id::layout_color,           "layout_color",          meaning, error,    0, "The memory space in the layout of a value is not its color."},
    {id::total_sum,              "total_sum",             meaning, error,    0, "The total is not the sum of the sizes of all allocations."},
    {id::total_human,            "total_human",           meaning, error,    0, "The human-readable total is not the total."},
    {id::parameter_twice,        "parameter_twice",       meaning, error,    0, "Two allocations are of the same part of a parameter."},
    {id::parameter_value,        "parameter_value",       meaning, error,    0, "The allocation of a parameter does not hold the value of that parameter."},
    {id::missing_parameter,      "missing_parameter",     meaning, error,    0, "A parameter, or a part of one, has no allocation."},
    {id::parameter_shape,        "parameter_shape",       meaning, error,    0, "The shape in the head of a parameter's allocation is not the one of the parameter."},
    {id::output_shape,           "output_shape",          meaning, error,    0, "Two allocations have the output shape, or one that is not live-out, or it is not the shape of the result."},
    {id::live_out,               "live_out",              meaning, error,    0, "An allocation is `maybe-live-out` without exactly one value at the root, or has one and is not."},
    {id::missing_result,         "missing_result",        meaning, error,    0, "A part of the result is at no value, or a value at the root is no part of the result."},
    {id::result_size,            "result_size",           meaning, error,    0, "A value at the root does not fill its allocation."},
    {id::result_bytes,           "result_bytes",          meaning, error,    0, "A part of the result takes other bytes than the value there."},
    {id::root_order,             "root_order",            meaning, warning,  0, "An instruction comes after the root in the sequence although it has no side effect."},
    {id::missing_entry,          "missing_entry",         meaning, error,    0, "A value is in an allocation and not under `Used values:`, or the other way round."},
    {id::entry_name,             "entry_name",            meaning, error,    0, "A value is called differently in its allocation and under `Used values:`."},
    {id::phi_order,              "phi_order",             meaning, error,    0, "A phi value has a smaller id than a value that is none."},
    {id::defining_position,      "defining_position",     meaning, error,    0, "The first position of a value is not where it is defined."},
    {id::position_twice,         "position_twice",        meaning, error,    0, "A value has a position twice, or another one at its defining instruction."},
    {id::index_presence,         "index_presence",        meaning, error,    0, "An index follows an instruction that is no tuple, or is missing after one."},
    {id::instruction_name,       "instruction_name",      meaning, error,    0, "The instruction of a value defines another name."},
    {id::instruction_text,       "instruction_text",      meaning, error,    0, "An instruction reads differently at two of its values."},
    {id::scheduling_name,        "scheduling_name",       meaning, note,     0, "The scheduling name of an instruction is neither its own nor that of an instruction that it replaced."},
    {id::value_shape,            "value_shape",           meaning, error,    0, "The shape of a value or an operand is not that of its instruction's result."},
    {id::value_bytes,            "value_bytes",           meaning, warning,  0, "The size of a value is not the size of its shape."},
    {id::constant_allocation,    "constant_allocation",   meaning, error,    0, "A constant is in an allocation that is not `constant`, or something else is in one that is."},
    {id::use_operand,            "use_operand",           meaning, error,    0, "A use names an operand that is at no position of the value, or that its user does not have."},
    {id::missing_use,            "missing_use",           meaning, error,    0, "An instruction that reads a value is not among its uses."},
    {id::use_order,              "use_order",             meaning, error,    0, "The uses of a value are not in the order of its positions."},
    {id::tuple_use,              "tuple_use",             meaning, error,    0, "A tuple uses a value that is not at that place of the tuple."},
    {id::unknown_operand,        "unknown_operand",       meaning, error,    0, "An operand is at the position of no value."},
    {id::range_max,              "range_max",             meaning, error,    0, "The length of the live range is not the number of rows in the sequence."},
    {id::sequence_number,        "sequence_number",       meaning, error,    0, "The rows of the sequence are not numbered 0, 1, 2, … in their order."},
    {id::sequence_twice,         "sequence_twice",        meaning, error,    0, "An instruction is in the sequence twice."},
    {id::sequence_value,         "sequence_value",        meaning, error,    0, "An instruction of the sequence is at no value, or a position of a value in the sequence is not there."},
    {id::use_schedule,           "use_schedule",          meaning, error,    0, "A value in the sequence is used by an instruction that is not, or the other way round."},
    {id::operand_order,          "operand_order",         meaning, error,    0, "An instruction comes before one of its operands in the sequence."},
    {id::use_before_definition,  "use_before_definition", meaning, error,    0, "A value is used, or is at a position, before it is defined."},
    {id::range_order,            "range_order",           meaning, error,    0, "Live ranges are not in the order of their values."},
    {id::range_twice,            "range_twice",           meaning, error,    0, "A value has two live ranges."},
    {id::range_name,             "range_name",            meaning, error,    0, "A live range is of an instruction that is not in the sequence, or of a part that it does not have."},
    {id::missing_range,          "missing_range",         meaning, error,    0, "A value of the schedule has no live range."},
    {id::unexpected_range,       "unexpected_range",      meaning, error,    0, "A value that is not of the schedule has a live range."},
    {id::range_bounds,           "range_bounds",          meaning, error,    0, "A live range ends before it starts, or after the end of the schedule."},
    {id::range_start,            "range_start",           meaning, error,    0, "A live range does not start where its value is defined."},
    {id::parameter_range,        "parameter_range",       meaning, warning,  0, "A parameter that is not live-out does not live from 0 to the end."},
    {id::range_end,              "range_end",             meaning, warning,  0, "A live range ends neither at the last use of its value nor where its buffer passes to another value."},
    {id::peak_moment,            "peak_moment",           meaning, error,    0, "The moment of the peak is not the one that XLA picks."},
    {id::peak_rows,              "peak_rows",             meaning, error,    0, "The rows of the peak are not the values that live at its moment."},
    {id::peak_bytes,             "peak_bytes",            meaning, error,    0, "A row of the peak has other bytes than its shape."},
    {id::peak_order,             "peak_order",            meaning, error,    0, "The rows of the peak are not in their order."},
    {id::peak_sum,               "peak_sum",              meaning, error,    0, "The cumulative bytes of a row of the peak are not the sum so far."},
    {id::moment_row,             "moment_row",            meaning, error,    0, "A row of every moment has other values or bytes than live at it."},
    {id::trace_total,            "trace_total",           meaning, error,    0, "The total of the stack trace is not the sum of the rows of the peak."},
    {id::trace_presence,         "trace_presence",        meaning, error,    0, "A stack trace is missing although the sequence has rows, or there without them."},
    {id::trace_sum,              "trace_sum",             meaning, error,    0, "The total of a node is not its own bytes and those of its children."},
    {id::trace_remaining,        "trace_remaining",       meaning, error,    0, "The remaining bytes of a node are not those that no node before it has."},
    {id::trace_order,            "trace_order",           meaning, error,    0, "The children of a node are not in the order of their totals and labels."},
    {id::trace_percent,          "trace_percent",         meaning, error,    0, "The percentage of a node is not the one of its total."},
    {id::trace_label,            "trace_label",           meaning, error,    0, "The bytes of the nodes with a label are not those of the values that it stands for."},
    {id::usage_size,             "usage_size",            meaning, error,    0, "A size for people, in a memory-usage report or a text about memory that ended, is not one that XLA prints of any number of bytes."},
    {id::usage_sum,              "usage_sum",             meaning, error,    0, "A sum in a memory-usage report is not that of its rows, or what is left is not the rest."},
    {id::usage_percent,          "usage_percent",         meaning, error,    0, "A percentage in a memory-usage report is not the one of its sum."},
    {id::usage_order,            "usage_order",           meaning, error,    0, "The rows, allocations, shapes or memory spaces of a memory-usage report are not in their order."},
    {id::usage_rest,             "usage_rest",            meaning, error,    0, "A list of a memory-usage report ends where it should go on, or goes on where it should end."},
    {id::usage_listed,           "usage_listed",          meaning, error,    0, "The two lists of a memory-usage report do not have the same allocations."},
    {id::usage_values,           "usage_values",          meaning, error,    0, "A row of a memory-usage report does not have as many values as shapes, or is there twice."},
    {id::report_space,           "report_space",          meaning, error,    0, "A memory-usage report lacks a memory space that the assignment has, or has one that it lacks."},
    {id::report_allocation,      "report_allocation",     meaning, error,    0, "An allocation in a memory-usage report is missing, or not the one of the assignment."},
    {id::report_total,           "report_total",          meaning, error,    0, "The total of a memory-usage report is not the bytes that the allocations of the assignment take."},
    {id::report_row,             "report_row",            meaning, error,    0, "A row of a memory-usage report is missing, or does not say what is at its offset in the assignment."},
    {id::report_sum,             "report_sum",            meaning, error,    0, "A sum, a rest or a percentage in a memory-usage report is not the one of the bytes in the assignment."},
    {id::report_order,           "report_order",          meaning, error,    0, "Allocations or rows of a memory-usage report are not in the order of their bytes in the assignment."},
    {id::report_rest,            "report_rest",           meaning, error,    0, "A list of a memory-usage report does not end where the bytes in the assignment say."},
    {id::statistics_total,       "statistics_total",      meaning, error,    0, "The allocations of one class take more than all allocations together."},
    {id::statistics_percent,     "statistics_percent",    meaning, error,    0, "The percentage of a fragmentation is not the one of its bytes."},
    {id::buffer_order,           "buffer_order",          meaning, error,    0, "A buffer comes after a smaller one, where the largest come first."},
    {id::buffer_bytes,           "buffer_bytes",          meaning, error,    0, "The size of a buffer is less than what its shape takes."},
    {id::info_order,             "info_order",            meaning, error,    0, "The rows of a table of buffers are not in the order of their ids, or an id is not that of the value."},
    {id::info_uses,              "info_uses",             meaning, error,    0, "A row of a table of buffers does not have as many uses, times of uses and names of users."},
    {id::info_time,              "info_time",             meaning, error,    0, "Times in a row of a table of buffers are not in their order."},
    {id::entry_parameter,        "entry_parameter",       meaning, error,    0, "The header of the module's text has other parameters than the dump has allocations for."},
    {id::entry_result,           "entry_result",          meaning, error,    0, "The header of the module's text has another result than the dump."},
    {id::entry_alias,            "entry_alias",           meaning, error,    0, "A part of a parameter that the header of the module's text aliases with the result is not `maybe-live-out`."},
    {id::missing_frame,          "missing_frame",         meaning, error,    0, "The metadata of an instruction names a stack frame that the module's text does not have."},
    {id::peak_audit,             "peak_audit",            meaning, note,     0, "More bytes are live, or more temporaries, at another moment than the one that XLA calls the peak: by 1 MiB and 5 % or, with `--audit`, by any amount."},
};

constexpr context_rule_info rules[] = {
    { 1, "integer_range",    "Integers fit into 64 bits with sign; pointers into 64 bits."},
    { 2, "nesting",          "Nothing is nested deeper than 256 levels, the stack trace included; a shape in a layout takes two."},
    { 3, "index_marks",      "Every fifth element of a tuple shape, an operand list or a tuple sharding has its mark, or none has."},
    { 4, "operand_shapes",   "All operands of an instruction have their shapes, or none has."},
    { 5, "layout_of_shape",  "A layout orders each dimension of its shape once and splits only those; `invalid{}` is for scalars."},
    { 6, "literal_of_shape", "A literal has the structure, the marks and the blanks that follow from its shape."},
    { 7, "literal_element",  "An element of a literal is as its element type is printed, and in its range."},
    { 8, "attribute_value",  "A known pair of opcode and key has the value of its own rule, in the form of that opcode, without fields at their defaults."},
    { 9, "attribute_order",  "Known attributes are in printed order, each once."},
    {10, "one_era",          "The forms of a file were printed by one XLA."},
    {11, "frame_name",       "A frame ends with the name it began with."},
    {12, "whole_file",       "A file has the parts that its forms always come with: entries of all values, live range, rows of the peak, the values of all allocations of a report, and all rows of its last table."},
    {13, "stack_tree",       "Depths, rails and glyphs of the stack trace fit the rows around them, and the tree is whole; a node without a label prints no line, so that its bytes, or a later sibling, may be missing under a node below the top."},
    {14, "devices",          "Shardings and replica groups place each of their devices once, counted from 0, and take only axes of their mesh; no group among others is empty."},
    {15, "missing_attribute", "An instruction has the attributes that XLA prints for each of its opcode, and an asynchronous name only where its opcode has such a form."},
    {16, "dimensions", "Attributes count and name the dimensions that the shapes of their instruction have, each once; `parameter_replication` has an entry for each array of its parameter."},
    {17, "allocation_class", "An allocation is a parameter, a constant, thread-local or maybe-live-out, or else a preallocated temp."},
    {18, "memory_space",     "A memory space of one of the colors 0 to 5 has the name of that color, any other is called `color_` and its number."},
    {19, "aliases",          "Aliases and donors of a module's header name parts that the parameters and the result of its entry have, each part once."},
    {20, "stack_frames",     "The entries of a stack-frame table are numbered from 1 on and refer to entries that exist; no frame is its own parent."},
    {21, "folded_element",   "Operands in a dump are instructions; elements of a tuple (`%x#1`) occur in module texts only."},
};
// clang-format on

// Rows are in the order of their enumerators and are called as those are; rules are in the order of their numbers.
consteval bool every_row_is_in_its_place()
{
    for (std::size_t i = 0; i < std::size(rules); ++i)
        if (rules[i].number != i + 1) return false;
    return []<std::size_t... I>(std::index_sequence<I...>) {
        return ((rows[I].id == static_cast<id>(I) && rows[I].name == enumerator_name<static_cast<id>(I)> &&
                 rows[I].rule <= std::size(rules)) &&
                ...);
    }(std::make_index_sequence<enumerator_count<id>>());
}
static_assert(std::size(rows) == enumerator_count<id>);
static_assert(every_row_is_in_its_place());

} // namespace

const finding_info& info(finding_id which) { return rows[static_cast<std::size_t>(which)]; }

std::span<const finding_info> all_findings() { return rows; }

std::span<const context_rule_info> context_rules() { return rules; }

std::uint8_t context_rule_of(const finding& what) { return what.rule != 0 ? what.rule : info(what.id).rule; }

std::string_view name_of(phase which)
{
    switch (which) {
    case form: return "form";
    case text: return "text";
    case context: return "context";
    case era: return "era";
    case limits: return "limits";
    case unknown: return "unknown";
    case siblings: return "siblings";
    case meaning: return "meaning";
    }
    return "";
}

std::string_view name_of(severity which)
{
    switch (which) {
    case severity::error: return "error";
    case severity::warning: return "warning";
    case severity::note: return "note";
    }
    return "";
}

} // namespace ballast::inline v0
