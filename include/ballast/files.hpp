// Files: finding dumps in folders and logs, grouping the files of a module, reading, checking and comparing them.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/era.hpp"
#include "ballast/finding.hpp"
#include "ballast/read.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
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

    [[nodiscard]] text_place place_in_file(text_place place) const
    {
        return text && text->in_log ? text->in_log(place) : place;
    }
};

struct found_files {
    std::vector<input_file> files;
    std::vector<std::string> notices;       // what was skipped, one sentence each
    std::vector<std::string> without_dumps; // folders without dumps, one sentence each; they can have logs
};

// Finds the files of the paths. Folders are searched recursively, in bytewise order and without following links to
// folders, for XLA's names of dumps and for `*.txt` and `*.csv` files that start like a dump. XLA writes a module text
// for each pass; only the one that is named like a dump beside it is taken. A broken link is unreadable if it is named
// like a dump; other broken links, pipes, sockets and devices are skipped. A folder without dumps is skipped, or is
// unreadable if there are other paths. Duplicate paths are read once. The programs in binary files (HloProto, profiles,
// executables in JAX's compilation cache) are inputs, too, unless a folder has their texts.
found_files find(const std::vector<std::string>& paths, const options& given);

// The same, with logs replaced by their texts. A file is a log if it is named, does not start like a text that XLA
// writes, and contains one.
found_files find_texts(const std::vector<std::string>& paths, const options& given);

// The texts in a log that is in memory, or the text itself if it is not a log. Names begin with `name`.
std::vector<input_file> texts_of(const std::string& name, source_text text);

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
std::vector<module_files> modules_of(std::span<const input_file> inputs, const options& given);

// A document, or why there is none.
struct parsed_file {
    std::string problem{}; // why it could not be read, or empty
    parse_result result{};

    [[nodiscard]] bool accepted() const { return problem.empty() && result.accepted(); }
    // True if there is something to answer from.
    [[nodiscard]] bool has_records() const { return problem.empty() && result.value; }
};
// Reads one file and parses it, up to `max_errors` errors (0: all). `partial`: a refused text has a document of the
// records that were read.
parsed_file parse_file(const input_file& file, const options& given, std::size_t max_errors = 1, bool partial = false);

// --- checking ---

// The findings that a run reports.
class selection {
public:
    // All findings, or those of `only`, without those of `disabled`. A word is an identifier, a phase, or a context
    // rule such as `C3`; unknown words are ignored.
    explicit selection(const std::vector<std::string>& only = {}, const std::vector<std::string>& disabled = {});

    [[nodiscard]] bool reports(finding_id which) const { return reported_[static_cast<std::size_t>(which)]; }
    // True if any finding of the phase is reported.
    [[nodiscard]] bool reports(phase which) const { return phases_[static_cast<std::size_t>(which)]; }
    // True if no finding is.
    [[nodiscard]] bool empty() const { return reported_.none(); }

private:
    std::bitset<256> reported_;
    std::bitset<8> phases_;
};

// The findings for a word; empty if it is unknown.
std::vector<finding_id> findings_named(std::string_view word);
// All such words.
std::vector<std::string> finding_words();

// Returns whether a finding is known and need not be reported. Each known finding matches only once.
using known_findings = std::function<bool(const finding& what)>;

struct validate_options {
    selection reported{};
    bool strict = false;          // warnings, and notes about unknown spellings, are errors
    bool audit = false;           // note every printed peak that is not the highest step
    std::size_t max_errors = 100; // of one file; 0: no limit
    std::string demanded_era{};   // as a message names `demanded`
    std::optional<era_set> demanded{};
    // The known findings of a file, by its name in output; may be empty.
    std::function<known_findings(std::string_view shown)> known{};
};

// One finding with everything that output needs.
struct reported_finding {
    finding what;
    ballast::severity severity{}; // after `strict`
    text_place begin;
    text_place end;
    struct place {
        const input_file* file; // null: the same as the finding's
        text_place begin;
        text_place end;
        std::string message;
    };
    std::vector<place> related;
    std::string_view hint; // empty if no cause is known
};

// The number of instructions in module texts.
struct instruction_count {
    std::size_t texts = 0;
    std::size_t instructions = 0;

    void add(const instruction_count& more)
    {
        texts += more.texts;
        instructions += more.instructions;
    }
};

struct validated_file : parsed_file {
    input_file file;
    std::vector<reported_finding> findings{}; // ordered by place
    std::array<std::size_t, 3> counts{};      // of the findings, by severity
    std::size_t deselected = 0;               // findings that the selection hides
    std::size_t known = 0;                    // known findings
    bool ended_early = false;                 // after `max_errors`
    bool more_findings = false;               // `max_errors` may have hidden semantic findings
    std::string era{};                        // as `ballast era` prints it; empty if there is none
    double seconds = 0;
    instruction_count instructions{};

    [[nodiscard]] bool unreadable() const { return !problem.empty(); }
    [[nodiscard]] bool conforms() const { return !unreadable() && counts[0] == 0; }
};

// Checks the files of one module, in the given order, and compares them with each other. The inputs must outlive the
// result.
std::vector<validated_file> validate(const module_files& module, const options& given, const validate_options& how);

// --- the memory of modules ---

struct module_memory {
    std::string path;   // of its first file, as output names it
    std::string name;   // without its number; the file name if it is not one of XLA's
    std::string number; // as in the file's name
    std::vector<input_file> files;
    std::optional<memory_analysis> memory; // empty if no file has allocations
    // A file that was not used: it could not be read, or its text was refused.
    struct unused_file {
        std::string shown;
        std::string problem; // why it could not be read; empty if it was refused
        reported_finding refusal{};
        excerpt around{}; // the refusal
    };
    std::vector<unused_file> unused;
    std::vector<std::string> notices; // about module texts that are not used

    [[nodiscard]] std::size_t unreadable() const;
    [[nodiscard]] std::size_t refused() const { return unused.size() - unreadable(); }
};

// True if the module text is needed, which has the source lines of some modules.
enum class sources : bool { unwanted, wanted };

// Reads the files of a module and analyses its memory. Memory-usage reports beside a dump are not read, because the
// dump has the same information.
module_memory memory_of_module(module_files files, const options& given, sources lines);

// Passes on the memory of all modules in order, read on up to `threads` threads.
void for_modules(std::span<const module_files> modules, const options& given, sources lines, std::size_t threads,
                 const std::function<void(module_memory&&)>& take);

// The memory of a module in one space.
struct summary_row {
    space_numbers numbers;
    std::int64_t donatable = 0;
    std::size_t copies = 1;
    std::string number; // of the first copy
    std::string name;
    std::string path; // of the first copy
    std::vector<input_file> files;
    std::string largest;
    std::int64_t largest_bytes = 0;
    completeness of_dump;   // of the first copy
    std::string made_for{}; // as in memory_analysis
};

struct folder_summary {
    std::int64_t space = 0;
    std::set<std::int64_t> spaces; // that any module uses
    std::vector<summary_row> rows; // the largest first
    std::size_t modules = 0;       // with copies
    std::size_t elsewhere = 0;     // modules that use other spaces
    std::size_t without = 0;       // files or modules without allocations
    std::size_t refused = 0;
    std::size_t unreadable = 0;
};

// Reads all modules, and calls `seen` for each; modules with the same name and memory share a row.
folder_summary summarise(std::span<const module_files> modules, const options& given, std::int64_t space,
                         std::size_t threads, const std::function<void(const module_memory&)>& seen);
// The same for modules that were read before.
folder_summary summarise(std::span<const module_memory> modules, std::int64_t space);

// --- comparing ---

struct metric {
    std::string_view name;
    std::int64_t space_numbers::* of;
    bool of_ranges = false;       // known only with live ranges
    std::string_view before = {}; // an earlier name
};
inline constexpr metric metrics[]{
    metric{"total", &space_numbers::total, false, "needs"},
    metric{"arguments", &space_numbers::arguments},
    metric{"outputs", &space_numbers::outputs},
    metric{"constants", &space_numbers::constants},
    metric{"temporaries", &space_numbers::temporaries},
    metric{"shared", &space_numbers::shared},
    metric{"peak", &space_numbers::peak, true, "held"},
    metric{"fragmentation", &space_numbers::never_filled, true},
};

// One module on both sides; null if it is only on the other.
struct compared_module {
    const module_memory* before = nullptr;
    const module_memory* after = nullptr;
    memory_diff what;

    [[nodiscard]] const std::string& name() const { return (after ? after : before)->name; }
};

// The modules of one side. Modules with unused files are incomplete and are not compared.
struct module_side {
    std::vector<module_memory> modules;
    std::set<std::string> incomplete; // their names
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(module_memory&& next);
};

// Matches modules with the same name and memory, then those with the same name, in order. If each side has only one
// module, the two are compared regardless of their names. The sides must outlive the result.
std::vector<compared_module> compare(const module_side& before, const module_side& after);

} // namespace ballast::inline v0::files
