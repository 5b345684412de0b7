// Every rule of the grammar on its own: what it matches whole, and what it refuses.
#include "tests/grammar/rule_cases.hpp"

#include <gtest/gtest.h>
#include <tao/pegtl/contrib/analyze.hpp>

#include <set>

namespace ballast::tests {

namespace {

void lexical(std::vector<rule_case>& all)
{
    all.push_back(on<g::line_end>({"\n"}, {"", "\r\n", "\n\n"}));
    all.push_back(on<g::blank>({" "}, {"", "\t", "  "}));
    all.push_back(on<g::digits>({"0", "007", "42"}, {"", "x", "1x"}));
    all.push_back(on<g::zero>({"0"}, {"", "00", "1", "01"}));
    all.push_back(on<g::positive>(positives, no_positives));
    all.push_back(on<g::decimal>(numbers, no_numbers));
    all.push_back(on<g::integer>({"0", "-5", "17"}, {"", "-", "-0", "+1", "-01"}));
    all.push_back(on<g::name>(names, no_names));
    all.push_back(on<g::index_element>(numbers, no_numbers));
    all.push_back(on<g::index_close>({"}"}, {"", ")"}));
    all.push_back(on<g::index>(indexes, no_indexes));
    all.push_back(
        on<g::multibyte>({"\xC3\xA9", "├", "\xF0\x9F\x98\x80"}, {"", "a", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xFF"}));
    all.push_back(on<g::letter_escape>({"n", "r", "t", "\"", "'", "\\"}, {"", "a", "b", "0", "x"}));
    all.push_back(on<g::octal_control>({}, {}));
    all.back().accepted = {"000", "007", "010", "013", "014", "016", "017", "020", "037", "177"};
    all.back().refused = {"", "011", "012", "015", "040", "101", "176", "0", "00"};
    all.push_back(on<g::octal_high>({"200", "303", "377"}, {"", "177", "400", "30", "389"}));
    all.push_back(on<g::escape>({"\\n", "\\'", "\\303", "\\001"}, {"", "n", "\\x41", "\\101", "\\"}));
    all.push_back(on<g::escaped_text>(with_empty(escaped), not_escaped));
    all.push_back(on<g::escaped_some>(escaped, with_empty(not_escaped)));
    all.push_back(on<g::string_close>({"\""}, {"", "'"}));
    all.push_back(
        on<g::raw_some>({"a b/c", "a\\b", "it's", "\xC3\xA9"}, {"", "a\"b", "a\nb", std::string("\0", 1), "\xFF"}));
    all.push_back(on<g::human_bytes>({"0B", "1023B"}, {"", "B", "01B", "1.0B", "-1B"}));
    all.push_back(on<g::human_kib>({"1.0KiB", "1024.0KiB"}, {"", "1KiB", "1.00KiB", ".5KiB", "1.0KB"}));
    all.push_back(on<g::human_letter>({"M", "G", "T", "P", "E"}, {"", "K", "Z"}));
    all.push_back(on<g::human_large>({"1.50MiB", "8.00EiB"}, {"", "1.5MiB", "1.50KiB", "1.500MiB"}));
    all.push_back(on<g::human_size>({"0B", "1.2KiB", "1.12GiB"}, {"", "1", "1.2", "1.2kiB", "1 KiB"}));
    all.push_back(on<g::quoted_escape>({"\\n", "\\\"", "\\\\", "\\\xC3\xA9"}, {"", "n", "\\", "\\\n"}));
    all.push_back(on<g::quoted>({"\"\"", "\"a}b\"", "\"a\\\"b\"", "\"\xC3\xA9\""},
                                {"", "\"", "\"a", "\"a\nb\"", "\"a\\\"", "a", "\"\xFF\""}));
    all.push_back(on<g::dict>({"{}", "{\"a\":\"}\"}", "{a = \")\" : i64}", "{{0,1},{2}}", "{it's}"},
                              {"", "{", "{{}", "}", "{}}", "{\"}", "{\n}"}));
    all.push_back(on<g::dict_close>({"}"}, {"", "{"}));
    all.push_back(on<g::group>({"abc", "(a)", "[b]", "{c}", "\"d\""}, {"", "(", ")", "(]", "[a}", "a\nb"}));
    all.push_back(on<g::round_group>({"()", "(a(b)c)", "([{}])"}, {"", "(", "(()", ")("}));
    all.push_back(on<g::square_group>({"[]", "[4]", "[(a)]"}, {"", "[", "[)", "]"}));
}

void shape(std::vector<rule_case>& all)
{
    all.push_back(on<g::element_type>({"f32", "bf16", "f8e4m3fn", "goldilocks", "my_type", "token"},
                                      {"", "F32", "4f", "_x", "f-32"}));
    all.push_back(on<g::bare_type>({"token", "opaque"}, {"", "f32", "tokens"}));
    all.push_back(on<g::unprinted_type>({"tuple[", "buffer["}, {"", "tuple", "tuple("}));
    all.push_back(on<g::unbounded_dimension>({"?"}, {"", "*", "<=?"}));
    same<g::bounded_dimension, g::fixed_dimension, g::tile_size, g::tail_padding, g::split_dimension, g::split_index,
         g::minor_to_major_element, g::max_sparse_elements>(all, numbers, no_numbers);
    same<g::element_bits, g::memory_space, g::dynamic_metadata>(all, positives, no_positives);
    all.push_back(on<g::dimension>({"0", "4", "<=4", "?"}, {"", "<4", "04", "-1", "*"}));
    all.push_back(on<g::dimensions_close>({"]"}, {"", "}"}));
    all.push_back(on<g::dimensions>({"[]", "[4]", "[4,<=8,?]"}, {"", "[", "[4,]", "[4, 8]", "[,]"}));
    all.push_back(on<g::level_letter>({"D", "C", "S", "H", "?"}, {"", "E", "d"}));
    all.push_back(on<g::level_non_unique>({"+"}, {"", "~"}));
    all.push_back(on<g::level_non_ordered>({"~"}, {"", "+"}));
    all.push_back(on<g::dimension_level>({"D", "C+", "S~", "H+~"}, {"", "C~+", "+", "X"}));
    same<g::levels, g::levels_after_tiles>(all, {"D(D)", "D(C,S+~)"}, {"", "D()", "D(D,)", "D(D, C)"});
    all.push_back(on<g::tile_combine>({"*"}, {"", "1"}));
    all.push_back(on<g::tile_dimension>({"8", "*"}, {"", "-1", "08"}));
    all.push_back(on<g::tile>({"()", "(8,128)", "(2,*,128)"}, {"", "(", "(8,)", "(8, 128)"}));
    all.push_back(on<g::tiles>({"T(8,128)", "T(8,128)(2,1)", "T()"}, {"", "T", "(8)", "T(8"}));
    all.push_back(on<g::tail>({"L(0)", "L(2)", "L(1024)"}, {"", "L(1)", "L()", "L(-1)"}));
    all.push_back(on<g::invalid_type>({"invalid"}, {"", "inval"}));
    all.push_back(on<g::integral_type>({"s32", "u8", "s1", "u64", "s16"}, {"", "f32", "s3", "s128", "i32"}));
    same<g::index_type, g::pointer_type>(all, {"s32", "u16", "invalid"}, {"", "f32", "pred", "s5"});
    all.push_back(on<g::index_type_suffix>({"#(s32)", "#(invalid)"}, {"", "#()", "#(f32)", "*(s32)"}));
    all.push_back(on<g::pointer_type_suffix>({"*(u32)", "*(invalid)"}, {"", "*()", "*(pred)", "#(u32)"}));
    all.push_back(on<g::element_bits_suffix>({"E(4)"}, {"", "E(0)", "E()", "E(04)"}));
    all.push_back(on<g::memory_space_suffix>({"S(1)", "S(5)"}, {"", "S(0)", "S()", "S(-1)"}));
    all.push_back(on<g::split_indices>({"1", "16,32"}, {"", "16,", "16, 32"}));
    all.push_back(on<g::split>({"(1:16,32)", "(0:)"}, {"", "(1)", "(:1)", "(1:2"}));
    all.push_back(on<g::splits>({"SC(1:16)", "SC(0:1)(1:2)"}, {"", "SC", "SC()", "(1:2)"}));
    all.push_back(on<g::physical_shape>(shapes, no_shapes));
    all.push_back(on<g::physical_shape_suffix>({"P(f32[9]{0})", "P((f32[], s32[]))"}, {"", "P()", "P(f32)"}));
    all.push_back(on<g::dynamic_metadata_suffix>({"M(32)"}, {"", "M(0)", "M()"}));
    all.push_back(on<g::late_suffixes>({"", "L(2)#(s32)*(u32)E(4)S(1)SC(0:1)P(f32[])M(4)", "S(1)"},
                                       {"S(1)E(4)", "M(4)P(f32[])", "T(1)", "S(1)S(2)"}));
    all.push_back(on<g::layout_suffixes>({"T(8,128)S(1)", "D(C)T(8)", "T(8)D(C)E(4)S(1)", "S(2)", "E(4)"},
                                         {"", "}", "S(1)T(8)", "D(C)T(8)D(C)", "X(1)"}));
    all.push_back(on<g::minor_to_major>({"0", "1,0"}, {"", "1,", "1, 0"}));
    same<g::layout_close>(all, {"}"}, {"", ")"});
    all.push_back(on<g::ordered_layout>({"0", "1,0:T(8,128)"}, {"", ":T(8)", "0:"}));
    all.push_back(on<g::unordered_layout>({":T(128)", ":S(2)"}, {"", ":", "0:T(1)"}));
    all.push_back(on<g::layout>({"{0}", "{1,0:T(8,128)(2,1)S(1)}", "{:T(128)}", "{1,0:E(4)}"},
                                {"", "{}", "{:}", "{0:}", "{0", "{0 }", "{0,}", "{1, 0}"}));
    all.push_back(on<g::invalid_layout>({"invalid{}"}, {"", "invalid", "{}"}));
    all.push_back(on<g::sparse_layout>({"sparse{5}"}, {"", "sparse{}", "sparse{-1}"}));
    all.push_back(on<g::bare_array>({"token[]", "opaque[]"}, {"", "token[1]", "token[]{0}"}));
    all.push_back(on<g::laid_out_array>({"f32[4]{0}", "f32[]", "f32[]invalid{}", "f32[9]sparse{5}"},
                                        {"", "tuple[]", "f32", "f32[4]{0}{0}"}));
    all.push_back(on<g::array_shape>({"f32[4]{0}", "token[]"}, {"", "token[4]", "opaque[]{0}", "()", "buffer[]"}));
    all.push_back(on<g::index_mark_number>({"5", "10"}, {"", "05", "-5"}));
    all.push_back(
        on<g::index_mark>({"/*index=5*/", "/*index=10*/"}, {"", "/*index=*/", "/*index=05*/", "/* index=5 */"}));
    same<g::tuple_separator, g::operand_separator>(all, {", ", ", /*index=5*/"},
                                                   {"", ",", ", /*index=5*/ ", ",/*index=5*/"});
    all.push_back(
        on<g::tuple_elements>({"f32[]", "f32[], f32[]", "f32[], /*index=5*/f32[]"}, {"", "f32[],f32[]", "f32[], "}));
    all.push_back(on<g::plain_elements>({"f32[]", "f32[], f32[2]"}, {"", "f32[2]{0}", "f32[], "}));
    same<g::tuple_close, g::buffer_close, g::body_close>(all, {")"}, {"", "]"});
    all.push_back(on<g::tuple_shape>({"()", "(f32[])", "(f32[], (s32[]))"}, {"", "(", "(f32[],)", "( )", "f32[]"}));
    all.push_back(on<g::plain_tuple>({"()", "(f32[4])"}, {"", "(f32[4]{0})", "("}));
    all.push_back(on<g::buffer_array>({"f32[8]{0}"}, {"", "(f32[])", "b(f32[])"}));
    all.push_back(on<g::plain_buffer_array>({"f32[8]"}, {"", "f32[8]{0}", "()"}));
    all.push_back(on<g::buffer_shape>({"b(f32[8]{0})"}, {"", "b()", "b(())", "b(f32[8]{0}"}));
    all.push_back(on<g::plain_buffer>({"b(f32[8])"}, {"", "b(f32[8]{0})", "b()"}));
    same<g::shape, g::tuple_element, g::operand_shape, g::instruction_shape, g::value_shape>(all, shapes, no_shapes);
    same<g::plain_shape, g::plain_element, g::parameter_shape, g::output_shape>(all, plain_shapes, no_plain_shapes);
    all.push_back(on<g::plain_laid_out>({"f32[4]", "goldilocks[]"}, {"", "f32[4]{0}", "tuple[]"}));
    all.push_back(on<g::plain_array>({"f32[4]", "token[]"}, {"", "f32[4]{0}", "token[1]", "()"}));
}

void instruction(std::vector<rule_case>& all)
{
    same<g::op_type, g::op_name, g::source_file, g::deduplicated_name>(all, escaped, with_empty(not_escaped));
    all.push_back(on<g::metadata_payload>(with_empty(escaped), not_escaped));
    all.push_back(on<g::scheduling_name>({"fusion.3", "a b"}, {"", "a\"b", "a\nb"}));
    same<g::source_line, g::source_end_line, g::source_column, g::source_end_column, g::stack_frame_id>(
        all, {"1", "958", "-3"}, {"", "0", "-0", "01", "+1"});
    all.push_back(on<g::profile_type>(numbers, no_numbers));
    all.push_back(on<g::profile_types>({"1", "1,2,3"}, {"", "1,", "1, 2"}));
    all.push_back(on<g::bare_deduplicated_name>(names, no_names));
    all.push_back(on<g::preserve_layout>({"preserve_layout=true"}, {"", "preserve_layout=false"}));
    all.push_back(on<g::op_type_field>({"op_type=\"add\""}, {"", "op_type=\"\"", "op_type=add", "op_type=\"add"}));
    all.push_back(on<g::op_name_field>({"op_name=\"a/b\""}, {"", "op_name=\"\"", "op_name=\"it's\""}));
    all.push_back(on<g::source_file_field>({"source_file=\"f.py\""}, {"", "source_file=\"\"", "source_file=f.py"}));
    all.push_back(on<g::source_line_field>({"source_line=3"}, {"", "source_line=0", "source_line=\"3\""}));
    all.push_back(on<g::source_end_line_field>({"source_end_line=3"}, {"", "source_end_line=0"}));
    all.push_back(on<g::source_column_field>({"source_column=3"}, {"", "source_column=0"}));
    all.push_back(on<g::source_end_column_field>({"source_end_column=3"}, {"", "source_end_column="}));
    all.push_back(on<g::profile_type_field>({"profile_type={1}", "profile_type={1,2}"},
                                            {"", "profile_type={}", "profile_type=1"}));
    all.push_back(on<g::deduplicated_name_field>({"deduplicated_name=\"fusion.1\"", "deduplicated_name=fusion.1"},
                                                 {"", "deduplicated_name=\"\"", "deduplicated_name="}));
    all.push_back(
        on<g::scheduling_name_field>({"scheduling_name=\"x.1\""}, {"", "scheduling_name=\"\"", "scheduling_name=x"}));
    all.push_back(on<g::stack_frame_id_field>({"stack_frame_id=12"}, {"", "stack_frame_id=0"}));
    all.push_back(on<g::metadata_payload_field>({"metadata_payload=\"\\001\"", "metadata_payload=\"\""},
                                                {"", "metadata_payload=\"\xC3\xA9\"", "metadata_payload=x"}));
    all.push_back(on<g::metadata_first>({"{"}, {"", "("}));
    all.push_back(on<g::metadata_close>({"}"}, {"", ")"}));
    all.push_back(ahead<g::metadata_gap>({" op_name", "}"}, {"", " }", ",", "x"}));
    all.push_back(ahead<g::metadata_fields>({"", "op_name=\"x\" source_line=3}"}, {}));
    all.back().matches = matches<g::seq<g::metadata_fields, g::one<'}'>>>;
    all.back().accepted = {"}", "op_type=\"a\" op_name=\"b\" source_line=3}", "stack_frame_id=1}"};
    all.back().refused = {"",
                          "op_name=\"b\" op_type=\"a\"}",
                          "op_name=\"b\" }",
                          " op_name=\"b\"}",
                          "op_name=\"b\"  source_line=3}",
                          "op_name=\"a\" op_name=\"b\"}",
                          "op_name=\"b\",source_line=3}"};
    all.push_back(on<g::metadata>({"{}", "{op_name=\"x\"}", "{op_name=\"x\" source_file=\"f\" source_line=1}"},
                                  {"", "{", "{op_name=\"x\" }", "{unknown=1}", "{source_line=1 op_name=\"x\"}"}));
    all.push_back(
        on<g::metadata_alone>({"metadata={}", "metadata={op_name=\"x\"}", "{}"}, {"", "sharding={}", "metadata="}));

    same<g::operand_name, g::instruction_name>(all, names, no_names);
    all.push_back(on<g::named_operand>({"%x", "%s1"}, {"", "x", "%", "%1"}));
    all.push_back(on<g::deleted_operand>({"null "}, {"", "null"}));
    all.push_back(on<g::shaped_operand>({"f32[4]{0} %x", "(f32[], f32[]) %t"}, {"", "f32[4]{0}%x", "%x", "f32 %x"}));
    all.push_back(on<g::operand>({"%x", "null ", "f32[] %x"}, {"", "x", "f32[]", "null"}));
    all.push_back(on<g::operands>({"%x", "%x, %y", "f32[] %x, s32[] %y", "null , %b", "%a, /*index=5*/%b"},
                                  {"", "%x,%y", "%x, ", "%x %y"}));
    all.push_back(on<g::literal_text>({"", "1", "{ {1, 2} }", "{...}", "(1, 2)"}, {"{", ")", "1\n"}));
    all.push_back(on<g::constant_body>({"constant(1)", "constant({...})", "constant({ { 1, 2 } })", "constant()"},
                                       {"", "constant", "constant(", "constant({)"}));
    all.push_back(on<g::parameter_number>(numbers, no_numbers));
    all.push_back(on<g::parameter_body>({"parameter(0)"}, {"", "parameter()", "parameter(%x)", "parameter(00)"}));
    all.push_back(on<g::opcode>({"add", "copy-start", "atan2"}, {"", "Add", "-x", "2d", "a_b"}));
    all.push_back(on<g::operands_body>({"add(%x, %y)", "iota()", "partition-id()"},
                                       {"", "add", "add(", "constant(1)", "parameter(0)", "add(x)"}));
    all.push_back(on<g::bare_comma>({}, {}));
    all.back() = {rule_name<g::bare_comma>(), looks<g::bare_comma>, {",x"}, {"", ",", ", x", "x", ",\n"}};
    all.push_back({rule_name<g::bare_list_comma>(), looks<g::bare_list_comma>, {", %b"}, {"", ", b", ",%b"}});
    all.push_back({rule_name<g::bare_less>(), looks<g::bare_less>, {"<=", "<a"}, {"", "<1", ">"}});
    all.push_back(on<g::attribute_text>(
        {"", "1", "{1,0}", "[2,4]<=[8]", "%a, %b", "{a=\"}\"}", "mesh['x'=2] {'y'}", "b01f_01io->b01f", "(1, 2)"},
        {"{", "a, b", "a\n", "x<1 y", ")", "\""}));
    all.push_back(on<g::attribute_equals>({"="}, {"", ":"}));
    all.push_back(on<g::attribute_key>({"dimensions", "control-predecessors", "k"}, {"", "Key", "_a", "a b"}));
    all.push_back(on<g::text_attribute>({"index=0", "padding=", "to_apply=%f", "metadata={}"}, {"", "index", "=1"}));
    all.push_back(on<g::attribute>({"index=0", "metadata={}", "unknown={a}"}, {"", "index", "a=("}));
    all.push_back(on<g::attributes>({"", ", index=0", ", a=1, b={2}"}, {",index=0", ", ", ", index=0,"}));
    all.push_back(
        on<g::instruction>({"%x = f32[] parameter(0)", "%c = s32[2]{0} constant({1, 2})",
                            "%a.1 = f32[4]{0} add(%x, %y), metadata={op_name=\"a\"}",
                            "%f = f32[] fusion(f32[] %x), kind=kLoop, calls=%c, backend_config={\"a\":\"b\"}"},
                           {"", "x = f32[] parameter(0)", "%x = f32[] parameter(0) ", "ROOT %x = f32[] parameter(0)",
                            "%x=f32[] parameter(0)", "%x = parameter(0)", "%x = f32[] add(%x, %y),metadata={}"}));
}

void value(std::vector<rule_case>& all)
{
    same<g::value_id, g::value_color, g::use_operand>(all, numbers, no_numbers);
    same<g::value_defining, g::position_name, g::use_name>(all, names, no_names);
    same<g::value_index, g::position_index, g::use_index>(all, indexes, no_indexes);
    all.push_back(on<g::value_phi>({" (phi)"}, {"", "(phi)"}));
    all.push_back(on<g::value_color_tail>({" @0", " @12"}, {"", "@0", " @-1"}));
    all.push_back(on<g::value_name_close>({">"}, {"", "<"}));
    all.push_back(on<g::value_name>({"<0 x @0>", "<12 loop{0} (phi) @1>", "<3 t{} @0>", "<3 t>"},
                                    {"", "<0 x @0", "<x @0>", "<0  x>", "<0 x @0 (phi)>", "<0 x {0} @0>", "<00 x>"}));
    all.push_back(on<g::old_index_close>({"]"}, {"", "}"}));
    all.push_back(on<g::old_index>({"[]", "[1]", "[1,0]"}, {"", "[", "{}", "[1, 0]"}));
    all.push_back(
        on<g::value_name_v1>({"mul.2[](#7 @0)", "pair[1](#8)"}, {"", "mul.2(#7 @0)", "mul.2[](7)", "mul.2{}(#7)"}));
    all.push_back({rule_name<g::value_phi_v2>(), looks<g::value_phi_v2>, {"PHI loop"}, {"", "PHI @0", "PHIloop"}});
    all.push_back(on<g::value_color_v2>({"0", "3", "-1"}, {"", "-2", "01"}));
    all.push_back(on<g::value_name_v2>({"7 mul.2 @0", "7 PHI loop{0} @0", "7 PHI @0", "7 x @-1"},
                                       {"", "7 mul.2", "mul.2 @0", "7 mul.2 {0} @0"}));
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
    all.push_back(on<g::used_value>(
        {"<0 x @0>\n" + detail, "<0 x @0>\n" + detail + " from instruction:%x = f32[] parameter(0)\n"},
        {"", "<0 x @0>\n", "<0 x @0>" + detail, detail}));
    all.push_back(on<g::used_values>({"", "<0 x @0>\n" + detail + "<1 y @0>\n" + detail}, {detail, "<0 x @0>\n"}));
}

void allocation(std::vector<rule_case>& all)
{
    same<g::allocation_number, g::allocation_size, g::page, g::parameter_item_number, g::value_size, g::value_offset,
         g::reused_color>(all, numbers, no_numbers);
    all.push_back(on<g::pointer_digits>({"0", "ab12", "00"}, {"", "AB", "g"}));
    all.push_back(on<g::pointer>({"0", "55d0a4c0", "ffffffffffffffff"}, {"", "0a", "ABC", "x"}));
    all.push_back(on<g::pointer_item>({"0x1a, ", "0x0, "}, {"", "0x, ", "0x01, ", "1a, ", "0x1A, "}));
    all.push_back(on<g::color>(positives, no_positives));
    all.push_back(on<g::color_item>({", color 1"}, {"", ", color 0", ", color"}));
    all.push_back(on<g::page_item>({", page 0", ", page 7"}, {"", ", page -1", ", page"}));
    all.push_back(on<g::unknown_shape>({"<unknown shape>"}, {"", "<unknown>"}));
    all.push_back(on<g::parameter_index>(indexes, no_indexes));
    all.push_back(on<g::parameter_with_shape>(
        {", shape |f32[2]| at ShapeIndex {}", ", shape |<unknown shape>| at ShapeIndex {1,0}"},
        {"", ", shape |f32[2]{0}| at ShapeIndex {}", ", shape |f32[2]|", ", shape f32[2] at ShapeIndex {}"}));
    all.push_back(on<g::parameter_without_shape>({" at ShapeIndex {}"}, {"", "at ShapeIndex {}", " at ShapeIndex"}));
    all.push_back(
        on<g::parameter_item>({", parameter 0 at ShapeIndex {}", ", parameter 1, shape |f32[]| at ShapeIndex {}"},
                              {"", ", parameter 0", ", parameter at ShapeIndex {}"}));
    all.push_back(on<g::output_shape_item>({", output shape is |()|", ", output shape is |f32[]|"},
                                           {"", ", output shape is ||", ", output shape is |f32[]"}));
    all.push_back(on<g::constant_item>({", constant"}, {"", "constant"}));
    all.push_back(on<g::thread_local_item>({", thread-local"}, {"", ", thread_local"}));
    all.push_back(on<g::maybe_live_out_item>({", maybe-live-out"}, {"", ", live-out"}));
    all.push_back(on<g::preallocated_temp_item>({", preallocated-temp"}, {"", ", temp"}));
    all.push_back(on<g::head_close>({":"}, {"", ";"}));
    const texts heads{"allocation 0: size 4, constant:",
                      "allocation 1: 0x1f, size 4, color 2, page 3, parameter 0, shape |f32[]| at ShapeIndex {}, "
                      "output shape is |f32[]|, constant, thread-local, maybe-live-out, preallocated-temp:",
                      "allocation 2: size 0, preallocated-temp:"};
    const texts no_heads{"",
                         "allocation 0: size 4",
                         "allocation 00: size 4:",
                         "allocation 0: size 4, maybe-live-out, constant:",
                         "allocation 0:size 4:",
                         "allocation 0: size 4, page 1, color 1:",
                         "allocation 0: size -4:"};
    same<g::allocation_head, g::allocation_alone>(all, heads, no_heads);
    all.push_back(on<g::value_shape_tail>({"): f32[2]{0}"}, {"", ") f32[]", "):f32[]"}));
    all.push_back(
        on<g::old_extent>({" [0,64]: f32[16]{0}"}, {"", "[0,64]: f32[]", " [0, 64]: f32[]", " [0,64] f32[]"}));
    all.push_back(on<g::detail_head>({", positions:\n"}, {"", " positions:\n"}));
    const std::string old = ", positions:\n  x\n uses:\n";
    all.push_back(
        on<g::old_detail>({old, old + "  a, operand 0\n"}, {"", ", positions:\n uses:\n", old + "  (none)\n"}));
    all.push_back(on<g::value_line_v1>({"x[](#0 @0) [0,4]: f32[]"},
                                       {"", "x(#0 @0) [0,4]: f32[]", "x[](#0 @0) (size=4,offset=0): f32[]"}));
    all.push_back(on<g::value_line_v2>({"0 x @0" + old + " [0,4]: f32[]"},
                                       {"", "0 x @0 [0,4]: f32[]", "<0 x @0>" + old + " [0,4]: f32[]"}));
    all.push_back(on<g::value_line_v3>({"<0 x @0>" + old + " [0,4]: f32[]"},
                                       {"", "<0 x @0> [0,4]: f32[]", "0 x @0" + old + " [0,4]: f32[]"}));
    all.push_back(on<g::value_line_v4>({" value: <0 x @0> (size=4,offset=0): f32[]"},
                                       {"", "  value: <0 x @0> (size=4,offset=0): f32[]",
                                        " value: <0 x @0> (offset=0,size=4): f32[]",
                                        " value: <0 x @0> (size=4, offset=0): f32[]"}));
    all.push_back(on<g::value_line_old>(
        {"  x[](#0 @0) [0,4]: f32[]", "  <0 x @0>" + old + " [0,4]: f32[]", "  0 x @0" + old + " [0,4]: f32[]"},
        {"", "x[](#0 @0) [0,4]: f32[]"}));
    all.push_back(on<g::value_line>({" value: <0 x @0> (size=4,offset=0): f32[]\n", "  x[](#0) [0,4]: f32[]\n"},
                                    {"", " value: <0 x @0> (size=4,offset=0): f32[]", "\n"}));
    all.push_back(on<g::value_lines>({"", "  x[](#0) [0,4]: f32[]\n"}, {"x", "\n"}));
    all.push_back(on<g::value_alone>(
        {" value: <0 x @0> (size=4,offset=0): f32[]", "  x[](#0) [0,4]: f32[]", "<0 x @0>"}, {"", "x", "<0 x @0> "}));
    const std::string reused = "  value: <9 tmp.3 @0> (color=0)\n";
    all.push_back(on<g::reused_value>({reused}, {"", " value: <9 tmp.3 @0> (color=0)\n", "  value: <9 tmp.3 @0>\n"}));
    all.push_back(on<g::reused_values>({reused, reused + reused}, {"", "x"}));
    all.push_back(on<g::reused_block>({" reused by buffers of a different color:\n" + reused},
                                      {"", " reused by buffers of a different color:\n", reused}));
    all.push_back(on<g::allocation>(
        {"allocation 0: size 4, constant:\n", "allocation 0: size 4, constant:\n value: <0 x @0> (size=4,offset=0): "
                                              "f32[]\n reused by buffers of a different color:\n" +
                                                  reused},
        {"", "allocation 0: size 4, constant:", "allocation 0: size 4, constant:\n\n"}));
    all.push_back(
        on<g::allocations>({"", "allocation 0: size 4, constant:\nallocation 1: size 0, preallocated-temp:\n"},
                           {"x", "allocation 0: size 4, constant:"}));
}

void live_range(std::vector<rule_case>& all)
{
    same<g::live_range_max, g::sequence_number, g::range_start, g::range_end, g::peak_moment, g::peak_bytes,
         g::peak_cumulative, g::moment>(all, numbers, no_numbers);
    same<g::sequence_name, g::range_name, g::peak_name, g::moment_name, g::top_label>(all, names, no_names);
    same<g::range_index, g::peak_index>(all, indexes, no_indexes);
    all.push_back(on<g::sequence_row>({"    0:x\n"}, {"", "   0:x\n", "    0: x\n", "    0:x", "    :x\n"}));
    all.push_back(on<g::sequence_rows>({"", "    0:x\n    1:y\n"}, {"x", "    0:x"}));
    all.push_back(on<g::live_range_row>({"    x{}:0-9\n", "    t{1,0}:3-4\n"},
                                        {"", "    x:0-9\n", "    x{}:0-\n", "    x{}: 0-9\n", "    x{}:0--1\n"}));
    all.push_back(on<g::live_range_rows>({"", "    x{}:0-9\n"}, {"x"}));
    all.push_back(
        on<g::cumulative_tail>({" (cumulative: 4 bytes)"}, {"", "(cumulative: 4 bytes)", " (cumulative: 4)"}));
    all.push_back(on<g::peak_row_bare>({": 4 bytes"}, {"", "{}: 4 bytes", ": 4 bytes (cumulative: 4 bytes)"}));
    all.push_back(
        on<g::peak_row_indexed>({"{}: 4 bytes", "{0}: 4 bytes (cumulative: 8 bytes)"}, {"", ": 4 bytes", "{}: 4"}));
    all.push_back(
        on<g::peak_row>({"    x: 4 bytes\n", "    x{}: 4 bytes\n", "    x{}: 4 bytes (cumulative: 4 bytes)\n"},
                        {"", "  x: 4 bytes\n", "    x: 4 bytes", "    x: 4 bytes (cumulative: 4 bytes)\n"}));
    all.push_back(on<g::peak_rows>({"", "    x: 4 bytes\n"}, {"x"}));
    all.push_back(on<g::peak>({"  Live ranges at 0 (peak):\n", "  Live ranges at 0 (peak):\n    x: 4 bytes\n"},
                              {"", "  Live ranges at 0:\n", "  Live ranges at  (peak):\n"}));
    all.push_back(on<g::unbounded_peak>({"  Peak memory could not be determined due to unbounded dynamic shape.\n"},
                                        {"", "  Peak memory could not be determined due to unbounded dynamic shape."}));
    all.push_back(on<g::moment_bytes>({"0", "12", "-12"}, {"", "-", "01"}));
    all.push_back(on<g::moment_names>({"", "a", "a,b"}, {"a,", "a, b", ","}));
    all.push_back(on<g::moment_row>({"    0, 4 bytes: a,b\n", "    1, 0 bytes: \n"},
                                    {"", "    0, 4 bytes:\n", "    0,4 bytes: a\n", "    0, 4 bytes: a"}));
    all.push_back(on<g::moment_rows>({"", "    0, 4 bytes: a\n"}, {"x"}));
    all.push_back(
        on<g::every_moment>({"  Live ranges at every moment:\n", "  Live ranges at every moment:\n    0, 4 bytes: a\n"},
                            {"", "  Live ranges at every moment\n"}));
    const std::string head = "HloLiveRange (max 0):\n  InstructionSequence:\n  BufferLiveRange:\n";
    all.push_back(on<g::live_range_head>(
        {head, "HloLiveRange (max 1):\n  InstructionSequence:\n    0:x\n  BufferLiveRange:\n    x{}:0-1\n"},
        {"", "HloLiveRange (max 0):\n", "HloLiveRange (max 0)\n  InstructionSequence:\n  BufferLiveRange:\n"}));
    all.push_back(on<g::live_range>({head + "  Live ranges at 0 (peak):\n",
                                     head + "  Peak memory could not be determined due to unbounded dynamic shape.\n"},
                                    {"", head, head + "  Live ranges at every moment:\n"}));
    all.push_back(on<g::moments_live_range>({head + "  Live ranges at every moment:\n"},
                                            {"", head, head + "  Live ranges at 0 (peak):\n"}));
    all.push_back(
        on<g::live_range_not_available>({"HloLiveRange not available (finalized or constructed from proto)"},
                                        {"", "HloLiveRange not available (finalized or constructed from proto)\n"}));
}

void stack_trace(std::vector<rule_case>& all)
{
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
    all.push_back({rule_name<g::text_before_last_parenthesis>(),
                   looks<g::text_before_last_parenthesis>,
                   {"a (b", "a (b) (c", "x ("},
                   {"", " (a", "a", "a\n (b", "a(b"}});
    all.push_back({rule_name<g::stack_label>(),
                   looks<g::stack_label>,
                   {"jit(f) (1", "a b c (", "\xC3\xA9 ("},
                   {"", " (", "abc"}});
    all.push_back({rule_name<g::branch_row>(),
                   looks<g::branch_row>,
                   {"      ├── a (1", "      │   └── a (1"},
                   {"", "    a (1", "      a (1", "  ├── a (1"}});
    all.push_back({rule_name<g::top_row>(), looks<g::top_row>, {"    main.1"}, {"", "   main", "      a"}});
    all.push_back(
        on<g::stack_row>({"    main.1" + numbers_text + "\n", "      └── a b (c) (d" + numbers_text + "\n"},
                         {"", "    main.1" + numbers_text, "    main.1\n", "      └── " + numbers_text + "\n"}));
    all.push_back(on<g::stack_rows>({"", "    main.1" + numbers_text + "\n"}, {"x"}));
    all.push_back(
        on<g::stack_trace>({"  Stack trace breakdown for peak usage: 0 bytes\n",
                            "  Stack trace breakdown for peak usage: 1 024 bytes\n    main" + numbers_text + "\n"},
                           {"", "  Stack trace breakdown for peak usage: 1024 bytes\n",
                            "Stack trace breakdown for peak usage: 0 bytes\n"}));
}

void dump(std::vector<rule_case>& all)
{
    all.push_back(on<g::total_bytes>(numbers, no_numbers));
    all.push_back(on<g::total_human>({"0B", "1.2KiB"}, {"", "1.2"}));
    all.push_back(on<g::total_human_item>({" (0B)"}, {"", "(0B)", " (0B"}));
    all.push_back(on<g::total>({"Total bytes used: 0", "Total bytes used: 0 (0B)"},
                               {"", "Total bytes used:0", "Total bytes used: 0 0B"}));
    all.push_back(on<g::used_values_head>({"Used values:\n"}, {"", "Used values:"}));
    const std::string head = "HloLiveRange (max 0):\n  InstructionSequence:\n  BufferLiveRange:\n";
    const std::string moments = head + "  Live ranges at every moment:\n";
    const std::string peak = head + "  Live ranges at 0 (peak):\n";
    all.push_back(on<g::moments_section>({moments}, {"", peak}));
    all.push_back(on<g::total_section>({"Total bytes used: 0\n\n", "Total bytes used: 0\n" + moments + "\n"},
                                       {"", "Total bytes used: 0\n"}));
    all.push_back(on<g::combined_live_range>({"\n\n" + peak}, {"", "\n" + peak, peak}));
    all.push_back(on<g::combined_rest>({"\nUsed values:\n", "\nTotal bytes used: 0\n\nUsed values:\n\n\n" + peak},
                                       {"", "Used values:\n", "\nTotal bytes used: 0\nUsed values:\n"}));
    all.push_back(on<g::assignment_head>({"BufferAssignment:\n"}, {"", "BufferAssignment:", "BufferAssignment:\r\n"}));
    all.push_back(on<g::assignment_file>({"BufferAssignment:\n", "BufferAssignment:\n\nUsed values:\n"},
                                         {"", "BufferAssignment:\n\n"}));
    all.push_back(on<g::values_file>({"\nTotal bytes used: 0 (0B)\n\nUsed values:\n"},
                                     {"", "Total bytes used: 0 (0B)\n\nUsed values:\n"}));
    all.push_back(on<g::live_range_file>({peak, "HloLiveRange not available (finalized or constructed from proto)"},
                                         {"", moments}));
    const texts contents{"BufferAssignment:\n", "\nTotal bytes used: 0 (0B)\n\nUsed values:\n", peak};
    all.push_back(on<g::content>(contents, {"", "x", "\n"}));
    all.push_back({rule_name<g::frame_name>(),
                   looks<g::frame_name>,
                   {"a.txt ***\n", "a b ***\n", "***x ***\n", "größe ***\n"},
                   {"", " ***\n", "\n"}});
    all.push_back({rule_name<g::frame_text>(), looks<g::frame_text>, {"a.txt ***\n"}, {"", " ***\n"}});
    all.push_back({rule_name<g::frame_end_name>(), looks<g::frame_end_name>, {"a.txt ***\n"}, {"", " ***\n"}});
    all.push_back(on<g::frame_first>({"*** Begin a.txt ***\n"},
                                     {"", "*** Begin a.txt\n", "*** Begin  ***\n", "*** End a.txt ***\n"}));
    all.push_back(on<g::frame_last>({"\n*** End a.txt ***\n"}, {"", "*** End a.txt ***\n", "\n*** End a.txt ***"}));
    all.push_back(on<g::framed>({"*** Begin a ***\nBufferAssignment:\n\n*** End a ***\n"},
                                {"", "*** Begin a ***\nBufferAssignment:\n*** End a ***\n"}));
    all.push_back(on<g::dump>(contents, {"", "BufferAssignment:\nBufferAssignment:\n", " BufferAssignment:\n"}));
}

} // namespace

std::vector<rule_case> all_cases()
{
    std::vector<rule_case> all;
    lexical(all);
    shape(all);
    instruction(all);
    value(all);
    allocation(all);
    live_range(all);
    stack_trace(all);
    dump(all);
    literal_cases(all);
    sharding_cases(all);
    attribute_cases(all);
    return all;
}

TEST(Rules, MatchAndRefuse)
{
    for (const auto& rule : all_cases()) {
        EXPECT_FALSE(rule.accepted.empty()) << rule.name;
        EXPECT_FALSE(rule.refused.empty()) << rule.name;
        for (const auto& text : rule.accepted) EXPECT_TRUE(rule.matches(text)) << rule.name << " on `" << text << '`';
        for (const auto& text : rule.refused) EXPECT_FALSE(rule.matches(text)) << rule.name << " on `" << text << '`';
    }
}

TEST(Rules, AreAllTested)
{
    std::set<std::string> tested;
    for (const auto& rule : all_cases()) tested.insert(rule.name);
    const auto reachable =
        rules_below<g::dump, g::allocation_alone, g::value_alone, g::metadata_alone, g::sharding_alone,
                    g::replica_groups_alone, g::frontend_alone, g::window_alone, g::origin_alone, g::domain_alone,
                    g::accuracy_alone, g::statistics_alone, g::aliases_alone>();
    for (const auto& name : reachable) EXPECT_TRUE(tested.contains(name)) << name << " has no cases";
    for (const auto& name : tested) EXPECT_TRUE(reachable.contains(name)) << name << " is not part of the grammar";
}

TEST(Rules, ConsumeOnEveryLoop) { EXPECT_EQ(tao::pegtl::analyze<g::dump>(), 0U); }

TEST(Rules, StopAtTheDepthLimit)
{
    const auto nest = [](std::size_t depth) { return std::string(depth, '(') + std::string(depth, ')'); };
    EXPECT_TRUE(matches<g::literal_text>(nest(g::depth_limit)));
    EXPECT_FALSE(matches<g::literal_text>(nest(g::depth_limit + 1)));
}

} // namespace ballast::tests
