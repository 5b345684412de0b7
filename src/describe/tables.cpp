#include "describe/tables.hpp"

#include "describe/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ballast::describe {

namespace {

std::string listed(const std::vector<std::string>& names)
{
    std::string result;
    for (const auto& name : names) result += fmt::format("{}`{}`", result.empty() ? "" : ", ", name);
    return result;
}

const context_rule_data* find_rule(const specification& spec, std::string_view name)
{
    const auto found = std::ranges::find_if(
        spec.context_rules, [&](const context_rule_data& rule) { return fmt::format("C{}", rule.number) == name; });
    return found == spec.context_rules.end() ? nullptr : &*found;
}

std::string rules_table(const specification& spec, std::string_view names)
{
    std::string result = "| rule | what holds | identifiers of findings |\n|---|---|---|\n";
    for (const auto name : words_of(names)) {
        const auto* rule = find_rule(spec, name);
        if (!rule) continue;
        std::vector<std::string> ids;
        for (const auto& finding : spec.findings)
            if (finding.rule == rule->number) ids.push_back(finding.id);
        result += fmt::format("| {} `{}` | {} | {} |\n", name, rule->name, rule->sentence, listed(ids));
    }
    return result;
}

const finding_data* find_finding(const specification& spec, std::string_view name)
{
    const auto found = std::ranges::find(spec.findings, name, &finding_data::id);
    return found == spec.findings.end() ? nullptr : &*found;
}

std::string findings_table(const specification& spec, std::string_view names)
{
    std::string result = "| identifier | severity | what is found |\n|---|---|---|\n";
    for (const auto name : words_of(names))
        if (const auto* row = find_finding(spec, name))
            result += fmt::format("| `{}` | {} | {} |\n", row->id, row->severity, row->sentence);
    return result;
}

// Finds a feature by its identifier, or by a production that shows it.
const feature_data* find_feature(const specification& spec, std::string_view name)
{
    auto found = std::ranges::find(spec.features, name, &feature_data::id);
    if (found == spec.features.end())
        found = std::ranges::find_if(spec.features, [&](const feature_data& f) {
            return std::ranges::find(f.shown_by, name) != f.shown_by.end();
        });
    return found == spec.features.end() ? nullptr : &*found;
}

std::string days(const specification& spec, commit_time begin, commit_time end)
{
    const auto first = day_text(begin);
    const bool from_start = begin <= spec.states.front().begin;
    if (end == end_of_history) return from_start ? "always" : "since " + first;
    const auto last = day_text(end);
    if (from_start) return "until " + last;
    return first == last ? "for hours on " + first : first + " to " + last;
}

std::string days(const specification& spec, const feature_data& feature)
{
    std::string result;
    for (const auto& period : feature.printed)
        result.append(result.empty() ? "" : ", ").append(days(spec, period.begin, period.end));
    return result;
}

std::string features_table(const specification& spec, std::string_view names)
{
    std::string result = "| form | printed | states and releases | production |\n|---|---|---|---|\n";
    for (const auto name : words_of(names)) {
        const auto* feature = find_feature(spec, name);
        if (!feature) continue;
        std::string states;
        for (const auto& period : feature->printed) states.append(states.empty() ? "" : ", and ").append(period.states);
        result += fmt::format("| {} | {} | {} | {} |\n", feature->title, days(spec, *feature), states,
                              listed(feature->shown_by));
    }
    return result;
}

// Words that were printed since the first dump show no feature.
std::string days_of_word(const specification& spec, std::string_view kind, std::string_view word)
{
    const auto* feature = feature_of_word(spec, kind, word);
    return feature ? days(spec, *feature) : "always";
}

std::string element_types_table(const specification& spec, std::string_view)
{
    std::string result = "| element type | bits | printed |\n|---|---|---|\n";
    for (const auto& type : spec.element_types)
        result +=
            fmt::format("| `{}` | {} | {} |\n", type.name, type.bits, days_of_word(spec, "element_type", type.name));
    return result;
}

std::string opcodes_table(const specification& spec, std::string_view)
{
    std::string result = "| opcode | printed | attributes in printed order |\n|---|---|---|\n";
    for (const auto& opcode : spec.opcodes) {
        std::string keys;
        for (const auto& key : opcode.keys)
            keys += fmt::format("{0}{1}`{2}`{1}", keys.empty() ? "" : ", ", key.always ? "**" : "", key.name);
        result += fmt::format("| `{}` | {} | {} |\n", opcode.name, days_of_word(spec, "opcode", opcode.name), keys);
    }
    return result;
}

std::string attributes_table(const specification& spec, std::string_view)
{
    std::string result = "| attribute | printed |\n|---|---|\n";
    for (const auto& attribute : spec.attributes)
        if (const auto* feature = feature_of_word(spec, "attribute_key", attribute.name))
            result += fmt::format("| `{}` | {} |\n", attribute.name, days(spec, *feature));
    for (const auto& feature : spec.features)
        if (feature.word_kind == "key_of_opcodes" || feature.word_kind == "missing_key")
            result += fmt::format("| {} | {} |\n", feature.title, days(spec, feature));
    return result;
}

std::string words_table(const specification& spec, std::string_view)
{
    std::string result = "| word | printed |\n|---|---|\n";
    for (const auto& feature : spec.features)
        if (feature.word_kind == "keyword") result += fmt::format("| {} | {} |\n", feature.title, days(spec, feature));
    return result;
}

// The new forms of the text around instructions at a time.
std::string forms_since(const specification& spec, commit_time begin)
{
    std::string result;
    for (const auto& feature : spec.features) {
        const auto begins = [&](const period_data& stay) { return stay.begin == begin; };
        if (feature.layer == "dump" && std::ranges::any_of(feature.printed, begins))
            result.append(result.empty() ? "" : "; ").append(feature.title);
    }
    return result;
}

std::string states_table(const specification& spec, std::string_view)
{
    std::string result = "| state | printed | new or again |\n|---|---|---|\n";
    for (const auto& state : spec.states)
        result += fmt::format("| {} | {} | {} |\n", state.name, days(spec, state.begin, state.end),
                              forms_since(spec, state.begin));
    return result;
}

std::string example_kinds_table(const specification& spec, std::string_view)
{
    std::string result = "| example | the text |\n|---|---|\n";
    for (const auto& kind : spec.example_kinds) result += fmt::format("| {} | {} |\n", kind.name, kind.sentence);
    return result;
}

struct table {
    std::string_view kind;
    std::string (*text)(const specification& spec, std::string_view names);
};
constexpr table tables[] = {
    {"rules", rules_table},
    {"findings", findings_table},
    {"features", features_table},
    {"element types", element_types_table},
    {"opcodes", opcodes_table},
    {"attributes", attributes_table},
    {"words", words_table},
    {"states", states_table},
    {"example kinds", example_kinds_table},
};

// The anchor of a finding or of a context rule, to which `ballast explain` refers.
std::string anchor(std::string_view name) { return fmt::format("<a id=\"rule-{}\"></a>", name); }

} // namespace

bool is_table(std::string_view kind) { return std::ranges::find(tables, kind, &table::kind) != std::end(tables); }

std::string table_of(const specification& spec, std::string_view kind, std::string_view names)
{
    const auto* const found = std::ranges::find(tables, kind, &table::kind);
    return found == std::end(tables) ? std::string() : found->text(spec, names);
}

std::string_view unknown_name(const specification& spec, std::string_view kind, std::string_view names)
{
    for (const auto name : words_of(names)) {
        const bool known = kind == "rules"      ? find_rule(spec, name) != nullptr
                           : kind == "findings" ? find_finding(spec, name) != nullptr
                           : kind == "features" ? find_feature(spec, name) != nullptr
                                                : false;
        if (!known) return name;
    }
    return {};
}

std::string diagnostics_document(const specification& spec)
{
    std::string result =
        "# Diagnostics\n\nEverything that can be found, by the identifier in brackets after a message. What the phase "
        "`context` or `era`\nfinds breaks a context rule; its number is in the last column.\n\n"
        "| identifier | phase | severity | meaning | rule |\n|---|---|---|---|---|\n";
    for (const auto& finding : spec.findings)
        result +=
            fmt::format("| {}`{}` | {} | {} | {} | {} |\n", anchor(finding.id), finding.id, finding.phase,
                        finding.severity, finding.sentence, finding.rule == 0 ? "" : fmt::format("C{}", finding.rule));
    result +=
        "\n## Context rules\n\nThe grammar alone matches more than is accepted: a text is refused where one of these "
        "does not hold, and for nothing\nelse. A value of a known attribute that the grammar took as plain text "
        "breaks C8, a literal C6; its identifier is that\nof the construct with the fault.\n\n| number | rule | what "
        "holds |\n|---|---|---|\n";
    for (const auto& rule : spec.context_rules)
        result += fmt::format("| {}C{} | `{}` | {} |\n", anchor(fmt::format("C{}", rule.number)), rule.number,
                              rule.name, rule.sentence);
    return result;
}

} // namespace ballast::describe
