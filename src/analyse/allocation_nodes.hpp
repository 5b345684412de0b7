// Allocations as nodes where the tree of a dump is not kept: what a memory-usage report and the text of a module are
// held against.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/allocation.hpp"
#include "model/model.hpp"

#include <vector>

namespace ballast::analyse {

// Copies of shapes, by their rows, for when the nodes that records have are gone.
class kept_shapes {
public:
    explicit kept_shapes(ast::arena& memory) : memory_(memory) {}

    // To be told of each shape, see model::builder::tell_shapes.
    void keep(model::number row, const ast::shape& node);
    // Null for model::none.
    [[nodiscard]] const ast::shape* operator[](model::number row) const
    {
        return row < by_row_.size() ? by_row_[row] : nullptr;
    }

private:
    ast::arena& memory_;
    std::vector<const ast::shape*> by_row_;
};

// Nodes in `memory` that share these shapes: heads without pointers and pages, their places counted from `base` on, and
// of values their ids, sizes, offsets and shapes.
ast::list<ast::allocation> allocation_nodes(const model::rows& rows, const kept_shapes& shapes, ast::arena& memory,
                                            model::offset base = 0);

} // namespace ballast::analyse
