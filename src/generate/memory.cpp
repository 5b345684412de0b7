#include "generate/program.hpp"

#include <algorithm>
#include <map>
#include <queue>

namespace ballast::generate {

std::int64_t program::whole_bytes(const operation& o) const
{
    if (o.what == role::root) return 8 * o.operand_count;
    return o.shape_count == 0 ? shapes_[o.shape].bytes : 8 * o.shape_count;
}

std::int64_t program::own_bytes(value v) const
{
    const auto& o = operations_[v.of];
    return is_tuple(o) && v.part == 0 ? whole_bytes(o) : part_shape(o, v.part).bytes;
}

// Padded backends round arrays up to their tiles and tables of pointers up to 32 bytes, and give every thread-local
// value the same.
std::int64_t program::room_of(value v) const
{
    const auto& o = operations_[v.of];
    if (padded_ && o.in_region) return 4096;
    if (!is_tuple(o) || v.part != 0) return part_shape(o, v.part).room;
    return std::max<std::int64_t>(padded_ ? 32 : 0, whole_bytes(o));
}

std::int64_t program::color_of(value v) const
{
    const auto& o = operations_[v.of];
    return is_tuple(o) && v.part == 0 ? 0 : part_shape(o, v.part).color;
}

bool program::is_temporary(value v) const
{
    const auto& o = operations_[v.of];
    return !o.in_region && o.what != role::parameter && o.what != role::constant && !lives_out(v);
}

// From D22 on memory of one color is used again for values of another.
std::size_t program::home_of(value v) const
{
    const auto& o = operations_[v.of];
    const bool reuses =
        padded_ && !is_tuple(o) && o.salt % 5 == 1 && timeline::printed_at(feature::reused_block, when_);
    return reuses ? 1 : static_cast<std::size_t>(color_of(v));
}

void program::place_values()
{
    offsets_.assign(value_count_, 0);
    struct lease {
        number end;
        std::int64_t offset;
        std::int64_t size;
        bool operator>(const lease& other) const { return end > other.end; }
    };
    std::array<std::priority_queue<lease, std::vector<lease>, std::greater<>>, 2> taken;
    std::array<std::map<std::int64_t, std::vector<std::int64_t>>, 2> free;
    std::array<std::int64_t, 2> next{};
    for_values([&](value v) {
        if (!is_temporary(v)) return;
        const auto color = home_of(v);
        auto& queue = taken[color];
        while (!queue.empty() && queue.top().end < v.of - first_entry_) {
            free[color][queue.top().size].push_back(queue.top().offset);
            queue.pop();
        }
        const std::int64_t aligned = padded_ ? 512 : 64;
        const auto size = (room_of(v) + aligned - 1) / aligned * aligned;
        auto& reusable = free[color][size];
        auto& offset = offsets_[id_of(v)];
        if (reusable.empty()) {
            offset = next[color];
            next[color] += size;
        } else {
            offset = reusable.back();
            reusable.pop_back();
        }
        queue.push({ends_[id_of(v)], offset, size});
        temporary_size_[color] = std::max(temporary_size_[color], offset + room_of(v));
        has_temporary_[color] = true;
    });
}

void program::for_allocations(const visit_allocation& visit) const
{
    std::int64_t count = 0;
    const auto pointer_from = 0x5581b0000000U + seed_ % 4096 * 16;
    const auto begin = [&](std::int64_t size) {
        ast::allocation result;
        result.number = count++;
        result.size = size;
        if (timeline::printed_at(feature::pointer, when_))
            result.pointer = pointer_from + static_cast<std::uint64_t>(result.number) * 0x120U;
        return result;
    };
    std::int64_t parameter = -1;
    for_values([&](value v) {
        const auto& o = operations_[v.of];
        if (o.what == role::parameter && !o.in_region && v.part == 0) ++parameter;
        if (is_temporary(v)) return;
        const bool out = lives_out(v);
        auto a = begin(room_of(v));
        a.color = color_of(v);
        a.thread_local_ = o.in_region;
        a.constant = o.what == role::constant;
        a.maybe_live_out = out;
        const bool is_parameter = o.what == role::parameter && !o.in_region;
        const bool is_output = v.of == root_ && v.part == 0;
        visit(a, v, is_parameter ? parameter : -1, is_output);
    });
    for (std::size_t color = 0; color < temporary_size_.size(); ++color) {
        if (!has_temporary_[color]) continue;
        auto a = begin(temporary_size_[color]);
        a.color = static_cast<std::int64_t>(color);
        a.preallocated_temp = true;
        if (timeline::printed_at(feature::page, when_) && color != 0) a.page = 0;
        visit(a, std::nullopt, -1, false);
    }
}

} // namespace ballast::generate
