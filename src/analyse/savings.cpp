#include "analyse/savings.hpp"

#include "analyse/change.hpp"
#include "analyse/repacking.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <tuple>

namespace ballast::analyse {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

// All donations, or those whose argument is not read any more when the result is written.
memory_change change_of(const module& in, std::span<const donation_pair> pairs, std::int64_t space, bool overlapping)
{
    memory_change result;
    for (const auto& p : pairs) {
        const auto& output = in.rows().allocations[p.output];
        if (output.color != space || (!overlapping && p.overlaps())) continue;
        if (!in.rows().has.ranges && output.lines > 1) continue;
        result.add(p.change(in.steps()));
    }
    return result;
}

memory_change without_padding(const module& in, std::int64_t space)
{
    memory_change result;
    const auto& rows = in.rows();
    for (const auto& a : rows.allocations) {
        if (a.thread_local_ || a.color != space) continue;
        for (auto i = a.first_line; i < a.first_line + a.lines; ++i)
            if (const auto line = rows.lines[i]; in.is_padded(line))
                result.sizes.push_back({i, rows.shapes[line.shape].bytes});
    }
    return result;
}

// The bytes by which the peak would drop without one buffer.
std::int64_t without(const module& in, const changed_memory& memory, const holder_numbers& buffer)
{
    if (buffer.is != buffer_class::temporary || buffer.value < 0) return buffer.bytes;
    const auto line = in.rows().values[in.rows().value_of(buffer.value)].line;
    return memory.saved_by({.gaps = {{line, 0, in.steps()}}});
}

} // namespace

std::vector<saving> savings_of(module& in, const memory_analysis& of, std::span<const donation_pair> donations)
{
    std::vector<saving> result;
    for (const auto& space : of.spaces) {
        const changed_memory memory(in, space);
        const auto in_use = space.peak.value_or(space.total);
        const auto large = in_use / 10 * 3;
        const auto offer = [&](saving_kind kind, std::int64_t bytes, std::int64_t least, std::size_t holder = 0) {
            if (bytes > 0 && bytes >= least) result.push_back({kind, space.space, bytes, holder});
        };
        const auto is_here = [&](const auto& part) { return part.space == space.space; };
        if (std::ranges::any_of(of.donations, is_here)) {
            // The same with and without the module text.
            repacked_memory repacked(in, space, fusions_by::kind);
            const auto saved = [&](bool overlapping) {
                return repacked.saved_by(settled(in.rows(), change_of(in, donations, space.space, overlapping)));
            };
            offer(saving_kind::donation, std::max(saved(true), saved(false)), std::max(mebibyte, space.total / 100));
        }
        if (std::ranges::any_of(of.padded, is_here))
            offer(saving_kind::padding, memory.saved_by(without_padding(in, space.space)),
                  std::min(std::max(mebibyte, space.total / 100), large));
        std::int64_t unfilled = 0;
        if (of.ranges)
            for (const auto& arena : of.arenas)
                if (arena.space == space.space && arena.is_fragmented()) add(unfilled, arena.never_filled());
        offer(saving_kind::fragmentation, unfilled, mebibyte);
        // The first holder of a space is its largest.
        for (std::size_t i = 0; i < of.holders.size(); ++i) {
            const auto largest = of.holders.numbers(i);
            if (largest.space < space.space) continue;
            const bool known = largest.value >= 0 || largest.is != buffer_class::temporary;
            if (largest.space == space.space && known && largest.bytes > large)
                offer(saving_kind::buffer, without(in, memory, largest), 1, i);
            break;
        }
    }
    std::ranges::stable_sort(result, {}, [](const saving& s) { return std::tuple(s.space, -s.bytes); });
    return result;
}

} // namespace ballast::analyse
