// For people, and for scripts that read lines.
#include "cli/formats.hpp"

namespace ballast::cli {

namespace {

std::string begin(const verdict_count&) { return {}; }

std::string file(const judged_file& judged, const options& given)
{
    records out(line_end(given));
    if (judged.unreadable()) {
        out.line("{}: {}: {}", judged.file.shown, out.emphasised("unreadable"), judged.problem);
        return out.take();
    }
    for (const auto& told : judged.findings) {
        if (told.severity != severity::error && given.quiet) continue;
        out.place(judged.file.shown, name_of(told.severity), told.what, told.begin, judged.result.text());
        for (const auto& other : told.related)
            out.line(" {}:{}:{}: {}: {}", other.file ? other.file->shown : judged.file.shown, other.begin.line,
                     other.begin.column, out.emphasised("note"), other.said);
        // Hints are only for terminals; the output for scripts does not change.
        if (out.on_terminal() && !told.hint.empty()) out.line(" hint: {}", told.hint);
    }
    if (judged.ended_early) out.line(" stopped after {} errors (--max-errors)", given.max_errors);
    if (judged.more_findings)
        out.line(" only the {} most important findings about meaning (--max-errors)", given.max_errors);
    return out.take();
}

std::string end(const verdict_count& all, const options& given)
{
    records out(line_end(given));
    out.line("{}", all.text());
    return out.take();
}

} // namespace

const output_format text_format{"text", begin, file, "", end};

} // namespace ballast::cli
