// Whole trees.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

// The trees of all dumps of our own hold every rule.
TEST(WellFormed, AreTheTreesThatWereRead)
{
    for (const auto& name : golden_dumps()) {
        const auto document = accepted(golden_dump(name));
        const auto* const report = document.usage_report();
        const auto found = report ? well_formed(*report) : well_formed(document.dump());
        EXPECT_TRUE(found.empty()) << name << ": " << found.front().message();
    }
}

} // namespace ballast::tests
