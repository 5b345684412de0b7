// Allocations: their numbers, pointers, classes, values and sizes.
#include "check/report.hpp"

#include "ast/human_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ballast::checking {

namespace {

// Invariant 1.
void check_allocation_numbers(const context& in)
{
    for (std::size_t i = 0; i < in.rows.allocations.size(); ++i) {
        const auto& a = in.rows.allocations[i];
        in.out.applies(finding_id::allocation_number);
        if (a.number != static_cast<std::int64_t>(i))
            in.out.add(finding_id::allocation_number, in.at.number_after(a.at, "allocation ", 11),
                       say("allocation {}, expected allocation {}", a.number, i), {in.allocation(a)});
    }
}

// Invariant 38: the objects are adjacent in memory. The step and the first pointer are those that most pointers fit.
void check_pointers(const context& in)
{
    const auto& all = in.rows.allocations;
    if (all.size() < 2 || all.front().pointer == 0) return;
    in.out.applies(finding_id::allocation_pointer, all.size());
    const auto most_frequent = [](std::vector<std::uint64_t> values) {
        std::ranges::sort(values);
        std::pair<std::size_t, std::uint64_t> best{0, 0};
        for (std::size_t i = 0; i < values.size();) {
            const auto end = static_cast<std::size_t>(std::ranges::upper_bound(values, values[i]) - values.begin());
            best = std::max(best, {end - i, values[i]}, [](const auto& a, const auto& b) { return a.first < b.first; });
            i = end;
        }
        return best;
    };
    std::vector<std::uint64_t> steps;
    for (std::size_t i = 1; i < all.size(); ++i) steps.push_back(all[i].pointer - all[i - 1].pointer);
    const auto [agreeing, step] = most_frequent(steps);
    const auto place_of = [&](const model::allocation_row& a) { return in.at.rest_after(a.at, ": 0x", 12); };
    const auto pointer_at = [&](const model::allocation_row& a) {
        auto where = place_of(a);
        const auto text = in.at.text(where);
        return place{where.begin - 2, where.begin + static_cast<std::int64_t>(std::min(text.find(','), text.size()))};
    };
    if (all.size() > 2 && agreeing == 1) {
        in.out.add(finding_id::allocation_pointer, pointer_at(all[2]),
                   say("the pointers of allocations 0, 1 and 2 are {} and {} bytes apart", steps[0], steps[1]),
                   {in.allocation(all[2])});
        return;
    }
    if (static_cast<std::int64_t>(step) <= 0) {
        in.out.add(finding_id::allocation_pointer, pointer_at(all[1]),
                   say("the pointer is {}, that of allocation 0 is {}: they do not ascend",
                       fmt::format("{:#x}", all[1].pointer), fmt::format("{:#x}", all[0].pointer)),
                   {in.allocation(all[1])});
        return;
    }
    std::vector<std::uint64_t> firsts;
    for (std::size_t i = 0; i < all.size(); ++i) firsts.push_back(all[i].pointer - i * step);
    const auto first = most_frequent(firsts).second;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (firsts[i] != first)
            in.out.add(finding_id::allocation_pointer, pointer_at(all[i]),
                       say("the pointer is 0x{}, but the step of {} bytes between the others gives 0x{}",
                           fmt::format("{:x}", all[i].pointer), step, fmt::format("{:x}", first + i * step)),
                       {in.allocation(all[i])});
}

// Invariants 7 and 8; 6 is the context rule about classes.
void check_kinds(const context& in)
{
    const model::allocation_row* arena = nullptr;
    bool reported = false;
    std::map<std::pair<std::int64_t, std::int64_t>, const model::allocation_row*> arenas; // by color and page
    for (const auto& a : in.rows.allocations) {
        if (!a.arena) {
            if (arena && !std::exchange(reported, true))
                in.out.add(finding_id::temporary_order, in.of(a),
                           say("allocation {} is not `preallocated-temp`, but comes after one that is", a.number),
                           {in.allocation(a)}, {in.allocation(*arena)},
                           {{in.of(*arena), say("allocation {} is the first of those", arena->number)}});
            continue;
        }
        in.out.applies(finding_id::temporary_order);
        if (!arena) arena = &a;
        if (a.lines == 0) continue;
        // Since 2020-10-12 the size of a heap may be limited, so a color can have several arenas.
        if (!in.when.always(timeline::one_arena_of_a_color)) continue;
        in.out.applies(finding_id::temporary_twice);
        const auto [first, added] = arenas.try_emplace({a.color, a.page}, &a);
        if (!added)
            in.out.add(finding_id::temporary_twice, in.of(a),
                       say("allocations {} and {} are both `preallocated-temp` of color {}", first->second->number,
                           a.number, a.color),
                       {in.allocation(a)}, {}, {{in.of(*first->second), say("the other one is here")}});
    }
}

// The line of the largest value.
model::line_row largest(std::span<const model::line_row> lines)
{
    return *std::ranges::max_element(lines, {}, &model::line_row::size);
}

// True if the shape of a value determines its size, and the size matches.
bool size_is_of_shape(const context& in, const model::line_row& line, std::int64_t size)
{
    const auto& shape = in.rows.shapes[line.shape];
    return shape.bytes == size || shape.padded == size;
}

// True if all values but one are in the buffer of another one, as far as their uses and positions show: the value is
// computed by a user of the other one, which may write to its operand, or a loop passes on both. Without uses this is
// unknown.
bool share_buffer(const context& in, std::span<const model::line_row> lines)
{
    if (!in.rows.has.entries) return true;
    std::vector<std::pair<number, number>> places; // instructions that read a value or pass it on, and the value
    for (const auto& line : lines) {
        const auto value = in.rows.value_of(line.value.id);
        const auto entry = in.entry_of(value);
        if (!entry) continue;
        for (const auto& u : in.rows.uses_of(*entry)) places.emplace_back(u.name, value);
        for (const auto& p : in.rows.positions_of(*entry)) places.emplace_back(p.name, value);
    }
    std::ranges::sort(places);
    const auto is_of_another = [&](number name, number value) {
        const auto here = std::ranges::equal_range(places, name, {}, &std::pair<number, number>::first);
        return !here.empty() && (here.front().second != value || here.back().second != value);
    };
    return std::ranges::count_if(lines, [&](const auto& line) {
               const auto value = in.rows.value_of(line.value.id);
               const auto entry = in.entry_of(value);
               return !entry || std::ranges::none_of(in.rows.positions_of(*entry),
                                                     [&](const auto& p) { return is_of_another(p.name, value); });
           }) <= 1;
}

// Allocations that are not arenas: they hold one value, or several values that all start at offset 0.
void check_sizes(const context& in)
{
    for (const auto& a : in.rows.allocations) {
        const auto lines = in.rows.lines_of(a);
        if (lines.empty()) {
            const bool reserved =
                in.on.may_reserve_vmem() && a.arena && a.color == tpu_space::vmem && a.size == reserved_vmem;
            if (reserved) continue;
            in.out.applies(finding_id::empty_allocation);
            if (a.size != 0)
                in.out.add(finding_id::empty_allocation, in.size_of(a),
                           say("allocation {} has {} bytes, but no values", a.number, a.size),
                           {in.allocation(a), subject_of(about::sizes)});
            else if (!a.arena)
                in.out.add(finding_id::empty_allocation, in.of(a),
                           say("allocation {} has no values, but is not `preallocated-temp`", a.number),
                           {in.allocation(a)});
            continue;
        }
        if (a.arena) continue;
        const auto most = largest(lines);
        in.out.applies(finding_id::allocation_size);
        if (a.size != most.size) {
            // Two of three sizes agree: that of the allocation, the value, or the value's shape.
            const bool value_wrong = size_is_of_shape(in, most, a.size);
            if (value_wrong)
                in.out.add(finding_id::allocation_size, in.size_of(most),
                           say("{} has {} bytes, its allocation {} has {}", in.called(most.value), most.size, a.number,
                               a.size),
                           {in.value(most.value)}, {}, {{in.size_of(a), say("the size of the allocation")}});
            else
                in.out.add(finding_id::allocation_size, in.size_of(a),
                           say("allocation {} has {} bytes, the largest of its values, {}, has {}", a.number, a.size,
                               in.called(most.value), most.size),
                           {in.allocation(a), subject_of(about::sizes)}, {in.value(most.value)},
                           {{in.size_of(most), say("the size of the value")}});
        }
        // Before 2019-05-17 the inputs of a called computation were values of their own in the same memory.
        const bool by_value = in.when.never(feature::value_lines_v1);
        const bool one_set = a.thread_local_ || a.constant;
        const bool one_value =
            by_value && (one_set || (a.parameter >= 0 && !a.live_out)) && !(a.thread_local_ && share_buffer(in, lines));
        if (one_value) in.out.applies(finding_id::several_values);
        if (lines.size() > 1 && one_value)
            in.out.add(finding_id::several_values, in.of(lines[1].value),
                       say("allocation {}, {}, holds {} values", a.number,
                           a.constant        ? "a constant"
                           : a.thread_local_ ? "thread-local"
                                             : "a parameter that is not live-out",
                           lines.size()),
                       {in.allocation(a)});
        // Invariant 19.
        if (one_set && by_value)
            for (const auto& line : lines) {
                in.out.applies(finding_id::shared_allocation);
                if (line.size != most.size) {
                    in.out.add(finding_id::shared_allocation, in.size_of(line),
                               say("{} has {} bytes, {} in the same allocation has {}", in.called(line.value),
                                   line.size, in.called(most.value), most.size),
                               {in.value(line.value)}, {in.allocation(a)}, {{in.size_of(most), say("the larger one")}});
                    break;
                }
            }
    }
}

// Invariants 2 and 3.
void check_ids(const context& in)
{
    for (const auto& a : in.rows.allocations) {
        model::called before;
        for (number i = a.first_line; i < a.first_line + a.lines; ++i) {
            const auto value = in.rows.lines[i].value;
            const auto there = in.rows.values[in.rows.value_of(value.id)].line;
            in.out.applies(finding_id::value_twice);
            if (i != a.first_line) in.out.applies(finding_id::value_order);
            if (there != i) {
                const auto first = in.rows.lines[there];
                in.out.add(finding_id::value_twice, in.of(value),
                           say("value {} is in allocation {} and in allocation {}", value.id,
                               in.rows.allocations[first.allocation].number, a.number),
                           {in.value(value)}, {in.value(first.value)}, {{in.of(first.value), say("it is here first")}});
            } else if (i != a.first_line && value.id <= before.id) {
                in.out.add(finding_id::value_order, in.of(value),
                           say("value {} comes after value {}", value.id, before.id), {in.value(value)},
                           {in.value(before)});
            }
            before = value;
        }
    }
}

} // namespace

void check_allocations(const context& in)
{
    check_allocation_numbers(in);
    check_pointers(in);
    check_kinds(in);
    check_sizes(in);
    check_ids(in);
}

// Invariant 5. The sum includes all classes, thread-local and constant ones too.
void check_total(const context& in)
{
    if (!in.rows.total) return;
    const auto& total = *in.rows.total;
    if (in.rows.has.allocations) {
        in.out.applies(finding_id::total_sum);
        std::uint64_t sum = 0;
        for (const auto& a : in.rows.allocations) sum += static_cast<std::uint64_t>(a.size);
        if (sum != static_cast<std::uint64_t>(total.bytes))
            in.out.add(finding_id::total_sum, in.total(),
                       say("the total is {} bytes, the allocations have {}", total.bytes, sum),
                       {subject_of(about::total)}, {subject_of(about::sizes)});
    }
    if (!total.human) return;
    in.out.applies(finding_id::total_human);
    if (total.human == ast::human(total.bytes)) return;
    auto where = in.at.rest_after(total.at.offset, " (", 16);
    where.end = std::max(where.begin, where.end - 1);
    in.out.add(finding_id::total_human, where,
               say("{} bytes are {}, not {}", total.bytes, shown(human_size(total.bytes)), shown(in.at.text(where))),
               {subject_of(about::total)});
}

} // namespace ballast::checking
