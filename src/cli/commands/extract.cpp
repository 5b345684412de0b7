// Lists dumps in logs, writes them to files, or validates them with places in the log.
#include "ballast/extract.hpp"
#include "ballast/check.hpp"
#include "ballast/era.hpp"
#include "base/shown.hpp"
#include "cli/change_list.hpp"
#include "cli/command_line.hpp"
#include "cli/files.hpp"
#include "cli/judged.hpp"
#include "cli/log_texts.hpp"
#include "cli/output_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <set>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t told_lines = 5;    // of those that were left out
constexpr std::size_t shown_prefix = 60; // bytes

struct counts {
    std::size_t texts = 0;
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    std::array<std::size_t, 3> findings{}; // by severity
    bool failed_write = false;
};

// Reports what was removed from the text.
void tell_changes(report& out, const extraction& found)
{
    if (!found.name.empty()) out.line(" in a frame called {}", quoted_name(found.name));
    if (!found.prefix.empty())
        out.line(" removed from {} lines: their prefixes, the first is {}", found.prefixed,
                 shown(found.prefix, shown_prefix));
    if (found.joined != 0) out.line(" joined {} parts of lines to the lines before them", found.joined);
    if (found.colored != 0) out.line(" removed from {} lines: terminal escape sequences", found.colored);
    if (found.overwritten != 0)
        out.line(" removed from {} lines: carriage returns and the text that they overwrite", found.overwritten);
    if (found.retabbed != 0) out.line(" restored the tabs of {} lines", found.retabbed);
    if (!found.left_out.empty()) {
        std::string numbers;
        for (std::size_t i = 0; i < std::min(found.left_out.size(), told_lines); ++i)
            numbers += (i == 0 ? "" : ", ") + std::to_string(found.left_out[i]);
        if (found.left_out.size() > told_lines)
            numbers += fmt::format(" and {} more", found.left_out.size() - told_lines);
        out.line(" left out {} lines between: {}", found.left_out.size(), numbers);
    }
    if (found.doubtful != 0)
        out.line(" ends before line {}, which looks like part of a dump, but does not continue this one",
                 found.doubtful);
}

// The baseline of the log decides; the name in a frame counts only if there is none.
std::optional<finding> not_of_its_change_list(const extraction& found, const log_baselines& baselines)
{
    auto allowed = baselines.allowed_at(found.lines.empty() ? 0 : found.lines.front().line);
    if (!allowed) allowed = allowed_by_name(found.name);
    return allowed ? not_of_time(*found.read.value, *allowed) : std::nullopt;
}

void tell(report& out, const extraction& found, const input_file& log, const log_baselines& baselines,
          const options& given, log_text_names& names, counts& n)
{
    line_table lines(found.read.text());
    if (!found.read.accepted()) {
        ++n.refused;
        out.place(log.shown, "refused", found.read.findings.front(), lines, in_log(found.lines));
        tell_changes(out, found);
        return;
    }
    ++n.texts;
    const auto& document = *found.read.value;
    const auto first = found.lines.empty() ? 0 : found.lines.front().line;
    const auto last = found.lines.empty() ? 0 : found.lines.back().line;
    if (!given.quiet) {
        out.line("{}:{}-{}: {} ({}, {} bytes)", log.shown, first, last, kind_word(document.tree()),
                 date(document.witnesses()).possible.to_string(), document.text().size());
        tell_changes(out, found);
    }
    if (given.validate_texts) {
        auto findings = found.read.findings;
        if (auto other = not_of_its_change_list(found, baselines)) findings.push_back(std::move(*other));
        std::ranges::move(check(document, {.file_name = found.name, .max_findings = given.max_errors}),
                          std::back_inserter(findings));
        for (const auto& what : findings) {
            const auto severity = severity_of(what, given);
            ++n.findings[static_cast<std::size_t>(severity)];
            if (severity == severity::error || !given.quiet)
                out.place(log.shown, name_of(severity), what, lines, in_log(found.lines));
        }
    }
    if (given.to_folder.empty()) return;
    const auto path = fs::path(given.to_folder) / names.next(found);
    const auto problem = write_file(path.string(), document.text(), existing::kept);
    if (problem.empty()) {
        if (!given.quiet) out.line(" written to {}", quoted_name(path.string()));
        return;
    }
    n.failed_write = true;
    warn("ballast extract: {}: {}\n", quoted_name(path.string()), problem);
}

// The paths, with folders replaced by the regular files below them.
std::vector<std::string> files_of(const std::vector<std::string>& paths)
{
    std::vector<std::string> result;
    for (const auto& path : paths) {
        std::error_code error;
        if (path == "-" || !fs::is_directory(path, error)) {
            result.push_back(path);
            continue;
        }
        const auto begin = static_cast<std::ptrdiff_t>(result.size());
        for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
             !error && at != end; at.increment(error))
            if (at->is_regular_file(error)) result.push_back(at->path().string());
        std::sort(result.begin() + begin, result.end());
    }
    return result;
}

} // namespace

int extract(const options& given)
{
    const auto paths = files_of(given.paths);
    if (overwrites_input(paths, given)) return trouble;
    if (!given.to_folder.empty() && !make_folder("extract", given.to_folder)) return trouble;
    report out(line_end(given));
    counts n;
    for (const auto& path : paths) {
        const input_file log{path, shown_path(path, given), {}};
        const auto read = read_file(log, given);
        if (!read.error.empty()) {
            ++n.unreadable;
            out.line("{}: {}: {}", log.shown, out.emphasised("unreadable"), read.error);
            continue;
        }
        log_text_names names(path);
        const log_baselines baselines(read.text.view());
        for (const auto& found : ballast::extract(read.text.view())) tell(out, found, log, baselines, given, names, n);
    }
    auto summary =
        fmt::format("{} logs: {} texts, {} refused, {} unreadable", paths.size(), n.texts, n.refused, n.unreadable);
    if (given.validate_texts)
        summary += fmt::format("; {} errors, {} warnings, {} notes", n.findings[0], n.findings[1], n.findings[2]);
    out.line("{}", summary);
    if (n.texts + n.refused == 0 && n.unreadable == 0)
        warn("ballast extract: no dump, memory-usage report or out-of-memory report found\n");
    if (!out.flush() || n.unreadable != 0 || n.failed_write) return trouble;
    return n.refused != 0 || n.texts == 0 || n.findings[0] != 0 ? failure : success;
}

} // namespace ballast::cli
