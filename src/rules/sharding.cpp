#include "rules/sharding.hpp"

namespace ballast::rules {

namespace {

verdict check_mesh(const ast::mesh& mesh)
{
    const auto* order = std::get_if<ast::iota_order>(&mesh.device_order);
    return order ? check_order(*order) : verdict{};
}

} // namespace

verdict check_order(const ast::iota_order& order)
{
    if (order.transpose.empty() || order.transpose.size() == order.reshape.size()) return {};
    return broken{finding_id::attribute_value,
                  say("transpose of {} dimensions after {}", order.transpose.size(), order.reshape.size())};
}

verdict check_sharding(const ast::sharding& sharding)
{
    if (const auto* tuple = std::get_if<ast::tuple_sharding>(&sharding.form)) {
        for (const auto& element : tuple->elements)
            if (auto found = check_sharding(element)) return found;
    } else if (const auto* tiled = std::get_if<ast::tiled_sharding>(&sharding.form)) {
        if (const auto* iota = std::get_if<ast::iota_tiles>(&tiled->devices)) return check_order(iota->order);
    } else if (const auto* named = std::get_if<ast::box<ast::named_sharding>>(&sharding.form)) {
        return check_mesh((*named)->mesh);
    }
    return {};
}

verdict check_groups(const ast::replica_groups& groups)
{
    if (const auto* iota = std::get_if<ast::iota_tiles>(&groups.form)) return check_order(iota->order);
    if (const auto* mesh = std::get_if<ast::mesh_groups>(&groups.form)) return check_mesh(mesh->mesh);
    return {};
}

} // namespace ballast::rules
