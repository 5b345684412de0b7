#include "ballast/answers.hpp"

#include "base/nearest.hpp"
#include "files/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ballast::inline v0::answers {

std::vector<finding_id> findings_named(std::string_view word)
{
    std::vector<finding_id> result;
    for (const auto& row : all_findings())
        if (row.name == word || name_of(row.phase) == word || (row.rule != 0 && fmt::format("C{}", row.rule) == word))
            result.push_back(row.id);
    return result;
}

std::vector<std::string> finding_words()
{
    std::vector<std::string> result;
    const auto add = [&](std::string word) {
        if (std::ranges::find(result, word) == result.end()) result.push_back(std::move(word));
    };
    for (const auto& row : all_findings()) add(std::string(row.name));
    for (const auto& row : all_findings()) add(std::string(name_of(row.phase)));
    for (const auto& row : all_findings())
        if (row.rule != 0) add(fmt::format("C{}", row.rule));
    return result;
}

std::string unknown_finding_word(std::string_view word)
{
    if (!findings_named(word).empty()) return {};
    nearest_words near(word, 1);
    for (const auto& name : finding_words()) near.offer(name);
    return fmt::format("{} is not a finding, a phase or a rule{}", files::quoted_name(word),
                       near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
}

selection::selection(const std::vector<std::string>& only, const std::vector<std::string>& disabled)
{
    const auto set = [&](const std::vector<std::string>& words, bool to) {
        for (const auto& word : words)
            for (const auto which : findings_named(word)) reported_.set(static_cast<std::size_t>(which), to);
    };
    if (only.empty()) reported_.set();
    set(only, true);
    set(disabled, false);
    for (const auto& row : all_findings())
        if (reports(row.id)) phases_.set(static_cast<std::size_t>(row.phase));
}

} // namespace ballast::inline v0::answers
