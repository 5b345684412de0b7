#include "base/nearest.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ballast {

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit)
{
    const auto difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (difference >= limit) return limit;
    // Rows of the table of distances between prefixes: the current one and the two before.
    std::array<std::vector<std::size_t>, 3> rows;
    for (auto& row : rows) row.resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        const auto& two_before = rows[(i + 1) % 3];
        const auto& before = rows[(i - 1) % 3];
        auto& row = rows[i % 3];
        row[0] = i;
        auto least = row[0];
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({before[j] + 1, row[j - 1] + 1, before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two_before[j - 2] + 1);
            least = std::min(least, row[j]);
        }
        if (least >= limit) return limit;
    }
    return std::min(rows[a.size() % 3][b.size()], limit);
}

nearest_words::nearest_words(std::string_view wanted, std::size_t most)
    : wanted_(wanted), most_(most), limit_(std::max<std::size_t>(1, wanted.size() / 3) + 1)
{
}

void nearest_words::offer(std::string_view word)
{
    constexpr std::size_t longest = 200; // bytes; distances take time in the product of the lengths
    if (word.empty() || wanted_.empty() || word.size() > longest || wanted_.size() > longest) return;
    auto distance = edit_distance(wanted_, word, limit_);
    if (wanted_.size() > 2 && word.find(wanted_) != std::string_view::npos)
        distance = std::min<std::size_t>(distance, 1);
    if (distance >= limit_) return;
    candidate next{distance, std::string(word)};
    const auto at = std::ranges::lower_bound(best_, next);
    if (at != best_.end() && *at == next) return;
    best_.insert(at, std::move(next));
    if (best_.size() > most_) best_.pop_back();
}

std::vector<std::string> nearest_words::words() const
{
    std::vector<std::string> result;
    for (const auto& c : best_) result.push_back(c.second);
    return result;
}

} // namespace ballast
