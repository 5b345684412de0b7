// The output of `show` about the memory of a module: as text, JSON and Markdown.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/era.hpp"
#include "base/shown.hpp"
#include "cli/json.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

struct grouping_name {
    std::string_view name; // for --by
    grouping by;
    std::string_view heading;
};
std::span<const grouping_name> groupings();

enum class holder_order : std::uint8_t { bytes, count, name };

struct memory_view {
    struct file {
        std::string name;
        std::string kind;
        std::size_t bytes = 0;
    };
    std::vector<file> files;
    std::string name;      // of the module, by its files
    std::size_t among = 1; // modules; this is the one with the largest total
    era_set era;
    memory_analysis memory;
    grouping by = grouping::alike;
    holder_order order = holder_order::bytes;
    std::size_t top = 0;               // rows of a table; 0: all
    std::optional<std::int64_t> space; // only this one
    std::optional<std::int64_t> step;  // instead of the peaks
    std::size_t columns = 80;
    std::string command_path; // how a shell names the module; empty if it is not in files
    bool verbose = false;     // files, era, marks; padding, donation, fragmentation
    bool full_paths = false;  // of source files
    bool plain = false;       // ASCII only
    bool coloured = false;    // headings are emphasised

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
// The tables of padding, donation and fragmentation in that text.
std::string savings_text(const memory_view& view);
void write_memory_json(const memory_view& view, const piece_taker& take);
std::string memory_markdown(const memory_view& view);

// One buffer, for `show --why`.
std::string story_text(const buffer_story& story, bool plain);
std::string stories_json(const std::vector<buffer_story>& stories);

// --- what the forms have in common ---

// A sentence about the saving that would lower the peak of a space most; empty if nothing is worth reporting.
std::string verdict_of(const memory_analysis& memory, std::int64_t space);
// The same, or a sentence that nothing would; empty if unknown.
std::string full_verdict_of(const memory_analysis& memory, std::int64_t space);
// `step.py:12` of `/home/me/train/step.py:12`.
std::string file_and_line(std::string_view source);
// True if the dump has the source line of a holder.
bool has_source(const holder_list& holders, std::size_t which);
std::int64_t bytes_of(const std::vector<const missed_donation*>& donations);
std::int64_t bytes_of(std::span<const holder_group> groups);

std::int64_t saturating_sum(std::int64_t a, std::int64_t b);
// `1 value`, `2 values`.
std::string plural(std::size_t count, std::string_view what);
// `12.3%`; `-` of nothing.
std::string share_of(std::int64_t part, std::int64_t whole);
// Escapes text of a dump for Markdown, including table cells: nothing in it is markup, and GitHub does not turn names,
// numbers or addresses into links.
std::string markdown_text(std::string_view text);
// ASCII only: `?` for other characters, `-` for a dash, `~` for cut text.
std::string ascii(std::string_view text);
// The largest number of bytes in use in each column of the schedule. There are no more columns than steps.
std::vector<std::int64_t> curve_of(const std::vector<use_from>& occupied, std::int64_t steps, std::size_t columns);

} // namespace ballast::cli
