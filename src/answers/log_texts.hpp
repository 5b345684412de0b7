// Texts inside logs as inputs, and their names.
#pragma once

#include "ballast/answers.hpp"
#include "ballast/extract.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// Names for the texts of a log: the name in the frame, or the name of the log with a number that the texts of one
// module share.
class log_text_names {
public:
    explicit log_text_names(const std::string& log);

    std::string next(const extraction& found);

private:
    std::string stem_;
    std::size_t number_ = 0;
    std::set<std::string> endings_; // with this number
};

// What an out-of-memory report of a TPU lacks if it was cut or copied in part; such parts are only read in logs. Empty
// for other texts.
std::optional<finding_message> missing_in(const ast::tree& tree);

// False if the input begins like a dump or a report, so that it cannot be a message about memory.
bool may_be_message(const files::input_file& file);

// The same for an out-of-memory report, too.
bool may_be_failure(const files::input_file& file);

// True if a file is a text that XLA writes to a file, not a log. A file that is named like a dump is one, even if its
// beginning is damaged.
bool is_text_of_xla(const files::input_file& file);
// The first bytes of a file, which decide what it is.
std::string beginning_of(const files::input_file& file);

// The texts of a log as inputs; none if it is neither a log nor an out-of-memory message. Adds a notice for each text
// that was repaired.
std::vector<files::input_file> texts_of(const files::input_file& file, std::string_view text,
                                        std::vector<std::string>& notices);

// Converts places in a text to places in its log. The text is on these lines.
std::function<text_place(text_place)> in_log(std::vector<log_place> lines);

} // namespace ballast::inline v0::answers
