// The stack-trace tree, row by row.
#pragma once

#include "ballast/ast/stack_trace.hpp"
#include "rules/violation.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ballast::rules {

// Holds each row against the rows before it; its depth may grow by one, its rails follow from the branches above, and
// a node is left when it has the children that its bytes and their branches promise. `at` is the feeder's name for a
// row: an offset, or nothing. The part of a violation is a rail of the row, counted from the left.
//
// A node with an empty label prints no line. Its children have its place among its siblings, so that `└──` can appear
// several times; its own bytes are in its parent's total and on no line; where it is the last child and has no
// children, a `├──` is the last line. There is none at the top or right under it: an entry is a computation's name, and
// what follows is a variable's, or a whole label.
class stack_tree {
public:
    // A row of a tree that was built: its rails follow from the rows around it.
    verdict row(const ast::stack_row& row, std::int64_t at = -1);
    // A row that was read: a rail, or the room for one, for each level above it.
    verdict row(const ast::stack_row& row, const std::vector<bool>& rails, std::int64_t at);
    // Rows are missing here: nothing is known until the next top-level node.
    void lose()
    {
        lost_ = true;
        open_.clear();
    }
    // After the last row of a tree of `total` bytes.
    verdict end(std::int64_t total);

private:
    // A node whose children may still come.
    struct open_node {
        ast::branch branch = ast::branch::top;
        std::int64_t unshown = 0; // bytes of its total that neither it nor a child so far accounts for
        std::int64_t at = -1;
        std::int64_t last_child_at = -1;
        std::size_t last_branches = 0; // of its children
        bool has_children = false;
        bool promised = false; // its latest child is not the last one
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

// A whole tree that was built.
verdict check_stack_trace(const ast::stack_trace& trace);

} // namespace ballast::rules
