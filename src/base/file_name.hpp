// The names that XLA gives its files, as
// `1594872631123456.module_0012.jit_step.3.sm_9.0_gpu_after_optimizations-buffer-assignment-values.txt.gz`.
#pragma once

#include "ballast/export.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast {

// Texts that cannot be distinguished from truncated ones: an assignment without the following sections and, names that
// no XLA uses, live ranges from logs, and parts of an out-of-memory report of a TPU.
inline constexpr std::string_view bare_assignment_ending = ".buffer_assignment";
inline constexpr std::string_view log_live_range_ending = ".hlo_live_range.txt";
inline constexpr std::string_view tpu_part_ending = "-tpu-out-of-memory.part.txt";

// The endings of compressed files.
inline constexpr std::string_view gzip_ending = ".gz";
inline constexpr std::string_view zstandard_ending = ".zst";

// The name without `.gz` or `.zst`.
BALLAST_API std::string_view without_compression(std::string_view path);
BALLAST_API bool is_compressed(std::string_view path);

// The kinds of files that XLA writes for one module.
enum class sibling : std::uint8_t { assignment, values, live_range, usage_report, bare_assignment };

// The name ending of such files, and a description of their contents.
struct sibling_info {
    sibling which;
    std::string_view ending;
    std::string_view holds;
    bool alone; // the name does not show which other files belong to the same module
};
BALLAST_API std::span<const sibling_info> siblings();
BALLAST_API const sibling_info& info(sibling which);

// The parts of a name with one of these endings. All parts are views into the path.
struct file_name {
    std::string_view folder; // with its last slash; empty for the working folder
    std::string_view base;   // common to the files of one module
    sibling kind{};
    std::string_view compression; // `.gz`, `.zst` or empty

    // The parts of a base that XLA made: TIMESTAMP.module_ID.MODULE.cl_CL.STAGE. All parts are optional except the ID
    // and, for the kinds that have one, the STAGE. Renamed copies have none of them.
    bool made_by_xla = false;
    std::string_view timestamp; // microseconds
    std::string_view id;        // at least four digits
    std::string_view module;    // since 2021-06-22, unless the name would become too long
    std::string_view cl;        // only in builds that are not open source
    std::string_view stage;     // `sm_9.0_gpu_after_optimizations`
};
BALLAST_API std::optional<file_name> parse_file_name(std::string_view path);

// Folder and base before the ending, the same for all files of one module; empty if the name does not show it.
BALLAST_API std::string_view stem_of(std::string_view path);

// The stem of a module text, which is called `STEM.txt` beside `STEM-buffer-assignment.txt`. XLA writes many other
// texts, one for each pass. Empty if the path cannot be a module text.
BALLAST_API std::string_view stem_of_text(std::string_view path);

// The possible paths of the module text for a file. Empty if the name does not show them.
BALLAST_API std::vector<std::string> names_of_text_beside(std::string_view path);

// The name of another file of the same module, without the folder.
BALLAST_API std::string sibling_name(const file_name& of, sibling which);

// The limit for file names. XLA leaves out the name of the module in longer ones, and file systems refuse them.
inline constexpr std::size_t longest_name = 255;

// True if the first name lacks the module name only because it would be too long, and the second one shows the module
// name.
BALLAST_API bool lacks_the_name_of(const file_name& nameless, const file_name& named);

} // namespace ballast
