// The modules of a folder by their totals, and the failures in logs.
#include "answers/summary.hpp"
#include "cli/inputs.hpp"
#include "cli/logs.hpp"

#include <memory>

namespace ballast::cli {

namespace {

struct summary_arguments : input_arguments {
    table_arguments tables;
    std::optional<std::int64_t> space;
    std::uint64_t most_bytes = 0; // 0: no limit
    std::optional<memory_limit> limit;
};

int run_summary(const summary_arguments& options)
{
    output out;
    answers::summary_question asked;
    asked.reading = options;
    asked.as = options.tables.form();
    asked.tables = options.tables.options();
    asked.tables.limit = options.limit;
    asked.space = options.space;
    asked.most_bytes = options.most_bytes;
    return answers::summary(source_of(options, options.paths, options.space, out), asked, out);
}

command_body declare_summary(CLI::App& app)
{
    auto options = std::make_shared<summary_arguments>();
    add_module(app, *options, "folders, archives, files and logs");
    add_jobs(app, *options);
    add_tables(app, options->tables);
    add_space(app, options->space, "totals of this memory space");
    add_memory_limit(app, options->limit);
    add_most(app, options->most_bytes, "exit with 1 if a total");
    return [options] { return run_summary(*options); };
}

} // namespace

extern const command summary_command{"Memory", "summary",
                                     "the modules of a folder, by the memory they allocate, and the failures in logs",
                                     declare_summary};

} // namespace ballast::cli
