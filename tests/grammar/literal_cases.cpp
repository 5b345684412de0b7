// Cases for the rules of literals.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void literal_cases(std::vector<rule_case>& all)
{
    same<g::number, g::literal_number>(all, floats, no_floats);
    all.push_back(on<g::fraction_digits>({"5", "05", "125"}, {"", "50", "0", "x"}));
    all.push_back(on<g::fraction>({".5", ".05"}, {"", ".", ".0", ".50", "5"}));
    all.push_back(on<g::exponent>({"e+06", "e-05", "e+100"}, {"", "e6", "e+6", "E+06"}));
    all.push_back(on<g::finite>({"1", "0.5", "1e-05", "1.5e+10"}, {"", "1.0", "-1", "inf"}));
    all.push_back(on<g::nan_payload>({"(0x1)", "(0x7fff)"}, {"", "(0x0)", "(1)", "(0x01)", "(0xF)"}));
    all.push_back(on<g::not_a_number>({"nan", "nan(0x1)"}, {"", "-nan", "NaN"}));
    all.push_back(on<g::literal_boolean>({"true", "false"}, {"", "1", "True"}));
    all.push_back(on<g::literal_complex>({"(1, -nan)", "(0.5, 2)"}, {"", "(1,2)", "1", "(1, 2", "(1)"}));
    all.push_back(on<g::literal_element>({"1", "-inf", "true", "(1, 2)"}, {"", "{1}", "x", "1.0"}));
    all.push_back(on<g::literal_mark>({"/*i0=0*/", "/*i12=3*/"}, {"", "/*i0*/", "/*i=0*/", "/* i0=0 */"}));
    all.push_back(on<g::literal_close>({"}"}, {"", ")"}));
    all.push_back(on<g::literal_item>({"1", "{1}", "{ {1}, {2} }"}, {"", "{...}", "( 1 )"}));
    all.push_back(on<g::literal_items>({"1", "1, 2", "{1}, {2}"}, {"", "1,2", "1, "}));
    all.push_back(on<g::marked_level>({"{ /*i0=0*/ { 1, 2 } }", "{ /*i0=0*/ }"},
                                      {"", "{ 1 }", "{/*i0=0*/ }", "{ /*i0=0*/ {1}}"}));
    all.push_back(
        on<g::spaced_level>({"{ 1, 2 }", "{  }", "{ }", "{ {1}, {2} }"}, {"", "{1}", "{ 1,2 }", "{ /*i0=0*/ }"}));
    all.push_back(on<g::tight_level>({"{}", "{1, 2}", "{1}"}, {"", "{ 1 }", "{1 }", "{1,2}"}));
    all.push_back(on<g::literal_level>({"{}", "{ 1, 2 }", "{ /*i0=0*/ { 1, 2 } }"}, {"", "1", "{", "{...}"}));
    all.push_back(on<g::array_literal>({"1", "{1, 2}", "{ { 1, 2 } }"}, {"", "{...}", "( 1 )"}));
    all.push_back(on<g::elided_literal>({"{...}"}, {"", "{}", "..."}));
    same<g::literal, g::literal_part>(all, literals, no_literals);
    all.push_back(on<g::literal_parts>({"1", "{1, 2}, true"}, {"", "1,2", "1, "}));
    all.push_back(on<g::tuple_literal>({"( 1 )", "( {7}, true )", "(  )"}, {"", "(1)", "( 1)", "()"}));
    all.push_back(on<g::dynamic_size>(numbers, no_numbers));
    all.push_back(on<g::dynamic_sizes>(number_lists, no_number_lists));
    all.push_back(on<g::literal_shape>({"s32[2]{0}", "f32[]"}, {"", "(f32[])", "b(f32[])"}));
    all.push_back(on<g::shaped_value>({"1", "{1, 2}"}, {"", "{...}", "( 1 )", "{1,2}"}));
    all.push_back(on<g::shaped_array>({"s32[2]{0} {1, 2}", "f32[] 1", "s32[<=4]{0}(2) {1, 2}"},
                                      {"", "s32[2]{0}", "s32[2]{0}{1, 2}", "{1, 2}"}));
    all.push_back(on<g::shaped_token>({"token"}, {"", "token[]", "tokens"}));
    all.push_back(on<g::shaped_parts>({"token", "f32[] 1, token"}, {"", "token,token"}));
    all.push_back(on<g::shaped_tuple>({"( s32[] 1, token )", "(  )"}, {"", "(s32[] 1)", "( s32[] 1"}));
    same<g::shaped_literal, g::shaped_part, g::unparenthesised_literal>(
        all, {"token", "f32[] 1", "( f32[] 1, ( token ) )"}, {"", "1", "(f32[] 1)"});
    all.push_back(on<g::parenthesised_literal>({"(s32[2] {1, 2})", "(token)"}, {"", "( s32[] 1 )", "()", "s32[] 1"}));
}

} // namespace ballast::tests
