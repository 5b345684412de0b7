// What each finding means, with an example. A finding without a row does not compile; `Explanations.ExamplesAreTrue`
// puts the wrong text in place of the right one in a golden dump and looks for the finding.
#include "ballast/explanation.hpp"

#include "rules/evidence_of_semantics.hpp"
#include "rules/explanations_of_semantics.hpp"

#include <algorithm>

namespace ballast::inline v0 {

namespace {

using id = finding_id;

// clang-format off
constexpr explanation_table::row explanations_of_form[] = {
    // --- the form of one construct -----------------------------------------------------------------------------------
    {id::dump, {
        "A dump is a fixed series of sections, and each section has its own kinds of lines. No XLA since 2019 wrote "
        "this line at this point: a section is missing, was moved, or was edited.",
        "Values used:\n", "Used values:\n", ""}},
    {id::frame, {
        "With --xla_dump_to=- XLA writes its files to standard output, each between `*** Begin NAME ***` and `*** End "
        "NAME ***`. One of these lines was changed.",
        " **\nBufferAssignment:\n", " ***\nBufferAssignment:\n", ""}},
    {id::allocation, {
        "The header of an allocation gives its number, its size, its class (parameter, constant, thread-local, "
        "maybe-live-out, preallocated-temp) and its color, always in the same order and with the same blanks.",
        "allocation 4: size 0512, parameter 0", "allocation 4: size 512, parameter 0", ""}},
    {id::value_line, {
        "Below the header of an allocation, each value in it has a line: id, name and color, then size and offset, "
        "then the shape.",
        " value: <3 p.0 @0> (sise=512,offset=0)", " value: <3 p.0 @0> (size=512,offset=0)", ""}},
    {id::used_value, {
        "An entry under `Used values:` has the name of the value, its positions, its uses, and the instruction that "
        "defines it.",
        "  s, argument 0\n", "  s, operand 0\n", ""}},
    {id::total, {
        "After the allocations XLA prints the sum of their sizes in bytes. Since 2021 it repeats the sum in a "
        "human-readable unit.",
        "Total byte used: 1688 (1.6KiB)", "Total bytes used: 1688 (1.6KiB)", ""}},
    {id::instruction, {
        "This line of HLO defines a value: name, shape, opcode, operands, attributes. XLA prints an instruction in one "
        "way only, although its parser accepts others.",
        "%s = f32[] add(%a,%b)", "%s = f32[] add(%a, %b)", ""}},
    {id::shape, {
        "A shape is an element type with dimensions in brackets, without blanks, or a tuple of shapes in parentheses, "
        "separated by a comma and a blank.",
        "(size=512,offset=0): f32[8, 16]", "(size=512,offset=0): f32[8,16]", ""}},
    {id::layout, {
        "A layout is in braces: the dimensions from minor to major, then a colon and the suffixes (tiles, element "
        "bits, memory space and others). The suffixes have a fixed order, and XLA leaves out those at their defaults.",
        "f32[8,16]{1, 0}", "f32[8,16]{1,0}", ""}},
    {id::metadata, {
        "The fields of `metadata={…}` come in a fixed order, separated by blanks. XLA does not print empty fields.",
        "source_line=12a", "source_line=12", ""}},
    {id::literal, {
        "A literal is the value of a constant. XLA prints numbers with as many digits as they need: `2.5`, `1`, "
        "`1e-05`.",
        "constant(2.50)", "constant(2.5)", ""}},
    {id::sharding, {
        "A sharding says how an array is distributed over devices: `{replicated}`, `{maximal device=0}`, "
        "`{devices=[2,2]<=[4]}`, a tuple of those, or a named mesh.",
        "sharding={devices}", "sharding={replicated}", ""}},
    {id::replica_groups, {
        "Replica groups say which devices work together in a collective: lists such as `{{0,1},{2,3}}`, or "
        "`[2,2]<=[4]`. They contain no blanks.",
        "replica_groups={{0, 1}}", "replica_groups={{0,1}}", ""}},
    {id::attribute, {
        "Each known attribute has a value of its own form. ballast keeps only the values of unknown attributes as "
        "text.",
        "dimensions={0, 1}, to_apply", "dimensions={0,1}, to_apply", ""}},
    {id::live_range, {
        "The schedule lists the instructions with their steps. The live ranges below it give a first and a last step "
        "for each value.",
        "    p.0{}:0..9\n", "    p.0{}:0-9\n", ""}},
    {id::peak, {
        "The rows of the peak list the values that are live when most memory is in use, each with its bytes and, since "
        "2025, with the cumulative bytes.",
        "  Live ranges at 5 (peek):", "  Live ranges at 5 (peak):", ""}},
    {id::stack_trace, {
        "Since 2025 XLA also prints the peak as a tree of source locations. Each row has a share, a total, its own "
        "bytes and the remaining bytes.",
        "Stack trace breakdown for peak usage: 1112 bytes", "Stack trace breakdown for peak usage: 1 112 bytes", ""}},
    {id::usage_report, {
        "Since 2024 XLA writes a report beside each dump that says how much memory the allocations take. Its columns "
        "are aligned to the right, so the numbers decide how many blanks there are.",
        "\t   2.0KiB(76%);", "\t   2.0KiB( 76%);", ""}},
    {id::oom_report, {
        "If a device runs out of memory, XLA prints how much the allocations take, by class, and which buffers are the "
        "largest at the peak. Some lines were changed. Logs often do that: they drop empty lines, put a prefix before "
        "each line, or turn tabs into blanks.",
        "\tBuffer 2:\n\tSize: 4.0KiB\n", "\tBuffer 2:\n\t\tSize: 4.0KiB\n", "logs change these texts: take the text from the file where it is stored"}},
    {id::buffer_info, {
        "A row has the value in quotes, then numbers without blanks, then the times and the names of its uses, "
        "separated by semicolons.",
        "4,\"<4 p.0 @0>\", 0,2048", "4,\"<4 p.0 @0>\",0,2048", ""}},
    {id::module_text, {
        "A module text starts with a line of items in a fixed order; XLA leaves out empty items. Since December 2025 "
        "four tables follow that give the source locations of instructions.",
        "StackFrames\n1 {file_location_id=1, parent_frame_id=1}", "StackFrames\n1 {file_location_id=1 parent_frame_id=1}", ""}},
    {id::tpu_report, {
        "If a program does not fit into the memory of a TPU, the compiler's error says how much is missing and which "
        "allocations are the largest. Copies of such texts often lost blanks, line feeds or whole lines; `ballast "
        "extract` repairs many of them.",
        "    program         614.78M\n", "    program         614.78M \n", "look for the text with `ballast extract`"}},
    {id::memory_message, {
        "A message about memory is one sentence or a few, with the same words each time. People wrap such messages, cut "
        "them, or leave out parts when they copy them.",
        "Out of memory while trying to allocate 1.95 GiB with", "Out of memory while trying to allocate 1.95GiB with", "take the message from the log, or from `str(e)`"}},

    // --- the text as a whole -----------------------------------------------------------------------------------------
    {id::empty_input, {
        "A dump has at least one line. A file is empty if its process was killed before it wrote anything, or if the "
        "disk was full.",
        "$ : > empty.txt; ballast validate empty.txt", "", "check the process that wrote it, and the free space on its disk"}},
    {id::byte_order_mark, {
        "XLA writes UTF-8 without a byte order mark. Editors, and `>` in PowerShell, put the mark (EF BB BF) before "
        "the text.",
        "\xef\xbb\xbf" "BufferAssignment:\n", "BufferAssignment:\n", "an editor or a shell added it: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE"}},
    {id::carriage_return, {
        "XLA ends each line with LF. A Git checkout, a mail program or an editor on Windows replaced LF with CR LF.",
        "BufferAssignment:\r\n", "BufferAssignment:\n", "line ends were converted: sed -i 's/\\r$//' FILE"}},
    {id::nul_byte, {
        "Dumps are text. File systems leave runs of NUL bytes if a machine crashes during a write.",
        std::string_view("Used\0values:", 12), "Used values:", "the machine or its disk failed during the write: create the dump again"}},
    {id::invalid_utf8, {
        "All text of a dump is UTF-8, including the names of files and operations. Other bytes come from another "
        "encoding or from damage.",
        "Used values\xff:", "Used values:", "convert the text to UTF-8: iconv -f latin1 -t utf-8 FILE"}},
    {id::line_feed, {
        "An instruction is always one line, however long. A line feed inside it comes from a tool that wraps lines.",
        "op_name=\"jit(st\nep)/add\"", "op_name=\"jit(step)/add\"", "the text was wrapped, for example when it was pasted into an issue: attach the file instead"}},
    {id::truncated, {
        "The last bytes of the dump are missing. The process was killed, the disk was full, or the copy is incomplete.",
        "      └── const.1 (0.4%, total", "      └── const.1 (0.4%, total: 4 bytes, current: 4 bytes, remaining: 0 bytes)\n",
        "the write or the copy was cut off: copy the file again, or create the dump again"}},
    {id::log_prefix, {
        "A dump starts later in the text. The text is a log with other lines before the dump, or with a prefix on each "
        "line.",
        "I1122 04:13:41.000 dump.cc:7] BufferAssignment:\n", "BufferAssignment:\n",
        "extract the dump from the log first: ballast extract FILE -o FOLDER"}},
    {id::not_a_dump, {
        "Nothing in the text starts like a dump of buffer assignment. XLA writes many kinds of files side by side. The "
        "ones that ballast reads are called `*-buffer-assignment.txt`, `*-buffer-assignment-values.txt`, "
        "`*-live-range.txt` or `*.buffer_assignment`.",
        "digraph jit_f {\n", "BufferAssignment:\n", ""}},
    {id::second_dump, {
        "XLA writes one dump per file. Either two files were joined, or two processes wrote to the same file name.",
        "$ cat one.txt two.txt | ballast validate -", "", "two files were joined, or two processes wrote to the same name: give each process its own folder"}},
    {id::second_frame, {
        "XLA puts a frame around each file that it writes to standard output. This text has more than one frame, and "
        "each holds a separate file.",
        "$ XLA_FLAGS=--xla_dump_to=- program | ballast validate -", "", "split the text at the lines that start with `*** Begin`"}},
    {id::trailing_text, {
        "The dump is complete, but more text follows it: a shell prompt, a log line, or the start of something else.",
        "(finalized or constructed from proto)\n$ exit\n", "(finalized or constructed from proto)", "remove the text after the dump"}},

    // --- context rules -----------------------------------------------------------------------------------------------
    {id::integer_range, {
        "XLA keeps byte counts, steps and ids in signed 64-bit integers, so it cannot have printed a larger number.",
        "allocation 4: size 9223372036854775808", "allocation 4: size 512", ""}},
    {id::too_deep, {
        "Tuples, dictionaries and trees can be nested. ballast reads up to 256 levels, which takes 128 KiB of stack. "
        "No known output of XLA comes near that.",
        "((((((((((((((((((((((((((((((… 257 of them", "", ""}},
    {id::index_mark, {
        "XLA numbers the elements of long lists: `/*index=5*/` comes before every fifth element, and its number is the "
        "index of the element that follows.",
        "/*index=6*/f32[]", "/*index=5*/f32[]", "an element was added or removed by hand"}},
    {id::operand_shapes, {
        "One option of XLA's printer controls the shapes of operands: it prints all of them or none.",
        "add(f32[8,16]{1,0} %p.0, %bcast.2)", "add(%p.0, %bcast.2)", ""}},
    {id::folded_element, {
        "A module text leaves out a get-tuple-element and names the tuple element where it is read. A dump always has "
        "the get-tuple-element.",
        "broadcast(%p.1#0)", "broadcast(%gte.1)", ""}},
    {id::layout_rank, {
        "A layout is a permutation of the dimensions: it has as many numbers as the shape has dimensions, and each "
        "number once.",
        "f32[8,16]{1,1}", "f32[8,16]{1,0}", ""}},
    {id::split_dimension, {
        "`SC(1:16,32)` splits dimension 1 at two indices. The shape must have that dimension.",
        "SC(2:16,32)", "SC(1:16,32)", ""}},
    {id::literal_shape, {
        "The shape of a literal determines its braces, its marks, its blanks and its number of elements.",
        "f32[2] constant(2.5)", "f32[] constant(2.5)", ""}},
    {id::literal_element, {
        "XLA prints an element with exactly the digits that its type needs: never `2.50` or `2.5e+00` for an f32, "
        "never 200 for an s8.",
        "constant(2.5e+00)", "constant(2.5)", ""}},
    {id::attribute_value, {
        "The values of some attributes depend on the opcode, for example in their number of dimensions, or on another "
        "part of the same value.",
        "%x = f32[4]{0} all-gather(%a), replica_groups={{0,1}}, dimensions={0,1}",
        "%x = f32[4]{0} all-gather(%a), replica_groups={{0,1}}, dimensions={0}", ""}},
    {id::default_value, {
        "XLA leaves out fields that have their default values: a stride of 1, a padding of 0, flags that are false.",
        "%x = f32[4]{0} sort(%a), dimensions={0}, is_stable=false, to_apply=%f",
        "%x = f32[4]{0} sort(%a), dimensions={0}, to_apply=%f", ""}},
    {id::frontend_order, {
        "Frontend attributes are a sorted map: each key occurs once, and the keys are in bytewise order.",
        "{b=\"1\",a=\"2\"}", "{a=\"2\",b=\"1\"}", ""}},
    {id::device_count, {
        "Tiles, device lists, meshes and replica groups give the number of devices more than once. All numbers must "
        "agree, and each device has one place.",
        "sharding={devices=[2]0}", "sharding={devices=[2]0,1}", ""}},
    {id::mesh_axis, {
        "A sharding over a mesh names the axes that it uses. The mesh must have them, and the sharding uses each one "
        "once.",
        "sharding={mesh['x'=2], [{'y'}]}", "sharding={mesh['x'=2], [{'x'}]}", ""}},
    {id::attribute_shape, {
        "Some attributes count dimensions (`slice`, `padding`, `window`, `dynamic_slice_sizes`) or name them "
        "(`dimensions`, `dim_labels`, the dimensions of a dot). XLA infers the shape of the result from them, so they "
        "have to agree with the shapes on the line. Each dimension is named once.",
        "%b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={2}", "%b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={1}", ""}},
    {id::attribute_order, {
        "XLA prints the attributes of an opcode in a fixed order, each one once.",
        "to_apply=%sum, dimensions={0,1}", "dimensions={0,1}, to_apply=%sum", ""}},
    {id::missing_attribute, {
        "XLA prints some attributes for every instruction of an opcode, such as the `dimensions` of a broadcast. Only "
        "opcodes that have an asynchronous form have names that end in `-start` or `-done`.",
        "broadcast(%gte.1)", "broadcast(%gte.1), dimensions={1}", ""}},
    {id::allocation_class, {
        "Each allocation has a class. It can be a parameter, a constant, thread-local or maybe-live-out, and can be "
        "several of these. An allocation that is none of them is `preallocated-temp` and nothing else.",
        "allocation 3: size 64, constant, preallocated-temp:", "allocation 3: size 64, constant:", ""}},
    {id::mixed_eras, {
        "Each change of the text has a date in XLA's history. This file has two forms that no XLA printed together: it "
        "was edited, or joined from two files.",
        "allocation 1: 0x55d0a570, size 4", "allocation 1: size 4", "`ballast era` shows the date of each half"}},
    {id::frame_name, {
        "The frame around a file ends with the name that it started with. If the names differ, two outputs were mixed.",
        "*** End module_0002", "*** End module_0001", "two processes wrote to one stream"}},
    {id::missing_live_range, {
        "A combined dump of these years ends with live ranges. Only the ahead-of-time compiler wrote some dumps "
        "without them, in files called `*.buffer_assignment`. A file with another name was cut off.",
        "$ sed '/^HloLiveRange/,$d' d17.txt | ballast validate -", "", "the write or the copy was cut off between two sections"}},
    {id::missing_values, {
        "Under `Used values:` each value of the allocations has an entry. The text ends before the last entries.",
        "$ sed '/^<10 /,$d' d17.txt | ballast validate -", "", "the write or the copy was cut off"}},
    {id::missing_allocations, {
        "A memory-usage report first ranks the allocations, the largest first. It then lists each of them again with "
        "its values. The second list ends before it has as many allocations as the first list shows and counts.",
        "allocation 2: size 4B, thread-local:\nallocation 6: size 4B", "allocation 2: size 4B, thread-local:\nallocation 3: size 4B, thread-local:\nallocation 6: size 4B",
        "the write or the copy was cut off: copy the file again, or create the dump again"}},
    {id::missing_rows, {
        "The last row of a table reaches the size of its allocation, 100 %, unless a line about the rest follows. If "
        "the last table of a report ends earlier, without the empty line, the report was cut off.",
        "     2.0KiB( 50%);     2.0KiB;            0;                1; f32[512]\n",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n\n\n",
        "the write or the copy was cut off: copy the file again, or create the dump again"}},
    {id::missing_peak_rows, {
        "Some values are live at the step of the peak, so the peak must have rows. It has none.",
        "$ sed '/(peak):/q' d10.txt | ballast validate -", "", "the write or the copy was cut off"}},
    {id::stack_depth, {
        "A row of the tree is at most one level deeper than the row before it. The indentation shows the level.",
        "      ├── params (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │       ├── w{0}",
        "      ├── params (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n"
        "      │   └── enc (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │       ├── w{0}", ""}},
    {id::stack_rails, {
        "The rails to the left of a row connect siblings: `├──` if another sibling follows, `└──` for the last one, "
        "`│` if a sibling of an outer level follows.",
        "      └── params (7.6%", "      ├── params (7.6%", ""}},
    {id::stack_top, {
        "The top-level nodes of the tree are computations. A value never belongs to a computation directly: its label, "
        "or the variable that starts the label, is a node below the computation. A top-level node therefore has no "
        "bytes of its own and has at least one child.",
        "    main.9 (100.0%, total: 1 112 bytes, current: 4 bytes", "    main.9 (100.0%, total: 1 112 bytes, current: 0 bytes", ""}},
    {id::stack_end, {
        "Each row gives the number of bytes that remain after it, and after the last row none remain. Here some bytes "
        "remain, so rows are missing.",
        "remaining: 4 bytes)\n",
        "remaining: 4 bytes)\n      └── const.1 (0.4%, total: 4 bytes, current: 4 bytes, remaining: 0 bytes)\n", "the write or the copy was cut off"}},
    {id::memory_space, {
        "A memory-usage report has names for the memory spaces of colors 0 to 5. It calls all others `color_` and "
        "their number.",
        "Memory Space: color_6 (color=7)\n", "Memory Space: color_7 (color=7)\n", ""}},
    {id::alias_twice, {
        "A part of the result uses the memory of at most one part of one parameter, and a part of a parameter is "
        "donated at most once.",
        "buffer_donor={ (2, {}), (2, {}) }", "buffer_donor={ (2, {}), (3, {0}) }", ""}},
    {id::alias_part, {
        "Aliases and donors refer to parameters by number, and to parts of tuples by index. The entry layout, later in "
        "the same line, must have these parts.",
        "{0}: (9, {}, may-alias)", "{0}: (1, {}, may-alias)", ""}},
    {id::frame_number, {
        "The entries of the four tables are numbered 1, 2, 3, … in order. Other entries refer to them by these "
        "numbers.",
        "FunctionNames\n2 \"step\"", "FunctionNames\n1 \"step\"", "a line is missing or was moved: create the dump again"}},
    {id::frame_reference, {
        "A location refers to a file and a function. A frame refers to a location and, unless it is outermost, to the "
        "frame that called it. XLA prints the number of the calling frame one too high, and 1 means that there is "
        "none.",
        "{file_location_id=3 parent_frame_id=9}", "{file_location_id=3 parent_frame_id=3}", "a line is missing: create the dump again"}},
    {id::tpu_space, {
        "A report is about one memory space. Its sentences, headings and lists all name it.",
        "Used 33.59G of 15.75G vmem.", "Used 33.59G of 15.75G hbm.", ""}},
    {id::tpu_incomplete, {
        "A report has a line that says how much is missing, the requirement of the program, and its largest "
        "allocations. This text was cut, or copied in part. In logs incomplete reports are read.",
        "\n  Largest program allocations in vmem:\n", "\nProgram vmem requirement 66.00M:\n    scoped           66.00M\n\n  Largest program allocations in vmem:\n", "look for the text with `ballast extract`"}},

    // --- requirements of this run ------------------------------------------------------------------------------------
    {id::other_era, {
        "`validate --era ERA` requires that an XLA of that era could have printed the file. `ballast era` shows which "
        "eras could, and which parts of the text decide that. Without --era this is a warning that comes from a change "
        "list. The TPU compiler puts one into file names, `.cl_765218913`: the last change picked into its release "
        "branch. The text may be older than that but not newer. A log of the compiler also gives the change at which "
        "the branch was cut, `baseline 737824144`; texts in such a log date from exactly that change. spec/releases.md "
        "lists the change lists.",
        "$ ballast validate --era D10 d16.txt", "", ""}},
    {id::too_large, {
        "The text has more bytes than this run allows (`--max-bytes`, `parse_options::max_bytes`).",
        "$ ballast validate --max-bytes 1k d16.txt", "", "raise the limit with --max-bytes"}},
    {id::out_of_memory, {
        "Reading a text takes up to three times its size in memory, and the system provided less.",
        "$ (ulimit -v 100000; ballast validate large.txt)", "", "read fewer files at a time with --jobs"}},

    // --- findings that do not refuse a text --------------------------------------------------------------------------
    {id::era_skew, {
        "The text of instructions and the dump around it changed at different times, and vendors mix versions of the "
        "two. A file whose halves have different dates is accepted with this warning.",
        "metadata={op_name=\"x\" stack_frame_id=1}", "metadata={op_name=\"x\"}", ""}},
    {id::trimmed_end, {
        "A table of a memory-usage report ends with an empty line, and a memory space ends with another one. Some "
        "repositories have hooks that trim trailing white space and remove these lines. A text that was cut off after "
        "a table looks the same.",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n\n\n",
        "keep the file as XLA wrote it: exclude it from the hook that trims white space"}},
    {id::unknown_element_type, {
        "ballast knows the element types of XLA's main branch. Forks add their own. The name is kept and printed back.",
        "(size=512,offset=0): goldilocks[8,16]", "(size=512,offset=0): f32[8,16]", ""}},
    {id::unknown_opcode, {
        "ballast knows the opcodes of XLA's main branch. It reads this instruction by the general form of instructions "
        "and keeps its attributes as text.",
        "f32[] frobnicate(%a, %b)", "f32[] add(%a, %b)", ""}},
    {id::unknown_attribute, {
        "The opcode is known, but not with this attribute. The attribute is new, or comes from a fork. Its value is "
        "kept as text.",
        "to_apply=%sum, strength={3}", "to_apply=%sum", ""}},
    {id::unknown_sharding, {
        "The sharding starts with none of the known words, so it is kept as text.",
        "sharding={sliced by 3}", "sharding={replicated}", ""}},
    {id::unknown_item, {
        "XLA adds to its texts from time to time: fields of metadata, items on the head of an allocation or of a module "
        "text, suffixes of layouts, more at the end of a row. ballast keeps what it does not know as text, and reads "
        "the rest as usual.",
        "allocation 3: size 8, constant, new-item:", "allocation 3: size 8, constant:",
        "a newer ballast may know it; report it if there is none"}},
    // --- the files of a module ---------------------------------------------------------------------------------------
    {id::missing_sibling, {
        "Since 2026 XLA writes the allocations of a module to one file, the values to a second and the live ranges to "
        "a third. The memory-usage report is another file beside them, in older versions too. Each file has facts that "
        "the others lack. For example, allocations that are cut off look complete without the total, which is in the "
        "file of values. If both other files are missing, as without xla_dump_buffer_assignment_analysis, this is a "
        "note.",
        "$ ballast validate FOLDER", "", "copy all files of the module: their names have the same prefix"}},
    {id::sibling_twice, {
        "A module has one file of each kind. If two files contain the same part of it, the first is compared with the "
        "other files and the second is checked on its own. If both have the same text, this is a warning.",
        "$ ballast validate FOLDER", "", "keep the one that was written together with the other files"}},
    {id::other_kind, {
        "XLA names its files after their contents: `-buffer-assignment.txt` for allocations and combined dumps, "
        "`-buffer-assignment-values.txt` for values, `-live-range.txt` for live ranges, `-memory-usage-report.txt` for "
        "reports. This file was renamed or overwritten.",
        "$ ballast validate FOLDER", "", ""}},
};
// clang-format on

constexpr explanation_table explanations(explanations_of_form, explanations_of_semantics);

} // namespace

const explanation& explain(finding_id which) { return explanations[which]; }

const rule_evidence* evidence_of(finding_id which)
{
    const auto* row = std::ranges::find(evidence_of_semantics, which, &evidence_row::rule);
    return row == std::end(evidence_of_semantics) ? nullptr : &row->of;
}

} // namespace ballast::inline v0
