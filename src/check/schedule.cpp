// The sequence, and the starts and ends of live ranges.
#include "check/report.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
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
    in.out.applies(finding_id::range_max);
    in.out.applies(finding_id::sequence_number, rows.sequence.size());
    in.out.applies(finding_id::sequence_twice, rows.sequence.size());
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
    in.out.applies(finding_id::sequence_value, rows.sequence.size());
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
            if (scheduled) in.out.applies(finding_id::use_before_definition);
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
            in.out.applies(finding_id::use_schedule);
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
            if (before != none) in.out.applies(finding_id::operand_order);
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
        in.out.applies(finding_id::range_twice);
        in.out.applies(finding_id::range_name);
        in.out.applies(finding_id::range_bounds);
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
        if (before) in.out.applies(finding_id::range_order);
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
        in.out.applies(v.range != none ? finding_id::unexpected_range : finding_id::missing_range);
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

// True for an instruction that begins an asynchronous computation, whose instructions are before it in the sequence: a
// start, or an update that binds the operands of a start that has none (SparseCores, since 2026-07).
bool runs_asynchronously(const context& in, number name)
{
    using enum ast::opcode_kind;
    const auto made = in.instruction_of(name);
    if (!made) return !in.rows.has.instructions && in.rows.name(name).find("start") != std::string_view::npos;
    return made->suffix == ast::async_suffix::start || made->suffix == ast::async_suffix::update ||
           made->opcode == async_start || made->opcode == async_update || made->opcode == all_gather_start ||
           made->opcode == all_reduce_start || made->opcode == collective_permute_start;
}

// The step that waits for the asynchronous computation that a row runs, or -1. Updates pass the computation on.
std::int64_t wait_for(const context& in, number call)
{
    const auto& rows = in.rows;
    while (runs_asynchronously(in, rows.sequence[call].name)) {
        const auto pairs = in.entry_of(rows.value_at(rows.sequence[call].name, model::empty_index));
        if (!pairs) return -1;
        auto next = call;
        for (const auto& u : rows.uses_of(*pairs))
            if (const auto time = rows.time_of(u.name); time != none && time > next) next = time;
        if (next == call) return -1;
        call = next;
    }
    return call;
}

// The last row of the sequence that calls computations; 0 if there is none.
number last_call_of(const context& in)
{
    std::vector<bool> reads(in.rows.names(), false);
    for (const auto& u : in.rows.uses) reads[u.name] = true;
    auto i = static_cast<number>(in.rows.sequence.size());
    while (i-- > 1) {
        const auto name = in.rows.sequence[i].name;
        // Parameters of called computations read nothing.
        if (in.calls(name) && (reads[name] || in.rows.instruction_of(name) != none)) return i;
    }
    return 0;
}

// Where asynchronous computations are in the sequence: directly before the rows that run them. Where they begin does
// not show.
class asynchronous_calls {
public:
    explicit asynchronous_calls(const context& in)
        : in_(in),
          next_(in.rows.sequence.size(), none),
          near_(in.rows.sequence.size(), false),
          first_(in.rows.sequence.size(), none)
    {
        const auto steps = static_cast<number>(next_.size());
        std::vector<bool> runs(steps, false);
        for (number i = 0; i < steps; ++i) runs[i] = runs_asynchronously(in, in.rows.sequence[i].name);
        for (auto i = steps; i-- > 1;) next_[i - 1] = runs[i] ? i : next_[i];
        std::vector<bool> outside(steps, false);
        std::vector<number> parameters;
        for (const auto& e : in.rows.entries) {
            const auto defined = in.rows.time_of(e.value.name);
            if (defined == none || next_[defined] == none) continue;
            const auto next = next_[defined];
            outside[defined] = outside[defined] || (!is_used_before(e, next) && !passes_on(next, e));
            parameters.clear();
            for (const auto& p : in.rows.positions_of(e))
                if (const auto time = in.rows.time_of(p.name); time != none && in.calls(p.name))
                    parameters.push_back(time);
            std::ranges::sort(parameters);
            for (const auto& u : in.rows.uses_of(e)) {
                const auto call = in.rows.time_of(u.name);
                if (call == none || !runs[call]) continue;
                const auto after = std::ranges::lower_bound(parameters, call);
                if (after != parameters.begin()) first_[call] = std::min(first_[call], *std::prev(after));
            }
        }
        for (auto i = steps; i-- > 1;)
            near_[i - 1] = next_[i - 1] != none && (next_[i - 1] == i || near_[i]) && !outside[i - 1];
    }

    // The row that runs the computation with a value that is defined at a row, or none. It passes the value on, or it
    // comes after all uses, and the value after a parameter, or nothing outside the computation is between.
    [[nodiscard]] number around(number value, number defined) const
    {
        constexpr int deepest = 8; // such computations may contain others
        const auto entry = in_.entry_of(value);
        const auto next = defined == none ? none : next_[defined];
        if (!entry || next == none) return next;
        auto call = next;
        for (int depth = 0; call != none && depth < deepest; ++depth, call = next_[call])
            if (passes_on(call, *entry) ||
                (first_[call] != none && first_[call] <= defined && is_used_before(*entry, call)))
                return call;
        return near_[defined] && is_used_before(*entry, next) ? next : none;
    }

private:
    [[nodiscard]] bool is_used_before(const model::entry_row& entry, number call) const
    {
        return std::ranges::all_of(in_.rows.uses_of(entry), [&](const auto& u) {
            const auto used = in_.rows.time_of(u.name);
            return used != none && used <= call;
        });
    }
    // True if the row that runs a computation, or the one that waits for it, passes a value on.
    [[nodiscard]] bool passes_on(number call, const model::entry_row& entry) const
    {
        const auto waited = wait_for(in_, call);
        return std::ranges::any_of(in_.rows.positions_of(entry), [&](const auto& p) {
            const auto time = in_.rows.time_of(p.name);
            return time == call || (waited >= 0 && time == static_cast<number>(waited));
        });
    }

    const context& in_;
    std::vector<number> next_;  // by row: the next row that runs an asynchronous computation, or none
    std::vector<bool> near_;    // by row: what is between may be inside the computation
    std::vector<number> first_; // by row that runs a computation: its first known parameter, or none
};

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
    const bool may_start_elsewhere = !in.when.never(timeline::late_async_values);
    std::optional<asynchronous_calls> calls; // created on first use
    number last_call = 0;
    for (number i = 0; i < rows.ranges.size(); ++i) {
        const auto& r = rows.ranges[i];
        const auto time = rows.time_of(r.name);
        if (time == none) continue;
        const auto* a = in.home_of(rows.value_of(r));
        const bool may_be = a && may_be_parameter(in, *a, r.name, r.index);
        const bool entry_parameter = may_be && one[static_cast<std::size_t>(a - rows.allocations.data())];
        const bool known = a && (rows.has.instructions || !in.nested) && !may_be;
        in.out.applies(finding_id::range_start);
        std::int64_t expected = entry_parameter ? 0 : time;
        if (!entry_parameter && (!known || is_parameter(in, r.name))) {
            if (r.start <= time) continue;
        } else if (r.start == expected) {
            continue;
        }
        if (!entry_parameter && may_start_elsewhere) {
            if (!calls) {
                calls.emplace(in);
                last_call = last_call_of(in);
            }
            const auto call = calls->around(rows.value_of(r), time);
            // The computation that contains the call starts with the schedule, unless it is called itself.
            const bool with_caller = r.start == 0 || (r.start < time && call < last_call);
            if (call != none && (r.start == call || with_caller)) continue;
        }
        in.out.add(finding_id::range_start, in.start_of(r),
                   say("the live range of {} starts at {}, {} at {}", in.called(r.name, r.index), r.start,
                       entry_parameter ? "parameters do" : "its instruction is", expected),
                   {subject_of(about::range, i), in.value(r.name, r.index), subject_of(about::ranges)},
                   {subject_of(about::sequence)}, {{in.of(rows.sequence[time]), say("its place in the sequence")}});
    }
}

// Which values start where another one ends, in the same bytes.
class successors {
public:
    explicit successors(const context& in) : in_(in) {}

    // Equal for values with equal bytes, and equal steps.
    static std::uint64_t spot(const model::line_row& line, std::int64_t time)
    {
        return model::mixed(std::uint64_t{line.allocation} << 32 ^ static_cast<std::uint64_t>(line.offset)) ^
               model::mixed(static_cast<std::uint64_t>(time) + 1);
    }
    // True if a value other than that of the range has these bytes from a step on.
    bool any(number range, const model::line_row& line, std::int64_t time)
    {
        make();
        const auto first = starts_.find(spot(line, time));
        return first != none && (first != range || shared_[first]);
    }
    // True if another value has the same bytes and range.
    bool has_twin(number range)
    {
        make();
        return twins_[range];
    }

private:
    static std::uint64_t exact_spot(const model::line_row& line, const model::range_row& r)
    {
        return spot(line, r.start) ^ model::mixed(static_cast<std::uint64_t>(r.end) ^ 0x5bd1e995U);
    }
    void make()
    {
        if (std::exchange(made_, true)) return;
        const auto& rows = in_.rows;
        shared_.resize(rows.ranges.size(), false);
        twins_.resize(rows.ranges.size(), false);
        model::lookup same(rows.ranges.size());
        starts_ = model::lookup(rows.ranges.size());
        for (number i = 0; i < rows.ranges.size(); ++i) {
            const auto& r = rows.ranges[i];
            const auto line = in_.line_of(rows.value_of(r));
            if (!line) continue;
            if (const auto first = same.add(exact_spot(*line, r), i); first != i) twins_[first] = twins_[i] = true;
            if (const auto first = starts_.add(spot(*line, r.start), i); first != i) shared_[first] = true;
        }
    }

    const context& in_;
    bool made_ = false;          // on first use
    model::lookup starts_;       // up to the first value
    std::vector<bool> shared_{}; // a second range has the same start
    std::vector<bool> twins_{};
};

// Invariants 29 to 31, stricter. Without called computations, a range ends at the last user or position, or at the
// definition. Values at the root and parameters that are not live-out end with the schedule, and values inside an
// asynchronous computation where it is waited for. A range ends earlier only if another value takes over the same
// bytes. A value also inherits the end of the previous value in its alias set, up to the start of the next one.
class ends {
public:
    explicit ends(const context& in)
        : in_(in), rows_(in.rows), steps_(static_cast<std::int64_t>(in.rows.sequence.size())), next_(in)
    {
    }

    void check()
    {
        for (number i = 0; i < rows_.ranges.size(); ++i) {
            const auto of = rows_.value_of(rows_.ranges[i]);
            const auto entry = in_.entry_of(of);
            const auto line = in_.line_of(of);
            if (line && entry && rows_.values[of].range == i && entry->uses_known) check(i, *line, *entry);
        }
        for (const auto& [i, last] : longer_) {
            const auto end = rows_.ranges[i].end;
            const auto value = rows_.value_of(rows_.ranges[i]);
            const auto line = *in_.line_of(value);
            if (inherited_.find(successors::spot(line, end)) != none) continue;
            const auto reach = farthest_.find(successors::spot(line, 0));
            if (reach == farthest_.end() || reach->second < end || !next_.any(i, line, end))
                tell(i, *in_.entry_of(value), last);
        }
    }

private:
    // The last step of a value, without the other values of its alias set.
    struct last_step {
        std::int64_t expected = 0;
        std::int64_t by_use = 0; // without positions
        bool at_root = false;
        bool called = false; // it depends on a called computation
        std::optional<evidence> because{};
    };

    last_step last_step_of(const model::range_row& r, const model::allocation_row& a, const model::entry_row& entry)
    {
        last_step result;
        // The remaining ranges of other values of a loop are added to the range of its parameters.
        result.called = in_.nested && is_parameter(in_, r.name) && !may_be_parameter(in_, a, r.name, r.index);
        auto last = std::int64_t{rows_.time_of(r.name) == none ? 0 : rows_.time_of(r.name)};
        const auto reach = [&](const auto& row) {
            result.called = result.called || in_.calls(row.name);
            const auto time = rows_.time_of(row.name);
            if (time == none || time <= last) return;
            last = time;
            result.because = {in_.name(row.at, row.name), say("the last one")};
        };
        for (const auto& u : rows_.uses_of(entry)) reach(u);
        result.by_use = last;
        for (const auto& p : rows_.positions_of(entry)) {
            reach(p);
            result.at_root = result.at_root || (rows_.root != none && p.name == rows_.root);
        }
        result.expected = result.at_root ? steps_ : last;
        if (result.at_root) result.because.reset();
        return result;
    }

    // The step that waits for the asynchronous computation in which a value is defined, or -1.
    std::int64_t wait_for_inner(number value, number defined)
    {
        if (!calls_) calls_.emplace(in_);
        const auto call = calls_->around(value, defined);
        return call == none ? -1 : wait_for(in_, call);
    }

    void inherit(number i, const model::line_row& line, std::int64_t end)
    {
        inherited_.add(successors::spot(line, end), i);
        auto& reach = farthest_[successors::spot(line, 0)];
        reach = std::max(reach, end);
    }

    void check(number i, const model::line_row& line, const model::entry_row& entry)
    {
        const auto& r = rows_.ranges[i];
        const auto& a = rows_.allocations[line.allocation];
        if (a.parameter >= 0 && !a.live_out) {
            in_.out.applies(finding_id::parameter_range);
            if (r.end != steps_ || r.start != 0)
                in_.out.add(finding_id::parameter_range, r.start != 0 ? in_.start_of(r) : in_.end_of(r),
                            say("the live range of {} is {}-{}, a parameter that is not live-out has 0-{}",
                                in_.called(r.name, r.index), r.start, r.end, steps_),
                            {subject_of(about::range, i), in_.value(r.name, r.index), subject_of(about::ranges)},
                            {subject_of(about::sequence), in_.allocation(a), in_.value(entry.value)});
            return;
        }
        if (in_.asynchronous || !rows_.has.instructions) return;
        const auto last = last_step_of(r, a, entry);
        if (last.called) return;
        in_.out.applies(finding_id::range_end);
        const bool longer = r.end > last.expected;
        // Values at the root of a called computation are live until the computation ends.
        if (in_.nested && longer && r.end < steps_ &&
            (r.end == last.expected + 1 || in_.calls(rows_.sequence[static_cast<std::size_t>(r.end)].name)))
            return;
        if (r.end == last.expected || (!reach_ && !last.at_root && r.end == last.by_use)) return;
        if (a.parameter >= 0 && r.end == steps_) return; // without alias after all
        // Several values of the output may be the result of the module, which is live until the end.
        if (rows_.root == none && a.live_out && r.end == steps_) return;
        if (r.end < last.expected) inherit(i, line, last.expected);
        if (const auto waited = wait_for_inner(rows_.value_of(r), rows_.time_of(r.name)); r.end <= waited) {
            inherit(i, line, waited);
            if (r.end == waited) return;
        }
        if ((!longer || in_.nested) &&
            (next_.any(i, line, r.end) || next_.any(i, line, r.end + later_) || (later_ != 0 && next_.has_twin(i))))
            return;
        if (longer)
            longer_.emplace_back(i, last);
        else
            tell(i, entry, last);
    }

    void tell(number i, const model::entry_row& entry, const last_step& last)
    {
        const auto& r = rows_.ranges[i];
        std::vector<evidence> beside;
        if (last.because) beside.push_back(*last.because);
        in_.out.add(
            finding_id::range_end, in_.end_of(r),
            last.at_root ? say("the live range of {} ends at {}, a part of the result is live until {}",
                               in_.called(r.name, r.index), r.end, steps_)
                         : say("the live range of {} ends at {}, its last use or position is at {}",
                               in_.called(r.name, r.index), r.end, last.expected),
            {subject_of(about::range, i), in_.value(r.name, r.index), subject_of(about::ranges)},
            {subject_of(about::sequence), in_.allocation(*in_.home_of(rows_.value_of(r))), in_.value(entry.value)},
            beside);
    }

    const context& in_;
    const model::rows& rows_;
    const std::int64_t steps_;
    const bool reach_ = in_.when.always(feature::ranges_reach_positions);
    const std::int64_t later_ = in_.when.never(feature::pointer) ? 0 : 1; // D10 trimmed to the step before
    successors next_;
    model::lookup inherited_; // by bytes and step: ends of values that are cut by the next value of the same bytes
    std::unordered_map<std::uint64_t, std::int64_t> farthest_; // by bytes: the last of these ends
    std::vector<std::pair<number, last_step>> longer_;         // ranges that end after the last use
    std::optional<asynchronous_calls> calls_;                  // created on first use
};

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
    ends(in).check();
}

} // namespace ballast::checking
