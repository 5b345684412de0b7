// Aligned columns for people.
#pragma once

#include "base/utf8.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

// Columns as wide as their widest cells; numbers are aligned to the right.
class table {
public:
    enum class side { left, right };
    explicit table(std::vector<side> sides) : sides_(std::move(sides)) {}

    // A column that is shortened if lines are too long.
    struct flexible {
        std::size_t column;
        std::size_t least;      // minimum number of code points
        bool keeps_end = false; // cut at the start
        std::size_t wanted = 0; // width up to which other columns are dropped
        std::size_t kept = 0;   // down to this width, it is shortened with others; below it, after them
    };

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    // Limits the length of lines as far as possible; 0: no limit. First, `droppable` columns are dropped in order until
    // the others have their preferred width; then the widest of the `wide` columns are shortened. With `usual` widths,
    // which columns are dropped does not depend on the rows. Returns the columns that were dropped.
    std::vector<std::size_t> print(std::string& out, std::size_t columns = 0, const std::vector<flexible>& wide = {},
                                   const std::vector<std::size_t>& droppable = {},
                                   const std::vector<std::size_t>& usual = {}) const
    {
        std::vector<std::size_t> result;
        std::vector<std::size_t> widths(sides_.size());
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], utf8::code_points(row[i]));
        auto wanted = usual.empty() ? widths : usual;
        for (const auto& f : wide)
            if (f.wanted != 0 && usual.empty()) wanted[f.column] = std::min(widths[f.column], f.wanted);
        std::vector<bool> dropped(widths.size(), false);
        const auto sum = [&](const std::vector<std::size_t>& of) {
            std::size_t all = 0;
            for (std::size_t i = 0; i < of.size(); ++i) all += dropped[i] ? 0 : of[i] + 1;
            return all;
        };
        for (const auto column : droppable)
            if (columns != 0 && sum(wanted) > columns) {
                dropped[column] = true;
                result.push_back(column);
            }
        if (columns != 0) shorten(widths, sum(widths), columns, wide);
        for (const auto& row : rows_) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (dropped[i]) continue;
                const auto f = std::ranges::find(wide, i, &flexible::column);
                const auto cell = cut(row[i], widths[i], f != wide.end() && f->keeps_end);
                // Without a limit, cells are whole; a long one does not move the columns of all rows.
                const auto aligned = columns == 0 ? std::min(widths[i], most_aligned) : widths[i];
                const auto length = utf8::code_points(cell);
                const std::string gap(aligned > length ? aligned - length : 0, ' ');
                line += sides_[i] == side::right ? " " + gap + cell : " " + cell + gap;
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out += line + '\n';
        }
        return result;
    }

private:
    static constexpr std::size_t most_aligned = 100;

    // Takes from the widest columns until all of them together are no wider than `columns`.
    static void shorten(std::vector<std::size_t>& widths, std::size_t all, std::size_t columns,
                        const std::vector<flexible>& wide)
    {
        const auto widest_above = [&](auto&& least_of) {
            const flexible* widest = nullptr;
            for (const auto& f : wide)
                if (widths[f.column] > least_of(f) && (!widest || widths[f.column] > widths[widest->column]))
                    widest = &f;
            return widest;
        };
        for (; all > columns; --all) {
            const auto* widest = widest_above([](const flexible& f) { return std::max(f.least, f.kept); });
            if (!widest) widest = widest_above([](const flexible& f) { return f.least; });
            if (!widest) return;
            --widths[widest->column];
        }
    }

    static std::string cut(std::string_view text, std::size_t columns, bool keeps_end)
    {
        auto left = utf8::code_points(text);
        if (left <= columns) return std::string(text);
        std::string result;
        if (keeps_end) {
            for (; left >= columns; --left) utf8::take_code_point(text);
            return result.append("…").append(text);
        }
        for (std::size_t i = 1; i < columns; ++i) result += utf8::take_code_point(text);
        return result.append("…");
    }

    std::vector<side> sides_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace ballast::inline v0::render
