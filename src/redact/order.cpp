#include "redact/order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ballast::inline v0::redact {

namespace {

// The rows of a node and of all nodes below it end here.
std::size_t end_of_node(std::span<const ast::stack_row> rows, std::size_t node)
{
    auto end = node + 1;
    while (end < rows.size() && rows[end].depth > rows[node].depth) ++end;
    return end;
}

// Sorts the nodes of `rows`, which are siblings with all nodes below them.
void sort_nodes(std::span<ast::stack_row> rows)
{
    struct node {
        std::int64_t total;
        std::string_view label;
        ast::branch branch;
        std::span<const ast::stack_row> rows;
    };
    std::vector<node> nodes;
    for (std::size_t at = 0; at < rows.size();) {
        const auto end = end_of_node(rows, at);
        sort_nodes(rows.subspan(at + 1, end - at - 1));
        nodes.push_back({rows[at].total, rows[at].label, rows[at].branch, rows.subspan(at, end - at)});
        at = end;
    }
    std::vector<node> sorted = nodes;
    for (auto first = sorted.begin(); first != sorted.end();) {
        const auto last = std::find_if(first, sorted.end(), [&](const node& n) { return n.total != first->total; });
        std::stable_sort(first, last, [](const node& a, const node& b) { return a.label < b.label; });
        first = last;
    }
    std::vector<ast::stack_row> result;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto begin = result.size();
        result.insert(result.end(), sorted[i].rows.begin(), sorted[i].rows.end());
        result[begin].branch = nodes[i].branch;
    }
    std::ranges::copy(result, rows.begin());
}

} // namespace

std::vector<ast::peak_row> sorted_rows(std::span<const ast::peak_row> rows)
{
    std::vector<ast::peak_row> result(rows.begin(), rows.end());
    const auto has_sum = [](const ast::peak_row& row) { return row.index && row.cumulative; };
    if (!std::ranges::all_of(result, has_sum)) return result;
    for (auto first = result.begin(); first != result.end();) {
        const auto last =
            std::find_if(first, result.end(), [&](const ast::peak_row& row) { return row.bytes != first->bytes; });
        std::vector<ast::maybe<std::int64_t>> sums;
        for (auto row = first; row != last; ++row) sums.push_back(row->cumulative);
        std::stable_sort(first, last, [](const ast::peak_row& a, const ast::peak_row& b) {
            if (a.name != b.name) return a.name < b.name;
            return std::ranges::lexicographical_compare(*a.index, *b.index);
        });
        for (const auto& sum : sums) first++->cumulative = sum;
    }
    return result;
}

std::vector<ast::stack_row> sorted_siblings(std::span<const ast::stack_row> rows)
{
    std::vector<ast::stack_row> result(rows.begin(), rows.end());
    if (rows.empty()) return result;
    // A node without a label has no row, and damaged dumps have any numbers.
    const auto unsigned_of = [](std::int64_t number) { return static_cast<std::uint64_t>(number); };
    auto remaining = unsigned_of(rows[0].remaining) + unsigned_of(rows[0].current);
    auto left = remaining;
    for (const auto& row : rows)
        if ((left -= unsigned_of(row.current)) != unsigned_of(row.remaining)) return result;
    sort_nodes(result);
    for (auto& row : result) {
        remaining -= unsigned_of(row.current);
        row.remaining = static_cast<std::int64_t>(remaining);
    }
    return result;
}

} // namespace ballast::inline v0::redact
