#include "cli/table_output.hpp"

#include "cli/output_to_file.hpp"
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

} // namespace

std::unique_ptr<table_output> tables_in_folder(const std::string& folder, std::string_view format,
                                               const tables::table_set& wanted)
{
    return std::make_unique<folder_output>(folder, format, wanted);
}

std::unique_ptr<table_output> tables_in_stream(std::string_view command, const std::string& path)
{
    return std::make_unique<stream_output>(command, path);
}

std::unique_ptr<table_output> tables_in_database(const std::string& path, const tables::table_set& wanted)
{
    return std::make_unique<database_output>(path, wanted);
}

std::vector<std::string> files_of_tables(const std::string& folder, std::string_view format,
                                         const tables::table_set& wanted)
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < tables::all().size(); ++i)
        if (wanted.test(i)) result.push_back(file_of(folder, tables::all()[i], format));
    result.push_back((fs::path(folder) / load_file).string());
    return result;
}

} // namespace ballast::cli
