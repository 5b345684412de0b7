// The rows of a dump while it is read.
#pragma once

#include "ballast/ast.hpp"
#include "read/context.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

namespace ballast::read {

class kept_rows {
    template <typename... Rows>
    using rows_of = std::tuple<scratch<Rows>...>;
    using all_rows = rows_of<ast::allocation, ast::value_line, ast::reused_value, ast::used_value, ast::sequence_row,
                             ast::live_range_row, ast::peak_row, ast::stack_row, ast::moment_row>;

public:
    // All rows or, if there will be no tree, the latest row of each kind.
    enum class keeps : std::uint8_t { all, latest };

    explicit kept_rows(keeps what) : keeps_(what) {}

    template <typename T>
    [[nodiscard]] scratch<T>& of()
    {
        return std::get<scratch<T>>(rows_);
    }
    template <typename T>
    T& add()
    {
        // A row that does not match is dropped; then the row before it is the latest.
        if (keeps_ == keeps::latest) of<T>().keep_last();
        return of<T>().add();
    }
    template <typename T>
    ast::list<T> take(ast::arena& memory)
    {
        if (keeps_ == keeps::all) return of<T>().take(0, memory);
        of<T>().shrink(0);
        return {};
    }

    [[nodiscard]] bool are_all() const { return keeps_ == keeps::all; }
    void keep_all() { keeps_ = keeps::all; }

    // The number of rows of each kind.
    using counts = std::array<std::size_t, std::tuple_size_v<all_rows>>;
    [[nodiscard]] counts sizes() const
    {
        return std::apply([](const auto&... rows) { return counts{rows.size()...}; }, rows_);
    }
    // Reserves space for so many rows in all.
    void reserve(const counts& sizes)
    {
        std::size_t kind = 0;
        std::apply([&](auto&... rows) { (rows.reserve(sizes[kind++]), ...); }, rows_);
    }
    // Appends the rows of the next part of the text, once the copies are made. There must be space for them.
    void append(kept_rows& part, std::vector<row_copy>& copies)
    {
        const auto append = [&]<typename... Rows>(std::tuple<scratch<Rows>...>&) {
            (copies.push_back(of<Rows>().append(part.of<Rows>())), ...);
        };
        append(rows_);
    }

    template <typename T>
    static constexpr bool has = []<typename... Rows>(std::type_identity<std::tuple<scratch<Rows>...>>) {
        return (std::is_same_v<T, Rows> || ...);
    }(std::type_identity<all_rows>{});

private:
    keeps keeps_;
    all_rows rows_;
};

} // namespace ballast::read
