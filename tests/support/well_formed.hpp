// The findings of the rules in a tree.
#pragma once

#include "ballast/well_formed.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

// The violated rule; empty if there is none.
inline std::optional<finding_id> only(const std::vector<finding>& found)
{
    if (found.empty()) return std::nullopt;
    EXPECT_EQ(found.size(), 1U);
    EXPECT_FALSE(found.front().message.text().empty());
    EXPECT_EQ(found.front().severity, severity::error);
    EXPECT_NE(context_rule_of(found.front()), 0);
    return found.front().id;
}

// The same for the verdict of one rule.
template <typename Verdict>
std::optional<finding_id> id_of(const Verdict& verdict)
{
    return verdict ? std::optional(verdict->id) : std::nullopt;
}

} // namespace ballast::tests
