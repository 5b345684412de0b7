// Lists dumps in logs, writes them to files, or validates them with places in the log.
#include "ballast/extract.hpp"
#include "answers/change_list.hpp"
#include "answers/log_texts.hpp"
#include "ballast/proto.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"
#include "render/extraction_text.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

struct extract_arguments : record_arguments {
    bool validate = false;
    std::string to_folder;
};

struct extract_counts : render::extraction_counts {
    bool failed_write = false;
};

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
            out_.finding(log_.shown, "refused", found.read.findings.front(), lines, answers::in_log(found.lines));
            render::write_changes(out_, found);
            return;
        }
        ++n_.texts;
        const auto missing = answers::missing_in(found.read.value->tree());
        if (missing || !found.missing.empty()) ++n_.incomplete;
        if (!given_.quiet) {
            render::write_place(out_, log_.shown, found);
            render::write_changes(out_, found);
            if (missing) out_.line(" incomplete: {}", missing->text());
        }
        if (given_.validate) check_text(found, lines);
        if (!given_.to_folder.empty()) write_text(found);
    }

private:
    void check_text(const extraction& found, line_table& lines)
    {
        for (const auto& what : answers::findings_of(found, baselines_)) {
            ++n_.findings[static_cast<std::size_t>(what.severity)];
            if (what.severity == severity::error || !given_.quiet)
                out_.finding(log_.shown, name_of(what.severity), what, lines, answers::in_log(found.lines));
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
    answers::log_baselines baselines_;
    answers::log_text_names names_;
    const extract_arguments& given_;
    output& out_;
    extract_counts& n_;
};

int run_extract(const extract_arguments& options)
{
    std::vector<std::string> notices;
    const auto logs = answers::files_below(options.paths, options, notices);
    report_notices(notices);
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
        // Folders have many binary files beside the logs.
        const bool named = std::ranges::find(options.paths, log.path) != options.paths.end();
        const bool binary = named && files::looks_binary(read.text.view().substr(0, files::deciding_bytes));
        if (const auto form = binary ? find_programs(read.text.view()).form : binary_form::none;
            form != binary_form::none) {
            warn("ballast extract: {}: {}; `ballast print -o DIR` writes its texts\n", log.shown, description(form));
            continue;
        }
        log_writer texts(log, read.text.view(), options, out, n);
        for (const auto& found : extract(read.text.view())) texts.write(found);
    }
    n.logs = paths.size();
    render::write_counts(out, n, options.validate);
    if (n.texts + n.refused == 0 && n.unreadable == 0)
        warn("ballast extract: no dump, memory-usage report or out-of-memory report found\n");
    if (!out.flush() || n.unreadable != 0 || n.failed_write) return trouble;
    return n.refused != 0 || n.texts == 0 || n.findings[0] != 0 ? failure : success;
}

command_body declare_extract(CLI::App& app)
{
    auto options = std::make_shared<extract_arguments>();
    add_records(app, *options);
    app.add_option("-o,--to", options->to_folder, "write each into a new file of this folder")->type_name("DIR");
    app.add_flag("--validate", options->validate, "check each, with places in the log");
    return [options] { return run_extract(*options); };
}

} // namespace

extern const command extract_command{"Texts", "extract", "Find dumps and reports in logs", declare_extract};

} // namespace ballast::cli
