#include "cli/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::cli {

std::vector<finding_id> findings_named(std::string_view word)
{
    std::vector<finding_id> result;
    for (const auto& row : all_findings())
        if (row.name == word || name_of(row.phase) == word || (row.rule != 0 && fmt::format("C{}", row.rule) == word))
            result.push_back(row.id);
    return result;
}

selection::selection(const std::vector<std::string>& only, const std::vector<std::string>& disabled)
{
    const auto set = [&](const std::vector<std::string>& words, bool to) {
        for (const auto& word : words)
            for (const auto which : findings_named(word)) told_.set(static_cast<std::size_t>(which), to);
    };
    if (only.empty()) told_.set();
    set(only, true);
    set(disabled, false);
    for (const auto& row : all_findings())
        if (tells(row.id)) phases_.set(static_cast<std::size_t>(row.phase));
}

} // namespace ballast::cli
