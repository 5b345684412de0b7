#include "cli/commands/export_tables.hpp"

#include "answers/rows.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/table_output.hpp"
#include "files/names.hpp"
#include "render/table_sqlite.hpp"
#include "render/table_text.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

// --- the modules -----------------------------------------------------------------------------------------------------

// The rows of one module.
class collected_rows final : public tables::row_handler {
public:
    collected_rows(const table_output& form, std::string_view file) : form_(form), file_(render::quoted_json(file)) {}

    void row(std::size_t table, std::span<const tables::cell> cells) override
    {
        form_.append(table, file_, cells, texts_);
    }
    row_texts take() { return std::move(texts_); }

private:
    const table_output& form_;
    std::string file_;
    row_texts texts_ = no_rows();
};

// Writes the rows of all modules in their order. Returns the exit code.
int write_modules(const std::vector<files::module_files>& modules, const input_arguments& options,
                  const tables::table_set& wanted, table_output& to)
{
    progress shown;
    const auto said = answers::each_module(
        modules, run_of(options, shown), wanted,
        [&](const files::module_files& module) {
            return std::make_unique<collected_rows>(to, module.files.front()->shown);
        },
        [&](tables::row_handler& rows) { return to.take(static_cast<collected_rows&>(rows).take()); });
    shown.clear();
    report(said);
    return to.finish() ? said.code : +trouble;
}

// True if it exists and is not a folder, such as a pipe.
bool is_other_file(const std::string& path)
{
    std::error_code error;
    return fs::exists(path, error) && !fs::is_directory(path, error);
}

// True if -o names a folder for a file of each table.
bool is_folder(std::string_view format, const std::string& to)
{
    return format != "sqlite" && is_file(to) && !to.ends_with(fmt::format(".{}", format)) && !is_other_file(to);
}

bool to_folder(const table_export_arguments& options)
{
    return !options.in_one_stream && is_folder(options.format, options.to);
}

// The files that will be written.
std::vector<std::string> outputs_of(const table_export_arguments& options, const tables::table_set& wanted)
{
    if (!to_folder(options)) return {options.to};
    return files_of_tables(options.to, options.format, wanted);
}

std::unique_ptr<table_output> open_output(const table_export_arguments& options, const tables::table_set& wanted)
{
    if (options.format == "sqlite") return tables_in_database(options.to, wanted);
    if (!to_folder(options)) return tables_in_stream(options.command, options.to);
    if (!make_folder("export", options.to)) return nullptr;
    return tables_in_folder(options.to, options.format, wanted);
}

} // namespace

bool is_table_export(std::string_view format, const std::string& to)
{
    return format == "ndjson" || format == "sqlite" || (format == "csv" && is_folder(format, to));
}

int export_tables(const table_export_arguments& options)
{
    if (options.format == "sqlite" && !render::has_sqlite()) {
        warn("ballast export: this build has no SQLite; install libsqlite3-dev and build again\n");
        return trouble;
    }
    if (options.format == "sqlite" && !is_file(options.to)) {
        warn("ballast export: --to sqlite needs a file: -o FILE\n");
        return trouble;
    }
    const auto wanted = answers::tables_named(options.tables);
    const auto of = find_module_texts(options, outputs_of(options, wanted));
    if (!of) return trouble;
    report_notices(of->notices);
    report_notices(of->without_dumps);
    if (of->files.empty()) return trouble;
    const auto to = open_output(options, wanted);
    if (!to) return trouble;
    return write_modules(files::modules_of(of->files, options), options, wanted, *to);
}

} // namespace ballast::cli
