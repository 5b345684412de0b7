// Parts of the forms of a folder's modules.
#pragma once

#include "ballast/files.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

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

} // namespace ballast::inline v0::render
