// The modules of a folder, by their totals.
#include "base/shown.hpp"
#include "cli/inputs.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct summary_arguments : input_arguments {
    table_arguments tables;
    std::optional<std::int64_t> space;
    std::uint64_t most_bytes = 0; // 0: no limit
    std::optional<memory_limit> limit;
};

// The exit code of --max, whose excess is reported.
int code_of_most(const files::folder_summary& all, std::uint64_t most_bytes)
{
    if (most_bytes == 0) return success;
    const auto count = std::ranges::count_if(
        all.rows, [&](const auto& r) { return static_cast<std::uint64_t>(r.numbers.total) > most_bytes; });
    if (count == 0) {
        if (std::ranges::all_of(all.rows, [](const auto& r) { return r.of_dump.is_whole(); })) return success;
        warn("ballast summary: --max cannot be decided, because a dump is incomplete\n");
        return trouble;
    }
    const auto& largest = all.rows.front();
    warn("ballast summary: over the limit: {} of {} modules, the largest {} with {} bytes in space {}; {} are "
         "allowed\n",
         count, all.rows.size(), printable(largest.name), largest.numbers.total, all.space, most_bytes);
    return failure;
}

int run_summary(const summary_arguments& options)
{
    const auto inputs = find_texts(options);
    if (inputs.empty()) return trouble;
    output out;
    const auto all = summarise(inputs, options, options.space, out);
    if (!has_space("summary", all.spaces, options.space, out)) return trouble;
    auto tables = options.tables.options();
    tables.limit = options.limit;
    out.write(options.tables.format == "json"       ? render::summary_json(all, options.limit)
              : options.tables.format == "markdown" ? render::summary_markdown(all, tables)
                                                    : render::summary_text(all, tables));
    if (!out.flush()) return trouble;
    const auto code = code_of(all.refused, all.unreadable);
    if (all.rows.empty() && all.elsewhere == 0 && code == success) {
        warn("ballast summary: no allocations\n");
        return trouble;
    }
    // With a limit, 1 means that it is exceeded.
    if ((options.most_bytes != 0 || options.limit) && code != success) return trouble;
    return std::max({code, code_of_most(all, options.most_bytes), answers::code_of(all, options.limit)});
}

command_body declare_summary(CLI::App& app)
{
    auto options = std::make_shared<summary_arguments>();
    add_module(app, *options, "folders, files and logs");
    add_jobs(app, *options);
    add_tables(app, options->tables);
    add_space(app, options->space, "totals of this memory space");
    add_memory_limit(app, options->limit);
    add_number(app, "--max", options->most_bytes,
               "exit with 1 if a total is larger than a size like 16G (units are powers of 1024); 0: no limit",
               any_number, true);
    return [options] { return run_summary(*options); };
}

} // namespace

extern const command summary_command{"Memory", "summary", "the modules of a folder, by the memory they allocate",
                                     declare_summary};

} // namespace ballast::cli
