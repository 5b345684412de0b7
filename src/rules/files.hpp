// Checks of whole files, which compare records.
#pragma once

#include "ballast/ast/files.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace ballast::rules {

// The end of a frame has the same name as its beginning.
verdict check_frame(std::string_view begin, std::string_view end);

// Checks that each value line of the allocations has an entry among the used values.
class value_count {
public:
    void value_lines(std::size_t count) { in_allocations_ += count; }
    void used_value() { ++used_; }
    // Call this if the text ends after the used values.
    [[nodiscard]] verdict end() const;

private:
    std::size_t in_allocations_ = 0;
    std::size_t used_ = 0;
};

// Compares the lists of a memory-usage report: the first counts the allocations, the second has all of them.
verdict check_listed(std::int64_t ranked, std::optional<std::int64_t> rest, std::int64_t listed);

// Checks that the last table has all its rows, for a memory-usage report without the empty line after it.
verdict check_last_table(const ast::usage_table& table);

// Checks that a value is live at the step of the peak: if a range covers the step, the peak has a row.
class peak_rows {
public:
    void range(const ast::live_range_row& row);
    void peak(std::int64_t moment) { moment_ = moment; }
    void row() { ++rows_; }
    [[nodiscard]] verdict end() const;

private:
    // Disjoint intervals by start. They are few, because ranges overlap.
    std::map<std::int64_t, std::int64_t> covered_;
    std::int64_t moment_ = 0;
    std::size_t rows_ = 0;
};

// For live ranges in a file that are not followed by the peak.
verdict no_peak();

verdict check_peak(const ast::live_range& ranges);

} // namespace ballast::rules
