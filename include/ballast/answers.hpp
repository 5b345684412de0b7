// Answers that all programs share: what is in the texts of modules, whether they conform, and what their memory is.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/era.hpp"
#include "ballast/files.hpp"
#include "ballast/finding.hpp"
#include "ballast/message_facts.hpp"
#include "ballast/read.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// --- texts ---

// As `files::find`, with logs replaced by their texts. A file is a log if it is named, does not start like a text that
// XLA writes, and contains one.
files::found_files find_texts(const std::vector<std::string>& paths, const files::options& reading);

// The texts in a log that is in memory, or the text itself if it is not a log. Names begin with `name`.
std::vector<files::input_file> texts_of(const std::string& name, source_text text);

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
parsed_file parse_file(const files::input_file& file, const files::options& reading, std::size_t max_errors = 1,
                       bool partial = false);

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
// Says that a word is none of them; empty if it is one.
std::string unknown_finding_word(std::string_view word);

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
        const files::input_file* file; // null: the same as the finding's
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
    files::input_file file;
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
std::vector<validated_file> validate(const files::module_files& module, const files::options& reading,
                                     const validate_options& how);

// --- the memory of modules ---

// A file of a module that was not used: it could not be read, or its text was refused.
struct unused_file {
    std::string shown;
    std::string problem; // why it could not be read; empty if it was refused
    reported_finding refusal{};
    excerpt around{}; // the refusal
};

// A file of a module that was read.
struct module_file : parsed_file {
    const files::input_file* file = nullptr;
};

// A module that was read, and its memory.
struct loaded_module {
    std::string path;   // of its first file, as output names it
    std::string name;   // without its number; the file name if it is not one of XLA's
    std::string number; // as in the file's name
    std::vector<files::input_file> inputs;
    std::vector<module_file> files;        // those that are used; empty once their texts are released
    parsed_file text{};                    // the module text beside them, if it is used
    std::string text_shown{};              // its name in output
    std::optional<memory_analysis> memory; // empty if no file has allocations
    std::vector<unused_file> unused;
    std::vector<std::string> notices; // one sentence each

    // The files that are used, and the module text.
    [[nodiscard]] std::vector<const document*> documents() const;
    // One XLA printed all of them.
    [[nodiscard]] era_set era() const;
    [[nodiscard]] std::size_t unreadable() const;
    [[nodiscard]] std::size_t refused() const { return unused.size() - unreadable(); }
};

// True if the module text is needed, which has the source lines of some modules.
enum class sources : bool { unwanted, wanted };

// Reads the files of a module and analyses its memory. Memory-usage reports beside a dump are not read, because the
// dump has the same information. If two files contain the same part, the first one counts.
loaded_module load(const files::module_files& from, const files::options& reading, sources lines);

// --- one module ---

// A file that was read, or a text in a log.
struct shown_file {
    std::string name;
    std::string kind;
    std::size_t bytes = 0;
};

struct message_view {
    shown_file file;
    std::int64_t line = 0; // in a log; 0 for a file of its own
    era_set era;
    message_facts facts;
};

// A module as an answer has it.
struct shown_module {
    std::vector<shown_file> files;
    std::string name;      // by its files
    std::string path{};    // of its first file, as output names it
    std::size_t among = 1; // number of modules; this one has the largest total
    era_set era;
    memory_analysis memory;
    std::vector<message_view> messages{}; // about memory, in the log that has the module
    std::string command_path{};           // how a shell names the module; empty if it is not in files
};

// The memory of a module in one space.
struct summary_row {
    space_numbers numbers;
    std::int64_t donatable = 0;
    std::size_t copies = 1;
    std::string number; // of the first copy
    std::string name;
    std::string path; // of the first copy
    std::vector<files::input_file> files;
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

// The modules by their memory in a space; those with the same name and memory share a row.
folder_summary summarise(std::span<const loaded_module> modules, std::int64_t space);

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
    const loaded_module* before = nullptr;
    const loaded_module* after = nullptr;
    memory_diff what;

    [[nodiscard]] const std::string& name() const { return (after ? after : before)->name; }
};

// The modules of one side. Modules with unused files are incomplete and are not compared.
struct module_side {
    std::vector<loaded_module> modules;
    std::set<std::string> incomplete; // their names
    std::size_t refused = 0;
    std::size_t unreadable = 0;

    void add(loaded_module&& next);
};

// Matches modules with the same name and memory, then those with the same name, in order. If each side has only one
// module, the two are compared regardless of their names. The sides must outlive the result.
std::vector<compared_module> compare(const module_side& before, const module_side& after);

// --- pages about several modules ---

struct report_row {
    const summary_row* what = nullptr;
    std::optional<std::size_t> picture{}; // its number
};

struct report_change {
    const compared_module* what = nullptr;
    std::optional<std::size_t> before{}; // the numbers of its pictures
    std::optional<std::size_t> after{};
};

struct dump_of_message;

} // namespace ballast::inline v0::answers
