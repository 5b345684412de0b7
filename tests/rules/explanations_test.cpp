// The explanations of findings, and that their examples are true.
#include "ballast/check.hpp"
#include "ballast/explanation.hpp"
#include "tests/check/cases.hpp"
#include "tests/support/support.hpp"

#include <algorithm>

namespace ballast::tests {

namespace {

bool holds(const std::vector<finding>& found, finding_id which)
{
    return std::ranges::any_of(found, [&](const finding& what) { return what.id == which; });
}

// For a construct: the right text is accepted without a finding, the wrong one has it.
bool shown_by_a_construct(const explanation& more, finding_id which)
{
    for (std::size_t i = 0; i < entry_names().size(); ++i) {
        const auto right = parse(static_cast<entry>(i), more.right);
        if (right.accepted() && right.findings.empty() &&
            holds(parse(static_cast<entry>(i), more.wrong).findings, which))
            return true;
    }
    return false;
}

// A golden dump contains the right text, and replacing it by the wrong text gives the finding.
bool shown_by_a_dump(const explanation& more, finding_id which)
{
    for (const auto& name : golden_dumps()) {
        auto text = golden_dump(name);
        const auto at = text.find(more.right);
        if (at == std::string::npos) continue;
        const auto read = parse(text.replace(at, more.right.size(), more.wrong));
        if (holds(read.findings, which)) return true;
        if (read.accepted() && holds(check(*read.value), which)) return true;
    }
    return false;
}

// A case of the rule has the wrong text, and the right one before the change.
bool shown_by_a_case(const explanation& more, finding_id which)
{
    return std::ranges::any_of(broken_dumps, [&](const broken_dump& one) {
        if (one.rule != which) return false;
        const auto text = changed(one);
        return golden_dump(std::string(one.dump)).find(more.right) != std::string::npos &&
               text.find(more.wrong) != std::string::npos && parse(text).accepted() &&
               fires(judged(one, text).found, which);
    });
}

} // namespace

TEST(Explanations, SayMoreThanTheSentence)
{
    for (const auto& row : all_findings()) {
        const auto& more = explain(row.id);
        EXPECT_TRUE(more.text.ends_with('.')) << row.name;
        EXPECT_GT(more.text.size(), 40U) << row.name;
        EXPECT_NE(more.text, row.sentence) << row.name;
        EXPECT_FALSE(more.hint.ends_with('.')) << row.name << ": a hint is no sentence";
    }
}

TEST(Explanations, ExamplesAreTrue)
{
    std::size_t shown = 0;
    for (const auto& row : all_findings()) {
        const auto& more = explain(row.id);
        EXPECT_FALSE(more.wrong.empty()) << row.name;
        if (more.right.empty()) continue; // a command, which the golden files test
        ++shown;
        EXPECT_TRUE(shown_by_a_construct(more, row.id) || shown_by_a_dump(more, row.id) ||
                    shown_by_a_case(more, row.id))
            << row.name;
    }
    EXPECT_GT(shown, 40U);
}

} // namespace ballast::tests
