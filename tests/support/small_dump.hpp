// A tree that is built in memory.
#pragma once

#include "ballast/ast.hpp"

#include <initializer_list>
#include <vector>

namespace ballast::tests {

// The shape f32[sizes] with a layout in descending order.
inline ast::shape array(ast::arena& memory, std::initializer_list<std::int64_t> sizes)
{
    ast::array_shape result;
    result.type.kind = ast::element_kind::f32;
    std::vector<ast::dimension> dimensions;
    std::vector<std::int64_t> order;
    for (const auto size : sizes) {
        order.insert(order.begin(), static_cast<std::int64_t>(dimensions.size()));
        dimensions.push_back({size, ast::dimension_kind::fixed});
    }
    result.dimensions = memory.make_list<ast::dimension>(dimensions);
    if (!order.empty()) result.layout = ast::layout{memory.make_list<std::int64_t>(order), {}};
    return {result};
}

inline ast::dump small_dump(ast::arena& memory)
{
    ast::value_line line;
    line.value = {7, memory.copy("sum.1"), {}, false, 0};
    line.size = 64;
    line.shape = memory.share(array(memory, {4, 4}));
    ast::allocation allocation;
    allocation.size = 64;
    allocation.output_shape = memory.make(ast::shape{ast::array_shape{
        {ast::element_kind::f32, {}}, memory.make_list({ast::dimension{4, {}}, ast::dimension{4, {}}}), {}, false}});
    allocation.maybe_live_out = true;
    allocation.values = memory.make_list({line});
    ast::dump dump;
    dump.kind = ast::dump_kind::assignment;
    dump.allocations = memory.make_list({allocation});
    dump.forms.value_lines = ast::value_line_form::v4;
    return dump;
}

} // namespace ballast::tests
