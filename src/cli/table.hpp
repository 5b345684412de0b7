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

    void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    void print(std::string& out) const
    {
        std::vector<std::size_t> widths(sides_.size());
        for (const auto& row : rows_)
            for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
        for (const auto& row : rows_) {
            std::string line = " ";
            for (std::size_t i = 0; i < row.size(); ++i) {
                const std::string gap(widths[i] - width(row[i]), ' ');
                line += sides_[i] == side::right ? " " + gap + row[i] : " " + row[i] + gap;
                if (i + 1 != row.size()) line += ' ';
            }
            line.erase(line.find_last_not_of(' ') + 1);
            out += line + '\n';
        }
    }

private:
    std::vector<side> sides_;
    std::vector<std::vector<std::string>> rows_;
};

} // namespace ballast::cli
