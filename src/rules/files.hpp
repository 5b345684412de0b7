// What a file must have: rules that look from record to record.
#pragma once

#include "ballast/ast/files.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

namespace ballast::rules {

// A frame ends with the name it began with.
verdict check_frame(std::string_view begin, std::string_view end);

// Each value line of the allocations has its entry among the used values.
class value_count {
public:
    void value_lines(std::size_t count) { in_allocations_ += count; }
    void used_value() { ++used_; }
    void add(const value_count& other)
    {
        in_allocations_ += other.in_allocations_;
        used_ += other.used_;
    }
    // Where the text ends after the used values.
    [[nodiscard]] verdict end() const;

private:
    std::size_t in_allocations_ = 0;
    std::size_t used_ = 0;
};

// Of the two lists of a memory-usage report, the first counts the allocations and the second has all of them.
verdict check_listed(std::int64_t ranked, std::optional<std::int64_t> rest, std::int64_t listed);

// Where a memory-usage report ends without the empty line after a table, all rows of the table are there.
verdict check_last_table(const ast::usage_table& table);

// The moment of the peak is one at which something is live: if a range covers it, there is a row.
class peak_rows {
public:
    void range(const ast::live_range_row& row);
    void peak(std::int64_t moment) { moment_ = moment; }
    void row() { ++rows_; }
    [[nodiscard]] verdict end() const;

private:
    // Disjoint intervals by their start. Ranges overlap, so that a few intervals cover very many.
    std::map<std::int64_t, std::int64_t> covered_;
    std::int64_t moment_ = 0;
    std::size_t rows_ = 0;
};

// Live ranges in a file are followed by the peak.
verdict no_peak();

verdict check_peak(const ast::live_range& ranges);

} // namespace ballast::rules
