// Annotations that GitHub shows beside the lines: workflow commands.
#include "files/names.hpp"
#include "render/findings.hpp"
#include "render/lines.hpp"

namespace ballast::inline v0::render {

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

std::string github_begin(const finding_counts&) { return {}; }

std::string github_file(const answers::validated_file& checked, const findings_options& how)
{
    line_buffer out;
    const auto path = encoded(files::quoted_name(checked.file.path), true);
    if (checked.unreadable()) out.line("::error file={},title=unreadable::{}", path, encoded(checked.problem, false));
    for (const auto& found : checked.findings) {
        if (!is_written(found, how)) continue;
        auto text = found.what.message.text();
        for (const auto& other : found.related)
            text += other.file ? fmt::format("\n{}:{}: {}", files::quoted_name(other.file->path), other.begin.line,
                                             other.message)
                               : fmt::format("\n{}: {}", other.begin.line, other.message);
        if (!found.hint.empty()) text.append("\n").append(found.hint);
        // GitHub accepts columns only for ranges within one line.
        const bool one_line = found.begin.line == found.end.line;
        out.line("::{} file={},line={},endLine={}{},title={}::{}", command_of(found.severity), path, found.begin.line,
                 found.end.line,
                 one_line ? fmt::format(",col={},endColumn={}", found.begin.column, found.end.column) : std::string(),
                 info(found.what.id).name, encoded(text, false));
    }
    return out.take();
}

std::string github_end(const finding_counts& all, const findings_options&) { return all.text() + '\n'; }

} // namespace

extern const findings_format github_findings{"github", github_begin, github_file, "", github_end};

} // namespace ballast::inline v0::render
