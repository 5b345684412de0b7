// Shardings and replica groups are typed, checked strictly, and printed back.
#include "tests/support/attribute_value.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Shardings, HoldWhatTheySay)
{
    const auto sharding = [](std::string_view text) {
        return value<ast::sharding>("negate", "sharding=" + std::string(text));
    };
    EXPECT_TRUE(std::holds_alternative<ast::replicated_sharding>(sharding("{replicated}").form));
    EXPECT_EQ(std::get<ast::maximal_sharding>(sharding("{maximal device=3}").form).device, 3);
    const auto tiled = std::get<ast::tiled_sharding>(sharding("{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}").form);
    EXPECT_EQ(list_of(tiled.dimensions), (numbers{2, 1, 2}));
    EXPECT_EQ(list_of(std::get<ast::list<std::int64_t>>(tiled.devices)), (numbers{0, 1, 2, 3}));
    EXPECT_TRUE(tiled.last_tile_dim_replicate);
    const auto iota =
        std::get<ast::tiled_sharding>(sharding("{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={maximul, manual}}").form);
    EXPECT_EQ(list_of(std::get<ast::iota_tiles>(iota.devices).order.transpose), (numbers{1, 0}));
    EXPECT_EQ(iota.last_tile_dims[0], ast::subgroup::maximul);
    const auto tuple = std::get<ast::tuple_sharding>(sharding("{{replicated}, {devices=[4]<=[4]}}").form);
    ASSERT_EQ(tuple.elements.size(), 2U);
    EXPECT_TRUE(std::get<ast::tuple_sharding>(sharding("{}").form).elements.empty());
    const auto noted = sharding("{replicated shard_like 7 metadata={op_name=\"a\" source_line=3}}");
    EXPECT_TRUE(noted.group->like);
    EXPECT_EQ(noted.group->id, 7);
    EXPECT_EQ(noted.metadata[0].source_line, 3);
    EXPECT_EQ(sharding("{manual metadata={{op_name=\"a\"}, {op_name=\"b\"}}}").metadata.size(), 2U);
    EXPECT_TRUE(sharding("{unreduced=min, metadata={{op_type=\"x\"}}}").comma_before_metadata);
    const auto named = *std::get<ast::box<ast::named_sharding>>(
        sharding("{mesh['x'=2,'y z'=4,'a'=2,'b'=3], device_ids=([4,12]T(1,0)), [{'x'}, {'y z':(1)2, ?}, {}], "
                 "replicated={'y z':(2)2}, unreduced=max{'a'}, manual={'b'}}")
            .form);
    EXPECT_EQ(named.mesh.axes[1].name, "y z");
    EXPECT_EQ(named.mesh.axes[1].size, 4);
    EXPECT_EQ(list_of(std::get<ast::iota_order>(named.mesh.device_order).reshape), (numbers{4, 12}));
    ASSERT_EQ(named.dimensions.size(), 3U);
    EXPECT_TRUE(named.dimensions[1].open);
    EXPECT_EQ(named.dimensions[1].axes[0].part, (ast::sub_axis{1, 2}));
    EXPECT_EQ(named.replicated_axes[0].part->before, 2);
    EXPECT_EQ(named.reduction, ast::reduction::max);
    EXPECT_EQ(named.manual_axes.size(), 1U);
}

TEST(Shardings, FormsToComeAreKeptAndNoted)
{
    const auto text = line("negate", "sharding={sliced {a=\"}\"} by 3}");
    const auto result = parse(entry::instruction, text);
    ASSERT_TRUE(result.accepted());
    EXPECT_EQ(print(*result.value), text);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].id, finding_id::unknown_sharding);
    // A text that begins like a known form must have that form.
    for (const auto* wrong : {"{replicated by 3}", "{devices=x}", "{maximal}", "{mesh(x)}", "{3}", "{manual=1}"})
        EXPECT_FALSE(parse(entry::sharding, wrong).accepted()) << wrong;
}

TEST(Shardings, MeshesInEverySpelling)
{
    const auto mesh = [](std::string_view text) {
        return std::get<ast::box<ast::named_sharding>>(
                   value<ast::sharding>("negate", "sharding=" + std::string(text)).form)
            ->mesh;
    };
    EXPECT_EQ(mesh("{@mesh<x=2,y=4>, [{x}, {y:(1)2}]}").form, ast::mesh_form::angle_glued);
    EXPECT_EQ(mesh("{@mesh<x=2>(1,0), [{x}]}").form, ast::mesh_form::angle_glued);
    EXPECT_EQ(mesh("{@mesh<x=2>, device_ids=(1,0), [{x}]}").form, ast::mesh_form::angle);
    EXPECT_EQ(mesh("{mesh[x=2,y=4], [{x}, {}]}").form, ast::mesh_form::bracket);
    EXPECT_EQ(mesh("{mesh['x'=2], replicated}").form, ast::mesh_form::quoted);
    EXPECT_EQ(mesh("{maximal_mesh[device_id=3]}").maximal_device, 3);
    EXPECT_EQ(mesh("{@maximal_mesh<device_id=3>}").form, ast::mesh_form::angle_glued);
    EXPECT_EQ(mesh("{single_device[device_id=3]}").maximal_device, 3);
    EXPECT_EQ(mesh("{single_device[device_id=3]}").form, ast::mesh_form::single);
    EXPECT_EQ(mesh("{mesh['x'=2], unreduced, metadata={{op_name=\"a\"}}}").axes.size(), 1U);
    EXPECT_EQ(kind_of_fault("negate", "sharding={mesh['x'=2], [{x}]}"), "mixed_eras");
    EXPECT_EQ(kind_of_fault("negate", "sharding={mesh[x=2], [{'x'}]}"), "mixed_eras");
}

// Each device once, only axes of the mesh, and each part of them once.
TEST(Shardings, PlaceWhatThereIs)
{
    const auto finding = [](entry which, std::string_view text) -> std::string_view {
        const auto result = parse(which, text);
        return result.accepted() ? "" : info(result.findings.front().id).name;
    };
    const auto sharding = [&](std::string_view text) { return finding(entry::sharding, text); };
    for (const auto* right :
         {"{devices=[2]0,1}", "{devices=[2]5,3}", "{devices=[2,2]<=[4]}", "{devices=[4]<=[2,2]T(1,0)}",
          "{devices=[2,2]<=[4] last_tile_dim_replicate}", "{devices=[2,2]<=[4] last_tile_dims={manual, replicated}}",
          "{mesh['x'=2], [{'x'}, {}]}", "{mesh['x'=4], [{'x':(1)2}, {'x':(2)2}]}", "{maximal_mesh[device_id=0]}",
          "{mesh['x'=2,'y'=2], device_ids=([2,2]T(1,0)), [{}]}", "{mesh['x'=3], device_ids=(2,0,1), [{'x'}]}"})
        EXPECT_EQ(sharding(right), "") << right;
    for (const auto* wrong :
         {"{devices=[2]}", "{devices=[2]0}", "{devices=[2]0,0}", "{devices=[4]<=[8]}", "{devices=[2,2]<=[2]}",
          "{devices=[2,2]<=[4] last_tile_dim_replicate last_tile_dims={manual}}",
          "{devices=[2]<=[2] last_tile_dims={manual, manual}}", "{mesh['x'=3], device_ids=(2,0,2), [{'x'}]}",
          "{mesh['x'=3], device_ids=(1,0), [{'x'}]}", "{mesh['x'=4,'y'=2], device_ids=([2,2]T(1,0)), [{'x'}]}",
          "{devices=[9223372036854775807,2]<=[2]}"})
        EXPECT_EQ(sharding(wrong), "device_count") << wrong;
    for (const auto* wrong : {"{devices=[4]<=[2,2]T(1,1)}", "{devices=[4]<=[2,2]T(5,7)}", "{devices=[4]<=[2,2]T(1)}"})
        EXPECT_EQ(sharding(wrong), "attribute_value") << wrong;
    for (const auto* wrong : {"{devices=[4]<=[2,2]T(0,1)}", "{mesh['x'=3], device_ids=(0,1,2), [{'x'}]}",
                              "{mesh['x'=3], device_ids=([3]), [{'x'}]}", "{devices=[4,2]<=[4,1,2]T(1,0,2)}",
                              "{devices=[8]<=[2,2,2]T(2,0,1)}", "{devices=[2,2]1,0,2,3 last_tile_dim_replicate}",
                              "{devices=[1,2,2]0,1,3,2 last_tile_dims={manual, replicated}}",
                              "{devices=[2,4]<=[2,2,2]T(2,1,0) last_tile_dim_replicate}",
                              "{devices=[2,3]<=[2,3]T(1,0) last_tile_dim_replicate}",
                              "{mesh['x'=8], device_ids=([2,1,4]T(2,1,0)), [{'x'}]}"})
        EXPECT_EQ(sharding(wrong), "default_value") << wrong;
    for (const auto* wrong :
         {"{mesh['x'=2]}", "{maximal_mesh[device_id=0], [{}]}", "{mesh['x'=2], [{'y'}]}",
          "{mesh['x'=2], [{'x'}, {'x'}]}", "{mesh['x'=4], [{'x':(1)2}, {'x':(1)2}]}",
          "{mesh['x'=8], [{'x':(1)4}, {'x':(2)2}]}", "{mesh['x'=4], [{'x':(1)3}]}", "{mesh['x'=4], [{'x':(1)4}]}",
          "{mesh['x'=4], [{'x':(4)1}]}", "{mesh['x'=4], [{'x':(0)2}]}", "{mesh['x'=2,'x'=2], [{'x'}]}",
          "{mesh['x'=2], [{'x'}], manual={'x'}}", "{mesh[], [{'x'}]}", "{mesh[], manual}", "{mesh[], unreduced}",
          "{mesh[], unreduced=max}"})
        EXPECT_EQ(sharding(wrong), "mesh_axis") << wrong;
    const auto groups = [&](std::string_view text) { return finding(entry::replica_groups, text); };
    for (const auto* right : {"[2,4]<=[8]", "[4,2]<=[2,4]T(1,0)", "mesh['x'=2,'y'=4] {'y':(1)2,'x'}", "{{0,1},{2}}",
                              "{{2},{1,0}}", "{}", "{{}}", "{{0}}", "mesh['x'=2] {}", "mesh[] {}"})
        EXPECT_EQ(groups(right), "") << right;
    for (const auto* wrong : {"[8]<=[8]", "[2,2,2]<=[8]", "[2,4]<=[4]", "[2,0]<=[0]", "[0,2]<=[0]"})
        EXPECT_EQ(groups(wrong), "device_count") << wrong;
    for (const auto* wrong : {"mesh['x'=2,'y'=4] {'z'}", "mesh['x'=0] {'x'}", "mesh['x'=2] {'x','x'}"})
        EXPECT_EQ(groups(wrong), "mesh_axis") << wrong;
    for (const auto* wrong : {"[4,2]<=[4,1,2]T(1,0,2)", "[4,2]<=[2,2,2]T(1,2,0)", "[8,1]<=[8,1]T(1,0)"})
        EXPECT_EQ(groups(wrong), "default_value") << wrong;
    EXPECT_EQ(groups("[4,2]<=[2,2,2]T(1,0,2)"), "");
}

TEST(ReplicaGroups, HaveEachDeviceOnceCountedFromZero)
{
    const auto groups = [&](std::string_view text) {
        const auto found = parse(entry::replica_groups, text).findings;
        return found.empty() ? std::string() : found.front().message.text();
    };
    EXPECT_EQ(groups("{{0,1},{1,2}}"), "device 1 is in the groups twice");
    EXPECT_EQ(groups("{{0,0}}"), "device 0 is in the groups twice");
    EXPECT_EQ(groups("{{0,1},{2,4}}"), "device 4 is out of range, the device count is 4");
    EXPECT_EQ(groups("{{1}}"), "device 1 is out of range, the device count is 1");
    EXPECT_EQ(groups("{{0,1},{}}"), "an empty group among 2");
    EXPECT_EQ(groups("{{},{}}"), "an empty group among 2");
    EXPECT_EQ(groups("[2,0]<=[0]"), "2 groups of 0 devices");
    EXPECT_EQ(groups("mesh['x'=2,'y'=2], device_ids=(0,1,2,2) {'x'}"), "devices of a mesh are not a permutation");
    EXPECT_EQ(groups("mesh['x'=2,'y'=2], device_ids=(0,1,2,4) {'x'}"), "devices of a mesh are not a permutation");
    EXPECT_EQ(groups("maximal_mesh[device_id=3] {}"), "device 3 is out of range, the device count is 1");
}

// If several texts have one meaning, XLA prints only one of them.
TEST(Shardings, SubgroupsAreSortedAndMerged)
{
    for (const auto* right :
         {"{devices=[2,2]<=[4] last_tile_dims={manual}}", "{devices=[2,2]<=[4] last_tile_dim_replicate}",
          "{devices=[2,2,2]<=[8] last_tile_dims={manual, replicated}}",
          "{devices=[2,2,2]<=[8] last_tile_dims={maximal, manual}}"})
        EXPECT_TRUE(parse(entry::sharding, right).accepted()) << right;
    for (const auto* wrong :
         {"{devices=[2,2]<=[4] last_tile_dims={replicated}}",
          "{devices=[2,2,2]<=[8] last_tile_dims={unreduced, manual}}",
          "{devices=[2,2,2]<=[8] last_tile_dims={replicated, manual}}",
          "{devices=[2,2,2]<=[8] last_tile_dims={manual, manual}}", "{devices=[4,1]<=[4] last_tile_dims={manual}}",
          "{devices=[4,1]<=[4] last_tile_dim_replicate}", "{devices=[1,4]<=[4] last_tile_dim_replicate}",
          "{devices=[1,4]<=[4] last_tile_dims={manual}}"}) {
        const auto result = parse(entry::sharding, wrong);
        ASSERT_FALSE(result.accepted()) << wrong;
        EXPECT_EQ(result.findings.front().id, finding_id::default_value) << wrong;
    }
}

TEST(Shardings, HaveTheirReplicasInOrder)
{
    for (const auto* right : {"{devices=[2,2]2,3,0,1 last_tile_dim_replicate}", "{devices=[2,2]1,0,3,2}",
                              "{devices=[2,2]0,2,3,1 last_tile_dims={manual}}",
                              "{devices=[1,2,2]2,3,0,1 last_tile_dims={manual, replicated}}",
                              "{devices=[2,2,2]<=[2,2,2]T(2,1,0) last_tile_dims={manual, replicated}}",
                              "{devices=[2,4]<=[2,2,2]T(2,1,0) last_tile_dims={manual}}",
                              "{devices=[2,4]<=[4,2]T(1,0) last_tile_dim_replicate}",
                              "{devices=[4,2]<=[2,2,2]T(1,0,2) last_tile_dim_replicate}"})
        EXPECT_TRUE(parse(entry::sharding, right).accepted()) << right;
}

TEST(Shardings, OfAWholeMeshAreAWord)
{
    for (const auto* right : {"{mesh['x'=2], replicated}", "{mesh['x'=2,'y'=2], manual}", "{mesh['x'=2], [{}]}",
                              "{mesh['x'=2,'y'=2], [], unreduced={'x'}}", "{mesh['x'=2], [], replicated={'x'}}",
                              "{mesh['x'=2], [{}], manual={'x'}}"})
        EXPECT_TRUE(parse(entry::sharding, right).accepted()) << right;
    for (const auto* wrong : {"{mesh['x'=2], []}", "{mesh[], []}", "{mesh['x'=2,'y'=2], [], manual={'x', 'y'}}",
                              "{mesh['x'=2], [], unreduced={'x'}}", "{mesh['x'=2,'y'=2], unreduced{'x'}}"})
        EXPECT_FALSE(parse(entry::sharding, wrong).accepted()) << wrong;
}

// Since 2026-07-17 metadata shows the reduction of unreduced devices.
TEST(Shardings, UnreducedDevicesAreDatedByTheirReduction)
{
    const auto from = [](std::string_view text) {
        const auto result = parse(entry::sharding, text);
        EXPECT_TRUE(result.accepted()) << text;
        return date(result.value->witnesses()).possible;
    };
    constexpr commit_time december = 202612010000;
    for (const auto* text : {"{unreduced}", "{unreduced metadata={op_name=\"a\"}}", "{{unreduced}, {replicated}}",
                             "{devices=[2,2]<=[4] last_tile_dims={unreduced}}"}) {
        EXPECT_TRUE(from(text).contains(202601010000)) << text;
        EXPECT_FALSE(from(text).contains(december)) << text;
    }
    for (const auto* text : {"{unreduced metadata={op_type=\"sdy::reduction_op\" op_name=\"SUM\"}}",
                             "{devices=[2,2]<=[4] last_tile_dims={unreduced} metadata={op_type=\"sdy::reduction_op\" "
                             "op_name=\"SUM\"}}",
                             "{mesh['x'=2], unreduced}"})
        EXPECT_TRUE(from(text).contains(december)) << text;
}

TEST(Shardings, TuplesMarkEveryFifthElementSince2021)
{
    const std::string marked = "sharding={{manual}, {manual}, {manual}, {manual}, {manual}, /*index=5*/{manual}}";
    const std::string unmarked = "sharding={{manual}, {manual}, {manual}, {manual}, {manual}, {manual}}";
    EXPECT_EQ(std::get<ast::tuple_sharding>(value<ast::sharding>("negate", marked).form).elements.size(), 6U);
    EXPECT_EQ(std::get<ast::tuple_sharding>(value<ast::sharding>("negate", unmarked).form).elements.size(), 6U);
    EXPECT_EQ(kind_of_fault("negate", "sharding={{manual}, /*index=5*/{manual}}"), "index_mark");
}

TEST(ReplicaGroups, InAllThreeGenerations)
{
    const auto groups = [](std::string_view text) {
        return value<ast::replica_groups>("all-gather", "replica_groups=" + std::string(text));
    };
    const auto lists = std::get<ast::list<ast::list<std::int64_t>>>(groups("{{0,1},{2,3}}").form);
    EXPECT_EQ(list_of(lists[1]), (numbers{2, 3}));
    EXPECT_TRUE(std::get<ast::list<ast::list<std::int64_t>>>(groups("{}").form).empty());
    const auto iota = std::get<ast::iota_tiles>(groups("[4,2]<=[2,4]T(1,0)").form);
    EXPECT_EQ(list_of(iota.dimensions), (numbers{4, 2}));
    EXPECT_EQ(list_of(iota.order.reshape), (numbers{2, 4}));
    const auto mesh = std::get<ast::mesh_groups>(groups("mesh['x'=2,'y'=4] {'y':(1)2,'x'}").form);
    EXPECT_EQ(mesh.axes[0].part->size, 2);
    EXPECT_EQ(mesh.axes[1].name, "x");
    EXPECT_EQ(kind_of_fault("all-gather", "replica_groups=[4,2]<=[2,4]T(0)"), "attribute_value");
    EXPECT_EQ(kind_of_fault("all-gather", "replica_groups=[4,2]<=[2,4], dimensions={0}"), "replica_groups");
}

} // namespace ballast::tests
