// The offsets of values in their allocations, and which values share bytes while both are live.
#include "check/report.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <queue>

namespace ballast::checking {

namespace {

// True if an arena may be larger than its values require, because tpu7x reserves the start of its vmem.
bool holds_reserved_vmem(const context& in, const model::allocation_row& a, std::int64_t last_end)
{
    return in.on.may_reserve_vmem() && a.color == tpu_space::vmem && a.size >= reserved_vmem && a.size > last_end;
}

// Invariants 9 and 10. Also, an arena ends where its last value ends.
void check_bounds(const context& in)
{
    for (const auto& a : in.rows.allocations) {
        const auto lines = in.rows.lines_of(a);
        if (lines.empty()) continue;
        auto last = lines.front();
        bool inside = true;
        for (const auto& line : lines) {
            if (line.end() > last.end()) last = line;
            in.out.applies(finding_id::value_outside);
            if (!a.arena) in.out.applies(finding_id::value_offset);
            if (line.end() > a.size || line.offset > a.size) {
                inside = false;
                // A private stack (2022-11-09+) has the size of its last part.
                const bool shrunk = a.arena && a.color != 0 && !in.when.never(feature::private_stacks);
                const auto message =
                    say("{} reaches {}, allocation {} ends at {}", in.called(line.value), line.end(), a.number, a.size);
                const std::vector<evidence> beside{{in.size_of(a), say("the size of the allocation")}};
                if (shrunk)
                    in.out.warn(finding_id::value_outside, in.offset_of(line), message, {in.value(line.value)},
                                {in.allocation(a)}, beside);
                else
                    in.out.add(finding_id::value_outside, in.offset_of(line), message, {in.value(line.value)},
                               {in.allocation(a)}, beside);
            }
            if (!a.arena && line.offset != 0)
                in.out.add(finding_id::value_offset, in.offset_of(line),
                           say("{} begins at {} in allocation {}, which is not `preallocated-temp`",
                               in.called(line.value), line.offset, a.number),
                           {in.value(line.value)}, {in.allocation(a)});
        }
        if (a.arena && inside) in.out.applies(finding_id::arena_size);
        if (a.arena && inside && last.end() != a.size && !holds_reserved_vmem(in, a, last.end()))
            in.out.add(finding_id::arena_size, in.size_of(a),
                       say("allocation {} has {} bytes, the last of its values, {}, ends at {}", a.number, a.size,
                           in.called(last.value), last.end()),
                       {in.allocation(a), subject_of(about::sizes)}, {in.value(last.value)},
                       {{in.size_of(last), say("the value that ends last")}});
    }
}

// The alignment of an offset in an arena on TPU.
std::int64_t tpu_alignment(std::int64_t color, bool tuple)
{
    switch (color) {
    case tpu_space::hbm: return tuple ? 512 : 16384;
    case tpu_space::vmem:
    case tpu_space::cmem: return 4096;
    case tpu_space::sync_flags:
    case tpu_space::sparse_core_flags: return 4;
    default: return 512;
    }
}

// The alignment of offsets on a platform; 0 if unknown. If the dump may be from before or after a change, the smaller
// alignment is used.
std::int64_t alignment(const context& in, std::int64_t color, bool tuple)
{
    switch (in.on.kind) {
    case platform_kind::cpu: return in.when.always(timeline::cpu_offsets_of_64) ? 64 : 16;
    case platform_kind::gpu: return in.when.always(timeline::gpu_offsets_of_256) ? 256 : 128;
    case platform_kind::tpu: return tpu_alignment(color, tuple);
    case platform_kind::unknown: break;
    }
    return 0;
}

void check_offsets(const context& in)
{
    for (const auto& a : in.rows.allocations) {
        if (!a.arena) continue;
        const auto lines = in.rows.lines_of(a);
        std::int64_t step = 0; // the alignment of all offsets
        for (const auto& line : lines) {
            step = std::gcd(step, line.offset);
            const auto aligned = alignment(in, a.color, in.rows.shapes[line.shape].tuple);
            if (aligned != 0) in.out.applies(finding_id::offset_alignment);
            if (aligned != 0 && line.offset % aligned != 0)
                in.out.add(
                    finding_id::offset_alignment, in.offset_of(line),
                    say("{} begins at {}, which is not a multiple of {}", in.called(line.value), line.offset, aligned),
                    {in.value(line.value)});
        }
        if (in.on.is_tpu() || step == 0) continue;
        // The heaps of a backend put a value where another value ends, rounded up to the alignment.
        step = std::min<std::int64_t>(256, std::int64_t{1} << std::countr_zero(static_cast<std::uint64_t>(step)));
        std::vector<std::int64_t> ends;
        for (const auto& line : lines)
            if (line.size != 0) ends.push_back(line.end());
        std::ranges::sort(ends);
        for (const auto& line : lines) {
            if (line.offset == 0) continue;
            in.out.applies(finding_id::offset_gap);
            const auto after = std::ranges::upper_bound(ends, line.offset);
            if (after != ends.begin() && line.offset - *std::prev(after) < step) continue;
            const auto message = after == ends.begin()
                                     ? say("{} begins at {}, where no value ends", in.called(line.value), line.offset)
                                     : say("{} begins at {}, the last value before it ends at {}",
                                           in.called(line.value), line.offset, *std::prev(after));
            in.out.add(finding_id::offset_gap, in.offset_of(line), message, {in.value(line.value)}, {in.allocation(a)});
        }
    }
}

// Finds which values an instruction reads.
class readers {
public:
    explicit readers(const context& in) : in_(in) {}

    // True if `later` is defined by an instruction that reads `earlier`, or if that is unknown.
    bool reads(number later, number earlier)
    {
        const auto entry = in_.entry_of(earlier);
        if (!entry) return true;
        const auto user = in_.rows.name_of(in_.rows.values[later]).name;
        const auto uses = in_.rows.uses_of(*entry);
        if (uses.size() <= short_list) return std::ranges::find(uses, user, &model::use_row::name) != uses.end();
        // The users are kept, because the same value can be looked up many times.
        if (known_.find(key(earlier, none)) == none) {
            known_.add(key(earlier, none), 0);
            for (const auto& u : uses) known_.add(key(earlier, u.name), 0);
        }
        return known_.find(key(earlier, user)) != none;
    }

private:
    static constexpr std::size_t short_list = 16;
    static std::uint64_t key(number value, number user) { return std::uint64_t{value} << 32 | user; }

    const context& in_;
    model::lookup known_; // users of values with many users
};

// True if one of two results of an instruction is never read. Fusions on TPU then let the two share bytes.
bool one_is_dead(const context& in, const model::called& value, const model::range_row& range,
                 const model::called& other, const model::range_row& other_range)
{
    return in.on.is_tpu() && value.name == other.name && range.start == other_range.start &&
           (range.start == range.end || other_range.start == other_range.end);
}

// True if both are contexts of asynchronous calls, their parts {2} and following. Calls to the same SparseCore take
// turns in their memory, although the tables of two calls are live at once.
bool are_contexts(const context& in, const model::called& value, const model::called& other)
{
    const auto is_context = [&](const model::called& v) {
        if (v.index == none || in.rows.index(v.index).empty() || in.rows.index(v.index).front() < 2) return false;
        const auto made = in.instruction_of(v.name);
        return made && (made->suffix != ast::async_suffix::none || made->opcode == ast::opcode_kind::async_start ||
                        made->opcode == ast::opcode_kind::async_update);
    };
    return in.on.is_tpu() && is_context(value) && is_context(other);
}

// True if a range is within a call, perhaps in a branch, that takes or passes on a value and does not read it at that
// time. Memory space assignment on TPU then reuses the bytes of the value, although its printed range covers the call.
bool is_idle(const context& in, number value, const model::range_row& inner, std::int64_t color)
{
    if (!in.on.is_tpu() || !in.nested || (color != tpu_space::vmem && color != tpu_space::cmem)) return false;
    const auto entry = in.entry_of(value);
    if (!entry) return true;
    const auto time_of = [&](number name) {
        const auto time = in.rows.time_of(name);
        return time == none ? std::int64_t{-1} : std::int64_t{time};
    };
    const auto covers = [&](const auto& row) { return in.calls(row.name) && time_of(row.name) >= inner.end; };
    const auto uses = in.rows.uses_of(*entry);
    return std::ranges::none_of(uses,
                                [&](const auto& u) {
                                    return !in.calls(u.name) && time_of(u.name) >= inner.start &&
                                           time_of(u.name) <= inner.end;
                                }) &&
           (std::ranges::any_of(uses, covers) || std::ranges::any_of(in.rows.positions_of(*entry), covers));
}

// Invariant 37, stricter: values that share bytes at a step have the same offset, and the later value is not larger and
// is computed by a user of the earlier one, at the last step of the earlier one. This sweeps over the starts and keeps
// the live values by offset; they do not overlap.
void check_sharing(const context& in)
{
    struct living {
        number value;
        std::int64_t end; // in bytes
        std::int64_t until;
    };
    struct start {
        std::int64_t at;
        number value;
    };
    std::vector<start> starts;
    readers known(in);
    for (const auto& a : in.rows.allocations) {
        if (!a.arena || a.lines < 2) continue;
        starts.clear();
        for (number i = a.first_line; i < a.first_line + a.lines; ++i) {
            const auto line = in.rows.lines[i];
            const auto value = in.rows.value_of(line.value.id);
            const auto known_of = in.rows.values[value];
            if (known_of.range == none || line.size == 0 || known_of.line != i) continue;
            starts.push_back({in.rows.ranges[known_of.range].start, value});
        }
        std::ranges::sort(starts, [&](const start& x, const start& y) {
            return x.at != y.at ? x.at < y.at : in.rows.id_of(x.value) < in.rows.id_of(y.value);
        });
        std::map<std::int64_t, living> alive; // by offset
        using expiry = std::pair<std::int64_t, std::int64_t>;
        std::priority_queue<expiry, std::vector<expiry>, std::greater<>> ends;
        for (const auto& [time, value] : starts) {
            const auto line = *in.line_of(value);
            const auto& range = in.rows.ranges[in.rows.values[value].range];
            while (!ends.empty() && ends.top().first < time) {
                const auto there = alive.find(ends.top().second);
                if (there != alive.end() && there->second.until < time) alive.erase(there);
                ends.pop();
            }
            in.out.applies(finding_id::shared_bytes);
            auto next = alive.upper_bound(line.offset);
            if (next != alive.begin() && std::prev(next)->second.end > line.offset) --next;
            bool apart = true;
            while (next != alive.end() && next->first < line.end()) {
                const auto [other, other_end, until] = next->second;
                const auto other_line = *in.line_of(other);
                const bool parameter = in.nested && until <= time;
                const auto& other_range = in.rows.ranges[in.rows.values[other].range];
                const bool apart_on_tpu = one_is_dead(in, line.value, range, other_line.value, other_range) ||
                                          are_contexts(in, line.value, other_line.value) ||
                                          is_idle(in, other, range, a.color);
                const bool in_place = until <= time && other_line.offset == line.offset &&
                                      line.size <= other_line.size && known.reads(value, other);
                if (!parameter && !in_place && !apart_on_tpu) {
                    apart = false;
                    in.out.add(finding_id::shared_bytes, in.offset_of(line),
                               say("{} has bytes {} to {} from step {}, {} has {} to {} until step {}",
                                   in.called(line.value), line.offset, line.end(), time, in.called(other_line.value),
                                   other_line.offset, other_end, until),
                               {in.value(line.value), in.value(other_line.value)},
                               {in.allocation(a), subject_of(about::ranges)},
                               {{in.offset_of(other_line), say("the other value")},
                                {in.end_of(other_range), say("its live range ends here")}});
                    break;
                }
                next = alive.erase(next);
            }
            if (!apart) continue;
            alive.insert_or_assign(line.offset, living{value, line.end(), range.end});
            ends.emplace(range.end, line.offset);
        }
    }
}

} // namespace

void check_arenas(const context& in)
{
    check_bounds(in);
    check_offsets(in);
    if (in.rows.has.allocations && in.rows.has.ranges) check_sharing(in);
}

} // namespace ballast::checking
