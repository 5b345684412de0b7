#include "generate/nodes.hpp"

namespace ballast::generate {

ast::stack_row nodes::stack_row(std::int64_t depth, ast::branch branch, std::string_view label)
{
    return {depth, branch, label, below(1001), number(), number(), 1 + below(1000)};
}

void nodes::children(std::vector<ast::stack_row>& rows, std::int64_t depth)
{
    if (depth > 4) return;
    const auto count = below(3);
    for (std::int64_t i = 0; i < count; ++i) {
        const auto branch = i + 1 == count ? ast::branch::last : ast::branch::inner;
        rows.push_back(stack_row(depth, branch, pick({"a", "jit(f) (x)", "w{0}", "größe", "x (12.5%, b", " "})));
        children(rows, depth + 1);
    }
}

ast::stack_trace nodes::stack_trace()
{
    std::vector<ast::stack_row> rows;
    for (auto tops = 1 + below(3); tops != 0; --tops) {
        rows.push_back(stack_row(0, ast::branch::top, name()));
        children(rows, 1);
    }
    rows.back().remaining = 0;
    return {1 + number() / 2, list(rows)};
}

} // namespace ballast::generate
