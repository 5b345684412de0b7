// The entry points of the three instantiations of the grammar. Free of PEGTL.
#pragma once

#include "ballast/finding.hpp"
#include "ballast/read.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::read {

// A start of the grammar: `dump` is a whole file, the others are single constructs.
struct start {
    std::optional<entry> single; // empty: a dump
    bool short_form = false;     // names of the instruction have no `%`
};

// The grammar alone, without actions.
bool recognises(start from, std::string_view text);
// The size of the record at the start of a text, given its index in grammar::records; empty if there is something else.
std::optional<std::size_t> record_size(std::size_t record, std::string_view text);

// The size of the message about memory at the start of a text; empty if there is something else.
std::optional<std::size_t> message_size(std::string_view text);

// Why the grammar does not match: the farthest place that an alternative reached, and what was expected there.
struct fault {
    std::int64_t offset = 0;  // where the expected text would begin
    std::int64_t reached = 0; // the first byte that does not match; after `offset` if a literal fails in its middle
    finding_id construct = finding_id::dump; // the innermost construct around the place
    std::vector<std::string> expected;
    std::size_t literal = 0; // size of the shortest literal that failed in its middle; 0: none
    bool in_text = false;    // inside quoted or balanced text
    bool too_deep = false;   // nested deeper than the limit
};
fault find_fault(start from, std::string_view text);
// Why none of the records that may follow a state of read::file_order matches at `begin`.
fault find_record_fault(std::uint8_t state, std::string_view text, std::size_t begin);
// The same for an attribute and for the literal of a constant, at the start of the rest of a text.
fault find_attribute_fault(std::string_view rest, bool short_form);
fault find_literal_fault(std::string_view rest);

// True if no further finding about the file would help.
bool ends_reading(const finding& what, std::string_view text);

// The fault as a finding, with specific messages for common damage.
finding explain(const fault& found, std::string_view text, bool whole_file);

// The same for a fault in the rest of a text that begins at `from`.
finding explain_part(fault found, std::string_view text, std::int64_t from);

} // namespace ballast::read
