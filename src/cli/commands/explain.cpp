// Explains findings and context rules.
#include "ballast/explanation.hpp"

#include "base/shown.hpp"
#include "base/utf8.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct explain_arguments {
    std::vector<std::string> kinds;
    bool list = false;
};

// Wraps the text at 80 columns; each line starts with a blank.
void write_paragraph(output& out, std::string_view text)
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

// Prints a part of a dump, escaped for terminals.
void write_piece(output& out, std::string_view title, std::string_view text)
{
    out.line(" {}:", title);
    while (!text.empty()) {
        const auto end = text.find('\n');
        out.line("   {}", printable(text.substr(0, end)));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
}

void write_example(output& out, const explanation& more)
{
    write_piece(out, more.right.empty() ? "as in" : "found in", more.wrong);
    if (!more.right.empty()) write_piece(out, "XLA prints", more.right);
}

void write_evidence(output& out, const rule_evidence& of)
{
    if (of.modules == 0) return out.line(" evidence: no real module of the record has what this rule compares");
    write_paragraph(out, fmt::format("evidence: checked on {} modules of {}; {}", of.modules, of.producers,
                                     of.found == 0 ? std::string("it held on all of them")
                                                   : fmt::format("reported on {} of them", of.found)));
}

// Chapters and examples are linked from there in the page of scripts/spec.sh.
void write_place(output& out, std::string_view name) { out.line(" specification: spec/diagnostics.md#rule-{}", name); }

void write_explanation(output& out, const finding_info& row)
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

void write_explanation(output& out, const context_rule_info& rule)
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

// False if nothing has this name.
bool write_explanation(output& out, std::string_view name)
{
    const auto rows = all_findings();
    const auto row = std::ranges::find(rows, name, &finding_info::name);
    if (row != rows.end()) {
        write_explanation(out, *row);
        return true;
    }
    for (const auto& rule : context_rules())
        if (rule.name == name || fmt::format("C{}", rule.number) == name) {
            write_explanation(out, rule);
            return true;
        }
    return false;
}

int run_explain(const explain_arguments& options)
{
    output out;
    if (options.list) {
        for (const auto& row : all_findings())
            out.line("{}: {} ({}): {}", row.name, name_of(row.severity), name_of(row.phase), row.sentence);
        for (const auto& rule : context_rules()) out.line("C{}: {}: {}", rule.number, rule.name, rule.sentence);
    }
    for (const auto& name : options.kinds)
        if (!write_explanation(out, name)) {
            out.flush();
            warn("ballast explain: {} is neither a finding nor a rule; `ballast explain --list` shows them\n", name);
            return trouble;
        }
    return out.flush() ? success : trouble;
}

command_body declare_explain(CLI::App& app)
{
    auto options = std::make_shared<explain_arguments>();
    auto* kinds = app.add_option("KIND", options->kinds, "an identifier in brackets after a message, or a rule like C3")
                      ->type_name("FINDING");
    app.add_flag("-l,--list", options->list, "list all findings and rules")->excludes(kinds);
    app.require_option(1);
    return [options] { return run_explain(*options); };
}

} // namespace

extern const command explain_command{"Checks", "explain", "what a finding or a rule means", declare_explain};

} // namespace ballast::cli
