// Values of attributes on their own.
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(LineMode, EveryValueRulePrintsBack)
{
    for (const auto& [which, text] : std::vector<std::pair<entry, std::string_view>>{
             {entry::sharding, "{devices=[2,2]<=[4]}"},
             {entry::replica_groups, "[2,4]<=[8]"},
             {entry::frontend_attributes, "{a=\"b\",c={}}"},
             {entry::window, "{size=3x1 stride=2x2}"},
             {entry::origin, "{({\"a\"}, {})}"},
             {entry::domain, "{kind=\"sharding\", entry={}, exit={replicated}}"},
             {entry::result_accuracy, "{mode=highest}"},
             {entry::statistics, "{visualizing_index=0,a=1}"},
             {entry::output_to_operand_aliasing, "{{}: (0, {})}"},
         }) {
        const auto f = accepted(which, text);
        EXPECT_EQ(print(f), text);
        EXPECT_TRUE(recognise(which, text));
        const auto keyed = std::string(entry_names()[static_cast<std::size_t>(which)]) + "=" + std::string(text);
        EXPECT_EQ(print(accepted(which, keyed)), keyed);
        EXPECT_FALSE(parse(which, std::string(text) + " ").accepted()) << text;
        EXPECT_FALSE(parse(which, text.substr(1)).accepted()) << text;
    }
    EXPECT_FALSE(parse(entry::window, "{size=3x1 stride=1x1}").accepted());
}

} // namespace ballast::tests
