// Columns: a name, a description, and a function that takes the cell from a row.
#pragma once

#include "ballast/tables.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace ballast::tables {

// The function decides the type of the column, and whether its cells can be null. A text is appended; an empty one is
// null.
template <typename Row>
struct column {
    using integer = std::int64_t (*)(const Row&);
    using known_integer = std::optional<std::int64_t> (*)(const Row&);
    using boolean = bool (*)(const Row&);
    using text = void (*)(const Row&, std::string&);

    std::string_view name;
    std::string_view what;
    std::variant<integer, known_integer, boolean, text> get;
    tables::unit unit = unit::none;

    [[nodiscard]] column_info info() const
    {
        const auto type = std::holds_alternative<boolean>(get) ? cell_type::boolean
                          : std::holds_alternative<text>(get)  ? cell_type::text
                                                               : cell_type::integer;
        return {name, type, std::holds_alternative<known_integer>(get) || type == cell_type::text, unit, what};
    }
};

// The columns of the rows of a table.
template <typename Row>
std::span<const column<Row>> columns_of();

// Makes the cells of rows. Its buffers are used again for each row.
class row_writer {
public:
    explicit row_writer(row_handler& to) : to_(to) {}

    template <typename Row>
    void write(const Row& row)
    {
        const auto columns = columns_of<Row>();
        cells_.assign(columns.size(), {});
        text_.clear();
        texts_.clear();
        for (std::size_t i = 0; i < columns.size(); ++i)
            std::visit([&](auto get) { set(i, get, row); }, columns[i].get);
        make_valid();
        for (const auto& [at, begin, end] : texts_) cells_[at] = std::string_view(text_).substr(begin, end - begin);
        to_.row(Row::table, cells_);
    }

private:
    struct text_range {
        std::size_t at; // the cell
        std::size_t begin;
        std::size_t end;
    };

    template <typename Get, typename Row>
    void set(std::size_t at, Get get, const Row& row)
    {
        if constexpr (std::is_void_v<std::invoke_result_t<Get, const Row&, std::string&>>) {
            const auto begin = text_.size();
            get(row, text_);
            if (text_.size() != begin) texts_.push_back({at, begin, text_.size()});
        }
    }
    template <typename Result, typename Row>
    void set(std::size_t at, Result (*get)(const Row&), const Row& row)
    {
        if constexpr (std::is_same_v<Result, std::optional<std::int64_t>>) {
            if (const auto value = get(row)) cells_[at] = *value;
        } else {
            cells_[at] = get(row);
        }
    }
    // Replaces bytes that are not UTF-8, and NUL, by U+FFFD in the texts of all cells.
    void make_valid();

    row_handler& to_;
    std::vector<cell> cells_;
    std::string text_; // of all cells
    std::vector<text_range> texts_;
};

} // namespace ballast::tables
