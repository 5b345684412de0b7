#include "analyse/fit.hpp"

#include "analyse/framework.hpp"
#include "analyse/holder_rows.hpp"
#include "analyse/namer.hpp"
#include "analyse/repacking.hpp"
#include "analyse/sums.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;
using op = ast::opcode_kind;

constexpr std::size_t most_of_a_kind = 8;  // suggestions of one kind that are estimated
constexpr std::size_t most_precisions = 3; // fewer, because they change what the program computes
constexpr std::size_t most_suggestions = 12;
constexpr std::size_t most_named = 8;
// An instruction with more is not recomputed: it can have as many results, and each would list all operands.
constexpr std::size_t most_operands = 256;

std::string plural(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// The argument of the function that a path starts with: `params` of `params['w'][0]`, `args[0]` of `args[0]['w']`.
std::string_view root_of(std::string_view path)
{
    const auto end = std::min(path.find_first_of("[."), path.size());
    if (path.starts_with("args[")) return path.substr(0, std::min(path.find(']') + 1, path.size()));
    return path.substr(0, end);
}

// Parameters without a name are labelled `parameter 3`.
bool has_name(std::string_view root) { return !root.empty() && !root.starts_with("parameter "); }

// The element type of half the size that programs use instead; empty if there is none.
std::string_view half_of(std::string_view type) { return type == "f64" ? "f32" : type == "f32" ? "bf16" : ""; }

// False for instructions that cannot be run again, or not alone.
bool may_run_again(op opcode)
{
    switch (opcode) {
    case op::unknown:
    case op::parameter:
    case op::constant:
    case op::while_:
    case op::conditional:
    case op::call:
    case op::get_tuple_element:
    case op::tuple:
    case op::bitcast:
    case op::infeed:
    case op::outfeed:
    case op::recv:
    case op::recv_done:
    case op::send:
    case op::send_done:
    case op::copy_start:
    case op::copy_done:
    case op::async_start:
    case op::async_update:
    case op::async_done:
    case op::all_gather_start:
    case op::all_gather_done:
    case op::all_reduce_start:
    case op::all_reduce_done:
    case op::collective_permute_start:
    case op::collective_permute_done:
    case op::rng:
    case op::rng_get_and_update_state:
    case op::domain:
    case op::after_all:
    case op::add_dependency:
    case op::opt_barrier: return false;
    default: return true;
    }
}

class adviser {
public:
    adviser(module& in, const memory_analysis& of, const space_memory& space)
        : in_(in),
          rows_(in.rows()),
          of_(of),
          space_(space),
          repacked_(in, space),
          names_(in),
          framework_(framework_of(of))
    {
        for (std::size_t i = 0; i < of_.holders.size(); ++i)
            if (const auto h = of_.holders.numbers(i); h.space == space_.space) holders_.push_back(i);
    }

    std::vector<advice> run()
    {
        donations();
        padding();
        gaps();
        precision();
        batch();
        std::ranges::stable_sort(found_, {}, [](const advice& a) { return -a.report.bytes; });
        return std::move(found_);
    }

private:
    [[nodiscard]] std::int64_t saved_by(const memory_change& change)
    {
        return repacked_.saved_by(settled(rows_, change));
    }

    // Estimates a change, and keeps it if it saves something.
    void offer(advice made)
    {
        made.report.bytes = saved_by(made.change);
        if (made.report.bytes > 0) found_.push_back(std::move(made));
    }

    [[nodiscard]] number line_of(const holder_numbers& h) const
    {
        if (h.value < 0) return none;
        const auto value = rows_.value_of(h.value);
        return value == none ? none : rows_.values[value].line;
    }

    // The dimensions of an array, by the row of its line; empty for other shapes and for none.
    [[nodiscard]] std::span<const ast::dimension> dimensions_of(number line) const
    {
        const auto* array = line == none ? nullptr : in_.shape(rows_.lines[line].shape).array();
        if (!array) return {};
        return array->dimensions;
    }

    // --- results in the memory of arguments ---

    // The arrays of one argument of the function.
    struct argument_group {
        std::string root;
        std::vector<donatable::part> arguments;
        std::int64_t bytes = 0;
    };

    void donations()
    {
        std::map<std::int64_t, std::string> labels; // by allocation
        std::map<std::string, int, std::less<>> counts;
        for (const auto i : holders_) {
            const auto h = of_.holders[i];
            if (h.parameter < 0) continue;
            labels[h.allocation] = h.label;
            ++counts[h.label];
        }
        // A name that several parameters share, such as `xla__device_data` in PyTorch, is not the name of an argument.
        std::erase_if(labels, [&](const auto& label) { return counts[label.second] > 1; });
        auto all = donatable_in(in_);
        if (framework_ == framework::torch_xla) keep_new_values(all);
        donatable_results results(in_, all.results);
        std::vector<argument_group> groups;
        std::map<std::string, std::size_t> known;
        for (const auto& a : all.arguments) {
            const auto& allocation = rows_.allocations[a.allocation];
            if (allocation.color != space_.space) continue;
            const auto label = labels.find(allocation.number);
            auto root = label == labels.end() ? std::string() : std::string(root_of(label->second));
            // Without a name, each is on its own.
            const auto group_key = has_name(root) ? root : fmt::format("\n{}", allocation.number);
            const auto [at, is_new] = known.emplace(group_key, groups.size());
            if (is_new) groups.push_back({root, {}, 0});
            groups[at->second].arguments.push_back(a);
        }
        for (auto& g : groups)
            for (const auto& p : results.paired_with(g.arguments))
                analyse::add(g.bytes, rows_.allocations[p.output].size);
        std::erase_if(groups, [](const argument_group& g) { return g.bytes == 0; });
        std::ranges::stable_sort(groups, {}, [](const argument_group& g) { return -g.bytes; });
        for (const auto& g : std::span(groups).first(std::min(groups.size(), most_of_a_kind)))
            donation({&g, 1}, results);
        // All that still get a result if the larger ones are donated, too.
        std::vector<donatable::part> arguments;
        for (const auto& g : groups) arguments.insert(arguments.end(), g.arguments.begin(), g.arguments.end());
        std::set<number> paired;
        for (const auto& p : results.paired_with(arguments)) paired.insert(p.argument);
        std::erase_if(groups, [&](const argument_group& g) {
            return std::ranges::none_of(g.arguments, [&](const auto& a) { return paired.contains(a.allocation); });
        });
        if (groups.size() > 1) donation(groups, results);
    }

    // Only arguments of which a result is the new value: a program cannot donate a weight to its gradient.
    void keep_new_values(donatable& all)
    {
        std::set<number> updated;
        const auto add = [&](const std::vector<donation_pair>& pairs) {
            for (const auto& p : pairs)
                if (is_new_value(in_, p)) updated.insert(p.argument);
        };
        add(donation_pairs(in_));
        add(donatable_results(in_, all.results).paired_with(all.arguments));
        std::erase_if(all.arguments, [&](const donatable::part& a) { return !updated.contains(a.allocation); });
    }

    // One argument, or several together.
    void donation(std::span<const argument_group> groups, donatable_results& results)
    {
        advice made;
        auto& report = made.report;
        report.kind = suggestion_kind::donation;
        std::vector<std::string_view> names; // none if not all have one
        for (const auto& g : groups) {
            made.donated.insert(made.donated.end(), g.arguments.begin(), g.arguments.end());
            names.push_back(g.root);
        }
        if (!std::ranges::all_of(names, has_name)) names.clear();
        // Results are paired in the order of the parameters.
        std::ranges::stable_sort(made.donated, {}, [&](const donatable::part& p) {
            const auto& a = rows_.allocations[p.allocation];
            return std::pair(a.parameter, a.number);
        });
        const auto pairs = results.paired_with(made.donated);
        made.change = change_of(pairs, in_.steps());
        if (made.change.empty()) return;
        report.at_most =
            std::ranges::any_of(pairs, [](const donation_pair& p) { return p.overwrites == overwriting::unknown; });
        report.label = fmt::to_string(fmt::join(std::span(names).first(std::min(names.size(), most_named)), ", "));
        if (names.size() > most_named) report.label += fmt::format(" and {} more", names.size() - most_named);
        report.count = made.change.moves.size();
        auto& numbers = report.parameters;
        for (const auto& a : made.donated) numbers.push_back(rows_.allocations[a.allocation].parameter);
        numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
        if (numbers.size() == 1) report.shape = in_.shape_text(rows_.lines[made.donated.front().line].shape);
        const bool adjacent = static_cast<std::size_t>(numbers.back() - numbers.front()) + 1 == numbers.size();
        const auto which = numbers.size() == 1 ? fmt::format("parameter {}", numbers.front())
                           : adjacent          ? fmt::format("parameters {} to {}", numbers.front(), numbers.back())
                                      : fmt::format("{} parameters between {} and {}", numbers.size(), numbers.front(),
                                                    numbers.back());
        report.text = fmt::format("donate {} to reuse {} memory for {} ({})",
                                  report.label.empty() ? which : fmt::format("{} ({})", report.label, which),
                                  numbers.size() == 1 ? "its" : "their",
                                  report.count == 1 ? "a result" : fmt::format("{} results", report.count),
                                  donation_in(framework_));
        offer(std::move(made));
    }

    // --- buffers without their padding ---

    void padding()
    {
        std::map<number, std::vector<number>> lines; // by shape
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.color != space_.space) continue;
            for (auto i = a.first_line; i < a.first_line + a.lines; ++i)
                if (const auto line = rows_.lines[i]; in_.is_padded(line)) lines[line.shape].push_back(i);
        }
        std::vector<std::pair<std::int64_t, number>> shapes;
        for (const auto& [shape, all] : lines) {
            std::int64_t wasted = 0;
            for (const auto i : all) analyse::add(wasted, rows_.lines[i].size - rows_.shapes[shape].bytes);
            shapes.emplace_back(-wasted, shape);
        }
        std::ranges::sort(shapes);
        if (shapes.size() > most_of_a_kind) shapes.resize(most_of_a_kind);
        for (const auto& [wasted, shape] : shapes) {
            const auto& all = lines[shape];
            const auto logical = rows_.shapes[shape].bytes;
            advice made;
            for (const auto i : all) made.change.sizes.push_back({i, logical});
            describe(made, all);
            made.report.kind = suggestion_kind::padding;
            const auto factor =
                logical == 0
                    ? std::string()
                    : fmt::format(", {:.1f} x the size of the elements",
                                  static_cast<double>(rows_.lines[all.front()].size) / static_cast<double>(logical));
            made.report.text = fmt::format("avoid the padding of {} ({}{}): reorder its dimensions, or choose a shape "
                                           "that fills whole tiles",
                                           text_of(in_.shape(shape)), plural(all.size(), "buffer"), factor);
            offer(std::move(made));
        }
    }

    // Sets count, label, source and shape, which are those of the largest.
    holder describe(advice& made, std::span<const number> lines)
    {
        const auto largest = *std::ranges::max_element(lines, {}, [&](number i) { return rows_.lines[i].size; });
        const auto line = rows_.lines[largest];
        auto h = names_.of_value(rows_.allocations[line.allocation], line);
        made.report.count = lines.size();
        made.report.label = h.label;
        made.report.source = h.source;
        made.report.shape = h.shape;
        return h;
    }

    // --- temporaries that are not needed at the peak ---

    void gaps()
    {
        if (!space_.temporary_peak) return;
        const auto peak = space_.temporary_peak->step;
        struct group {
            std::int64_t bytes = 0;
            std::vector<number> lines;
            memory_change again;   // made again
            memory_change fetched; // from the host
        };
        std::map<std::string, group> groups;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.color != space_.space || !is_temporary(a)) continue;
            for (const auto& s : intervals_in(rows_, a, in_.steps())) {
                if (s.start >= peak || s.last <= peak) continue;
                const auto gap = gap_around(s, peak);
                if (!gap) continue;
                const auto line = rows_.lines[s.line];
                const auto h = names_.of_value(a, line);
                if (is_of_compiler(h) || is_view(h.op_name)) continue;
                auto group_key = !h.source.empty() ? h.source : !h.group.empty() ? h.group : h.name;
                auto& g = groups[group_key];
                analyse::add(g.bytes, line.size);
                g.lines.push_back(s.line);
                g.fetched.gaps.push_back(*gap);
                if (auto operands = operands_of(line)) {
                    g.again.gaps.push_back(*gap);
                    g.again.gaps.back().operands = std::move(*operands);
                }
            }
        }
        std::vector<group*> largest;
        for (auto& [group_key, g] : groups) largest.push_back(&g);
        std::ranges::stable_sort(largest, {}, [](const group* g) { return -g->bytes; });
        if (largest.size() > most_of_a_kind) largest.resize(most_of_a_kind);
        for (auto* g : largest) {
            const auto again = saved_by(g->again);
            const auto fetched = saved_by(g->fetched);
            // Recomputing needs no transfers; it is better unless its operands take most of what it saves.
            const bool is_again = again > 0 && again >= fetched / 2;
            advice made;
            made.change = std::move(is_again ? g->again : g->fetched);
            describe(made, g->lines);
            made.report.count = made.change.gaps.size();
            made.report.kind = is_again ? suggestion_kind::recompute : suggestion_kind::offload;
            const auto& source = made.report.source;
            const auto what =
                fmt::format("{}{}{}", made.report.label.empty() ? "values" : made.report.label,
                            source.empty() ? "" : fmt::format(" at {}", file_and_line_of(source)),
                            fmt::format(" ({}, such as {})", plural(made.report.count, "buffer"), made.report.shape));
            made.report.text =
                is_again ? fmt::format("recompute {} when it is read again ({})", what, recomputation_in(framework_))
                         : fmt::format("keep {} in host memory until it is read again (offload)", what);
            offer(std::move(made));
        }
    }

    // A copy that the compiler inserted: no change to the program removes it.
    static bool is_of_compiler(const holder& h) { return h.opcode == "copy" && h.label.starts_with("copy of "); }

    static std::string_view file_and_line_of(std::string_view source)
    {
        const auto slash = source.find_last_of("/\\");
        return slash == std::string_view::npos ? source : source.substr(slash + 1);
    }

    // The steps around the peak in which nobody reads or writes the value.
    std::optional<memory_change::gap> gap_around(const interval& s, std::int64_t peak) const
    {
        const auto entry = in_.entry_of(rows_.lines[s.line]);
        if (!entry || !entry->uses_known) return std::nullopt;
        auto before = s.start;
        std::optional<std::int64_t> after;
        for (const auto& u : rows_.uses_of(*entry)) {
            const auto time = rows_.time_of(u.name);
            if (time == none) continue;
            const auto step = rows_.number_at(time);
            if (step < s.start || step > s.last) continue;
            if (step == peak) return std::nullopt;
            if (step < peak) before = std::max(before, step);
            if (step > peak && (!after || step < *after)) after = step;
        }
        if (!after) return std::nullopt;
        return memory_change::gap{s.line, before + 1, *after - 1, {}};
    }

    // The lines of what an instruction reads; empty if that is unknown, or if it cannot be run again.
    std::optional<std::vector<number>> operands_of(const model::line_row& line) const
    {
        const auto row = in_.defined_by(line);
        if (row == none || line.value.phi) return std::nullopt;
        const auto instruction = rows_.instructions[row];
        if (!may_run_again(instruction.opcode) || instruction.suffix != ast::async_suffix::none ||
            instruction.operands > most_operands)
            return std::nullopt;
        std::vector<number> result;
        for (const auto& operand : rows_.operands_of(instruction)) {
            const auto at = operand.name == none ? none : rows_.position_at(operand.name, none);
            const auto value = at == none ? none : rows_.positions[at].value;
            const auto its = value == none ? none : rows_.values[value].line;
            if (its == none || rows_.shapes[rows_.lines[its].shape].tuple) return std::nullopt;
            const auto& a = rows_.allocations[rows_.lines[its].allocation];
            // These are in memory at every step.
            if (a.constant || a.thread_local_ || (a.parameter >= 0 && !a.live_out)) continue;
            if (!last_step_of(rows_, its)) return std::nullopt;
            result.push_back(its);
        }
        return result;
    }

    // --- smaller elements ---

    void precision()
    {
        struct group {
            std::int64_t bytes = 0;
            std::vector<number> lines;
        };
        std::map<std::tuple<buffer_class, std::string, std::string>, group> groups;
        for (const auto i : holders_) {
            const auto h = of_.holders[i];
            const auto line = line_of(h);
            if (line == none || half_of(h.type).empty()) continue;
            auto& g = groups[{h.is, h.group, h.shape}];
            analyse::add(g.bytes, h.bytes);
            g.lines.push_back(line);
        }
        std::vector<std::pair<const std::tuple<buffer_class, std::string, std::string>, group>*> largest;
        for (auto& g : groups) largest.push_back(&g);
        std::ranges::stable_sort(largest, {}, [](const auto* g) { return -g->second.bytes; });
        if (largest.size() > most_precisions) largest.resize(most_precisions);
        for (const auto* g : largest) {
            advice made;
            const auto h = describe(made, g->second.lines);
            for (const auto line : g->second.lines) halve_elements(made.change, line, h.type);
            made.report.kind = suggestion_kind::precision;
            made.report.text = fmt::format(
                "store {} {} ({}) as {} instead of {}", spelling(std::get<0>(g->first)), made.report.label,
                g->second.lines.size() == 1 ? made.report.shape
                                            : fmt::format("{} x {}", g->second.lines.size(), made.report.shape),
                half_of(h.type), h.type);
            offer(std::move(made));
        }
    }

    // Halves a value. If its allocation is not temporary, then also the others in it that are of the same type.
    void halve_elements(memory_change& change, number line, std::string_view type) const
    {
        const auto halve = [&](number i) {
            const auto size = rows_.lines[i].size;
            change.sizes.push_back({i, size - size / 2});
        };
        const auto& a = rows_.allocations[rows_.lines[line].allocation];
        if (is_temporary(a)) return halve(line);
        for (auto i = a.first_line; i < a.first_line + a.lines; ++i)
            if (facts_of(in_.shape(rows_.lines[i].shape)).type == type) halve(i);
    }

    // --- a smaller batch ---

    void batch()
    {
        struct found_size {
            std::int64_t bytes = 0; // of temporaries at the peak
            bool is_input = false;  // an argument that is not donated starts with it
            bool is_other = false;  // a donated argument or a later dimension has it: it is not a batch
        };
        std::map<std::int64_t, found_size> sizes; // by leading dimension
        std::int64_t all = 0;
        for (const auto i : holders_) {
            const auto h = of_.holders.numbers(i);
            if (h.rank < 1) continue;
            const bool is_argument = h.is == buffer_class::argument || h.is == buffer_class::donated;
            if (h.is != buffer_class::temporary && !is_argument) continue;
            const auto dimensions = dimensions_of(line_of(h));
            if (dimensions.empty()) continue;
            if (!is_argument) {
                analyse::add(all, h.bytes);
                analyse::add(sizes[dimensions.front().size].bytes, h.bytes);
                continue;
            }
            auto& leading = sizes[dimensions.front().size];
            (h.is == buffer_class::argument ? leading.is_input : leading.is_other) = true;
            for (const auto& d : dimensions.subspan(1)) sizes[d.size].is_other = true;
        }
        std::int64_t best = 1;
        for (const auto& [size, what] : sizes)
            if (size > 1 && what.is_input && !what.is_other && what.bytes > all / 2) best = size;
        if (best < 2) return;
        advice made;
        std::vector<number> lines;
        for (const auto& a : rows_.allocations) {
            if (a.thread_local_ || a.color != space_.space) continue;
            for (auto i = a.first_line; i < a.first_line + a.lines; ++i) {
                const auto line = rows_.lines[i];
                const auto dimensions = dimensions_of(i);
                if (dimensions.empty() || dimensions.front().size != best) continue;
                __extension__ using wide = __int128;
                const auto smaller = static_cast<std::int64_t>(wide{line.size} * (best / 2) / best);
                made.change.sizes.push_back({i, smaller});
                lines.push_back(i);
            }
        }
        if (lines.empty()) return;
        describe(made, lines);
        made.report.kind = suggestion_kind::batch;
        made.report.text = fmt::format("reduce the batch from {} to {} (the first dimension of {})", best, best / 2,
                                       plural(lines.size(), "buffer"));
        offer(std::move(made));
    }

    module& in_;
    const model::rows& rows_;
    const memory_analysis& of_;
    const space_memory& space_;
    repacked_memory repacked_;
    namer names_;
    framework framework_;
    std::vector<std::size_t> holders_; // of the space
    std::vector<advice> found_;
};

const space_memory* find_space(const memory_analysis& of, std::int64_t space)
{
    const auto found = std::ranges::find(of.spaces, space, &space_memory::space);
    return found == of.spaces.end() ? nullptr : &*found;
}

} // namespace

std::vector<advice> advice_for(module& in, const memory_analysis& of, const space_memory& space)
{
    if (!of.ranges || !space.peak) return {};
    return adviser(in, of, space).run();
}

memory_fit fit_of(const memory_analysis& of, const memory_limit& limit, std::int64_t space)
{
    const auto* found = find_space(of, space);
    return {limit, space, found ? found->total : 0, {}, of.of_dump.has_all_sizes};
}

memory_fit fit_of(module& in, const memory_analysis& of, const memory_limit& limit, std::int64_t space)
{
    auto result = fit_of(of, limit, space);
    const auto* const its = find_space(of, space);
    if (!its || !in.lacks().is_whole()) return result;
    repacked_memory memory(in, *its);
    auto results = donatable_in(in).results;
    std::set<number> taken; // the allocations of arguments that earlier suggestions donate, and of their results
    const auto is_taken = [&](const donatable::part& p) { return taken.contains(p.allocation); };
    const auto fits_without = [&](std::int64_t bytes) {
        auto rest = result.used;
        add(rest, -bytes);
        return verdict_on(rest, limit.available, result.whole) == fit_verdict::fits;
    };
    memory_change all;
    for (auto& made : advice_for(in, of, *its)) {
        if (result.suggestions.size() == most_suggestions) break;
        auto& report = made.report;
        report.then_fits = fits_without(report.bytes);
        // Below half a percent, estimates are noise. Such a suggestion is kept only if it is enough to fit.
        if (report.bytes < result.used / 200 && !(report.then_fits && result.is_too_large())) continue;
        if (!made.donated.empty()) {
            std::erase_if(made.donated, is_taken);
            std::erase_if(results, is_taken);
            made.change = change_of(donatable_results(in, results).paired_with(made.donated), in.steps());
            for (const auto& m : made.change.moves) taken.insert({m.allocation, m.argument});
        }
        all.add(made.change);
        report.together = memory.saved_by(settled(in.rows(), all));
        report.together_fits = fits_without(report.together);
        result.suggestions.push_back(std::move(report));
    }
    return result;
}

} // namespace ballast::analyse

namespace ballast::inline v0 {

std::string_view spelling(suggestion_kind which)
{
    switch (which) {
    case suggestion_kind::donation: return "donation";
    case suggestion_kind::padding: return "padding";
    case suggestion_kind::recompute: return "recompute";
    case suggestion_kind::offload: return "offload";
    case suggestion_kind::precision: return "precision";
    case suggestion_kind::batch: return "batch";
    }
    return {};
}

} // namespace ballast::inline v0
