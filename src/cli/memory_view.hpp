// What `show` says of the memory of a module: as text for people, as JSON, as Markdown.
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
    std::size_t top = 7;               // rows of a table; 0: all
    std::optional<std::int64_t> space; // only this one
    std::optional<std::int64_t> step;  // instead of the peaks
    std::size_t columns = 80;
    std::string command_path; // how a shell names the module; empty if it is not in files
    bool verbose = false;     // files, era, marks; padding, donation, fragmentation
    bool full_paths = false;  // of source files
    bool plain = false;       // ASCII only
    bool coloured = false;    // headings stand out

    // The name of the module in its text, else by its files.
    [[nodiscard]] std::string_view title() const;
    // Spaces that are shown.
    [[nodiscard]] std::vector<const space_memory*> spaces() const;
    // The one that is asked for; else space 0, or the one with the largest total if space 0 is empty.
    [[nodiscard]] std::vector<const space_memory*> main_spaces() const;
    // By space, those of spaces whose peak they would lower.
    [[nodiscard]] std::map<std::int64_t, std::vector<const missed_donation*>> missed_donations() const;
    // Groups of one space in the order asked for. All are made at the first call.
    [[nodiscard]] std::span<const holder_group> groups(std::int64_t of_space) const;

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

// What would lower the peak of a space most, as a sentence; empty if nothing would that is worth reporting.
std::string verdict_of(const memory_analysis& memory, std::int64_t space);
// The same, or that nothing would; empty if that is not known.
std::string full_verdict_of(const memory_analysis& memory, std::int64_t space);
// `step.py:12` of `/home/me/train/step.py:12`.
std::string file_and_line(std::string_view source);
// Whether the dump says where in the source a holder comes from.
bool has_source(const holder_list& holders, std::size_t which);
std::int64_t bytes_of(const std::vector<const missed_donation*>& donations);

std::int64_t saturating_sum(std::int64_t a, std::int64_t b);
// `1 value`, `2 values`.
std::string plural(std::size_t count, std::string_view what);
// `12.3%`; `-` of nothing.
std::string share_of(std::int64_t part, std::int64_t whole);
// Text of a dump in Markdown, in a cell of a table too: nothing in it is markup, and no name, number or address in it
// becomes a link where GitHub shows it.
std::string markdown_text(std::string_view text);
// ASCII only: `?` for other characters, `-` for a dash, `~` where text was cut.
std::string ascii(std::string_view text);
// By columns: the most in use in each of as many stretches of the run as there are, or as it has steps.
std::vector<std::int64_t> curve_of(const std::vector<use_from>& occupied, std::int64_t steps, std::size_t columns);

} // namespace ballast::cli
