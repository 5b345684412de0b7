// Cases for the rules of the total.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void total_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::total_bytes>(numbers, no_numbers));
    all.push_back(on<g::total_human>({"0B", "1.2KiB"}, {"", "1.2"}));
    all.push_back(on<g::total_human_item>({" (0B)"}, {"", "(0B)", " (0B"}));
    all.push_back(on<g::total>({"Total bytes used: 0", "Total bytes used: 0 (0B)"},
                               {"", "Total bytes used:0", "Total bytes used: 0 0B"}));
    all.push_back(
        on<g::total_line>({"\nTotal bytes used: 0\n"}, {"", "Total bytes used: 0\n", "\nTotal bytes used: 0"}));
}

} // namespace ballast::tests
