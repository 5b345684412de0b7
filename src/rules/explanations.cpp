// What each finding means, with an example. A finding without a row does not compile; `Explanations.ExamplesAreTrue`
// puts the wrong text in place of the right one in a golden dump and looks for the finding.
#include "ballast/explanation.hpp"

#include "rules/explanations_of_meaning.hpp"

namespace ballast::inline v0 {

namespace {

using id = finding_id;

// clang-format off
constexpr explanation_table::row explanations_of_form[] = {
    // --- the form of one construct -----------------------------------------------------------------------------------
    {id::dump, {
        "A dump is a fixed order of sections, and each section a fixed kind of line. Here a line comes that no XLA since 2019 "
        "wrote in this place: a section is missing, moved or edited.",
        "Values used:\n", "Used values:\n", ""}},
    {id::frame, {
        "With --xla_dump_to=- XLA writes its files to standard output, each between `*** Begin NAME ***` and "
        "`*** End NAME ***`. One of these lines was changed.",
        " **\nBufferAssignment:\n", " ***\nBufferAssignment:\n", ""}},
    {id::allocation, {
        "The head of an allocation names its number, its size, what it is (parameter, constant, thread-local, maybe-live-out, "
        "preallocated-temp) and its color, always in one order and with the same blanks.",
        "allocation 4: size 0512, parameter 0", "allocation 4: size 512, parameter 0", ""}},
    {id::value_line, {
        "Under the head of an allocation there is a line for each value in it: its id, name and color, its size and offset, its "
        "shape.",
        " value: <3 p.0 @0> (sise=512,offset=0)", " value: <3 p.0 @0> (size=512,offset=0)", ""}},
    {id::used_value, {
        "An entry under `Used values:` has the name of the value, its positions, its uses, and the instruction that defines it.",
        "  s, argument 0\n", "  s, operand 0\n", ""}},
    {id::total, {
        "After the allocations XLA prints the sum of their sizes in bytes and, since 2021, again in a unit that people read.",
        "Total byte used: 1688 (1.6KiB)", "Total bytes used: 1688 (1.6KiB)", ""}},
    {id::instruction, {
        "The line of HLO that defines a value: name, shape, opcode, operands, attributes. XLA prints it in one way only, which "
        "differs from what its parser also takes.",
        "%s = f32[] add(%a,%b)", "%s = f32[] add(%a, %b)", ""}},
    {id::shape, {
        "An element type and dimensions in brackets without blanks, or a tuple of shapes in parentheses, separated by a comma "
        "and a blank.",
        "(size=512,offset=0): f32[8, 16]", "(size=512,offset=0): f32[8,16]", ""}},
    {id::layout, {
        "In braces: the dimensions from minor to major, then a colon and the suffixes (tiles, element bits, memory space and "
        "others), each in its place and only where it is not at its default.",
        "f32[8,16]{1, 0}", "f32[8,16]{1,0}", ""}},
    {id::metadata, {
        "Fields of `metadata={…}` come in one order, separated by blanks, and those that are empty are not printed.",
        "source_line=12a", "source_line=12", ""}},
    {id::literal, {
        "The value of a constant. Numbers are printed with as many digits as they need: `2.5`, `1`, `1e-05`.",
        "constant(2.50)", "constant(2.5)", ""}},
    {id::sharding, {
        "How an array is placed on devices: `{replicated}`, `{maximal device=0}`, `{devices=[2,2]<=[4]}`, a tuple of those, or a "
        "named mesh.",
        "sharding={devices}", "sharding={replicated}", ""}},
    {id::replica_groups, {
        "Which devices work together in a collective: lists like `{{0,1},{2,3}}`, or `[2,2]<=[4]`. There is no blank in them.",
        "replica_groups={{0, 1}}", "replica_groups={{0,1}}", ""}},
    {id::attribute, {
        "The value of an attribute that the table knows has the form of its own; only unknown ones are kept as text.",
        "dimensions={0, 1}, to_apply", "dimensions={0,1}, to_apply", ""}},
    {id::live_range, {
        "The schedule lists instructions with their positions, the live ranges below it a beginning and an end for each value.",
        "    p.0{}:0..9\n", "    p.0{}:0-9\n", ""}},
    {id::peak, {
        "The rows under the peak name what is alive when the most memory is in use, each with its bytes, and since 2025 with the "
        "sum so far.",
        "  Live ranges at 5 (peek):", "  Live ranges at 5 (peak):", ""}},
    {id::stack_trace, {
        "Since 2025 the peak is also shown as a tree of the source: each row has a share, a total, its own bytes and what remains.",
        "Stack trace breakdown for peak usage: 1112 bytes", "Stack trace breakdown for peak usage: 1 112 bytes", ""}},
    {id::usage_report, {
        "Since 2024 XLA writes beside each dump how much memory its allocations take, in columns that are aligned to the right: "
        "the blanks follow from the numbers.",
        "\t   2.0KiB(76%);", "\t   2.0KiB( 76%);", ""}},
    {id::oom_report, {
        "Where a device has no memory left XLA says how much the allocations take, by class, and which buffers are the largest at "
        "the peak. Lines were changed, as logs do: they drop empty lines, put a prefix before each, or turn tabs into blanks.",
        "\tBuffer 2:\n\tSize: 4.0KiB\n", "\tBuffer 2:\n\t\tSize: 4.0KiB\n", "a log changes these texts: take the text from where it is stored"}},
    {id::buffer_info, {
        "A row has the value in quotes, numbers without blanks, and the times and the names of its uses, with semicolons between.",
        "4,\"<4 p.0 @0>\", 0,2048", "4,\"<4 p.0 @0>\",0,2048", ""}},
    {id::module_text, {
        "The text of a module begins with a line of items in a fixed order, each left out where it has nothing to say. Since December "
        "2025 four tables follow, which say where instructions come from.",
        "StackFrames\n1 {file_location_id=1, parent_frame_id=1}", "StackFrames\n1 {file_location_id=1 parent_frame_id=1}", ""}},

    // --- the text as a whole -----------------------------------------------------------------------------------------
    {id::empty_input, {
        "A dump has at least one line. An empty file is left where a process was killed before it wrote, or where the disk was "
        "full.",
        "$ : > empty.txt; ballast validate empty.txt", "", "look at the process that wrote it and at the space on its disk"}},
    {id::byte_order_mark, {
        "XLA writes plain UTF-8. Editors and PowerShell's `>` put a byte order mark (EF BB BF) before the text.",
        "\xef\xbb\xbf" "BufferAssignment:\n", "BufferAssignment:\n", "an editor or a shell added it: sed -i '1s/^\\xEF\\xBB\\xBF//' FILE"}},
    {id::carriage_return, {
        "XLA ends lines with LF alone. A checkout, a mail or an editor on Windows has made CR LF of it.",
        "BufferAssignment:\r\n", "BufferAssignment:\n", "line ends were converted: sed -i 's/\\r$//' FILE"}},
    {id::nul_byte, {
        "Dumps are text. Runs of NUL bytes are what a file system leaves where a machine went down during the write.",
        std::string_view("Used\0values:", 12), "Used values:", "the machine or its disk failed during the write: dump again"}},
    {id::invalid_utf8, {
        "All text of a dump is UTF-8, also names of files and operations. Other bytes come from another encoding or from damage.",
        "Used values\xff:", "Used values:", "convert the text to UTF-8: iconv -f latin1 -t utf-8 FILE"}},
    {id::line_feed, {
        "An instruction is one line, however long. A line feed inside comes from a tool that wraps lines.",
        "op_name=\"jit(st\nep)/add\"", "op_name=\"jit(step)/add\"", "the text was wrapped, as when it is pasted into an issue: attach the file instead"}},
    {id::truncated, {
        "The last bytes of a dump are missing. XLA writes a dump in one go, so the process was killed, the disk was full, or the "
        "copy is not whole.",
        "      └── const.1 (0.4%, total", "      └── const.1 (0.4%, total: 4 bytes, current: 4 bytes, remaining: 0 bytes)\n",
        "the write or the copy was cut off: copy it again, or dump again"}},
    {id::log_prefix, {
        "A dump begins later in the text: it was taken from a log, with lines before it or a prefix on each line.",
        "I1122 04:13:41.000 dump.cc:7] BufferAssignment:\n", "BufferAssignment:\n",
        "cut the dump out of the log, without the prefix of its lines"}},
    {id::not_a_dump, {
        "Nothing in the text begins like a dump of buffer assignment. XLA writes many files side by side; those that are read are "
        "called `*-buffer-assignment.txt`, `*-buffer-assignment-values.txt`, `*-live-range.txt` or `*.buffer_assignment`.",
        "digraph jit_f {\n", "BufferAssignment:\n", ""}},
    {id::second_dump, {
        "XLA writes one dump to a file. Two of them in one file were joined, or two processes wrote under the same name.",
        "$ cat one.txt two.txt | ballast validate -", "", "files were joined, or two processes wrote to one name: give each process a folder of its own"}},
    {id::second_frame, {
        "XLA frames each file that it writes to standard output. Here is more than one; each is a dump of its own.",
        "$ XLA_FLAGS=--xla_dump_to=- program | ballast validate -", "", "split the text at the lines `*** Begin`"}},
    {id::trailing_text, {
        "The dump is whole, and text follows it: a shell prompt, a log line, the beginning of something else.",
        "(finalized or constructed from proto)\n$ exit\n", "(finalized or constructed from proto)", "remove what follows the dump"}},

    // --- context rules -----------------------------------------------------------------------------------------------
    {id::integer_range, {
        "XLA counts bytes, positions and ids in 64 bits with sign. A larger number was never in its memory.",
        "allocation 4: size 9223372036854775808", "allocation 4: size 512", ""}},
    {id::too_deep, {
        "Tuples, dicts and trees nest. 256 levels are read, on 128 KiB of stack; nothing that XLA is known to have printed comes "
        "near.",
        "((((((((((((((((((((((((((((((… 257 of them", "", ""}},
    {id::index_mark, {
        "XLA counts long lists for the reader: `/*index=5*/` comes before every fifth element. The number must be the index of the "
        "element after it.",
        "/*index=6*/f32[]", "/*index=5*/f32[]", "an element was added or removed by hand"}},
    {id::operand_shapes, {
        "A printer option of XLA prints the shapes of operands, of all or of none.",
        "add(f32[8,16]{1,0} %p.0, %bcast.2)", "add(%p.0, %bcast.2)", ""}},
    {id::folded_element, {
        "The text of a module leaves a get-tuple-element out and names the element where it is read. A dump has the "
        "get-tuple-element.",
        "broadcast(%p.1#0)", "broadcast(%gte.1)", ""}},
    {id::layout_rank, {
        "A layout is a permutation of the dimensions: as many numbers as the shape has dimensions, each once.",
        "f32[8,16]{1,1}", "f32[8,16]{1,0}", ""}},
    {id::split_dimension, {
        "`SC(1:16,32)` splits dimension 1 at two indices; the dimension must be one of the shape's.",
        "SC(2:16,32)", "SC(1:16,32)", ""}},
    {id::literal_shape, {
        "The braces, marks and blanks of a literal follow from its shape, and so does the number of elements.",
        "f32[2] constant(2.5)", "f32[] constant(2.5)", ""}},
    {id::literal_element, {
        "XLA prints an element with the digits that its type needs and no others: no `2.50` or `2.5e+00` for an f32, no 200 for "
        "an s8.",
        "constant(2.5e+00)", "constant(2.5)", ""}},
    {id::attribute_value, {
        "Some values are bound to their opcode or to their own parts, as the number of dimensions that an opcode takes.",
        "%x = f32[4]{0} all-gather(%a), replica_groups={{0,1}}, dimensions={0,1}",
        "%x = f32[4]{0} all-gather(%a), replica_groups={{0,1}}, dimensions={0}", ""}},
    {id::default_value, {
        "Fields at their defaults are left out: a stride of 1, padding of 0, flags that are false.",
        "%x = f32[4]{0} sort(%a), dimensions={0}, is_stable=false, to_apply=%f",
        "%x = f32[4]{0} sort(%a), dimensions={0}, to_apply=%f", ""}},
    {id::frontend_order, {
        "Frontend attributes are a sorted map: each key once, in bytewise order.",
        "{b=\"1\",a=\"2\"}", "{a=\"2\",b=\"1\"}", ""}},
    {id::device_count, {
        "Tiles, device lists, meshes and replica groups say the number of devices more than once, and all must say the same; each "
        "device has one place.",
        "sharding={devices=[2]0}", "sharding={devices=[2]0,1}", ""}},
    {id::mesh_axis, {
        "A sharding over a mesh names its axes. It takes only those that the mesh has, each once.",
        "sharding={mesh['x'=2], [{'y'}]}", "sharding={mesh['x'=2], [{'x'}]}", ""}},
    {id::attribute_shape, {
        "Some attributes count dimensions (`slice`, `padding`, `window`, `dynamic_slice_sizes`) or name them (`dimensions`, `dim_labels`, "
        "the dimensions of a dot). XLA infers the shape of the result from them, so that they fit the shapes on the line, and a "
        "dimension is named once.",
        "%b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={2}", "%b = f32[8,16]{1,0} broadcast(f32[16]{0} %x), dimensions={1}", ""}},
    {id::attribute_order, {
        "XLA prints the attributes of an opcode in a fixed order, each once.",
        "to_apply=%sum, dimensions={0,1}", "dimensions={0,1}, to_apply=%sum", ""}},
    {id::missing_attribute, {
        "Some attributes are printed for each instruction of an opcode, as the `dimensions` of a broadcast. Only opcodes with an "
        "asynchronous form have names that end in `-start` or `-done`.",
        "broadcast(%gte.1)", "broadcast(%gte.1), dimensions={1}", ""}},
    {id::allocation_class, {
        "XLA says of each allocation whether it is a parameter, a constant, thread-local or maybe-live-out; what is none of these is "
        "`preallocated-temp`. So one of the five is always there, and the last one alone.",
        "allocation 3: size 64, constant, preallocated-temp:", "allocation 3: size 64, constant:", ""}},
    {id::mixed_eras, {
        "Each change of the text has a date in XLA's history. Two forms that were never printed by the same XLA are in one file: it "
        "was edited, or joined from two.",
        "allocation 1: 0x55d0a570, size 4", "allocation 1: size 4", "`ballast era` tells the date of each half"}},
    {id::frame_name, {
        "The frame around a file ends with the name that it began with. Where it does not, two outputs were mixed.",
        "*** End module_0002", "*** End module_0001", "two processes wrote to one stream"}},
    {id::missing_live_range, {
        "A combined dump of these years ends with live ranges. Only the ahead-of-time compiler wrote some without, as "
        "`*.buffer_assignment`; a file of another name was cut off.",
        "$ sed '/^HloLiveRange/,$d' d17.txt | ballast validate -", "", "the write or the copy was cut off between two sections"}},
    {id::missing_values, {
        "Under `Used values:` each value of the allocations has an entry. The text ends before all had one.",
        "$ sed '/^<10 /,$d' d17.txt | ballast validate -", "", "the write or the copy was cut off"}},
    {id::missing_allocations, {
        "A memory-usage report ranks the allocations, the largest first, and then has each of them once more with its values. "
        "The second list ends before it had as many as the first has and counts.",
        "allocation 2: size 4B, thread-local:\nallocation 6: size 4B", "allocation 2: size 4B, thread-local:\nallocation 3: size 4B, thread-local:\nallocation 6: size 4B",
        "the write or the copy was cut off: copy it again, or dump again"}},
    {id::missing_rows, {
        "The last row of a table makes up the sum of its allocation, 100 %, unless a line about the rest follows. A report whose "
        "last table ends earlier, without the empty line, was cut off.",
        "     2.0KiB( 50%);     2.0KiB;            0;                1; f32[512]\n",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n\n\n",
        "the write or the copy was cut off: copy it again, or dump again"}},
    {id::missing_peak_rows, {
        "At the moment of the peak something is live, so it has rows. There are none.",
        "$ sed '/(peak):/q' d10.txt | ballast validate -", "", "the write or the copy was cut off"}},
    {id::stack_depth, {
        "A row of the tree is at most one level deeper than the row before it; the indent shows the level.",
        "      ├── params (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │       ├── w{0}",
        "      ├── params (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n"
        "      │   └── enc (7.6%, total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │       ├── w{0}", ""}},
    {id::stack_rails, {
        "The lines to the left of the rows join siblings: `├──` where another follows, `└──` for the last, `│` where one of an outer "
        "level follows.",
        "      └── params (7.6%", "      ├── params (7.6%", ""}},
    {id::stack_top, {
        "The top-level nodes of the tree are computations. A value is never theirs alone: its label, or the variable that the label "
        "begins with, is a node under its computation. So a top-level node has no bytes of its own, and at least one node under it.",
        "    main.9 (100.0%, total: 1 112 bytes, current: 4 bytes", "    main.9 (100.0%, total: 1 112 bytes, current: 0 bytes", ""}},
    {id::stack_end, {
        "Each row says how many bytes remain after it; the last row leaves none. Here some remain: rows are missing.",
        "remaining: 4 bytes)\n",
        "remaining: 4 bytes)\n      └── const.1 (0.4%, total: 4 bytes, current: 4 bytes, remaining: 0 bytes)\n", "the write or the copy was cut off"}},
    {id::memory_space, {
        "A memory-usage report calls the memory spaces of colors 0 to 5 by their names, all others by their colors.",
        "Memory Space: color_6 (color=7)\n", "Memory Space: color_7 (color=7)\n", ""}},
    {id::alias_twice, {
        "A part of the result is in the memory of one part of one parameter at most, and a part of a parameter is given up once.",
        "buffer_donor={ (2, {}), (2, {}) }", "buffer_donor={ (2, {}), (3, {0}) }", ""}},
    {id::alias_part, {
        "Aliases and donors name parameters by their numbers, and parts of tuples by their indexes. The layout of the entry, later in "
        "the line, has all of them.",
        "{0}: (9, {}, may-alias)", "{0}: (1, {}, may-alias)", ""}},
    {id::frame_number, {
        "The entries of the four tables are numbered 1, 2, 3, … in their order; other entries call them by these numbers.",
        "FunctionNames\n2 \"step\"", "FunctionNames\n1 \"step\"", "a line is missing or was moved: dump again"}},
    {id::frame_reference, {
        "A location has a file and a function, a frame has a location and, but for the outermost, the frame that it was called from. "
        "XLA prints the number of that frame one too high: 1 is none.",
        "{file_location_id=3 parent_frame_id=9}", "{file_location_id=3 parent_frame_id=3}", "a line is missing: dump again"}},

    // --- what this run asks for --------------------------------------------------------------------------------------
    {id::other_era, {
        "`validate --era ERA` demands that an XLA of that time could have printed the file. `ballast era` tells which could, and what "
        "in the text decides. A warning without --era: the TPU compiler puts a change list into names, `.cl_765218913`, the last pick "
        "of its release branch, so that the text may be older but not newer. A log of the compiler also has the point at which the "
        "branch began, `baseline 737824144`; texts in such a log are of exactly that time. spec/releases.md lists the change lists.",
        "$ ballast validate --era D10 d16.txt", "", ""}},
    {id::too_large, {
        "The text has more bytes than the run allows (`--max-bytes`, `parse_options::max_bytes`).",
        "$ ballast validate --max-bytes 1k d16.txt", "", "allow more bytes with --max-bytes"}},
    {id::out_of_memory, {
        "Reading takes up to three times the memory of the text, and the system gave less.",
        "$ (ulimit -v 100000; ballast validate large.txt)", "", "read fewer files at a time with --jobs"}},

    // --- findings that do not refuse a text --------------------------------------------------------------------------
    {id::era_skew, {
        "The text of instructions changes at other times than the dump around it, and vendors mix versions. A file whose two "
        "halves have different dates is accepted with this warning.",
        "metadata={op_name=\"x\" stack_frame_id=1}", "metadata={op_name=\"x\"}", ""}},
    {id::trimmed_end, {
        "A table of a memory-usage report ends with an empty line, and a memory space with one more. Repositories whose hooks trim "
        "white space at the ends of files keep reports without them. A text that was cut off after a table looks the same.",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n",
        "     2.0KiB(100%);     2.0KiB;            0;                1; f32[512]\n\n\n",
        "keep the file as XLA wrote it: exclude it from the hook that trims white space"}},
    {id::unknown_element_type, {
        "The table of element types is that of XLA's main line. Forks add their own; the name is kept and printed back.",
        "(size=512,offset=0): goldilocks[8,16]", "(size=512,offset=0): f32[8,16]", ""}},
    {id::unknown_opcode, {
        "The table of opcodes is that of XLA's main line. The instruction is read by its general form, its attributes as text.",
        "f32[] frobnicate(%a, %b)", "f32[] add(%a, %b)", ""}},
    {id::unknown_attribute, {
        "The opcode is known, but not with this attribute. It is a new one, or one of a fork; its value is kept as text.",
        "to_apply=%sum, strength={3}", "to_apply=%sum", ""}},
    {id::unknown_sharding, {
        "A sharding that begins with none of the known words is kept as text.",
        "sharding={sliced by 3}", "sharding={replicated}", ""}},
    {id::unknown_item, {
        "The header of a module's text gets new items from time to time. From the first one that is not known, the rest of the line is "
        "kept as text.",
        ", num_partitions=2, flavor=sweet\n", ", num_partitions=2\n", ""}},
    // --- the files of a module ---------------------------------------------------------------------------------------
    {id::missing_sibling, {
        "Since 2026 a module has its allocations in one file, its values in another and its live ranges in a third; the "
        "memory-usage report is beside them, in earlier modules too. Each says what the others leave out: allocations whose end "
        "is cut off look complete without the total, which is in the file of values. A note where both other files are missing, "
        "as without xla_dump_buffer_assignment_analysis.",
        "$ ballast validate FOLDER", "", "copy all files whose names begin alike"}},
    {id::sibling_twice, {
        "A module has one file of each kind. Where two say the same part of it, the first is held against the other files, the "
        "second is looked at alone. With the same text in both it is a warning.",
        "$ ballast validate FOLDER", "", "keep the one that was written with the other files"}},
    {id::other_kind, {
        "XLA calls its files by what is in them: allocations and whole dumps `-buffer-assignment.txt`, values "
        "`-buffer-assignment-values.txt`, live ranges `-live-range.txt`, reports `-memory-usage-report.txt`. The name was "
        "changed, or the file was written over.",
        "$ ballast validate FOLDER", "", ""}},
};
// clang-format on

constexpr explanation_table explanations(explanations_of_form, explanations_of_meaning);

} // namespace

const explanation& explain(finding_id which) { return explanations[which]; }

} // namespace ballast::inline v0
