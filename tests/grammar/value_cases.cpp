// Cases for the rules of values.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void value_cases(std::vector<rule_case>& all)
{
    same<g::value_id, g::value_color, g::use_operand>(all, numbers, no_numbers);
    same<g::value_defining, g::position_name, g::use_name>(all, names, no_names);
    same<g::value_index, g::position_index, g::use_index>(all, indexes, no_indexes);
    all.push_back(on<g::value_phi>({" (phi)"}, {"", "(phi)"}));
    all.push_back(on<g::value_color_tail>({" @0", " @12"}, {"", "@0", " @-1"}));
    all.push_back(on<g::value_name_close>({">"}, {"", "<"}));
    all.push_back(
        on<g::value_name>({"<0 x @0>", "<12 loop{0} (phi) @1>", "<3 t{} @0>"},
                          {"", "<0 x @0", "<x @0>", "<3 t>", "<0  x @0>", "<0 x @0 (phi)>", "<0 x {0} @0>", "<00 x>"}));
    all.push_back(on<g::old_index_close>({"]"}, {"", "}"}));
    all.push_back(on<g::old_index>({"[]", "[1]", "[1,0]"}, {"", "[", "{}", "[1, 0]"}));
    all.push_back(on<g::value_name_v1>({"mul.2[](#7 @0)", "pair[1](#8 @2)"},
                                       {"", "mul.2(#7 @0)", "mul.2[](7 @0)", "mul.2{}(#7 @0)", "mul.2[](#7)"}));
    all.push_back({rule_name<g::value_phi_v2>(), looks<g::value_phi_v2>, {"PHI loop"}, {"", "PHI @0", "PHIloop"}});
    all.push_back(on<g::value_name_v2>({"7 mul.2 @0", "7 PHI loop{0} @0", "7 PHI @0"},
                                       {"", "7 mul.2", "7 x @-1", "mul.2 @0", "7 mul.2 {0} @0"}));
    all.push_back(on<g::position_line>({"  x\n", "  t {1,0}\n"}, {"", " x\n", "  x", "  t{1}\n", "  x \n"}));
    all.push_back(on<g::positions>({"  x\n", "  x\n  y {0}\n"}, {"", "x\n"}));
    all.push_back(on<g::use_line>({"  add, operand 0\n", "  gte, operand 1 {0}\n"},
                                  {"", "  add\n", "  add,operand 0\n", "  add, operand 0{}\n", "  add, operand\n"}));
    all.push_back(on<g::use_lines>({"  a, operand 0\n"}, {"", "  a\n"}));
    all.push_back(on<g::no_uses>({"  (none)\n"}, {"", "  none\n", " (none)\n"}));
    all.push_back(ahead<g::bare_uses>({"", " from", "<1"}, {"  x", "  (none)"}));
    all.push_back(on<g::uses>(
        {" uses:\n", " uses:\n  a, operand 0\n", " uses:\n  (none)\n"},
        {"", " uses: \n", " uses:\n  (none)\n  (none)\n", " uses:\n  x\n", " uses:\n  (none)\n  a, operand 0\n"}));
    all.push_back(on<g::old_use_lines>({"", "  a, operand 0\n"}, {"  a\n", "  (none)\n"}));
    all.push_back(on<g::old_uses>({" uses:\n", " uses:\n  a, operand 0\n"}, {"", " uses:\n  (none)\n"}));
    all.push_back(
        on<g::uses_not_initialized>({" uses are not initialized yet.\n"}, {"", " uses are not initialized yet\n"}));
    all.push_back(ahead<g::from_tight>({"%x"}, {"", " %x"}));
    all.push_back(on<g::from_own_line>({"\n"}, {"", " "}));
    all.push_back(ahead<g::glued_header>({"<1 b @0>", "<1"}, {"", "<=", "\n"}));
    all.push_back(ahead<g::glued_live_range>({"\n\nHloLiveRange (max"}, {"", "\nHloLiveRange", "\n\n\nHloLiveRange"}));
    all.push_back(ahead<g::from_glued>({"<1 b", "\n\nHloLiveRange"}, {"", "\n<1 b"}));
    all.push_back(on<g::from_instruction>({"%x = f32[] parameter(0)"}, {"", "x"}));
    all.push_back(on<g::from_line>(
        {" from instruction:%x = f32[] parameter(0)\n", " from instruction: %x = f32[] parameter(0)\n"},
        {"", " from instruction:  %x = f32[] parameter(0)\n", " from: %x = f32[] parameter(0)\n",
         " from instruction: %x = f32[] parameter(0)"}));
    all.push_back(ahead<g::no_from_line>({"", "<1", "\n"}, {" from instruction:"}));
    const std::string detail = " positions:\n  x\n uses:\n";
    all.push_back(on<g::used_detail>({detail, " positions:\n  x\n uses are not initialized yet.\n"},
                                     {"", " positions:\n uses:\n", " positions:\n  x\n"}));
    all.push_back(on<g::used_value>({"<0 x @0>\n" + detail, "<0 x @0> (pinned)\n" + detail,
                                     "<0 x @0>\n" + detail + " from instruction:%x = f32[] parameter(0)\n"},
                                    {"", "<0 x @0>\n", "<0 x @0>" + detail, detail}));
    all.push_back(on<g::used_values>({"", "<0 x @0>\n" + detail + "<1 y @0>\n" + detail}, {detail, "<0 x @0>\n"}));
}

} // namespace ballast::tests
