// Cases for the rules of shardings and replica groups.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

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
    all.push_back(
        on<g::single_device>({"single_device[device_id=3]"}, {"", "single_device[3]", "maximal_mesh[device_id=3]"}));
    all.push_back(on<g::angle_maximal_mesh>({"@maximal_mesh<device_id=3>"}, {"", "maximal_mesh[device_id=3]"}));
    all.push_back(
        on<g::mesh>({"mesh[]", "mesh[x=2]", "@mesh<x=2>", "maximal_mesh[device_id=0]", "single_device[device_id=0]"},
                    {"", "mesh", "mesh[x]"}));
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
    all.push_back({rule_name<g::unreduced_alone>(),
                   matches<g::seq<g::unreduced_alone, g::one<'}'>>>,
                   {"}"},
                   {"", " metadata={}}", "=max}"}});
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
    all.push_back(on<g::named_unreduced>({", unreduced", ", unreduced=max"},
                                         {"", ", unreduced=", ", unreduced{'x'}", ", unreduced=min{'x'}"}));
    all.push_back(on<g::named_sharding>({"mesh['x'=2], [{'x'}]", "mesh[], replicated", "maximal_mesh[device_id=1]"},
                                        {"", "[{'x'}]", "mesh['x'=2],replicated"}));
    all.push_back(on<g::listed_word>({"replicated", "devices", "mesh", "maximal_mesh", "single_device"},
                                     {"", "replicate", "meshes", "devices2"}));
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

} // namespace ballast::tests
