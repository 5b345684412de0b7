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

// What stands where: `dump` is a whole file, the others are single constructs.
struct start {
    std::optional<entry> single; // nothing: a dump
};

// The grammar alone, without actions.
bool recognises(start from, std::string_view text);
// The size of the record that a text begins with, by its place in grammar::records; empty if the text begins with
// something else.
std::optional<std::size_t> record_size(std::size_t record, std::string_view text);

// The size of the message about memory that a text begins with; empty if it begins with something else.
std::optional<std::size_t> message_size(std::string_view text);

// Why the grammar does not match: the farthest place that an alternative reached, and what would have fitted there.
struct fault {
    std::int64_t offset = 0;  // where what is expected would begin
    std::int64_t reached = 0; // the first byte that does not fit: later where a literal fails in its middle
    finding_id construct = finding_id::dump; // the innermost one around the place
    std::vector<std::string> expected;
    std::size_t literal = 0; // bytes of the shortest literal that failed in its middle, 0 for none
    bool in_text = false;    // inside quoted or balanced text
    bool too_deep = false;   // nested deeper than the limit
};
fault find_fault(start from, std::string_view text);
// Why none of the records matches that may come after a state of read::file_order, at `begin` in a text.
fault find_record_fault(std::uint8_t state, std::string_view text, std::size_t begin);
// The same for one attribute, and for the literal of a constant, at the beginning of the rest of a text.
fault find_attribute_fault(std::string_view rest);
fault find_literal_fault(std::string_view rest);

// True where nothing in a file after this fault could be told that helps.
bool ends_reading(const finding& what, std::string_view text);

// The fault as a finding, with a message of its own for what files suffer on their way.
finding explain(const fault& found, std::string_view text, bool whole_file);

// The same for a fault in the rest of a text that begins at `from`.
finding explain_part(fault found, std::string_view text, std::int64_t from);

} // namespace ballast::read
