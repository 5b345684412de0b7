#include "rules/stack_trace.hpp"

#include <algorithm>

namespace ballast::rules {

namespace {

constexpr std::int64_t depth_limit = 256;

broken_tree fault(finding_id id, phrase said, std::size_t part, std::int64_t at)
{
    return {{id, std::move(said), part}, at};
}

} // namespace

tree_verdict stack_tree::row(const ast::stack_row& row, std::int64_t at)
{
    if (lost_) {
        if (row.branch != ast::branch::top) return {};
        lost_ = false;
        open_.clear();
        outermost_.reset();
    }
    const auto depth = static_cast<std::size_t>(row.depth);
    if ((row.depth == 0) != (row.branch == ast::branch::top) || row.depth < 0)
        return fault(finding_id::stack_depth, say("top-level nodes are those without a branch"), 0, at);
    if (depth > open_.size())
        return fault(finding_id::stack_depth,
                     say("node {} levels deep, the one before it is {} levels deep", depth,
                         open_.empty() ? 0 : open_.size() - 1),
                     open_.size(), at);
    if (row.depth > depth_limit)
        return fault(finding_id::too_deep, say("stack trace nested deeper than {} levels", depth_limit), 0, at);
    if (depth == 0) {
        if (outermost_ && !outermost_->drawn)
            return fault(finding_id::stack_rails, say("no rail under a top-level node, but another one follows"), 0,
                         outermost_->at);
        outermost_.reset();
    }
    open_.resize(depth);
    open_.push_back(row.branch);
    last_ = row;
    last_at_ = at;
    empty_ = false;
    return {};
}

tree_verdict stack_tree::row(const ast::stack_row& node, const std::vector<bool>& rails, std::int64_t at)
{
    if (!lost_)
        if (auto found = check_rails(rails, at)) return found;
    return row(node, at);
}

// To the left of a branch there is a rail for each ancestor that has a later sibling, and four blanks for each that has
// none. Whether a top-level node has a later sibling shows only when that sibling comes.
tree_verdict stack_tree::check_rails(const std::vector<bool>& rails, std::int64_t at)
{
    for (std::size_t depth = 0; depth < rails.size() && depth < open_.size(); ++depth) {
        const bool rail = rails[depth];
        if (depth != 0) {
            if (rail == (open_[depth] == ast::branch::inner)) continue;
            return fault(finding_id::stack_rails,
                         rail ? say("rail under a node without a later sibling")
                              : say("no rail under a node with a later sibling"),
                         depth, at);
        }
        if (!outermost_) {
            outermost_ = first_rail{rail, at};
        } else if (rail != outermost_->drawn) {
            return fault(finding_id::stack_rails,
                         rail ? say("rail where the lines above have none")
                              : say("no rail where the lines above have one"),
                         depth, at);
        }
    }
    return {};
}

// A tree that was cut off shows: bytes remain and a branch promises a sibling, or a node has more than its own bytes
// and no children. (Nodes with an empty label print no line, so that bytes may remain in a whole tree.)
tree_verdict stack_tree::end(std::int64_t total)
{
    if (lost_) return {};
    if (outermost_ && outermost_->drawn)
        return fault(finding_id::stack_rails, say("rail under the last top-level node"), 0, outermost_->at);
    if (empty_) {
        if (total == 0) return {};
        return fault(finding_id::stack_end, say("the stack trace of {} bytes has no node", total), 0, -1);
    }
    const bool sibling_missing = std::ranges::any_of(open_, [](ast::branch b) { return b == ast::branch::inner; });
    if (last_.remaining != 0 && (sibling_missing || last_.total != last_.current))
        return fault(finding_id::stack_end, say("the stack trace ends here, {} bytes remain", last_.remaining), 0,
                     last_at_);
    return {};
}

verdict check_stack_trace(const ast::stack_trace& trace)
{
    stack_tree tree;
    for (std::size_t i = 0; i < trace.rows.size(); ++i)
        if (auto found = tree.row(trace.rows[i])) return found;
    return tree.end(trace.total);
}

} // namespace ballast::rules
