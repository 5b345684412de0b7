#include "generate/program.hpp"

#include "ballast/text.hpp"
#include "base/label.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ballast::generate {

std::vector<std::string> program::label_of(const operation& o, nodes& draw) const
{
    const auto op_name = unescaped(metadata_of(o, draw).op_name);
    return label_parts(op_name.empty() ? name_of(o) : op_name);
}

// The chain of callers of a computation, with the labels of the calling instructions.
std::vector<std::string> program::path_to(const computation& c, nodes& draw) const
{
    if (c.caller == none) return {name_of(c)};
    const auto& caller = operations_[c.caller];
    auto result = path_to(computations_[caller.computation], draw);
    for (auto& part : label_of(caller, draw)) result.push_back(std::move(part));
    result.push_back(name_of(c));
    return result;
}

ast::stack_trace program::stack_trace_of(const std::vector<row>& rows, nodes& draw) const
{
    struct branch_node {
        std::string label;
        std::int64_t current = 0;
        std::int64_t total = 0;
        std::map<std::string, std::size_t> children;
    };
    std::vector<branch_node> tree(1);
    ast::stack_trace result;
    for (const auto& r : rows) {
        const auto& o = definition(*r.of);
        auto parts = path_to(computations_[o.computation], draw);
        for (auto& part : label_of(o, draw)) parts.push_back(std::move(part));
        if (const auto index = index_of(o.shape, r.of->part, draw); index && !index->empty())
            parts.back() += fmt::format("{{{}}}", fmt::join(*index, ","));
        std::size_t at = 0;
        for (const auto& part : parts) {
            const auto [found, added] = tree[at].children.try_emplace(part, tree.size());
            const auto next = found->second;
            if (added) {
                tree.emplace_back();
                tree.back().label = part;
            }
            at = next;
        }
        tree[at].current += r.bytes;
        result.total += r.bytes;
    }
    std::vector<ast::stack_row> printed;
    std::int64_t remaining = result.total;
    // Children come after their parents.
    for (auto i = tree.size(); i-- > 1;) {
        tree[i].total += tree[i].current;
        for (const auto& [label, child] : tree[i].children) tree[i].total += tree[child].total;
    }
    const auto print_line = [&](const branch_node& n, std::int64_t depth, ast::branch branch) {
        remaining -= n.current;
        const auto percent =
            fmt::format("{:.1f}", 100.0 * static_cast<double>(n.total) / static_cast<double>(result.total));
        std::int64_t tenths = 0;
        for (const char c : percent)
            if (c != '.') tenths = tenths * 10 + (c - '0');
        printed.push_back({depth, branch, draw.memory().copy(n.label), tenths, n.total, n.current, remaining});
    };
    // A node without a label has neither a line nor a level.
    const auto print_node = [&](const auto& self, std::size_t id, std::int64_t depth, ast::branch branch) -> void {
        const auto& n = tree[id];
        if (!n.label.empty()) print_line(n, depth++, branch);
        std::vector<std::size_t> kept;
        for (const auto& [label, child] : n.children)
            if (tree[child].total != 0) kept.push_back(child);
        std::ranges::sort(kept, [&](std::size_t a, std::size_t b) {
            return tree[a].total != tree[b].total ? tree[a].total > tree[b].total : tree[a].label < tree[b].label;
        });
        for (std::size_t i = 0; i < kept.size(); ++i)
            self(self, kept[i], depth, i + 1 == kept.size() ? ast::branch::last : ast::branch::inner);
    };
    if (result.total != 0) print_node(print_node, tree[0].children.begin()->second, 0, ast::branch::top);
    result.rows = draw.list(printed);
    return result;
}

} // namespace ballast::generate
