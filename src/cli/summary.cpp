#include "cli/summary.hpp"

#include "cli/table.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

constexpr std::size_t eras_shown = 4;

// `D10..D12` of `D10..D12 2021-09-23..2024-01-16`, `D16` of `D16..D16 2025-05-16..2025-07-23`.
std::string states_of(const std::string& era)
{
    const auto states = era.substr(0, era.find(' '));
    const auto dots = states.find("..");
    if (dots == std::string::npos || states.substr(0, dots) != states.substr(dots + 2)) return states;
    return states.substr(0, dots);
}
std::string days_of(const std::string& era) { return era.substr(std::min(era.find(' '), era.size())); }

} // namespace

void folder_table::add(const judged_numbers& judged)
{
    const auto slash = judged.shown.rfind('/');
    auto folder = slash == std::string::npos ? "." : slash == 0 ? "/" : judged.shown.substr(0, slash);
    if (judged.shown == "<stdin>") folder = judged.shown;
    auto& sum = rows_[folder];
    ++sum.files;
    sum.unreadable += judged.unreadable ? 1U : 0U;
    sum.bytes += judged.bytes;
    if (!judged.era.empty()) sum.eras.emplace(days_of(judged.era), states_of(judged.era));
    for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += judged.counts[i];
    sum.seconds += judged.seconds;
}

std::string folder_table::text() const
{
    using enum table::side;
    table t({left, right, right, right, left, right, right, right, right});
    t.row({"folder", "files", "unreadable", "bytes", "eras", "errors", "warnings", "notes", "seconds"});
    for (const auto& [folder, sum] : rows_) {
        std::string eras;
        std::size_t shown = 0;
        for (const auto& [days, states] : sum.eras) {
            // The first ones and the last.
            const bool last = shown + 1 == sum.eras.size();
            if (shown++ >= eras_shown && !last) continue;
            eras.append(eras.empty() ? "" : last && shown > eras_shown + 1 ? ", …, " : ", ").append(states);
        }
        t.row({folder, fmt::to_string(sum.files), fmt::to_string(sum.unreadable), fmt::to_string(sum.bytes),
               eras.empty() ? "-" : eras, fmt::to_string(sum.counts[0]), fmt::to_string(sum.counts[1]),
               fmt::to_string(sum.counts[2]), fmt::format("{:.3f}", sum.seconds)});
    }
    std::string result;
    t.print(result);
    return result;
}

} // namespace ballast::cli
