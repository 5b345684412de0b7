// The findings that a run reports: `--only` and `--disable`.
#pragma once

#include "ballast/finding.hpp"

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// The findings for a word: an identifier, a phase, or a context rule such as `C3`. Empty if the word is unknown.
std::vector<finding_id> findings_named(std::string_view word);
// All such words.
std::vector<std::string> finding_words();

// The findings that are reported.
class selection {
public:
    // All findings, or those of `only`, without those of `disabled`. All words must be known.
    selection(const std::vector<std::string>& only, const std::vector<std::string>& disabled);

    [[nodiscard]] bool tells(finding_id which) const { return told_[static_cast<std::size_t>(which)]; }
    // True if any finding of the phase is reported.
    [[nodiscard]] bool tells(phase which) const { return phases_[static_cast<std::size_t>(which)]; }

private:
    std::bitset<256> told_;
    std::bitset<8> phases_;
};

} // namespace ballast::cli
