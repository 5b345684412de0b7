// The productions, context rules and findings that the examples of the chapters show.
#pragma once

#include "describe/specification.hpp"
#include "tests/describe/spec_chapters.hpp"

#include <array>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// Called for each text of each example of the chapters.
using text_visitor = std::function<void(const describe::chapter&, const describe::example&, describe::example_text&)>;
inline void for_each_text(const std::vector<describe::chapter>& chapters, const describe::named_files& files,
                          const text_visitor& visit)
{
    for (const auto& c : chapters)
        for (const auto& e : describe::examples_of(c.text))
            for (auto& text : describe::texts_of(e, files)) visit(c, e, text);
}

struct example_counts {
    std::array<std::size_t, 4> texts{};   // by kind of example
    std::set<std::string_view> used{};    // productions of accepted examples
    std::set<std::string_view> failing{}; // productions of refused examples
    std::set<std::string> kept{};         // context rules of accepted examples
    std::set<std::string> broken{};       // context rules of refused examples
    std::set<std::string_view> found{};
};

inline example_counts count_examples(const std::vector<describe::chapter>& chapters)
{
    using kind = describe::example::kind;
    const auto files = files_of(chapters);
    example_counts result;
    example_reader reader(files);
    for_each_text(chapters, files, [&](const auto&, const auto& e, const auto& text) {
        if (!text.fault.empty()) return;
        ++result.texts[static_cast<std::size_t>(e.is)];
        if (e.is == kind::accepted) result.used.merge(reader.productions(text));
        if (e.is == kind::accepted) result.kept.insert(e.rules.begin(), e.rules.end());
        if (e.is == kind::refused) result.failing.merge(reader.productions(text));
        for (const auto& mark : reader.judge(e, text).marks) {
            result.found.insert(mark.id);
            if (e.is == kind::refused) result.broken.insert("C" + std::to_string(mark.context_rule));
        }
    });
    return result;
}

// The region `counts`.
inline std::string counts_table(const example_counts& counts)
{
    const auto& spec = describe::dump_specification();
    const auto& infallible = spec.productions_that_cannot_fail;
    const auto format = productions_of_the_format(spec.grammar);
    const auto failing = std::ranges::count_if(format, [&](std::string_view name) {
        return counts.failing.contains(name) && !describe::is_listed(infallible, name);
    });
    const auto used = std::ranges::count_if(format, [&](std::string_view name) { return counts.used.contains(name); });
    const auto row = [](std::string_view what, auto count) {
        return "| " + std::string(what) + " | " + std::to_string(count) + " |\n";
    };
    return "| what | number |\n|---|---|\n" + row("accepted texts", counts.texts[0]) +
           row("refused texts", counts.texts[1]) + row("reported texts", counts.texts[2]) +
           row("free texts", counts.texts[3]) + row("productions", format.size()) +
           row("productions that an accepted example uses", used) +
           row("productions that fail in a refused example", failing) +
           row("productions that cannot fail", infallible.size()) +
           row("context rules, each with both kinds of example", context_rules().size()) +
           row("identifiers of findings", all_findings().size()) +
           row("identifiers in examples", counts.found.size() - counts.found.count("")) +
           row("identifiers that no text can show", spec.findings_without_example.size());
}

} // namespace ballast::tests
