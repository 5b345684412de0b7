// Tables by columns, as NumPy, Arrow and data frames take them.
#pragma once

#include "ballast/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::python {

// The cells of one column. The buffers are those of Arrow, apart from booleans, which NumPy wants as bytes.
struct column {
    const tables::column_info* info = nullptr;
    std::vector<std::int64_t> integers;
    std::vector<std::uint8_t> booleans;
    std::vector<std::int64_t> offsets{0}; // of texts: where each ends in `bytes`
    std::string bytes;
    std::vector<std::uint8_t> known;     // bits; 0 for a cell that the dump lacks
    std::vector<std::uint8_t> true_bits; // of booleans, made by `finish`
    std::size_t unknown = 0;

    [[nodiscard]] bool is_known(std::size_t row) const { return (known[row / 8] >> (row % 8) & 1) != 0; }
    [[nodiscard]] std::string_view text(std::size_t row) const
    {
        const auto begin = static_cast<std::size_t>(offsets[row]);
        return std::string_view(bytes).substr(begin, static_cast<std::size_t>(offsets[row + 1]) - begin);
    }
};

class column_table {
public:
    explicit column_table(const tables::table_info& info);

    // Takes a cell for each column, of its type or empty.
    void add_row(std::span<const tables::cell> cells);
    // Call this after the last row.
    void finish();

    [[nodiscard]] const tables::table_info& info() const { return info_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] const std::vector<column>& columns() const { return columns_; }

private:
    const tables::table_info& info_;
    std::vector<column> columns_;
    std::size_t rows_ = 0;
};
using table_pointer = std::shared_ptr<const column_table>;

} // namespace ballast::python
