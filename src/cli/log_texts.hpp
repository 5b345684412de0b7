// Texts inside logs as inputs, and the names they get.
#pragma once

#include "ballast/extract.hpp"
#include "cli/files.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// Names for the texts of a log: the name in the frame, or that of the log with a number, which texts of one module
// share.
class log_text_names {
public:
    explicit log_text_names(const std::string& log);

    std::string next(const extraction& found);

private:
    std::string stem_;
    std::size_t number_ = 0;
    std::set<std::string> endings_; // of this number
};

// Places in the log of places in one of its texts, which is on these lines.
std::function<text_place(text_place)> in_log(std::vector<log_place> lines);

// What the paths name, with the texts of logs in place of the logs. A file is a log if it is named, does not begin like
// a text that XLA writes, and holds one.
input_files find_texts(const options& given);

} // namespace ballast::cli
