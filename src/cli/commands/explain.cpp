// Explains findings and context rules.
#include "ballast/explanation.hpp"

#include "base/shown.hpp"
#include "cli/command_line.hpp"
#include "cli/report.hpp"
#include "cli/table.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

// Wraps the text at 80 columns; each line starts with a blank.
void paragraph(report& out, std::string_view text)
{
    std::string line;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!line.empty() && width(line) + 1 + width(word) > 79) {
            out.line(" {}", line);
            line.clear();
        }
        if (!line.empty()) line += ' ';
        line += word;
    }
    out.line(" {}", line);
}

// Prints a part of a dump, escaped for terminals.
void piece(report& out, std::string_view title, std::string_view text)
{
    out.line(" {}:", title);
    while (!text.empty()) {
        const auto end = text.find('\n');
        out.line("   {}", printable(text.substr(0, end)));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

void example(report& out, const explanation& more)
{
    piece(out, more.right.empty() ? "as in" : "found in", more.wrong);
    if (!more.right.empty()) piece(out, "XLA prints", more.right);
}

// Chapters and examples are linked from there in the page of scripts/spec.sh.
void place(report& out, std::string_view name) { out.line(" specification: spec/diagnostics.md#rule-{}", name); }

void tell(report& out, const finding_info& row)
{
    const auto& more = ballast::explain(row.id);
    out.line("{}: {}, phase {}{}", row.name, name_of(row.severity), name_of(row.phase),
             row.rule != 0 ? fmt::format(", breaks C{}", row.rule) : std::string());
    paragraph(out, row.sentence);
    paragraph(out, more.text);
    example(out, more);
    if (!more.hint.empty()) paragraph(out, fmt::format("hint: {}", more.hint));
    place(out, row.name);
}

void tell(report& out, const context_rule_info& rule)
{
    out.line("C{}: {}", rule.number, rule.name);
    paragraph(out, rule.sentence);
    paragraph(out, "The grammar alone does not check this rule. A text that breaks it is refused.");
    for (const auto& row : all_findings())
        if (row.rule == rule.number) {
            out.line(" {}: {}", row.name, row.sentence);
            example(out, ballast::explain(row.id));
        }
    place(out, fmt::format("C{}", rule.number));
}

// False if nothing has this name.
bool tell(report& out, std::string_view name)
{
    const auto rows = all_findings();
    const auto row = std::ranges::find(rows, name, &finding_info::name);
    if (row != rows.end()) {
        tell(out, *row);
        return true;
    }
    for (const auto& rule : context_rules())
        if (rule.name == name || fmt::format("C{}", rule.number) == name) {
            tell(out, rule);
            return true;
        }
    return false;
}

} // namespace

int explain(const options& given)
{
    report out;
    if (given.list) {
        for (const auto& row : all_findings())
            out.line("{}: {} ({}): {}", row.name, name_of(row.severity), name_of(row.phase), row.sentence);
        for (const auto& rule : context_rules()) out.line("C{}: {}: {}", rule.number, rule.name, rule.sentence);
    }
    for (const auto& name : given.kinds)
        if (!tell(out, name)) {
            out.flush();
            warn("ballast explain: {} is neither a finding nor a rule; `ballast explain --list` shows them\n", name);
            return trouble;
        }
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
