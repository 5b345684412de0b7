// Arguments that several commands have: their names, help and values.
#pragma once

#include "ballast/era.hpp"
#include "ballast/files.hpp"
#include "ballast/fit.hpp"
#include "ballast/read.hpp"
#include "ballast/render.hpp"
#include "render/answers.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// --- values ---

inline constexpr auto any_number = std::numeric_limits<std::uint64_t>::max();

// A number without sign, perhaps with a unit of bytes: `100k` is 102400, `1.5M` is 1572864.
std::optional<std::uint64_t> number_of(std::string_view text, bool with_unit);

// A size of memory: `15.75GiB`, `512MiB`, `1675B`. Units are powers of 1024. Only 0 has no unit.
struct size_argument {
    std::optional<std::int64_t> bytes;
    std::string problem; // why there are none
};
size_argument size_of(std::string_view text);

// `90`, `90s`, `5m`, `1h`.
std::optional<std::chrono::seconds> duration_of(std::string_view text);

// One of a few words. Any other word is an error that names the nearest.
CLI::Validator one_of(std::vector<std::string> words);

// An option whose value is a number up to `most`; anything else is a usage error.
CLI::Option* add_number(CLI::App& command, const std::string& name, std::uint64_t& value, const std::string& what,
                        std::uint64_t most, bool with_unit);
// A number that may be left out.
void add_number(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value,
                const std::string& what);

// --- inputs ---

struct input_arguments : files::options {
    std::vector<std::string> paths;
    std::uint64_t jobs = 0; // 0: one for each core

    // The number of threads.
    [[nodiscard]] std::size_t threads() const;
};
void add_paths(CLI::App& command, input_arguments& options, const std::string& what);
void add_files_alone(CLI::App& command, input_arguments& options);
void add_limit(CLI::App& command, input_arguments& options);
void add_jobs(CLI::App& command, input_arguments& options);
// The paths of one module.
void add_module(
    CLI::App& command, input_arguments& options,
    const std::string& what = "the files of a module, a folder or archive with one module, or - for standard input");
// How they are read: --files and --max-bytes.
void add_reading(CLI::App& command, input_arguments& options);
inline constexpr const char* module_or_log =
    "the files of a module, a folder, an archive, a log, or - for standard input";

// Paths of files, of which each has a record in the output.
struct record_arguments : input_arguments {
    bool quiet = false;

    // Records end with LF, or with NUL for scripts.
    [[nodiscard]] char line_end() const { return raw_names ? '\0' : '\n'; }
};
void add_records(CLI::App& command, record_arguments& options);

// Each line of the files is a construct of this kind.
CLI::Option* add_rule(CLI::App& command, std::optional<entry>& rule);

// --- outputs ---

// The forms that tables are written in.
struct table_arguments {
    std::string format = "text";
    std::optional<std::uint64_t> top; // rows; 0: all
    std::uint64_t width = 0;          // 0: that of the terminal
    bool plain = false;

    [[nodiscard]] render::form form() const;
    // ASCII only, by the option or by the locale.
    [[nodiscard]] bool is_plain() const;
    [[nodiscard]] std::size_t columns() const;
    [[nodiscard]] render::table_options options(bool coloured = false) const;
};
void add_tables(CLI::App& command, table_arguments& options, std::uint64_t rows = render::usual_rows);
void add_space(CLI::App& command, std::optional<std::int64_t>& space, const std::string& what);
// A step other than the peak.
void add_step(CLI::App& command, std::optional<std::int64_t>& step);
// A file instead of standard output.
void add_output(CLI::App& command, std::string& file);

// --- limits ---

// The memory that a module must fit, of --device or --limit.
void add_memory_limit(CLI::App& command, std::optional<memory_limit>& limit);

// The option --max, which limits what `what` names; 0 is no limit.
void add_most(CLI::App& command, std::uint64_t& bytes, const std::string& what);

// --- eras ---

// `D0 to D24, a day as YYYY-MM-DD, or a release as jaxlib-0.10.1`.
std::string known_eras();
CLI::Option* add_era(CLI::App& command, const std::string& name, std::string& value, const std::string& what);
// Reports that `text` is not an era; returns the exit code.
int no_era(std::string_view command, std::string_view text);

} // namespace ballast::cli
