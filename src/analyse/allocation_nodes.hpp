// The allocations of a dump with or without a tree. Memory-usage reports and module texts are compared with them.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/records.hpp"

#include <cstddef>
#include <vector>

namespace ballast::analyse {

// A handler of records. Nodes that go away are copied: of allocations their header without pointer and page, of values
// the id, size, offset and shape.
class allocation_collector : public ast::record_ignorer {
public:
    explicit allocation_collector(ast::arena& memory) : memory_(memory) {}

    void allocation(const ast::allocation& head);
    void value(const ast::value_line& line);
    void forget_nodes();

    // All allocations with their values.
    [[nodiscard]] ast::list<ast::allocation> take();

private:
    // The range of an allocation's values ends at the first value of the next allocation.
    struct collected {
        ast::allocation head;
        std::size_t first_value;
    };

    ast::arena& memory_;
    std::vector<collected> allocations_;
    std::vector<ast::value_line> values_;
    std::size_t copied_allocations_ = 0; // those after them still refer to nodes of the source
    std::size_t copied_values_ = 0;
};

} // namespace ballast::analyse
