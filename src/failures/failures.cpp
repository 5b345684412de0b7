#include "failures/failures.hpp"

#include "failures/collector.hpp"
#include "failures/damage.hpp"
#include "failures/stream.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ballast::failures {

std::optional<std::int64_t> failure::bytes(std::string_view what) const
{
    const auto found = std::ranges::find(sizes, what, &known_size::what);
    if (found == sizes.end()) return std::nullopt;
    return found->bytes;
}

reading read(std::string_view text)
{
    const auto clean = undo_damage(text);
    reading result;
    result.repairs = clean.repairs;
    std::unordered_map<std::string, std::size_t> known; // by sentence
    for (const auto& each : streams_of(clean)) {
        for (auto& draft : collector(each).run()) {
            const auto first = each.line_at(draft.begin);
            const auto last = each.line_at(draft.end);
            auto made = finished(std::move(draft));
            made.line = first;
            made.last_line = std::max(first, last);
            made.sender = each.sender;
            // Hosts and ranks report the same failure.
            const auto [at, added] = known.try_emplace(made.verdict, result.failures.size());
            if (added) {
                result.failures.push_back(std::move(made));
            } else {
                auto& same = result.failures[at->second];
                same.times += made.times;
                if (same.buffers.empty()) same.buffers = std::move(made.buffers);
            }
        }
    }
    std::ranges::stable_sort(result.failures, {}, &failure::line);
    std::ranges::stable_partition(result.failures, &failure::is_failure);
    return result;
}

} // namespace ballast::failures
