// Parts of the forms of a folder's modules.
#pragma once

#include "answers/outcome.hpp"
#include "ballast/verdict.hpp"
#include "base/human_size.hpp"
#include "render/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

using answers::fit_of;

// `3 modules in space 1, 2 distinct; 1 refused`: only numbers that are not 0 and not as usual.
inline std::string counts_text(const answers::folder_summary& all)
{
    auto text = plural(all.modules, "module");
    if (all.space != 0) text += fmt::format(" in space {}", all.space);
    if (all.rows.size() != all.modules) text += fmt::format(", {} distinct", all.rows.size());
    const char* gap = "; ";
    for (const auto& [count, what] : {std::pair{all.without, "without allocations"}, std::pair{all.refused, "refused"},
                                      std::pair{all.unreadable, "unreadable"}})
        if (count != 0) text += fmt::format("{}{} {}", std::exchange(gap, ", "), count, what);
    return text;
}

// `256.0 MiB` of the limit, or `-256.0 MiB` if that is missing; `-` if there is no limit, or for a sum of rows.
inline std::string left_of(const std::optional<memory_limit>& limit, const answers::summary_row& row)
{
    if (!limit || row.path.empty()) return "-";
    return size_text(fit_of(row, *limit).left());
}

// `; dumps of CPU are estimates, which --estimate accepts`; empty if all are of the device.
inline std::string estimates_text(const answers::folder_summary& all, const memory_limit& limit)
{
    std::set<std::string> platforms;
    for (const auto& row : all.rows)
        if (auto other = other_platform(limit, row.made_for); !other.empty()) platforms.insert(std::move(other));
    if (platforms.empty()) return {};
    return fmt::format("; dumps of {} are estimates{}", fmt::join(platforms, ", "),
                       limit.estimates ? "" : ", which --estimate accepts");
}

// `1 of 3 modules does not fit TPU v5e (15.75 GiB available)`; `, 1 cannot be decided` if a dump is incomplete.
inline std::string fit_counts_text(const answers::folder_summary& all, const memory_limit& limit)
{
    const auto with = [&](fit_verdict verdict) {
        return std::ranges::count(all.rows, verdict,
                                  [&](const answers::summary_row& r) { return fit_of(r, limit).verdict(); });
    };
    const auto count = with(fit_verdict::too_large);
    const auto undecided = with(fit_verdict::undecided);
    const auto whole = fmt::format("{} ({} available)", limit.title, size_text(limit.available));
    if (count == 0 && undecided == 0) return fmt::format("all fit {}{}", whole, estimates_text(all, limit));
    auto text = fmt::format("{} of {} {} not fit {}", count, plural(all.rows.size(), "module"),
                            count == 1 ? "does" : "do", whole);
    if (undecided != 0) text += fmt::format(", {} cannot be decided", undecided);
    return text + estimates_text(all, limit);
}

// A line for each module whose dump is incomplete, up to a few.
inline std::vector<std::string> incomplete_lines(const answers::folder_summary& all)
{
    constexpr std::size_t most = 5;
    std::vector<std::string> result;
    std::size_t others = 0;
    for (const auto& row : all.rows) {
        if (row.of_dump.is_whole()) continue;
        if (result.size() < most)
            result.push_back(fmt::format("{}: {}", row.name, incomplete_sentence(row.of_dump)));
        else
            ++others;
    }
    if (others != 0) result.push_back(fmt::format("{} more modules are incomplete", others));
    return result;
}

} // namespace ballast::inline v0::render
