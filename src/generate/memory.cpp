#include "generate/program.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>

namespace ballast::generate {

namespace {

using op = ast::opcode_kind;

} // namespace

// As on TPU v5p: arrays are rounded up to their tiles, tables of 4-byte pointers up to 32 bytes, and thread-local
// values have one fixed size.
std::int64_t program::room_of(const value& v) const
{
    const auto shape = shape_of(v);
    if (padded_ && definition(v).applied) return 4096;
    if (!is_tuple(shape)) return shapes_[shape].room;
    return padded_ ? (bytes_of(shape) / 2 + 31) / 32 * 32 : bytes_of(shape);
}

std::int64_t program::color_of(const value& v) const
{
    const auto shape = shape_of(v);
    return is_tuple(shape) ? 0 : shapes_[shape].color;
}

// Since D22 memory of one color is reused for values of another.
std::size_t program::home_of(const value& v) const
{
    const bool alone = v.next == number_of(v) && !is_tuple(definition(v).shape);
    const bool reuses =
        padded_ && alone && definition(v).salt % 5 == 1 && timeline::printed_at(feature::reused_block, when_);
    return reuses ? 1 : static_cast<std::size_t>(color_of(v));
}

// Values that share memory have one offset, which is reserved from the first start to the last end.
void program::place_values()
{
    offsets_.assign(values_.size(), 0);
    struct stay {
        number start = 0;
        number end = 0;
        number first = 0;
    };
    std::vector<stay> stays;
    for_values([&](const value& v) {
        if (!v.temporary || v.set != number_of(v)) return;
        stay made{starts_[v.set], ends_[v.set], v.set};
        for_sharing(v, [&](const value& other) {
            made.start = std::min(made.start, starts_[number_of(other)]);
            made.end = std::max(made.end, ends_[number_of(other)]);
        });
        stays.push_back(made);
    });
    std::ranges::sort(stays, {}, [](const stay& s) { return std::pair(s.start, s.first); });
    struct lease {
        number end;
        std::int64_t offset;
        std::int64_t size;
        bool operator>(const lease& other) const { return end > other.end; }
    };
    std::array<std::priority_queue<lease, std::vector<lease>, std::greater<>>, colors> taken;
    std::array<std::map<std::int64_t, std::vector<std::int64_t>>, colors> free;
    std::array<std::int64_t, colors> next{};
    for (const auto& [start, end, first] : stays) {
        const auto& v = values_[first];
        const auto color = home_of(v);
        auto& queue = taken[color];
        while (!queue.empty() && queue.top().end < start) {
            free[color][queue.top().size].push_back(queue.top().offset);
            queue.pop();
        }
        const std::int64_t aligned = !padded_ ? 64 : color == 0 ? 16384 : color == 1 ? 4096 : color == 2 ? 4 : 512;
        const auto size = (room_of(v) + aligned - 1) / aligned * aligned;
        auto& reusable = free[color][size];
        std::int64_t offset = 0;
        if (reusable.empty()) {
            offset = next[color];
            next[color] += size;
        } else {
            offset = reusable.back();
            reusable.pop_back();
        }
        for_sharing(v, [&](const value& other) { offsets_[number_of(other)] = offset; });
        queue.push({end, offset, size});
        temporary_size_[color] = std::max(temporary_size_[color], offset + room_of(v));
        has_temporary_[color] = true;
    }
}

// Padded backends list the fast memory space even if it is empty.
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
    for_values([&](const value& v) {
        if (v.temporary || v.set != number_of(v)) return;
        auto a = begin(room_of(v));
        a.color = color_of(v);
        for_sharing(v, [&](const value& other) { a.constant |= definition(other).opcode == op::constant; });
        a.thread_local_ = definition(v).applied && !a.constant;
        a.maybe_live_out = v.lives_out;
        visit(a, &v);
    });
    for (std::size_t color = 0; color < temporary_size_.size(); ++color) {
        if (!has_temporary_[color] && (!padded_ || color != 1 || seed_ % 2 == 0)) continue;
        auto a = begin(temporary_size_[color]);
        a.color = static_cast<std::int64_t>(color);
        a.preallocated_temp = true;
        if (timeline::printed_at(feature::page, when_) && color != 0) a.page = 0;
        visit(a, nullptr);
    }
}

} // namespace ballast::generate
