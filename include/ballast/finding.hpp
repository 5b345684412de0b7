// Findings: errors, warnings and notes about a text, as data. Lines, columns and excerpts are computed for display.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

enum class severity : std::uint8_t { error, warning, note };

// What a finding depends on: the form of one construct, the text as a whole, the nodes around the one in question, the
// eras of all forms in the file, the limits of this run, the tables of known spellings, the other files of the module,
// or, in an accepted text, the consistency of its numbers and names.
enum class phase : std::uint8_t { form, text, context, era, limits, unknown, siblings, semantic };

// All findings. What the semantic phase finds is in the order in which one explains another.
enum class finding_id : std::uint16_t {
#define BALLAST_FINDING(identifier, phase, severity, rule, sentence) identifier,
#include "ballast/findings.def"
#undef BALLAST_FINDING
};

// One row of the registry.
struct finding_info {
    finding_id id;
    std::string_view name; // as printed in brackets: `index_mark`
    ballast::phase phase;
    ballast::severity severity;
    std::uint8_t rule; // the number of the broken context rule: 3 is C3; 0: none
    std::string_view sentence;
};
BALLAST_API const finding_info& info(finding_id id);
// The whole registry, in the order of the identifiers.
BALLAST_API std::span<const finding_info> all_findings();

BALLAST_API std::string_view name_of(phase which);
BALLAST_API std::string_view name_of(severity which);

// A numbered rule that a grammar cannot express. A text that the grammar matches is refused if it breaks one.
struct context_rule_info {
    std::uint8_t number;
    std::string_view name;
    std::string_view sentence;
};
BALLAST_API std::span<const context_rule_info> context_rules();

// A message and its arguments. Each `{}` in the pattern is replaced by an argument; `{{` and `}}` are braces.
struct finding_message {
    std::string_view pattern; // has static storage
    std::vector<std::string> arguments{};

    [[nodiscard]] BALLAST_API std::string text() const;
    friend bool operator==(const finding_message&, const finding_message&) = default;
};

// Another place that explains a finding.
struct related_place {
    std::int64_t begin = 0; // bytes from the start of the file
    std::int64_t end = 0;
    finding_message message{};
    std::size_t file = 0; // as in the finding

    friend bool operator==(const related_place&, const related_place&) = default;
};

struct finding {
    finding_id id = finding_id::dump;
    ballast::severity severity = severity::error;
    // The broken context rule, if it is not that of the identifier: an error inside the value of a known attribute has
    // the identifier of the construct there.
    std::uint8_t rule = 0;
    std::size_t file = 0;   // of the files that were checked together, in their order
    std::int64_t begin = 0; // bytes from the start of the file
    std::int64_t end = 0;
    finding_message message{};
    std::vector<related_place> related{};

    friend bool operator==(const finding&, const finding&) = default;
};

// The number of the context rule that a text breaks; 0 if the grammar does not match the text.
BALLAST_API std::uint8_t context_rule_of(const finding& what);

// A place in a text for display. Lines and columns start at 1; columns count code points, and each byte that is not
// UTF-8 counts as one.
struct text_place {
    std::int64_t line = 1;
    std::int64_t column = 1;
};

// Converts offsets to places. It reads the text once, up to the largest offset asked for; later look-ups take
// logarithmic time. Not thread-safe.
class BALLAST_API line_table {
public:
    explicit line_table(std::string_view text) : text_(text) {}

    [[nodiscard]] text_place place_of(std::int64_t offset);
    [[nodiscard]] std::string_view text() const { return text_; }

private:
    struct checkpoint {
        std::size_t offset = 0;
        text_place place;
    };
    void read_up_to(std::size_t offset);

    std::string_view text_;
    std::vector<checkpoint> known_{{}};
};

// The line around a range of a text, at most 160 columns. Characters that a terminal cannot show are replaced by `?`.
struct excerpt {
    std::string window;
    std::int64_t caret = 0; // the 0-based column of the range in the window
    std::int64_t width = 1; // the number of its columns in the window, at least 1
};
BALLAST_API excerpt excerpt_of(std::string_view text, std::int64_t begin, std::int64_t end);

} // namespace ballast::inline v0
