// Loading modules: which files are one, what is read of them, and what is said about the rest.
#pragma once

#include "answers/outcome.hpp"
#include "ballast/answers.hpp"
#include "era/joint.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::inline v0::answers {

// The problem of a module whose rows do not fit into memory.
inline constexpr std::string_view no_memory = "not enough memory";

// How the files of a question are read.
struct run {
    files::options reading{};
    std::size_t threads = 1;
    // Called after each of several modules with its number, how many there are, and the bytes of its texts in memory.
    // May throw, which ends the question.
    std::function<void(std::size_t done, std::size_t modules, std::size_t bytes)> progressed{};
};

// --- reading ---

// Parse options that suit the name of a file; parsing stops after the first error.
parse_options options_for(std::string_view path);

// How many texts this process has parsed, for tests.
std::size_t parse_count();

// Reads the files of a module, without its module text and its memory. Files whose part an earlier file has are left
// out, if they are copies of it by their names. `read` reads one of them.
loaded_module read_module(const files::module_files& from, const files::options& reading);
loaded_module read_module(const files::module_files& from, const std::function<parsed_file(std::size_t)>& read);
std::vector<module_file> read_files(const files::module_files& module, const files::options& reading,
                                    bool partial = false);
// Reads the module text, if source lines are wanted and it has them, and analyses the memory.
void analyse(loaded_module& of, const files::options& reading, sources lines, const memory_options& requested = {});
// The memory of the files and the module text, as they were read.
std::optional<memory_analysis> memory_of(const loaded_module& of, const memory_options& requested);
// Reads the module text beside a file, which has the source lines since 2025-12-02. Empty if there is none.
parsed_file read_text_beside(const std::string& path, const files::options& reading, std::string& shown,
                             std::vector<std::string>& notices);
void read_text_beside(loaded_module& of, const files::options& reading);

inline bool is_dump(const module_file& file) { return std::holds_alternative<ast::dump>(file.result.value->tree()); }
// The first error of a refused file.
unused_file refused_file(const files::input_file& file, const parsed_file& read);

// The words for the name and the number of a module, by the names of its files. Requires its path and its inputs.
void set_name(loaded_module& of);

// True if texts in memory follow that the memory of an accepted file could not be analysed.
bool is_lost(const loaded_module& of);

// Two of the files that contain the same part of a module, by their names in output; empty if there are none.
struct same_part {
    std::string first;
    std::string second;
};
std::optional<same_part> find_same_part(const std::vector<module_file>& files);

// --- one module ---

// True if an answer can be from a part of the texts: from records of refused texts, and without files of which nothing
// was read.
enum class reading : bool { whole, partial };

// Reads the only module of the inputs: all named files are one module; a folder or a log must have only one. Empty if
// there are several or none, which is reported.
std::optional<loaded_module> read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                         const run& by, outcome& to);
// True if its files can be answered from. Otherwise that is reported.
bool is_usable(std::string_view command, loaded_module& of, reading how, outcome& to);
// The same with its memory. Empty if there is no module, or if it cannot be answered from.
std::optional<loaded_module> load_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                         const run& by, const memory_options& requested, outcome& to);
// The memory of the only module, for other programs. Empty if there is none, which is reported.
std::optional<memory_analysis> memory_of(std::string_view command, const files::found_files& of, const run& by,
                                         const memory_options& requested, outcome& to);
// The memory of a usable module. False if it is lost, which is reported.
bool finish(loaded_module& of, const run& by, const memory_options& requested, outcome& to);

// The name of the module in XLA's file names.
std::string name_in_files(const loaded_module& of);
// Takes the memory of the module. Its texts are no longer needed then.
shown_module shown(loaded_module& of);
std::vector<shown_file> files_of(const loaded_module& of);

// --- several modules ---

// Passes on all modules in order, read on several threads. Their texts are released, unless they are kept.
enum class texts : bool { released, kept };
void for_modules(const std::vector<files::module_files>& modules, const run& by, sources lines, texts which,
                 const std::function<void(loaded_module&&)>& take);
// The modules of the inputs by their totals. What is not used is reported. `seen` may be null.
folder_summary summarise(const std::vector<files::input_file>& inputs, const run& by, std::optional<std::int64_t> space,
                         outcome& to);

// The bytes of the texts that are in memory.
std::size_t bytes_in_memory(const std::vector<files::input_file>& all);

// The memory spaces in use; space 0 if a module uses no memory.
std::set<std::int64_t> spaces_of(const memory_analysis& memory);
// Identifies a module regardless of its number: by its name and its memory.
std::string identity_of(const loaded_module& module);

// --- eras ---

// The era of the files of a module. One XLA printed all of them.
struct module_era {
    timeline::joint_report all; // texts have the numbers of their files
    // By file: a contradiction with the files before it. Such a file does not count for the era.
    std::vector<std::optional<timeline::joint_era::conflict>> conflicts;

    // The era of one file; that of the file itself if it does not count for the era of the others.
    [[nodiscard]] era_set of(const document& read, std::size_t file) const
    {
        return conflicts[file] ? date(read.witnesses()).possible : all.possible;
    }
};
// Null for a file that could not be read or was refused.
module_era era_of(const std::vector<const document*>& files);
module_era era_of(const std::vector<module_file>& files);

} // namespace ballast::inline v0::answers
