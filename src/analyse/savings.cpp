#include "analyse/savings.hpp"

#include "analyse/namer.hpp"
#include "analyse/occupancy.hpp"
#include "analyse/sums.hpp"

#include <algorithm>
#include <tuple>

namespace ballast::analyse {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

class estimator {
public:
    estimator(const module& in, const space_memory& space) : in_(in), rows_(in.rows()), space_(space) {}

    // What the peak loses if results use the memory of their arguments, for overlapping pairs only if requested.
    // Temporaries that share the allocation of a result stay. An argument that is read after its result is first
    // written is kept in a copy until then, unless the result is equal to it.
    [[nodiscard]] std::int64_t donation(std::span<const donation_pair> pairs, bool overlapping) const
    {
        std::int64_t saved = 0;
        auto temporaries = occupied();
        for (const auto& p : pairs) {
            const auto& output = rows_.allocations[p.output];
            if (output.color != space_.space || (!overlapping && p.overlaps())) continue;
            if (!rows_.has.ranges && output.lines > 1) continue;
            add(saved, output.size);
            auto others = stays_in(rows_, output, in_.steps());
            std::erase_if(others, [&](const stay& s) { return s.line == p.line; });
            add_changes(others, temporaries);
            if (p.overlaps()) {
                temporaries.push_back({p.written, output.size});
                temporaries.push_back({std::min(p.last_read, in_.steps()) + 1, -output.size});
            }
        }
        add(saved, -growth(std::move(temporaries)));
        return saved;
    }

    // What it loses without padding.
    [[nodiscard]] std::int64_t padding() const
    {
        const auto end_of = [&](const model::line_row& line) {
            if (!in_.is_padded(line)) return line.end();
            auto end = line.offset;
            add(end, rows_.shapes[line.shape].bytes);
            return end;
        };
        std::int64_t saved = 0;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.color != space_.space || is_temporary(a)) continue;
            std::int64_t end = 0;
            for (const auto& line : rows_.lines_of(a)) end = std::max(end, end_of(line));
            if (end > 0 && end < a.size) add(saved, a.size - end);
        }
        add(saved, -growth(temporaries([&](std::vector<stay>& stays) {
                for (auto& s : stays) s.end = end_of(rows_.lines[s.line]);
                std::erase_if(stays, [](const stay& s) { return s.end <= s.begin; });
            })));
        return saved;
    }

    // What it loses without one buffer.
    [[nodiscard]] std::int64_t without(const holder_numbers& buffer) const
    {
        if (buffer.is != buffer_class::temporary || buffer.value < 0) return buffer.bytes;
        return -growth(temporaries([&](std::vector<stay>& stays) {
            std::erase_if(stays, [&](const stay& s) { return rows_.lines[s.line].value.id == buffer.value; });
        }));
    }

private:
    [[nodiscard]] changes occupied() const
    {
        changes result;
        std::int64_t before = 0;
        for (const auto& use : space_.occupied) {
            result.push_back({use.step, use.bytes - before});
            before = use.bytes;
        }
        return result;
    }

    // The changes of all temporaries of the space, after `edit` was applied to those of each allocation.
    template <typename Edit>
    [[nodiscard]] changes temporaries(Edit&& edit) const
    {
        changes result;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.color != space_.space || !is_temporary(a)) continue;
            auto stays = stays_in(rows_, a, in_.steps());
            edit(stays);
            add_changes(stays, result);
        }
        return result;
    }

    // The difference between the new and the current peak of temporaries.
    [[nodiscard]] std::int64_t growth(changes temporaries) const
    {
        return peak_of(summed(std::move(temporaries))).bytes - space_.temporary_peak.value_or(memory_peak{}).bytes;
    }

    const module& in_;
    const model::rows& rows_;
    const space_memory& space_;
};

} // namespace

std::vector<saving> savings_of(const module& in, const memory_analysis& of, std::span<const donation_pair> donations)
{
    std::vector<saving> result;
    for (const auto& space : of.spaces) {
        const estimator estimate(in, space);
        const auto in_use = space.peak.value_or(space.total);
        const auto large = in_use / 10 * 3;
        const auto offer = [&](saving_kind kind, std::int64_t bytes, std::int64_t least, std::size_t holder = 0) {
            if (bytes > 0 && bytes >= least) result.push_back({kind, space.space, bytes, holder});
        };
        const auto is_here = [&](const auto& part) { return part.space == space.space; };
        if (std::ranges::any_of(of.donations, is_here))
            offer(saving_kind::donation,
                  std::max(estimate.donation(donations, true), estimate.donation(donations, false)),
                  std::max(mebibyte, space.total / 100));
        if (std::ranges::any_of(of.padded, is_here))
            offer(saving_kind::padding, estimate.padding(), std::min(std::max(mebibyte, space.total / 100), large));
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
                offer(saving_kind::buffer, estimate.without(largest), 1, i);
            break;
        }
    }
    std::ranges::stable_sort(result, {}, [](const saving& s) { return std::tuple(s.space, -s.bytes); });
    return result;
}

} // namespace ballast::analyse
