// Constructs on single lines.
#include "generate/entries.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

TEST(Programs, LinesOfEveryRuleAreAccepted)
{
    for (std::size_t i = 0; i < entry_names().size(); ++i) {
        std::size_t accepted_lines = 0;
        for (const auto when : turning_points()) {
            random_source from(static_cast<std::uint64_t>(when) + i);
            ast::arena memory;
            generate::nodes draw(from, memory, when);
            const auto line = generate::line_of(static_cast<entry>(i), draw);
            if (!line) continue;
            const auto result = parse(static_cast<entry>(i), *line);
            ASSERT_TRUE(result.accepted()) << *line << "\n" << result.findings.front().message.text();
            EXPECT_EQ(print(*result.value), *line);
            ++accepted_lines;
        }
        EXPECT_GT(accepted_lines, 3U) << entry_names()[i];
    }
}

} // namespace ballast::tests
