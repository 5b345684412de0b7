// Cases for the rules of memory-usage reports.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts sizes{"0B", "1023B", "1.2KiB", "1024.0KiB", "1.50MiB", "8.00EiB"};
const texts no_sizes{"", "1", "1.2", "1.20KiB", "1.5MiB", " 1B", "01B", "-1B", "1.2kiB"};
const std::string row = "   1.2KiB( 71%);     1.2KiB;            0;                3; s8[512], 2×f32[320]\n";
const std::string table_head = "cumulative_size;       size;       offset; used_by_n_values; shapes_list\n";
const std::string rule(60, '-');
const std::string listed_head_text = "\n\nAllocations sorted by size with their values:\n";
const std::string program = "Total bytes used: 4 (4B)\n\nAllocations sorted by size:\n\ncumulative_size; total_size - "
                            "cumulative_size; allocation\n" +
                            std::string(78, '-') + "\n";
const std::string head = "allocation 0: size 4B, constant:";
const std::string ranked = "        4B(100%);         0B; " + head + "\n";
const std::string listed_table_text = "\n\t" + table_head + "\t" + rule + "\n\t" + row + "\n";
const std::string space = "Memory Space: default (color=0)\nTotal bytes: 4 (4B)\n";
const std::string space_table_text = "  " + table_head + "  " + rule + "\n  " + row + "\n";
const texts reports{program + listed_head_text, program + ranked + listed_head_text + head + "\n",
                    program + ranked + "The rest 0 allocations are less than 5% of the total size and not shown.\n" +
                        listed_head_text + head + "\n" + listed_table_text,
                    space + space_table_text + "\n",
                    space + space_table_text + space_table_text + "\n" + space + space_table_text + "\n"};

// A word in its column, and refused texts: with other blanks, or with another word.
template <typename Rule>
rule_case column(std::size_t width, const std::string& word, const std::string& bad)
{
    const auto padded = [&](std::size_t blanks) { return std::string(blanks, ' ') + word; };
    const std::string wide(width, '7');
    const auto unit = word.find_first_not_of("0123456789");
    const auto tail = unit == std::string::npos ? "" : word.substr(unit);
    return on<Rule>({padded(width - word.size()), wide.substr(tail.size()) + tail, wide + tail},
                    {"", word, padded(width - word.size() - 1), padded(width - word.size() + 1),
                     padded(width - word.size()) + " ", " " + wide + tail, std::string(width - bad.size(), ' ') + bad});
}

} // namespace

void usage_report_cases(std::vector<rule_case>& all)
{
    same<g::row_offset, g::row_values, g::rest_count, g::report_number, g::usage_bytes, g::space_number, g::space_color,
         g::percent_number>(all, numbers, no_numbers);
    same<g::row_cumulative, g::row_size, g::report_size, g::usage_human, g::ranked_cumulative, g::ranked_remaining>(
        all, sizes, no_sizes);
    all.push_back(on<g::minus_nan>({"-nan"}, {"", "nan", "-inf"}));
    all.push_back(on<g::plus_nan>({"nan"}, {"", "-nan", "NaN"}));
    all.push_back(on<g::percent>({"0", "100", "nan", "-nan"}, {"", "-1", "inf", "1.0", " 7"}));
    all.push_back(on<g::percent_column>({"  0", " 71", "100", "1000", "nan", "-nan"},
                                        {"", "0", "71", "   0", " 100", " nan", "007", " -nan", "  -"}));
    all.push_back(on<g::share>({"( 71%); ", "(100%); ", "(-nan%); "}, {"", "(71%); ", "( 71%);", " 71%; ", "( 71); "}));
    all.push_back(column<g::row_cumulative_column>(9, "4B", "4"));
    all.push_back(column<g::row_size_column>(10, "4B", "4"));
    all.push_back(column<g::ranked_cumulative_column>(10, "4B", "4"));
    all.push_back(column<g::ranked_remaining_column>(10, "4B", "4"));
    all.push_back(column<g::row_offset_column>(12, "4", "4B"));
    all.push_back(column<g::row_values_column>(16, "4", "04"));

    all.push_back(on<g::shape_count>({"2", "10"}, {"", "0", "02", "1×"}));
    all.push_back({rule_name<g::shape_count>(), looks<g::shape_count>, {"2×", "12×"}, {"1×", "×", "01×"}});
    all.push_back(on<g::times>({"×"}, {"", "x", "*"}));
    same<g::usage_shape>(all, plain_shapes, no_plain_shapes);
    all.push_back(on<g::counted_shape>({"f32[]", "2×f32[]", "11×goldilocks[4]", "2×(f32[], s32[2])", "6×token[]"},
                                       {"", "1×f32[]", "0×f32[]", "02×f32[]", "2 × f32[]", "2×f32[4]{0}", "2×"}));
    all.push_back(on<g::counted_shapes>({"f32[]", "f32[], 2×s8[4]", "(f32[], s32[]), u8[]"},
                                        {"", "f32[],s8[4]", "f32[], ", ", f32[]", "f32[]; s8[4]"}));
    all.push_back(
        on<g::usage_row>({row, "       0B(-nan%);         0B;            0;                4; 4×token[]\n"},
                         {"", " " + row, "  1.2KiB( 71%);     1.2KiB;            0;                3; s8[512]\n",
                          "   1.2KiB( 71%);    1.2KiB;            0;                3; s8[512]\n",
                          "   1.2KiB( 71%);     1.2KiB;           0;                3; s8[512]\n",
                          "   1.2KiB( 71%);     1.2KiB;            0;               3; s8[512]\n",
                          "   1.2KiB( 71%);     1.2KiB;            0;                3; \n"}));
    all.push_back(on<g::usage_rest>({"The rest 4 values are less than 5% of the total size and not shown.\n"},
                                    {"", "The rest 4 allocations are less than 5% of the total size and not shown.\n",
                                     "The rest 4 values are less than 6% of the total size and not shown.\n"}));
    same<g::usage_table_end, g::space_end>(all, {"\n"}, {"", " \n", "\n\n"});
    all.push_back(on<g::trimmed_end>({""}, {"\n", " "}));
    all.push_back(
        {rule_name<g::space_table_end>(), looks<g::space_table_end>, {"\n\n", "\n  cumulative"}, {"", "\n", " \n"}});

    all.push_back(on<g::report_parameter>(
        {", parameter 0, shape |f32[]| at ShapeIndex {}", ", parameter 1, shape |<unknown shape>| at ShapeIndex {0}"},
        {"", ", parameter 0 at ShapeIndex {}", ", parameter 0, shape |f32[4]{0}| at ShapeIndex {}"}));
    const texts report_heads{head,
                             "allocation 1: size 1.2KiB, color 2, parameter 0, shape |f32[]| at ShapeIndex {}, "
                             "output shape is |f32[]|, constant, thread-local, maybe-live-out, preallocated-temp:"};
    all.push_back(
        on<g::report_items>({"", ", color 1, new, constant, new item 5"}, {", constant, color 1", ", page 3"}));
    all.push_back(on<g::report_head>(
        report_heads,
        {"", "allocation 0: size 4, constant:", "allocation 0: size 4B", "allocation 0: 0x1f, size 4B, constant:",
         "allocation 0: size 4B, color 0, constant:", "allocation 0: size 4B, page 3, constant:"}));

    all.push_back(on<g::usage_total>({"4 (4B)\n"}, {"", "4\n", "4 (4B)", "4 (4)\n"}));
    all.push_back(on<g::program_usage_head>(
        {program}, {"", "\n" + program, program.substr(0, program.size() - 2) + "\n", "Total bytes used: 4 (4B)\n"}));
    all.push_back(on<g::ranked_allocation>({ranked}, {"", " " + ranked, ranked.substr(1), head + "\n"}));
    all.push_back(on<g::ranked_allocations>({"", ranked, ranked + ranked}, {"\n", ranked + "\n"}));
    all.push_back(on<g::ranked_rest>({"The rest 4 allocations are less than 5% of the total size and not shown.\n"},
                                     {"", "The rest 4 values are less than 5% of the total size and not shown.\n"}));
    all.push_back(on<g::listed_head>({listed_head_text}, {"", listed_head_text.substr(1)}));
    all.push_back(on<g::listed_allocation>({head + "\n"}, {"", head, ranked}));
    all.push_back(
        on<g::listed_table_head>({"\n\t" + table_head + "\t" + rule + "\n"},
                                 {"", "\n" + table_head + rule + "\n", "\t" + table_head + "\t" + rule + "\n"}));
    all.push_back(on<g::listed_row>({"\t" + row}, {"", row, "  " + row}));
    all.push_back(on<g::listed_rows>({"", "\t" + row, "\t" + row + "\t" + row}, {"\n", row}));
    all.push_back(on<g::listed_rest>({"\tThe rest 4 values are less than 5% of the total size and not shown.\n"},
                                     {"", "The rest 4 values are less than 5% of the total size and not shown.\n"}));
    const auto without_last = [](const std::string& text) { return text.substr(0, text.size() - 1); };
    all.push_back(on<g::listed_table>({listed_table_text, without_last(listed_table_text)},
                                      {"", listed_table_text + "\n", space_table_text}));
    same<g::listed>(all, {head + "\n", head + "\n" + listed_table_text}, {"", head + "\n\n", listed_table_text});
    all.push_back(on<g::listed_allocations>({"", head + "\n" + head + "\n" + listed_table_text}, {"\n", head}));
    all.push_back(
        on<g::program_usage>({reports[0], reports[1], reports[2]}, {"", program, reports[0] + "\n", reports[3]}));

    all.push_back(on<g::named_space>(
        {"default (color=0)", "vmem (color=1)", "smem (color=2)", "hbm (color=3)", "host (color=4)", "cmem (color=5)"},
        {"", "default (color=1)", "vmem", "color_6 (color=6)"}));
    all.push_back(
        on<g::numbered_space>({"color_6 (color=6)", "color_6 (color=7)"}, {"", "color_ (color=6)", "6 (color=6)"}));
    all.push_back(
        on<g::space_head>({space, "Memory Space: color_9 (color=9)\nTotal bytes: 0 (0B)\n"},
                          {"", "Memory Space: x (color=9)\nTotal bytes: 0 (0B)\n", "Memory Space: default (color=0)\n",
                           "Memory Space: default (color=0)\nTotal bytes: 4\n"}));
    all.push_back(on<g::space_table_head>({"  " + table_head + "  " + rule + "\n"},
                                          {"", table_head + rule + "\n", "\n\t" + table_head + "\t" + rule + "\n"}));
    all.push_back(on<g::space_row>({"  " + row}, {"", row, "\t" + row}));
    all.push_back(on<g::space_rows>({"", "  " + row + "  " + row}, {"\n", row}));
    all.push_back(on<g::space_rest>({"  The rest 4 values are less than 5% of the total size and not shown.\n"},
                                    {"", "\tThe rest 4 values are less than 5% of the total size and not shown.\n"}));
    const auto trimmed_table = without_last(space_table_text);
    all.push_back(on<g::space_table>({trimmed_table}, {"", listed_table_text, space_table_text}));
    all.push_back({rule_name<g::space_table>(), looks<g::space_table>, {space_table_text + "\n"}, {space_table_text}});
    all.push_back(on<g::space_tables>({trimmed_table, space_table_text + trimmed_table}, {"", "\n"}));
    all.push_back(on<g::space_usage>({reports[3], space + trimmed_table},
                                     {"", space + space_table_text, space + "\n", reports[3] + "\n"}));
    all.push_back(on<g::space_usages>({reports[3], reports[4]}, {"", "\n", reports[0]}));
    all.push_back(on<g::usage_report>(reports, {"", "\n", space, program}));
}

} // namespace ballast::tests
