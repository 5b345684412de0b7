#include "render/findings_summary.hpp"

#include "render/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

namespace {

constexpr std::size_t eras_shown = 4;

// `D10..D12` of `D10..D12 2021-09-23..2024-01-16`, `D16` of `D16..D16 2025-05-16..2025-07-23`.
std::string states_of(std::string_view stay)
{
    const auto states = stay.substr(0, stay.find(' '));
    const auto dots = states.find("..");
    const bool one = dots != std::string_view::npos && states.substr(0, dots) == states.substr(dots + 2);
    return std::string(one ? states.substr(0, dots) : states);
}
std::string first_day_of(std::string_view stay)
{
    const auto days = stay.substr(std::min(stay.find(' '), stay.size()));
    return std::string(days.substr(0, days.find("..")));
}

// Adds the periods of an era.
void add_era(std::map<std::string, std::string>& to, std::string_view era)
{
    constexpr std::string_view gap = ", ";
    while (!era.empty()) {
        const auto stay = era.substr(0, era.find(gap));
        const auto day = first_day_of(stay);
        const auto [at, added] = to.try_emplace(states_of(stay), day);
        at->second = std::min(at->second, day);
        era.remove_prefix(std::min(stay.size() + gap.size(), era.size()));
    }
}

// Sorted by their first days.
std::string text_of(const std::map<std::string, std::string>& eras)
{
    std::vector<std::pair<std::string_view, std::string_view>> all;
    for (const auto& [states, day] : eras) all.emplace_back(day, states);
    std::ranges::sort(all);
    std::string result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        // The first few and the last one.
        const bool last = i + 1 == all.size();
        if (i >= eras_shown && !last) continue;
        result.append(result.empty() ? "" : last && i > eras_shown ? ", …, " : ", ").append(all[i].second);
    }
    return result.empty() ? "-" : result;
}

} // namespace

void folder_table::add(const validated_numbers& file)
{
    const auto slash = file.shown.rfind('/');
    auto folder = slash == std::string::npos ? "." : slash == 0 ? "/" : file.shown.substr(0, slash);
    if (file.shown == "<stdin>") folder = file.shown;
    auto& sum = rows_[folder];
    ++sum.files;
    sum.unreadable += file.unreadable ? 1U : 0U;
    sum.bytes += file.bytes;
    add_era(sum.eras, file.era);
    for (std::size_t i = 0; i < sum.counts.size(); ++i) sum.counts[i] += file.counts[i];
    sum.seconds += file.seconds;
}

std::string folder_table::text() const
{
    using enum table::side;
    table t({left, right, right, right, left, right, right, right, right});
    t.row({"folder", "files", "unreadable", "bytes", "eras", "errors", "warnings", "notes", "seconds"});
    for (const auto& [folder, sum] : rows_) {
        t.row({folder, fmt::to_string(sum.files), fmt::to_string(sum.unreadable), fmt::to_string(sum.bytes),
               text_of(sum.eras), fmt::to_string(sum.counts[0]), fmt::to_string(sum.counts[1]),
               fmt::to_string(sum.counts[2]), fmt::format("{:.3f}", sum.seconds)});
    }
    std::string result;
    t.print(result);
    return result;
}

} // namespace ballast::inline v0::render
