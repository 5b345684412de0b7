// Lists dumps in logs, writes them to files, or validates them with places in the log.
#include "ballast/extract.hpp"
#include "ballast/check.hpp"
#include "ballast/kind_word.hpp"
#include "base/shown.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "files/archive.hpp"
#include "files/change_list.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

struct extract_arguments : record_arguments {
    bool validate = false;
    std::string to_folder;
};

constexpr std::size_t most_numbers = 5;    // of lines that were left out
constexpr std::size_t shown_prefix = 60;   // bytes
constexpr std::size_t most_findings = 100; // of one text

struct extract_counts {
    std::size_t texts = 0;
    std::size_t incomplete = 0; // of these
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    std::array<std::size_t, 3> findings{}; // by severity
    bool failed_write = false;
};

// Reports what was removed from the text.
void write_changes(output& out, const extraction& found)
{
    if (!found.name.empty()) out.line(" in a frame called {}", files::quoted_name(found.name));
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
        for (std::size_t i = 0; i < std::min(found.left_out.size(), most_numbers); ++i)
            numbers += (i == 0 ? "" : ", ") + std::to_string(found.left_out[i]);
        if (found.left_out.size() > most_numbers)
            numbers += fmt::format(" and {} more", found.left_out.size() - most_numbers);
        out.line(" left out {} lines between: {}", found.left_out.size(), numbers);
    }
    for (const auto& repair : found.repairs) out.line(" repaired: {}", printable(repair));
    if (found.edited) out.line(" the text was edited by hand: only its intact parts are read");
    if (found.doubtful != 0)
        out.line(" ends before line {}, which looks like part of a dump, but does not continue this one",
                 found.doubtful);
}

// The baseline of the log decides; the name in a frame counts only if there is none.
std::optional<finding> not_of_its_change_list(const extraction& found, const files::log_baselines& baselines)
{
    auto allowed = baselines.allowed_at(found.lines.empty() ? 0 : found.lines.front().line);
    if (!allowed) allowed = files::allowed_by_name(found.name);
    return allowed ? files::not_of_time(*found.read.value, *allowed) : std::nullopt;
}

// Reports, checks and writes the texts of one log.
class log_writer {
public:
    log_writer(const files::input_file& log, std::string_view text, const extract_arguments& options, output& out,
               extract_counts& n)
        : log_(log),
          baselines_(options.validate ? text : std::string_view()),
          names_(log.path),
          given_(options),
          out_(out),
          n_(n)
    {
    }

    void write(const extraction& found)
    {
        line_table lines(found.read.text());
        if (!found.read.accepted()) {
            ++n_.refused;
            out_.finding(log_.shown, "refused", found.read.findings.front(), lines, files::in_log(found.lines));
            write_changes(out_, found);
            return;
        }
        ++n_.texts;
        const auto missing = files::missing_in(found.read.value->tree());
        if (missing) ++n_.incomplete;
        if (!given_.quiet) {
            write_place(found);
            write_changes(out_, found);
            if (missing) out_.line(" incomplete: {}", missing->text());
        }
        if (given_.validate) check_text(found, lines);
        if (!given_.to_folder.empty()) write_text(found);
    }

private:
    void write_place(const extraction& found)
    {
        const auto& document = *found.read.value;
        const auto first = found.lines.empty() ? 0 : found.lines.front().line;
        const auto last = found.lines.empty() ? 0 : found.lines.back().line;
        out_.line("{}:{}-{}: {} ({}, {} bytes)", log_.shown, first, last, kind_word(document.tree()),
                  era_word(document), document.text().size());
    }

    void check_text(const extraction& found, line_table& lines)
    {
        auto findings = found.read.findings;
        if (auto other = not_of_its_change_list(found, baselines_)) findings.push_back(std::move(*other));
        std::ranges::move(check(*found.read.value, {.file_name = found.name, .max_findings = most_findings}),
                          std::back_inserter(findings));
        for (const auto& what : findings) {
            ++n_.findings[static_cast<std::size_t>(what.severity)];
            if (what.severity == severity::error || !given_.quiet)
                out_.finding(log_.shown, name_of(what.severity), what, lines, files::in_log(found.lines));
        }
    }

    void write_text(const extraction& found)
    {
        const auto path = (fs::path(given_.to_folder) / names_.next(found)).string();
        const auto problem = files::write_file(path, found.read.value->text(), files::existing::kept);
        if (problem.empty()) {
            if (!given_.quiet) out_.line(" written to {}", files::quoted_name(path));
            return;
        }
        n_.failed_write = true;
        warn("ballast extract: {}: {}\n", files::quoted_name(path), problem);
    }

    const files::input_file& log_;
    files::log_baselines baselines_;
    files::log_text_names names_;
    const extract_arguments& given_;
    output& out_;
    extract_counts& n_;
};

// The paths, with folders and archives replaced by the regular files in them.
std::vector<files::input_file> files_below(const extract_arguments& options)
{
    std::vector<files::input_file> result;
    const auto add = [&](const std::string& path) { result.push_back({path, files::shown_path(path, options), {}}); };
    for (const auto& path : options.paths) {
        std::error_code error;
        if (files::is_archive(path) && fs::is_regular_file(path, error)) {
            auto inside = files::files_in_archive(path, options);
            report_notices(inside.notices);
            for (const auto& file : inside.files)
                result.push_back({file.path, files::shown_path(file.path, options), {}, true, file.text});
            if (!inside.problem.empty()) result.push_back({path, files::shown_path(path, options), inside.problem});
            continue;
        }
        if (path == "-" || !fs::is_directory(path, error)) {
            add(path);
            continue;
        }
        const auto begin = static_cast<std::ptrdiff_t>(result.size());
        for (fs::recursive_directory_iterator at(path, fs::directory_options::skip_permission_denied, error), end;
             !error && at != end; at.increment(error))
            if (at->is_regular_file(error)) add(at->path().string());
        std::ranges::sort(result.begin() + begin, result.end(), {}, &files::input_file::path);
    }
    return result;
}

int run_extract(const extract_arguments& options)
{
    const auto logs = files_below(options);
    std::vector<std::string> paths;
    for (const auto& log : logs) paths.push_back(log.path);
    if (overwrites_input(paths, options)) return trouble;
    if (!options.to_folder.empty() && !make_folder("extract", options.to_folder)) return trouble;
    output out(options.line_end());
    extract_counts n;
    for (const auto& log : logs) {
        const auto read = files::read_file(log, options);
        if (!read.error.empty()) {
            ++n.unreadable;
            out.unreadable(log.shown, read.error);
            continue;
        }
        log_writer texts(log, read.text.view(), options, out, n);
        for (const auto& found : extract(read.text.view())) texts.write(found);
    }
    const auto incomplete = n.incomplete == 0 ? std::string() : fmt::format(" ({} incomplete)", n.incomplete);
    auto summary = fmt::format("{} logs: {} texts{}, {} refused, {} unreadable", paths.size(), n.texts, incomplete,
                               n.refused, n.unreadable);
    if (options.validate)
        summary += fmt::format("; {} errors, {} warnings, {} notes", n.findings[0], n.findings[1], n.findings[2]);
    out.line("{}", summary);
    if (n.texts + n.refused == 0 && n.unreadable == 0)
        warn("ballast extract: no dump, memory-usage report or out-of-memory report found\n");
    if (!out.flush() || n.unreadable != 0 || n.failed_write) return trouble;
    return n.refused != 0 || n.texts == 0 || n.findings[0] != 0 ? failure : success;
}

command_body declare_extract(CLI::App& app)
{
    auto options = std::make_shared<extract_arguments>();
    add_records(app, *options);
    app.add_option("--to", options->to_folder, "write each into a new file of this folder")->type_name("DIR");
    app.add_flag("--validate", options->validate, "check each, with places in the log");
    return [options] { return run_extract(*options); };
}

} // namespace

extern const command extract_command{"Texts", "extract", "find dumps and reports in logs", declare_extract};

} // namespace ballast::cli
