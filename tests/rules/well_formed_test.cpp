// Checks of whole trees.
#include "tests/support/well_formed.hpp"

namespace ballast::tests {

// The trees of all our own dumps keep every rule.
TEST(WellFormed, AreTheTreesThatWereRead)
{
    for (const auto& name : golden_dumps()) {
        const auto document = accepted(golden_dump(name));
        const auto* const usage = document.usage_report();
        const auto* const oom = document.oom_report();
        const auto* const module = document.module_text();
        const auto* const tpu = document.tpu_report();
        const auto* const tpu_usage = document.tpu_usage();
        const auto found = usage       ? well_formed(*usage)
                           : oom       ? well_formed(*oom)
                           : module    ? well_formed(*module)
                           : tpu       ? well_formed(*tpu)
                           : tpu_usage ? well_formed(*tpu_usage)
                                       : well_formed(document.dump());
        EXPECT_TRUE(found.empty()) << name << ": " << found.front().message.text();
    }
}

} // namespace ballast::tests
