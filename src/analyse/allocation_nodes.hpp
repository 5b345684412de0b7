// Allocations as nodes for dumps whose tree is not kept. Memory-usage reports and module texts are compared with them.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/allocation.hpp"
#include "model/model.hpp"

#include <vector>

namespace ballast::analyse {

// Copies of shapes, by row, for use after the nodes of the records are released.
class kept_shapes {
public:
    explicit kept_shapes(ast::arena& memory) : memory_(memory) {}

    // Called for each shape, see model::builder::tell_shapes.
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

// Nodes in `memory` that share these shapes: allocation headers without pointers and pages, with places counted from
// `base`, and the ids, sizes, offsets and shapes of values.
ast::list<ast::allocation> allocation_nodes(const model::rows& rows, const kept_shapes& shapes, ast::arena& memory,
                                            model::offset base = 0);

} // namespace ballast::analyse
