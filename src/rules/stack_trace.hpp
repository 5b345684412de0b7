// The stack-trace tree, row by row.
#pragma once

#include "ballast/ast/stack_trace.hpp"
#include "rules/broken.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ballast::rules {

// A fault in a tree: the part is a rail of the row, counted from the left. `at` is what the feeder called the row at
// fault, which can be an earlier one.
struct broken_tree : broken {
    std::int64_t at = -1;
};
using tree_verdict = std::optional<broken_tree>;

// Holds each row against the rows before it; its depth may grow by one, its rails follow from the branches above. `at`
// is the feeder's name for a row: an offset, or nothing.
class stack_tree {
public:
    // A row of a tree that was built: its rails follow from the rows around it.
    tree_verdict row(const ast::stack_row& row, std::int64_t at = -1);
    // A row that was read: a rail, or the room for one, for each level above it.
    tree_verdict row(const ast::stack_row& row, const std::vector<bool>& rails, std::int64_t at);
    // Rows are missing here: nothing is known until the next top-level node.
    void lose() { lost_ = true; }
    // After the last row of a tree of `total` bytes.
    tree_verdict end(std::int64_t total);

private:
    struct first_rail {
        bool drawn = false;
        std::int64_t at = -1; // of the first row that shows it
    };
    tree_verdict check_rails(const std::vector<bool>& rails, std::int64_t at);

    std::vector<ast::branch> open_;       // the branch of the latest row at each depth
    std::optional<first_rail> outermost_; // under the current top-level node
    ast::stack_row last_;
    std::int64_t last_at_ = -1;
    bool empty_ = true;
    bool lost_ = false;
};

// A whole tree that was built.
verdict check_stack_trace(const ast::stack_trace& trace);

} // namespace ballast::rules
