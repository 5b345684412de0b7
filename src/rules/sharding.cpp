#include "rules/sharding.hpp"

#include "base/shown.hpp"
#include "rules/unknown_item.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ballast::rules {

namespace {

violation wrong_devices(finding_message text) { return {finding_id::device_count, std::move(text)}; }
violation wrong_axis(finding_message text) { return {finding_id::mesh_axis, std::move(text)}; }

// Empty if it does not fit into 63 bits.
std::optional<std::int64_t> product(const ast::list<std::int64_t>& factors)
{
    std::int64_t result = 1;
    for (const auto f : factors)
        if (__builtin_mul_overflow(result, f, &result)) return std::nullopt;
    return result;
}

bool ascends_from_zero(const ast::list<std::int64_t>& values)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != static_cast<std::int64_t>(i)) return false;
    return true;
}

// True if the values are 0 to size - 1, each once.
bool is_permutation(const ast::list<std::int64_t>& values)
{
    std::vector<bool> seen(values.size());
    for (const auto v : values) {
        if (v < 0 || static_cast<std::size_t>(v) >= seen.size() || seen[static_cast<std::size_t>(v)]) return false;
        seen[static_cast<std::size_t>(v)] = true;
    }
    return true;
}

verdict check_iota(const ast::iota_tiles& tiles)
{
    if (auto found = check_order(tiles.order)) return found;
    const auto placed = product(tiles.dimensions);
    const auto counted = product(tiles.order.reshape);
    if (placed && placed == counted) return {};
    return wrong_devices(
        say("tiles for {} devices, the iota has {}", placed.value_or(INT64_MAX), counted.value_or(INT64_MAX)));
}

// Checks that the number of devices is that of the dimensions, and that each device occurs once.
verdict check_devices(const ast::list<std::int64_t>& devices, const ast::list<std::int64_t>& dimensions)
{
    const auto count = product(dimensions);
    if (!count || std::cmp_not_equal(*count, devices.size()))
        return wrong_devices(say("tiles for {} devices, {} are listed", count.value_or(INT64_MAX), devices.size()));
    if (is_permutation(devices)) return {};
    std::vector<std::int64_t> sorted;
    for (const auto d : devices) sorted.push_back(d);
    std::ranges::sort(sorted);
    if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
        return wrong_devices(say("device {} is listed twice", *twice));
    return {};
}

// The position of a subgroup in XLA's order; empty for a type without one.
std::optional<int> rank_of(ast::subgroup group)
{
    switch (group) {
    case ast::subgroup::maximal:
    case ast::subgroup::maximul: return 0;
    case ast::subgroup::manual: return 1;
    case ast::subgroup::unreduced: return 2;
    case ast::subgroup::replicated: return 3;
    default: return std::nullopt;
    }
}

// True if devices ascend in each group of `size` consecutive devices.
bool groups_ascend(const ast::list<std::int64_t>& devices, std::int64_t size)
{
    for (std::size_t i = 1; i < devices.size(); ++i)
        if (i % static_cast<std::size_t>(size) != 0 && devices[i] <= devices[i - 1]) return false;
    return true;
}
// They ascend if the dimensions that a group spans keep their order.
bool groups_ascend(const ast::iota_order& order, std::int64_t size)
{
    std::int64_t reached = 1;
    for (auto i = order.transpose.size(); i-- > 1;) {
        reached *= order.reshape[static_cast<std::size_t>(order.transpose[i])];
        if (reached >= size) break;
        if (order.transpose[i - 1] > order.transpose[i]) return false;
    }
    return true;
}

// The order of replicated devices has no meaning: XLA sorts them.
verdict check_replicas(const ast::tiled_sharding& tiled, std::int64_t size)
{
    const auto* iota = std::get_if<ast::iota_tiles>(&tiled.devices);
    if (iota ? groups_ascend(iota->order, size) : groups_ascend(std::get<ast::list<std::int64_t>>(tiled.devices), size))
        return {};
    return violation{finding_id::default_value, say("devices of a replica are not in ascending order, XLA sorts them")};
}

// XLA sorts subgroups, merges those of one type, drops those of one device, and has words of its own for replication
// alone and for a type that takes all devices.
verdict check_subgroups(const ast::tiled_sharding& tiled, const ast::list<std::int64_t>& dimensions)
{
    const auto otherwise = [](finding_message text) { return violation{finding_id::default_value, std::move(text)}; };
    const auto& groups = tiled.last_tile_dims;
    const auto count = groups.size() + (tiled.last_tile_dim_replicate ? 1 : 0);
    if (count == 0) return {};
    if (groups.size() == 1 && groups[0] == ast::subgroup::replicated)
        return otherwise(say("`last_tile_dims={{replicated}}`, XLA prints `last_tile_dim_replicate`"));
    for (std::size_t i = 1; i < groups.size(); ++i) {
        const auto before = rank_of(groups[i - 1]);
        const auto after = rank_of(groups[i]);
        if (before && after && *before >= *after)
            return otherwise(before == after
                                 ? say("`{}` twice in `last_tile_dims`, XLA merges them", spelling(groups[i]))
                                 : say("`{}` after `{}` in `last_tile_dims`, XLA prints it before", spelling(groups[i]),
                                       spelling(groups[i - 1])));
    }
    const auto first = dimensions.end() - static_cast<std::ptrdiff_t>(count);
    if (std::find(first, dimensions.end(), 1) != dimensions.end())
        return otherwise(say("a subgroup of one device, which XLA leaves out"));
    if (groups.empty() || groups[groups.size() - 1] == ast::subgroup::replicated)
        if (auto found = check_replicas(tiled, dimensions[dimensions.size() - 1])) return found;
    const bool whole = std::all_of(dimensions.begin(), first, [](std::int64_t size) { return size == 1; });
    if (!whole || count != 1) return {};
    if (tiled.last_tile_dim_replicate) return otherwise(say("replication over all devices, XLA prints `replicated`"));
    if (groups[0] == ast::subgroup::manual || groups[0] == ast::subgroup::unreduced)
        return otherwise(say("a subgroup of all devices, XLA prints `{}`", spelling(groups[0])));
    return {};
}

verdict check_tiled(const ast::tiled_sharding& tiled)
{
    const auto* iota = std::get_if<ast::iota_tiles>(&tiled.devices);
    const auto& dimensions = iota ? iota->dimensions : tiled.dimensions;
    if (auto found =
            iota ? check_iota(*iota) : check_devices(std::get<ast::list<std::int64_t>>(tiled.devices), dimensions))
        return found;
    if (tiled.last_tile_dim_replicate && !tiled.last_tile_dims.empty())
        return wrong_devices(say("`last_tile_dim_replicate` together with `last_tile_dims`, XLA prints one of them"));
    if (tiled.last_tile_dims.size() + (tiled.last_tile_dim_replicate ? 1 : 0) > dimensions.size())
        return wrong_devices(say("{} last tile dimensions, the tiles have {}",
                                 tiled.last_tile_dims.size() + (tiled.last_tile_dim_replicate ? 1 : 0),
                                 dimensions.size()));
    return check_subgroups(tiled, dimensions);
}

// The axes of a mesh by name, and the parts of them that are used.
class axes_of_mesh {
public:
    explicit axes_of_mesh(const ast::mesh& mesh)
    {
        for (const auto& axis : mesh.axes) axes_.push_back({axis.name, axis.size});
        std::ranges::sort(axes_);
    }

    // Checks that no axis occurs twice in the mesh.
    [[nodiscard]] verdict check_names() const
    {
        const auto twice = std::ranges::adjacent_find(axes_, {}, &named::first);
        if (twice == axes_.end()) return {};
        return wrong_axis(say("the mesh has axis {} twice", shown(twice->first)));
    }
    verdict take(const ast::list<ast::axis>& axes)
    {
        for (const auto& axis : axes)
            if (auto found = take(axis)) return found;
        return {};
    }
    // Checks that no part of an axis is used twice.
    [[nodiscard]] verdict check_overlaps()
    {
        std::ranges::sort(taken_);
        for (std::size_t i = 1; i < taken_.size(); ++i)
            if (taken_[i].axis == taken_[i - 1].axis && taken_[i].begin < taken_[i - 1].end)
                return wrong_axis(say("axis {} is used twice", shown(axes_[taken_[i].axis].first)));
        return {};
    }

private:
    using named = std::pair<std::string_view, std::int64_t>;
    struct part {
        std::size_t axis;
        std::int64_t begin;
        std::int64_t end;
        auto operator<=>(const part&) const = default;
    };

    verdict take(const ast::axis& axis)
    {
        const auto found = std::ranges::lower_bound(axes_, axis.name, {}, &named::first);
        if (found == axes_.end() || found->first != axis.name)
            return wrong_axis(say("axis {}, which the mesh does not have", shown(axis.name)));
        const auto size = found->second;
        const auto which = static_cast<std::size_t>(found - axes_.begin());
        if (!axis.part) {
            taken_.push_back({which, 1, std::max<std::int64_t>(size, 2)});
            return {};
        }
        const auto [before, part_size] = *axis.part;
        std::int64_t end = 0;
        if (before < 1 || part_size < 2 || part_size >= size || __builtin_mul_overflow(before, part_size, &end) ||
            size % end != 0)
            return wrong_axis(
                say("part ({}){} of axis {}, which has {} devices", before, part_size, shown(axis.name), size));
        taken_.push_back({which, before, end});
        return {};
    }

    std::vector<named> axes_; // sorted
    std::vector<part> taken_;
};

verdict check_mesh(const ast::mesh& mesh)
{
    if (auto found = axes_of_mesh(mesh).check_names()) return found;
    std::int64_t devices = 1;
    for (const auto& axis : mesh.axes) {
        if (axis.size == 0) return wrong_axis(say("axis {} has 0 devices", shown(axis.name)));
        if (__builtin_mul_overflow(devices, axis.size, &devices))
            return wrong_axis(say("mesh has more devices than 63 bits can count"));
    }
    if (const auto* order = std::get_if<ast::iota_order>(&mesh.device_order)) {
        if (auto found = check_order(*order)) return found;
        if (product(order->reshape) != devices)
            return wrong_devices(say("the mesh has {} devices, the iota has another number", devices));
        if (order->reshape.size() < 2)
            return violation{finding_id::default_value,
                             say("mesh lists its devices in order, XLA leaves this list out")};
    } else if (const auto* listed = std::get_if<ast::list<std::int64_t>>(&mesh.device_order)) {
        if (std::cmp_not_equal(devices, listed->size()))
            return wrong_devices(say("the mesh has {} devices, {} are listed", devices, listed->size()));
        if (!is_permutation(*listed)) return wrong_devices(say("devices of a mesh are not a permutation"));
        if (ascends_from_zero(*listed))
            return violation{finding_id::default_value,
                             say("mesh lists its devices in order, XLA leaves this list out")};
    }
    return {};
}

// True if the list has all axes of the mesh, and only whole axes.
bool has_all_axes(const ast::list<ast::axis>& list, const ast::mesh& mesh)
{
    return list.size() == mesh.axes.size() &&
           std::ranges::none_of(list, [](const ast::axis& axis) { return axis.part.has_value(); });
}

// A named sharding without dimensions that is only replicated, manual or unreduced is printed as that word. If it has
// no axes, it is replicated.
verdict check_word(const ast::named_sharding& sharding)
{
    using body = ast::named_sharding::body;
    if (sharding.mesh.axes.empty() && (sharding.what == body::manual || sharding.what == body::unreduced))
        return wrong_axis(
            say("a mesh without axes whose devices are {}", sharding.what == body::manual ? "manual" : "unreduced"));
    if (sharding.what != body::dimensions || !sharding.dimensions.empty() || !sharding.replicated_axes.empty())
        return {};
    const auto& manual = sharding.manual_axes;
    const auto& unreduced = sharding.unreduced_axes;
    const auto word = [](std::string_view printed) {
        return violation{finding_id::default_value, say("a sharding without dimensions, XLA prints `{}`", printed)};
    };
    if (manual.empty() && unreduced.empty()) return word("replicated");
    if (unreduced.empty() && has_all_axes(manual, sharding.mesh)) return word("manual");
    if (manual.empty() && has_all_axes(unreduced, sharding.mesh)) return word("unreduced");
    return {};
}

verdict check_named(const ast::named_sharding& sharding)
{
    if (auto found = check_mesh(sharding.mesh)) return found;
    if (sharding.mesh.form == ast::mesh_form::single && !sharding.mesh.maximal_device)
        return wrong_axis(say("a mesh of axes in the form of a mesh of one device"));
    const bool has_body = sharding.what != ast::named_sharding::body::nothing;
    if (has_body == sharding.mesh.maximal_device.has_value())
        return wrong_axis(has_body ? say("a mesh of one device cannot shard anything")
                                   : say("a mesh without a sharding over it"));
    if (sharding.what != ast::named_sharding::body::dimensions &&
        !(sharding.dimensions.empty() && sharding.replicated_axes.empty() && sharding.unreduced_axes.empty() &&
          sharding.manual_axes.empty()))
        return wrong_axis(say("axes together with a word for the whole mesh"));
    if (auto found = check_word(sharding)) return found;
    axes_of_mesh axes(sharding.mesh);
    for (const auto& dimension : sharding.dimensions)
        if (auto found = axes.take(dimension.axes)) return found;
    for (const auto& list : {sharding.replicated_axes, sharding.unreduced_axes, sharding.manual_axes})
        if (auto found = axes.take(list)) return found;
    return axes.check_overlaps();
}

} // namespace

verdict check_order(const ast::iota_order& order)
{
    const auto dimensions = order.reshape.size();
    const auto wrong = [](finding_message text) { return violation{finding_id::attribute_value, std::move(text)}; };
    if (dimensions < 2) {
        if (order.transpose.empty()) return {};
        return wrong(say("transpose has {} dimensions, the iota has {}", order.transpose.size(), dimensions));
    }
    if (order.transpose.size() != dimensions)
        return wrong(say("transpose has {} dimensions, the iota has {}", order.transpose.size(), dimensions));
    if (!is_permutation(order.transpose)) return wrong(say("transpose is not a permutation"));
    if (ascends_from_zero(order.transpose))
        return violation{finding_id::default_value, say("transpose changes nothing, XLA leaves it out")};
    const auto unmerged = [](finding_message text) { return violation{finding_id::default_value, std::move(text)}; };
    if (std::ranges::find(order.reshape, 1) != order.reshape.end())
        return unmerged(say("an iota with a dimension of 1, which XLA leaves out"));
    for (std::size_t i = 1; i < dimensions; ++i)
        if (order.transpose[i] == order.transpose[i - 1] + 1)
            return unmerged(say("dimensions {} and {} of an iota stay adjacent, XLA merges them",
                                order.transpose[i - 1], order.transpose[i]));
    return {};
}

verdict check_sharding(const ast::sharding& sharding)
{
    for (const auto& entry : sharding.metadata)
        if (auto found = check_unknown(entry)) return found;
    if (const auto* tuple = std::get_if<ast::tuple_sharding>(&sharding.form)) {
        for (const auto& element : tuple->elements)
            if (auto found = check_sharding(element)) return found;
    } else if (const auto* tiled = std::get_if<ast::tiled_sharding>(&sharding.form)) {
        return check_tiled(*tiled);
    } else if (const auto* named = std::get_if<ast::box<ast::named_sharding>>(&sharding.form)) {
        return check_named(**named);
    }
    return {};
}

namespace {

// Each device from 0 on is in one group. A single group may be empty and then has all devices, as if there were no
// groups.
verdict check_lists(const ast::list<ast::list<std::int64_t>>& groups)
{
    std::size_t devices = 0;
    for (const auto& group : groups) {
        if (group.empty() && groups.size() > 1) return wrong_devices(say("an empty group among {}", groups.size()));
        devices += group.size();
    }
    std::vector<bool> seen(devices);
    for (const auto& group : groups)
        for (const auto device : group) {
            if (device < 0 || std::cmp_greater_equal(device, devices))
                return wrong_devices(say("device {} is out of range, the device count is {}", device, devices));
            if (seen[static_cast<std::size_t>(device)])
                return wrong_devices(say("device {} is in the groups twice", device));
            seen[static_cast<std::size_t>(device)] = true;
        }
    return {};
}

} // namespace

bool lacks_reduction(const ast::sharding& sharding)
{
    if (sharding.comma_before_metadata) return false;
    if (!sharding.metadata.empty() && sharding.metadata.back().op_type == reduction_op) return false;
    if (const auto* word = std::get_if<ast::unreduced_sharding>(&sharding.form))
        return word->reduction == ast::reduction::none;
    const auto* tiles = std::get_if<ast::tiled_sharding>(&sharding.form);
    return tiles && std::ranges::find(tiles->last_tile_dims, ast::subgroup::unreduced) != tiles->last_tile_dims.end();
}

verdict check_groups(const ast::replica_groups& groups)
{
    if (const auto* lists = std::get_if<ast::list<ast::list<std::int64_t>>>(&groups.form)) return check_lists(*lists);
    if (const auto* iota = std::get_if<ast::iota_tiles>(&groups.form)) {
        if (iota->dimensions.size() != 2)
            return wrong_devices(
                say("{} dimensions, groups have two: their number and their size", iota->dimensions.size()));
        if (iota->dimensions[0] == 0 || iota->dimensions[1] == 0)
            return wrong_devices(say("{} groups of {} devices", iota->dimensions[0], iota->dimensions[1]));
        return check_iota(*iota);
    }
    if (const auto* mesh = std::get_if<ast::mesh_groups>(&groups.form)) {
        if (auto found = check_mesh(mesh->mesh)) return found;
        if (const auto device = mesh->mesh.maximal_device.value_or(0); device != 0)
            return wrong_devices(say("device {} is out of range, the device count is 1", device));
        axes_of_mesh axes(mesh->mesh);
        if (auto found = axes.take(mesh->axes)) return found;
        return axes.check_overlaps();
    }
    return {};
}

} // namespace ballast::rules
