// The names that XLA gives its files, as
// `1594872631123456.module_0012.jit_step.3.sm_9.0_gpu_after_optimizations-buffer-assignment-values.txt.gz`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// Texts that are not told from truncated ones: an assignment without what follows it, and, as no XLA calls its files,
// live ranges as logs have them.
inline constexpr std::string_view bare_assignment_ending = ".buffer_assignment";
inline constexpr std::string_view log_live_range_ending = ".hlo_live_range.txt";

// What XLA writes about one module, each into a file of its own.
enum class sibling : std::uint8_t { assignment, values, live_range, usage_report, bare_assignment };

// How such files are called, and what is in them in words.
struct sibling_info {
    sibling which;
    std::string_view ending;
    std::string_view holds;
    bool alone; // its name does not tell which others are of the same module
};
std::span<const sibling_info> siblings();
const sibling_info& info(sibling which);

// A name is taken apart where its ending is one of those. All parts are pieces of the path.
struct file_name {
    std::string_view folder; // with its last slash; empty for the working folder
    std::string_view base;   // what the files of one module have in common
    sibling kind{};
    std::string_view compression; // `.gz`, `.zst` or nothing

    // The parts of the base, where it is as XLA makes it: TIMESTAMP.module_ID.MODULE.cl_CL.STAGE, all but the ID and,
    // for the kinds that have one, the STAGE left out at times. Copies that were renamed have none of them.
    bool made_by_xla = false;
    std::string_view timestamp; // microseconds
    std::string_view id;        // at least four digits
    std::string_view module;    // since 2021-06-22, where the name does not become too long with it
    std::string_view cl;        // of builds that are not of the open source
    std::string_view stage;     // `sm_9.0_gpu_after_optimizations`
};
std::optional<file_name> parse_file_name(std::string_view path);

// Folder and base in front of the ending, the same for all files of one module; empty where the name does not tell.
std::string_view stem_of(std::string_view path);

// The text of a module is called like those files without more, `STEM.txt` beside `STEM-buffer-assignment.txt`; XLA
// writes many others, one for each pass. Empty where it can be none.
std::string_view stem_of_text(std::string_view path);

// The paths under which the text of the module of a file can be read. Empty where the name does not tell.
std::vector<std::string> names_of_text_beside(std::string_view path);

// The name that another file of its module has, without the folder.
std::string sibling_name(const file_name& of, sibling which);

// Longer names are not to be had: XLA leaves out the name of the module, and a file system refuses them.
inline constexpr std::size_t longest_name = 255;

// True where the first has no module name for no other reason than that it would have been too long, and the second
// shows which name that is.
bool lacks_the_name_of(const file_name& nameless, const file_name& named);

} // namespace ballast::cli
