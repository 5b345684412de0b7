#include "describe/chapters.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/finding.hpp"
#include "ballast/releases.hpp"
#include "base/enumerators.hpp"
#include "era/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace ballast::describe {

namespace {

constexpr std::string_view region_begin = "<!-- ";
constexpr std::string_view region_end = "<!-- end -->";
constexpr std::string_view fence = "```";
constexpr std::size_t width = 120; // of derived lines

std::vector<std::string_view> lines_of(std::string_view text)
{
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size() - 1);
        result.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return result;
}

std::string_view without_line_end(std::string_view line)
{
    if (line.ends_with('\n')) line.remove_suffix(1);
    return line;
}

std::vector<std::string_view> words_of(std::string_view text)
{
    std::vector<std::string_view> result;
    while (!text.empty()) {
        const auto end = std::min(text.find(' '), text.size());
        if (end != 0) result.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

// --- regions ---------------------------------------------------------------------------------------------------------

struct region {
    std::string kind; // `productions`
    std::string arguments;
};

// What a line of the form `<!-- kind: arguments -->` begins.
std::optional<region> region_of(std::string_view line)
{
    line = without_line_end(line);
    if (!line.starts_with(region_begin) || !line.ends_with(" -->") || line == region_end) return std::nullopt;
    line.remove_prefix(region_begin.size());
    line.remove_suffix(4);
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return region{std::string(line), {}};
    return region{std::string(line.substr(0, colon)), std::string(line.substr(colon + 1))};
}

// --- productions -----------------------------------------------------------------------------------------------------

// Where the tokens of a definition end: blanks in quotes and in classes do not separate.
std::vector<std::string_view> tokens_of(std::string_view definition)
{
    std::vector<std::string_view> result;
    std::size_t begin = 0;
    char closing = '\0';
    for (std::size_t i = 0; i < definition.size(); ++i) {
        const char c = definition[i];
        if (closing != '\0') {
            if (c == '\\')
                ++i;
            else if (c == closing)
                closing = '\0';
        } else if (c == '"') {
            closing = '"';
        } else if (c == '[') {
            closing = ']';
        } else if (c == ' ') {
            result.push_back(definition.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    result.push_back(definition.substr(begin));
    return result;
}

std::string production_text(std::string_view name, std::string_view definition, std::size_t widest)
{
    auto result = fmt::format("{:<{}} ::=", name, widest);
    auto column = result.size();
    const auto indent = column;
    for (const auto token : tokens_of(definition)) {
        if (column + 1 + token.size() > width && column != indent) {
            result += '\n' + std::string(indent, ' ');
            column = indent;
        }
        result.append(" ").append(token);
        column += 1 + token.size();
    }
    return result + '\n';
}

// The productions that a definition refers to, in their order.
std::vector<node_id> references_of(const grammar_data& grammar, node_id rule)
{
    std::vector<node_id> result;
    std::vector<node_id> open(grammar.nodes[rule].children.rbegin(), grammar.nodes[rule].children.rend());
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        const auto& n = grammar.nodes[id];
        if (!n.name.empty())
            result.push_back(id);
        else
            open.insert(open.end(), n.children.rbegin(), n.children.rend());
    }
    return result;
}

// --- tables ----------------------------------------------------------------------------------------------------------

std::string rules_table(std::string_view arguments)
{
    std::string result = "| rule | what holds | identifiers of findings |\n|---|---|---|\n";
    for (const auto word : words_of(arguments))
        for (const auto& rule : context_rules()) {
            if (fmt::format("C{}", rule.number) != word) continue;
            std::string ids;
            for (const auto& row : all_findings())
                if (row.rule == rule.number) ids += fmt::format("{}`{}`", ids.empty() ? "" : ", ", row.name);
            result += fmt::format("| C{} `{}` | {} | {} |\n", rule.number, rule.name, rule.sentence, ids);
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

std::string features_table(std::string_view arguments)
{
    std::string result = "| form | printed | states and releases | production |\n|---|---|---|---|\n";
    for (const auto word : words_of(arguments)) {
        const auto* row = find_row(word);
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

std::string element_types_table()
{
    std::string result = "| element type | bits | printed |\n|---|---|---|\n";
    for (std::size_t i = 1; i < enumerator_count<ast::element_kind>; ++i) {
        const auto kind = static_cast<ast::element_kind>(i);
        result += fmt::format("| `{}` | {} | {} |\n", ast::spelling(kind), ast::bits(kind),
                              days_of_word(timeline::word::of::element_type, i));
    }
    return result;
}

std::string opcodes_table()
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

std::string attributes_table()
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

std::string words_table()
{
    std::string result = "| word | printed |\n|---|---|\n";
    for (const auto& row : timeline::rows)
        if (row.shown_by_word.what == timeline::word::of::keyword)
            result += fmt::format("| {} | {} |\n", row.name, days(row));
    return result;
}

std::string states_table()
{
    std::string result = "| state | printed |\n|---|---|\n";
    for (const auto& state : dump_states())
        result += fmt::format("| {} | {} |\n", state.name, days(state.begin, state.end));
    return result;
}

// What of a list of names nothing is known of.
std::string unknown_in(const grammar_data& grammar, const region& r)
{
    for (const auto word : words_of(r.arguments)) {
        const bool known = r.kind.starts_with("productions") ? grammar.rules.contains(word)
                           : r.kind == "features"
                               ? find_row(word) != nullptr
                               : std::ranges::any_of(context_rules(), [&](const context_rule_info& rule) {
                                     return fmt::format("C{}", rule.number) == word;
                                 });
        if (!known) return std::string(word);
    }
    return {};
}

constexpr std::string_view kinds[] = {"productions", "productions alone", "rules", "features", "element types",
                                      "opcodes",     "attributes",        "words", "states"};

} // namespace

chapter_writer::chapter_writer(const grammar_data& grammar, const std::vector<chapter>& chapters) : grammar_(grammar)
{
    std::set<node_id> named;
    std::vector<region> regions;
    for (const auto& c : chapters) {
        std::size_t line = 0;
        for (const auto text : lines_of(c.text)) {
            ++line;
            const auto r = region_of(text);
            if (!r) continue;
            if (std::ranges::find(kinds, r->kind) == std::end(kinds))
                faults_.push_back(fmt::format("{}:{}: there is no region `{}`", c.name, line, r->kind));
            else if (const auto unknown = unknown_in(grammar, *r); !unknown.empty())
                faults_.push_back(fmt::format("{}:{}: there is no `{}`", c.name, line, unknown));
            else if (r->kind.starts_with("productions"))
                regions.push_back(*r);
        }
    }
    for (const auto& r : regions)
        for (const auto name : words_of(r.arguments)) named.insert(grammar.rules.find(name)->second);
    std::set<node_id> done;
    for (const auto& r : regions) {
        auto& list = below_[r.arguments];
        std::vector<node_id> open;
        const auto roots = words_of(r.arguments);
        for (auto name = roots.rbegin(); name != roots.rend(); ++name)
            open.push_back(grammar.rules.find(*name)->second);
        const std::set<node_id> own(open.begin(), open.end());
        while (!open.empty()) {
            const auto id = open.back();
            open.pop_back();
            if ((named.contains(id) && !own.contains(id)) || !done.insert(id).second) continue;
            list.push_back(id);
            ++shown_[grammar.nodes[id].name];
            if (r.kind == "productions alone") continue;
            const auto below = references_of(grammar, id);
            open.insert(open.end(), below.rbegin(), below.rend());
        }
    }
}

std::string chapter_writer::productions(const std::string& names) const
{
    const auto& list = below_.at(names);
    std::size_t widest = 0;
    for (const auto id : list) widest = std::max(widest, grammar_.nodes[id].name.size());
    std::string result(fence);
    result += "ebnf\n";
    for (const auto id : list) result += production_text(grammar_.nodes[id].name, definition_of(grammar_, id), widest);
    return result.append(fence).append("\n");
}

std::string chapter_writer::filled(const chapter& c) const
{
    std::string result;
    const auto lines = lines_of(c.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        result += lines[i];
        const auto r = region_of(lines[i]);
        if (!r) continue;
        result += '\n';
        if (r->kind.starts_with("productions"))
            result += productions(r->arguments);
        else if (r->kind == "rules")
            result += rules_table(r->arguments);
        else if (r->kind == "features")
            result += features_table(r->arguments);
        else if (r->kind == "element types")
            result += element_types_table();
        else if (r->kind == "opcodes")
            result += opcodes_table();
        else if (r->kind == "attributes")
            result += attributes_table();
        else if (r->kind == "words")
            result += words_table();
        else if (r->kind == "states")
            result += states_table();
        result += '\n';
        while (i + 1 < lines.size() && without_line_end(lines[i + 1]) != region_end) ++i;
    }
    return result;
}

// --- examples --------------------------------------------------------------------------------------------------------

namespace {

bool is_mark(std::string_view line)
{
    line = without_line_end(line);
    const auto begin = line.find_first_not_of(' ');
    if (begin == std::string_view::npos) return false;
    line.remove_prefix(begin);
    return line == "^" || (line.starts_with("^ [") && line.ends_with("]"));
}

} // namespace

std::vector<example> examples_of(const chapter& c)
{
    std::vector<example> result;
    const auto lines = lines_of(c.text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with(fence)) continue;
        const auto words = words_of(without_line_end(lines[i]).substr(fence.size()));
        example e;
        e.line = i + 1;
        const auto* const begin = lines[i].data() + lines[i].size();
        for (++i; i < lines.size() && without_line_end(lines[i]) != fence;) ++i;
        if (words.empty() || i == lines.size() || (words[0] != "accepted" && words[0] != "refused")) continue;
        e.block = {begin, static_cast<std::size_t>(lines[i].data() - begin)};
        e.accepted = words[0] == "accepted";
        for (const auto word : words) {
            const auto value = word.substr(std::min(word.find('='), word.size() - 1) + 1);
            if (word.starts_with("rule=") || word.starts_with("section=")) e.production = value;
            if (word.starts_with("rule=") || word == "each") e.by_line = true;
            if (word.starts_with("era=")) e.era = value;
            if (word.starts_with('C')) e.rules.push_back(word);
        }
        result.push_back(std::move(e));
    }
    return result;
}

std::vector<example_text> texts_of(const example& e)
{
    std::vector<example_text> result;
    if (!e.by_line) result.push_back({e.production, {}, e.line + 1, {}, {}, 0});
    std::size_t line = e.line;
    std::size_t above = 0; // lines of the text
    for (const auto text : lines_of(e.block)) {
        ++line;
        if (!e.accepted && is_mark(text)) {
            if (result.empty()) continue;
            result.back().mark = without_line_end(text);
            result.back().marked = e.by_line ? 1 : above;
        } else if (e.by_line) {
            const auto bare = without_line_end(text);
            const auto colon = std::min(bare.find(": "), bare.size());
            const auto before = e.production.empty() ? std::min(colon + 2, bare.size()) : 0;
            result.push_back({e.production.empty() ? bare.substr(0, colon) : e.production,
                              std::string(bare.substr(before)),
                              line,
                              std::string(bare.substr(0, before)),
                              {},
                              0});
        } else {
            result.back().text += text;
            ++above;
        }
    }
    return result;
}

} // namespace ballast::describe
