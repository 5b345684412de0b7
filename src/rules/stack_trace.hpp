// Checks the stack-trace tree, row by row.
#pragma once

#include "ballast/ast/stack_trace.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ballast::rules {

// Compares each row with the rows before it: its depth may grow by one, its rails follow from the branches above, and a
// node is complete when it has the children that its bytes and their branches promise. `at` is the caller's name for a
// row: an offset, or -1. The part of a violation is a rail of the row, counted from the left.
//
// A node with an empty label prints no line. Its children take its place among its siblings, so `└──` can occur several
// times. Its own bytes are in the total of its parent and on no line. If it is the last child and has no children, the
// last line is a `├──`. No such node is at the top or directly below it: the top is the name of a computation, followed
// by that of a variable or by a whole label.
class stack_tree {
public:
    // Checks a row of a tree that was built: its rails follow from the rows around it.
    verdict row(const ast::stack_row& row, std::int64_t at = -1);
    // Checks a row that was read. `rails` has an element for each level above it.
    verdict row(const ast::stack_row& row, const std::vector<bool>& rails, std::int64_t at);
    // Rows are missing here: nothing is checked until the next top-level node.
    void lose()
    {
        lost_ = true;
        open_.clear();
    }
    // Call this after the last row of a tree of `total` bytes.
    verdict end(std::int64_t total);

private:
    // A node whose children may still come.
    struct open_node {
        ast::branch branch = ast::branch::top;
        std::int64_t unshown = 0; // bytes of its total that are neither its own nor those of its children so far
        std::int64_t at = -1;
        std::int64_t last_child_at = -1;
        std::size_t last_branches = 0; // of its children
        bool has_children = false;
        bool promised = false; // more children must follow
    };
    struct first_rail {
        bool drawn = false;
        std::int64_t at = -1; // of the first row that shows it
    };
    verdict check_rails(const std::vector<bool>& rails, std::int64_t at);
    verdict leave(std::size_t depth);

    std::vector<open_node> open_;         // from the top-level node down to the latest row
    std::optional<first_rail> outermost_; // under the current top-level node
    std::int64_t remaining_ = 0;          // after the latest row
    bool empty_ = true;
    bool lost_ = false;
};

// Checks a whole tree that was built.
verdict check_stack_trace(const ast::stack_trace& trace);

} // namespace ballast::rules
