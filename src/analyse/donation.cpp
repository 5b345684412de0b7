#include "analyse/donation.hpp"

#include "analyse/holder_rows.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

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

// The index of the value in the result.
std::optional<model::position_row> position_in_result(const module& of, const model::line_row& line)
{
    const auto& rows = of.rows();
    const auto entry = of.entry_of(line);
    if (!entry || rows.root == none) return std::nullopt;
    for (const auto& p : rows.positions_of(*entry))
        if (p.name == rows.root) return p;
    return std::nullopt;
}

// The id of the value that a result is a copy of; -1 if it is not a copy.
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

// Pairs results with arguments.
class matcher {
public:
    explicit matcher(const module& of) : of_(of), rows_(of.rows()) {}

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
        for (const auto i : arguments_) last_reads.push_back(last_read(rows_.allocations[i]));
        free_arguments left(last_reads);
        std::vector<donation_pair> pairs;
        for (const auto output : outputs) {
            const auto line = value_of(rows_.allocations[output]);
            if (line == none || rows_.shapes[rows_.lines[line].shape].tuple) continue;
            if (const auto which = argument_for(output, rows_.lines[line], left))
                pairs.push_back({output, arguments_[*which], line, first_write(rows_.lines[line]), last_reads[*which],
                                 copied_by(of_, rows_.lines[line]) == value_of_argument(*which)});
        }
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

    // The argument that it is a copy of, else one that is last read before it is written, else the first.
    std::optional<std::size_t> argument_for(number output, const model::line_row& line, free_arguments& left)
    {
        const auto alike =
            std::ranges::equal_range(arguments_, kind_of(output), {}, [&](number i) { return kind_of(i); });
        if (alike.empty()) return std::nullopt;
        const auto begin = static_cast<std::size_t>(alike.begin() - arguments_.begin());
        const auto end = begin + alike.size();
        const auto copied = copied_by(of_, line);
        const auto found =
            std::ranges::lower_bound(by_value_, copied, {}, [&](number which) { return value_of_argument(which); });
        if (found != by_value_.end() && value_of_argument(*found) == copied && *found >= begin && *found < end &&
            left.take(*found))
            return *found;
        if (const auto taken = left.take_first(begin, end, first_write(line))) return taken;
        return left.take_first(begin, end, free_arguments::never);
    }
    // The value in the result, or the only value.
    [[nodiscard]] number value_of(const model::allocation_row& a) const
    {
        for (auto i = a.first_line; i < a.first_line + a.lines; ++i)
            if (position_in_result(of_, rows_.lines[i])) return i;
        return a.lines == 1 ? a.first_line : none;
    }
    [[nodiscard]] model::line_row argument_of(const model::allocation_row& a) const
    {
        return rows_.lines[a.first_line];
    }
    [[nodiscard]] std::int64_t last_read(const model::allocation_row& a) const
    {
        std::int64_t last = -1;
        if (const auto entry = of_.entry_of(argument_of(a)))
            for (const auto& u : rows_.uses_of(*entry))
                if (const auto time = rows_.time_of(u.name); time != none) last = std::max(last, rows_.number_at(time));
        return last;
    }
    [[nodiscard]] std::int64_t first_write(const model::line_row& line) const
    {
        const auto range = rows_.values[rows_.value_of(line.value.id)].range;
        return range == none ? -1 : rows_.ranges[range].start;
    }

    const module& of_;
    const model::rows& rows_;
    std::vector<number> arguments_; // allocations
    std::vector<number> by_value_;  // arguments by the ids of their values
};

// Fills in the description of each pair.
class describer {
public:
    describer(const module& of, const memory_analysis& known) : of_(of), rows_(of.rows()), known_(known)
    {
        for (const auto& a : rows_.allocations)
            if (a.output_shape != none) whole_ = a.output_shape;
        holders_.resize(known_.holders.size());
        std::iota(holders_.begin(), holders_.end(), number{0});
        std::ranges::sort(holders_, {}, [&](number i) { return std::tuple(known_.holders.numbers(i).allocation, i); });
    }

    [[nodiscard]] missed_donation describe(const donation_pair& pair) const
    {
        const auto& output = rows_.allocations[pair.output];
        const auto& argument = rows_.allocations[pair.argument];
        const auto given = rows_.lines[argument.first_line];
        const auto line = rows_.lines[pair.line];
        // The value's own shape can be that of a bitcast.
        auto shape = line.shape;
        if (const auto at = position_in_result(of_, line))
            if (const auto part = rows_.part_of(whole_, at->index); part != none) shape = part;
        missed_donation made;
        made.space = output.color;
        made.bytes = output.size;
        made.output_allocation = output.number;
        made.argument_allocation = argument.number;
        made.parameter = argument.parameter;
        made.same_shape = rows_.shapes[shape].bare == rows_.shapes[given.shape].bare;
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

std::vector<donation_pair> donation_pairs(const module& of) { return matcher(of).run(); }

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
