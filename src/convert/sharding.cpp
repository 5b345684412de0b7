// Converts shardings, meshes and replica groups.
#include "rules/sharding.hpp"
#include "convert/wording.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ballast::converting {

namespace {

using ast::named_sharding;

bool is_bare(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '-';
    });
}

} // namespace

// The mesh as that time spells it; empty if it had no such mesh.
std::optional<ast::mesh> wording::mesh(const ast::mesh& node)
{
    auto result = node;
    if (node.maximal_device) {
        const auto form = can(feature::angle_mesh)      ? feature::angle_maximal_mesh
                          : can(feature::single_device) ? feature::single_device
                                                        : feature::maximal_mesh;
        if (!takes(form)) return std::nullopt;
        result.form = form == feature::single_device  ? ast::mesh_form::single
                      : form == feature::maximal_mesh ? ast::mesh_form::quoted
                                                      : ast::mesh_form::angle_glued;
        return result;
    }
    if (can(feature::angle_mesh)) {
        const bool ordered = !std::holds_alternative<std::monostate>(node.device_order);
        result.form = ordered && can(feature::device_ids) ? ast::mesh_form::angle : ast::mesh_form::angle_glued;
    } else if (can(feature::bracket_mesh)) {
        result.form = ast::mesh_form::bracket;
    } else {
        if (!takes(feature::quoted_mesh)) return std::nullopt;
        result.form = ast::mesh_form::quoted;
    }
    const bool bare = std::ranges::all_of(node.axes, [](const ast::mesh_axis& a) { return is_bare(a.name); });
    if (result.form != ast::mesh_form::quoted &&
        (!bare || (node.axes.empty() && result.form == ast::mesh_form::bracket))) {
        lose(feature::quoted_mesh);
        return std::nullopt;
    }
    return result;
}

// The device order of an iota: 0, 1, … reshaped, then transposed. Empty if there are too many devices to list.
std::optional<std::vector<std::int64_t>> wording::devices_of(const ast::list<std::int64_t>& reshape,
                                                             const ast::list<std::int64_t>& transpose)
{
    std::int64_t count = 1;
    for (const auto size : reshape)
        if (size < 0 || __builtin_mul_overflow(count, size, &count)) return std::nullopt;
    if (static_cast<std::uint64_t>(count) > devices_left_) return std::nullopt;
    devices_left_ -= static_cast<std::size_t>(count);
    const auto rank = reshape.size();
    std::vector<std::int64_t> strides(rank, 1);
    for (auto i = rank; i-- > 1;) strides[i - 1] = strides[i] * reshape[i];
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (transpose.size() == rank)
        for (std::size_t i = 0; i < rank; ++i) order[i] = static_cast<std::size_t>(transpose[i]);
    std::vector<std::int64_t> result;
    result.reserve(static_cast<std::size_t>(count));
    std::vector<std::int64_t> at(rank, 0);
    for (std::int64_t n = 0; n < count; ++n) {
        std::int64_t device = 0;
        for (std::size_t i = 0; i < rank; ++i) device += at[i] * strides[order[i]];
        result.push_back(device);
        for (auto i = rank; i-- > 0 && ++at[i] == reshape[order[i]];) at[i] = 0;
    }
    return result;
}

// The groups along some axes, the last axis fastest: devices of one group have equal positions on all other axes.
std::optional<ast::list<ast::list<std::int64_t>>> wording::listed(const ast::mesh_groups& groups)
{
    // An axis of which only a part is named is split into up to three: before the part, the part, and after it.
    struct piece {
        std::int64_t size;
        std::size_t group; // its index among the axes of the groups, or none
    };
    constexpr auto none = SIZE_MAX;
    std::vector<piece> pieces;
    std::vector<std::int64_t> sizes;
    std::vector<std::pair<std::string_view, std::size_t>> wanted;
    for (std::size_t i = 0; i < groups.axes.size(); ++i) wanted.emplace_back(groups.axes[i].name, i);
    std::ranges::sort(wanted);
    for (const auto& a : groups.mesh.axes) {
        sizes.push_back(a.size);
        const auto found = std::ranges::equal_range(wanted, a.name, {}, [](const auto& w) { return w.first; });
        if (found.size() > 1) return std::nullopt; // two parts of one axis
        if (found.empty()) {
            pieces.push_back({a.size, none});
            continue;
        }
        const auto which = found.front().second;
        const auto& part = groups.axes[which].part;
        if (!part) {
            pieces.push_back({a.size, which});
            continue;
        }
        std::int64_t inside = 0;
        if (part->before <= 0 || part->size <= 0 || __builtin_mul_overflow(part->before, part->size, &inside) ||
            a.size % inside != 0)
            return std::nullopt;
        pieces.push_back({part->before, none});
        pieces.push_back({part->size, which});
        pieces.push_back({a.size / inside, none});
    }
    std::vector<std::int64_t> reshape;
    for (const auto& p : pieces) reshape.push_back(p.size);
    std::vector<std::int64_t> order(pieces.size());
    std::iota(order.begin(), order.end(), 0);
    const auto group_of = [&](std::int64_t i) { return pieces[static_cast<std::size_t>(i)].group; };
    std::ranges::sort(order, {},
                      [&](std::int64_t i) { return std::pair(group_of(i) == none ? 0 : group_of(i) + 1, i); });
    const auto places = devices_of(list(reshape), list(order));
    if (!places) return std::nullopt;
    std::vector<std::int64_t> devices;
    if (const auto* ids = std::get_if<ast::list<std::int64_t>>(&groups.mesh.device_order)) {
        devices.assign(ids->begin(), ids->end());
    } else if (const auto* iota = std::get_if<ast::iota_order>(&groups.mesh.device_order)) {
        const auto made = devices_of(iota->reshape, iota->transpose);
        if (!made) return std::nullopt;
        devices = *made;
    }
    if (!devices.empty() && devices.size() != places->size()) return std::nullopt;
    std::size_t each_group = 1;
    for (const auto& p : pieces)
        if (p.group != none) each_group *= static_cast<std::size_t>(p.size);
    if (each_group == 0) return std::nullopt;
    std::vector<ast::list<std::int64_t>> result;
    std::vector<std::int64_t> group;
    for (const auto place : *places) {
        group.push_back(devices.empty() ? place : devices[static_cast<std::size_t>(place)]);
        if (group.size() < each_group) continue;
        result.push_back(list(group));
        group.clear();
    }
    return list(result);
}

bool wording::change(const ast::attribute&, ast::box<ast::replica_groups>& node)
{
    if (const auto* iota = std::get_if<ast::iota_tiles>(&node->form)) {
        if (can(feature::iota_groups)) return true;
        const auto devices =
            iota->dimensions.size() == 2 ? devices_of(iota->order.reshape, iota->order.transpose) : std::nullopt;
        if (!devices || iota->dimensions[1] <= 0) return keep(feature::iota_groups), true;
        const auto each_group = static_cast<std::size_t>(iota->dimensions[1]);
        std::vector<ast::list<std::int64_t>> groups;
        for (std::size_t i = 0; i + each_group <= devices->size(); i += each_group)
            groups.push_back(memory_.make_list(std::span(*devices).subspan(i, each_group)));
        lose(feature::iota_groups);
        node = memory_.make(ast::replica_groups{list(groups)});
    } else if (const auto* groups = std::get_if<ast::mesh_groups>(&node->form)) {
        if (can(feature::mesh_groups)) {
            const auto changed = mesh(groups->mesh);
            if (changed) {
                node = memory_.make(ast::replica_groups{ast::mesh_groups{*changed, groups->axes}});
                return true;
            }
        }
        const auto lists = listed(*groups);
        if (!lists) return keep(feature::mesh_groups), true;
        lose(feature::mesh_groups);
        node = memory_.make(ast::replica_groups{*lists});
    }
    return true;
}

std::optional<ast::tiled_sharding> wording::tiled(const ast::tiled_sharding& node)
{
    auto result = node;
    if (node.last_tile_dim_replicate && !takes(feature::replicated_last_tile)) return std::nullopt;
    if (!node.last_tile_dims.empty()) {
        if (!takes(feature::last_tile_dims)) return std::nullopt;
        const auto changed = each(node.last_tile_dims, [&](ast::subgroup group) -> std::optional<ast::subgroup> {
            if (group == ast::subgroup::maximal || group == ast::subgroup::maximul)
                return can(feature::maximul_subgroup) ? ast::subgroup::maximul : ast::subgroup::maximal;
            if (group == ast::subgroup::unreduced && !takes(feature::unreduced_subgroup)) return std::nullopt;
            return group;
        });
        if (!changed) return std::nullopt;
        result.last_tile_dims = *changed;
    }
    const auto* iota = std::get_if<ast::iota_tiles>(&node.devices);
    if (!iota || can(feature::iota_sharding)) return result;
    lose(feature::iota_sharding);
    const auto devices = devices_of(iota->order.reshape, iota->order.transpose);
    if (!devices) return std::nullopt;
    result.dimensions = iota->dimensions;
    result.devices = list(*devices);
    return result;
}

// Until 2026-08-10 a sharding of one word kept its mesh.
std::optional<ast::sharding> wording::named(const ast::sharding& node, const ast::named_sharding& form)
{
    using body = named_sharding::body;
    auto result = node;
    const auto words_alone = can(feature::reduction_alone);
    if (form.what == body::replicated && !can(feature::replicated_after_mesh) && words_alone) {
        lose(feature::replicated_after_mesh);
        result.form = ast::replicated_sharding{};
        return result;
    }
    if (form.what == body::unreduced && !can(feature::unreduced_after_mesh) && words_alone) {
        lose(feature::unreduced_after_mesh);
        result.form = ast::unreduced_sharding{form.reduction};
        return result;
    }
    if (!takes(feature::named_sharding)) return std::nullopt;
    const bool reduced = form.reduction != ast::reduction::none;
    switch (form.what) {
    case body::nothing: break;
    case body::replicated:
        if (!takes(feature::replicated_after_mesh)) return std::nullopt;
        break;
    case body::manual:
        if (!takes(feature::word_after_mesh)) return std::nullopt;
        break;
    case body::unreduced:
        if (!takes(feature::unreduced_after_mesh)) return std::nullopt;
        if (reduced && !takes(feature::reduction_after_mesh)) return std::nullopt;
        break;
    case body::dimensions:
        if (reduced && !takes(feature::reduction_of_axes)) return std::nullopt;
        if (!form.manual_axes.empty() && !takes(feature::manual_axes)) return std::nullopt;
        break;
    }
    const auto changed = mesh(form.mesh);
    if (!changed) return std::nullopt;
    auto spelled = form;
    spelled.mesh = *changed;
    result.form = memory_.make(spelled);
    return result;
}

std::optional<ast::sharding> wording::sharding(const ast::sharding& node)
{
    if (const auto* tuple = std::get_if<ast::tuple_sharding>(&node.form)) {
        const auto elements = each(tuple->elements, [&](const ast::sharding& s) { return sharding(s); });
        if (!elements) return std::nullopt;
        auto result = node;
        result.form = ast::tuple_sharding{*elements};
        return result;
    }
    std::optional<ast::sharding> result = node;
    if (const auto* form = std::get_if<ast::box<named_sharding>>(&node.form)) {
        result = named(node, **form);
    } else if (std::holds_alternative<ast::manual_sharding>(node.form)) {
        if (!takes(feature::manual_sharding)) return std::nullopt;
    } else if (std::holds_alternative<ast::unknown_sharding>(node.form)) {
        if (!takes(feature::unknown_sharding)) return std::nullopt;
    } else if (const auto* unreduced = std::get_if<ast::unreduced_sharding>(&node.form)) {
        if (!takes(feature::unreduced)) return std::nullopt;
        if (unreduced->reduction != ast::reduction::none && !takes(feature::reduction_alone)) return std::nullopt;
    } else if (const auto* tiles = std::get_if<ast::tiled_sharding>(&node.form)) {
        const auto changed = tiled(*tiles);
        if (!changed) return std::nullopt;
        result->form = *changed;
    }
    if (!result) return std::nullopt;
    if (node.group && !takes(feature::shard_group)) result->group.reset();
    const bool is_named = std::holds_alternative<ast::box<named_sharding>>(result->form);
    if (!node.metadata.empty()) {
        if (!takes(feature::sharding_metadata)) {
            result->metadata = {};
        } else {
            std::vector<ast::metadata> kept;
            for (const auto& m : node.metadata)
                if (m.op_type != rules::reduction_op || takes(feature::reduction_metadata)) kept.push_back(metadata(m));
            result->metadata = list(kept);
        }
    }
    if (!in_domain_ && rules::lacks_reduction(*result) && !can(timeline::feature_of("unreduced_alone"))) {
        std::vector<ast::metadata> entries(result->metadata.begin(), result->metadata.end());
        entries.emplace_back().op_type = rules::reduction_op;
        entries.back().op_name = "SUM";
        result->metadata = list(entries);
    }
    if (result->metadata.empty())
        result->comma_before_metadata = false;
    else if (result->comma_before_metadata && !is_named && !takes(feature::metadata_after_word))
        result->comma_before_metadata = false;
    return result;
}

bool wording::change(const ast::attribute&, ast::box<ast::sharding>& node)
{
    const auto changed = sharding(*node);
    if (changed) node = memory_.make(*changed);
    return changed.has_value();
}

bool wording::change(const ast::attribute&, ast::box<ast::domain>& node)
{
    // XLA always prints both sides.
    ast::sharding plain;
    plain.form = ast::replicated_sharding{};
    const auto side = [&](const ast::sharding& of) { return sharding(of).value_or(plain); };
    in_domain_ = true;
    const auto entry = side(node->entry);
    const auto exit = side(node->exit);
    in_domain_ = false;
    node = memory_.make(ast::domain{node->kind, entry, exit});
    return true;
}

} // namespace ballast::converting
