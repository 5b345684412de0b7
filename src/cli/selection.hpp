// Which findings a run tells: `--only` and `--disable`.
#pragma once

#include "ballast/finding.hpp"

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// The findings that a word names: an identifier, a phase, or a context rule as `C3`. Empty where it names none.
std::vector<finding_id> findings_named(std::string_view word);
// All such words.
std::vector<std::string> finding_words();

// The findings that are told.
class selection {
public:
    // Everything, or what `only` names, without what `disabled` names; the words are known.
    selection(const std::vector<std::string>& only, const std::vector<std::string>& disabled);

    [[nodiscard]] bool tells(finding_id which) const { return told_[static_cast<std::size_t>(which)]; }
    // Any finding of the phase.
    [[nodiscard]] bool tells(phase which) const { return phases_[static_cast<std::size_t>(which)]; }

private:
    std::bitset<256> told_;
    std::bitset<8> phases_;
};

} // namespace ballast::cli
