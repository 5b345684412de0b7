#include "failures/failures.hpp"

#include "failures/collector.hpp"
#include "failures/damage.hpp"
#include "failures/stream.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ballast::failures {

std::string_view spelling(place source)
{
    constexpr std::array<std::string_view, 7> all{"TPU", "GPU", "CPU", "compiler", "torch-xla", "JAX", "TensorFlow"};
    return all[static_cast<std::size_t>(source)];
}

std::optional<std::int64_t> failure::bytes(std::string_view what) const
{
    const auto found = std::ranges::find(sizes, what, &known_size::what);
    if (found == sizes.end()) return std::nullopt;
    return found->bytes;
}

std::optional<std::int64_t> failure::needed_of_device() const
{
    constexpr std::int64_t no_memory = std::int64_t{1} << 60; // has so much
    if (!memory.empty() && memory != "hbm") return std::nullopt;
    const auto needed = bytes("needed");
    return needed && *needed < no_memory ? needed : std::nullopt;
}

namespace {

std::vector<failure> failures_in(const undamaged& clean, std::size_t column)
{
    std::vector<failure> result;
    std::unordered_map<std::string, std::size_t> known; // by sentence
    for (const auto& each : streams_of(clean, column)) {
        for (auto& draft : collector(each).run()) {
            const auto first = each.line_at(draft.begin);
            const auto last = each.line_at(draft.end);
            auto made = finished(std::move(draft));
            made.line = first;
            made.last_line = std::max(first, last);
            made.sender = each.sender;
            // Hosts and ranks report the same failure.
            const auto [at, added] = known.try_emplace(made.verdict, result.size());
            if (added) {
                result.push_back(std::move(made));
            } else {
                auto& same = result[at->second];
                same.times += made.times;
                if (same.buffers.empty()) same.buffers = std::move(made.buffers);
            }
        }
    }
    std::ranges::stable_sort(result, {}, &failure::line);
    std::ranges::stable_partition(result, &failure::is_failure);
    return result;
}

// How much was read.
std::size_t facts_in(const std::vector<failure>& all)
{
    std::size_t result = 0;
    for (const auto& f : all) result += 1 + f.sizes.size() + f.buffers.size();
    return result;
}

} // namespace

reading read(std::string_view text)
{
    const auto clean = undo_damage(text);
    reading result{failures_in(clean, 0), clean.repairs};
    if (const auto column = broken_at(clean.lines); column != 0)
        if (auto joined = failures_in(clean, column); facts_in(joined) > facts_in(result.failures)) {
            result.failures = std::move(joined);
            result.repairs.emplace_back("joined broken lines");
        }
    return result;
}

} // namespace ballast::failures
