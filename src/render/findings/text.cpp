// For people, and for scripts that read lines.
#include "render/findings.hpp"
#include "render/lines.hpp"

namespace ballast::inline v0::render {

namespace {

std::string text_begin(const finding_counts&) { return {}; }

std::string text_file(const answers::validated_file& checked, const findings_options& how)
{
    line_buffer out(how.style);
    if (checked.unreadable()) {
        out.unreadable(checked.file.shown, checked.problem);
        return out.take();
    }
    for (const auto& found : checked.findings) {
        if (!is_written(found, how)) continue;
        out.finding(checked.file.shown, name_of(found.severity), found,
                    excerpt_of(checked.result.text(), found.what.begin, found.what.end));
        // Hints are only for terminals; the output for scripts does not change.
        if (how.style.hints && !found.hint.empty()) out.line(" hint: {}", found.hint);
    }
    if (checked.ended_early) out.line(" stopped after {} errors (--max-errors)", how.max_errors);
    if (checked.more_findings) out.line(" only the {} most important semantic findings (--max-errors)", how.max_errors);
    return out.take();
}

std::string text_end(const finding_counts& all, const findings_options& how)
{
    line_buffer out(how.style);
    out.line("{}", all.text());
    return out.take();
}

} // namespace

extern const findings_format text_findings{"text", text_begin, text_file, "", text_end};

} // namespace ballast::inline v0::render
