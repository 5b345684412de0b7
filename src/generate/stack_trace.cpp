#include "generate/nodes.hpp"

namespace ballast::generate {

ast::stack_row nodes::stack_row(std::int64_t depth, ast::branch branch, std::string_view label)
{
    return {depth, branch, label, below(1001), 0, 0, 1 + below(1000)};
}

// Appends the children of a node and returns the sum of their bytes. From the second level on, one of them can have an
// empty label: it has no line, and its children take its place.
std::int64_t nodes::children(std::vector<ast::stack_row>& rows, std::int64_t depth, std::int64_t least)
{
    if (depth > 4) return 0;
    const auto count = least + below(3);
    const auto unlabelled = depth > 1 && chance(4) ? below(count + 1) : -1;
    std::int64_t total = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto branch = i + 1 == count ? ast::branch::last : ast::branch::inner;
        if (i == unlabelled) {
            total += 1 + below(1000) + children(rows, depth, 0);
            continue;
        }
        const auto at = rows.size();
        rows.push_back(stack_row(depth, branch, pick({"a", "jit(f) (x)", "w{0}", "größe", "x (12.5%, b", " "})));
        const auto current = below(1000);
        const auto whole = current + children(rows, depth + 1, 0);
        rows[at].current = current;
        rows[at].total = whole;
        total += whole;
    }
    return total;
}

ast::stack_trace nodes::stack_trace()
{
    std::vector<ast::stack_row> rows;
    for (auto tops = 1 + below(3); tops != 0; --tops) {
        const auto at = rows.size();
        rows.push_back(stack_row(0, ast::branch::top, name()));
        const auto total = children(rows, 1, 1);
        rows[at].total = total;
    }
    // Numbers of any size whose sums fit.
    const auto scale = std::int64_t{1} << below(40);
    for (auto& row : rows) {
        row.total *= scale;
        row.current *= scale;
    }
    return {1 + number() / 2, list(rows)};
}

} // namespace ballast::generate
