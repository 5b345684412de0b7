// The modules of a folder by their totals, and the failures in logs.
#include "answers/summary.hpp"
#include "cli/inputs.hpp"
#include "render/answers.hpp"

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
    const auto of = find_module_texts(options);
    if (!of) return trouble;
    progress shown;
    const auto answer =
        answers::summary(*of, {run_of(options, shown), options.space, options.most_bytes, options.limit});
    shown.clear();
    output out;
    auto tables = options.tables.options();
    tables.limit = options.limit;
    render::write(answer, options.tables.form(), tables, out.taker());
    return out.finish(answer);
}

command_body declare_summary(CLI::App& app)
{
    auto options = std::make_shared<summary_arguments>();
    add_paths(app, *options, "folders, archives, files and logs");
    add_memory_limit(app, options->limit);
    add_most(app, options->most_bytes, "exit with 1 if a total");
    add_tables(app, options->tables);
    add_space(app, options->space, "totals of this memory space");
    add_reading(app, *options);
    add_jobs(app, *options);
    return [options] { return run_summary(*options); };
}

} // namespace

extern const command summary_command{
    "Memory", "summary", "List the modules of a folder by their memory, and the failures in logs", declare_summary};

} // namespace ballast::cli
