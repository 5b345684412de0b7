// Cases for the rules of statistics.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

std::string statistics(const std::string& temporary_share, const std::string& total_share)
{
    return "BufferAssignment stats:\n"
           "             parameter allocation:     1.0KiB\n"
           "              constant allocation:        64B\n"
           "        maybe_live_out allocation:        48B\n"
           "     preallocated temp allocation:     1.5KiB\n" +
           temporary_share + "                 total allocation:     2.6KiB\n" + total_share;
}

const std::string temporary_line = "  preallocated temp fragmentation:       240B (15.54%)\n";
const std::string total_line = "              total fragmentation:     1.4KiB (53.12%)\n";

} // namespace

void allocation_statistics_cases(std::vector<rule_case>& all)
{
    same<g::parameter_bytes, g::constant_bytes, g::live_out_bytes, g::temporary_bytes, g::all_bytes,
         g::fragmented_bytes>(all, {"0B", "1.2KiB", "8.00EiB"}, {"", "1", " 1B", "-1B"});
    same<g::parameter_bytes_column, g::constant_bytes_column, g::live_out_bytes_column, g::temporary_bytes_column,
         g::all_bytes_column, g::fragmented_bytes_column>(
        all, {"        0B", " 1023.0KiB", "12345.0KiB", "123456.0KiB"},
        {"", "0B", "       0B", "         0B", " 12345.0KiB", "         0"});
    all.push_back(on<g::fragmented_hundredths>({"0.00", "15.54", "100.00", "1234.05"},
                                               {"", "1", "1.5", "1.555", "01.00", ".50", "-1.00"}));
    all.push_back(on<g::fragmented_minus_nan>({"-nan"}, {"", "nan"}));
    all.push_back(on<g::fragmented_plus_nan>({"nan"}, {"", "-nan"}));
    all.push_back(on<g::fragmented_infinite>({"inf"}, {"", "-inf"}));
    all.push_back(on<g::fragmented_percent>({"0.00", "nan", "-nan", "inf"}, {"", "0", "infinity"}));
    same<g::fragmentation, g::temporary_fragmentation, g::total_fragmentation>(
        all, {"      240B (15.54%)\n", "        0B (-nan%)\n", "        1B (inf%)\n"},
        {"", "      240B (15.54%)", "      240B (15%)\n", "      240B(15.54%)\n", "240B (15.54%)\n"});
    all.push_back(on<g::allocation_statistics>({statistics("", ""), statistics(temporary_line, ""),
                                                statistics("", total_line), statistics(temporary_line, total_line)},
                                               {"", "BufferAssignment stats:\n", statistics(total_line, temporary_line),
                                                statistics("\n", ""), "\n" + statistics("", "")}));
}

} // namespace ballast::tests
