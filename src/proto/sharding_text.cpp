// Shardings and groups of devices as text.
#include "proto/shape_text.hpp"

#include <cstddef>
#include <vector>

namespace ballast::inline v0::proto {

namespace {

void put_iota(text& out, const std::vector<std::int64_t>& dimensions, const std::vector<std::int64_t>& reshape,
              const std::vector<std::int64_t>& order)
{
    out.put('[').put_joined(dimensions, ",").put("]<=[").put_joined(reshape, ",").put(']');
    if (reshape.size() > 1) out.put("T(").put_joined(order, ",").put(')');
}

// A mesh of devices: {axes {name, size}, device ids, iota of device ids}.
struct mesh {
    explicit mesh(message bytes) : of(bytes), ids(bytes.integers(2))
    {
        of.each(1, [&](std::string_view axis) { axes.emplace_back(axis); });
        is_one_device = axes.empty() && ids.size() == 1;
    }

    void put(text& out) const
    {
        if (is_one_device) {
            out.put(out.has(feature::single_device) ? "single_device" : "maximal_mesh", "[device_id=", ids[0], ']');
            return;
        }
        out.put("mesh[");
        for (std::size_t i = 0; i < axes.size(); ++i)
            out.put(i == 0 ? "'" : ",'", axes[i].text(1), "'=", axes[i].integer(2));
        out.put(']');
        if (const auto iota = of.find(3)) {
            out.put(", device_ids=(");
            const auto reshape = iota->integers(1);
            out.put('[').put_joined(reshape, ",").put(']');
            if (reshape.size() > 1) out.put("T(").put_joined(iota->integers(2), ",").put(')');
            out.put(')');
        } else if (!ids.empty()) {
            out.put(", device_ids=(").put_joined(ids, ",").put(')');
        }
    }

    // `'x'`, `'x':(1)2`
    void put_axis(text& out, message axis) const
    {
        const auto number = axis.integer(1);
        const bool known = number >= 0 && static_cast<std::size_t>(number) < axes.size();
        out.put('\'', known ? axes[static_cast<std::size_t>(number)].text(1) : std::string_view("?"), '\'');
        if (const auto part = axis.find(2)) out.put(":(", part->integer(1), ')', part->integer(2));
    }

    // The axes of a field, with braces.
    void put_axes(text& out, message from, field_number field, std::string_view gap, bool open = false) const
    {
        out.put('{');
        bool first = true;
        from.each(field, [&](std::string_view bytes) {
            if (!first) out.put(gap);
            first = false;
            put_axis(out, message(bytes));
        });
        if (open) out.put(first ? "?" : ", ?");
        out.put('}');
    }

    message of;
    std::vector<message> axes;
    std::vector<std::int64_t> ids;
    bool is_one_device = false;
};

void put_named_sharding(text& out, message named)
{
    const mesh devices(named.child(2));
    out.put('{');
    devices.put(out);
    if (devices.is_one_device) return void(out.put('}'));
    if (named.has(3)) {
        out.put(", [");
        bool first = true;
        named.each(3, [&](std::string_view bytes) {
            if (!first) out.put(", ");
            first = false;
            const message dimension(bytes);
            devices.put_axes(out, dimension, 1, ", ", !dimension.flag(2));
        });
        out.put(']');
        const auto axes = [&](field_number field, std::string_view name) {
            if (!named.has(field)) return;
            out.put(", ", name, '=');
            devices.put_axes(out, named, field, ", ");
        };
        axes(4, "replicated");
        axes(5, "unreduced");
        axes(7, "manual");
    } else {
        out.put(named.has(5) ? ", unreduced" : named.has(7) ? ", manual" : ", replicated");
    }
    out.put('}');
}

enum sharding_type : std::int64_t { replicated, maximal, of_tuple, other, manual, unknown, unreduced };

std::string_view word_of(std::int64_t type, const text& out)
{
    switch (type) {
    case replicated: return "replicated";
    case maximal: return out.has(feature::maximal_subgroup) ? "maximal" : "maximul";
    case manual: return "manual";
    case unknown: return "unknown";
    case unreduced: return "unreduced";
    default: return "?";
    }
}

void put_tile_sharding(text& out, message sharding)
{
    const auto dimensions = sharding.integers(3);
    out.put("devices=");
    if (sharding.has(9))
        put_iota(out, dimensions, sharding.integers(9), sharding.integers(10));
    else
        out.put('[').put_joined(dimensions, ",").put(']').put_joined(sharding.integers(4), ",");
    if (sharding.flag(6)) out.put(" last_tile_dim_replicate");
    if (!sharding.has(8)) return;
    out.put(" last_tile_dims={");
    bool first = true;
    sharding.each_number(8, [&](std::uint64_t type) {
        if (!first) out.put(", ");
        first = false;
        out.put(word_of(static_cast<std::int64_t>(type), out));
    });
    out.put('}');
}

void put_tuple(text& out, message sharding)
{
    out.put('{');
    std::int64_t index = 0;
    sharding.each(5, [&](std::string_view bytes) {
        if (index != 0) out.put(", ");
        if (index != 0 && index % 5 == 0 && out.has(feature::sharding_marks)) out.put("/*index=", index, "*/");
        ++index;
        put_sharding(out, message(bytes));
    });
    out.put('}');
}

} // namespace

void put_sharding(text& out, message sharding)
{
    if (const auto named = sharding.find(14)) return put_named_sharding(out, *named);
    const auto type = sharding.integer(1);
    if (type == of_tuple) return put_tuple(out, sharding);
    out.put('{');
    if (type == other) {
        put_tile_sharding(out, sharding);
    } else {
        out.put(type == maximal ? std::string_view("maximal") : word_of(type, out));
        if (const auto devices = sharding.integers(4); type == maximal && !devices.empty())
            out.put(" device=", devices[0]);
    }
    if (sharding.flag(11)) out.put(sharding.flag(13) ? " shard_like " : " shard_as ", sharding.integer(12));
    out.put('}');
}

void put_replica_groups(text& out, message instruction)
{
    const auto iota = [&](message list) {
        const std::vector<std::int64_t> dimensions{list.integer(1), list.integer(2)};
        put_iota(out, dimensions, list.integers(3), list.integers(4));
    };
    if (const auto list = instruction.find(92)) return iota(*list);
    if (const auto list = instruction.find(93)) {
        const mesh devices(list->child(1));
        devices.put(out);
        out.put(' ');
        return devices.put_axes(out, *list, 2, ",");
    }
    const auto list = instruction.find(87);
    if (list && list->has(2)) return iota(list->child(2));
    out.put('{');
    bool first = true;
    const auto put_group = [&](std::string_view bytes) {
        if (!first) out.put(',');
        first = false;
        out.put_index(message(bytes).integers(1));
    };
    list ? list->each(1, put_group) : instruction.each(49, put_group);
    out.put('}');
}

} // namespace ballast::inline v0::proto
