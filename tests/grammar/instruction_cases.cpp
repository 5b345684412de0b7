// Cases for the rules of instructions.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void instruction_cases(std::vector<rule_case>& all)
{
    same<g::operand_separator>(all, {", ", ", /*index=5*/"}, {"", ",", ", /*index=5*/ ", ",/*index=5*/"});
    same<g::body_close>(all, {")"}, {"", "]"});
    same<g::operand_shape, g::instruction_shape>(all, shapes, no_shapes);
    same<g::operand_name, g::instruction_name>(all, names, no_names);
    all.push_back(on<g::element_number>(numbers, no_numbers));
    all.push_back(on<g::operand_elements>({"#0", "#1#10"}, {"", "#", "#x", "#01"}));
    all.push_back(on<g::named_operand>({"%x", "%s1", "%x#1", "%x#0#1"}, {"", "x", "%", "%1", "%x#", "%x #1"}));
    all.push_back(on<g::deleted_operand>({"null "}, {"", "null"}));
    all.push_back(on<g::shaped_operand>({"f32[4]{0} %x", "(f32[], f32[]) %t"}, {"", "f32[4]{0}%x", "%x", "f32 %x"}));
    all.push_back(on<g::operand>({"%x", "null ", "f32[] %x"}, {"", "x", "f32[]", "null"}));
    all.push_back(on<g::operands>({"%x", "%x, %y", "f32[] %x, s32[] %y", "null , %b", "%a, /*index=5*/%b"},
                                  {"", "%x,%y", "%x, ", "%x %y"}));
    same<g::short_separator>(all, {", ", ", /*index=5*/"}, {"", ",", ", /*index=5*/ ", ",/*index=5*/"});
    all.push_back(on<g::short_named_operand>({"x", "s1", "x#1", "x#0#1"}, {"", "%x", "1", "x#", "x #1"}));
    all.push_back(
        on<g::short_shaped_operand>({"f32[4]{0} x", "(f32[], f32[]) t"}, {"", "f32[4]{0}x", "x", "f32[] %x"}));
    all.push_back(on<g::short_operand>({"x", "null ", "f32[] x", "nil"}, {"", "%x", "f32[]", "f32[] %x"}));
    all.push_back(on<g::short_operands>({"x", "x, y", "f32[] x, s32[] y", "null , b", "a, /*index=5*/b"},
                                        {"", "x,y", "x, ", "x y", "x, %y"}));
    all.push_back(on<g::short_operands_body>({"add(x, y)", "iota()", "partition-id()"},
                                             {"", "add", "add(", "constant(1)", "parameter(0)", "add(%x)"}));
    all.push_back(on<g::short_instruction>(
        {"x = f32[] parameter(0)", "c = s32[2]{0} constant({1, 2})", "t = f32[4]{0} while(p), condition=c, body=b",
         "a.1 = f32[4]{0} add(x, y), control-predecessors={c, d}, metadata={op_name=\"a\"}",
         "f = f32[] fusion(x), kind=kLoop, calls=c, d, strength=a, b, metadata={op_name=\"a\"}"},
        {"", "%x = f32[] parameter(0)", "x = f32[] parameter(0) ", "x = f32[] add(%x, y)",
         "x = f32[] call(%a), to_apply=f", "x = f32[] add(x, y),metadata={}"}));
    all.push_back(on<g::literal_text>({"", "1", "{ {1, 2} }", "{...}", "(1, 2)"}, {"{", ")", "1\n"}));
    all.push_back(on<g::constant_body>({"constant(1)", "constant({...})", "constant({ { 1, 2 } })", "constant()"},
                                       {"", "constant", "constant(", "constant({)"}));
    all.push_back(on<g::parameter_number>(numbers, no_numbers));
    all.push_back(on<g::parameter_body>({"parameter(0)"}, {"", "parameter()", "parameter(%x)", "parameter(00)"}));
    all.push_back(on<g::opcode>({"add", "copy-start", "atan2"}, {"", "Add", "-x", "2d", "a_b"}));
    all.push_back(on<g::operands_body>({"add(%x, %y)", "iota()", "partition-id()"},
                                       {"", "add", "add(", "constant(1)", "parameter(0)", "add(x)"}));
    all.push_back(
        on<g::instruction>({"%x = f32[] parameter(0)", "%c = s32[2]{0} constant({1, 2})",
                            "%a.1 = f32[4]{0} add(%x, %y), metadata={op_name=\"a\"}",
                            "%f = f32[] fusion(f32[] %x), kind=kLoop, calls=%c, backend_config={\"a\":\"b\"}"},
                           {"", "x = f32[] parameter(0)", "%x = f32[] parameter(0) ", "ROOT %x = f32[] parameter(0)",
                            "%x=f32[] parameter(0)", "%x = parameter(0)", "%x = f32[] add(%x, %y),metadata={}"}));
    same<g::constant_literal>(all, literals, no_literals);
}

} // namespace ballast::tests
