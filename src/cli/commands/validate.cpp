// Checks texts, and the files of a module against each other.
#include "answers/validate.hpp"
#include "cli/inputs.hpp"
#include "cli/line_mode.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"
#include "render/baseline.hpp"
#include "render/findings_writer.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

namespace ballast::cli {

namespace {

struct validate_arguments : record_arguments {
    std::optional<entry> line_rule; // each line is a construct
    std::string format = "text";
    bool summary = false; // a table by folder instead of the findings
    std::string era;      // files of another era have an error
    std::vector<std::string> only;
    std::vector<std::string> disabled;
    std::string baseline; // the path of a file with known findings
    bool strict = false;
    bool audit = false;
    std::uint64_t max_errors = 100; // of one file; 0: no limit
};

// --- files ---

int validate_files(const validate_arguments& options, const answers::validate_options& how)
{
    const auto inputs = find_texts(options);
    if (inputs.empty()) return trouble;
    output out(options.line_end());
    render::findings_writer results(
        *std::ranges::find(render::findings_formats(), options.format, &render::findings_format::name),
        {.errors_only = options.quiet, .max_errors = options.max_errors, .style = out.style()}, options.summary,
        out.taker());
    progress shown;
    std::size_t done = 0;
    using checked_file = render::findings_writer::checked_file;
    each_in_order(
        files::modules_of(inputs, options), options,
        [&](const files::module_files& module) {
            std::vector<checked_file> made;
            for (const auto& checked : answers::validate(module, options, how)) made.push_back(results.make(checked));
            return made;
        },
        [&](std::vector<checked_file>&& module) {
            for (auto& file : module) {
                if (!file.text.empty()) shown.clear();
                results.take(std::move(file));
                shown.show(++done, inputs.size());
            }
        });
    shown.clear();
    return out.finish(results.finish());
}

// --- options ---

std::optional<render::baseline> read_baseline(const validate_arguments& options)
{
    if (overwrites_input({options.baseline}, options)) return std::nullopt;
    const auto read = files::read_file({options.baseline, {}, {}}, options);
    auto known = read.error.empty() ? render::baseline::of(read.text.view()) : std::nullopt;
    if (!known)
        warn("ballast validate: baseline {}: {}\n", files::quoted_name(options.baseline),
             read.error.empty() ? "not the output of `ballast validate --format json`" : read.error);
    return known;
}

int run_validate(const validate_arguments& options)
{
    answers::validate_options how{.reported = answers::selection(options.only, options.disabled),
                                  .strict = options.strict,
                                  .audit = options.audit,
                                  .max_errors = options.max_errors,
                                  .demanded_era = options.era};
    if (how.reported.empty()) {
        warn("ballast validate: --only and --disable leave no findings\n");
        return trouble;
    }
    if (!options.era.empty()) {
        how.demanded = parse_era(options.era);
        if (!how.demanded) return no_era("validate", options.era);
    }
    if (options.line_rule) return validate_lines(options, *options.line_rule, how);
    if (options.baseline.empty()) return validate_files(options, how);
    const auto known = read_baseline(options);
    if (!known) return trouble;
    how.known = [&](std::string_view shown) -> answers::known_findings {
        return [left = known->in(shown)](const finding& what) mutable { return left.takes(what); };
    };
    return validate_files(options, how);
}

void add_selection(CLI::App& app, validate_arguments& options)
{
    const CLI::Validator known_finding([](std::string& word) { return answers::unknown_finding_word(word); }, "");
    for (const auto& [name, words, what] :
         {std::tuple{"--only", &options.only, "report only these findings: an identifier, a phase, or a rule like C3"},
          std::tuple{"--disable", &options.disabled, "do not report these findings"}})
        app.add_option(name, *words, what)
            ->type_name("FINDING")
            ->delimiter(',')
            ->check(known_finding)
            ->allow_extra_args(false);
}

command_body declare_validate(CLI::App& app)
{
    auto options = std::make_shared<validate_arguments>();
    add_records(app, *options);
    add_files_alone(app, *options);
    auto* rule = add_rule(app, options->line_rule);
    std::vector<std::string> formats;
    for (const auto& format : render::findings_formats()) formats.emplace_back(format.name);
    auto* format = app.add_option("--format", options->format, "the form of the findings")
                       ->check(one_of(formats))
                       ->capture_default_str();
    auto* summary = app.add_flag("--summary", options->summary, "a table of the folders instead of the findings");
    summary->excludes(format);
    add_era(app, "--era", options->era, "report files that no XLA of this era could have printed");
    add_selection(app, *options);
    auto* baseline = app.add_option("--baseline", options->baseline,
                                    "leave out known findings: a file that validate --format json has printed");
    baseline->type_name("FILE");
    add_jobs(app, *options);
    app.get_option("--null")->excludes(format)->excludes(summary);
    rule->excludes(format)->excludes(summary)->excludes(baseline);
    app.add_flag("--strict", options->strict, "take warnings, and notes about unknown words, for errors");
    app.add_flag("--audit", options->audit,
                 "note every printed peak with less than the most in use, however small the difference");
    add_number(app, "--max-errors", options->max_errors, "errors to report for one file; 0: all", any_number, false);
    return [options] { return run_validate(*options); };
}

} // namespace

extern const command validate_command{"Checks", "validate", "Check that texts match XLA's format and each other",
                                      declare_validate};

} // namespace ballast::cli
