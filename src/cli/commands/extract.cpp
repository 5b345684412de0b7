// Dumps inside logs: listed, written to files, or validated at their places in the log.
#include "ballast/extract.hpp"
#include "ballast/check.hpp"
#include "ballast/convert.hpp"
#include "ballast/era.hpp"
#include "base/shown.hpp"
#include "cli/change_list.hpp"
#include "cli/command_line.hpp"
#include "cli/file_name.hpp"
#include "cli/files.hpp"
#include "cli/judged.hpp"
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

// Places in the log of places in the text.
auto in_log(const extraction& of)
{
    return [&of](text_place place) {
        if (of.lines.empty()) return place;
        // Behind the last line end.
        const auto at = std::min(static_cast<std::size_t>(place.line) - 1, of.lines.size() - 1);
        place.column += of.lines[at].column;
        place.line = of.lines[at].line;
        return place;
    };
}

// What was taken off and left out.
void tell_changes(report& out, const extraction& found)
{
    if (!found.name.empty()) out.line(" in a frame with the name {}", quoted_name(found.name));
    if (!found.prefix.empty())
        out.line(" taken off {} lines: what stands before them, in the first {}", found.prefixed,
                 shown(found.prefix, shown_prefix));
    if (found.joined != 0) out.line(" {} pieces of lines joined to the ones before", found.joined);
    if (found.colored != 0) out.line(" taken off {} lines: escape sequences of a terminal", found.colored);
    if (found.overwritten != 0)
        out.line(" taken off {} lines: carriage returns, with what they overwrite", found.overwritten);
    if (!found.left_out.empty()) {
        std::string numbers;
        for (std::size_t i = 0; i < std::min(found.left_out.size(), told_lines); ++i)
            numbers += (i == 0 ? "" : ", ") + std::to_string(found.left_out[i]);
        if (found.left_out.size() > told_lines)
            numbers += fmt::format(" and {} more", found.left_out.size() - told_lines);
        out.line(" left out {} lines between: {}", found.left_out.size(), numbers);
    }
    if (found.doubtful != 0)
        out.line(" ends before line {}, which could be of a dump and does not belong to this one", found.doubtful);
}

// The ending of a file's name, as XLA has it where it writes such files.
std::string_view ending_of(const ast::tree& tree)
{
    if (const auto* dump = std::get_if<ast::dump>(&tree)) {
        // Without what follows it in files.
        if (dump->kind == ast::dump_kind::combined && !dump->ranges()) return bare_assignment_ending;
        // Before XLA had a file for it.
        const auto* peak = dump->ranges() ? std::get_if<ast::peak>(&dump->ranges()->summary) : nullptr;
        const bool early = peak && (peak->moment < 0 || (!peak->rows.empty() && !peak->rows.front().cumulative));
        if (dump->kind == ast::dump_kind::live_range && early) return log_live_range_ending;
        return file_ending(dump->kind, now - 1);
    }
    const auto word = kind_word(tree);
    if (word == "memory-usage-report") return "-memory-usage-report.txt";
    if (word == "out-of-memory") return "-out-of-memory.txt";
    if (word == "statistics") return "-statistics.txt";
    if (word == "module-text") return ".txt";
    return "-buffer-info.csv";
}

// Names for the texts of a log: the name in the frame, or the log's with a number, which those of one module share.
class file_names {
public:
    explicit file_names(const std::string& log) : stem_(log == "-" ? "stdin" : fs::path(log).stem().string()) {}

    std::string next(const extraction& found)
    {
        if (const auto name = fs::path(found.name).filename().string(); !name.empty() && name != "." && name != "..")
            return name;
        const std::string ending(ending_of(found.read.value->tree()));
        const auto* dump = std::get_if<ast::dump>(&found.read.value->tree());
        // XLA writes them after the allocations.
        const bool of_module =
            found.read.value->usage_report() ||
            (dump && (dump->kind == ast::dump_kind::values || dump->kind == ast::dump_kind::live_range));
        if (number_ == 0 || !of_module || !endings_.insert(ending).second) {
            ++number_;
            endings_ = {ending};
        }
        return fmt::format("{}.{}{}", stem_, number_, ending);
    }

private:
    std::string stem_;
    std::size_t number_ = 0;
    std::set<std::string> endings_; // of this number
};

// The log decides; the name in a frame only if the log has no baseline.
std::optional<finding> not_of_its_change_list(const extraction& found, const log_baselines& baselines)
{
    auto allowed = baselines.allowed_at(found.lines.empty() ? 0 : found.lines.front().line);
    if (!allowed) allowed = allowed_by_name(found.name);
    return allowed ? not_of_time(*found.read.value, *allowed) : std::nullopt;
}

void tell(report& out, const extraction& found, const input_file& log, const log_baselines& baselines,
          const options& given, file_names& names, counts& n)
{
    line_table lines(found.read.text());
    if (!found.read.accepted()) {
        ++n.refused;
        out.place(log.shown, "refused", found.read.findings.front(), lines, in_log(found));
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
                out.place(log.shown, name_of(severity), what, lines, in_log(found));
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

} // namespace

int extract(const options& given)
{
    if (overwrites_input(given.paths, given)) return trouble;
    if (!given.to_folder.empty() && !make_folder("extract", given.to_folder)) return trouble;
    report out(line_end(given));
    counts n;
    for (const auto& path : given.paths) {
        const input_file log{path, shown_path(path, given), {}};
        const auto read = read_file(log, given);
        if (!read.error.empty()) {
            ++n.unreadable;
            out.line("{}: {}: {}", log.shown, out.emphasised("unreadable"), read.error);
            continue;
        }
        file_names names(path);
        const log_baselines baselines(read.text.view());
        for (const auto& found : ballast::extract(read.text.view())) tell(out, found, log, baselines, given, names, n);
    }
    auto summary = fmt::format("{} logs: {} texts, {} refused, {} unreadable", given.paths.size(), n.texts, n.refused,
                               n.unreadable);
    if (given.validate_texts)
        summary += fmt::format("; {} errors, {} warnings, {} notes", n.findings[0], n.findings[1], n.findings[2]);
    out.line("{}", summary);
    if (!out.flush() || n.unreadable != 0 || n.failed_write) return trouble;
    return n.refused != 0 || n.texts == 0 || n.findings[0] != 0 ? failure : success;
}

} // namespace ballast::cli
