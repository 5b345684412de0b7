// Rows in memory, until they can be written.
#pragma once

#include "ballast/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

void append_row(std::span<const tables::cell> cells, std::string& to);

// Reads rows of `columns` cells again. The texts of cells refer to `rows`.
class row_reader {
public:
    row_reader(std::string_view rows, std::size_t columns) : left_(rows), cells_(columns) {}

    // Moves to the first row, then to the next. Returns false at the end.
    bool next();
    [[nodiscard]] const tables::cell& cell(std::size_t column) const { return cells_[column]; }

private:
    tables::cell take_cell();
    std::string_view take(std::size_t size);
    std::int64_t take_number();

    std::string_view left_;
    std::vector<tables::cell> cells_;
};

} // namespace ballast::inline v0::render
