#include "cli/commands/export_tables.hpp"

#include "base/in_turn.hpp"
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

// Bytes of one module that are collected before they are written, and of all modules that wait for others.
constexpr std::size_t most_collected = std::size_t{16} << 20;
constexpr std::size_t most_waiting = std::size_t{64} << 20;
// Bytes of each table that are inserted into a database at once. Modules have few rows of most tables.
constexpr std::size_t inserted_at_once = std::size_t{256} << 10;

// Rows in the form of the output. One text for each table, or one for all.
using row_texts = std::vector<std::string>;

row_texts no_rows() { return row_texts(tables::all().size()); }

std::size_t bytes_of(const row_texts& texts)
{
    std::size_t result = 0;
    for (const auto& text : texts) result += text.size();
    return result;
}

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

// The rows of one module. If there are many, they are written before the module ends.
class collected_rows final : public tables::row_handler {
public:
    // `overflow` may take the rows that were collected so far.
    collected_rows(const table_output& form, std::string_view file, std::function<void(row_texts&)> overflow)
        : form_(form), file_(render::quoted_json(file)), overflow_(std::move(overflow))
    {
    }

    void row(std::size_t table, std::span<const tables::cell> cells) override
    {
        form_.append(table, file_, cells, texts_);
        constexpr std::size_t between_looks = 1024; // rows
        if (++rows_ % between_looks == 0 && bytes_of(texts_) > most_collected) overflow_(texts_);
    }
    row_texts rest() { return std::move(texts_); }

private:
    const table_output& form_;
    std::string file_;
    std::function<void(row_texts&)> overflow_;
    row_texts texts_ = no_rows();
    std::size_t rows_ = 0;
};

// What is written in the order of the modules: rows, and at the end of a module what was wrong with it.
struct module_part {
    row_texts rows;
    std::optional<files::module_memory> done{};
};

class table_run {
public:
    table_run(const input_arguments& given, const tables::table_set& wanted, table_output& to)
        : given_(given), wanted_(wanted), to_(to)
    {
    }

    // Returns the exit code.
    int run(const std::vector<files::module_files>& modules)
    {
        progress shown(modules.size());
        bool good = true;
        output out;
        std::size_t refused = 0;
        std::size_t unreadable = 0;
        const auto bytes = [](const module_part& part) { return bytes_of(part.rows); };
        in_turn<module_part> parts(most_waiting, bytes, [&](module_part&& part) {
            if (good && !to_.take(part.rows)) {
                good = false;
                parts_->stop();
            }
            if (!part.done) return;
            if (!part.done->notices.empty() || !part.done->unused.empty()) shown.clear();
            report_unused(*part.done, out);
            refused += part.done->refused();
            unreadable += part.done->unreadable();
            shown.step();
        });
        parts_ = &parts;
        const auto threads = threads_for_each(modules.size(), given_.threads());
        parallel(given_.threads(), modules.size(), [&](std::size_t i) { write(modules[i], i, threads); });
        shown.clear();
        if (!to_.finish() || !good) return trouble;
        return code_of(refused, unreadable);
    }

private:
    void write(const files::module_files& module, std::size_t number, std::size_t threads)
    try {
        if (!parts_->start(number)) return;
        const files::decompression_turn one;
        collected_rows rows(to_, module.files.front()->shown, [&](row_texts& texts) {
            // An earlier module may wait for this thread to decompress its own file.
            if (one.taken() && !parts_->is_turn(number)) return;
            parts_->take_part(number, {std::exchange(texts, no_rows())});
        });
        auto done = files::for_each_row(module, given_, wanted_, static_cast<std::int64_t>(number) + 1, rows, threads);
        parts_->finish(number, {rows.rest(), std::move(done)});
    } catch (...) {
        parts_->stop();
        throw;
    }

    const input_arguments& given_;
    const tables::table_set& wanted_;
    table_output& to_;
    in_turn<module_part>* parts_ = nullptr;
};

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

bool to_folder(const table_export_arguments& given)
{
    return !given.in_one_stream && is_folder(given.format, given.to);
}

// The files that will be written.
std::vector<std::string> outputs_of(const table_export_arguments& given, const tables::table_set& wanted)
{
    if (!to_folder(given)) return {given.to};
    std::vector<std::string> result;
    for (std::size_t i = 0; i < tables::all().size(); ++i)
        if (wanted.test(i)) result.push_back(file_of(given.to, tables::all()[i], given.format));
    result.push_back((fs::path(given.to) / load_file).string());
    return result;
}

// The inputs, none of which is an output; empty if there are none.
std::vector<files::input_file> find_inputs(const table_export_arguments& given, const tables::table_set& wanted)
{
    auto inputs = find_module_texts(given);
    std::vector<std::string> paths = given.paths;
    for (const auto& input : inputs) paths.push_back(input.path);
    if (overwrites_input(paths, given, outputs_of(given, wanted))) return {};
    return inputs;
}

std::unique_ptr<table_output> open_output(const table_export_arguments& given, const tables::table_set& wanted)
{
    if (given.format == "sqlite") return std::make_unique<database_output>(given.to, wanted);
    if (!to_folder(given)) return std::make_unique<stream_output>(given.command, given.to);
    if (!make_folder("export", given.to)) return nullptr;
    return std::make_unique<folder_output>(given.to, given.format, wanted);
}

} // namespace

bool is_table_export(std::string_view format, const std::string& to)
{
    return format == "ndjson" || format == "sqlite" || (format == "csv" && is_folder(format, to));
}

int export_tables(const table_export_arguments& given)
{
    if (given.format == "sqlite" && !render::has_sqlite()) {
        warn("ballast export: this build has no SQLite; install libsqlite3-dev and build again\n");
        return trouble;
    }
    if (given.format == "sqlite" && !is_file(given.to)) {
        warn("ballast export: --to sqlite needs a file: -o FILE\n");
        return trouble;
    }
    const auto wanted = wanted_tables(given.tables);
    const auto inputs = find_inputs(given, wanted);
    if (inputs.empty()) return trouble;
    const auto to = open_output(given, wanted);
    if (!to) return trouble;
    return table_run(given, wanted, *to).run(files::modules_of(inputs, given));
}

} // namespace ballast::cli
