// Aligned columns for people.
#pragma once

#include "base/utf8.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::cli {

inline std::size_t width(std::string_view text)
{
    std::size_t result = 0;
    while (!text.empty()) {
        text.remove_prefix(std::max<std::size_t>(1, utf8::sequence_length(text)));
        ++result;
    }
    return result;
}

// Columns, each as wide as its widest cell; numbers stand right.
class table {
public:
    enum class side { left, right };
    explicit table(std::vector<side> sides) : sides_(std::move(sides)) {}

    // A column that gives way where a line is too long.
    struct flexible {
        std::size_t column;
        std::size_t least;      // code points
        bool keeps_end = false; // its beginning is cut
    };

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    // Lines of at most so many columns, as far as there is what gives way: the widest first.
    void print(std::string& out, std::size_t columns = 0, const std::vector<flexible>& wide = {}) const
    {
        std::vector<std::size_t> widths(sides_.size());
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
        std::size_t all = 0;
        for (const auto w : widths) all += w + 1;
        while (all > columns) {
            const flexible* widest = nullptr;
            for (const auto& f : wide)
                if (widths[f.column] > f.least && (!widest || widths[f.column] > widths[widest->column])) widest = &f;
            if (!widest) break;
            --widths[widest->column];
            --all;
        }
        for (const auto& row : rows_) {
            std::string line;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const auto f = std::ranges::find(wide, i, &flexible::column);
                const auto cell = cut(row[i], widths[i], f != wide.end() && f->keeps_end);
                const std::string gap(widths[i] - width(cell), ' ');
                line += sides_[i] == side::right ? " " + gap + cell : " " + cell + gap;
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out += line + '\n';
        }
    }

private:
    static std::string cut(std::string_view text, std::size_t columns, bool keeps_end)
    {
        auto left = width(text);
        if (left <= columns) return std::string(text);
        std::string result;
        const auto step = [&] { return std::max<std::size_t>(1, utf8::sequence_length(text)); };
        if (keeps_end) {
            for (; left >= columns; --left) text.remove_prefix(step());
            return result.append("…").append(text);
        }
        for (std::size_t i = 1; i < columns; ++i) {
            const auto size = step();
            result += text.substr(0, size);
            text.remove_prefix(size);
        }
        return result.append("…");
    }

    std::vector<side> sides_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace ballast::cli
