#include "analyse/allocation_nodes.hpp"

#include "ballast/ast/copy.hpp"

#include <cstddef>
#include <span>

namespace ballast::analyse {

void kept_shapes::keep(model::number row, const ast::shape& node)
{
    if (row >= by_row_.size()) by_row_.resize(row + std::size_t{1}, nullptr);
    by_row_[row] = memory_.make(ast::copy(node, memory_)).get();
}

ast::list<ast::allocation> allocation_nodes(const model::rows& rows, const kept_shapes& shapes, ast::arena& memory,
                                            model::offset base)
{
    const auto boxed = [&](model::number row) {
        const auto* shape = shapes[row];
        return shape ? memory.make(*shape) : ast::box<ast::shape>();
    };
    std::vector<ast::allocation> made;
    made.reserve(rows.allocations.size());
    std::vector<ast::value_line> values;
    for (const auto& row : rows.allocations) {
        auto& node = made.emplace_back();
        node.at.offset = row.at - base;
        node.number = row.number;
        node.size = row.size;
        node.color = row.color;
        node.constant = row.constant;
        node.thread_local_ = row.thread_local_;
        node.maybe_live_out = row.live_out;
        node.preallocated_temp = row.arena;
        node.output_shape = boxed(row.output_shape);
        if (row.parameter >= 0) {
            ast::allocation_parameter parameter;
            parameter.number = row.parameter;
            parameter.shape = boxed(row.parameter_shape);
            parameter.unknown_shape = row.unknown_shape;
            parameter.index = memory.make_list(rows.index(row.parameter_index));
            node.parameter = memory.make(parameter);
        }
        values.clear();
        for (const auto& line : rows.lines_of(row)) {
            auto& value = values.emplace_back();
            value.value.id = line.value.id;
            value.size = line.size;
            value.offset = line.offset;
            if (const auto* shape = shapes[line.shape]) value.shape = ast::shared<ast::shape>(shape);
        }
        node.values = memory.make_list(std::span<const ast::value_line>(values));
    }
    return memory.make_list(std::span<const ast::allocation>(made));
}

} // namespace ballast::analyse
