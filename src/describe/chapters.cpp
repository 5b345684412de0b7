#include "describe/chapters.hpp"

#include "describe/markdown.hpp"
#include "describe/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace ballast::describe {

namespace {

constexpr std::string_view region_end = "<!-- end -->";
constexpr std::size_t width = 120; // of derived lines

// --- regions ---------------------------------------------------------------------------------------------------------

struct region {
    std::string kind; // `productions`
    std::string names;

    [[nodiscard]] bool shows_productions() const { return kind == "productions" || kind == "productions alone"; }
};

// The region that a line such as `<!-- kind: names -->` begins.
std::optional<region> region_of(std::string_view line)
{
    constexpr std::string_view begin = "<!-- ";
    constexpr std::string_view end = " -->";
    line = without_line_end(line);
    if (!line.starts_with(begin) || !line.ends_with(end) || line == region_end) return std::nullopt;
    line = line.substr(begin.size(), line.size() - begin.size() - end.size());
    const auto colon = std::min(line.find(':'), line.size());
    return region{std::string(line.substr(0, colon)), std::string(line.substr(std::min(colon + 1, line.size())))};
}

std::string fault_of_table(const specification& spec, const region& r)
{
    if (!is_table(r.kind)) return fmt::format("there is no table `{}`", r.kind);
    const auto unknown = unknown_name(spec, r.kind, r.names);
    return unknown.empty() ? "" : fmt::format("the table `{}` does not know `{}`", r.kind, unknown);
}

// --- productions -----------------------------------------------------------------------------------------------------

// The tokens of a definition. Blanks in quotes and in classes do not separate tokens.
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

} // namespace

chapter_writer::chapter_writer(const specification& spec, const std::vector<chapter>& chapters, region_texts others)
    : spec_(spec), grammar_(spec.grammar), others_(std::move(others))
{
    std::vector<region> regions;
    for (const auto& c : chapters) {
        std::size_t line = 0;
        for (const auto text : lines_of(c.text)) {
            ++line;
            const auto r = region_of(text);
            if (!r) continue;
            const auto fault = others_.contains(r->kind) ? std::string()
                               : r->shows_productions()  ? claim(r->names)
                                                         : fault_of_table(spec, *r);
            if (!fault.empty()) faults_.push_back(fmt::format("{}:{}: {}", c.name, line, fault));
            if (fault.empty() && r->shows_productions()) regions.push_back(*r);
        }
    }
    for (const auto& r : regions) list(r.names, r.kind == "productions");
}

// Records the productions that a region names.
std::string chapter_writer::claim(const std::string& names)
{
    for (const auto name : words_of(names)) {
        const auto found = grammar_.rules.find(name);
        if (found == grammar_.rules.end()) return fmt::format("there is no production `{}`", name);
        if (!named_.insert(found->second).second) return fmt::format("another region shows `{}`", name);
    }
    return {};
}

// Lists the productions of a region. `below`: also those below them that no region names and that are not listed yet.
void chapter_writer::list(const std::string& names, bool below)
{
    auto& listed = productions_[names];
    std::vector<node_id> open;
    const auto roots = words_of(names);
    for (auto name = roots.rbegin(); name != roots.rend(); ++name) open.push_back(grammar_.rules.find(*name)->second);
    const std::set<node_id> own(open.begin(), open.end());
    while (!open.empty()) {
        const auto id = open.back();
        open.pop_back();
        if (named_.contains(id) && !own.contains(id)) continue;
        if (!shown_.insert(grammar_.nodes[id].name).second) continue;
        listed.push_back(id);
        if (!below) continue;
        const auto references = references_of(grammar_, id);
        open.insert(open.end(), references.rbegin(), references.rend());
    }
}

std::string chapter_writer::productions(const std::string& names) const
{
    const auto& listed = productions_.at(names);
    std::size_t widest = 0;
    for (const auto id : listed) widest = std::max(widest, grammar_.nodes[id].name.size());
    auto result = std::string(fence) + "ebnf\n";
    for (const auto id : listed)
        result += production_text(grammar_.nodes[id].name, definition_of(grammar_, id), widest);
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
        const auto other = others_.find(r->kind);
        result.append("\n").append(other != others_.end()   ? other->second
                                   : r->shows_productions() ? productions(r->names)
                                                            : table_of(spec_, r->kind, r->names));
        result += '\n';
        while (i + 1 < lines.size() && without_line_end(lines[i + 1]) != region_end) ++i;
    }
    return result;
}

} // namespace ballast::describe
