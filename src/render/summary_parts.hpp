// Parts of the forms of a folder's modules.
#pragma once

#include "ballast/files.hpp"
#include "render/size_text.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ballast::inline v0::render {

// `3 modules in space 1, 2 distinct; 1 refused`: only numbers that are not 0 and not as usual.
inline std::string counts_text(const files::folder_summary& all)
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
inline std::string left_of(const std::optional<memory_limit>& limit, const files::summary_row& row)
{
    if (!limit || row.path.empty()) return "-";
    return size_text(memory_fit{*limit, 0, row.numbers.total, {}}.left());
}

// `1 of 3 modules does not fit TPU v5e (15.75 GiB available)`.
inline std::string fit_counts_text(const files::folder_summary& all, const memory_limit& limit)
{
    const auto count =
        std::ranges::count_if(all.rows, [&](const files::summary_row& r) { return r.numbers.total > limit.available; });
    const auto whole = fmt::format("{} ({} available)", limit.title, size_text(limit.available));
    if (count == 0) return fmt::format("all fit {}", whole);
    return fmt::format("{} of {} {} not fit {}", count, plural(all.rows.size(), "module"), count == 1 ? "does" : "do",
                       whole);
}

} // namespace ballast::inline v0::render
