// Checks texts, and the files of a module against each other.
#include "files/validate.hpp"
#include "base/nearest.hpp"
#include "cli/inputs.hpp"
#include "cli/line_mode.hpp"
#include "cli/progress.hpp"
#include "files/names.hpp"
#include "render/baseline.hpp"
#include "render/findings_summary.hpp"

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

// --- lines ---

bool fails(const std::vector<finding>& findings, bool strict)
{
    return std::ranges::any_of(findings,
                               [&](const finding& d) { return files::severity_of(d, strict) == severity::error; });
}

// The first feature of a line that the required era did not print. The features of a line may not have an era in
// common, so each is checked on its own.
std::optional<finding> of_another_era(const fragment& read, const files::validate_options& how)
{
    if (!how.demanded) return std::nullopt;
    for (const auto& shown : read.witnesses()) {
        if (!eras(shown.which).intersect(*how.demanded).empty()) continue;
        finding result{
            .id = finding_id::other_era,
            .message = {"{} is required, the line has {} of {}",
                        {how.demanded_era, std::string(info(shown.which).name), eras(shown.which).to_string()}}};
        result.begin = result.end = shown.offset;
        return result;
    }
    return std::nullopt;
}

int validate_lines(const validate_arguments& options, const files::validate_options& how)
{
    if (overwrites_input(options.paths, options)) return trouble;
    output out(options.line_end());
    std::size_t accepted = 0;
    std::size_t refused = 0;
    bool unreadable = false;
    for_each_line(
        options,
        [&](const std::string& path, std::size_t number, std::string_view line) {
            auto result = parse(*options.line_rule, line);
            auto dating = mixed_dates(result);
            if (!dating && result.accepted()) dating = of_another_era(*result.value, how);
            if (dating) result.findings.insert(result.findings.begin(), std::move(*dating));
            if (result.accepted() && !fails(result.findings, options.strict)) {
                ++accepted;
                if (!options.quiet) out.line("{}:{}: accepted", path, number);
                if (!options.quiet)
                    for (const auto& note : result.findings)
                        out.line(" {}: {} [{}]", name_of(note.severity), note.message.text(), info(note.id).name);
                return;
            }
            ++refused;
            line_table lines(line);
            out.finding(path, "refused", result.findings.front(), lines, at_line(number));
        },
        [&](const std::string& path, const std::string& reason) {
            unreadable = true;
            out.unreadable(path, reason);
        });
    out.line("{} lines: {} accepted, {} refused", accepted + refused, accepted, refused);
    if (!out.flush() || unreadable) return trouble;
    if (accepted + refused == 0) return no_lines();
    return refused != 0 ? failure : success;
}

// --- files ---

// What remains of a file after its text is released.
struct checked_file {
    render::validated_numbers numbers;
    std::string text;
};

// Writes the results of files in the form of --format, or as a table of folders.
class results_writer {
public:
    results_writer(const validate_arguments& options, const render::findings_format& format, std::size_t files)
        : given_(options),
          format_(format),
          out_(options.line_end()),
          shown_(files),
          how_{.errors_only = options.quiet, .max_errors = options.max_errors, .style = out_.style()}
    {
        if (!format_.counts_first) out_.write(format_.begin(all_));
    }

    // May be called on several threads.
    [[nodiscard]] checked_file make(const files::validated_file& checked) const
    {
        return {render::numbers_of(checked), given_.summary ? std::string() : format_.file(checked, how_)};
    }

    void take(checked_file&& next)
    {
        all_.add(next.numbers);
        folders_.add(next.numbers);
        deselected_ += next.numbers.deselected;
        known_ += next.numbers.known;
        instructions_.add(next.numbers.instructions);
        if (!next.text.empty()) {
            if (std::exchange(written_, true)) next.text.insert(0, format_.between);
            shown_.clear();
            if (format_.counts_first)
                kept_ += next.text;
            else
                out_.write(next.text);
        }
        shown_.step();
    }

    // Returns the exit code.
    int finish()
    {
        shown_.clear();
        if (format_.counts_first) out_.write(format_.begin(all_) + kept_);
        if (given_.summary) out_.write(folders_.text());
        out_.write(format_.end(all_, how_));
        if (instructions_.texts != 0 && !given_.quiet)
            warn("ballast: {} module texts: {} instructions\n", instructions_.texts, instructions_.instructions);
        if (deselected_ != 0) warn("ballast: {} findings hidden by --only or --disable\n", deselected_);
        if (known_ != 0) warn("ballast: {} findings are known (--baseline)\n", known_);
        if (!out_.flush() || all_.unreadable != 0) return trouble;
        return all_.with_errors != 0 ? failure : success;
    }

private:
    const validate_arguments& given_;
    const render::findings_format& format_;
    output out_;
    progress shown_;
    render::findings_options how_;
    render::finding_counts all_;
    render::folder_table folders_;
    std::string kept_; // if the counts come first
    bool written_ = false;
    std::size_t deselected_ = 0;
    std::size_t known_ = 0;
    files::instruction_count instructions_;
};

int validate_files(const validate_arguments& options, const files::validate_options& how)
{
    const auto inputs = find_texts(options);
    if (inputs.empty()) return trouble;
    results_writer results(
        options, *std::ranges::find(render::findings_formats(), options.format, &render::findings_format::name),
        inputs.size());
    each_in_order(
        files::modules_of(inputs, options), options,
        [&](const files::module_files& module) {
            std::vector<checked_file> made;
            for (const auto& checked : files::validate(module, options, how)) made.push_back(results.make(checked));
            return made;
        },
        [&](std::vector<checked_file>&& module) {
            for (auto& file : module) results.take(std::move(file));
        });
    return results.finish();
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
    files::validate_options how{.reported = files::selection(options.only, options.disabled),
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
    if (options.line_rule) return validate_lines(options, how);
    if (options.baseline.empty()) return validate_files(options, how);
    const auto known = read_baseline(options);
    if (!known) return trouble;
    how.known = [&](std::string_view shown) -> files::known_findings {
        return [left = known->in(shown)](const finding& what) mutable { return left.takes(what); };
    };
    return validate_files(options, how);
}

void add_selection(CLI::App& app, validate_arguments& options)
{
    const CLI::Validator known_finding(
        [](std::string& word) -> std::string {
            if (!files::findings_named(word).empty()) return {};
            nearest_words near(word, 1);
            for (const auto& name : files::finding_words()) near.offer(name);
            return fmt::format("{} is not a finding, a phase or a rule{}", files::quoted_name(word),
                               near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
        },
        "");
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

extern const command validate_command{
    "Checks", "validate", "whether texts are as XLA prints them, and agree with each other", declare_validate};

} // namespace ballast::cli
