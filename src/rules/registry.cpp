// The registry of findings, one row each. A new rule needs an enumerator and a row.
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
    {id::dump,                 "dump",                 form,    error,    0, "The text does not match what any file of any era has at this point."},
    {id::frame,                "frame",                form,    error,    0, "A line of the frame that --xla_dump_to=- writes around a file does not have the form that XLA prints."},
    {id::allocation,           "allocation",           form,    error,    0, "The header of an allocation, or its list of reused values, does not have the form that XLA prints."},
    {id::value_line,           "value_line",           form,    error,    0, "The line of a value in an allocation does not have the form that XLA prints."},
    {id::used_value,           "used_value",           form,    error,    0, "An entry under `Used values:` does not have the form that XLA prints."},
    {id::total,                "total",                form,    error,    0, "The line `Total bytes used:` does not have the form that XLA prints."},
    {id::instruction,          "instruction",          form,    error,    0, "An instruction does not have the form that XLA prints."},
    {id::shape,                "shape",                form,    error,    0, "A shape does not have the form that XLA prints."},
    {id::layout,               "layout",               form,    error,    0, "A layout does not have the form that XLA prints."},
    {id::metadata,             "metadata",             form,    error,    0, "The metadata of an instruction does not have the form that XLA prints."},
    {id::literal,              "literal",              form,    error,    0, "A literal does not have the form that XLA prints."},
    {id::sharding,             "sharding",             form,    error,    0, "A sharding does not have the form that XLA prints."},
    {id::replica_groups,       "replica_groups",       form,    error,    0, "Replica groups do not have the form that XLA prints."},
    {id::attribute,            "attribute",            form,    error,    0, "The value of an attribute does not have the form that XLA prints."},
    {id::live_range,           "live_range",           form,    error,    0, "The instruction sequence or the live ranges do not have the form that XLA prints."},
    {id::peak,                 "peak",                 form,    error,    0, "The rows of the peak do not have the form that XLA prints."},
    {id::stack_trace,          "stack_trace",          form,    error,    0, "The stack trace does not have the form that XLA prints."},
    {id::usage_report,         "usage_report",         form,    error,    0, "A line of a memory-usage report does not have the form that XLA prints."},
    {id::oom_report,           "oom_report",           form,    error,    0, "A line of an out-of-memory report, or of allocation statistics, does not have the form that XLA prints."},
    {id::buffer_info,          "buffer_info",          form,    error,    0, "A row of a buffer table does not have the form that XLA prints."},
    {id::module_text,          "module_text",          form,    error,    0, "The header of a module text, a row of its tables, or the first or last line of a computation does not have the form that XLA prints."},
    {id::tpu_report,           "tpu_report",           form,    error,    0, "A line of an out-of-memory report of a TPU, or of a log about its memory, does not have the form that the compiler prints."},
    {id::memory_message,       "memory_message",       form,    error,    0, "A message about memory does not have the form that XLA prints."},

    {id::empty_input,          "empty_input",          text,    error,    0, "The input is empty."},
    {id::byte_order_mark,      "byte_order_mark",      text,    error,    0, "The text starts with a byte order mark, which XLA never writes."},
    {id::carriage_return,      "carriage_return",      text,    error,    0, "The text contains carriage returns: its line ends were converted."},
    {id::nul_byte,             "nul_byte",             text,    error,    0, "The text contains a NUL byte."},
    {id::invalid_utf8,         "invalid_utf8",         text,    error,    0, "The text contains bytes that are not UTF-8."},
    {id::line_feed,            "line_feed",            text,    error,    0, "A line ends inside an instruction; no known dump has a line feed there."},
    {id::truncated,            "truncated",            text,    error,    0, "The text is truncated: no dump of any era ends at this point."},
    {id::log_prefix,           "log_prefix",           text,    error,    0, "A dump starts later in the text, after other lines or after a log prefix."},
    {id::not_a_dump,           "not_a_dump",           text,    error,    0, "The text does not start like a dump."},
    {id::second_dump,          "second_dump",          text,    error,    0, "Another dump follows the first one; a file holds only one."},
    {id::second_frame,         "second_frame",         text,    error,    0, "Another framed file follows the first one; a text holds only one."},
    {id::trailing_text,        "trailing_text",        text,    error,    0, "Text follows the end of the dump."},

    {id::integer_range,        "integer_range",        context, error,    1, "A number does not fit into 64 bits."},
    {id::too_deep,             "too_deep",             context, error,    2, "The text is nested deeper than 256 levels."},
    {id::index_mark,           "index_mark",           context, error,    3, "An index mark such as `/*index=5*/` is misplaced or has the wrong index."},
    {id::operand_shapes,       "operand_shapes",       context, error,    4, "Some operands of an instruction have shapes and others do not."},
    {id::folded_element,       "folded_element",       context, error,   21, "An operand in a dump is a tuple element (`%x#1`); only module texts have those."},
    {id::layout_rank,          "layout_rank",          context, error,    5, "A layout does not list each dimension of its shape exactly once."},
    {id::split_dimension,      "split_dimension",      context, error,    5, "A layout splits a dimension that its shape does not have."},
    {id::literal_shape,        "literal_shape",        context, error,    6, "The structure or the blanks of a literal do not match its shape."},
    {id::literal_element,      "literal_element",      context, error,    7, "An element of a literal is not written as XLA prints elements of its type."},
    {id::attribute_value,      "attribute_value",      context, error,    8, "The value of an attribute does not suit its opcode, or contradicts itself."},
    {id::default_value,        "default_value",        context, error,    8, "An attribute, or a field of one, has its default value, which XLA does not print."},
    {id::frontend_order,       "frontend_order",       context, error,    8, "A frontend attribute is a duplicate or out of order."},
    {id::device_count,         "device_count",         context, error,   14, "A sharding, a mesh or replica groups list the wrong number of devices, list a device twice, or have an empty group."},
    {id::mesh_axis,            "mesh_axis",            context, error,   14, "A sharding does not fit its mesh: it uses an axis that the mesh does not have, uses one twice, or the mesh contradicts itself."},
    {id::attribute_shape,      "attribute_shape",      context, error,   16, "An attribute counts or names dimensions that the shapes of its instruction do not have, or names a dimension twice."},
    {id::attribute_order,      "attribute_order",      context, error,    9, "An attribute is a duplicate, or is not in the order in which XLA prints attributes."},
    {id::missing_attribute,    "missing_attribute",    context, error,   15, "An instruction lacks an attribute that XLA always prints for its opcode, or has the asynchronous form of an opcode that has no such form."},
    {id::allocation_class,     "allocation_class",     context, error,   17, "An allocation has no class, or is `preallocated-temp` and has another class too."},
    {id::mixed_eras,           "mixed_eras",           era,     error,   10, "A file has two forms that no XLA printed together."},
    {id::frame_name,           "frame_name",           context, error,   11, "The name at the end of a frame differs from the name at its start."},
    {id::missing_live_range,   "missing_live_range",   context, error,   12, "A file has no live ranges, although its other forms always come with them."},
    {id::missing_values,       "missing_values",       context, error,   12, "The text ends before every value of the allocations has its entry."},
    {id::missing_allocations,  "missing_allocations",  context, error,   12, "A memory-usage report ends before it lists the values of each allocation that it counts."},
    {id::missing_rows,         "missing_rows",         context, error,   12, "A memory-usage report ends within a table: its last row does not reach the total."},
    {id::missing_peak_rows,    "missing_peak_rows",    context, error,   12, "The peak has no rows, although some values are live at its step."},
    {id::stack_depth,          "stack_depth",          context, error,   13, "A node of the stack trace is more than one level deeper than the node before it."},
    {id::stack_rails,          "stack_rails",          context, error,   13, "The rails or the branch to the left of a node do not fit the nodes around it."},
    {id::stack_top,            "stack_top",            context, error,   13, "A top-level node of the stack trace has bytes of its own, or has no children."},
    {id::stack_end,            "stack_end",            context, error,   13, "The stack trace ends before all its bytes are accounted for."},
    {id::memory_space,         "memory_space",         context, error,   18, "The name of a memory space does not match its color."},
    {id::alias_twice,          "alias_twice",          context, error,   19, "A part of the result is aliased twice, or a part of a parameter is donated twice."},
    {id::alias_part,           "alias_part",           context, error,   19, "An alias or a donor names a part of a parameter or of the result that the entry layout does not have."},
    {id::frame_number,         "frame_number",         context, error,   20, "The entries of a stack-frame table are not numbered 1, 2, 3, … in order."},
    {id::frame_reference,      "frame_reference",      context, error,   20, "An entry of a stack-frame table refers to an entry that does not exist, or a frame is its own parent."},
    {id::tpu_space,            "tpu_space",            context, error,   22, "Parts of an out-of-memory report of a TPU name different memory spaces."},
    {id::tpu_incomplete,       "tpu_incomplete",       context, error,   23, "A part of an out-of-memory report of a TPU is missing."},

    {id::other_era,            "other_era",            era,     error,    0, "No XLA of the era given with `--era`, or of the change list in the file name or the log, could have printed the text."},

    {id::too_large,            "too_large",            limits,  error,    0, "The input is larger than the limit."},
    {id::out_of_memory,        "out_of_memory",        limits,  error,    0, "There is not enough memory."},

    {id::era_skew,             "era_skew",             era,     warning,  0, "An instruction has a form that dates from another time than the dump around it."},
    {id::trimmed_end,          "trimmed_end",          text,    warning,  0, "A memory-usage report lacks the empty lines that follow its last table."},
    {id::unknown_element_type, "unknown_element_type", unknown, note,     0, "An element type is unknown to ballast; forks of XLA have their own."},
    {id::unknown_opcode,       "unknown_opcode",       unknown, note,     0, "An opcode is unknown to ballast."},
    {id::unknown_attribute,    "unknown_attribute",    unknown, note,     0, "An attribute is unknown for its opcode; its value is kept as text."},
    {id::unknown_sharding,     "unknown_sharding",     unknown, note,     0, "A sharding starts with an unknown word; it is kept as text."},
    {id::unknown_item,         "unknown_item",         unknown, warning,  0, "An item, a field, a suffix or the end of a row is not known to this version; XLA may be newer."},

    {id::missing_sibling,      "missing_sibling",      siblings, warning, 0, "A file that XLA writes beside this one is missing."},
    {id::sibling_twice,        "sibling_twice",        siblings, error,   0, "Two files of a module contain the same part of it."},
    {id::other_kind,           "other_kind",           siblings, error,   0, "The contents of the file are of another kind than its name says."},

    {id::other_module,           "other_module",          semantic, error,    0, "A file has hardly any values in common with the other files of its module."},
    {id::allocation_number,      "allocation_number",     semantic, error,    0, "Allocations are not numbered 0, 1, 2, … in order."},
    {id::allocation_pointer,     "allocation_pointer",    semantic, error,    0, "The pointers of the allocations do not increase by a constant step."},
    {id::temporary_order,        "temporary_order",       semantic, error,    0, "A `preallocated-temp` allocation comes before an allocation of another class."},
    {id::temporary_twice,        "temporary_twice",       semantic, warning,  0, "In a dump from before October 2020, a color has several `preallocated-temp` allocations."},
    {id::empty_allocation,       "empty_allocation",      semantic, error,    0, "An allocation without values has a size, or is not `preallocated-temp`."},
    {id::allocation_size,        "allocation_size",       semantic, error,    0, "An allocation that is not `preallocated-temp` differs in size from its largest value."},
    {id::arena_size,             "arena_size",            semantic, warning,  0, "A `preallocated-temp` allocation does not end where its last value ends."},
    {id::several_values,         "several_values",        semantic, warning,  0, "A constant, a thread-local allocation or a parameter that is not live-out holds several values."},
    {id::shared_allocation,      "shared_allocation",     semantic, error,    0, "Values of a thread-local or constant allocation differ in size."},
    {id::value_order,            "value_order",           semantic, error,    0, "The ids of values are not in ascending order."},
    {id::value_twice,            "value_twice",           semantic, error,    0, "A value is in two allocations, or twice in one."},
    {id::value_outside,          "value_outside",         semantic, error,    0, "A value reaches past the end of its allocation."},
    {id::value_offset,           "value_offset",          semantic, warning,  0, "A value has an offset in an allocation that is not `preallocated-temp`."},
    {id::offset_gap,             "offset_gap",            semantic, warning,  0, "A value in an arena starts where no other value ends."},
    {id::offset_alignment,       "offset_alignment",      semantic, warning,  0, "An offset is not a multiple of the alignment of its platform."},
    {id::shared_bytes,           "shared_bytes",          semantic, warning,  0, "Two values share bytes while both are live, and neither is computed in place of the other."},
    {id::value_color,            "value_color",           semantic, error,    0, "The color of a value differs from that of its allocation, which was neither recolored nor reused."},
    {id::reused_value,           "reused_value",          semantic, error,    0, "A reused value is not in its allocation, or has the same color as the allocation."},
    {id::layout_color,           "layout_color",          semantic, error,    0, "The memory space in the layout of a value differs from its color."},
    {id::total_sum,              "total_sum",             semantic, error,    0, "The total is not the sum of the sizes of all allocations, or less than their values need."},
    {id::total_human,            "total_human",           semantic, error,    0, "The human-readable total does not match the total in bytes."},
    {id::parameter_twice,        "parameter_twice",       semantic, error,    0, "Two allocations are for the same part of a parameter."},
    {id::parameter_value,        "parameter_value",       semantic, error,    0, "The allocation of a parameter does not hold the value of that parameter."},
    {id::missing_parameter,      "missing_parameter",     semantic, error,    0, "A parameter, or a part of one, has no allocation."},
    {id::parameter_shape,        "parameter_shape",       semantic, error,    0, "The shape in the header of a parameter's allocation is not the shape of the parameter."},
    {id::output_shape,           "output_shape",          semantic, error,    0, "Not exactly one allocation has the output shape, an allocation that is not live-out has it, or it is not the shape of the result."},
    {id::live_out,               "live_out",              semantic, error,    0, "An allocation is `maybe-live-out` but does not hold exactly one value at the root, or holds one but is not `maybe-live-out`."},
    {id::missing_result,         "missing_result",        semantic, error,    0, "A part of the result has no value, or a value at the root is not a part of the result."},
    {id::result_size,            "result_size",           semantic, error,    0, "A value at the root does not fill its allocation."},
    {id::result_bytes,           "result_bytes",          semantic, error,    0, "The size of a part of the result differs from the size of its value."},
    {id::root_order,             "root_order",            semantic, warning,  0, "An instruction without side effects comes after the root in the sequence."},
    {id::missing_entry,          "missing_entry",         semantic, error,    0, "A value is in an allocation but not under `Used values:`, or the other way round."},
    {id::entry_name,             "entry_name",            semantic, error,    0, "A value has different names in its allocation and under `Used values:`."},
    {id::phi_order,              "phi_order",             semantic, error,    0, "A phi value has a smaller id than a value that is not a phi."},
    {id::defining_position,      "defining_position",     semantic, error,    0, "The first position of a value is not the place that defines it."},
    {id::position_twice,         "position_twice",        semantic, error,    0, "A value has a position twice, a second position at its defining instruction, or the position of another value."},
    {id::index_presence,         "index_presence",        semantic, error,    0, "An index follows an instruction whose result is not a tuple, or is missing after one whose result is."},
    {id::instruction_name,       "instruction_name",      semantic, error,    0, "The instruction of a value defines another name."},
    {id::instruction_text,       "instruction_text",      semantic, error,    0, "An instruction has different texts at two of its values."},
    {id::scheduling_name,        "scheduling_name",       semantic, note,     0, "The scheduling name of an instruction is neither its own name nor that of an instruction that it replaced."},
    {id::value_shape,            "value_shape",           semantic, error,    0, "The shape of a value or an operand differs from the shape of its instruction's result."},
    {id::value_bytes,            "value_bytes",           semantic, warning,  0, "The size of a value does not match its shape."},
    {id::constant_allocation,    "constant_allocation",   semantic, error,    0, "A constant is in an allocation that is not `constant`, or another value is in one that is."},
    {id::use_operand,            "use_operand",           semantic, error,    0, "A use names an operand that is not a position of the value, or that its user does not have."},
    {id::missing_use,            "missing_use",           semantic, error,    0, "An instruction reads a value, or the result of the module holds it, but this is not among its uses."},
    {id::use_order,              "use_order",             semantic, error,    0, "The uses of a value are not in the order of its positions."},
    {id::tuple_use,              "tuple_use",             semantic, error,    0, "A tuple uses a value as an element, but the value has no position at that element."},
    {id::unknown_operand,        "unknown_operand",       semantic, error,    0, "An operand is not a position of any value."},
    {id::range_max,              "range_max",             semantic, error,    0, "The length of the live range differs from the number of rows in the sequence."},
    {id::sequence_number,        "sequence_number",       semantic, error,    0, "The rows of the sequence are not numbered 0, 1, 2, … in order."},
    {id::sequence_twice,         "sequence_twice",        semantic, error,    0, "An instruction is in the sequence twice."},
    {id::sequence_value,         "sequence_value",        semantic, error,    0, "An instruction in the sequence is not a position of any value, or a scheduled value has a position that is not in the sequence."},
    {id::use_schedule,           "use_schedule",          semantic, error,    0, "A value in the sequence is used by an instruction that is not in it, or the other way round."},
    {id::operand_order,          "operand_order",         semantic, error,    0, "An instruction comes before one of its operands in the sequence."},
    {id::use_before_definition,  "use_before_definition", semantic, error,    0, "A value is used, or has a position, before it is defined."},
    {id::range_order,            "range_order",           semantic, error,    0, "Live ranges are not in the order of their values."},
    {id::range_twice,            "range_twice",           semantic, error,    0, "A value has two live ranges."},
    {id::range_name,             "range_name",            semantic, error,    0, "A live range names an instruction that is not in the sequence, or a part that the instruction does not have."},
    {id::missing_range,          "missing_range",         semantic, error,    0, "A scheduled value has no live range."},
    {id::unexpected_range,       "unexpected_range",      semantic, error,    0, "A value that is not scheduled has a live range."},
    {id::range_bounds,           "range_bounds",          semantic, error,    0, "A live range ends before it starts, or after the end of the schedule."},
    {id::range_start,            "range_start",           semantic, error,    0, "A live range does not start where its value is defined."},
    {id::parameter_range,        "parameter_range",       semantic, warning,  0, "The live range of a parameter that is not live-out does not span the whole schedule."},
    {id::range_end,              "range_end",             semantic, warning,  0, "A live range ends neither at the last use of its value nor where its buffer passes to another value."},
    {id::peak_moment,            "peak_moment",           semantic, error,    0, "The step of the peak is not the one that XLA picks."},
    {id::peak_rows,              "peak_rows",             semantic, error,    0, "The rows of the peak are not the values that are live at its step."},
    {id::peak_bytes,             "peak_bytes",            semantic, error,    0, "The bytes in a row of the peak do not match its shape."},
    {id::peak_order,             "peak_order",            semantic, error,    0, "The rows of the peak are out of order."},
    {id::peak_sum,               "peak_sum",              semantic, error,    0, "The cumulative bytes in a row of the peak are not the sum of the rows up to it."},
    {id::moment_row,             "moment_row",            semantic, error,    0, "A row of the table of all steps has other values or bytes than those that are live at its step."},
    {id::trace_total,            "trace_total",           semantic, error,    0, "The total of the stack trace is not the sum of the rows of the peak."},
    {id::trace_presence,         "trace_presence",        semantic, error,    0, "The stack trace is missing although the sequence has rows, or is present although it has none."},
    {id::trace_sum,              "trace_sum",             semantic, error,    0, "The total of a node is not its own bytes plus the totals of its children."},
    {id::trace_remaining,        "trace_remaining",       semantic, error,    0, "The remaining bytes of a node are not the total minus the bytes of all nodes up to it."},
    {id::trace_order,            "trace_order",           semantic, error,    0, "The children of a node are not sorted by their totals and labels."},
    {id::trace_percent,          "trace_percent",         semantic, error,    0, "The percentage of a node does not match its total."},
    {id::trace_label,            "trace_label",           semantic, error,    0, "The bytes of the nodes with a label are not those of the values that the label stands for."},
    {id::usage_size,             "usage_size",            semantic, error,    0, "A human-readable size in a memory-usage report or an out-of-memory report is one that XLA does not print for any number of bytes."},
    {id::usage_sum,              "usage_sum",             semantic, error,    0, "A cumulative size in a memory-usage report is not the sum of its rows, or a remaining size is not the rest."},
    {id::usage_percent,          "usage_percent",         semantic, error,    0, "A percentage in a memory-usage report does not match its cumulative size."},
    {id::usage_order,            "usage_order",           semantic, error,    0, "The rows, allocations, shapes or memory spaces of a memory-usage report are out of order."},
    {id::usage_rest,             "usage_rest",            semantic, error,    0, "A list in a memory-usage report ends too early or too late."},
    {id::usage_listed,           "usage_listed",          semantic, error,    0, "The two lists of a memory-usage report do not have the same allocations."},
    {id::usage_values,           "usage_values",          semantic, error,    0, "A row of a memory-usage report counts more or fewer values than it has shapes, or is a duplicate."},
    {id::report_space,           "report_space",          semantic, error,    0, "A memory-usage report lacks a memory space of the dump, or has one that the dump lacks."},
    {id::report_allocation,      "report_allocation",     semantic, error,    0, "An allocation in a memory-usage report is missing, or differs from the one in the dump."},
    {id::report_total,           "report_total",          semantic, error,    0, "The total of a memory-usage report is not the sum of the allocations in the dump."},
    {id::report_row,             "report_row",            semantic, error,    0, "A row of a memory-usage report is missing, or does not match the values at its offset in the dump."},
    {id::report_sum,             "report_sum",            semantic, error,    0, "A cumulative size, a remaining size or a percentage in a memory-usage report does not match the bytes in the dump."},
    {id::report_order,           "report_order",          semantic, error,    0, "The allocations or rows of a memory-usage report are not in the order of their bytes in the dump."},
    {id::report_rest,            "report_rest",           semantic, error,    0, "A list in a memory-usage report does not end where it has to by the bytes in the dump."},
    {id::statistics_total,       "statistics_total",      semantic, error,    0, "The allocations of one class take more bytes than all allocations together."},
    {id::statistics_percent,     "statistics_percent",    semantic, error,    0, "The percentage of a fragmentation does not match its bytes."},
    {id::buffer_order,           "buffer_order",          semantic, error,    0, "A buffer comes after a smaller one, although the largest come first."},
    {id::buffer_bytes,           "buffer_bytes",          semantic, error,    0, "A buffer is smaller than its shape requires."},
    {id::info_order,             "info_order",            semantic, error,    0, "The rows of a buffer table are not in the order of their ids, or an id differs from that in the name of the value."},
    {id::info_uses,              "info_uses",             semantic, error,    0, "A row of a buffer table has different numbers of uses, times of uses and names of users."},
    {id::info_time,              "info_time",             semantic, error,    0, "The times in a row of a buffer table are out of order."},
    {id::tpu_excess,             "tpu_excess",            semantic, error,    0, "In an out-of-memory text of a TPU, what is needed does not exceed what is available, or the printed excess is not the difference."},
    {id::tpu_total,              "tpu_total",             semantic, error,    0, "The total use of a TPU's memory is not the sum of its rows."},
    {id::tpu_used,               "tpu_used",              semantic, warning,  0, "The first line of an out-of-memory report of a TPU differs from what the program and its arguments take."},
    {id::tpu_rows,               "tpu_rows",              semantic, error,    0, "The requirement of a program on a TPU is not the sum of its rows, or another size than in the total."},
    {id::tpu_percent,            "tpu_percent",           semantic, error,    0, "The utilization or the fragmentation of temporary memory does not follow from its sizes."},
    {id::tpu_temporaries,        "tpu_temporaries",       semantic, warning,  0, "Temporary memory is not the sum of its padded arrays and its fragmentation."},
    {id::tpu_order,              "tpu_order",             semantic, error,    0, "The list of the largest allocations or arguments is not numbered from 1, or not sorted by size, or too long."},
    {id::tpu_padding,            "tpu_padding",           semantic, error,    0, "The extra memory due to padding does not follow from the sizes with and without padding."},
    {id::tpu_shape,              "tpu_shape",             semantic, error,    0, "A size in an out-of-memory report of a TPU does not follow from the shape and its tiles."},
    {id::tpu_sum,                "tpu_sum",               semantic, error,    0, "The allocations of a complete list do not add up to the requirement of the program."},
    {id::tpu_bytes,              "tpu_bytes",             semantic, error,    0, "A message about an allocation that is larger than its memory contradicts itself."},
    {id::message_size,           "message_size",          semantic, error,    0, "The human-readable size in a message about memory is not that of its bytes."},
    {id::message_sum,            "message_sum",           semantic, error,    0, "The numbers in a message about memory contradict each other."},
    {id::compiled_sizes,         "compiled_sizes",        semantic, error,    0, "A size in `CompiledMemoryStats` differs from that of the dump."},
    {id::entry_parameter,        "entry_parameter",       semantic, error,    0, "The parameters in the header of the module text differ from those that the dump has allocations for."},
    {id::entry_result,           "entry_result",          semantic, error,    0, "The result in the header of the module text differs from that of the dump."},
    {id::entry_alias,            "entry_alias",           semantic, error,    0, "The header of the module text aliases a part of a parameter with the result, but the allocation of that part is not `maybe-live-out`."},
    {id::missing_frame,          "missing_frame",         semantic, error,    0, "The metadata of an instruction names a stack frame that the module text does not have."},
    {id::text_name,              "text_name",             semantic, error,    0, "An instruction of the dump is not in the module text, or the other way around."},
    {id::text_instruction,       "text_instruction",      semantic, error,    0, "An instruction in the dump differs from that in the module text. A note if the two are from different stages of the compiler."},
    {id::text_order,             "text_order",            semantic, error,    0, "The instructions of a scheduled computation in the module text are in another order than in the sequence."},
    {id::text_twice,             "text_twice",            semantic, error,    0, "Two instructions or two computations of a module text have the same name."},
    {id::text_operand,           "text_operand",          semantic, error,    0, "An operand in a module text is not an instruction above it in its computation, or has another shape."},
    {id::text_signature,         "text_signature",        semantic, error,    0, "The signature of a computation in a module text differs from its parameters and its result."},
    {id::text_call,              "text_call",             semantic, error,    0, "An instruction of a module text calls a computation that the text does not have, or one with other parameters or another result, or not exactly one computation is marked `ENTRY`."},
    {id::frame_order,            "frame_order",           semantic, warning,  0, "The entries of the tables of stack frames in a module text are not in the order of their first use, or one of them ends before it starts."},
    {id::module_name,            "module_name",           semantic, warning,  0, "The name of a module is not that in the name of its file, or not that of its entry computation, or that is not the top of the stack trace."},
    {id::missing_part,           "missing_part",          semantic, error,    0, "A part of the result of an instruction is not a position of any value."},
    {id::operand_layouts,        "operand_layouts",       semantic, error,    0, "The operand layout constraints of an instruction do not have the shapes of its operands."},
    {id::result_shape,           "result_shape",          semantic, error,    0, "The shape of a result does not follow from the operands and attributes of its instruction."},
    {id::parameter_name,         "parameter_name",        semantic, note,     0, "The number in the name of a parameter is not the number of the parameter."},
    {id::peak_audit,             "peak_audit",            semantic, note,     0, "More bytes, or more bytes of temporaries, are live at another step than the one that XLA calls the peak: by 1 MiB and 5 % or, with `--audit`, by any amount."},
};

constexpr context_rule_info rules[] = {
    { 1, "integer_range",    "Integers fit into 64 bits with a sign, pointers into 64 bits without."},
    { 2, "nesting",          "Nothing is nested deeper than 256 levels, including the stack trace; a shape in a layout counts as two levels."},
    { 3, "index_marks",      "Every fifth element of a tuple shape, an operand list or a tuple sharding has its index mark, or none has."},
    { 4, "operand_shapes",   "All operands of an instruction have shapes, or none has."},
    { 5, "layout_of_shape",  "A layout lists each dimension of its shape once and splits only those; `invalid{}` is for scalars."},
    { 6, "literal_of_shape", "A literal has the structure, the marks and the blanks that follow from its shape."},
    { 7, "literal_element",  "An element of a literal is written as its element type requires, and is in the range of the type."},
    { 8, "attribute_value",  "An attribute that is known for its opcode has the form of value that the opcode requires, and none of its fields has its default value."},
    { 9, "attribute_order",  "Known attributes are in printed order, each at most once."},
    {10, "one_era",          "One XLA printed all forms of a file."},
    {11, "frame_name",       "A frame ends with the name that it began with."},
    {12, "whole_file",       "A file has all parts that its forms require: entries of all values, live ranges, rows of the peak, the values of all allocations of a report, and all rows of its last table."},
    {13, "stack_tree",       "Depths, rails and glyphs of the stack trace fit the rows around them, and the tree is complete; a node without a label prints no line, so its bytes, or a later sibling, may be missing below a node that is not at the top level."},
    {14, "devices",          "Shardings and replica groups list as many devices as they place, each once, and use only axes of their mesh; if there are several groups, none is empty."},
    {15, "missing_attribute", "An instruction has the attributes that XLA always prints for its opcode, and an asynchronous name only if its opcode has such a form."},
    {16, "dimensions", "Attributes count and name dimensions that the shapes of their instruction have, each once; `parameter_replication` has an entry for each array of its parameter."},
    {17, "allocation_class", "An allocation is a parameter, a constant, thread-local or maybe-live-out; otherwise it is a preallocated temp."},
    {18, "memory_space",     "A memory space with a color from 0 to 5 has the name of that color; any other is called `color_` and its number."},
    {19, "aliases",          "Aliases and donors in the header of a module name parts that the parameters and the result of its entry have, each part once."},
    {20, "stack_frames",     "The entries of a stack-frame table are numbered from 1 and refer to existing entries; no frame is its own parent."},
    {21, "folded_element",   "Operands in a dump are instructions; tuple elements (`%x#1`) occur only in module texts."},
    {22, "one_space",        "All parts of an out-of-memory report of a TPU name the same memory space."},
    {23, "whole_report",     "An out-of-memory report of a TPU has its first line, the requirement of the program and, if that is not 0B, its allocations with their heading; in a log it begins with the requirement."},
};
// clang-format on

// Rows are in the order of their enumerators and have the same names; rules are in the order of their numbers.
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
    case semantic: return "semantic";
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
