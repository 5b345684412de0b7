// Which productions, context rules and findings the examples of the chapters show.
#pragma once

#include "tests/describe/spec_chapters.hpp"

#include <array>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// Does something with each text of each example of the chapters.
using text_visitor = std::function<void(const describe::chapter&, const describe::example&, describe::example_text&)>;
inline void for_each_text(const std::vector<describe::chapter>& chapters, const describe::named_files& files,
                          const text_visitor& visit)
{
    for (const auto& c : chapters)
        for (const auto& e : describe::examples_of(c.text))
            for (auto& text : describe::texts_of(e, files)) visit(c, e, text);
}

struct exception {
    std::string_view name;
    std::string_view reason;
};
inline bool is_listed(std::span<const exception> all, std::string_view name)
{
    return std::ranges::any_of(all, [&](const exception& e) { return e.name == name; });
}

inline constexpr std::string_view empty_list = "a list that may be empty";
inline constexpr std::string_view empty_text = "a text that may be empty, and ends before what it cannot contain";
inline constexpr std::string_view no_part = "each of its parts may be missing";

// Productions that match at every place, so that no text can show how they fail.
inline constexpr exception infallible[] = {
    {"allocations", empty_list},        {"attribute_text", empty_text},       {"attributes", empty_list},
    {"contained_values", empty_list},   {"domain_kind", empty_text},          {"end_thread", empty_text},
    {"entry_text", empty_text},         {"escaped_text", empty_text},         {"escaped_value", empty_text},
    {"file_location_rows", empty_list}, {"file_name_rows", empty_list},       {"frontend_escaped", empty_text},
    {"frontend_raw", empty_text},       {"function_name_rows", empty_list},   {"info_names", empty_list},
    {"info_rows", empty_list},          {"info_times", empty_list},           {"late_suffixes", no_part},
    {"listed_allocations", empty_list}, {"listed_rows", empty_list},          {"literal_text", empty_text},
    {"live_range_rows", empty_list},    {"metadata_fields", no_part},         {"metadata_payload", empty_text},
    {"moment_names", empty_list},       {"moment_rows", empty_list},          {"old_use_lines", empty_list},
    {"origin_call", empty_text},        {"padding_config", empty_list},       {"peak_buffers", empty_list},
    {"peak_rows", empty_list},          {"ranked_allocations", empty_list},   {"raw_value", empty_text},
    {"sequence_rows", empty_list},      {"sharding_metadata_entry", no_part}, {"space_rows", empty_list},
    {"stack_frame_rows", empty_list},   {"stack_rows", empty_list},           {"used_values", empty_list},
    {"value_lines", empty_list},
};

// Findings that no text can show.
inline constexpr exception without_example[] = {
    {"too_large", "depends on the limits of a reader"},
    {"out_of_memory", "depends on the limits of a reader"},
    {"missing_sibling", "depends on the names of the files in a folder"},
    {"sibling_twice", "depends on the names of the files in a folder"},
    {"other_kind", "depends on the name of the file"},
};

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
    const auto format = productions_of_the_format(describe::dump_grammar());
    const auto failing = std::ranges::count_if(
        format, [&](std::string_view name) { return counts.failing.contains(name) && !is_listed(infallible, name); });
    const auto used = std::ranges::count_if(format, [&](std::string_view name) { return counts.used.contains(name); });
    const auto row = [](std::string_view what, auto count) {
        return "| " + std::string(what) + " | " + std::to_string(count) + " |\n";
    };
    return "| what | number |\n|---|---|\n" + row("accepted texts", counts.texts[0]) +
           row("refused texts", counts.texts[1]) + row("reported texts", counts.texts[2]) +
           row("free texts", counts.texts[3]) + row("productions", format.size()) +
           row("productions that an accepted example uses", used) +
           row("productions that fail in a refused example", failing) +
           row("productions that cannot fail", std::size(infallible)) +
           row("context rules, each with both kinds of example", context_rules().size()) +
           row("identifiers of findings", all_findings().size()) +
           row("identifiers in examples", counts.found.size() - counts.found.count("")) +
           row("identifiers that no text can show", std::size(without_example));
}

} // namespace ballast::tests
