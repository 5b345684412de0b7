// Cases for the rules of the stack-trace tree.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void stack_trace_cases(std::vector<rule_case>& all)
{
    same<g::top_label>(all, names, no_names);
    all.push_back(on<g::first_group>({"0", "7", "512"}, {"", "01", "5123"}));
    all.push_back(on<g::next_group>({" 000", " 512"}, {"", "512", " 51", " 5123"}));
    same<g::grouped, g::stack_total, g::stack_current, g::stack_remaining, g::peak_total>(all, grouped, not_grouped);
    all.push_back(on<g::stack_percent>({"0.0", "12.5", "100.0"}, {"", "12", "12.50", ".5", "-nan"}));
    const std::string numbers_text = " (50.0%, total: 4 bytes, current: 4 bytes, remaining: 1 024 bytes)";
    all.push_back(on<g::stack_numbers>({numbers_text}, {"", numbers_text.substr(1),
                                                        " (50%, total: 4 bytes, current: 4 bytes, remaining: 0 bytes)",
                                                        " (50.0%, total: 4, current: 4, remaining: 0)"}));
    all.push_back(on<g::rail>({"│   "}, {"", "|   ", "│"}));
    all.push_back(on<g::no_rail>({"    "}, {"", "   "}));
    all.push_back(on<g::rails>({"    ", "│       ", "│   │   "}, {"", "│", "  "}));
    all.push_back(on<g::inner_branch>({"├── "}, {"", "├──", "|-- "}));
    all.push_back(on<g::last_branch>({"└── "}, {"", "└──", "`-- "}));
    all.push_back(on<g::stack_tail>({numbers_text + "\n"}, {"", numbers_text, "\n"}));
    all.push_back(on<g::branch>({"      ├── ", "      │   └── "}, {"", "    ", "├── "}));
    all.push_back({rule_name<g::stack_label>(),
                   looks<g::stack_label>,
                   {"jit(f) (1", "a b c (", "\xC3\xA9 (", "a\x1B (1", "a\nb" + numbers_text + "\n"},
                   {"", " (", "abc", "a\nb (1", "a\xE9 (1", "a\xED\xA0\x80 (1", "a\nb\xFF" + numbers_text + "\n",
                    std::string("a\0 (1", 5), "a\n      ├── b" + numbers_text + "\n"}});
    all.push_back({rule_name<g::branch_row>(),
                   looks<g::branch_row>,
                   {"      ├── a (1", "      │   └── a (1"},
                   {"", "    a (1", "      a (1", "  ├── a (1"}});
    all.push_back({rule_name<g::top_row>(), looks<g::top_row>, {"    main.1"}, {"", "   main", "      a"}});
    all.push_back(
        on<g::stack_row>({"    main.1" + numbers_text + "\n", "      └── a b (c) (d" + numbers_text + "\n",
                          "      └── new\nline (a" + numbers_text + "\n"},
                         {"", "    main.1" + numbers_text, "    main.1\n", "      └── " + numbers_text + "\n"}));
    all.push_back(on<g::stack_rows>({"", "    main.1" + numbers_text + "\n"}, {"x"}));
    all.push_back(on<g::stack_trace_head>({"  Stack trace breakdown for peak usage: 0 bytes\n"},
                                          {"", "  Stack trace breakdown for peak usage: 0 bytes"}));
    all.push_back(
        on<g::stack_trace>({"  Stack trace breakdown for peak usage: 0 bytes\n",
                            "  Stack trace breakdown for peak usage: 1 024 bytes\n    main" + numbers_text + "\n"},
                           {"", "  Stack trace breakdown for peak usage: 1024 bytes\n",
                            "Stack trace breakdown for peak usage: 0 bytes\n"}));
}

} // namespace ballast::tests
