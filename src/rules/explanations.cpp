// What each finding means, with an example. A finding without a row does not compile; `Explanations.ExamplesAreTrue`
// puts the wrong text in place of the right one in a golden dump and looks for the finding.
#include "ballast/explanation.hpp"

#include "base/keyed_table.hpp"

namespace ballast::inline v0 {

namespace {

using id = finding_id;

// clang-format off
constexpr keyed_table<finding_id, explanation> explanations{{
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
        "in the text decides.",
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
    // --- what an accepted text says does not agree -------------------------------------------------------------------
    {id::other_module, {
        "The files of one module name the same values. Where less than half of the names in a file are in the others, it is of "
        "another module, or of another run in which the module became another program. It is looked at alone.",
        "$ ballast validate FOLDER", "", "the file belongs to another module, or another run: dump again"}},
    {id::allocation_number, {
        "XLA numbers its allocations from 0 as it prints them. A number that is missing or there twice shows that a block "
        "was removed, added or copied by hand.",
        "allocation 5: size",
        "allocation 4: size", ""}},
    {id::allocation_pointer, {
        "Until 2022 the head of an allocation had the address of the object in XLA's memory. The objects lie in one "
        "array, so that the addresses ascend by its element's size.",
        "0x55d0a790",
        "0x55d0a780", ""}},
    {id::temporary_order, {
        "XLA joins the temporaries into arenas at the end, so that they come after all other allocations.",
        "allocation 0: size 4, preallocated-temp:",
        "allocation 0: size 4, constant:", ""}},
    {id::temporary_twice, {
        "The temporaries of a color share one arena. Several of them come only where a backend keeps them apart.",
        "\nallocation 12: size 4, preallocated-temp:\n value: <20 x @0> (size=4,offset=0): f32[]\n\nTotal",
        "\n\nTotal", ""}},
    {id::empty_allocation, {
        "Only an arena of temporaries can be without values, and then it has no bytes.",
        "\nallocation 12: size 8, preallocated-temp:\n\nTotal",
        "\n\nTotal", ""}},
    {id::allocation_size, {
        "Outside arenas all values of an allocation begin at 0, so that the allocation is as large as the largest of "
        "them.",
        "allocation 4: size 513",
        "allocation 4: size 512", ""}},
    {id::arena_size, {
        "An arena ends where the last of its values ends, with padding of the backend where that has some.",
        "allocation 11: size 576",
        "allocation 11: size 512", ""}},
    {id::several_values, {
        "A parameter that is not live-out, a constant or a thread-local buffer is not reused for other values.",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {id::shared_allocation, {
        "Values that share a thread-local or constant buffer are of one size.",
        "allocation 1: size 8, thread-local:\n",
        "allocation 1: size 4, thread-local:\n", ""}},
    {id::value_order, {
        "The ids of values follow from the order in which XLA visits instructions. In this list they ascend.",
        "allocation 1: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n value: <0 a @0> (size=4,offset=0): f32[]\n",
        "allocation 1: size 4, thread-local:\n value: <0 a @0> (size=4,offset=0): f32[]\nallocation 2: size 4, thread-local:\n value: <1 b @0> (size=4,offset=0): f32[]\n", ""}},
    {id::value_twice, {
        "Each value has one buffer: one line in one allocation.",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n value: <8 add.3 @0> (size=512,offset=0): f32[8,16]{1,0}\n",
        " value: <7 bcast.2 @0> (size=512,offset=0): f32[8,16]{1,0}\n", ""}},
    {id::value_outside, {
        "Offset and size of a value stay within the bytes of its allocation.",
        "<7 bcast.2 @0> (size=512,offset=64)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {id::value_offset, {
        "Only an arena places values side by side; elsewhere each begins at 0.",
        "<3 p.0 @0> (size=512,offset=64)",
        "<3 p.0 @0> (size=512,offset=0)", ""}},
    {id::offset_gap, {
        "In an arena XLA places a value at 0 or at the end of another one, rounded up to the alignment.",
        "<7 bcast.2 @0> (size=512,offset=1024)",
        "<7 bcast.2 @0> (size=512,offset=0)", ""}},
    {id::offset_alignment, {
        "Backends round the offsets in an arena up to an alignment of their own; the name of the file tells which backend "
        "it was.",
        "$ ballast validate --only offset_alignment dumps",
        "", ""}},
    {id::shared_bytes, {
        "Two values that are live at the same moment have bytes of their own, except where one is computed in place of "
        "the other.",
        "offset=64",
        "offset=128", ""}},
    {id::value_color, {
        "A color is a memory space. An allocation lies in one, with all its values.",
        "allocation 4: size 512, color 1,",
        "allocation 4: size 512,", ""}},
    {id::reused_value, {
        "Values that an allocation reuses across colors are listed below it; they have another color than the allocation "
        "and are among its values.",
        "(color=2)",
        "(color=0)", ""}},
    {id::layout_color, {
        "The memory space in a layout, as in `{1,0:S(1)}`, is what gives the value its color.",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0:S(1)}",
        "<3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0}", ""}},
    {id::total_sum, {
        "XLA adds up the sizes of all allocations for this line. Another sum means that a size or the total was changed, "
        "or an allocation is missing.",
        "used: 1689 (1.6KiB)",
        "used: 1688 (1.6KiB)", ""}},
    {id::total_human, {
        "The number in parentheses is the total in the largest unit that fits, cut after the digits that are printed.",
        "1688 (1.7KiB)",
        "1688 (1.6KiB)", ""}},
    {id::parameter_twice, {
        "Each part of a parameter has one allocation, named by the number of the parameter and the index of the part.",
        "at ShapeIndex {0}",
        "at ShapeIndex {1}", ""}},
    {id::parameter_value, {
        "The allocation of a parameter holds the value that the parameter instruction with that number defines.",
        "parameter 2, shape",
        "parameter 0, shape", ""}},
    {id::missing_parameter, {
        "Every parameter of the entry computation, and every part of a tuple parameter, comes in a buffer of its own.",
        "allocation 4: size 512, thread-local:",
        "allocation 4: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:", ""}},
    {id::parameter_shape, {
        "The head of the allocation repeats the shape of the parameter without its layout: since 2025-08 that of the part "
        "that the allocation holds, before that always the whole one.",
        "parameter 0, shape |f32[8,15]|",
        "parameter 0, shape |f32[8,16]|", ""}},
    {id::output_shape, {
        "One allocation, the one of the whole result, has the shape of the output in its head, and it is live-out.",
        "output shape is |(f32[8,17], f32[]",
        "output shape is |(f32[8,16], f32[]", ""}},
    {id::live_out, {
        "An allocation is `maybe-live-out` exactly when a value in it is at the root of the entry computation.",
        "allocation 9: size 4, thread-local:",
        "allocation 9: size 4, maybe-live-out:", ""}},
    {id::missing_result, {
        "Every part of the result is a value at a position of the root, and every such position is a part of the result.",
        "  reduce.4\n",
        "  reduce.4\n  out.5 {1}\n", ""}},
    {id::result_size, {
        "The caller gets the buffer of a result whole, so a value at the root begins at 0 and fills its allocation.",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n value: <40 wide @0> (size=8,offset=0): f32[2]{0}\n",
        " value: <10 reduce.4 @0> (size=4,offset=0): f32[]\n", ""}},
    {id::result_bytes, {
        "The bytes of each part of the result follow from its shape and are those of the value there.",
        "output shape is |(f32[8,16], f32[], s64[]",
        "output shape is |(f32[8,16], f32[], s32[]", ""}},
    {id::root_order, {
        "The root is scheduled last, because everything that it reads has to be there.",
        "    7:out.5\n    8:gte.2\n",
        "    7:gte.2\n    8:out.5\n", ""}},
    {id::missing_entry, {
        "Each value in an allocation has an entry under `Used values:`, and nothing else has one.",
        "<22 s @0>\n positions:",
        "<2 s @0>\n positions:", ""}},
    {id::entry_name, {
        "A value is named by its defining instruction, its index and its color, the same wherever it is printed.",
        "<2 t @0>\n positions:\n  t\n",
        "<2 s @0>\n positions:\n  s\n", ""}},
    {id::phi_order, {
        "XLA makes phi values after all others, so that their ids are larger.",
        "<8 add.3 (phi) @0>",
        "<8 add.3 @0>", ""}},
    {id::defining_position, {
        "The positions of a value begin with the instruction and the index that define it.",
        " positions:\n  bcast.3\n",
        " positions:\n  bcast.2\n", ""}},
    {id::position_twice, {
        "Each position is listed once; at its defining instruction a value has only its own.",
        "  out.5 {0}\n  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {id::index_presence, {
        "An index in braces follows the name where the instruction's result is a tuple, and only there.",
        " positions:\n  p.1\n",
        " positions:\n  p.1 {}\n", ""}},
    {id::instruction_name, {
        "The entry of a value ends with the instruction that defines it, whose name is the value's.",
        "%bcast.3 = f32",
        "%bcast.2 = f32", ""}},
    {id::instruction_text, {
        "Values of one tuple instruction repeat its line; the text is the same each time.",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"Params",
        "<4 p.1{} @0>\n positions:\n  p.1 {}\n uses:\n  gte.1, operand 0 {}\n  gte.2, operand 0 {}\n from instruction: %p.1 = (f32[16]{0}, s32[]) parameter(1), metadata={op_name=\"params", ""}},
    {id::scheduling_name, {
        "XLA notes the name that an instruction had when it was scheduled, which is its name.",
        "$ ballast validate --only scheduling_name dumps",
        "", ""}},
    {id::value_shape, {
        "The shape in the line of a value is that part of its instruction's result, and operands are printed with the "
        "shapes of what they read.",
        "<7 bcast.2 @0> (size=512,offset=0): f32[16,8]",
        "<7 bcast.2 @0> (size=512,offset=0): f32[8,16]", ""}},
    {id::value_bytes, {
        "The size of a value follows from its element type, dimensions and layout; backends can pad it.",
        "<3 p.0 @0> (size=513,",
        "<3 p.0 @0> (size=512,", ""}},
    {id::constant_allocation, {
        "Constants lie in allocations of their own, which nothing else may write to.",
        "%const.1 = f32[] partition-id()",
        "%const.1 = f32[] constant(2.5)", ""}},
    {id::use_operand, {
        "A use is an instruction, the number of its operand and an index in it; the operand is one of the value's "
        "positions.",
        "  reduce.4, operand 0\n",
        "  reduce.4, operand 1\n", ""}},
    {id::missing_use, {
        "XLA lists every instruction that reads a value at one of its positions.",
        " uses:\n  out.5, operand 0\n",
        " uses:\n  reduce.4, operand 0\n  out.5, operand 0\n", ""}},
    {id::use_order, {
        "Uses are listed position by position, in the order in which the positions are.",
        "  gte.1\n  gte.3\n  out.5 {3}\n uses:\n  out.5, operand 3\n  bcast.2, operand 0\n",
        "  gte.1\n  out.5 {3}\n uses:\n  bcast.2, operand 0\n  out.5, operand 3\n", ""}},
    {id::tuple_use, {
        "A value that is an operand of a tuple is at that place of the tuple's result.",
        "  out.5 {0}\n",
        "  out.5 {0}\n  out.5 {4}\n", ""}},
    {id::unknown_operand, {
        "What an instruction reads is a value, so that its operand is at the position of one.",
        "reduce(%add.3, %const.2)",
        "reduce(%add.3, %const.1)", ""}},
    {id::range_max, {
        "The length in `HloLiveRange (max N)` is the number of instructions of the schedule.",
        "(max 8)",
        "(max 9)", ""}},
    {id::sequence_number, {
        "The rows of the sequence are numbered from 0 as they are printed.",
        "    4:bcast.2",
        "    3:bcast.2", ""}},
    {id::sequence_twice, {
        "Each instruction is scheduled once, so that its name is in the sequence once.",
        "    7:gte.1",
        "    7:gte.2", ""}},
    {id::sequence_value, {
        "Each instruction of the sequence defines or passes on a value, and each position of a value in the sequence "
        "names one of its rows.",
        "    7:gte.3",
        "    7:gte.2", ""}},
    {id::use_schedule, {
        "Instructions of one computation are all in the sequence, or none is; a value is used where it is defined.",
        "  add.3, operand 0\n",
        "  s, operand 0\n", ""}},
    {id::operand_order, {
        "What an instruction reads is computed before it.",
        "    3:add.3\n    4:bcast.2",
        "    3:bcast.2\n    4:add.3", ""}},
    {id::use_before_definition, {
        "A value is used, and passed on, after it is defined.",
        "    3:add.3\n    4:bcast.2\n",
        "    3:bcast.2\n    4:add.3\n", ""}},
    {id::range_order, {
        "Live ranges are printed in the order of the ids of their values.",
        "    p.1{1}:0-9\n    p.1{0}:0-9\n",
        "    p.1{0}:0-9\n    p.1{1}:0-9\n", ""}},
    {id::range_twice, {
        "A value has one live range: its name and index are in one row.",
        "    p.1{0}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {id::range_name, {
        "A live range is named by an instruction of the sequence and by an index that its result has.",
        "    p.1{2}:0-9\n",
        "    p.1{1}:0-9\n", ""}},
    {id::missing_range, {
        "A value of the schedule lives for some time, and that is printed; only constants of computations that are not "
        "scheduled have none.",
        "    p.1{1}:0-9\n    add.3{}:4-9\n",
        "    p.1{1}:0-9\n    bcast.2{}:3-4\n    add.3{}:4-9\n", ""}},
    {id::unexpected_range, {
        "Thread-local values are those of computations that are not scheduled, so they have no live range.",
        "  BufferLiveRange:\n    s{}:0-0\n",
        "  BufferLiveRange:\n", ""}},
    {id::range_bounds, {
        "A live range begins at 0 or later, ends after its beginning, and at the latest at the end of the schedule.",
        "p.1{1}:0-11",
        "p.1{1}:0-9", ""}},
    {id::range_start, {
        "A value lives from the moment at which its instruction is scheduled.",
        "bcast.2{}:2-4",
        "bcast.2{}:3-4", ""}},
    {id::parameter_range, {
        "The buffers of parameters belong to the caller, so they live from the first moment to the last.",
        "p.0{}:0-8",
        "p.0{}:0-9", ""}},
    {id::range_end, {
        "A value lives until the last instruction that reads it, and to the end where it is part of the result.",
        "add.3{}:4-8",
        "add.3{}:4-9", ""}},
    {id::peak_moment, {
        "XLA adds up what lives at each moment and takes the first of the fullest ones by its own sums, which leave some "
        "values out.",
        "Live ranges at 4",
        "Live ranges at 5", ""}},
    {id::peak_rows, {
        "Under the peak are the values that live at its moment, each once.",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n  Stack trace",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n  Stack trace", ""}},
    {id::peak_bytes, {
        "A row of the peak has the bytes that the shape of its value takes.",
        "const.1{}: 5 bytes",
        "const.1{}: 4 bytes", ""}},
    {id::peak_order, {
        "Rows of the peak come in one order; since 2025-05 that is by their bytes, the largest first.",
        "    p.1{1}: 4 bytes (cumulative: 1108 bytes)\n    const.1{}: 4 bytes (cumulative: 1112 bytes)\n",
        "    const.1{}: 4 bytes (cumulative: 1108 bytes)\n    p.1{1}: 4 bytes (cumulative: 1112 bytes)\n", ""}},
    {id::peak_sum, {
        "Since 2025 each row repeats the sum of all rows up to it.",
        "cumulative: 1089",
        "cumulative: 1088", ""}},
    {id::moment_row, {
        "For some hours in 2021 XLA printed what lives at every moment; each row is one moment.",
        "    1, ",
        "    0, ", ""}},
    {id::trace_total, {
        "The tree of the source accounts for the same bytes as the rows of the peak above it.",
        "peak usage: 1 113 bytes",
        "peak usage: 1 112 bytes", ""}},
    {id::trace_presence, {
        "The rows of a peak are followed by the tree, since XLA prints one; where the sequence is empty, there is no tree.",
        "(peak):\n  Stack trace breakdown for peak usage: 0 bytes\n",
        "(peak):\n", ""}},
    {id::trace_sum, {
        "The total of a node is its own bytes and those of all nodes below it.",
        "total: 85 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc",
        "total: 84 bytes, current: 0 bytes, remaining: 88 bytes)\n      │   └── enc", ""}},
    {id::trace_remaining, {
        "What remains after a node is the total without the bytes of all nodes that were printed so far.",
        "remaining: 601",
        "remaining: 600", ""}},
    {id::trace_order, {
        "The children of a node are sorted by their totals, the largest first, and then by their labels.",
        "      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n",
        "      ├── jit(step)/add (46.0%, total: 512 bytes, current: 512 bytes, remaining: 600 bytes)\n      ├── x (46.0%, total: 512 bytes, current: 512 bytes, remaining: 88 bytes)\n", ""}},
    {id::trace_percent, {
        "The share of a node is its total by that of the whole tree, with one digit after the point.",
        "x (46.1%",
        "x (46.0%", ""}},
    {id::trace_label, {
        "The last part of a label is a value of the peak; the bytes of its nodes are those of the value.",
        "── y (46.0%",
        "── x (46.0%", ""}},
    {id::usage_size, {
        "Sizes are printed in the largest unit of which there is at least one, so that there is no `1024B`, and no `0.9KiB`.",
        "\t   2.5KiB( 95%);      1536B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {id::usage_sum, {
        "Each row has the sum of the sizes so far. Sizes are rounded for people; a sum is held against all that they can stand for.",
        "\t   2.9KiB( 95%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {id::usage_percent, {
        "The percentage is that of the sum so far: of the total in the list of allocations, of all rows in a table.",
        "\t   2.5KiB( 85%);       512B;         2048;", "\t   2.5KiB( 95%);       512B;         2048;", ""}},
    {id::usage_order, {
        "Allocations, and the rows of a table, come with the largest first. Memory spaces ascend by color.",
        "allocation 1: size 4B, constant:\nallocation 0: size 4B, constant:\nallocation 2", "allocation 0: size 4B, constant:\nallocation 1: size 4B, constant:\nallocation 2", ""}},
    {id::usage_rest, {
        "After more than fifty rows a list ends as soon as less than 5% is left, with a line that counts what is not shown. A "
        "shorter list has no such line.",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n\tThe rest 0 values are less than 5% of the total size and not shown.\n",
        "(100%);       128B;         2560;                2; (f32[2], s32[]), f32[32]\n", ""}},
    {id::usage_listed, {
        "The first list ranks the allocations, the second has them in the same order with their values: each once, numbered from 0.",
        "values:\nallocation 5: size 4.0KiB, parameter 0", "values:\nallocation 4: size 4.0KiB, parameter 0", ""}},
    {id::usage_values, {
        "A row stands for all values at one offset: it counts them, and lists their shapes, each once and with its number.",
        "                4; s8[96], 2×f32[512]", "                3; s8[96], 2×f32[512]", ""}},
    {id::report_space, {
        "Since 2026 a memory-usage report has a part for each memory space that an allocation of the module is in. Beside the file "
        "of its allocations it is held against them.",
        "Memory Space: smem (color=2)\n", "Memory Space: vmem (color=1)\n", ""}},
    {id::report_allocation, {
        "A memory-usage report is written from the allocations of the dump beside it, so that each of its heads is the one there, "
        "with a size for people. Where many differ, the two files are of different runs.",
        "values:\nallocation 4: size 1.5KiB,", "values:\nallocation 4: size 1.4KiB,", "the two files are of different runs: dump again"}},
    {id::report_total, {
        "The total of a report, or of a memory space in it, is the sum of the sizes that the allocations of the dump beside it "
        "have, thread-local ones included.",
        "Total bytes used: 1624 (1.6KiB)\n", "Total bytes used: 1616 (1.6KiB)\n", ""}},
    {id::report_row, {
        "A row has the values at one offset of the allocation: how large the largest is, how many they are, and their shapes "
        "without layouts. All of that is in the dump beside it.",
        "           64;                2; 2×s32[2,8]", "           64;                2; 2×s32[16]", ""}},
    {id::report_sum, {
        "Sums, what is left of the total and percentages follow from sizes that the dump beside the report has in bytes.",
        "\t   1.3KiB( 96%);        64B;", "\t   1.3KiB( 95%);        64B;", ""}},
    {id::report_order, {
        "Larger allocations come first, and those of one size in the order of their numbers. So do the values at an offset; since "
        "2025-10 the largest id among them decides where sizes are equal, and shapes are sorted by their counts and texts. "
        "Before, a hash table decided both.",
        "s32[2,8], s32[16]\n", "s32[16], s32[2,8]\n", ""}},
    {id::report_rest, {
        "After fifty rows a list ends as soon as less than 5% is left. The dump beside the report has the bytes, so that it is known "
        "after which row, and how many it leaves out.",
        "The rest 23 values", "The rest 24 values", ""}},
    {id::statistics_total, {
        "An allocation can be of several classes, so that these do not add up to the total; but none takes more than that.",
        "        maybe_live_out allocation:    4.10MiB\n", "        maybe_live_out allocation:     4.1KiB\n", ""}},
    {id::statistics_percent, {
        "What no value fills is a share of the temporaries, or of all allocations; sizes are rounded, and so is the percentage.",
        "              total fragmentation:     4.5KiB (0.53%)\n", "              total fragmentation:     4.5KiB (0.43%)\n", ""}},
    {id::buffer_order, {
        "The largest buffers that live when most memory is needed, by size.",
        "\tBuffer 3:\n\t\tSize: 8.0KiB\n", "\tBuffer 3:\n\t\tSize: 2.0KiB\n", ""}},
    {id::buffer_bytes, {
        "An array takes its elements, a tuple a pointer for each of its elements; a backend that rounds arrays up needs more, none less.",
        "\t\tSize: 1.5KiB\n\t\tEntry Parameter Subshape: f32[512]\n", "\t\tSize: 2.0KiB\n\t\tEntry Parameter Subshape: f32[512]\n", ""}},
    {id::info_order, {
        "One row a value that has a live range, by its id, which its name repeats.",
        "3,\"<2 sq.1 @0>\",64,", "3,\"<3 sq.1 @0>\",64,", ""}},
    {id::info_uses, {
        "The number of uses, when they are, and who they are: three columns about the same uses.",
        "4,9,3,\"5;9\"", "4,9,2,\"5;9\"", ""}},
    {id::info_time, {
        "A value ends at its definition or later. Uses are sorted by their time, those of one time by what is printed of them.",
        "\"9;5\",", "\"5;9\",", ""}},
    {id::entry_parameter, {
        "The layout of the entry computation, in the first line of the module's text, has a shape for each parameter. The dump has "
        "allocations for all of them, and their shapes. Where they differ, the two files are of different runs.",
        "entry_computation_layout={(f32[8,15]{1,0}", "entry_computation_layout={(f32[8,16]{1,0}", "the two files are of different runs: dump again"}},
    {id::entry_result, {
        "The layout of the entry computation ends with the shape of the result, which the dump prints at the allocation of the result.",
        "->(f32[8,15]{1,0}", "->(f32[8,16]{1,0}", "the two files are of different runs: dump again"}},
    {id::entry_alias, {
        "A part of the result that is aliased with a part of a parameter is in its memory, so that the allocation of the parameter is "
        "`maybe-live-out`.",
        "{1}: (0, {}, may-alias)", "{2}: (1, {1}, may-alias)", ""}},
    {id::missing_frame, {
        "Since December 2025 metadata names the place in the source by the number of a stack frame. The table of frames is in the text "
        "of the module.",
        "stack_frame_id=14", "stack_frame_id=13", "the two files are of different runs: dump again"}},
    {id::peak_audit, {
        "XLA's own sums leave aliased and zero-sized values out, or count by another rule. Where all live bytes are added "
        "up, another moment is fuller; that says how far the printed peak can be trusted, not that the dump is wrong.",
        "$ ballast validate --only peak_audit dumps",
        "", ""}},
}};
// clang-format on

} // namespace

const explanation& explain(finding_id which) { return explanations[which]; }

} // namespace ballast::inline v0
