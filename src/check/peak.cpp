// The peak that XLA prints: its step, its rows, and the memory in use at other steps.
#include "analyse/occupancy.hpp"
#include "analyse/sums.hpp"
#include "check/report.hpp"

#include <algorithm>
#include <optional>
#include <queue>
#include <set>

namespace ballast::checking {

namespace {

bool covers(const model::range_row& r, std::int64_t moment) { return r.start <= moment && moment <= r.end; }

// The bytes that XLA counts for a value: those of the whole result of its instruction; -1 if unknown.
std::int64_t weight(const context& in, const model::range_row& r)
{
    if (const auto made = in.instruction_of(r.name)) return in.rows.shapes[made->shape].bytes;
    // Before D10 the text has no instructions: the top-level value has the whole shape.
    const auto line = in.line_of(in.rows.value_at(r.name, none));
    return line ? in.rows.shapes[line->shape].bytes : -1;
}

// The place of that shape.
evidence shape_of(const context& in, number name)
{
    if (const auto made = in.instruction_of(name))
        return {in.shape_of(*made), say("the shape of the instruction's result")};
    const auto line = in.line_of(in.rows.value_at(name, none));
    return line ? evidence{in.shape_of(*line), say("the shape of the value")} : evidence{};
}

// The bytes of the value itself.
std::int64_t own_bytes(const context& in, const model::range_row& r)
{
    const auto made = in.instruction_of(r.name);
    const auto part = made ? in.rows.part_of(made->shape, r.index) : none;
    return part == none ? -1 : in.rows.shapes[part].bytes;
}

bool ranges_are_sound(const context& in)
{
    const auto steps = static_cast<std::int64_t>(in.rows.sequence.size());
    return std::ranges::all_of(in.rows.ranges,
                               [&](const auto& r) { return 0 <= r.start && r.start <= r.end && r.end <= steps; });
}

// Adds in 64 bits; false on overflow. XLA's own sums overflow as well, so nothing can be checked then.
bool add(std::int64_t& sum, std::int64_t bytes) { return !__builtin_add_overflow(sum, bytes, &sum); }

// Invariant 32. A value still counts one step after its end, because XLA applies starts before ends.
void check_moment(const context& in)
{
    const auto& rows = in.rows;
    if (!ranges_are_sound(in)) return;
    const auto steps = rows.sequence.size();
    std::vector<std::int64_t> change(steps + 3, 0);
    std::vector<bool> starts(steps + 1, false);
    std::int64_t whole = 0; // no step has more
    for (const auto& r : rows.ranges) {
        const auto bytes = weight(in, r);
        if (bytes < 0 || !add(whole, bytes)) return;
        starts[static_cast<std::size_t>(r.start)] = true;
        change[static_cast<std::size_t>(r.start)] += bytes;
        change[static_cast<std::size_t>(r.end) + 2] -= bytes;
    }
    std::int64_t sum = 0;
    std::int64_t most = 0;
    std::int64_t moment = 0;
    std::int64_t printed = 0;
    for (std::size_t t = 0; t <= steps; ++t) {
        sum += change[t];
        if (static_cast<std::int64_t>(t) == rows.peak_moment) printed = sum;
        if (starts[t] && sum > most) {
            most = sum;
            moment = static_cast<std::int64_t>(t);
        }
    }
    in.out.applies(finding_id::peak_moment);
    if (moment == rows.peak_moment) return;
    in.out.add(finding_id::peak_moment, in.peak_head(),
               say("the peak is given as step {}, where XLA counts {} bytes; at step {} it counts {}", rows.peak_moment,
                   printed, moment, most),
               {subject_of(about::peak)},
               {subject_of(about::ranges), subject_of(about::shapes), subject_of(about::sequence)});
}

// Invariant 33, the set: rows without an index are in the order of their values; only that identifies them.
void check_peak_members(const context& in)
{
    const auto& rows = in.rows;
    const auto needs = [&] { return std::vector<subject>{subject_of(about::peak), subject_of(about::ranges)}; };
    in.out.applies(finding_id::peak_rows);
    std::size_t living = 0;
    for (const auto& r : rows.ranges) living += covers(r, rows.peak_moment) ? 1U : 0U;
    const auto missing = [&](const model::range_row& r) {
        in.out.add(
            finding_id::peak_rows, in.of(r),
            say("{} is live at step {}, the peak, but has no row there", in.called(r.name, r.index), rows.peak_moment),
            {subject_of(about::trace), in.value(r.name, r.index)}, needs());
    };
    const bool indexed = std::ranges::any_of(rows.peak, [](const auto& row) { return row.index != none; });
    if (!indexed) {
        std::size_t i = 0;
        for (const auto& r : rows.ranges) {
            if (!covers(r, rows.peak_moment)) continue;
            if (i == rows.peak.size()) return missing(r);
            if (rows.peak[i].name != r.name) {
                in.out.add(finding_id::peak_rows, in.name(rows.peak[i].at, rows.peak[i].name),
                           say("row {} of the peak is {}, the next live value is {}", i + 1,
                               in.called(rows.peak[i].name), in.called(r.name, r.index)),
                           {subject_of(about::peak_row, i)}, needs(), {{in.of(r), say("its live range")}});
                return;
            }
            ++i;
        }
        if (i < rows.peak.size())
            in.out.add(finding_id::peak_rows, in.name(rows.peak[i].at, rows.peak[i].name),
                       say("the peak has {} rows, but {} values are live at step {}", rows.peak.size(), living,
                           rows.peak_moment),
                       {subject_of(about::peak_row, i)}, needs());
        return;
    }
    model::row_list<bool> met(rows.ranges.size(), false);
    for (number i = 0; i < rows.peak.size(); ++i) {
        const auto& row = rows.peak[i];
        const auto range = rows.range_at(row.name, row.index);
        const auto where = in.name(row.at, row.name);
        const auto blames = [&] {
            return std::vector<subject>{subject_of(about::peak_row, i), subject_of(about::trace)};
        };
        if (range == none)
            in.out.add(finding_id::peak_rows, where,
                       say("{} is a row of the peak, but has no live range", in.called(row.name, row.index)), blames(),
                       needs());
        else if (met[range])
            in.out.add(finding_id::peak_rows, where, say("{} has two rows in the peak", in.called(row.name, row.index)),
                       blames(), needs());
        else if (!covers(rows.ranges[range], rows.peak_moment))
            in.out.add(finding_id::peak_rows, where,
                       say("{} is a row of the peak at step {}, but is live from {} to {}",
                           in.called(row.name, row.index), rows.peak_moment, rows.ranges[range].start,
                           rows.ranges[range].end),
                       blames(), needs(), {{in.of(rows.ranges[range]), say("its live range")}});
        if (range != none) met[range] = true;
    }
    for (number i = 0; i < rows.ranges.size(); ++i)
        if (!met[i] && covers(rows.ranges[i], rows.peak_moment)) return missing(rows.ranges[i]);
}

// Invariants 33, the bytes and the order, and 34.
void check_peak_rows(const context& in)
{
    const auto& rows = in.rows;
    const bool bare = in.when.always(feature::bare_peak_rows);
    const bool sorted = in.when.always(feature::cumulative_peak_rows);
    std::int64_t sum = 0;
    std::int64_t before = -1;
    for (number i = 0; i < rows.peak.size(); ++i) {
        const auto& row = rows.peak[i];
        const auto subject = subject_of(about::peak_row, i);
        const auto index = row.index;
        const model::range_row as_range{0, 0, row.at, row.name, index == none ? model::empty_index : index};
        const auto bytes = bare ? weight(in, as_range) : own_bytes(in, as_range);
        if (bytes >= 0) in.out.applies(finding_id::peak_bytes);
        if (bytes >= 0 && bytes != row.bytes)
            in.out.add(finding_id::peak_bytes, in.bytes_of(row),
                       say("{} has {} bytes in the peak, {} takes {}", in.called(row.name, row.index), row.bytes,
                           bare ? "the result of its instruction" : "its shape", bytes),
                       {subject, subject_of(about::trace)},
                       {in.value(row.name, index), in.instruction(row.name), subject_of(about::peak)},
                       {shape_of(in, row.name)});
        sum = analyse::wrapped_sum(sum, row.bytes);
        if (row.cumulative >= 0) {
            in.out.applies(finding_id::peak_sum);
            // One wrong number is reported once: the sum may follow the previous row, or the sum of all rows.
            const auto by_row = i == 0 ? row.bytes : analyse::wrapped_sum(before, row.bytes);
            if (row.cumulative != sum && row.cumulative != by_row)
                in.out.add(finding_id::peak_sum, in.at.number_after(row.at, "(cumulative: ", 1),
                           say("{} cumulative bytes, the rows up to {} have {}", row.cumulative,
                               in.called(row.name, row.index), by_row),
                           {subject, subject_of(about::trace)}, {});
            before = row.cumulative;
        }
        if (i == 0) continue;
        in.out.applies(finding_id::peak_order);
        const auto& above = rows.peak[i - 1];
        bool ordered = true;
        if (sorted) {
            const auto path = rows.index(index == none ? model::empty_index : index);
            const auto path_above = rows.index(above.index == none ? model::empty_index : above.index);
            if (above.bytes != row.bytes)
                ordered = above.bytes > row.bytes;
            else if (above.name != row.name)
                ordered = rows.name(above.name) < rows.name(row.name);
            else
                ordered = std::ranges::lexicographical_compare(path_above, path);
        } else if (!bare) {
            const auto here = rows.range_at(row.name, row.index);
            const auto there = rows.range_at(above.name, above.index);
            ordered = here == none || there == none || there < here;
        }
        if (!ordered)
            in.out.add(finding_id::peak_order, in.name(row.at, row.name),
                       say("{} of {} bytes comes after {} of {} in the peak", in.called(row.name, row.index), row.bytes,
                           in.called(above.name, above.index), above.bytes),
                       {subject},
                       {subject_of(about::peak_row, i - 1), subject_of(about::peak), subject_of(about::ranges)});
    }
}

} // namespace

void check_peak(const context& in)
{
    if (!in.rows.has.ranges || !in.rows.peak_known) return;
    check_moment(in);
    check_peak_members(in);
    check_peak_rows(in);
}

// The table of D7: the live values of each step in the order of their ids. Tuple elements have the name of their
// instruction.
void check_moments(const context& in)
{
    const auto& rows = in.rows;
    if (rows.moments.empty() || !ranges_are_sound(in)) return;
    const auto steps = rows.sequence.size();
    in.out.applies(finding_id::moment_row, steps);
    if (rows.moments.size() != steps)
        in.out.add(finding_id::moment_row, in.at.bytes(rows.moments.front().at, 1),
                   say("{} steps are listed, the sequence has {} rows", rows.moments.size(), steps),
                   {subject_of(about::peak)}, {subject_of(about::sequence)});
    std::vector<std::vector<number>> starting(steps + 1);
    for (number i = 0; i < rows.ranges.size(); ++i)
        starting[static_cast<std::size_t>(rows.ranges[i].start)].push_back(i);
    using expiry = std::pair<std::int64_t, number>;
    std::priority_queue<expiry, std::vector<expiry>, std::greater<>> ends;
    std::set<number> alive;
    std::uint64_t sum = 0;   // of the live values, wrapping in 64 bits; XLA adds in 32 bits
    std::size_t unknown = 0; // number of live values of unknown size
    const auto count = [&](number i, std::uint64_t sign) {
        const auto bytes = weight(in, rows.ranges[i]);
        if (bytes < 0)
            unknown += sign;
        else
            sum += sign * static_cast<std::uint64_t>(bytes);
    };
    for (number t = 0; t < rows.moments.size() && t < steps; ++t) {
        const auto& row = rows.moments[t];
        const auto blames = [&] { return std::vector<subject>{subject_of(about::moment, t)}; };
        const auto needs = [&] { return std::vector<subject>{subject_of(about::ranges), subject_of(about::sequence)}; };
        for (; !ends.empty() && ends.top().first < static_cast<std::int64_t>(t); ends.pop()) {
            alive.erase(ends.top().second);
            count(ends.top().second, ~std::uint64_t{0});
        }
        for (const auto i : starting[t]) {
            alive.insert(i);
            count(i, 1);
            ends.emplace(rows.ranges[i].end, i);
        }
        const auto where = in.at.bytes(row.at, 1);
        if (row.moment != t)
            in.out.add(finding_id::moment_row, where, say("row {} of the steps has number {}", t, row.moment),
                       blames());
        if (row.names != alive.size()) {
            in.out.add(finding_id::moment_row, where,
                       say("{} values are listed at step {}, but {} are live", row.names, t, alive.size()), blames(),
                       needs());
            continue;
        }
        const auto bytes = std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(sum))};
        if (unknown == 0 && row.bytes != bytes)
            in.out.add(finding_id::moment_row, in.at.number_after(row.at, ", ", 1),
                       say("{} bytes at step {}, but the live values take {}", row.bytes, t, bytes), blames(),
                       {subject_of(about::ranges), subject_of(about::sequence), subject_of(about::shapes)});
        auto name = row.first_name;
        for (const auto i : alive) {
            if (rows.moment_names[name] != rows.ranges[i].name) {
                in.out.add(finding_id::moment_row, where,
                           say("{} is listed at step {}, the next live value is {}", in.called(rows.moment_names[name]),
                               t, in.called(rows.ranges[i].name, rows.ranges[i].index)),
                           blames(), needs(), {{in.of(rows.ranges[i]), say("its live range")}});
                break;
            }
            ++name;
        }
    }
}

// True if the difference between the printed peak and the most live bytes is worth a note.
bool matters(const context& in, std::int64_t missed, std::int64_t most)
{
    constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
    return in.audit ? missed > 0 : missed > mebibyte && missed > most / 20;
}

// Notes that more memory is in use at another step than at XLA's peak. That is not an error: XLA counts other bytes.
void audit_peak(const context& in)
{
    const auto& rows = in.rows;
    if (!rows.has.allocations || !rows.has.ranges || !rows.peak_known || rows.sequence.empty() || !ranges_are_sound(in))
        return;
    std::int64_t printed = 0;
    for (const auto& row : rows.peak)
        if (!add(printed, row.bytes)) return;
    const auto steps = static_cast<std::int64_t>(rows.sequence.size());
    analyse::changes_by_step elsewhere(steps);
    analyse::changes_by_step in_arenas(steps);
    for (const auto& a : rows.allocations)
        if (!a.thread_local_) analyse::add_changes(rows, a, steps, a.arena ? in_arenas : elsewhere);
    if (!elsewhere.exact() || !in_arenas.exact()) return;
    const auto moment = std::clamp<std::int64_t>(rows.peak_moment, 0, steps - 1);
    // clang 14 captures no structured bindings.
    const auto of_all = analyse::moments_of({&elsewhere, &in_arenas}, moment);
    const auto of_temporaries = analyse::moments_of({&in_arenas}, moment);
    const auto& all = of_all.peak;
    const auto here = of_all.then;
    const auto& temporary = of_temporaries.peak;
    const auto temporary_here = of_temporaries.then;
    in.out.applies(finding_id::peak_audit);
    const bool less = matters(in, all.bytes - here, all.bytes);
    const bool less_temporary = matters(in, temporary.bytes - temporary_here, all.bytes);
    if (!less && !less_temporary) return;
    const auto needs = [&] {
        return std::vector<subject>{subject_of(about::ranges), subject_of(about::peak), subject_of(about::sizes)};
    };
    const auto message = [&] {
        if (!less_temporary)
            return say("XLA's peak at step {} has {} bytes in its rows, {} live; at step {} {} are live", moment,
                       printed, here, all.step, all.bytes);
        if (!less)
            return say("XLA's peak at step {} has {} bytes in its rows, {} in temporaries; at step {} {} are live in "
                       "temporaries",
                       moment, printed, temporary_here, temporary.step, temporary.bytes);
        return say("XLA's peak at step {} has {} bytes in its rows, {} live, {} in temporaries; at step {} {} are "
                   "live, and at step {} "
                   "{} in temporaries",
                   moment, printed, here, temporary_here, all.step, all.bytes, temporary.step, temporary.bytes);
    };
    in.out.add(finding_id::peak_audit, in.peak_head(), message(), {}, needs());
}

} // namespace ballast::checking
