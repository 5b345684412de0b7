// Output: findings, the memory of modules and their changes as text, JSON, Markdown, HTML, SVG and for other programs.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/answers.hpp"
#include "ballast/era.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

// Takes pieces of the output. Returns false to stop.
using piece_taker = std::function<bool(std::string_view)>;

// How lines for people are written.
struct line_style {
    char line_end = '\n'; // or NUL, for scripts
    bool coloured = false;
    bool hints = false; // causes of findings are named
};

// --- findings ---

// The results of a file that remain after its text is released.
struct validated_numbers {
    std::string shown;
    bool unreadable = false;
    bool conforms = false;
    std::size_t bytes = 0;
    std::string era;
    std::array<std::size_t, 3> counts{};
    std::size_t deselected = 0;
    std::size_t known = 0;
    double seconds = 0;
    answers::instruction_count instructions;
};
validated_numbers numbers_of(const answers::validated_file& file);

// The numbers of a run.
struct finding_counts {
    std::size_t files = 0;
    std::size_t conform = 0;
    std::size_t with_errors = 0;
    std::size_t unreadable = 0;
    std::array<std::size_t, 3> findings{}; // by severity

    void add(const validated_numbers& file);
    // `3 files: 2 conform, …`.
    [[nodiscard]] std::string text() const;
};

struct findings_options {
    bool errors_only = false;
    std::size_t max_errors = 100; // as `validate` had it, for a message
    line_style style{};           // of text
};

// A form of findings: what is written before all files, for each file, between two files, and after all.
struct findings_format {
    std::string_view name;
    // The counts are those of the whole run if `counts_first`; otherwise they are 0.
    std::string (*begin)(const finding_counts& all);
    // May be called on several threads. Empty if there is nothing to write.
    std::string (*file)(const answers::validated_file& file, const findings_options& how);
    std::string_view between; // two files with output
    std::string (*end)(const finding_counts& all, const findings_options& how);
    bool counts_first = false; // the start is written after all files are checked
};
// text, json, sarif, github, junit.
std::span<const findings_format> findings_formats();

// The findings of files in one of these forms, as a whole.
std::string findings(std::span<const answers::validated_file> all, const findings_format& form,
                     const findings_options& how = {});

// --- the memory of a module ---

struct grouping_name {
    std::string_view name;
    grouping by;
    std::string_view heading;
};
std::span<const grouping_name> groupings();

enum class holder_order : std::uint8_t { bytes, count, name };

using answers::message_view;
using answers::shown_file;

// What is shown of a module, and how.
struct view_options {
    grouping by = grouping::alike;
    holder_order order = holder_order::bytes;
    std::size_t top = 0;               // rows of a table; 0: all
    std::optional<std::int64_t> space; // only this one
    std::optional<std::int64_t> step;  // instead of the peaks
    std::size_t columns = 80;
    bool verbose = false;    // files, era, marks; padding, donation, fragmentation
    bool full_paths = false; // of source files
    bool plain = false;      // ASCII only
    bool coloured = false;   // headings are emphasised
};

struct memory_view : view_options, answers::shown_module {
    const answers::dump_of_message* dump = nullptr; // of the module that a report is about, if it was given

    // The name of the module in its text, else by its files.
    [[nodiscard]] std::string_view title() const;
    // Spaces that are shown.
    [[nodiscard]] std::vector<const space_memory*> spaces() const;
    // The requested space; otherwise space 0, or the one with the largest total if space 0 is empty.
    [[nodiscard]] std::vector<const space_memory*> main_spaces() const;
    // Savings that would lower the peak of a space, by space.
    [[nodiscard]] std::map<std::int64_t, std::vector<const missed_donation*>> missed_donations() const;
    // Groups of one space in the requested order. The first call computes all of them.
    [[nodiscard]] std::span<const holder_group> groups(std::int64_t of_space) const;
    // The bytes that all groups of a space add up to, or its total if a report lists only some of them.
    [[nodiscard]] std::int64_t in_use(const space_memory& of_space) const;

private:
    mutable std::optional<std::vector<holder_group>> all_groups_{};
};

// Each ends with a line feed. JSON is written in pieces, since it has every holder.
std::string memory_text(const memory_view& view);
std::string memory_markdown(const memory_view& view);
void write_memory_json(const memory_view& view, const piece_taker& take);

// One buffer.
std::string story_text(const buffer_story& story, bool plain);
std::string stories_json(const std::vector<buffer_story>& stories);

// An SVG of the temporaries of a space. Each value is a rectangle: its width is the live range, its height the size.
// Below are the bytes in use; both peaks are marked. Values lower than half a pixel are not drawn but counted in a
// sentence. A space without temporaries has only a sentence. Ends with a line feed. Empty if the live ranges of
// temporaries are unknown. Requires the buffers of the analysis.
std::optional<std::string> heap_picture(const memory_analysis& memory, std::int64_t space, std::string_view title);

// --- for other programs ---

struct export_options {
    bool raw = false; // texts as in the dump, even if a spreadsheet takes them for formulas
};

// A format of another program.
struct memory_export {
    std::string_view name;
    std::string_view what;
    memory_options needs{}; // of the analysis
    void (*write)(const memory_analysis& memory, const export_options& how, const piece_taker& take) = nullptr;
    bool binary = false;
    bool takes_raw = false; // has the option `raw`
};
// pprof, trace, csv.
std::span<const memory_export> memory_exports();

// --- the modules of a folder ---

// The default number of rows of a table.
inline constexpr std::size_t usual_rows = 10;
inline constexpr std::size_t usual_holders = 7; // the default for the holders of a module

struct table_options {
    std::optional<std::size_t> top{}; // rows; 0: all
    std::size_t columns = 80;
    bool plain = false;                  // ASCII only
    bool coloured = false;               // headings are emphasised
    std::optional<memory_limit> limit{}; // which modules must fit
};

std::string summary_text(const answers::folder_summary& all, const table_options& how);
std::string summary_json(const answers::folder_summary& all, const std::optional<memory_limit>& limit = {});
std::string summary_markdown(const answers::folder_summary& all, const table_options& how);

// --- changes ---

// `space` limits the output to one memory space.
std::string diff_text(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                      const table_options& how);
std::string diff_json(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                      const std::optional<memory_limit>& limit = {});
std::string diff_markdown(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                          const table_options& how);

// --- HTML pages ---

// The largest number of values in a picture, by bytes × steps. Further values are only counted.
inline constexpr std::size_t most_pictured = 50'000;

// The JSON of a module, for pages of several modules.
std::string picture_json(const answers::shown_module& module);

// Pages of one module; of changes, each with the numbers of its two modules in `pictures`; of a folder, each row with
// the number of its module. `pictures` are results of picture_json.
// `failures` are sentences, which come first.
void write_module_page(const piece_taker& to, const answers::shown_module& module,
                       const std::vector<std::string>& failures = {});

void write_diff_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                     const std::vector<answers::report_change>& changes, std::optional<std::int64_t> space,
                     const std::optional<memory_limit>& limit = {});

void write_folder_page(const piece_taker& to, const std::string& title, const std::vector<std::string>& pictures,
                       const answers::folder_summary& all, const std::vector<answers::report_row>& rows,
                       const std::optional<memory_limit>& limit = {}, const std::vector<std::string>& failures = {});

} // namespace ballast::inline v0::render
