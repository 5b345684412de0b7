// The sequence, and the starts and ends of live ranges.
#include "check/report.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ballast::checking {

namespace {

bool is_parameter(const context& in, number name)
{
    const auto made = in.instruction_of(name);
    return made && made->opcode == ast::opcode_kind::parameter;
}

// Invariant 25.
void check_sequence_numbers(const context& in)
{
    const auto& rows = in.rows;
    const auto steps = static_cast<std::int64_t>(rows.sequence.size());
    if (rows.max != steps)
        in.out.add(finding_id::range_max, in.range_head(),
                   say("the live range has length {}, the sequence has {} rows", rows.max, steps),
                   {subject_of(about::sequence)});
    for (number i = 0; i < rows.sequence.size(); ++i) {
        const auto& row = rows.sequence[i];
        if (row.ahead != 0)
            in.out.add(finding_id::sequence_number, in.at.number_before(row.at),
                       say("row {} of the sequence has number {}", i, rows.number_at(i)),
                       {subject_of(about::sequence_row, i)});
        if (const auto first = rows.time_of(row.name); first != i)
            in.out.add(finding_id::sequence_twice, in.of(row),
                       say("{} is in the sequence at {} and at {}", in.called(row.name), first, i),
                       {subject_of(about::sequence), in.instruction(row.name)}, {subject_of(about::sequence_row, i)},
                       {{in.of(rows.sequence[first]), say("the first time")}});
    }
}

// Instructions in the sequence are positions of values. The positions of a value are all in the sequence, or none is.
void check_sequence_members(const context& in)
{
    const auto& rows = in.rows;
    std::vector<bool> known(rows.names(), false);
    for (const auto& p : rows.positions) known[p.name] = true;
    for (const auto& r : rows.ranges) known[r.name] = true;
    for (number i = 0; i < rows.sequence.size(); ++i)
        if (!known[rows.sequence[i].name])
            in.out.add(
                finding_id::sequence_value, in.of(rows.sequence[i]),
                say("{} is in the sequence, but is not a position of any value", in.called(rows.sequence[i].name)),
                {subject_of(about::sequence), in.instruction(rows.sequence[i].name)},
                {subject_of(about::positions), subject_of(about::names)});
    for (const auto& e : rows.entries) {
        const auto defined = rows.time_of(e.value.name);
        const bool scheduled = defined != none;
        const auto needs = [&] {
            return std::vector<subject>{subject_of(about::sequence), in.instruction(e.value.name)};
        };
        for (const auto& p : rows.positions_of(e)) {
            const auto time = rows.time_of(p.name);
            if (scheduled && time == none) {
                in.out.add(finding_id::sequence_value, in.of(p),
                           say("{} is in the sequence, its position {} is not", in.called(e.value),
                               in.called(p.name, p.index)),
                           {in.value(e.value), in.value(p.name, p.index), subject_of(about::positions)}, needs());
                break;
            }
            if (scheduled && time < defined && !is_parameter(in, e.value.name))
                in.out.add(finding_id::use_before_definition, in.of(p),
                           say("{} is defined at {}, its position {} is at {}", in.called(e.value), defined,
                               in.called(p.name, p.index), time),
                           {in.value(e.value), subject_of(about::positions)}, needs());
        }
        for (const auto& u : rows.uses_of(e)) {
            const auto time = rows.time_of(u.name);
            if (scheduled != (time != none)) {
                in.out.add(
                    finding_id::use_schedule, in.of(u),
                    scheduled ? say("{} is in the sequence, its user {} is not", in.called(e.value), in.called(u.name))
                              : say("{} is not in the sequence, its user {} is", in.called(e.value), in.called(u.name)),
                    {in.value(e.value), in.instruction(u.name)}, needs());
                break;
            }
            if (scheduled && time <= defined && !is_parameter(in, e.value.name))
                in.out.add(finding_id::use_before_definition, in.of(u),
                           say("{} is defined at {} and used by {} at {}", in.called(e.value), defined,
                               in.called(u.name), time),
                           {in.value(e.value), in.instruction(u.name)}, needs());
        }
    }
}

void check_order(const context& in)
{
    for (const auto& i : in.rows.instructions) {
        const auto time = in.rows.time_of(i.name);
        if (time == none) continue;
        for (const auto [operand, shape] : in.rows.operands_of(i)) {
            const auto before = operand == none ? none : in.rows.time_of(operand);
            if (before != none && before >= time)
                in.out.add(
                    finding_id::operand_order, in.of(in.rows.sequence[time]),
                    say("{} is at {}, its operand {} at {}", in.called(i.name), time, in.called(operand), before),
                    {subject_of(about::sequence), in.instruction(i.name)}, {in.instruction(operand)},
                    {{in.of(in.rows.sequence[before]), say("the operand")}});
        }
    }
}

// Invariants 26 and 27.
void check_range_rows(const context& in)
{
    const auto& rows = in.rows;
    const auto steps = static_cast<std::int64_t>(rows.sequence.size());
    std::optional<model::called> before;
    for (number i = 0; i < rows.ranges.size(); ++i) {
        const auto& r = rows.ranges[i];
        const auto range = subject_of(about::range, i);
        const auto value = in.value(r.name, r.index);
        const auto first = rows.range_at(r.name, r.index);
        if (first != i)
            in.out.add(finding_id::range_twice, in.of(r), say("{} has two live ranges", in.called(r.name, r.index)),
                       {range, value, subject_of(about::ranges)}, {},
                       {{in.of(rows.ranges[first]), say("the first one")}});
        if (rows.time_of(r.name) == none) {
            in.out.add(finding_id::range_name, in.of(r),
                       say("{} has a live range, but is not in the sequence", in.called(r.name, r.index)),
                       {range, value, subject_of(about::ranges)}, {subject_of(about::sequence)});
        } else if (const auto made = in.instruction_of(r.name); made && rows.part_of(made->shape, r.index) == none) {
            in.out.add(finding_id::range_name, in.of(r),
                       say("{} has a live range, but the instruction has no such part", in.called(r.name, r.index)),
                       {range, value, subject_of(about::ranges)}, {subject_of(about::shapes)},
                       {{in.shape_of(*made), say("the shape of the instruction")}});
        }
        if (r.start > r.end || r.end > steps)
            in.out.add(finding_id::range_bounds, r.end > steps ? in.end_of(r) : in.start_of(r),
                       r.end > steps ? say("the live range of {} ends at {}, the schedule at {}",
                                           in.called(r.name, r.index), r.end, steps)
                                     : say("the live range of {} starts at {} and ends at {}",
                                           in.called(r.name, r.index), r.start, r.end),
                       {range, value, subject_of(about::ranges)}, {subject_of(about::sequence)});
        const auto of = rows.value_of(r);
        if (of == none || rows.values[of].range != i) continue;
        const auto defined = rows.name_of(rows.values[of]);
        if (before && defined.id < before->id)
            in.out.add(finding_id::range_order, in.of(r),
                       say("the live range of value {} comes after that of value {}", defined.id, before->id),
                       {range, value, subject_of(about::ranges)}, {subject_of(about::names)});
        before = defined;
    }
}

// Invariants 20, 20b and 20c: scheduled values have a live range, and no others.
void check_presence(const context& in)
{
    const auto& rows = in.rows;
    const bool wrapped = !in.asynchronous || in.when.always(feature::asynchronous_schedule);
    for (const auto& v : rows.values) {
        const auto value = rows.name_of(v);
        if (v.line == none) continue;
        const auto& a = rows.allocations[rows.lines[v.line].allocation];
        const auto blames = [&] { return std::vector<subject>{in.value(value)}; };
        const auto needs = [&] {
            return std::vector<subject>{subject_of(about::sequence), subject_of(about::ranges),
                                        subject_of(about::names)};
        };
        if (v.range != none) {
            if (a.thread_local_)
                in.out.add(finding_id::unexpected_range, in.of(rows.ranges[v.range]),
                           say("{} is thread-local, but has a live range", in.called(value)), blames(), needs(),
                           {{in.of(a), say("its allocation")}});
            continue;
        }
        if (a.thread_local_) continue;
        // Constants of thread-local computations have no live range.
        const bool scheduled = rows.time_of(value.name) != none;
        if (!scheduled && (a.constant || !wrapped)) {
            if (v.entry == none || std::ranges::none_of(rows.uses_of(rows.entries[v.entry]), [&](const auto& use) {
                    return rows.time_of(use.name) != none;
                }))
                continue;
        }
        in.out.add(finding_id::missing_range, in.of(value),
                   say("{} is not thread-local, but has no live range", in.called(value)), blames(), needs());
    }
}

// True if a value may be the parameter of its allocation. Values that overwrite the parameter or that a loop passes on
// are in the same allocation, and parameters of called computations have their own numbers.
bool may_be_parameter(const context& in, const model::allocation_row& a, number name, number index)
{
    if (a.parameter < 0 || (index == none ? model::empty_index : index) != a.parameter_index) return false;
    const auto made = in.instruction_of(name);
    return !made || made->parameter() == a.parameter;
}

bool starts_asynchronously(const context& in, number name)
{
    using enum ast::opcode_kind;
    const auto made = in.instruction_of(name);
    if (!made) return in.rows.stem(name).find("start") != std::string_view::npos;
    return made->suffix == ast::async_suffix::start || made->opcode == async_start ||
           made->opcode == all_gather_start || made->opcode == all_reduce_start ||
           made->opcode == collective_permute_start;
}

// By row of the sequence: the next row that starts an asynchronous computation, or none.
std::vector<number> next_asynchronous_starts(const context& in)
{
    std::vector<number> result(in.rows.sequence.size(), none);
    for (auto i = static_cast<number>(result.size()); i-- > 1;)
        result[i - 1] = starts_asynchronously(in, in.rows.sequence[i].name) ? i : result[i];
    return result;
}

// True if a value is defined inside the asynchronous computation that a row starts: the row passes the value on or
// comes after all its uses.
bool is_inside(const context& in, number value, number call)
{
    const auto& rows = in.rows;
    const auto entry = in.entry_of(value);
    if (!entry) return true;
    const auto name = rows.sequence[call].name;
    return std::ranges::any_of(rows.positions_of(*entry), [&](const auto& p) { return p.name == name; }) ||
           std::ranges::all_of(rows.uses_of(*entry), [&](const auto& u) {
               const auto used = rows.time_of(u.name);
               return used != none && used <= call;
           });
}

// Invariant 28. The text does not show where parameters of called computations start; it is not after their own row.
void check_starts(const context& in)
{
    const auto& rows = in.rows;
    std::vector<bool> one(rows.allocations.size(), false); // exactly one value may be the parameter
    for (std::size_t i = 0; i < rows.allocations.size(); ++i) {
        const auto& a = rows.allocations[i];
        one[i] = std::ranges::count_if(rows.lines_of(a), [&](const auto& line) {
                     return may_be_parameter(in, a, line.value.name, line.value.index);
                 }) == 1;
    }
    const bool may_start_late = !in.when.never(timeline::late_async_values);
    std::vector<number> calls; // created on first use
    for (number i = 0; i < rows.ranges.size(); ++i) {
        const auto& r = rows.ranges[i];
        const auto time = rows.time_of(r.name);
        if (time == none) continue;
        const auto* a = in.home_of(rows.value_of(r));
        const bool may_be = a && may_be_parameter(in, *a, r.name, r.index);
        const bool entry_parameter = may_be && one[static_cast<std::size_t>(a - rows.allocations.data())];
        const bool known = a && (rows.has.instructions || !in.nested) && !may_be;
        std::int64_t expected = entry_parameter ? 0 : time;
        if (!entry_parameter && (!known || is_parameter(in, r.name))) {
            if (r.start <= time) continue;
        } else if (r.start == expected) {
            continue;
        }
        if (!entry_parameter && may_start_late) {
            if (calls.empty()) calls = next_asynchronous_starts(in);
            const auto call = calls[time];
            if (call != none && r.start == call && is_inside(in, rows.value_of(r), call)) continue;
        }
        in.out.add(finding_id::range_start, in.start_of(r),
                   say("the live range of {} starts at {}, {} at {}", in.called(r.name, r.index), r.start,
                       entry_parameter ? "parameters do" : "its instruction is", expected),
                   {subject_of(about::range, i), in.value(r.name, r.index), subject_of(about::ranges)},
                   {subject_of(about::sequence)}, {{in.of(rows.sequence[time]), say("its place in the sequence")}});
    }
}

// Invariants 29 to 31, stricter. Without called computations, a range ends at the last user or position, or at the
// definition. Values at the root and parameters that are not live-out end with the schedule. A range ends earlier only
// if another value takes over the same bytes. With called computations, a value also inherits the end of the previous
// value in its alias set, up to the start of the next one.
void check_ends(const context& in)
{
    const auto& rows = in.rows;
    const auto steps = static_cast<std::int64_t>(rows.sequence.size());
    const auto spot = [](const model::line_row& line, std::int64_t time) {
        return model::mixed(std::uint64_t{line.allocation} << 32 ^ static_cast<std::uint64_t>(line.offset)) ^
               model::mixed(static_cast<std::uint64_t>(time) + 1);
    };
    const auto exact_spot = [&](const model::line_row& line, const model::range_row& r) {
        return spot(line, r.start) ^ model::mixed(static_cast<std::uint64_t>(r.end) ^ 0x5bd1e995U);
    };
    // Created on first use.
    bool made = false;
    model::hash_lookup starts; // up to the first value
    std::vector<bool> shared;  // a second range has the same start
    std::vector<bool> twins;   // another value has the same bytes and range
    const auto make = [&] {
        if (std::exchange(made, true)) return;
        shared.resize(rows.ranges.size(), false);
        twins.resize(rows.ranges.size(), false);
        const auto each = [&](auto&& f) {
            for (number i = 0; i < rows.ranges.size(); ++i) {
                const auto r = rows.ranges[i];
                if (const auto line = in.line_of(rows.value_of(r))) f(i, *line, r);
            }
        };
        // One table after the other: both are large.
        each([&, same = model::hash_lookup(rows.ranges.size())](number i, const auto& line, const auto& r) mutable {
            if (const auto first = same.add(exact_spot(line, r), i); first != i) twins[first] = twins[i] = true;
        });
        starts = model::hash_lookup(rows.ranges.size());
        each([&](number i, const auto& line, const auto& r) {
            if (const auto first = starts.add(spot(line, r.start), i); first != i) shared[first] = true;
        });
    };
    const auto taken_over = [&](number range, const model::line_row& line, std::int64_t time) {
        make();
        const auto first = starts.find(spot(line, time));
        return first != none && (first != range || shared[first]);
    };
    const auto has_twin = [&](number range) {
        make();
        return twins[range];
    };
    model::lookup inherited; // by bytes and step: ends of values that are cut by the next value of the same bytes
    struct longer {
        number range;
        std::int64_t expected;
        std::optional<evidence> because;
    };
    std::vector<longer> longer_ones; // ranges that end after the last use
    const auto tell = [&](number i, const model::entry_row& entry, std::int64_t expected, bool to_the_end,
                          const std::optional<evidence>& because) {
        const auto& r = rows.ranges[i];
        std::vector<evidence> beside;
        if (because) beside.push_back(*because);
        in.out.add(finding_id::range_end, in.end_of(r),
                   to_the_end ? say("the live range of {} ends at {}, a part of the result is live until {}",
                                    in.called(r.name, r.index), r.end, steps)
                              : say("the live range of {} ends at {}, its last use or position is at {}",
                                    in.called(r.name, r.index), r.end, expected),
                   {subject_of(about::range, i), in.value(r.name, r.index), subject_of(about::ranges)},
                   {subject_of(about::sequence), in.allocation(*in.home_of(rows.value_of(r))), in.value(entry.value)},
                   beside);
    };
    const bool reach = in.when.always(feature::ranges_reach_positions);
    // D10 trimmed to the step before.
    const std::int64_t later = in.when.never(feature::pointer) ? 0 : 1;
    for (number i = 0; i < rows.ranges.size(); ++i) {
        const auto& r = rows.ranges[i];
        const auto of = rows.value_of(r);
        const auto entry = in.entry_of(of);
        const auto found = in.line_of(of);
        if (!found || !entry || rows.values[of].range != i || !entry->uses_known) continue;
        const auto& line = *found;
        const auto* const a = &rows.allocations[line.allocation];
        const auto blames = [&] {
            return std::vector<subject>{subject_of(about::range, i), in.value(r.name, r.index),
                                        subject_of(about::ranges)};
        };
        const auto needs = [&] {
            return std::vector<subject>{subject_of(about::sequence), in.allocation(*a), in.value(entry->value)};
        };
        if (a->parameter >= 0 && !a->live_out) {
            if (r.end != steps || r.start != 0)
                in.out.add(finding_id::parameter_range, r.start != 0 ? in.start_of(r) : in.end_of(r),
                           say("the live range of {} is {}-{}, a parameter that is not live-out has 0-{}",
                               in.called(r.name, r.index), r.start, r.end, steps),
                           blames(), needs());
            continue;
        }
        if (in.asynchronous || !rows.has.instructions) continue;
        // The remaining ranges of other values of a loop are added to the range of its parameters.
        bool called = in.nested && is_parameter(in, r.name) && !may_be_parameter(in, *a, r.name, r.index);
        std::int64_t last = rows.time_of(r.name) == none ? 0 : rows.time_of(r.name);
        std::int64_t by_use = last;
        model::offset because = -1;
        number named = none;
        bool at_root = false;
        for (const auto& u : rows.uses_of(*entry)) {
            called = called || in.calls(u.name);
            if (const auto time = rows.time_of(u.name); time != none && time > by_use) {
                by_use = time;
                because = u.at;
                named = u.name;
            }
        }
        last = by_use;
        for (const auto& p : rows.positions_of(*entry)) {
            called = called || in.calls(p.name);
            at_root = at_root || (rows.root != none && p.name == rows.root);
            if (const auto time = rows.time_of(p.name); time != none && time > last) {
                last = time;
                because = p.at;
                named = p.name;
            }
        }
        if (called) continue;
        const bool to_the_end = at_root;
        const auto expected = to_the_end ? steps : last;
        // Values at the root of a called computation are live until the computation ends.
        if (in.nested && r.end > expected && r.end < steps &&
            (r.end == expected + 1 || in.calls(rows.sequence[static_cast<std::size_t>(r.end)].name)))
            continue;
        if (r.end == expected || (!reach && !to_the_end && r.end == by_use)) continue;
        if (a->parameter >= 0 && r.end == steps) continue; // without alias after all
        if (in.nested && r.end < expected) inherited.add(spot(line, expected), i);
        if ((r.end < expected || in.nested) &&
            (taken_over(i, line, r.end) || taken_over(i, line, r.end + later) || (later != 0 && has_twin(i))))
            continue;
        std::optional<evidence> last_one;
        if (!to_the_end && because >= 0) last_one = {in.name(because, named), say("the last one")};
        if (in.nested && r.end > expected)
            longer_ones.push_back({i, expected, std::move(last_one)});
        else
            tell(i, *entry, expected, to_the_end, last_one);
    }
    for (const auto& [i, expected, because] : longer_ones) {
        const auto value = rows.value_of(rows.ranges[i]);
        if (inherited.find(spot(*in.line_of(value), rows.ranges[i].end)) == none)
            tell(i, *in.entry_of(value), expected, false, because);
    }
}

} // namespace

void check_sequence(const context& in)
{
    if (!in.rows.has.ranges) return;
    check_sequence_numbers(in);
    if (in.rows.sequence.empty() || !in.rows.has.entries) return;
    check_sequence_members(in);
    check_order(in);
}

void check_ranges(const context& in)
{
    if (!in.rows.has.ranges) return;
    check_range_rows(in);
    if (in.rows.sequence.empty()) return;
    check_starts(in);
    if (!in.rows.has.allocations || !in.rows.has.entries) return;
    check_presence(in);
    check_ends(in);
}

} // namespace ballast::checking
