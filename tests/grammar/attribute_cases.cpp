// Cases for the rules of attributes.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts braced_lists{"{}", "{0}", "{0,-1}"};
const texts no_braced_lists{"", "{", "{0, 1}", "{0,}", "0"};

} // namespace

void attribute_cases(std::vector<rule_case>& all)
{
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
    same<g::float_value, g::atol, g::rtol, g::statistic_value>(all, floats, no_floats);
    all.push_back(on<g::literal_value>({"(s32[2] {1, 2})", "( s32[2]{0} {1, 2} )", "token"}, {"", "1", "()"}));
    all.push_back(on<g::true_value>({"true"}, {"", "True"}));
    all.push_back(on<g::false_value>({"false"}, {"", "0"}));
    all.push_back(on<g::only_true>({"true"}, {"", "false"}));
    same<g::boolean, g::boolean_element, g::stable>(all, {"true", "false"}, {"", "1", "TRUE"});
    same<g::integer_value, g::integer_element, g::padding_low, g::padding_high, g::window_low, g::window_high, g::ulps,
         g::visualizing_index, g::config_dimension, g::config_stride, g::config_index, g::scale_index, g::zero_index>(
        all, integers, no_integers);
    all.push_back(on<g::integer_list>({"0", "0,-1"}, {"", "0, 1"}));
    same<g::integers, g::integers_element>(all, braced_lists, no_braced_lists);
    all.push_back(on<g::some_integers>({"{0}", "{0,1}"}, {"", "{}", "{0, 1}"}));
    all.push_back(on<g::spaced_integers>({"{0}", "{0, 1}"}, {"", "{}", "{0,1}"}));
    all.push_back(on<g::booleans>({"{}", "{true,false}"}, {"", "{true, false}", "{1}"}));
    all.push_back(on<g::integer_lists>({"{{1,2},{3}}", "{{}}"}, {"", "{}", "{{1}, {2}}"}));
    same<g::computation_name, g::computation_element>(all, names, no_names);
    all.push_back(on<g::computation>({"%sum"}, {"", "sum", "%"}));
    same<g::computation_list, g::bare_computations>(all, {"%a", "%a, %b"}, {"", "%a,%b", "a"});
    all.push_back(on<g::short_computation>({"a", "b.1"}, {"", "%a", "1"}));
    all.push_back({rule_name<g::not_a_key>(), looks<g::not_a_key>, {"a", "a.1, b"}, {"", "a=1", "%a", "1"}});
    same<g::short_list, g::short_bare>(all, {"a", "a, b"}, {"", "a,b", "%a", "a, %b"});
    all.push_back(on<g::short_braced>({"{}", "{a}", "{a, b}"}, {"", "a", "{%a}", "{a,b}"}));
    all.push_back(on<g::short_some>({"{a}", "{a, b}"}, {"", "{}", "{%a}"}));
    all.push_back(
        on<g::naming_attribute>({"to_apply=%f", "calls=%a, %b", "branch_computations={}", "control-predecessors={%a}"},
                                {"", "to_apply=f", "index=1", "calls="}));
    all.push_back(on<g::short_naming_attribute>(
        {"to_apply=f", "calls=a, b", "branch_computations={}", "control-predecessors={a}", "body=b", "condition=c",
         "called_computations={a}", "false_computation=f", "true_computation=t", "scatter=s", "select=s"},
        {"", "to_apply=%f", "index=1", "calls="}));
    all.push_back(
        {rule_name<g::short_list_comma>(), looks<g::short_list_comma>, {", a", ", %a"}, {"", ",", ", 1", ", a="}});
    all.push_back(on<g::short_attribute_text>({"", "1", "{a}", "a, b", "\"q\"", "(a)", "[2]<=[4]", "1,2", "é"},
                                              {"{", "a, b=c", ")"}));
    all.push_back(
        on<g::short_text_attribute>({"index=0", "padding=", "to_apply=f", "strength=a, b"}, {"", "index", "=1"}));
    all.push_back(on<g::short_complete_attribute>({"dimensions={0,1}", "to_apply=f"}, {"", "index=x", "to_apply=%f"}));
    all.push_back(on<g::short_attribute>({"index=0", "strength=a, b", "to_apply=f"}, {"", "index", "=1"}));
    all.push_back(on<g::short_attributes>({"", ", index=0, to_apply=f"}, {",index=0", ", "}));
    all.push_back(on<g::braced_computations>({"{}", "{%a, %b}"}, {"", "{%a,%b}", "%a"}));
    all.push_back(on<g::some_computations>({"{%a}", "{%a, %b}"}, {"", "{}", "{a}"}));
    same<g::escaped_value, g::frontend_escaped>(all, with_empty(escaped), not_escaped);
    all.push_back(on<g::domain_kind>({"", "a/b c", "it's", "\xC3\xA9"}, {"a\"b", "a\nb", "\xFF"}));
    same<g::raw_value, g::origin_name, g::origin_call>(all, {"", "a/b c", "it's", "\xC3\xA9", "a\"b"},
                                                       {"a\nb", "\xFF"});
    all.push_back(ahead<g::raw_value_end>({}, {"", "a", "\"a"}));
    all.back() = {rule_name<g::raw_value_end>(), looks<g::raw_value_end>, {"\"", "\", a", "\"\n"}, {"", "a", "\"a"}};
    all.back().accepted = {"\""};
    all.push_back(on<g::index_like>({"{}", "{0}", "{1 ,0}", "{-1}"}, {"", "{a}", "{", "0"}));
    all.push_back(on<g::origin_name_end>({"\"", "\"}", "\" {0}}", "\"  {0} }", "\"{0}}"}, {"", "\"a}", "\" {a}}"}));
    all.push_back(on<g::origin_call_end>({"\"]", "\"]}"}, {"", "\"", "\"] }"}));
    all.push_back(on<g::quoted_value>({"\"\"", "\"a\\'b\""}, {"", "\"it's\"", "\"a", "a"}));
    all.push_back(on<g::raw_string>({"\"it's\"", "\"\""}, {"", "\"a", "a"}));
    same<g::dict_value, g::frontend_dict>(all, {"{}", "{\"a\":\"}\"}", " {} ", "// a\n{\n}/* b\n */", "\n{}"},
                                          {"", "{", "\"{}\"", "{}x", "{}/*"});
    all.back().accepted.insert(all.back().accepted.end(), {"{} // a\n", "\n{}\n"});
    all.push_back(ahead<g::space_after_dict>({}, {}));
    all.back() = {rule_name<g::space_after_dict>(),
                  looks<g::space_after_dict>,
                  {" ", "\n\n", "// a", "/* a */"},
                  {"", "a", "\n"}};
    all.push_back({rule_name<g::config_end>(),
                   looks<g::config_end>,
                   {"\n", "\n<1", "\n}", "\n  ROOT", "\n\n\nHloLiveRange", "\n\nHloLiveRange", "\n\n*** End "},
                   {"", " ", "\n\n", "\n // a"}});
    all.push_back(on<g::config>({"{\"a\":1}", "\"plain\""}, {"", "plain", "{"}));
    all.push_back(on<g::fusion_kind>({"kLoop", "kInput", "kOutput", "kCustom"}, {"", "Loop", "kloop"}));
    all.push_back(on<g::comparison_direction>({"EQ", "NE", "GE", "GT", "LE", "LT"}, {"", "eq", "G"}));
    all.push_back(on<g::comparison_type>({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}, {"", "INT"}));
    all.push_back(on<g::comparison_order>({"TOTAL", "PARTIAL"}, {"", "TOTALORDER"}));
    all.push_back(on<g::fft_type>({"FFT", "IFFT", "RFFT", "IRFFT"}, {"", "DFT"}));
    all.push_back(on<g::transpose_word>({"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}, {"", "NONE"}));
    all.push_back(on<g::convolution_kind>({"fprop", "wgrad", "dgrad"}, {"", "bprop"}));
    all.push_back(on<g::distribution>({"rng_uniform", "rng_normal", "rng_invalid"}, {"", "uniform"}));
    all.push_back(on<g::padding_type>({"PADDING_VALID", "PADDING_SAME"}, {"", "VALID"}));
    all.push_back(on<g::schedule>(
        {"SCHEDULE_LATEST", "SCHEDULE_EARLIEST", "LATE_AS_POSSIBLE", "EARLY_AS_POSSIBLE", "LATEST", "EARLIEST"},
        {"", "LATE"}));
    all.push_back(on<g::api_version>({"API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
                                      "API_VERSION_TYPED_FFI", "API_VERSION_UNSPECIFIED"},
                                     {"", "API_VERSION_ORIGINAL"}));
    all.push_back(on<g::collective_mode>(
        {"cross_replica", "cross_partition", "cross_replica_and_partition", "flattened_id"}, {"", "cross"}));
    all.push_back(on<g::shuffle_mode>({"rotate"}, {"", "rotated"}));
    all.push_back(on<g::mode>({"rotate", "cross_replica"}, {"", "mode"}));
    all.push_back(on<g::rng_algorithm>({"rng_default", "rng_three_fry", "rng_philox"}, {"", "rng"}));
    all.push_back(on<g::dot_algorithm>({"dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16",
                                        "dot_f16_f16_f32", "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32",
                                        "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6", "dot_bf16_bf16_f32_x9",
                                        "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32",
                                        "dot_f64_f64_f64", "dot_bf16_bf16_fp8x3", "dot_bf16_bf16_fp8x4"},
                                       {"", "dot_bf16_bf16_f32_x2"}));
    all.push_back(on<g::algorithm>({"rng_philox", "dot_f32_f32_f32"}, {"", "philox"}));
    all.push_back(on<g::precision>({"default", "high", "highest", "packed_nibble"}, {"", "higher"}));
    all.push_back(on<g::precisions>({"{highest,default}", "{high}"}, {"", "{}", "{high, high}"}));
    same<g::slice_start, g::slice_limit, g::slice_stride, g::pair_source, g::pair_target, g::padding_interior,
         g::window_number, g::scaling_number, g::alias_operand, g::sparse_dimension, g::sparse_n, g::sparse_m,
         g::config_n, g::config_m>(all, numbers, no_numbers);
    all.push_back(on<g::slice_dimension>({"[0:4]", "[2:8:2]"}, {"", "[0]", "[0:4:]", "[0, 4]"}));
    all.push_back(on<g::slice_ranges>({"{}", "{[0:4], [2:8]}"}, {"", "{[0:4],[2:8]}", "[0:4]"}));
    all.push_back(on<g::device_pair>({"{0,1}"}, {"", "{0}", "{0, 1}"}));
    all.push_back(on<g::device_pairs>({"{}", "{{0,1},{1,0}}"}, {"", "{{0,1}, {1,0}}", "{0,1}"}));
    all.push_back(on<g::padding_dimension>({"0_-1", "2_2_1"}, {"", "0", "0_", "0_0_-1"}));
    all.push_back(on<g::padding_config>({"", "0_0", "0_-1x2_2"}, {"0", "0_0x", "0_0 x 1_1"}));
    same<g::window_numbers, g::window_size, g::window_stride, g::lhs_dilate, g::rhs_dilate, g::scaling_numbers,
         g::scaling_strides, g::scaling_steps>(all, {"1", "3x1"}, {"", "3x", "3,1"});
    all.push_back(on<g::window_padding>({"0_0", "-1_2"}, {"", "0", "0_"}));
    all.push_back(on<g::window_pad>({"1_1", "1_1x0_0"}, {"", "1_1,0_0"}));
    all.push_back(on<g::reversal>({"0", "1"}, {"", "2"}));
    all.push_back(on<g::rhs_reversal>({"1", "1x0"}, {"", "true"}));
    all.push_back(on<g::window_fields>(
        {"size=3x1", "size=3x1 stride=2x2 pad=1_1x0_0 lhs_dilate=2x1 rhs_dilate=1x2 rhs_reversal=1x0"},
        {"", "stride=2", "size=3 pad=1_1 stride=2"}));
    all.push_back(on<g::window>({"{}", "{size=3}"}, {"", "{size=}", "{ size=3}", "size=3"}));
    all.push_back(on<g::input_label>({"b", "f", "?", "0"}, {"", "i", "10"}));
    all.push_back(on<g::kernel_label>({"i", "o", "?", "9"}, {"", "b"}));
    all.push_back(on<g::input_labels>({"bf", "b01f"}, {"", "b", "io"}));
    all.push_back(on<g::kernel_labels>({"io", "01io"}, {"", "i", "bf"}));
    all.push_back(
        on<g::dim_labels>({"b01f_01io->b01f", "bf_io->bf", "?bf_io->bf"}, {"", "b01f", "bf_io", "bf-io->bf"}));
    same<g::layout_constraint, g::outfeed_shape>(all, shapes, no_shapes);
    all.push_back(on<g::layout_constraints>({"{}", "{f32[2]{0}, s32[]}"}, {"", "{f32[],s32[]}", "f32[]"}));
    same<g::alias_output, g::alias_operand_index>(all, indexes, no_indexes);
    all.push_back(on<g::origin_index>({"{0}", "{1,0}"}, {"", "{}", "{0, 1}"}));
    all.push_back(on<g::alias>({"{}: (0, {})", "{1,0}: (2, {1})"}, {"", "{}:(0, {})", "{}: (0,{})", "{}: (0)"}));
    all.push_back(on<g::aliases>({"{{}: (0, {})}", "{{0}: (0, {}), {1}: (1, {})}"}, {"", "{}", "{}: (0, {})"}));
    all.push_back(on<g::frontend_key>({"_pairs", "x.y", "a-1", "a/b", "a b", "größe:1"},
                                      {"", " a", "a=", "a,b", "{}", "a\"b", "a<.b", "a(b", "a'", "a\\b", "a;b"}));
    all.push_back(ahead<g::frontend_end>({"}", ",b=\"", ",b={"}, {"", ",", ", b=1", ",b=1", "x"}));
    all.push_back(ahead<g::frontend_raw_end>({"\"}", "\",b=\"", "\",b={"}, {"", "}", "\",b=1", "\" }"}));
    all.push_back({rule_name<g::frontend_raw>(),
                   looks<g::seq<g::frontend_raw, g::frontend_raw_end>>,
                   {"a \"b\" c\"}", "\"}", "it's\",b=\"1\"}", "a\nb\"}"},
                   {"", "a", "a\n<1 b @", "a\n  ROOT %b = "}});
    all.push_back(on<g::frontend_bare>({"1", "a_b", "//"}, {"", "a,b", "\"a\"", "{a}", "//\n{}", "/**/{}"}));
    all.push_back({rule_name<g::frontend_value>(),
                   matches<g::seq<g::frontend_value, g::one<'}'>>>,
                   {"{\"a\":1}}", "\"a\"}", "\"a \"b\" c\"}"},
                   {"", "\"a\"", "}", "1}"}});
    all.push_back(on<g::bare_frontend_attribute>({"a=b", "x.y=1"}, {"", "a", "a=", "a=\"b\"", "a={}"}));
    all.push_back({rule_name<g::frontend_attribute>(),
                   matches<g::seq<g::frontend_attribute, g::one<'}'>>>,
                   {"a=\"b\"}", "a={}}"},
                   {"", "a}", "a=}", "=\"b\"}"}});
    all.push_back(on<g::frontend_attributes>(
        {"{a=\"b\"}", "{_pairs={{0,1},{1,0}},kind=\"a\\'b\",x.y=\"{\"}", "{a=b}", "{a=1,b=2}", "{a=\"x\",b=c\"}"},
        {"", "{}", "{a=\"b\",}", "{a}", "{a=\"b\",c=d}", "{a=b,c=\"d\"}", "{a={},b=c}"}));
    all.push_back(on<g::origin_named>({"\"add.3\"", "\"w\" {0}"}, {"", "add", "\"w\"{0}", "\"w\" "}));
    all.push_back(on<g::origin_leaf>({"{}", "{\"add.3\"}", "{\"w\" {1,0}}", "{\"a\"b\" {1}}"},
                                     {"", "{add}", "{\"w\" }", "{\"a\"  {1}}, {\"b\"}"}));
    all.push_back(ahead<g::origin_invisible>({",", ")"}, {"", "{"}));
    all.push_back(on<g::empty_origin_tuple>({"()"}, {"", "( )"}));
    all.push_back({rule_name<g::origin_part>(),
                   matches<g::seq<g::origin_part, g::one<')'>>>,
                   {"{\"a\"})", ")", "({}))"},
                   {"", "a)"}});
    all.push_back({rule_name<g::origin_parts>(),
                   matches<g::seq<g::origin_parts, g::one<')'>>>,
                   {"{\"a\"}, {})", ", {\"a\"})"},
                   {"", "{},{})"}});
    all.push_back(on<g::origin_tuple>({"()", "({}, {\"a\"})", "(, {\"a\"})", "(({}), {})"}, {"", "(", "({},{})"}));
    all.push_back(on<g::origin_node>({"{}", "({})"}, {"", "[synthetic_call]", "a"}));
    all.push_back(on<g::origin_tree>({"{}", "({})"}, {"", "[synthetic_call]", "a"}));
    all.push_back(on<g::origin_root>({"{}", "{\"a\"},[\"x\"]", "(),[\"\"]", "{},[\"x\"],[\"y\"]"},
                                     {"", "{},[]", "{}, [\"x\"]", "{},[\"x\"],[\"y\"", "{},[\"x\"],"}));
    same<g::synthetic_call, g::synthetic_root>(all, {"[synthetic_call]"}, {"", "synthetic_call"});
    all.push_back(on<g::origin>(
        {"{{\"add.3\"}}", "{{\"a\"},[\"x\"]}", "{({\"w\" {0}}, {\"w\" {1,0}}, {})}", "{[synthetic_call]}"},
        {"", "{}", "{\"add.3\"}", "{a}"}));
    same<g::domain_entry, g::domain_exit>(all, {"{replicated}", "{}"}, {"", "replicated"});
    all.push_back(on<g::domain>({"{kind=\"sharding\", entry={replicated}, exit={}}"},
                                {"", "{kind=sharding, entry={}, exit={}}", "{kind=\"a\",entry={},exit={}}"}));
    all.push_back(on<g::highest_accuracy>({"{mode=highest}"}, {"", "{mode=default}"}));
    all.push_back(on<g::tolerance>({"{tolerance={atol=0,rtol=1e-05,ulps=2}}"},
                                   {"", "{tolerance={atol=0}}", "{tolerance={atol=0, rtol=0, ulps=2}}"}));
    all.push_back(on<g::result_accuracy>({"{mode=highest}", "{tolerance={atol=0.1,rtol=0,ulps=0}}"},
                                         {"", "{}", "{mode=lowest}"}));
    all.push_back(on<g::statistic_name>({"a b", "count"}, {"", "a=b", "a,b"}));
    all.push_back(on<g::statistic>({"a b=1.5"}, {"", "a", "a=", "a=1.0"}));
    all.push_back(on<g::statistic_list>({",a=1", ",a=1,b=2"}, {"", "a=1", ",a=1,"}));
    all.push_back(on<g::statistics>({"{visualizing_index=0,a=1}"}, {"", "{visualizing_index=0}", "{a=1}"}));
    all.push_back(on<g::sparsity_left>({"L."}, {"", "R."}));
    all.push_back(on<g::sparsity_right>({"R."}, {"", "L."}));
    all.push_back(on<g::sparsity_descriptor>({"L.1@2:4", "R.0@2:4"}, {"", "L.1", "1@2:4", "L1@2:4"}));
    all.push_back(on<g::sparsity>({"L.1@2:4", "L.1@2:4_R.0@2:4"}, {"", "L.1@2:4,R.0@2:4"}));
    same<g::operand_sparsity, g::lhs_sparsity, g::rhs_sparsity>(
        all, {"{sparsity=2x4 dimension=1 stride=1}", "{sparsity=2x4 dimension=1 stride=1 idx=3}"},
        {"", "{sparsity=2x4}", "{}"});
    all.push_back(on<g::sparsity_config>(
        {"{lhs={sparsity=2x4 dimension=1 stride=1}}", "{rhs={sparsity=2x4 dimension=1 stride=1}}",
         "{lhs={sparsity=2x4 dimension=1 stride=1} rhs={sparsity=2x4 dimension=1 stride=1}}"},
        {"", "{}", "{rhs={sparsity=2x4 dimension=1 stride=1} lhs={sparsity=2x4 dimension=1 stride=1}}"}));
    same<g::operand_scaling, g::lhs_scaling, g::rhs_scaling>(
        all, {"{scale_idx=2}", "{scale_idx=2 zero_idx=3 strides=1x32 steps=1x1}", "{scale_idx=2 steps=1}"},
        {"", "{}", "{zero_idx=3}", "{scale_idx=2 steps=1 strides=1}", "{scale_idx=2,steps=1}"});
    all.push_back(on<g::block_scaling_config>(
        {"{lhs={scale_idx=2}}", "{rhs={scale_idx=2}}", "{lhs={scale_idx=2} rhs={scale_idx=3}}"},
        {"", "{}", "{rhs={scale_idx=2} lhs={scale_idx=3}}", "{lhs={scale_idx=2},rhs={scale_idx=3}}"}));
    all.push_back(on<g::braced_delta>({"{15}", "{-1}"}, {"", "{}", "15", "{1,2}"}));
    all.push_back(on<g::delta>({"15", "{15}"}, {"", "{}", "x"}));
    all.push_back(on<g::slice_sizes>({"{}", "{1,2}", "{{1,2},{3}}"}, {"", "{{1}, {2}}", "1"}));
    all.push_back(on<g::typed_attribute>({"dimensions={0,1}", "kind=kLoop", "padding=", "metadata={}", "order=TOTAL",
                                          "shifts={-1}", "block_scaling_config={lhs={scale_idx=2}}"},
                                         {"", "dimensions", "kind=loop", "unknown={}", "dimensions={0, 1}"}));
    all.push_back(
        on<g::complete_attribute>({"dimensions={0,1}", "index=3"}, {"", "index=3 ", "index=x", "index=3,k=1"}));
    all.push_back(ahead<g::attribute_end>({"", ", a", "\n", "<1"}, {",a", "<=", " "}));
}

} // namespace ballast::tests
