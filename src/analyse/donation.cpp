#include "analyse/donation.hpp"

#include "analyse/holder_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

// An instruction with more is not expected to wait: it can have as many results, and each would list all operands.
constexpr std::size_t most_waited_for = 256;

// The arguments that can still be taken: a tree with the earliest last read below each node.
class free_arguments {
public:
    explicit free_arguments(std::span<const std::int64_t> last_reads) : leaves_(std::bit_ceil(last_reads.size()))
    {
        earliest_.assign(2 * leaves_, taken);
        std::ranges::copy(last_reads, earliest_.begin() + static_cast<std::ptrdiff_t>(leaves_));
        for (auto i = leaves_; i-- > 1;) earliest_[i] = std::min(earliest_[2 * i], earliest_[2 * i + 1]);
    }
    // Takes the first argument of a range that is last read no later than this step.
    std::optional<std::size_t> take_first(std::size_t begin, std::size_t end, std::int64_t no_later)
    {
        auto i = begin + leaves_;
        // Moves up to the next subtree on the right until one has a candidate, then down to it.
        while (earliest_[i] > no_later) {
            while (i % 2 == 1) i /= 2;
            if (i == 0) return std::nullopt;
            ++i;
        }
        while (i < leaves_) i = earliest_[2 * i] <= no_later ? 2 * i : 2 * i + 1;
        if (i - leaves_ >= end) return std::nullopt;
        take_at(i);
        return i - leaves_;
    }
    // False if it is already taken.
    bool take(std::size_t which)
    {
        if (earliest_[leaves_ + which] == taken) return false;
        take_at(leaves_ + which);
        return true;
    }
    static constexpr auto never = std::numeric_limits<std::int64_t>::max() - 1;

private:
    static constexpr auto taken = std::numeric_limits<std::int64_t>::max();

    void take_at(std::size_t i)
    {
        earliest_[i] = taken;
        while (i /= 2) earliest_[i] = std::min(earliest_[2 * i], earliest_[2 * i + 1]);
    }

    std::size_t leaves_;
    std::vector<std::int64_t> earliest_;
};

// True if a use is that of a `call`, which passes its operands to instructions that have uses of their own: it comes
// after them in the schedule, but reads nothing. CPU compilers split work over cores this way.
bool is_of_call(const model::rows& rows, const model::use_row& use)
{
    const auto reader = rows.instruction_of(use.name);
    return reader != none && rows.instructions[reader].opcode == op::call;
}

// The value in the result, or the only value.
number result_of(const module& of, const model::allocation_row& a)
{
    for (auto i = a.first_line; i < a.first_line + a.lines; ++i)
        if (position_in_result(of, of.rows().lines[i])) return i;
    return a.lines == 1 ? a.first_line : none;
}

// The shape of the whole result; none if unknown.
number whole_result(const model::rows& rows)
{
    number whole = none;
    for (const auto& a : rows.allocations)
        if (a.output_shape != none) whole = a.output_shape;
    return whole;
}

// The shape of a result. The value's own shape can be that of a bitcast.
number shape_in_result(const module& of, number whole, const model::line_row& line)
{
    if (const auto at = position_in_result(of, line))
        if (const auto part = of.rows().part_of(whole, at->index); part != none) return part;
    return line.shape;
}

// True if an instruction can run later than it does: nothing reads its result, and what it reads stays in memory.
bool can_wait(const module& of, number line, std::int64_t until)
{
    const auto& rows = of.rows();
    const auto entry = of.entry_of(rows.lines[line]);
    const auto row = of.defined_by(rows.lines[line]);
    if (!entry || !entry->uses_known || row == none || rows.instructions[row].operands > most_waited_for) return false;
    for (const auto& use : rows.uses_of(*entry)) {
        const auto reader = rows.instruction_of(use.name);
        if (use.name != rows.root && (reader == none || rows.instructions[reader].opcode != op::tuple)) return false;
    }
    for (const auto& operand : rows.operands_of(rows.instructions[row])) {
        const auto at = operand.name == none ? none : rows.position_at(operand.name, none);
        const auto value = at == none ? none : rows.positions[at].value;
        const auto its = value == none ? none : rows.values[value].line;
        if (its == none) return false;
        const auto last = last_step_of(rows, its);
        if (!last || *last < until) return false;
    }
    return true;
}

// Whether a result can be written over an argument.
overwriting overwriting_of(module& of, overwrites& overwrites, donation_pair& pair, const result_group& group)
{
    const auto& rows = of.rows();
    const auto source = rows.allocations[pair.argument].first_line;
    const auto entry = of.entry_of(rows.lines[source]);
    if (!entry || pair.written < 0) return overwriting::possible;
    const auto writer = of.defined_by(rows.lines[group.first]);
    const auto name = writer == none ? none : rows.instructions[writer].name;
    std::int64_t others = -1; // the last step at which another instruction reads the argument
    for (const auto& use : rows.uses_of(*entry)) {
        if (is_of_call(rows, use)) continue;
        const auto time = rows.time_of(use.name);
        if (use.name == name)
            pair.reads = true;
        else if (time != none)
            others = std::max(others, rows.number_at(time));
    }
    if (pair.copied) {
        if (group.lines.size() == 1) return overwriting::possible;
        // The copy is updated in place. XLA keeps it unless all other reads come before, which the schedule alone
        // does not ensure.
        return others < 0 ? overwriting::possible : overwriting::unknown;
    }
    const auto found = pair.reads ? overwrites(writer, source) : overwriting::possible;
    if (others <= pair.written) return found;
    // XLA copies the result, or schedules its instruction after the other reads.
    const bool waits = group.lines.size() == 1 && can_wait(of, pair.line, others);
    return waits ? std::max(found, overwriting::unknown) : overwriting::impossible;
}

// A pair whose result is on the line.
donation_pair pair_of(module& of, overwrites& overwrites, number output, number line, number argument)
{
    const auto& rows = of.rows();
    const auto source = rows.lines[rows.allocations[argument].first_line];
    const auto group = result_group_of(of, rows.allocations[output], line);
    donation_pair made{output, argument, line, group.start, last_read_of(of, source), false};
    made.copied = copied_by(of, rows.lines[group.first]) == source.value.id;
    made.overwrites = overwriting_of(of, overwrites, made, group);
    return made;
}

// Pairs results with arguments.
class matcher {
public:
    explicit matcher(module& of) : of_(of), rows_(of.rows()), overwrites_(of, fusions_by::kind) {}

    std::vector<donation_pair> run()
    {
        std::vector<number> outputs;
        for (number i = 0; i < rows_.allocations.size(); ++i) {
            const auto& a = rows_.allocations[i];
            if (a.thread_local_ || a.constant || a.lines == 0 || a.size == 0) continue;
            if (a.parameter >= 0 && !a.live_out) arguments_.push_back(i);
            if (a.parameter < 0 && a.live_out) outputs.push_back(i);
        }
        if (arguments_.empty() || outputs.empty()) return {};
        sort_arguments();
        std::ranges::sort(outputs, {}, [&](number i) {
            const auto& a = rows_.allocations[i];
            return std::tuple(-a.size, a.number);
        });
        std::vector<std::int64_t> last_reads;
        last_reads.reserve(arguments_.size());
        for (const auto i : arguments_) last_reads.push_back(last_read_of(of_, argument_of(rows_.allocations[i])));
        free_arguments left(last_reads);
        std::vector<donation_pair> pairs;
        for (const auto output : outputs) {
            const auto line = result_of(of_, rows_.allocations[output]);
            if (line == none || rows_.shapes[rows_.lines[line].shape].tuple) continue;
            if (const auto which = argument_for(output, line, left))
                pairs.push_back(pair_of(of_, overwrites_, output, line, arguments_[*which]));
        }
        find_cycles(of_, pairs);
        return pairs;
    }

private:
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> kind_of(number allocation) const
    {
        const auto& a = rows_.allocations[allocation];
        return {a.color, a.size};
    }
    [[nodiscard]] std::int64_t value_of_argument(std::size_t which) const
    {
        return argument_of(rows_.allocations[arguments_[which]]).value.id;
    }

    // Arguments of one space and size are adjacent, sorted by parameter.
    void sort_arguments()
    {
        std::ranges::sort(arguments_, {}, [&](number i) {
            const auto& a = rows_.allocations[i];
            return std::tuple(a.color, a.size, a.parameter, a.number);
        });
        by_value_.resize(arguments_.size());
        std::iota(by_value_.begin(), by_value_.end(), number{0});
        std::ranges::sort(by_value_, {}, [&](number which) {
            const auto& a = rows_.allocations[arguments_[which]];
            return std::tuple(value_of_argument(which), a.parameter, a.number);
        });
    }

    // The argument that the output is a copy of; else one that is last read before the output is written; else the
    // first.
    std::optional<std::size_t> argument_for(number output, number row, free_arguments& left)
    {
        const auto alike =
            std::ranges::equal_range(arguments_, kind_of(output), {}, [&](number i) { return kind_of(i); });
        if (alike.empty()) return std::nullopt;
        const auto begin = static_cast<std::size_t>(alike.begin() - arguments_.begin());
        const auto end = begin + alike.size();
        const auto group = result_group_of(of_, rows_.allocations[output], row);
        const auto copied = copied_by(of_, rows_.lines[group.first]);
        const auto found =
            std::ranges::lower_bound(by_value_, copied, {}, [&](number which) { return value_of_argument(which); });
        if (found != by_value_.end() && value_of_argument(*found) == copied && *found >= begin && *found < end &&
            left.take(*found))
            return *found;
        if (const auto taken = left.take_first(begin, end, group.start)) return taken;
        return left.take_first(begin, end, free_arguments::never);
    }
    [[nodiscard]] model::line_row argument_of(const model::allocation_row& a) const
    {
        return rows_.lines[a.first_line];
    }

    module& of_;
    const model::rows& rows_;
    overwrites overwrites_;
    std::vector<number> arguments_; // allocations
    std::vector<number> by_value_;  // arguments by the ids of their values
};

// Fills in the description of each pair.
class describer {
public:
    describer(const module& of, const memory_analysis& known) : of_(of), rows_(of.rows()), known_(known)
    {
        whole_ = whole_result(rows_);
        holders_.resize(known_.holders.size());
        std::iota(holders_.begin(), holders_.end(), number{0});
        std::ranges::sort(holders_, {}, [&](number i) { return std::tuple(known_.holders.numbers(i).allocation, i); });
    }

    [[nodiscard]] missed_donation describe(const donation_pair& pair) const
    {
        const auto& output = rows_.allocations[pair.output];
        const auto& argument = rows_.allocations[pair.argument];
        const auto source = rows_.lines[argument.first_line];
        const auto line = rows_.lines[pair.line];
        const auto shape = shape_in_result(of_, whole_, line);
        missed_donation made;
        made.space = output.color;
        made.bytes = output.size;
        made.output_allocation = output.number;
        made.argument_allocation = argument.number;
        made.parameter = argument.parameter;
        made.same_shape = rows_.shapes[shape].bare == rows_.shapes[source.shape].bare;
        made.copied = pair.copied;
        made.read_later = pair.last_read > pair.written;
        made.output = label_of(output);
        made.argument = label_of(argument);
        made.shape = of_.shape_text(shape);
        return made;
    }

private:
    [[nodiscard]] std::string label_of(const model::allocation_row& a) const
    {
        const auto found = std::ranges::lower_bound(holders_, a.number, {},
                                                    [&](number i) { return known_.holders.numbers(i).allocation; });
        if (found == holders_.end() || known_.holders.numbers(*found).allocation != a.number) return {};
        const auto& rows = *known_.holders.rows();
        return rows.text(rows[*found].texts.label);
    }

    const module& of_;
    const model::rows& rows_;
    const memory_analysis& known_;
    number whole_ = none;         // the shape of the result
    std::vector<number> holders_; // by the numbers of their allocations
};

} // namespace

// The last step that reads an argument; -1 if none does.
std::int64_t last_read_of(const module& of, const model::line_row& line)
{
    const auto& rows = of.rows();
    std::int64_t last = -1;
    if (const auto entry = of.entry_of(line))
        for (const auto& u : rows.uses_of(*entry))
            if (const auto time = rows.time_of(u.name); time != none && !is_of_call(rows, u))
                last = std::max(last, rows.number_at(time));
    return last;
}

namespace {

// Adds a copy that is updated in place, with the updates. `all` has the later values first.
void take_copied(const module& of, std::span<const interval> all, result_group& to)
{
    const auto& rows = of.rows();
    std::vector<number> chain;
    auto start = to.start;
    for (const auto& s : all) {
        if (s.last != start || s.start >= start) continue;
        chain.push_back(s.line);
        start = s.start;
        const auto row = of.defined_by(rows.lines[s.line]);
        if (row == none || rows.instructions[row].opcode != op::copy) continue;
        to.lines.insert(to.lines.end(), chain.begin(), chain.end());
        to.start = start;
        to.first = s.line;
        chain.clear();
    }
}

} // namespace

result_group result_group_of(const module& of, const model::allocation_row& a, number line)
{
    const auto& rows = of.rows();
    const auto result = rows.lines[line];
    const auto range = rows.values[rows.value_of(result.value.id)].range;
    result_group made{{line}, line, range == none ? -1 : rows.ranges[range].start};
    if (range == none || a.lines == 1) return made;
    auto all = intervals_in(rows, a, of.steps());
    std::erase_if(all, [&](const interval& s) { return s.begin != result.offset || s.line == line; });
    const auto phi = [&](const interval& s) { return rows.lines[s.line].value.phi; };
    // What a loop carries has the memory of the result from the first iteration on.
    auto from = made.start;
    if (result.value.phi)
        for (const auto& s : all)
            if (phi(s)) from = std::min(from, s.start);
    std::ranges::sort(all, std::greater<>{}, [](const interval& s) { return std::pair(s.start, s.last); });
    for (const auto& s : all) {
        const bool carried = result.value.phi && s.last >= from;
        if (!carried && !(s.start < made.start && s.last > made.start) && s.start < made.start) continue;
        made.lines.push_back(s.line);
        if (s.start <= made.start) {
            made.start = s.start;
            made.first = s.line;
        }
    }
    take_copied(of, all, made);
    std::ranges::sort(made.lines);
    return made;
}

memory_change donation_pair::change(std::int64_t steps) const
{
    memory_change result{.moves = {{output, line, argument}}};
    if (overlaps()) result.extras.push_back({line, written, std::min(std::max(last_read, written) + 1, steps)});
    return result;
}

std::optional<model::position_row> position_in_result(const module& of, const model::line_row& line)
{
    const auto& rows = of.rows();
    const auto entry = of.entry_of(line);
    if (!entry || rows.root == none) return std::nullopt;
    for (const auto& p : rows.positions_of(*entry))
        if (p.name == rows.root) return p;
    return std::nullopt;
}

std::int64_t copied_by(const module& of, const model::line_row& output)
{
    const auto& rows = of.rows();
    const auto row = of.defined_by(output);
    if (row == none) return -1;
    const auto& made = rows.instructions[row];
    if (made.opcode != op::copy || made.operands == 0) return -1;
    const auto operand = rows.operands_of(made)[0].name;
    const auto at = operand == none ? none : rows.position_at(operand, none);
    return at == none ? -1 : rows.id_of(rows.positions[at].value);
}

bool is_new_value(const module& of, const donation_pair& pair)
{
    const auto& rows = of.rows();
    const auto of_argument = of.defined_by(rows.lines[rows.allocations[pair.argument].first_line]);
    const auto* from = of.metadata(of_argument);
    if (from && from->source_file.find("dynamo_bridge.py") != std::string_view::npos) return false;
    if (!pair.copied) return pair.reads;
    return result_group_of(of, rows.allocations[pair.output], pair.line).lines.size() > 1; // updated in place
}

std::vector<donation_pair> donation_pairs(module& of) { return matcher(of).run(); }

donatable donatable_in(const module& of)
{
    const auto& rows = of.rows();
    const auto whole = whole_result(rows);
    const auto bare = [&](number shape) { return rows.shapes[shape].bare; };
    donatable found;
    std::vector<std::pair<std::vector<std::int64_t>, donatable::part>> results;
    for (number i = 0; i < rows.allocations.size(); ++i) {
        const auto& a = rows.allocations[i];
        if (a.thread_local_ || a.constant || a.lines == 0 || a.size == 0) continue;
        if (a.parameter >= 0 && !a.live_out)
            found.arguments.push_back({i, a.first_line, bare(rows.lines[a.first_line].shape)});
        if (a.parameter >= 0 || !a.live_out) continue;
        const auto line = result_of(of, a);
        if (line == none || rows.shapes[rows.lines[line].shape].tuple) continue;
        const auto at = position_in_result(of, rows.lines[line]);
        const auto path = at && at->index != none ? rows.index(at->index) : std::span<const std::int64_t>();
        results.push_back({{path.begin(), path.end()}, {i, line, bare(shape_in_result(of, whole, rows.lines[line]))}});
    }
    std::ranges::stable_sort(found.arguments, {}, [&](const donatable::part& p) {
        const auto& a = rows.allocations[p.allocation];
        return std::pair(a.parameter, a.number);
    });
    std::ranges::stable_sort(results, {}, [](const auto& r) { return r.first; });
    for (const auto& [path, part] : results) found.results.push_back(part);
    return found;
}

donatable_results::kind donatable_results::kind_of(const donatable::part& of) const
{
    const auto& a = of_.rows().allocations[of.allocation];
    return {of.shape, a.color, a.size};
}

donatable_results::donatable_results(module& of, std::span<const donatable::part> results)
    : of_(of), overwrites_(of, fusions_by::computation)
{
    for (const auto& r : results) results_[kind_of(r)].push_back(r);
}

std::vector<donation_pair> donatable_results::paired_with(std::span<const donatable::part> arguments)
{
    std::map<kind, std::size_t> paired;
    std::vector<donation_pair> made;
    for (const auto& a : arguments) {
        const auto found = results_.find(kind_of(a));
        if (found == results_.end()) continue;
        auto& next = paired[found->first];
        if (next < found->second.size()) {
            const auto& result = found->second[next++];
            made.push_back(pair_of(of_, overwrites_, result.allocation, result.line, a.allocation));
        }
    }
    find_cycles(of_, made);
    return made;
}

void find_cycles(const module& of, std::span<donation_pair> pairs)
{
    if (pairs.size() < 2) return;
    const auto& rows = of.rows();
    std::map<number, std::size_t> writers; // pairs by the names of what writes their results
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (const auto row = of.defined_by(rows.lines[pairs[i].line]); row != none)
            writers.emplace(rows.instructions[row].name, i);
    std::set<std::pair<std::size_t, std::size_t>> reads; // a pair, and another whose argument it reads
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto entry = of.entry_of(rows.lines[rows.allocations[pairs[i].argument].first_line]);
        if (!entry) continue;
        for (const auto& use : rows.uses_of(*entry))
            if (const auto found = writers.find(use.name); found != writers.end() && found->second != i)
                reads.emplace(found->second, i);
    }
    for (const auto& [a, b] : reads)
        if (reads.contains({b, a}) && !pairs[a].copied && !pairs[b].copied)
            pairs[a].overwrites = overwriting::impossible;
}

memory_change change_of(std::span<const donation_pair> pairs, std::int64_t steps)
{
    memory_change result;
    for (const auto& p : pairs) result.add(p.change(steps));
    return result;
}

std::vector<missed_donation> missed_donations(const module& of, const memory_analysis& known,
                                              std::span<const donation_pair> pairs)
{
    std::vector<missed_donation> result;
    if (pairs.empty()) return result;
    const describer about(of, known);
    result.reserve(pairs.size());
    for (const auto& pair : pairs) result.push_back(about.describe(pair));
    return result;
}

} // namespace ballast::analyse
