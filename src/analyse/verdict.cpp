#include "ballast/verdict.hpp"

#include "analyse/framework.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ballast::inline v0 {

namespace {

// `x, params['w'] and 3 more`, `xla__device_data (28 parameters)`: the inputs that results could be in, the largest
// first.
std::string inputs_of(const memory_analysis& memory, std::int64_t space)
{
    constexpr std::size_t most_named = 3;
    struct input {
        std::string_view label;
        std::size_t count = 0;
    };
    std::vector<input> inputs;
    std::size_t others = 0;
    for (const auto& d : memory.donations) {
        if (d.space != space) continue;
        const auto known = std::ranges::find(inputs, d.argument, &input::label);
        if (known != inputs.end())
            ++known->count;
        else if (inputs.size() < most_named)
            inputs.push_back({d.argument, 1});
        else
            ++others;
    }
    std::string result;
    for (const auto& [label, count] : inputs)
        result += fmt::format("{}{}{}", result.empty() ? "" : ", ", label,
                              count == 1 ? "" : fmt::format(" ({} parameters)", count));
    return others == 0 ? result : fmt::format("{} and {} more", result, others);
}

// The argument of the function that a path starts with: `params` of `params['w'][0]`, `args[0]` of `args[0]['w']`;
// empty for a parameter without a name.
std::string root_of(std::string_view path)
{
    if (path.starts_with("parameter ")) return {};
    if (path.starts_with("args[")) return std::string(path.substr(0, path.find(']') + 1));
    return std::string(path.substr(0, path.find_first_of("[.")));
}

// The arguments of a function of JAX in their order; empty if a parameter has no name, or if those of an argument are
// apart.
std::vector<std::string> arguments_of(const memory_analysis& memory)
{
    if (!memory.module.starts_with("jit_") && !memory.module.starts_with("pjit_")) return {};
    std::map<std::int64_t, std::string> roots; // by parameter
    for (std::size_t i = 0; i < memory.holders.size(); ++i)
        if (const auto number = memory.holders.numbers(i).parameter; number >= 0)
            roots.emplace(number, root_of(memory.holders[i].label));
    std::vector<std::string> result;
    std::set<std::string> known;
    std::int64_t next = 0;
    for (const auto& [number, root] : roots) {
        if (number != next++ || root.empty()) return {};
        if (!result.empty() && result.back() == root) continue;
        if (!known.insert(root).second) return {};
        result.push_back(root);
    }
    return result;
}

// `donate params, m: jax.jit(f, donate_argnums=(0, 1))`; empty if the arguments are unknown.
std::string donating_call(const memory_analysis& memory, std::int64_t space)
{
    const auto arguments = arguments_of(memory);
    std::set<std::string> donated;
    for (const auto& d : memory.donations)
        if (d.space == space) donated.insert(root_of(d.argument));
    std::string names;
    std::string numbers;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (donated.erase(arguments[i]) == 0) continue;
        names.append(names.empty() ? "" : ", ").append(arguments[i]);
        numbers.append(numbers.empty() ? "" : ", ").append(std::to_string(i));
    }
    if (names.empty() || !donated.empty()) return {};
    const bool several = numbers.find(',') != std::string::npos;
    return fmt::format("donate {}: jax.jit(f, donate_argnums={})", names, several ? "(" + numbers + ")" : numbers);
}

std::string donation_words(const memory_analysis& memory)
{
    const auto which = analyse::framework_of(memory);
    const bool is_named = which == framework::torch_xla || which == framework::tensorflow;
    return is_named ? std::string(analyse::donation_in(which))
                    : "`donate_argnums` in JAX, buffer donation in PyTorch/XLA";
}

// The temporaries of one operation that hold more of the peak than any single buffer that would be reported; empty if
// there are none.
std::string operation_clause(const memory_analysis& memory, std::int64_t space)
{
    const auto its = std::ranges::find(memory.spaces, space, &space_memory::space);
    if (its == memory.spaces.end() || !its->peak) return {};
    for (const auto& g : groups_of(memory, grouping::alike)) {
        if (g.space != space || g.bytes <= *its->peak / 10 * 3) continue;
        const auto first = memory.holders[g.largest];
        if (first.is != buffer_class::temporary || g.count < 2) continue;
        return fmt::format("{} buffers of {} {} are {} of the peak", g.count, first.shape, first.group,
                           share_of(g.bytes, *its->peak));
    }
    return {};
}

// Empty if gradients are no large part of the memory.
std::string gradient_sentence(const memory_analysis& memory, std::int64_t space, std::int64_t most)
{
    const auto its = std::ranges::find(memory.spaces, space, &space_memory::space);
    if (its == memory.spaces.end()) return {};
    const auto bytes = its->gradients;
    if (bytes < std::max<std::int64_t>({1 << 20, its->total / 100, most})) return {};
    return fmt::format(
        "{} of the results have the sizes of updated weights, as gradients do: if `.grad` keeps them when "
        "the step ends, call `zero_grad()` before `torch_xla.sync()`",
        size_text(bytes));
}

std::string padding_sentence(const memory_analysis& memory, const saving& s)
{
    const auto most = std::ranges::find(memory.padded, s.space, &padded_shape::space);
    if (most == memory.padded.end()) return {};
    const auto factor = most->logical == 0
                            ? std::string()
                            : fmt::format(", which takes {:.1f} x the bytes of its elements",
                                          static_cast<double>(most->assigned) / static_cast<double>(most->logical));
    return fmt::format("padding: {} of the peak, most of it in {}{}", size_text(s.bytes), most->shape, factor);
}

std::string buffer_sentence(const memory_analysis& memory, const saving& s)
{
    const auto h = memory.holders[s.holder];
    const auto space = std::ranges::find(memory.spaces, s.space, &space_memory::space);
    const auto in_use = space->peak.value_or(space->total);
    const std::string_view whole = space->peak ? "peak" : "total";
    return fmt::format("one buffer is {} of the {}: {} {} {}{}; without it the {} would be {} lower",
                       share_of(h.bytes, in_use), whole, spelling(h.is), h.shape, h.label,
                       h.source.empty() ? "" : fmt::format(" ({})", h.source.substr(h.source.find_last_of("/\\") + 1)),
                       whole, size_text(s.bytes));
}

} // namespace

std::string verdict_of(const memory_analysis& memory, std::int64_t space)
{
    const auto most = std::ranges::find(memory.savings, space, &saving::space);
    if (!memory.of_dump.is_whole()) return {};
    auto gradients = gradient_sentence(memory, space, most == memory.savings.end() ? 0 : most->bytes);
    if (most == memory.savings.end() || !gradients.empty()) return gradients;
    switch (most->kind) {
    case saving_kind::donation:
        if (const auto call = donating_call(memory, space); !call.empty())
            return fmt::format("{}; this lowers the peak by up to {}", call, size_text(most->bytes));
        return fmt::format("donating these inputs would lower the peak by up to {} ({}): {}", size_text(most->bytes),
                           donation_words(memory), inputs_of(memory, space));
    case saving_kind::padding: return padding_sentence(memory, *most);
    case saving_kind::fragmentation:
        return fmt::format("fragmentation: {} of the memory for temporaries is free even at the fullest step",
                           size_text(most->bytes));
    case saving_kind::buffer: return buffer_sentence(memory, *most);
    }
    return {};
}

std::string full_verdict_of(const memory_analysis& memory, std::int64_t space)
{
    if (memory.from_report || !memory.of_dump.is_whole()) return {};
    auto text = verdict_of(memory, space);
    if (text.empty() && memory.ranges) {
        const auto operation = operation_clause(memory, space);
        text = fmt::format("{}{} buffer is above 30% of the peak, and donation, padding and fragmentation would save "
                           "nothing worth reporting",
                           operation, operation.empty() ? "no" : "; no single");
    }
    return text;
}

std::string fit_sentence(const memory_fit& fit)
{
    const auto& limit = fit.limit;
    const std::string_view least = fit.whole ? "" : "at least ";
    const auto sizes =
        fmt::format("{}{} allocated, {} available", least, size_text(fit.used), size_text(limit.available));
    const auto estimate =
        fit.is_estimate() ? fmt::format("; an estimate, because the dump is of {}", fit.made_for) : std::string();
    switch (fit.verdict()) {
    case fit_verdict::fits: {
        const bool little = fit.left() < limit.available / 20;
        return fmt::format("fits {}: {}, {} left{}{}", limit.title, sizes, size_text(fit.left()),
                           little ? ", less than 5%: other programs or fragmentation can take that" : "", estimate);
    }
    case fit_verdict::too_large:
        return fmt::format("does not fit {}: {}, {}{} missing{}", limit.title, sizes, least, size_text(-fit.left()),
                           estimate);
    case fit_verdict::undecided:
        if (!fit.whole)
            return fmt::format("whether it fits {} cannot be decided, because the dump is incomplete: {}{}",
                               limit.title, sizes, estimate);
        return fmt::format("probably fits {}: {}, {} left{}; --estimate accepts that", limit.title, sizes,
                           size_text(fit.left()), estimate);
    }
    return {};
}

std::string incomplete_sentence(const completeness& of)
{
    if (of.is_whole()) return {};
    return fmt::format("incomplete: {}{}", fmt::join(of.missing, ", "),
                       of.has_all_sizes ? "" : "; all sizes are lower bounds");
}

std::vector<std::string> suggestion_sentences(const memory_fit& fit)
{
    const auto and_fits = [](bool fits) { return fits ? ", then it fits" : ""; };
    std::vector<std::string> result;
    std::int64_t before = 0;
    for (const auto& s : fit.suggestions) {
        auto text = fmt::format("{}{} less{}", s.at_most ? "at most " : "", size_text(s.bytes), and_fits(s.then_fits));
        if (!result.empty() && !s.then_fits) {
            if (s.together <= before) continue; // nothing is left for it after those above
            text += fmt::format(" ({} with those above{})", size_text(s.together), and_fits(s.together_fits));
        }
        before = std::max(before, s.together);
        result.push_back(fmt::format("{}: {}", text, s.text));
    }
    return result;
}

} // namespace ballast::inline v0
