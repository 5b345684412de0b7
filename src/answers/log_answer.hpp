// What is needed to answer from the whole text of a log, if the texts that were found in it are not the answer.
#pragma once

#include "answers/receiver.hpp"
#include "answers/show.hpp"
#include "render/failure_text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// What an answer is about.
enum class answer_kind : std::uint8_t { none, dump, usage_report, device_report, tpu, messages };

// Keeps an answer, and what is reported with it, until it is known to be used.
class held_receiver : public receiver {
public:
    explicit held_receiver(receiver& to) : to_(to) {}

    bool write(std::string_view piece) override;
    bool flush() override { return is_open_ ? to_.flush() : true; }
    void report(std::string_view lines) override;
    [[nodiscard]] const render::line_style& style() const override { return to_.style(); }

    // Passes on the answer from its first piece on.
    void pass_on_answers() { passes_ = true; }
    // Passes on what was kept.
    bool release();
    [[nodiscard]] bool has_answer() const { return has_answer_; }

private:
    receiver& to_;
    std::string answer_;
    std::string reports_;
    bool passes_ = false;
    bool is_open_ = false;
    bool has_answer_ = false;
};

// What the logs say; texts without failures are left out.
std::vector<render::read_text> failures_in(const std::vector<log_input>& logs);

// What the logs say, without warnings. Leaves out the inputs that only report these failures: texts that are refused or
// cannot be read, and, of `all`, messages and out-of-memory reports.
enum class taken : bool { refused, all };
std::vector<render::read_text> take_failures(std::vector<files::input_file>& inputs, const std::vector<log_input>& logs,
                                             const files::options& options, taken which = taken::all);

// What an answer from the texts in logs says.
struct text_answer {
    answer_kind kind = answer_kind::none;
    bool is_module = false;    // all files were accepted, and are of a module
    bool has_refused = false;  // a file was refused
    bool has_capacity = false; // the rest is about texts of TPUs
    bool has_arguments = false;
    std::size_t buffers = 0;
    bool is_foreign = false; // the only file does not begin like a text of XLA
};

// True if it has all that the logs say.
bool says_all(const text_answer& answer, const std::vector<render::read_text>& read);

// A text that a file may have had before it was damaged, and what was repaired.
struct repaired_text {
    std::string text;
    std::vector<std::string> repairs;
};
// The one with the least repairs first.
std::vector<repaired_text> repaired(std::string_view text);

} // namespace ballast::inline v0::answers
