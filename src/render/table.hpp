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
    };

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    // Limits the length of lines as far as possible. First, `droppable` columns are dropped in order until the others
    // have their preferred width; then the widest of the `wide` columns are shortened.
    void print(std::string& out, std::size_t columns = 0, const std::vector<flexible>& wide = {},
               const std::vector<std::size_t>& droppable = {}) const
    {
        std::vector<std::size_t> widths(sides_.size());
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], utf8::code_points(row[i]));
        auto wanted = widths;
        for (const auto& f : wide)
            if (f.wanted != 0) wanted[f.column] = std::min(widths[f.column], f.wanted);
        std::vector<bool> dropped(widths.size(), false);
        const auto sum = [&](const std::vector<std::size_t>& of) {
            std::size_t all = 0;
            for (std::size_t i = 0; i < of.size(); ++i) all += dropped[i] ? 0 : of[i] + 1;
            return all;
        };
        for (const auto column : droppable)
            if (sum(wanted) > columns) dropped[column] = true;
        for (auto all = sum(widths); all > columns; --all) {
            const flexible* widest = nullptr;
            for (const auto& f : wide)
                if (widths[f.column] > f.least && (!widest || widths[f.column] > widths[widest->column])) widest = &f;
            if (!widest) break;
            --widths[widest->column];
        }
        for (const auto& row : rows_) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                if (dropped[i]) continue;
                const auto f = std::ranges::find(wide, i, &flexible::column);
                const auto cell = cut(row[i], widths[i], f != wide.end() && f->keeps_end);
                const std::string gap(widths[i] - utf8::code_points(cell), ' ');
                line += sides_[i] == side::right ? " " + gap + cell : " " + cell + gap;
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out += line + '\n';
        }
    }

private:
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
