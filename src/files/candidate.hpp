// Which files of a folder are dumps, by their names and their first bytes.
#pragma once

#include "ballast/files.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

enum class candidate : std::uint8_t {
    none,
    dump,
    module_text, // if it is named like a dump beside it
    by_content,  // the first bytes decide
    binary,      // can have programs
};

// The number of first bytes that decide.
inline constexpr std::size_t deciding_bytes = 64;

candidate candidate_by_name(std::string_view name);
candidate candidate_by_content(std::string_view beginning);

// Adds the module texts that are named like one of the dumps from number `first` on, and sorts all of these.
void add_module_texts(std::vector<input_file>& files, std::size_t first, std::vector<input_file> texts);

} // namespace ballast::inline v0::files
