#include "reduce/places.hpp"

#include "base/saturating_sum.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace ballast::reducing {

namespace {

std::int64_t end_of(const ast::value_line& line) { return saturating_sum(line.offset, line.size); }

bool is_tiled(const ast::value_line& line)
{
    const auto* const array = line.shape->array();
    return array && array->layout && array->layout->suffixes && !array->layout->suffixes->tiles.empty();
}

// What offsets are multiples of. A few may be wrong.
std::int64_t alignment_of(const ast::allocation& arena)
{
    // Only TPUs have tiles, and only they have larger alignments.
    const bool tiled = std::ranges::any_of(arena.values, is_tiled);
    constexpr std::array<std::int64_t, 9> powers{16384, 4096, 512, 256, 128, 64, 16, 4, 1};
    for (const auto power : powers) {
        if (power > 256 && !tiled) continue;
        const auto others =
            std::ranges::count_if(arena.values, [&](const ast::value_line& line) { return line.offset % power != 0; });
        if (static_cast<std::size_t>(others) <= arena.values.size() / 8) return power;
    }
    return 1;
}

std::int64_t rounded_up(std::int64_t offset, std::int64_t alignment)
{
    return saturating_sum(offset, alignment - 1) / alignment * alignment;
}

// The new offsets by the old ones.
std::map<std::int64_t, std::int64_t> new_offsets(const ast::allocation& old,
                                                 const std::vector<const ast::value_line*>& left,
                                                 const std::vector<std::int64_t>& sizes)
{
    std::map<std::int64_t, std::int64_t> room; // of the largest value at an offset
    std::vector<std::int64_t> outside;         // offsets of values that reach past the end
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (end_of(*left[i]) > old.size)
            outside.push_back(left[i]->offset);
        else
            room[left[i]->offset] = std::max(room[left[i]->offset], sizes[i]);
    }
    const auto alignment = alignment_of(old);
    std::map<std::int64_t, std::int64_t> result;
    std::int64_t next = 0;
    for (const auto& [offset, bytes] : room) {
        result[offset] = saturating_sum(rounded_up(next, alignment), offset % alignment);
        next = saturating_sum(result[offset], bytes);
    }
    for (const auto offset : outside) result.try_emplace(offset, rounded_up(next, alignment));
    return result;
}

// The size of an allocation in which values end there, if it fitted to the old ones; values that reach past it do not
// count.
std::int64_t new_size(const ast::allocation& old, const std::vector<const ast::value_line*>& left,
                      const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& offsets)
{
    std::int64_t old_end = 0;
    for (const auto& line : old.values)
        if (end_of(line) <= old.size) old_end = std::max(old_end, end_of(line));
    if (old_end != old.size) return old.size;
    std::int64_t result = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        if (end_of(*left[i]) <= old.size) result = std::max(result, saturating_sum(offsets[i], sizes[i]));
    return result;
}

} // namespace

placement place(const ast::allocation& old, const std::vector<const ast::value_line*>& left,
                const std::vector<std::int64_t>& sizes, bool moves)
{
    placement result;
    if (old.preallocated_temp && moves) {
        const auto offsets = new_offsets(old, left, sizes);
        for (const auto* line : left) result.offsets.push_back(offsets.at(line->offset));
    } else {
        for (const auto* line : left) result.offsets.push_back(line->offset);
    }
    result.size = new_size(old, left, sizes, result.offsets);
    return result;
}

} // namespace ballast::reducing
