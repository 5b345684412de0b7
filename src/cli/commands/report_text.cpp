// The memory-usage report that follows from a dump.
#include "answers/print.hpp"
#include "cli/inputs.hpp"
#include "cli/print_to.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct report_text_arguments : input_arguments {
    std::string era; // empty: that of the dump
};

int run_report_text(const report_text_arguments& options)
{
    std::optional<era_set> requested;
    if (!options.era.empty() && !(requested = parse_era(options.era))) return no_era("report-text", options.era);
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    answers::report_text_answer answer;
    answers::report_text(inputs, run_of(options), requested, answer);
    output out;
    if (answer.report) print_to(out, [&](sink& to) { print(to, *answer.report); });
    return out.finish(answer);
}

command_body declare_report_text(CLI::App& app)
{
    auto options = std::make_shared<report_text_arguments>();
    add_module(app, *options);
    add_jobs(app, *options);
    add_era(app, "--era", options->era, "as an XLA of this era writes it");
    return [options] { return run_report_text(*options); };
}

} // namespace

extern const command report_text_command{"Texts", "report-text",
                                         "Print the memory-usage report that follows from a dump", declare_report_text};

} // namespace ballast::cli
