// Prints trees as JSON.
#include "ballast/json.hpp"
#include "ballast/print.hpp"

#include "cli/commands/export_tables.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"

#include <algorithm>
#include <memory>

namespace ballast::cli {

namespace {

struct json_arguments : input_arguments {
    std::string to_file;
    bool schema = false; // that of the output instead of a tree
    bool positions = false;
    bool lines = false; // rows of tables instead of trees
};

// A line for a file. A refused file is reported on standard error; its line has what was read. Returns the exit code.
int write_file(sink& to, const files::input_file& file, const json_arguments& options)
{
    const auto [problem, read] = answers::parse_file(file, options, 1, true);
    if (!problem.empty()) {
        warn("ballast: {}: unreadable: {}\n", file.shown, problem);
        return trouble;
    }
    if (!read.accepted()) {
        line_table lines(read.text());
        render::line_buffer refused;
        refused.finding(file.shown, "refused", read.findings.front(), lines);
        warn("{}", refused.take());
        if (!read.value) return failure;
    }
    const auto unread = placed_pieces(*read.value);
    write_json(to, read.value->tree(), {.path = file.shown, .positions = options.positions, .unread = unread});
    to.put('\n');
    return read.accepted() ? success : failure;
}

int write_files(sink& to, const std::vector<files::input_file>& inputs, const json_arguments& options)
{
    int code = success;
    for (const auto& file : inputs) code = std::max(code, write_file(to, file, options));
    return code;
}

int write_rows(const json_arguments& options)
{
    table_export_arguments rows;
    static_cast<input_arguments&>(rows) = options;
    rows.format = "ndjson";
    rows.to = options.to_file;
    rows.command = "json";
    rows.in_one_stream = true;
    return export_tables(rows);
}

int run_json(const json_arguments& options)
{
    if (options.lines) return write_rows(options);
    std::vector<files::input_file> inputs;
    if (!options.schema) {
        inputs = find_files(options, options.to_file);
        if (inputs.empty()) return trouble;
    }
    output out;
    int code = success;
    const auto written = write_to(options.to_file, "json", out, [&](const render::piece_taker& take) {
        auto pass = take;
        sink to([](void* taker, std::string_view bytes) { return (*static_cast<render::piece_taker*>(taker))(bytes); },
                &pass);
        if (options.schema)
            to.put(std::string_view(json_schema()));
        else
            code = write_files(to, inputs, options);
        to.flush();
    });
    return std::max(code, written);
}

command_body declare_json(CLI::App& app)
{
    auto options = std::make_shared<json_arguments>();
    auto* paths = app.add_option("PATH", options->paths, "files, folders, or - for standard input");
    auto* schema = app.add_flag("--schema", options->schema, "print the JSON Schema of the output");
    auto* positions = app.add_flag("--positions", options->positions, "with the offsets of records in their files");
    auto* lines =
        app.add_flag("--lines", options->lines, "the rows of all tables instead, one line each, with the key `table`");
    schema->excludes(paths)->excludes(positions)->excludes(lines);
    lines->excludes(positions);
    add_output(app, options->to_file);
    add_jobs(app, *options);
    add_limit(app, *options);
    return [options, paths] {
        if (options->schema || !paths->empty()) return run_json(*options);
        warn("ballast json: PATH is required\nSee `ballast help json`.\n");
        return static_cast<int>(trouble);
    };
}

} // namespace

extern const command json_command{"Texts", "json", "Print the tree of a text as JSON, one line for each file",
                                  declare_json};

} // namespace ballast::cli
