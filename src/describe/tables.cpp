#include "describe/tables.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/finding.hpp"
#include "ballast/releases.hpp"
#include "base/enumerators.hpp"
#include "describe/markdown.hpp"
#include "era/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::describe {

namespace {

const context_rule_info* find_rule(std::string_view name)
{
    const auto all = context_rules();
    const auto found = std::ranges::find_if(
        all, [&](const context_rule_info& rule) { return fmt::format("C{}", rule.number) == name; });
    return found == all.end() ? nullptr : &*found;
}

std::string rules_table(std::string_view names)
{
    std::string result = "| rule | what holds | identifiers of findings |\n|---|---|---|\n";
    for (const auto name : words_of(names)) {
        const auto* rule = find_rule(name);
        if (!rule) continue;
        std::string ids;
        for (const auto& row : all_findings())
            if (row.rule == rule->number) ids += fmt::format("{}`{}`", ids.empty() ? "" : ", ", row.name);
        result += fmt::format("| {} `{}` | {} | {} |\n", name, rule->name, rule->sentence, ids);
    }
    return result;
}

// The rows of the timeline by the enumerators of their features.
constexpr auto feature_names = []<std::size_t... I>(std::index_sequence<I...>) {
    return std::array<std::string_view, sizeof...(I)>{enumerator_name<static_cast<feature>(I)>...};
}(std::make_index_sequence<named_features>{});

const timeline::row* find_row(std::string_view name)
{
    const auto found = std::ranges::find(feature_names, name);
    if (found != feature_names.end()) return &timeline::rows[static_cast<std::size_t>(found - feature_names.begin())];
    const auto shows = [&](const timeline::row& r) {
        return std::ranges::find(r.shown_by.view(), name) != r.shown_by.view().end();
    };
    const auto* const row = std::ranges::find_if(timeline::rows, shows);
    return row == timeline::rows.end() ? nullptr : row;
}

std::string days(commit_time begin, commit_time end)
{
    const auto first = day_text(begin);
    if (end == now) return begin <= timeline::begin_of_dumps ? "always" : "since " + first;
    const auto last = day_text(end);
    if (begin <= timeline::begin_of_dumps) return "until " + last;
    return first == last ? "for hours on " + first : first + " to " + last;
}

std::string days(const timeline::row& row)
{
    std::string result;
    for (const auto& stay : row.intervals())
        result.append(result.empty() ? "" : ", ").append(days(stay.begin, stay.end));
    return result;
}

// What `era_text` says in parentheses: states and releases.
std::string states_and_releases(const timeline::row& row)
{
    std::string result;
    for (const auto& stay : row.intervals()) {
        const auto text = era_text(era_set({stay}));
        const auto begin = text.find('(') + 1;
        result.append(result.empty() ? "" : ", and ").append(text, begin, text.rfind(')') - begin);
    }
    return result;
}

std::string features_table(std::string_view names)
{
    std::string result = "| form | printed | states and releases | production |\n|---|---|---|---|\n";
    for (const auto name : words_of(names)) {
        const auto* row = find_row(name);
        if (!row) continue;
        std::string shown;
        for (const auto rule : row->shown_by.view()) shown += fmt::format("{}`{}`", shown.empty() ? "" : ", ", rule);
        result += fmt::format("| {} | {} | {} | {} |\n", row->name, days(*row), states_and_releases(*row), shown);
    }
    return result;
}

const timeline::row* row_of_word(timeline::word::of what, std::size_t value)
{
    const auto* const row = std::ranges::find_if(timeline::rows, [&](const timeline::row& r) {
        return r.shown_by_word.what == what && r.shown_by_word.value == value;
    });
    return row == timeline::rows.end() ? nullptr : row;
}

// Words that were printed since the first dump have no row.
std::string days_of_word(timeline::word::of what, std::size_t value)
{
    const auto* row = row_of_word(what, value);
    return row ? days(*row) : "always";
}

std::string element_types_table(std::string_view)
{
    std::string result = "| element type | bits | printed |\n|---|---|---|\n";
    for (std::size_t i = 1; i < enumerator_count<ast::element_kind>; ++i) {
        const auto kind = static_cast<ast::element_kind>(i);
        result += fmt::format("| `{}` | {} | {} |\n", ast::spelling(kind), ast::bits(kind),
                              days_of_word(timeline::word::of::element_type, i));
    }
    return result;
}

std::string opcodes_table(std::string_view)
{
    std::string result = "| opcode | printed | attributes in printed order |\n|---|---|---|\n";
    for (std::size_t i = 1; i < enumerator_count<ast::opcode_kind>; ++i) {
        const auto kind = static_cast<ast::opcode_kind>(i);
        std::string keys;
        for (const auto& own : own_keys(kind))
            keys +=
                fmt::format("{0}{1}`{2}`{1}", keys.empty() ? "" : ", ", own.always ? "**" : "", ast::spelling(own.key));
        result +=
            fmt::format("| `{}` | {} | {} |\n", ast::spelling(kind), days_of_word(timeline::word::of::opcode, i), keys);
    }
    return result;
}

std::string attributes_table(std::string_view)
{
    std::string result = "| attribute | printed |\n|---|---|\n";
    for (std::size_t i = 1; i < enumerator_count<ast::attribute_kind>; ++i)
        if (const auto* row = row_of_word(timeline::word::of::attribute_key, i))
            result += fmt::format("| `{}` | {} |\n", ast::spelling(static_cast<ast::attribute_kind>(i)), days(*row));
    for (const auto& row : timeline::rows)
        if (row.shown_by_word.what == timeline::word::of::key_of_opcodes ||
            row.shown_by_word.what == timeline::word::of::missing_key)
            result += fmt::format("| {} | {} |\n", row.name, days(row));
    return result;
}

std::string words_table(std::string_view)
{
    std::string result = "| word | printed |\n|---|---|\n";
    for (const auto& row : timeline::rows)
        if (row.shown_by_word.what == timeline::word::of::keyword)
            result += fmt::format("| {} | {} |\n", row.name, days(row));
    return result;
}

std::string states_table(std::string_view)
{
    std::string result = "| state | printed |\n|---|---|\n";
    for (const auto& state : dump_states())
        result += fmt::format("| {} | {} |\n", state.name, days(state.begin, state.end));
    return result;
}

struct table {
    std::string_view kind;
    std::string (*text)(std::string_view names);
};
constexpr table tables[] = {
    {"rules", rules_table},     {"features", features_table},     {"element types", element_types_table},
    {"opcodes", opcodes_table}, {"attributes", attributes_table}, {"words", words_table},
    {"states", states_table},
};

} // namespace

bool is_table(std::string_view kind) { return std::ranges::find(tables, kind, &table::kind) != std::end(tables); }

std::string table_of(std::string_view kind, std::string_view names)
{
    const auto* const found = std::ranges::find(tables, kind, &table::kind);
    return found == std::end(tables) ? std::string() : found->text(names);
}

std::string_view unknown_name(std::string_view kind, std::string_view names)
{
    for (const auto name : words_of(names)) {
        const bool known = kind == "rules"      ? find_rule(name) != nullptr
                           : kind == "features" ? find_row(name) != nullptr
                                                : false;
        if (!known) return name;
    }
    return {};
}

} // namespace ballast::describe
