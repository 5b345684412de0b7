// Tables by columns, as NumPy, Arrow and data frames take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::python {

enum class column_kind : std::uint8_t { integer, text, boolean };

// The cells of one column. The buffers are those of Arrow, apart from booleans, which NumPy wants as bytes.
struct column {
    std::string name;
    column_kind kind{};
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

// A cell; empty if the dump does not say.
using cell = std::variant<std::monostate, std::int64_t, bool, std::string_view>;

class column_table {
public:
    struct heading {
        std::string_view name;
        column_kind kind;
    };
    column_table(std::string name, std::initializer_list<heading> headings);

    // Takes a cell for each column, of its kind or empty.
    void add_row(std::initializer_list<cell> cells);
    // Call this after the last row.
    void finish();

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] const std::vector<column>& columns() const { return columns_; }

private:
    std::string name_;
    std::vector<column> columns_;
    std::size_t rows_ = 0;
};
using table_pointer = std::shared_ptr<const column_table>;

} // namespace ballast::python
