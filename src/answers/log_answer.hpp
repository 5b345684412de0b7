// What is needed to answer from the whole text of a log, if the texts that were found in it are not the answer.
#pragma once

#include "ballast/answers.hpp"
#include "failures/failures.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// What an answer is about.
enum class answer_kind : std::uint8_t { none, dump, usage_report, device_report, tpu, messages };

// What one text says.
struct read_text {
    std::string shown; // the name of its file
    std::size_t bytes = 0;
    failures::reading reading;
};

// What the logs say; texts without failures are left out.
std::vector<read_text> failures_in(const std::vector<files::input_file>& logs, const files::options& reading);

// What the logs say, without warnings. Leaves out the inputs that only report these failures: texts that are refused or
// cannot be read, and, of `all`, messages and out-of-memory reports.
enum class taken : bool { refused, all };
std::vector<read_text> take_failures(std::vector<files::input_file>& inputs, const std::vector<files::input_file>& logs,
                                     const files::options& reading, taken which = taken::all);
// What is needed at most, of the device's memory or of any; empty if no size is known.
enum class measured : bool { device, any };
std::optional<std::int64_t> most_needed(const std::vector<read_text>& of, measured which);
// True if a size is that of a whole program, not only of a request.
bool has_program(const std::vector<read_text>& of);

// True if the logs have no failures, only rows of dumps that could not be read as such.
bool only_rows_of_dumps(const std::vector<read_text>& read);

// What an answer from the texts in logs says.
struct text_answer {
    answer_kind kind = answer_kind::none;
    bool is_module = false;    // all files were accepted, and are of a module
    bool has_refused = false;  // a file was refused
    bool has_capacity = false; // of texts of TPUs
    bool has_arguments = false;
    std::size_t buffers = 0;   // listed in a report
    bool is_foreign = false;   // the only file does not begin like a text of XLA
    bool ends_unknown = false; // the last line of a file has an item that no known XLA prints
};

// True if it has all that the logs say.
bool says_all(const text_answer& answer, const std::vector<read_text>& read);

// A text that a file may have had before it was damaged, and what was repaired.
struct repaired_text {
    std::string text;
    std::vector<std::string> repairs;
};
// The one with the least repairs first.
std::vector<repaired_text> repaired(std::string_view text);

} // namespace ballast::inline v0::answers
