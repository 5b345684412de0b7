#include "analyse/donation.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

// Arguments of one space and size, by number: which can still be taken.
class candidates {
public:
    void add(std::int64_t last_read, const model::allocation_row* of)
    {
        arguments_.push_back(of);
        reads_.push_back(last_read);
    }
    void finish()
    {
        leaves_ = std::bit_ceil(arguments_.size());
        earliest_.assign(2 * leaves_, taken);
        for (std::size_t i = 0; i < reads_.size(); ++i) earliest_[leaves_ + i] = reads_[i];
        for (auto i = leaves_; i-- > 1;) earliest_[i] = std::min(earliest_[2 * i], earliest_[2 * i + 1]);
    }
    // The first that is read no later than that, or null; it is taken then.
    const model::allocation_row* take_first(std::int64_t no_later)
    {
        if (earliest_[1] > no_later) return nullptr;
        std::size_t i = 1;
        while (i < leaves_) i = earliest_[2 * i] <= no_later ? 2 * i : 2 * i + 1;
        return take_at(i);
    }
    const model::allocation_row* take(std::size_t which)
    {
        return earliest_[leaves_ + which] == taken ? nullptr : take_at(leaves_ + which);
    }
    [[nodiscard]] std::size_t size() const { return arguments_.size(); }

private:
    static constexpr auto taken = std::numeric_limits<std::int64_t>::max();

    const model::allocation_row* take_at(std::size_t i)
    {
        const auto which = i - leaves_;
        earliest_[i] = taken;
        while (i /= 2) earliest_[i] = std::min(earliest_[2 * i], earliest_[2 * i + 1]);
        return arguments_[which];
    }

    std::vector<const model::allocation_row*> arguments_;
    std::vector<std::int64_t> reads_;
    std::vector<std::int64_t> earliest_; // a tree: the earliest last read below each node
    std::size_t leaves_ = 0;
};

class matcher {
public:
    matcher(module& of, const memory_analysis& known) : of_(of), rows_(of.rows()), known_(known) {}

    std::vector<missed_donation> run()
    {
        std::vector<const model::allocation_row*> outputs;
        std::vector<const model::allocation_row*> arguments;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.constant || a.lines == 0 || a.size == 0) continue;
            if (a.parameter >= 0 && !a.live_out) arguments.push_back(&a);
            if (a.parameter < 0 && a.live_out) outputs.push_back(&a);
        }
        if (arguments.empty() || outputs.empty()) return {};
        std::ranges::sort(arguments, {},
                          [](const model::allocation_row* a) { return std::tuple(a->parameter, a->number); });
        for (const auto* a : arguments) {
            auto& alike = arguments_[{a->color, a->size}];
            by_value_.emplace(argument_of(*a).value.id, std::pair(a, alike.size()));
            alike.add(last_read(*a), a);
        }
        for (auto& [key, alike] : arguments_) alike.finish();
        for (const auto& a : rows_.allocations)
            if (a.output_shape != none) whole_ = a.output_shape;
        for (const auto& h : known_.holders) labels_.emplace(h.allocation, &h);
        std::ranges::sort(outputs, {}, [](const model::allocation_row* a) { return std::tuple(-a->size, a->number); });
        std::vector<missed_donation> result;
        for (const auto* output : outputs) {
            const auto line = value_of(*output);
            if (!line || rows_.shapes[line->shape].tuple) continue;
            const auto found = arguments_.find({output->color, output->size});
            if (found == arguments_.end()) continue;
            if (const auto* argument = argument_for(*output, *line, found->second))
                result.push_back(pair(*output, *line, *argument));
        }
        return result;
    }

private:
    // Of what it is a copy, else what is read no later than it is written, else the first.
    const model::allocation_row* argument_for(const model::allocation_row& output, const model::line_row& line,
                                              candidates& alike)
    {
        if (const auto copied = by_value_.find(copied_by(line)); copied != by_value_.end())
            if (const auto& [a, which] = copied->second; a->color == output.color && a->size == output.size)
                if (const auto* taken = alike.take(which)) return taken;
        if (const auto* taken = alike.take_first(first_write(line))) return taken;
        return alike.take_first(std::numeric_limits<std::int64_t>::max() - 1);
    }
    // What stands in the result; the only value otherwise.
    [[nodiscard]] std::optional<model::line_row> value_of(const model::allocation_row& a) const
    {
        for (const auto& line : rows_.lines_of(a))
            if (position(line)) return line;
        return a.lines == 1 ? std::optional(argument_of(a)) : std::nullopt;
    }
    [[nodiscard]] std::optional<model::position_row> position(const model::line_row& line) const
    {
        const auto entry = of_.entry_of(line);
        if (!entry || rows_.root == none) return std::nullopt;
        for (const auto& p : rows_.positions_of(*entry))
            if (p.name == rows_.root) return p;
        return std::nullopt;
    }
    [[nodiscard]] model::line_row argument_of(const model::allocation_row& a) const
    {
        return rows_.lines[a.first_line];
    }
    // The id of the value that it is a copy of; -1: it is none.
    [[nodiscard]] std::int64_t copied_by(const model::line_row& output) const
    {
        const auto row = of_.defined_by(output);
        if (row == none) return -1;
        const auto& made = rows_.instructions[row];
        if (made.opcode != op::copy || made.operands == 0) return -1;
        const auto operand = rows_.operands_of(made)[0].name;
        const auto at = operand == none ? none : rows_.position_at(operand, none);
        return at == none ? -1 : rows_.id_of(rows_.positions[at].value);
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
    [[nodiscard]] std::string label_of(const model::allocation_row& a) const
    {
        const auto found = labels_.find(a.number);
        return found == labels_.end() ? std::string() : found->second->label;
    }

    missed_donation pair(const model::allocation_row& output, const model::line_row& line,
                         const model::allocation_row& argument)
    {
        // The value's own shape can be that of a bitcast.
        auto shape = line.shape;
        if (const auto at = position(line))
            if (const auto part = rows_.part_of(whole_, at->index); part != none) shape = part;
        missed_donation made;
        made.space = output.color;
        made.bytes = output.size;
        made.output_allocation = output.number;
        made.argument_allocation = argument.number;
        made.parameter = argument.parameter;
        made.same_shape = rows_.shapes[shape].bare == rows_.shapes[argument_of(argument).shape].bare;
        made.copied = copied_by(line) == argument_of(argument).value.id;
        made.read_later = last_read(argument) > first_write(line);
        made.output = label_of(output);
        made.argument = label_of(argument);
        made.shape = of_.shape_text(shape);
        return made;
    }

    module& of_;
    const model::rows& rows_;
    const memory_analysis& known_;
    number whole_ = none;                                                   // the shape of the result
    std::map<std::pair<std::int64_t, std::int64_t>, candidates> arguments_; // by space and size
    std::unordered_map<std::int64_t, std::pair<const model::allocation_row*, std::size_t>> by_value_;
    std::unordered_map<std::int64_t, const holder*> labels_;
};

} // namespace

std::vector<missed_donation> missed_donations(module& of, const memory_analysis& known)
{
    return matcher(of, known).run();
}

} // namespace ballast::analyse
