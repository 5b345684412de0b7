// Annotations that GitHub shows beside the lines: workflow commands.
#include "cli/formats.hpp"

namespace ballast::cli {

namespace {

// Characters that a workflow command cannot contain are percent-encoded; in properties also `,` and `:`.
std::string encoded(std::string_view text, bool property)
{
    std::string result;
    for (const char c : text) {
        if (c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ',')))
            result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        else
            result += c;
    }
    return result;
}

std::string_view command_of(severity which) { return which == severity::note ? "notice" : name_of(which); }

std::string begin(const verdict_count&) { return {}; }

std::string file(const judged_file& judged, const options& given)
{
    records out;
    const auto path = encoded(quoted_name(judged.file.path), true);
    if (judged.unreadable()) out.line("::error file={},title=unreadable::{}", path, encoded(judged.problem, false));
    for (const auto& told : judged.findings) {
        if (told.severity != severity::error && given.quiet) continue;
        auto text = told.what.message();
        for (const auto& other : told.related)
            text += other.file ? fmt::format("\n{}:{}: {}", quoted_name(other.file->path), other.begin.line, other.said)
                               : fmt::format("\n{}: {}", other.begin.line, other.said);
        if (!told.hint.empty()) text.append("\n").append(told.hint);
        // GitHub accepts columns only for ranges within one line.
        const bool one_line = told.begin.line == told.end.line;
        out.line("::{} file={},line={},endLine={}{},title={}::{}", command_of(told.severity), path, told.begin.line,
                 told.end.line,
                 one_line ? fmt::format(",col={},endColumn={}", told.begin.column, told.end.column) : std::string(),
                 info(told.what.id).name, encoded(text, false));
    }
    return out.take();
}

std::string end(const verdict_count& all, const options&) { return all.text() + '\n'; }

} // namespace

const output_format github_format{"github", begin, file, "", end};

} // namespace ballast::cli
