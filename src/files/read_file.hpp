// Reading one file.
#pragma once

#include "ballast/files.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::inline v0::files {

// Parse options that suit the name of a file; parsing stops after the first error.
parse_options options_for(std::string_view path);

// The text of a file, or why it cannot be read.
read_result read_file(const input_file& file, const options& given);
// The same, but maps large files: if the file is truncated meanwhile, the command ends.
read_result map_file(const input_file& file, const options& given);

// Documents have no rows if only their form is needed, or if a large file is read again. Large named files are mapped.
// XLA may still be writing files in a folder, so these are mapped only if just their form is needed: a mapped file that
// is truncated would end the command.
enum class wanted : std::uint8_t { all, form, again };

// Texts with fewer bytes are checked faster than a thread starts, and their trees are small.
inline constexpr std::size_t large_text = 1 << 20;

struct reading {
    wanted what = wanted::all;
    std::size_t threads = 1;
    std::size_t max_errors = 1; // 0: no limit
};
parsed_file parse_file(const input_file& file, const options& given, const reading& how);

// The same in two steps: the text, and its parse options.
struct opened_file {
    std::string problem{}; // why it cannot be read, or empty
    source_text text{};
    parse_options parsing{};
};
opened_file open_file(const input_file& file, const options& given, const reading& how);

} // namespace ballast::inline v0::files
