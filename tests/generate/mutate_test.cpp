// Realistic dumps with changes.
#include "generate/mutate.hpp"
#include "generate/program.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <map>

namespace ballast::tests {

// A drawn element, not a copy of an existing one.
TEST(Mutations, AddNewElements)
{
    std::size_t added = 0;
    ast::arena memory;
    random_source from(1);
    generate::nodes draw(from, memory, end_of_history - 1);
    for (int i = 0; i < 20000; ++i) {
        ast::dump before;
        before.kind = ast::dump_kind::assignment;
        before.allocations = draw.many(1, 1, [&] { return draw.allocation(); });
        const auto after = generate::mutated(before, nullptr, draw);
        added += after.allocations.size() == 2 && after.allocations[0] != after.allocations[1] ? 1U : 0U;
    }
    EXPECT_GT(added, 50U);
}

// Law 1 on realistic dumps with changes to trees and texts: accepted texts print back identically, and texts that the
// grammar matches but the reader refuses break a numbered context rule.
TEST(Programs, WhenMutatedPrintBackOrBreakAContextRule)
{
    std::map<std::string_view, std::size_t> broken;
    std::size_t identical = 0;
    std::size_t refused = 0;
    const auto look = [&](const std::string& text) {
        const auto result = parse(text);
        if (result.accepted()) {
            ASSERT_FALSE(compare_printed(result.value->dump(), text)) << text;
            ASSERT_TRUE(recognise(text));
            ++identical;
            return;
        }
        ++refused;
        if (!recognise(text)) return;
        ASSERT_NE(context_rule_of(result.findings.front()), 0) << text << result.findings.front().message.text();
        ++broken[info(result.findings.front().id).name];
    };
    const auto points = turning_points();
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        random_source from(seed);
        const auto when = points[from.below(points.size())];
        generate::program made(from, when, 1500);
        const auto kinds = kinds_at(when);
        ast::arena memory;
        auto tree = made.make(memory, kinds[from.below(kinds.size())]);
        generate::nodes draw(from, memory, when);
        for (int i = 0; i < 4; ++i) {
            tree = generate::mutated(tree, nullptr, draw);
            look(print(tree));
        }
        auto text = print(tree);
        // Limits of number types, in place of any number.
        for (int i = 0; i < 4; ++i) {
            const auto begin = text.find_first_of("0123456789", from.below(text.size() + 1));
            if (begin == std::string::npos) continue;
            const auto end = std::min(text.find_first_not_of("0123456789", begin), text.size());
            auto changed = text;
            changed.replace(begin, end - begin,
                            from.pick({"9223372036854775807", "9223372036854775808", "9999999999999999999",
                                       "18446744073709551615", "18446744073709551616", "00", "07"}));
            look(changed);
        }
        for (int i = 0; i < 6 && !text.empty(); ++i) {
            text[from.below(text.size())] = " {}(),0123ax\n\"%<>"[from.below(17)];
            look(text);
        }
    }
    EXPECT_GT(identical, 800U);
    EXPECT_GT(refused, 800U);
    for (const auto& [name, count] : broken) std::cout << name << " " << count << ", ";
    std::cout << identical << " identical, " << refused << " refused\n";
}

} // namespace ballast::tests
