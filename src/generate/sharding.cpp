#include "generate/nodes.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace ballast::generate {

namespace {

bool is_unreduced(const ast::sharding& sharding)
{
    if (const auto* word = std::get_if<ast::unreduced_sharding>(&sharding.form))
        return word->reduction == ast::reduction::none;
    const auto* tiles = std::get_if<ast::tiled_sharding>(&sharding.form);
    return tiles && std::ranges::find(tiles->last_tile_dims, ast::subgroup::unreduced) != tiles->last_tile_dims.end();
}

std::int64_t product(const std::vector<std::int64_t>& factors)
{
    std::int64_t result = 1;
    for (const auto f : factors) result *= f;
    return result;
}

} // namespace

std::vector<std::int64_t> nodes::factors(std::int64_t least)
{
    std::vector<std::int64_t> result(static_cast<std::size_t>(least + below(4 - least)));
    for (auto& f : result) f = 1 + below(4);
    return result;
}

// The same product with fewer factors, but at least `least`.
std::vector<std::int64_t> nodes::merged(std::vector<std::int64_t> factors, std::size_t least)
{
    while (factors.size() > least && chance(2)) {
        factors[factors.size() - 2] *= factors.back();
        factors.pop_back();
    }
    return factors;
}

std::vector<std::int64_t> nodes::permutation(std::int64_t size)
{
    std::vector<std::int64_t> result;
    for (std::int64_t i = 0; i < size; ++i) result.push_back(i);
    // At least two elements are swapped.
    const auto first = below(size - 1);
    const auto second = first + 1 + below(size - 1 - first);
    std::swap(result[static_cast<std::size_t>(first)], result[static_cast<std::size_t>(second)]);
    return result;
}

// All factors in one dimension, or some in another order. Factors of 1 are dropped, and adjacent dimensions are merged.
ast::iota_order nodes::iota_order(std::vector<std::int64_t> factors, std::size_t least)
{
    std::erase(factors, 1);
    auto order = merged(factors, std::min(least, factors.size()));
    ast::iota_order result;
    if (order.size() < 2 || (least < 2 && chance(3))) {
        result.reshape = list(std::vector{product(factors)});
        return result;
    }
    // No dimension follows its predecessor, so nothing can be merged.
    std::vector<std::int64_t> transpose;
    for (std::size_t i = 0; i < order.size(); ++i) transpose.insert(transpose.begin(), static_cast<std::int64_t>(i));
    if (order.size() == 3 && chance(2)) transpose = {0, 2, 1};
    result.reshape = list(order);
    result.transpose = list(transpose);
    return result;
}

// Subgroups at the end of the tiles, none of one device. XLA sorts them and has a word for one that takes all devices.
ast::list<ast::subgroup> nodes::subgroups(const ast::list<std::int64_t>& dimensions)
{
    using enum ast::subgroup;
    std::vector<ast::subgroup> sorted{can(feature::maximul_subgroup) ? maximul : maximal, manual, unreduced,
                                      replicated};
    if (readable() || !can(feature::unreduced_subgroup)) std::erase(sorted, unreduced);
    std::vector<ast::subgroup> result;
    auto most = std::ranges::find(dimensions | std::views::reverse, 1) - (dimensions | std::views::reverse).begin();
    for (const auto group : sorted)
        if (most != 0 && chance(2)) result.push_back(group), --most;
    if (result.size() == 1 && result[0] == replicated) result = {manual};
    const auto first = dimensions.end() - static_cast<std::ptrdiff_t>(result.size());
    if (std::all_of(dimensions.begin(), first, [](std::int64_t size) { return size == 1; })) return {};
    return list(result);
}

// Sorts the replicated devices of each group, which are at the end of the tiles.
void nodes::sort_devices(ast::tiled_sharding& to, std::int64_t count)
{
    if (auto* iota = std::get_if<ast::iota_tiles>(&to.devices)) {
        iota->order = {list(std::vector{count}), {}};
        return;
    }
    const auto& devices = std::get<ast::list<std::int64_t>>(to.devices);
    std::vector<std::int64_t> sorted(devices.begin(), devices.end());
    const auto size = to.dimensions[to.dimensions.size() - 1];
    for (auto begin = sorted.begin(); begin != sorted.end(); begin += size) std::sort(begin, begin + size);
    to.devices = list(sorted);
}

ast::tiled_sharding nodes::tiled()
{
    ast::tiled_sharding result;
    auto all = factors(1);
    if (readable() && product(all) == 1) all.push_back(2); // one device would be a maximal sharding
    const auto dimensions = list(merged(all, 1));
    if (chance(2, feature::iota_sharding)) {
        result.devices = ast::iota_tiles{dimensions, iota_order(all, 1)};
    } else {
        result.dimensions = dimensions;
        const auto count = product(all);
        if (count > 1)
            result.devices = list(permutation(count));
        else
            result.devices = list(std::vector<std::int64_t>{below(16)});
    }
    const bool last = dimensions.size() > 1 && dimensions[dimensions.size() - 1] != 1 &&
                      product(all) != dimensions[dimensions.size() - 1];
    result.last_tile_dim_replicate = last && chance(3, feature::replicated_last_tile);
    if (!result.last_tile_dim_replicate && chance(2, feature::last_tile_dims))
        result.last_tile_dims = subgroups(dimensions);
    const bool replicates =
        result.last_tile_dim_replicate ||
        std::ranges::find(result.last_tile_dims, ast::subgroup::replicated) != result.last_tile_dims.end();
    if (replicates) sort_devices(result, product(all));
    return result;
}

ast::mesh nodes::mesh(bool maximal)
{
    using enum ast::mesh_form;
    const bool angles = can(feature::angle_mesh);
    ast::mesh result;
    if (maximal) {
        result.maximal_device = below(8);
        result.form = angles ? angle_glued : can(feature::single_device) ? single : quoted;
        return result;
    }
    result.form = angles ? angle_glued : can(feature::bracket_mesh) ? bracket : quoted;
    const bool quotes = result.form == quoted;
    std::vector<std::string_view> names = {"x", "data", quotes ? "y z" : "y.1", quotes ? "a/b" : "b_2"};
    std::vector<std::int64_t> sizes;
    result.axes = many(angles ? 1 : 0, 3, [&] {
        const auto at = names.begin() + static_cast<std::ptrdiff_t>(below(static_cast<std::int64_t>(names.size())));
        const ast::mesh_axis axis{*at, 1 + below(8)};
        names.erase(at);
        sizes.push_back(axis.size);
        return axis;
    });
    if (!angles && result.axes.empty()) result.form = quoted; // without axes, both bracket spellings are the same
    if (product(sizes) > 1 && chance(2)) {
        result.device_order = list(permutation(product(sizes)));
        if (const auto iota = iota_order(sizes, 2); iota.reshape.size() > 1 && chance(2)) result.device_order = iota;
        if (angles && can(feature::device_ids)) result.form = angle; // the device order distinguishes the two
    }
    return result;
}

// Some of the remaining axes, or parts of them; `least` if there are enough.
ast::list<ast::axis> nodes::axes(std::vector<ast::mesh_axis>& left, std::int64_t least)
{
    const auto most = std::min<std::int64_t>(2, static_cast<std::int64_t>(left.size()));
    return many(std::min(least, most), most, [&] {
        const auto at = left.begin() + static_cast<std::ptrdiff_t>(below(static_cast<std::int64_t>(left.size())));
        ast::axis a{at->name, {}};
        if (at->size > 2 && at->size % 2 == 0 && chance(2)) a.part = ast::sub_axis{chance(2) ? 1 : at->size / 2, 2};
        left.erase(at);
        return a;
    });
}

// The axes in the order of the mesh.
ast::list<ast::axis> nodes::by_mesh(const ast::list<ast::axis>& axes, const ast::mesh& mesh)
{
    std::vector<ast::axis> result(axes.begin(), axes.end());
    std::ranges::sort(result, {}, [&](const ast::axis& axis) {
        return std::ranges::find(mesh.axes, axis.name, &ast::mesh_axis::name) - mesh.axes.begin();
    });
    return list(result);
}

ast::named_sharding nodes::named()
{
    ast::named_sharding result;
    using body = ast::named_sharding::body;
    const bool spelled_once = !readable() || can(feature::single_device);
    if (spelled_once && chance(5, can(feature::angle_mesh)      ? feature::angle_maximal_mesh
                                  : can(feature::single_device) ? feature::single_device
                                                                : feature::maximal_mesh)) {
        result.mesh = mesh(true);
        return result;
    }
    result.mesh = mesh(false);
    std::vector<ast::mesh_axis> left(result.mesh.axes.begin(), result.mesh.axes.end());
    result.what = chance(2) ? body::dimensions : static_cast<body>(1 + below(4));
    const auto prints_body = [&] {
        switch (result.what) {
        case body::replicated: return can(feature::replicated_after_mesh);
        case body::manual: return !left.empty() && can(feature::word_after_mesh);
        case body::unreduced: return !left.empty() && can(feature::unreduced_after_mesh);
        default: return true;
        }
    };
    if (!prints_body()) result.what = body::dimensions;
    if (result.what == body::unreduced) {
        result.reduction = reduction(feature::reduction_after_mesh);
    }
    if (result.what == body::dimensions) {
        result.dimensions = many(1, 3, [&] { return ast::dimension_axes{axes(left, 0), chance(3)}; });
        const auto sorted = [&] { return by_mesh(axes(left, 1), result.mesh); };
        if (chance(3)) result.replicated_axes = sorted();
        if (!left.empty() && chance(3)) {
            result.unreduced_axes = sorted();
            result.reduction = reduction(feature::reduction_of_axes);
        }
        if (chance(3, feature::manual_axes)) result.manual_axes = sorted();
    }
    return result;
}

ast::reduction nodes::reduction(feature needed)
{
    return can(needed) ? static_cast<ast::reduction>(below(3)) : ast::reduction::none;
}

ast::sharding nodes::sharding(bool leaf)
{
    ast::sharding result;
    // The form with the most variants is drawn more often.
    switch (chance(3, feature::named_sharding) ? 6 : below(leaf ? 8 : 9)) {
    case 1:
        if (can(feature::manual_sharding))
            result.form = ast::manual_sharding{};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 2: result.form = ast::maximal_sharding{below(9)}; break;
    case 3:
        if (can(feature::unknown_sharding))
            result.form = ast::unknown_sharding{};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 4:
        if (can(feature::unreduced) && !readable())
            result.form = ast::unreduced_sharding{reduction(feature::reduction_alone)};
        else
            result.form = ast::replicated_sharding{};
        break;
    case 5: result.form = tiled(); break;
    case 6:
        if (can(feature::named_sharding)) {
            result.form = memory_.make(named());
            break;
        }
        result.form = tiled();
        break;
    case 7:
        if (words_ == vocabulary::any) {
            result.form = ast::unlisted_sharding{pick({"sliced", "by {a} \"}\""})};
            return result;
        }
        result.form = ast::replicated_sharding{};
        break;
    case 8: result.form = ast::tuple_sharding{many(0, 7, [&] { return sharding(true); })}; return result;
    default: result.form = ast::replicated_sharding{};
    }
    const bool is_named = std::holds_alternative<ast::box<ast::named_sharding>>(result.form);
    const bool can_comma = is_named || (can(feature::metadata_after_word) && !readable() &&
                                        (std::holds_alternative<ast::replicated_sharding>(result.form) ||
                                         std::holds_alternative<ast::unreduced_sharding>(result.form)));
    if (can_comma && chance(3)) {
        result.comma_before_metadata = true;
        result.metadata = many(1, 2, [&] { return metadata(); });
    } else if (!is_named) {
        if (chance(3, feature::shard_group)) result.group = ast::shard_group{chance(2), below(9)};
        if (chance(3, feature::sharding_metadata)) result.metadata = many(1, 3, [&] { return metadata(); });
        add_reduction(result);
    }
    return result;
}

ast::sharding nodes::without_metadata(ast::sharding of)
{
    of.metadata = {};
    of.comma_before_metadata = false;
    if (auto* tuple = std::get_if<ast::tuple_sharding>(&of.form)) {
        std::vector<ast::sharding> elements(tuple->elements.begin(), tuple->elements.end());
        for (auto& element : elements) element = without_metadata(element);
        tuple->elements = list(elements);
    }
    return of;
}

// A metadata entry that XLA adds shows the reduction of unreduced devices.
void nodes::add_reduction(ast::sharding& to)
{
    if (!can(feature::reduction_metadata)) return;
    const bool unreduced = is_unreduced(to);
    if (!unreduced || (can(timeline::feature_of("unreduced_alone")) && chance(2))) return;
    std::vector<ast::metadata> entries(to.metadata.begin(), to.metadata.end());
    ast::metadata how;
    how.op_type = "sdy::reduction_op";
    how.op_name = pick({"SUM", "MAX", "MIN"});
    entries.push_back(how);
    to.metadata = list(entries);
}

ast::replica_groups nodes::replica_groups()
{
    if (chance(3, feature::mesh_groups)) {
        ast::mesh_groups groups;
        groups.mesh = mesh(false);
        std::vector<ast::mesh_axis> left(groups.mesh.axes.begin(), groups.mesh.axes.end());
        groups.axes = axes(left, 0);
        return {groups};
    }
    if (chance(3, feature::iota_groups)) {
        const std::vector<std::int64_t> all{1 + below(4), 1 + below(4)};
        return {ast::iota_tiles{list(all), iota_order(all, 1)}};
    }
    // Each group has at least one device; the others are distributed freely.
    const auto count = below(4);
    auto spare = count == 0 ? 0 : below(4);
    const auto all = count + spare;
    const auto devices = all < 2 ? std::vector<std::int64_t>(static_cast<std::size_t>(all)) : permutation(all);
    auto next = devices.begin();
    auto left = count;
    return {many(count, count, [&] {
        const auto more = --left == 0 ? spare : below(spare + 1);
        spare -= more;
        const auto begin = std::exchange(next, next + 1 + more);
        return list(std::vector<std::int64_t>(begin, next));
    })};
}

} // namespace ballast::generate
