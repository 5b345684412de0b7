#include "cli/commands/export_tables.hpp"

#include "base/parallel.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "cli/progress.hpp"
#include "files/module_rows.hpp"
#include "files/names.hpp"
#include "render/row_block.hpp"
#include "render/table_sqlite.hpp"
#include "render/table_text.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

// Bytes of each table that are inserted into a database at once. Modules have few rows of most tables.
constexpr std::size_t inserted_at_once = std::size_t{256} << 10;

// Rows in the form of the output. One text for each table, or one for all.
using row_texts = std::vector<std::string>;

row_texts no_rows() { return row_texts(tables::all().size()); }

// Where rows go. `append` may be called on several threads, the others on one at a time.
class table_output {
public:
    table_output() = default;
    table_output(const table_output&) = delete;
    table_output& operator=(const table_output&) = delete;
    virtual ~table_output() = default;

    // Appends a row of a module, whose first file is given as JSON text.
    virtual void append(std::size_t table, std::string_view file, std::span<const tables::cell> cells,
                        row_texts& to) const = 0;
    // False after an error.
    virtual bool take(const row_texts& texts) = 0;
    // Completes the output and reports errors. False after an error.
    virtual bool finish() = 0;
};

// --- a file for each table -------------------------------------------------------------------------------------------

std::string file_of(const std::string& folder, const tables::table_info& table, std::string_view format)
{
    return (fs::path(folder) / fmt::format("{}.{}", table.name, format)).string();
}

constexpr std::string_view load_file = "load.sql";

class folder_output final : public table_output {
public:
    folder_output(const std::string& folder, std::string_view format, const tables::table_set& wanted)
        : is_csv_(format == "csv")
    {
        const auto all = tables::all();
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!wanted.test(i)) continue;
            auto& made = files_.emplace_back(i, file_of(folder, all[i], format));
            std::string head;
            if (is_csv_) render::append_csv_head(all[i], head);
            made.file->write(head);
        }
        auto& script = files_.emplace_back(all.size(), (fs::path(folder) / load_file).string());
        script.file->write(render::load_script(wanted, format));
    }

    void append(std::size_t table, std::string_view, std::span<const tables::cell> cells, row_texts& to) const override
    {
        if (is_csv_)
            render::append_csv_row(cells, to[table]);
        else
            render::append_json_row(tables::all()[table], cells, to[table]);
    }
    bool take(const row_texts& texts) override
    {
        bool good = true;
        for (auto& f : files_)
            if (f.table < texts.size()) good = f.file->write(texts[f.table]) && good;
        return good;
    }
    bool finish() override
    {
        // If one file cannot be completed, none replaces an earlier one.
        for (auto& f : files_)
            if (f.file->error() != 0) return cli::finish("export", *f.file, f.path);
        bool good = true;
        for (auto& f : files_) good = cli::finish("export", *f.file, f.path) && good;
        return good;
    }

private:
    struct table_file {
        table_file(std::size_t of, std::string to)
            : table(of),
              path(std::move(to)),
              file(std::make_unique<files::output_file>(path, files::existing::replaced))
        {
        }
        std::size_t table; // the number of tables: statements that load them
        std::string path;
        std::unique_ptr<files::output_file> file;
    };

    bool is_csv_;
    std::vector<table_file> files_;
};

// --- all tables in one stream ----------------------------------------------------------------------------------------

class stream_output final : public table_output {
public:
    stream_output(std::string_view command, const std::string& path) : command_(command), path_(path)
    {
        if (is_file(path)) file_.emplace(path, files::existing::replaced);
    }

    void append(std::size_t table, std::string_view file, std::span<const tables::cell> cells,
                row_texts& to) const override
    {
        render::append_json_line(tables::all()[table], file, cells, to.front());
    }
    bool take(const row_texts& texts) override
    {
        return file_ ? file_->write(texts.front()) : out_.write(texts.front());
    }
    bool finish() override { return file_ ? cli::finish(command_, *file_, path_) : out_.flush(); }

private:
    std::string_view command_;
    std::string path_;
    std::optional<files::output_file> file_;
    output out_;
};

// --- a database ------------------------------------------------------------------------------------------------------

class database_output final : public table_output {
public:
    database_output(const std::string& path, const tables::table_set& wanted)
        : path_(path), file_(path, files::existing::replaced)
    {
        if (!file_.temporary().empty()) database_.emplace(file_.temporary(), wanted);
    }

    void append(std::size_t table, std::string_view, std::span<const tables::cell> cells, row_texts& to) const override
    {
        render::append_row(cells, to[table]);
    }
    bool take(const row_texts& texts) override
    {
        bool good = database_.has_value();
        for (std::size_t i = 0; i < texts.size() && good; ++i) {
            auto& collected = collected_[i];
            if (collected.size() + texts[i].size() < inserted_at_once) {
                collected += texts[i];
                continue;
            }
            good = database_->insert(i, collected) && database_->insert(i, texts[i]);
            collected.clear();
        }
        return good;
    }
    bool finish() override
    {
        if (file_.error() == 0 && !database_) return report("a database must be a regular file");
        if (file_.error() == 0) {
            for (std::size_t i = 0; i < collected_.size(); ++i) database_->insert(i, collected_[i]);
            if (const auto problem = database_->finish(); !problem.empty()) return report(problem);
        }
        return cli::finish("export", file_, path_);
    }

private:
    [[nodiscard]] bool report(std::string_view problem) const
    {
        warn("ballast export: {}: {}\n", files::quoted_name(path_), problem);
        return false;
    }

    std::string path_;
    files::output_file file_;
    std::optional<render::sqlite_file> database_;
    row_texts collected_ = no_rows();
};

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
    struct written_module {
        row_texts rows;
        files::module_memory read; // what was wrong with it
    };
    progress shown(modules.size());
    bool good = true;
    output out;
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    parallel_in_order(
        options.threads(), modules.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            collected_rows rows(to, modules[i].files.front()->shown);
            auto read = files::for_each_row(modules[i], options, wanted, static_cast<std::int64_t>(i) + 1, rows);
            return written_module{rows.take(), std::move(read)};
        },
        [&](written_module&& module) {
            if (!good) return;
            good = to.take(module.rows);
            if (!module.read.notices.empty() || !module.read.unused.empty()) shown.clear();
            report_unused(module.read, out);
            refused += module.read.refused();
            unreadable += module.read.unreadable();
            shown.step();
        },
        1); // modules at a time: their rows take memory
    shown.clear();
    if (!to.finish() || !good) return trouble;
    return code_of(refused, unreadable);
}

// The tables of --tables, and that of the modules, which the others refer to.
tables::table_set wanted_tables(const std::vector<std::string>& names)
{
    tables::table_set result;
    for (std::size_t i = 0; i < tables::all().size(); ++i) result.set(i, names.empty());
    for (const auto& name : names) result.set(*tables::find(name));
    result.set(*tables::find("modules"));
    return result;
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
    std::vector<std::string> result;
    for (std::size_t i = 0; i < tables::all().size(); ++i)
        if (wanted.test(i)) result.push_back(file_of(options.to, tables::all()[i], options.format));
    result.push_back((fs::path(options.to) / load_file).string());
    return result;
}

// The inputs, none of which is an output; empty if there are none.
std::vector<files::input_file> find_inputs(const table_export_arguments& options, const tables::table_set& wanted)
{
    auto inputs = find_module_texts(options);
    std::vector<std::string> paths = options.paths;
    for (const auto& input : inputs) paths.push_back(input.path);
    if (overwrites_input(paths, options, outputs_of(options, wanted))) return {};
    return inputs;
}

std::unique_ptr<table_output> open_output(const table_export_arguments& options, const tables::table_set& wanted)
{
    if (options.format == "sqlite") return std::make_unique<database_output>(options.to, wanted);
    if (!to_folder(options)) return std::make_unique<stream_output>(options.command, options.to);
    if (!make_folder("export", options.to)) return nullptr;
    return std::make_unique<folder_output>(options.to, options.format, wanted);
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
    const auto wanted = wanted_tables(options.tables);
    const auto inputs = find_inputs(options, wanted);
    if (inputs.empty()) return trouble;
    const auto to = open_output(options, wanted);
    if (!to) return trouble;
    return write_modules(files::modules_of(inputs, options), options, wanted, *to);
}

} // namespace ballast::cli
