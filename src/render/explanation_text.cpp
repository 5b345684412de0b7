#include "render/explanation_text.hpp"

#include "ballast/explanation.hpp"
#include "base/shown.hpp"
#include "base/utf8.hpp"

#include <algorithm>
#include <string>

namespace ballast::inline v0::render {

void write_paragraph(line_buffer& out, std::string_view text)
{
    std::string line;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!line.empty() && utf8::code_points(line) + 1 + utf8::code_points(word) > 79) {
            out.line(" {}", line);
            line.clear();
        }
        if (!line.empty()) line += ' ';
        line += word;
    }
    out.line(" {}", line);
}

namespace {

// Prints a part of a dump, escaped for terminals.
void write_piece(line_buffer& out, std::string_view title, std::string_view text)
{
    out.line(" {}:", title);
    while (!text.empty()) {
        const auto end = text.find('\n');
        out.line("   {}", printable(text.substr(0, end)));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

void write_example(line_buffer& out, const explanation& more)
{
    write_piece(out, more.right.empty() ? "as in" : "found in", more.wrong);
    if (!more.right.empty()) write_piece(out, "XLA prints", more.right);
}

void write_evidence(line_buffer& out, const rule_evidence& of)
{
    if (of.modules == 0) return out.line(" evidence: no real module of the record has what this rule compares");
    write_paragraph(out, fmt::format("evidence: checked on {} modules of {}; {}", of.modules, of.producers,
                                     of.found == 0 ? std::string("it held on all of them")
                                                   : fmt::format("reported on {} of them", of.found)));
}

// Chapters and examples are linked from there in the page of scripts/release/spec.sh.
void write_place(line_buffer& out, std::string_view name)
{
    out.line(" specification: spec/diagnostics.md#rule-{}", name);
}

} // namespace

void write_explanation(line_buffer& out, const finding_info& row)
{
    const auto& more = ballast::explain(row.id);
    out.line("{}: {}, phase {}{}", row.name, name_of(row.severity), name_of(row.phase),
             row.rule != 0 ? fmt::format(", breaks C{}", row.rule) : std::string());
    write_paragraph(out, row.sentence);
    write_paragraph(out, more.text);
    write_example(out, more);
    if (!more.hint.empty()) write_paragraph(out, fmt::format("hint: {}", more.hint));
    if (const auto* record = evidence_of(row.id)) write_evidence(out, *record);
    write_place(out, row.name);
}

void write_explanation(line_buffer& out, const context_rule_info& rule)
{
    out.line("C{}: {}", rule.number, rule.name);
    write_paragraph(out, rule.sentence);
    write_paragraph(out, "The grammar alone does not check this rule. A text that breaks it is refused.");
    for (const auto& row : all_findings())
        if (row.rule == rule.number) {
            out.line(" {}: {}", row.name, row.sentence);
            write_example(out, ballast::explain(row.id));
        }
    write_place(out, fmt::format("C{}", rule.number));
}

} // namespace ballast::inline v0::render
