// Files: finding dumps in folders and archives, and grouping the files of a module.
#pragma once

#include "ballast/era.hpp"
#include "ballast/finding.hpp"
#include "ballast/source.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

// How files are found, named and read.
struct options {
    bool files_alone = false; // take every file by itself, not with others of its module
    bool raw_names = false;   // names for output are neither quoted nor escaped
    std::size_t max_bytes = byte_limit(std::uint64_t{8} << 30); // of one file
    std::size_t max_decompressed = std::size_t{1} << 30; // of one compressed file; a small file can fill all memory
    std::optional<era_set> binary_era{}; // the era of the texts that are made of programs in binary files
};

// --- finding files ---

struct input_file;

// A text from a log, from standard input, or of a program in a binary file.
struct input_text {
    source_text bytes;
    // Converts places in the text to places in the log; empty if there is no log.
    std::function<text_place(text_place)> in_log;
    // The first 10,000 messages about memory in the log, which are not inputs if the log has other texts; may be null.
    std::shared_ptr<const std::vector<input_file>> messages{};
    // Parts of the text that the log lacks, a clause each.
    std::vector<std::string> missing{};
    // Makes the text when it is read, in place of `bytes`; may be empty.
    std::function<read_result()> make{};
};

// One input: a file, standard input, a text inside a log, or a place that could not be read.
struct input_file {
    std::string path;                         // `-` is standard input
    std::string shown;                        // the name in output
    std::string problem;                      // why it cannot be read, or empty
    bool in_folder = false;                   // it was found in a folder, not named
    std::shared_ptr<const input_text> text{}; // is read instead of the file
    bool lacks_dumps = false;                 // a folder or an archive without dumps, which is the problem
    std::shared_ptr<const input_file> hlo{};  // the HloProto with the same text, if it was found, too

    [[nodiscard]] text_place place_in_file(text_place place) const
    {
        return text && text->in_log ? text->in_log(place) : place;
    }
};

struct found_files {
    std::vector<input_file> files;
    std::vector<std::string> notices;       // what was skipped, one sentence each
    std::vector<std::string> without_dumps; // folders without dumps, one sentence each; they can have logs

    // Where there can be logs, whose messages about memory are no inputs.
    std::vector<input_file> logs{};    // named
    std::vector<input_file> others{};  // in memory, of folders and archives
    std::vector<std::string> paths{};  // folders and archives
    std::string title{};               // of an answer about all of them
    std::string command_path_of_one{}; // how a shell names the first path; empty if it is not in files
    std::string command_path{};        // all paths
};

// Finds the files of the paths. Folders are searched recursively, in bytewise order and without following links to
// folders, for XLA's names of dumps and for `*.txt` and `*.csv` files that start like a dump. XLA writes a module text
// for each pass; only the one that is named like a dump beside it is taken. A broken link is unreadable if it is named
// like a dump; other broken links, pipes, sockets and devices are skipped. A folder without dumps is skipped, or is
// unreadable if there are other paths. Duplicate paths are read once. The programs in binary files (HloProto, profiles,
// executables in JAX's compilation cache) are inputs, too, unless a folder has their texts.
found_files find(const std::vector<std::string>& paths, const options& how);

// --- the files of a module ---

// Files of one module, in the order of the input. A file without a name of XLA's is a module of its own.
struct module_files {
    std::vector<const input_file*> files;
    // Some files were found in a folder, so files of the module that the folder lacks are missing.
    bool of_folder = false;
};

// Files of one folder whose names differ only in their endings are one module, at the place of the first file. That
// includes files that lack the module's name because it is too long. A text of `CompiledMemoryStats` is of the module
// that is the only other input. The inputs must outlive the result.
std::vector<module_files> modules_of(std::span<const input_file> inputs, const options& how);

} // namespace ballast::inline v0::files
