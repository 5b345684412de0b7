// Cases for the rules of literals, shardings and attributes.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts floats{"1", "0.5", "-0", "1e+06", "1e-05", "3.40282347e+38", "inf", "-inf", "nan", "-nan", "nan(0x1)"};
const texts no_floats{"", "1.0", "1.", ".5", "1E6", "1e6", "1e+6", "+1", "01", "nan(0x0)", "nan(1)", "0.50", "true"};
const texts integers{"0", "-5", "17"};
const texts no_integers{"", "-", "-0", "+1", "-01", "1.5"};
const texts number_lists{"0", "1,0", "10,2,3"};
const texts no_number_lists{"", "1,", ",1", "1, 2", "01"};
const texts braced_lists{"{}", "{0}", "{0,-1}"};
const texts no_braced_lists{"", "{", "{0, 1}", "{0,}", "0"};
const texts literals{"1",
                     "true",
                     "(1, -nan)",
                     "{1, 2, 3}",
                     "{ { 1, 2 }, { 3, 4 } }",
                     "{ {1}, {2} }",
                     "{}",
                     "{  }",
                     "{ }",
                     "{...}",
                     "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } } } }",
                     "( {7, 8}, true )",
                     "(  )"};
const texts no_literals{"", "{1,2}", "{ 1,2 }", "1.0", "{", "{1", "(1,2)", "( 1 ", "{1 }", "a"};
const texts leaves{"{replicated}",
                   "{manual}",
                   "{unknown}",
                   "{unreduced}",
                   "{unreduced=max}",
                   "{maximal device=3}",
                   "{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}",
                   "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}",
                   "{replicated shard_as 1}",
                   "{replicated metadata={op_name=\"a\"}}",
                   "{replicated, metadata={{op_name=\"a\"}}}",
                   "{mesh['x'=2,'y'=4], [{'x'}, {'y':(1)2, ?}, {}], replicated={'y':(2)2}}",
                   "{@mesh<x=2>(1,0), [{x}]}",
                   "{mesh[], replicated}"};
const texts no_leaves{"",
                      "{manual x}",
                      "{unknown x}",
                      "{unreduced x}",
                      "{",
                      "replicated",
                      "{replicated=1}",
                      "{maximal}",
                      "{devices=[2,2]<=[4]T(0)}",
                      "{replicated }",
                      "{devices=[2] 0,1}",
                      "{manual, metadata={{}}}",
                      "{replicated metadata={{op_name=\"a\"}}}",
                      "{mesh['x'=2],[{'x'}]}"};

} // namespace

void literal_cases(std::vector<rule_case>& all)
{
    same<g::number, g::literal_number, g::float_value, g::atol, g::rtol, g::statistic_value>(all, floats, no_floats);
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
    same<g::literal, g::literal_part, g::constant_literal>(all, literals, no_literals);
    all.push_back(on<g::literal_parts>({"1", "{1, 2}, true"}, {"", "1,2", "1, "}));
    all.push_back(on<g::tuple_literal>({"( 1 )", "( {7}, true )", "(  )"}, {"", "(1)", "( 1)", "()"}));
    all.push_back(on<g::dynamic_size>(numbers, no_numbers));
    all.push_back(on<g::dynamic_sizes>(number_lists, no_number_lists));
    all.push_back(on<g::literal_shape>({"s32[2]{0}", "f32[]"}, {"", "(f32[])", "b(f32[])"}));
    all.push_back(on<g::shaped_value>({"1", "{...}", "{1, 2}"}, {"", "( 1 )", "{1,2}"}));
    all.push_back(on<g::shaped_array>({"s32[2]{0} {1, 2}", "f32[] 1", "s32[<=4]{0}(2) {1, 2}"},
                                      {"", "s32[2]{0}", "s32[2]{0}{1, 2}", "{1, 2}"}));
    all.push_back(on<g::shaped_token>({"token"}, {"", "token[]", "tokens"}));
    all.push_back(on<g::shaped_parts>({"token", "f32[] 1, token"}, {"", "token,token"}));
    all.push_back(on<g::shaped_tuple>({"( s32[] 1, token )", "(  )"}, {"", "(s32[] 1)", "( s32[] 1"}));
    same<g::shaped_literal, g::shaped_part>(all, {"token", "f32[] 1", "( f32[] 1, ( token ) )"},
                                            {"", "1", "(f32[] 1)"});
    all.push_back(on<g::parenthesised_literal>({"(s32[2] {1, 2})", "(token)"}, {"", "( s32[] 1 )", "()", "s32[] 1"}));
    all.push_back(on<g::literal_value>({"(s32[2] {1, 2})", "( s32[2]{0} {1, 2} )", "token"}, {"", "1", "()"}));
}

void sharding_cases(std::vector<rule_case>& all)
{
    same<g::tile_count, g::reshape_size, g::reshape_one, g::transpose_dimension, g::listed_device, g::mesh_axis_size,
         g::sub_axis_before, g::sub_axis_size, g::group_member>(all, numbers, no_numbers);
    same<g::tile_counts, g::transpose_order, g::listed_devices, g::sharded_dimensions, g::sharded_devices>(
        all, number_lists, no_number_lists);
    all.push_back(on<g::reshape_sizes>({"2,4", "2,2,2"}, {"", "2", "2,"}));
    all.push_back(on<g::iota_order>({"[8]", "[2,4]T(1,0)"}, {"", "[2,4]", "[8]T(0)", "[]"}));
    same<g::iota_tiles, g::iota_groups, g::sharded_iota>(all, {"[2,4]<=[8]", "[4,2]<=[2,4]T(1,0)"},
                                                         {"", "[2,4]", "[8]<=8", "[]<=[8]"});
    all.push_back(on<g::axis_name>({"x", "a b/c<d>", "\xC3\xA9"}, {"", "a'b", "a\nb"}));
    all.push_back(on<g::bare_axis_name>({"x", "data_1"}, {"", "a b", "a'"}));
    all.push_back(on<g::quoted_mesh_axis>({"'x'=2"}, {"", "x=2", "'x'", "'x'=-1"}));
    all.push_back(on<g::bare_mesh_axis>({"x=2"}, {"", "'x'=2", "x"}));
    all.push_back(on<g::quoted_mesh_axes>({"'x'=2", "'x'=2,'y'=4"}, {"", "'x'=2, 'y'=4"}));
    all.push_back(on<g::bare_mesh_axes>({"x=2", "x=2,y=4"}, {"", "x=2, y=4"}));
    all.push_back(on<g::device_order>({"1,0", "[2,2]T(1,0)", "[4]"}, {"", "(1,0)"}));
    same<g::device_ids, g::angle_with_ids>(all, {", device_ids=(1,0)", ", device_ids=([2,2]T(1,0))"},
                                           {"", "(1,0)", ", device_ids=()"});
    all.push_back(on<g::glued_device_ids>({"(1,0)", "([4,2]T(1,0))"}, {"", "()", "1,0"}));
    same<g::maximal_device, g::shard_group_id, g::sharded_device>(all, integers, no_integers);
    all.push_back(on<g::quoted_mesh>({"mesh[]", "mesh['x'=2]", "mesh['x'=2], device_ids=(1,0)"},
                                     {"", "mesh[x=2]", "mesh['x'=2"}));
    all.push_back(on<g::bracket_mesh>({"mesh[x=2,y=4]", "mesh[x=2], device_ids=(1,0)"}, {"", "mesh[]", "mesh['x'=2]"}));
    all.push_back(on<g::angle_mesh>({"@mesh<x=2>", "@mesh<>", "@mesh<x=2>(1,0)", "@mesh<x=2>, device_ids=(1,0)"},
                                    {"", "@mesh[x=2]", "mesh<x=2>"}));
    all.push_back(
        on<g::maximal_mesh>({"maximal_mesh[device_id=3]"}, {"", "maximal_mesh[3]", "@maximal_mesh<device_id=3>"}));
    all.push_back(on<g::angle_maximal_mesh>({"@maximal_mesh<device_id=3>"}, {"", "maximal_mesh[device_id=3]"}));
    all.push_back(
        on<g::mesh>({"mesh[]", "mesh[x=2]", "@mesh<x=2>", "maximal_mesh[device_id=0]"}, {"", "mesh", "mesh[x]"}));
    all.push_back(on<g::sub_axis>({":(1)2"}, {"", ":(1)", "(1)2", ":1"}));
    all.push_back(on<g::quoted_axis>({"'x'", "'x':(1)2"}, {"", "x", "'x", "'x':2"}));
    all.push_back(on<g::bare_axis>({"x", "x:(2)4"}, {"", "'x'", "x:"}));
    all.push_back(on<g::axis>({"'x'", "'x':(1)2", "x", "x:(2)4"}, {"", "'x", "x:", "'x':2"}));
    all.push_back(on<g::axes>({"'x'", "'x', 'y'"}, {"", "'x','y'", "'x', "}));
    same<g::axis_set, g::replicated_axes, g::unreduced_axes, g::manual_axes>(all, {"{'x'}", "{'x', 'y':(1)2}"},
                                                                             {"", "{}", "{'x','y'}", "'x'"});
    all.push_back(on<g::group_members>({"{}", "{0,1}"}, {"", "{0, 1}", "{-1}"}));
    all.push_back(on<g::group_lists>({"{}", "{{0,1},{2,3}}", "{{0},{1}}", "{{}}"}, {"", "{0}", "{{0}, {1}}"}));
    all.push_back(on<g::group_axes>({"'x'", "'y':(1)2,'x'"}, {"", "'x', 'y'"}));
    all.push_back(on<g::mesh_groups>({"mesh['x'=2,'y'=4] {'y':(1)2,'x'}", "mesh[x=2] {x}", "mesh['x'=2] {}"},
                                     {"", "mesh['x'=2]", "mesh['x'=2]{'x'}"}));
    all.push_back(on<g::replica_groups>({"{}", "{{0,1}}", "[2,4]<=[8]", "mesh['x'=2] {'x'}"}, {"", "[8]", "{0,1}"}));
    all.push_back({rule_name<g::sharding_metadata_entry>(),
                   matches<g::seq<g::sharding_metadata_entry, g::one<'}'>>>,
                   {"}", "op_name=\"a\"}"},
                   {"", "a}", "op_name=\"a\" }"}});
    all.push_back(on<g::braced_entry>({"{}", "{op_name=\"a\"}"}, {"", "{a}", "op_name=\"a\""}));
    all.push_back(on<g::several_entries>({"{}, {}", "{op_name=\"a\"}, {op_name=\"b\"}"}, {"", "{}", "{},{}"}));
    all.push_back({rule_name<g::single_entry>(),
                   matches<g::seq<g::single_entry, g::one<'}'>>>,
                   {"}", "op_name=\"a\"}"},
                   {"", "{}}", "a}"}});
    all.push_back(on<g::sharding_metadata>({" metadata={op_name=\"a\"}", " metadata={{}, {}}"},
                                           {"", "metadata={}", " metadata={{}}", ", metadata={{}}"}));
    all.push_back(on<g::braced_entries>({"{}", "{}, {op_name=\"a\"}"}, {"", "{},{}", "op_name=\"a\""}));
    all.push_back(
        on<g::comma_metadata>({", metadata={{}}", ", metadata={{}, {}}"}, {"", " metadata={{}}", ", metadata={}"}));
    all.push_back(on<g::shard_as>({" shard_as "}, {"", "shard_as"}));
    all.push_back(on<g::shard_like>({" shard_like "}, {"", "shard_like"}));
    all.push_back(on<g::shard_group>({" shard_as 1", " shard_like 2"}, {"", " shard_as", "shard_as 1"}));
    all.push_back(on<g::sharded_list>({"[2,1,2]0,1,2,3", "[2]"}, {"", "[]0", "[2] 0,1", "[2]0, 1"}));
    all.push_back(on<g::replicate_last>({" last_tile_dim_replicate"}, {"", "last_tile_dim_replicate"}));
    all.push_back(on<g::subgroup>({"manual", "maximal", "maximul", "replicated", "unreduced", "error_type."},
                                  {"", "max", "error_type"}));
    all.push_back(on<g::subgroups>({"manual", "manual, replicated"}, {"", "manual,replicated"}));
    all.push_back(on<g::last_tile_dims>({" last_tile_dims={manual}", " last_tile_dims={maximul, replicated}"},
                                        {"", " last_tile_dims={}"}));
    all.push_back(
        on<g::tiled_sharding>({"devices=[2]0,1", "devices=[2]<=[2] last_tile_dim_replicate last_tile_dims={manual}"},
                              {"", "devices=", "devices=2"}));
    all.push_back(on<g::replicated_word>({"replicated"}, {"", "replicate"}));
    all.push_back(on<g::manual_word>({"manual"}, {"", "man"}));
    all.push_back(on<g::unknown_word>({"unknown"}, {"", "unknow"}));
    all.push_back(on<g::max_reduction>({"max"}, {"", "min"}));
    all.push_back(on<g::min_reduction>({"min"}, {"", "max"}));
    all.push_back(on<g::reduction>({"max", "min"}, {"", "sum"}));
    all.push_back(on<g::unreduced_word>({"unreduced", "unreduced=max"}, {"", "unreduced=", "unreduced=sum"}));
    all.push_back(on<g::maximal_word>({"maximal device=0"}, {"", "maximal", "maximal device="}));
    all.push_back(
        on<g::simple_sharding>({"replicated", "manual", "unknown", "unreduced", "maximal device=1", "devices=[2]0,1"},
                               {"", "tiled", "{replicated}"}));
    all.push_back(on<g::open_dimension>({"?"}, {"", "*"}));
    all.push_back(on<g::dimension_axes>({"{}", "{?}", "{'x'}", "{'x', ?}"}, {"", "{?, 'x'}", "{'x',?}", "'x'"}));
    all.push_back(on<g::dimension_list>({", []", ", [{'x'}, {}]"}, {"", "[{'x'}]", ", [{'x'},{}]"}));
    all.push_back(on<g::named_dimensions>({", [{}]", ", [{'x'}], replicated={'y'}, unreduced=max{'z'}, manual={'w'}"},
                                          {"", ", [{}], manual={'w'}, replicated={'y'}"}));
    all.push_back(on<g::named_replicated>({", replicated"}, {"", "replicated"}));
    all.push_back(on<g::named_manual>({", manual"}, {"", "manual"}));
    all.push_back(on<g::named_unreduced>({", unreduced", ", unreduced=max", ", unreduced{'x'}", ", unreduced=min{'x'}"},
                                         {"", ", unreduced=", ", unreduced={}"}));
    all.push_back(on<g::named_sharding>({"mesh['x'=2], [{'x'}]", "mesh[], replicated", "maximal_mesh[device_id=1]"},
                                        {"", "[{'x'}]", "mesh['x'=2],replicated"}));
    all.push_back(
        on<g::listed_word>({"replicated", "devices", "mesh", "maximal_mesh"}, {"", "replicate", "meshes", "devices2"}));
    all.push_back(on<g::unlisted_sharding>({"sliced", "manual_axes {a}", "sliced {a} by \"}\"", "replicate"},
                                           {"", "replicated", "devices=x", "3", "a}"}));
    all.push_back(on<g::sharding_close>({"}"}, {"", "]"}));
    same<g::leaf_sharding, g::sharding_element>(all, leaves, no_leaves);
    all.push_back(on<g::sharding_separator>({", ", ", /*index=5*/"}, {"", ","}));
    all.push_back(on<g::sharding_elements>({"{replicated}", "{replicated}, {manual}"}, {"", "{replicated},{manual}"}));
    all.push_back(
        on<g::tuple_sharding>({"{}", "{{replicated}}", "{{replicated}, {manual}}"}, {"", "{{}}", "{replicated}"}));
    all.push_back(on<g::sharding>({"{}", "{replicated}", "{{replicated}, {devices=[4]<=[4]}}"},
                                  {"", "{{}}", "replicated", "{{{replicated}}}"}));
}

void attribute_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::sharding_alone>({"sharding={manual}", "{manual}"}, {"", "sharding=", "={manual}"}));
    all.push_back(on<g::replica_groups_alone>({"replica_groups={}", "[2]<=[2]"}, {"", "replica_groups="}));
    all.push_back(on<g::frontend_alone>({"frontend_attributes={a=\"b\"}", "{a=\"b\"}"}, {"", "{}"}));
    all.push_back(on<g::window_alone>({"window={}", "{size=3}"}, {"", "window="}));
    all.push_back(on<g::origin_alone>({"origin={{}}", "{{}}"}, {"", "origin={}"}));
    all.push_back(on<g::domain_alone>({"domain={kind=\"a\", entry={}, exit={}}", "{kind=\"\", entry={}, exit={}}"},
                                      {"", "domain={}"}));
    all.push_back(on<g::accuracy_alone>({"result_accuracy={mode=highest}", "{mode=highest}"}, {"", "{}"}));
    all.push_back(
        on<g::statistics_alone>({"statistics={visualizing_index=0,a=1}", "{visualizing_index=-1,a=1}"}, {"", "{}"}));
    all.push_back(on<g::aliases_alone>({"output_to_operand_aliasing={{}: (0, {})}", "{{}: (0, {})}"}, {"", "{}"}));
    all.push_back(on<g::true_value>({"true"}, {"", "True"}));
    all.push_back(on<g::false_value>({"false"}, {"", "0"}));
    all.push_back(on<g::only_true>({"true"}, {"", "false"}));
    same<g::boolean, g::boolean_element, g::stable>(all, {"true", "false"}, {"", "1", "TRUE"});
    same<g::integer_value, g::integer_element, g::padding_low, g::padding_high, g::window_low, g::window_high, g::ulps,
         g::visualizing_index, g::config_dimension, g::config_stride, g::config_index>(all, integers, no_integers);
    all.push_back(on<g::integer_list>({"0", "0,-1"}, {"", "0, 1"}));
    same<g::integers, g::integers_element>(all, braced_lists, no_braced_lists);
    all.push_back(on<g::some_integers>({"{0}", "{0,1}"}, {"", "{}", "{0, 1}"}));
    all.push_back(on<g::spaced_integers>({"{0}", "{0, 1}"}, {"", "{}", "{0,1}"}));
    all.push_back(on<g::booleans>({"{}", "{true,false}"}, {"", "{true, false}", "{1}"}));
    all.push_back(on<g::integer_lists>({"{{1,2},{3}}", "{{}}"}, {"", "{}", "{{1}, {2}}"}));
    same<g::computation_name, g::computation_element>(all, names, no_names);
    all.push_back(on<g::computation>({"%sum"}, {"", "sum", "%"}));
    same<g::computation_list, g::bare_computations>(all, {"%a", "%a, %b"}, {"", "%a,%b", "a"});
    all.push_back(on<g::braced_computations>({"{}", "{%a, %b}"}, {"", "{%a,%b}", "%a"}));
    all.push_back(on<g::some_computations>({"{%a}", "{%a, %b}"}, {"", "{}", "{a}"}));
    same<g::escaped_value, g::frontend_escaped>(all, with_empty(escaped), not_escaped);
    same<g::raw_value, g::origin_name, g::domain_kind>(all, {"", "a/b c", "it's", "\xC3\xA9"},
                                                       {"a\"b", "a\nb", "\xFF"});
    all.push_back(on<g::quoted_value>({"\"\"", "\"a\\'b\""}, {"", "\"it's\"", "\"a", "a"}));
    all.push_back(on<g::raw_string>({"\"it's\"", "\"\""}, {"", "\"a", "a"}));
    same<g::dict_value, g::frontend_dict>(all, {"{}", "{\"a\":\"}\"}"}, {"", "{", "\"{}\""});
    all.push_back(on<g::config>({"{\"a\":1}", "\"plain\""}, {"", "plain", "{"}));
    all.push_back(on<g::fusion_kind>({"kLoop", "kInput", "kOutput", "kCustom"}, {"", "Loop", "kloop"}));
    all.push_back(on<g::comparison_direction>({"EQ", "NE", "GE", "GT", "LE", "LT"}, {"", "eq", "G"}));
    all.push_back(on<g::comparison_type>({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}, {"", "INT"}));
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
    all.push_back(on<g::rng_algorithm>({"rng_default", "rng_three_fry", "rng_philox"}, {"", "rng"}));
    all.push_back(on<g::dot_algorithm>(
        {"dot_any_f8_any_f8_f32", "dot_any_f8_any_f8_f32_fast_accum", "dot_f16_f16_f16", "dot_f16_f16_f32",
         "dot_bf16_bf16_bf16", "dot_bf16_bf16_f32", "dot_bf16_bf16_f32_x3", "dot_bf16_bf16_f32_x6",
         "dot_bf16_bf16_f32_x9", "dot_tf32_tf32_f32", "dot_tf32_tf32_f32_x3", "dot_f32_f32_f32", "dot_f64_f64_f64"},
        {"", "dot_bf16_bf16_f32_x2"}));
    all.push_back(on<g::algorithm>({"rng_philox", "dot_f32_f32_f32"}, {"", "philox"}));
    all.push_back(on<g::precision>({"default", "high", "highest", "packed_nibble"}, {"", "higher"}));
    all.push_back(on<g::precisions>({"{highest,default}", "{high}"}, {"", "{}", "{high, high}"}));
    same<g::slice_start, g::slice_limit, g::slice_stride, g::pair_source, g::pair_target, g::padding_interior,
         g::window_number, g::alias_operand, g::sparse_dimension, g::sparse_n, g::sparse_m, g::config_n, g::config_m>(
        all, numbers, no_numbers);
    all.push_back(on<g::slice_dimension>({"[0:4]", "[2:8:2]"}, {"", "[0]", "[0:4:]", "[0, 4]"}));
    all.push_back(on<g::slice_ranges>({"{}", "{[0:4], [2:8]}"}, {"", "{[0:4],[2:8]}", "[0:4]"}));
    all.push_back(on<g::device_pair>({"{0,1}"}, {"", "{0}", "{0, 1}"}));
    all.push_back(on<g::device_pairs>({"{}", "{{0,1},{1,0}}"}, {"", "{{0,1}, {1,0}}", "{0,1}"}));
    all.push_back(on<g::padding_dimension>({"0_-1", "2_2_1"}, {"", "0", "0_", "0_0_-1"}));
    all.push_back(on<g::padding_config>({"", "0_0", "0_-1x2_2"}, {"0", "0_0x", "0_0 x 1_1"}));
    same<g::window_numbers, g::window_size, g::window_stride, g::lhs_dilate, g::rhs_dilate>(all, {"1", "3x1"},
                                                                                            {"", "3x", "3,1"});
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
    same<g::alias_output, g::alias_operand_index, g::origin_index>(all, indexes, no_indexes);
    all.push_back(on<g::alias>({"{}: (0, {})", "{1,0}: (2, {1})"}, {"", "{}:(0, {})", "{}: (0,{})", "{}: (0)"}));
    all.push_back(on<g::aliases>({"{{}: (0, {})}", "{{0}: (0, {}), {1}: (1, {})}"}, {"", "{}", "{}: (0, {})"}));

    all.push_back(on<g::frontend_key>({"_pairs", "x.y", "a-1"}, {"", "a b", "a="}));
    all.push_back(ahead<g::frontend_end>({"}", ",b=\"", ",b={"}, {"", ",", ", b=1", ",b=1", "x"}));
    all.push_back(ahead<g::frontend_raw_end>({"\"}", "\",b=\"", "\",b={"}, {"", "}", "\",b=1", "\" }"}));
    all.push_back({rule_name<g::frontend_raw>(),
                   looks<g::seq<g::frontend_raw, g::frontend_raw_end>>,
                   {"a \"b\" c\"}", "\"}", "it's\",b=\"1\"}"},
                   {"", "a", "a\n\"}"}});
    all.push_back(on<g::frontend_bare>({"1", "a_b"}, {"", "a,b", "\"a\"", "{a}"}));
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
    all.push_back(on<g::origin_leaf>({"{}", "{\"add.3\"}", "{\"w\" {1,0}}"}, {"", "{add}", "{\"w\" }"}));
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
    all.push_back(on<g::synthetic_call>({"[synthetic_call]"}, {"", "synthetic_call"}));
    all.push_back(on<g::origin>({"{{\"add.3\"}}", "{({\"w\" {0}}, {\"w\" {1,0}}, {})}", "{[synthetic_call]}"},
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
        {"{}", "{lhs={sparsity=2x4 dimension=1 stride=1}}", "{rhs={sparsity=2x4 dimension=1 stride=1}}",
         "{lhs={sparsity=2x4 dimension=1 stride=1} rhs={sparsity=2x4 dimension=1 stride=1}}"},
        {"", "{rhs={sparsity=2x4 dimension=1 stride=1} lhs={sparsity=2x4 dimension=1 stride=1}}"}));
    all.push_back(on<g::slice_sizes>({"{}", "{1,2}", "{{1,2},{3}}"}, {"", "{{1}, {2}}", "1"}));
    all.push_back(on<g::typed_attribute>(
        {"dimensions={0,1}", "kind=kLoop", "padding=", "metadata={}", "control-predecessors={%a}"},
        {"", "dimensions", "kind=loop", "unknown={}", "dimensions={0, 1}"}));
    all.push_back(
        on<g::complete_attribute>({"dimensions={0,1}", "index=3"}, {"", "index=3 ", "index=x", "index=3,k=1"}));
    all.push_back(ahead<g::attribute_end>({"", ", a", "\n", "<1"}, {",a", "<=", " "}));
}

} // namespace ballast::tests
