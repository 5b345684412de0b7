// The findings of many files in one form, or as a table of folders.
#pragma once

#include "answers/outcome.hpp"
#include "ballast/render.hpp"
#include "render/findings_summary.hpp"

#include <cstddef>
#include <string>

namespace ballast::inline v0::render {

class findings_writer {
public:
    // `table`: a row for each folder instead of the findings.
    findings_writer(const findings_format& format, const findings_options& how, bool table, piece_taker to);

    // What remains of a file after its text is released.
    struct checked_file {
        validated_numbers numbers;
        std::string text;
    };
    // May be called on several threads.
    [[nodiscard]] checked_file make(const answers::validated_file& checked) const;
    void take(checked_file&& next);
    // Ends the output. Returns what is said beside it.
    answers::outcome finish();

private:
    const findings_format& format_;
    findings_options how_;
    bool table_;
    piece_taker to_;
    finding_counts all_;
    folder_table folders_;
    std::string kept_; // if the counts come first
    bool written_ = false;
    std::size_t deselected_ = 0;
    std::size_t known_ = 0;
    answers::instruction_count instructions_;
};

} // namespace ballast::inline v0::render
