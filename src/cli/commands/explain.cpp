// Explains findings, context rules, and the words of output, texts and documents.
#include "ballast/explanation.hpp"

#include "answers/word.hpp"
#include "base/nearest.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/names.hpp"
#include "render/explanation_text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct explain_arguments {
    std::vector<std::string> words;
    bool list = false;
};

void write_explanation(output& out, const answers::meaning& of)
{
    out.line("{}", of.title);
    for (const auto& sentence : of.sentences) render::write_paragraph(out, sentence);
    out.line(" more: {}", of.place);
}

// False if it is neither a finding nor a rule.
bool write_finding(output& out, std::string_view name)
{
    const auto rows = all_findings();
    const auto row = std::ranges::find(rows, name, &finding_info::name);
    if (row != rows.end()) {
        render::write_explanation(out, *row);
        return true;
    }
    for (const auto& rule : context_rules())
        if (rule.name == name || fmt::format("C{}", rule.number) == name) {
            render::write_explanation(out, rule);
            return true;
        }
    return false;
}

bool write_word(output& out, std::string_view word)
{
    const auto meanings = answers::meanings_of(word);
    for (const auto& of : meanings) write_explanation(out, of);
    return !meanings.empty();
}

void warn_unknown(std::string_view word)
{
    auto similar = answers::words_like(word);
    nearest_words near(word, 1);
    for (const auto& row : all_findings()) near.offer(row.name);
    if (const auto finding = near.words(); !finding.empty()) similar.insert(similar.begin(), finding.front());
    const auto hint = similar.empty() ? std::string("`ballast explain --list` shows all findings and rules")
                                      : fmt::format("did you mean {}?", fmt::join(similar, ", "));
    warn("ballast explain: no finding, rule or term is called {}; {}\n", files::quoted_name(word), hint);
}

int run_explain(const explain_arguments& options)
{
    output out;
    if (options.list) {
        for (const auto& row : all_findings())
            out.line("{}: {} ({}): {}", row.name, name_of(row.severity), name_of(row.phase), row.sentence);
        for (const auto& rule : context_rules()) out.line("C{}: {}: {}", rule.number, rule.name, rule.sentence);
    }
    for (const auto& word : options.words) {
        const bool finding = write_finding(out, word);
        const bool other = write_word(out, word);
        if (finding || other) continue;
        out.flush();
        warn_unknown(word);
        return trouble;
    }
    return out.flush() ? success : trouble;
}

command_body declare_explain(CLI::App& app)
{
    auto options = std::make_shared<explain_arguments>();
    auto* words =
        app.add_option(
               "WORD", options->words,
               "a word of the output, of XLA's texts or of the glossary, an opcode, a shape or layout in quotes, the "
               "identifier in brackets after a finding, or a rule like C3")
            ->type_name("FINDING");
    app.add_flag("-l,--list", options->list, "list all findings and rules")->excludes(words);
    app.require_option(1);
    return [options] { return run_explain(*options); };
}

} // namespace

extern const command explain_command{"Checks", "explain", "Explain a word, a finding or a rule", declare_explain};

} // namespace ballast::cli
