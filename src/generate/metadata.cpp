#include "ast/known_items.hpp"
#include "generate/nodes.hpp"

namespace ballast::generate {

ast::list<ast::unknown_item> nodes::unknown_items(std::int64_t known, std::initializer_list<std::string_view> texts)
{
    std::int64_t after = 0;
    return many(1, 3, [&] {
        if (after < known) after += below(known - after + 1);
        return ast::unknown_item{after, pick(texts)};
    });
}

ast::box<std::string_view> nodes::unknown_tail()
{
    if (!unknown(20)) return {};
    return memory_.make(pick({", flavor=sweet", " (page: 3)", " in {vmem}", ", a=[1,2] (b)"}));
}

ast::metadata nodes::with_unknown_fields(ast::metadata node)
{
    if (!unknown(12)) return node;
    auto rare = *node.rare;
    rare.unknown_items = unknown_items(
        ast::known_items(node), {"flavor=sweet", "a_b=\"x \\\"y\\\"\"", "ids={1, {2}}", "source=(3)", "op=[1,2]"});
    node.rare = memory_.share(rare);
    return node;
}

ast::metadata nodes::metadata() { return with_unknown_fields(known_metadata()); }

ast::metadata nodes::known_metadata()
{
    ast::metadata result;
    if (chance(2)) result.op_type = pick({"add", "dot_general"});
    if (chance(2)) result.op_name = pick({"jit(f)/a", "params[\\'w\\']", "\\303\\251", "a (b"});
    if (chance(2)) result.source_file = pick({"f.py", "a b/c.py"});
    if (chance(2)) result.source_line = 1 + below(1000);
    if (chance(4, feature::source_columns)) result.source_end_line = 1 + below(100);
    if (chance(4, feature::source_columns)) result.source_column = 1 + below(100);
    if (chance(4, feature::source_columns)) result.source_end_column = 1 + below(100);
    ast::rare_metadata rare;
    if (chance(4, feature::profile_types)) rare.profile_types = many(1, 3, [&] { return 1 + below(3); });
    rare.bare_deduplicated_name = can(feature::bare_deduplicated_name);
    if ((can(feature::deduplicated_name) || rare.bare_deduplicated_name) && chance(4))
        rare.deduplicated_name = "fusion.1";
    else
        rare.bare_deduplicated_name = false;
    rare.preserve_layout = chance(5, feature::preserve_layout);
    if (chance(4, feature::scheduling_name)) result.scheduling_name = pick({"fusion.3", "it's"});
    if (!readable() && chance(4, feature::stack_frame_id)) result.stack_frame_id = 1 + below(100);
    if (chance(4, feature::metadata_payload)) rare.payload = pick({"", "\\001x"});
    result.rare = memory_.share(rare);
    return result;
}

ast::metadata nodes::instruction_metadata()
{
    if (!readable() && chance(8, feature::empty_metadata)) return {};
    auto result = known_metadata();
    if (!result.op_type.empty() || !result.op_name.empty() || !result.source_file.empty())
        return with_unknown_fields(result);
    const auto alone = !result.scheduling_name.empty() ? feature::scheduling_name_alone
                       : result.stack_frame_id != 0    ? feature::stack_frame_id_alone
                                                       : feature::empty_metadata;
    if (!can(alone) || (readable() && alone == feature::empty_metadata)) result.op_name = "x";
    return result;
}

} // namespace ballast::generate
