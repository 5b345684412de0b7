#include "analyse/memory.hpp"

#include "analyse/completeness.hpp"
#include "analyse/donation.hpp"
#include "analyse/fit.hpp"
#include "analyse/framework.hpp"
#include "analyse/gradients.hpp"
#include "analyse/holder_rows.hpp"
#include "analyse/module.hpp"
#include "analyse/namer.hpp"
#include "analyse/occupancy.hpp"
#include "analyse/report_memory.hpp"
#include "analyse/savings.hpp"
#include "analyse/sums.hpp"
#include "ballast/analysis.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <tuple>
#include <utility>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

// The memory in use in the allocations of a space.
struct space_use {
    std::int64_t lasting = 0; // bytes that are not temporary
    changes temporary;
    changes live;
};

class analyst {
public:
    analyst(module& of, const memory_options& options) : of_(of), rows_(of.rows()), options_(options) {}

    memory_analysis run()
    {
        if (const auto* text = of_.text()) result_.module = text->name;
        result_.of_dump = completeness_of(of_);
        result_.ranges = has_ranges();
        result_.instructions = rows_.has.instructions;
        result_.steps = of_.steps();
        if (rows_.peak_known) result_.xla_peak = rows_.peak_moment;
        if (rows_.total) result_.printed_total = rows_.total->bytes;
        result_.values = rows_.lines.size();
        result_.tiled_layouts = std::ranges::any_of(rows_.shapes, &model::shape_row::tiled);
        std::map<std::int64_t, space_use> uses;
        for (const auto& a : rows_.allocations) take(a, uses);
        for (auto& [color, space] : spaces_)
            if (space.total != 0) {
                finish(space, uses[color]);
                result_.spaces.push_back(std::move(space));
            }
        find_holders();
        find_padding();
        if (of_.lacks().is_whole()) {
            auto pairs = donation_pairs(of_);
            if (framework_of(result_) == framework::torch_xla) {
                std::erase_if(pairs, [&](const donation_pair& p) { return !is_new_value(of_, p); });
                for (auto& space : result_.spaces) space.gradients = gradient_bytes(of_, space.space);
            }
            result_.donations = missed_donations(of_, result_, pairs);
            result_.savings = savings_of(of_, result_, pairs);
        }
        if (options_.limit) result_.fit = fit_of(of_, result_, *options_.limit, options_.limited_space);
        result_.fingerprint = fingerprint();
        result_.frames_missing = of_.frames_missing();
        return std::move(result_);
    }

private:
    // The live ranges of a part of the allocations have no peak.
    [[nodiscard]] bool has_ranges() const { return rows_.has.ranges && of_.lacks().has_all_sizes; }

    void take(const model::allocation_row& a, std::map<std::int64_t, space_use>& uses)
    {
        if (a.thread_local_) return add(result_.thread_local_bytes, a.size);
        auto& space = spaces_[a.color];
        space.space = a.color;
        add(space.total, a.size);
        int classes = 0;
        const auto count = [&](bool is, std::int64_t& sum) {
            if (!is) return;
            add(sum, a.size);
            if (++classes > 1) add(space.shared, a.size);
        };
        count(a.parameter >= 0, space.arguments);
        count(a.live_out, space.outputs);
        count(a.constant, space.constants);
        count(is_temporary(a), space.temporaries);
        if (!is_temporary(a)) add(uses[a.color].lasting, a.size);
        if (!has_ranges()) return;
        auto& use = uses[a.color];
        const auto begin = use.live.size();
        const auto most = add_changes(rows_, a, of_.steps(), use.live);
        if (!is_temporary(a)) return;
        use.temporary.append(use.live.data() + begin, use.live.size() - begin);
        result_.arenas.push_back({a.number, a.color, a.size, most});
    }

    void finish(space_memory& space, space_use& use) const
    {
        const bool temporaries = space.temporaries != 0;
        if (!temporaries && of_.lacks().has_all_sizes) space.peak = space.total;
        if (!has_ranges() || of_.steps() == 0) return;
        const auto live = summed(std::move(use.live));
        space.live_peak = peak_of(live);
        if (result_.xla_peak) space.live_at_xla_peak = bytes_at(live, *result_.xla_peak);
        if (!temporaries) return;
        space.occupied = summed(std::move(use.temporary));
        space.temporary_peak = peak_of(space.occupied);
        space.peak = use.lasting;
        add(*space.peak, space.temporary_peak->bytes);
        if (result_.xla_peak) space.temporary_at_xla_peak = bytes_at(space.occupied, *result_.xla_peak);
    }

    void find_holders()
    {
        namer names(of_);
        auto made_holders = std::make_shared<holder_rows>();
        auto& holders = *made_holders;
        if (options_.buffers) find_all_buffers(names);
        for (const auto& a : rows_.allocations) {
            const auto space = std::ranges::lower_bound(result_.spaces, a.color, {}, &space_memory::space);
            if (a.thread_local_ || space == result_.spaces.end() || space->space != a.color) continue;
            holder made;
            made.space = a.color;
            made.is = class_of(a);
            made.allocation = a.number;
            made.parameter = a.parameter;
            made.size = made.bytes = a.size;
            if (!is_temporary(a)) {
                if (const auto line = speaker_of(a)) {
                    made.size = line->size;
                    name(made, *line, names);
                } else {
                    made.label = made.group = made.parameter < 0 ? "allocation" : "parameter";
                    if (a.parameter_shape != none) made.shape = of_.shape_text(shape_of_head(a));
                }
                if (a.size != 0) holders.push_back(made);
                continue;
            }
            const auto step = options_.step           ? options_.step
                              : space->temporary_peak ? std::optional(space->temporary_peak->step)
                                                      : std::nullopt;
            if (!space->temporary_peak || !step) {
                made.label = made.group = "temporaries";
                if (a.size != 0) holders.push_back(made);
                continue;
            }
            for (const auto& p : parts_at(rows_, intervals_in(rows_, a, of_.steps()), *step)) {
                if (p.bytes == 0) continue;
                auto part = made;
                const auto& line = rows_.lines[p.line];
                part.bytes = p.bytes;
                part.size = line.size;
                part.offset = line.offset;
                name(part, line, names);
                holders.push_back(part);
            }
        }
        std::vector<std::uint32_t> order(holders.size());
        std::iota(order.begin(), order.end(), std::uint32_t{0});
        std::ranges::sort(order, {}, [&](std::uint32_t i) {
            const auto h = holders[i];
            return std::tuple(h.space, -h.bytes, h.allocation, h.value, i);
        });
        holders.reorder(order);
        result_.holders = holder_list(std::move(made_holders));
    }

    void find_all_buffers(namer& names)
    {
        auto buffers = std::make_shared<holder_rows>();
        auto thread_local_buffers = std::make_shared<holder_rows>();
        result_.allocations.reserve(rows_.allocations.size());
        for (const auto& a : rows_.allocations) {
            if (!a.thread_local_) result_.allocations.push_back({a.number, a.color, class_of(a), a.size});
            find_buffers(a, names, a.thread_local_ ? *thread_local_buffers : *buffers);
        }
        if (options_.stacks) find_schedule(names, *buffers);
        result_.buffers = holder_list(std::move(buffers));
        result_.thread_local_buffers = holder_list(std::move(thread_local_buffers));
    }

    void find_schedule(const namer& names, holder_rows& to)
    {
        for (number i = 0; i < rows_.sequence.size(); ++i) {
            const auto name = rows_.sequence[i].name;
            const auto row = rows_.instruction_of(name);
            const auto* node = of_.instruction(row);
            to.add_instruction(rows_.number_at(i), rows_.name(name), node ? opcode_text(*node) : std::string(),
                               names.label_of_instruction(name), of_.source_of(row));
        }
        for (const auto& a : rows_.allocations)
            for (const auto& line : rows_.lines_of(a)) {
                const auto entry = of_.entry_of(line);
                if (!entry) continue;
                for (const auto& use : rows_.uses_of(*entry))
                    if (const auto time = rows_.time_of(use.name); time != none)
                        to.add_read({line.value.id, rows_.number_at(time),
                                     use.operand == none ? 0 : static_cast<std::int64_t>(use.operand)});
            }
    }

    void name(holder& made, const model::line_row& line, namer& names)
    {
        names.name(made, line);
        add_stack(made, line);
    }

    void add_stack(holder& made, const model::line_row& line)
    {
        if (options_.stacks) made.stack = of_.stack_of(of_.defined_by(line));
    }

    void find_buffers(const model::allocation_row& a, namer& names, holder_rows& to)
    {
        for (const auto& line : rows_.lines_of(a)) {
            auto made = names.of_value(a, line);
            add_stack(made, line);
            to.push_back(made);
        }
    }

    // The value that names an allocation that is not temporary: the parameter, or the value in the result.
    [[nodiscard]] std::optional<model::line_row> speaker_of(const model::allocation_row& a) const
    {
        const auto lines = rows_.lines_of(a);
        if (lines.empty()) return std::nullopt;
        if (lines.size() == 1) return lines.front();
        return a.parameter >= 0 ? parameter_of(a) : result_of(a);
    }

    // The value that the parameter instruction defines. Without instructions, the first live value with the shape and
    // index in the allocation header.
    [[nodiscard]] std::optional<model::line_row> parameter_of(const model::allocation_row& a) const
    {
        std::optional<model::line_row> found;
        for (const auto& line : rows_.lines_of(a)) {
            if (line.value.phi) continue;
            if (const auto row = of_.defined_by(line); row != none) {
                if (rows_.instructions[row].opcode == op::parameter &&
                    rows_.instructions[row].parameter() == a.parameter)
                    return line;
                continue;
            }
            if (has_shape_of_head(a, line) && (!found || start_of(line) < start_of(*found))) found = line;
        }
        return found;
    }
    [[nodiscard]] bool has_shape_of_head(const model::allocation_row& a, const model::line_row& line) const
    {
        const auto index = line.value.index == none ? model::empty_index : line.value.index;
        return index == a.parameter_index &&
               (a.parameter_shape == none || rows_.shapes[line.shape].bare == rows_.shapes[shape_of_head(a)].bare);
    }
    // Before D18 the allocation header has the shape of the whole parameter.
    [[nodiscard]] number shape_of_head(const model::allocation_row& a) const
    {
        const auto part = rows_.part_of(a.parameter_shape, a.parameter_index);
        return part == none ? a.parameter_shape : part;
    }

    // The value in the result. Without positions, the value that is live until the end; if there are several, the
    // largest, and the last one of equal size.
    [[nodiscard]] std::optional<model::line_row> result_of(const model::allocation_row& a) const
    {
        const auto rank = [&](const model::line_row& line) {
            const auto range = range_of(line);
            return std::tuple(is_in_result(line), range && range->end == rows_.max, line.size);
        };
        std::optional<model::line_row> found;
        for (const auto& line : rows_.lines_of(a))
            if (!found || rank(line) >= rank(*found)) found = line;
        return found;
    }
    [[nodiscard]] bool is_in_result(const model::line_row& line) const
    {
        const auto entry = of_.entry_of(line);
        return entry && rows_.root != none &&
               std::ranges::any_of(rows_.positions_of(*entry),
                                   [&](const model::position_row& p) { return p.name == rows_.root; });
    }
    [[nodiscard]] std::optional<model::range_row> range_of(const model::line_row& line) const
    {
        const auto range = rows_.values[rows_.value_of(line.value.id)].range;
        return range == none ? std::nullopt : std::optional(rows_.ranges[range]);
    }
    [[nodiscard]] std::int64_t start_of(const model::line_row& line) const
    {
        const auto range = range_of(line);
        return range ? range->start : 0;
    }

    void find_padding()
    {
        std::map<std::pair<std::int64_t, number>, padded_shape> found;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_) continue;
            for (const auto& line : rows_.lines_of(a)) {
                if (!of_.is_padded(line)) continue;
                auto& made = found[{a.color, line.shape}];
                ++made.count;
                add(made.assigned, line.size);
                add(made.logical, rows_.shapes[line.shape].bytes);
            }
        }
        for (auto& [place, made] : found) {
            made.space = place.first;
            made.shape = text_of(of_.shape(place.second));
            result_.padded.push_back(std::move(made));
        }
        std::ranges::sort(result_.padded, {}, [](const padded_shape& p) {
            return std::tuple(p.logical - p.assigned, p.space, std::string_view(p.shape));
        });
    }

    // Computed from sizes and live ranges, without names, ids and source lines.
    std::string fingerprint()
    {
        std::uint64_t hash = 0;
        const auto take = [&](std::uint64_t x) { hash = model::mixed(hash ^ x) + 0x9e3779b97f4a7c15U; };
        const auto take_number = [&](std::int64_t x) { take(static_cast<std::uint64_t>(x)); };
        std::vector<std::uint64_t> shapes(rows_.shapes.size(), 0);
        const auto shape_hash = [&](number shape) -> std::uint64_t {
            if (shape == none) return 1;
            auto& known = shapes[shape];
            if (known == 0) {
                const auto text = text_of(of_.shape(shape));
                known = model::hash_of(text.data(), text.size()) | 1;
            }
            return known;
        };
        // No index and `{}` are the same.
        const auto take_index = [&](number index) {
            const auto path = index == none ? std::span<const std::int64_t>() : rows_.index(index);
            take(path.size());
            for (const auto step : path) take_number(step);
        };
        for (const auto& a : rows_.allocations) {
            take_number(a.size);
            take_number(a.color);
            take_number(a.parameter);
            if (a.parameter >= 0) take_index(a.parameter_index);
            take(shape_hash(a.parameter_shape));
            take(shape_hash(a.output_shape));
            take(a.lines);
            take(static_cast<std::uint64_t>(a.constant) | static_cast<std::uint64_t>(a.thread_local_) << 1 |
                 static_cast<std::uint64_t>(a.live_out) << 2 | static_cast<std::uint64_t>(a.arena) << 3);
            for (const auto& line : rows_.lines_of(a)) {
                take_number(line.size);
                take_number(line.offset);
                take(shape_hash(line.shape));
                take_index(line.value.index);
                if (const auto range = rows_.values[rows_.value_of(line.value.id)].range; range != none) {
                    take_number(rows_.ranges[range].start);
                    take_number(rows_.ranges[range].end);
                }
                if (const auto row = of_.defined_by(line); row != none)
                    take(static_cast<std::uint64_t>(rows_.instructions[row].opcode));
            }
        }
        constexpr std::string_view digits = "0123456789abcdef";
        std::string result;
        for (int shift = 60; shift >= 0; shift -= 4) result += digits[(hash >> shift) & 15];
        return result;
    }

    module& of_;
    const model::rows& rows_;
    const memory_options& options_;
    memory_analysis result_;
    std::map<std::int64_t, space_memory> spaces_;
};

} // namespace

std::optional<memory_analysis> memory_of(module& of, const memory_options& options)
{
    if (!of.rows().has.allocations) return std::nullopt;
    return analyst(of, options).run();
}

} // namespace ballast::analyse

namespace ballast::inline v0 {

std::string_view spelling(buffer_class which)
{
    switch (which) {
    case buffer_class::argument: return "argument";
    case buffer_class::donated: return "donated";
    case buffer_class::output: return "output";
    case buffer_class::constant: return "constant";
    case buffer_class::temporary: return "temporary";
    case buffer_class::unknown: return "unknown";
    }
    return {};
}

std::string_view spelling(saving_kind which)
{
    switch (which) {
    case saving_kind::donation: return "donation";
    case saving_kind::padding: return "padding";
    case saving_kind::fragmentation: return "fragmentation";
    case saving_kind::buffer: return "buffer";
    }
    return {};
}

std::optional<memory_analysis> memory_of(std::span<const document* const> module,
                                         const memory_options& options) noexcept
try {
    const bool dump =
        std::ranges::any_of(module, [](const document* d) { return std::holds_alternative<ast::dump>(d->tree()); });
    if (!dump) {
        auto made = analyse::memory_of_report(module);
        if (made && options.limit) made->fit = analyse::fit_of(*made, *options.limit, options.limited_space);
        return made;
    }
    analyse::module rows(module);
    return analyse::memory_of(rows, options);
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

} // namespace ballast::inline v0
