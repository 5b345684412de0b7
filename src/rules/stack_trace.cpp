#include "rules/stack_trace.hpp"

#include <string_view>

namespace ballast::rules {

namespace {

constexpr std::int64_t depth_limit = 256;

violation fault(finding_id id, finding_message text, std::size_t part, std::int64_t at)
{
    return {.id = id, .message = std::move(text), .part = part, .at = at};
}

// A label may continue on the next line, if that cannot be read as a row or as the end of one.
bool is_label(std::string_view label)
{
    for (auto feed = label.find('\n'); feed != std::string_view::npos; feed = label.find('\n', feed + 1)) {
        const auto next = label.substr(feed + 1);
        const auto line = next.substr(0, next.find('\n'));
        if (label.substr(0, feed).ends_with(" bytes)")) return false;
        if (line.starts_with("  ") && line.find("── ") != std::string_view::npos) return false;
    }
    return true;
}

// Totals are read from the text and can be any numbers that fit.
std::int64_t less(std::int64_t from, std::int64_t taken)
{
    std::int64_t result = 0;
    if (!__builtin_sub_overflow(from, taken, &result)) return result;
    return taken > 0 ? INT64_MIN : INT64_MAX;
}

} // namespace

verdict stack_tree::row(const ast::stack_row& row, std::int64_t at)
{
    if (lost_) {
        if (row.branch != ast::branch::top) return {};
        lost_ = false;
        outermost_.reset();
    }
    const auto depth = static_cast<std::size_t>(row.depth);
    if ((row.depth == 0) != (row.branch == ast::branch::top) || row.depth < 0)
        return fault(finding_id::stack_depth, say("top-level nodes have no branch, all others have one"), 0, at);
    if (depth > open_.size())
        return fault(finding_id::stack_depth,
                     say("node {} levels deep, the one before it is {} levels deep", depth,
                         open_.empty() ? 0 : open_.size() - 1),
                     open_.size(), at);
    if (row.depth > depth_limit)
        return fault(finding_id::too_deep, say("stack trace nested deeper than {} levels", depth_limit), 0, at);
    if (auto found = leave(depth)) return found;
    if (depth == 0) {
        if (outermost_ && !outermost_->drawn)
            return fault(finding_id::stack_rails, say("no rail under a top-level node, but another one follows"), 0,
                         outermost_->at);
        outermost_.reset();
        if (row.current != 0)
            return fault(
                finding_id::stack_top,
                say("top-level node with {} bytes of its own; it is a computation, which has none", row.current), 0,
                at);
    } else {
        auto& parent = open_[depth - 1];
        parent.unshown = less(parent.unshown, row.total);
        parent.has_children = true;
        parent.promised = row.branch == ast::branch::inner;
        parent.last_branches += row.branch == ast::branch::last;
        parent.last_child_at = at;
        if (depth == 1 && parent.last_branches != (parent.promised ? 0U : 1U))
            return fault(finding_id::stack_rails, say("node after the last one under its top-level node"), 0, at);
    }
    open_.push_back({.branch = row.branch, .unshown = less(row.total, row.current), .at = at});
    remaining_ = row.remaining;
    empty_ = false;
    return {};
}

// The nodes from that depth on get no more children.
verdict stack_tree::leave(std::size_t depth)
{
    for (; open_.size() > depth; open_.pop_back()) {
        const auto& node = open_.back();
        if (open_.size() == 1) {
            if (!node.has_children)
                return fault(finding_id::stack_top, say("top-level node without children"), 0, node.at);
            if (node.promised)
                return fault(finding_id::stack_rails, say("`├──` before the last node under its top-level node"), 0,
                             node.last_child_at);
        } else if (node.promised && (node.last_branches != 0 || node.unshown <= 0)) {
            return fault(finding_id::stack_rails, say("`├──`, but no later sibling follows"), 0, node.last_child_at);
        }
    }
    return {};
}

verdict stack_tree::row(const ast::stack_row& node, const std::vector<bool>& rails, std::int64_t at)
{
    if (!lost_)
        if (auto found = check_rails(rails, at)) return found;
    return row(node, at);
}

// To the left of a branch is a rail for each ancestor that has a later sibling, and four blanks for each other
// ancestor. For a top-level node this is only known when its sibling comes.
verdict stack_tree::check_rails(const std::vector<bool>& rails, std::int64_t at)
{
    for (std::size_t depth = 0; depth < rails.size() && depth < open_.size(); ++depth) {
        const bool rail = rails[depth];
        if (depth != 0) {
            if (rail == (open_[depth].branch == ast::branch::inner)) continue;
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

// Closes all open nodes. A truncated tree can look like one whose last nodes have no labels; it is reported if that is
// impossible.
verdict stack_tree::end(std::int64_t total)
{
    if (lost_) return {};
    if (outermost_ && outermost_->drawn)
        return fault(finding_id::stack_rails, say("rail under the last top-level node"), 0, outermost_->at);
    if (empty_) {
        if (total == 0) return {};
        return fault(finding_id::stack_end, say("the stack trace of {} bytes has no node", total), 0, -1);
    }
    auto found = leave(0);
    if (found && remaining_ != 0) {
        found->id = finding_id::stack_end;
        found->message = say("the stack trace ends here, {} bytes remain", remaining_);
    }
    return found;
}

verdict check_stack_trace(const ast::stack_trace& trace)
{
    stack_tree tree;
    for (const auto& row : trace.rows) {
        if (!is_label(row.label))
            return violation{finding_id::stack_trace,
                             say("a line of a label looks like a row, or like the end of one")};
        if (auto found = tree.row(row)) return found;
    }
    return tree.end(trace.total);
}

} // namespace ballast::rules
