// Exports modules to the formats of other programs.
#include "cli/commands/export_tables.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::cli {

namespace {

struct export_arguments : table_export_arguments {
    bool raw = false; // texts in tables are not escaped
    std::optional<std::int64_t> step;
};

int run_tables(const export_arguments& options)
{
    if (options.raw || options.step) {
        warn("ballast export: {} is for the values of one module\n", options.raw ? "--raw" : "--step");
        return trouble;
    }
    return export_tables(options);
}

// The format of a file with this name; empty if its ending does not say. A trace is the only JSON.
std::string format_of(const std::string& name)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 10> endings{{{".pb.gz", "pprof"},
                                                                                            {".pb", "pprof"},
                                                                                            {".pprof", "pprof"},
                                                                                            {".json", "trace"},
                                                                                            {".csv", "csv"},
                                                                                            {".ndjson", "ndjson"},
                                                                                            {".jsonl", "ndjson"},
                                                                                            {".db", "sqlite"},
                                                                                            {".sqlite", "sqlite"},
                                                                                            {".sqlite3", "sqlite"}}};
    for (const auto& [ending, format] : endings)
        if (name.ends_with(ending)) return std::string(format);
    return {};
}

int run_export(export_arguments options)
{
    if (options.format.empty()) options.format = format_of(options.to);
    if (options.format.empty()) {
        warn("ballast export: no format: --to {}, or -o with an ending such as .pb.gz, .json, .csv, .ndjson or .db\n",
             "pprof|trace|csv|ndjson|sqlite");
        return trouble;
    }
    if (is_table_export(options.format, options.to)) return run_tables(options);
    if (!options.tables.empty()) {
        warn("ballast export: --tables is for --to sqlite, --to ndjson, and --to csv into a folder\n");
        return trouble;
    }
    const auto& format = *std::ranges::find(render::memory_exports(), options.format, &render::memory_export::name);
    if (options.raw && !format.takes_raw) {
        warn("ballast export: --raw is for --to csv\n");
        return trouble;
    }
    auto needs = format.needs;
    needs.step = options.step;
    const auto of = find_module_texts(options, {options.to});
    if (!of) return trouble;
    answers::outcome said;
    const auto memory = answers::memory_of("export", *of, run_of(options), needs, said);
    report(said);
    if (!memory) return said.code;
    if (format.binary && !is_file(options.to) && output_is_terminal()) {
        warn("ballast export: a profile is not text for a terminal; use `-o FILE`, then `pprof -top FILE`\n");
        return trouble;
    }
    output out;
    return write_to(options.to, "export", out,
                    [&](const render::piece_taker& take) { format.write(*memory, {.raw = options.raw}, take); });
}

command_body declare_export(CLI::App& app)
{
    auto options = std::make_shared<export_arguments>();
    add_module(app, *options, "the files of a module, folders, logs, or - for standard input");
    add_jobs(app, *options);
    std::vector<std::string> names;
    std::string what;
    for (const auto& format : render::memory_exports()) {
        names.emplace_back(format.name);
        what += fmt::format("{}{}: {}", what.empty() ? "" : "; ", format.name, format.what);
    }
    for (const auto* name : {"ndjson", "sqlite"}) names.emplace_back(name);
    what += "; ndjson: all tables as JSON, one row per line; sqlite: all tables as a database";
    app.add_option("--to", options->format, what + "; by default, what the ending of -o says")->check(one_of(names));
    app.add_option("-o,--output", options->to,
                   "a file for the output, instead of standard output; with --to csv and --to ndjson also a folder, "
                   "for a file of each table")
        ->type_name("FILE");
    std::vector<std::string> tables;
    for (const auto& table : tables::all()) tables.emplace_back(table.name);
    app.add_option("--tables", options->tables, "only these tables of all modules")
        ->type_name("TABLE")
        ->delimiter(',')
        ->check(one_of(tables))
        ->allow_extra_args(false);
    app.add_flag("--raw", options->raw,
                 "with --to csv: texts as they are in the dump, even if a spreadsheet takes them for formulas");
    add_step(app, options->step);
    return [options] { return run_export(*options); };
}

} // namespace

extern const command export_command{"Memory", "export",
                                    "Convert modules for pprof, Perfetto, databases and spreadsheets", declare_export};

} // namespace ballast::cli
