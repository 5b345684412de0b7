// Lists with something between their elements.
#pragma once

#include "ballast/list.hpp"
#include "ballast/sink.hpp"

#include <cstdint>

namespace ballast::print_detail {

template <typename T, typename Between, typename Element>
void put_list(sink& out, const ast::list<T>& list, const Between& between, Element element)
{
    bool first = true;
    for (const auto& x : list) {
        if (!first) out.put(between);
        first = false;
        element(x);
    }
}

template <typename Between>
void put_list(sink& out, const ast::list<std::int64_t>& list, const Between& between)
{
    put_list(out, list, between, [&](std::int64_t x) { out.put(x); });
}

// `{1,0}`, a shape index or any other list of numbers.
inline void put_index(sink& out, const ast::list<std::int64_t>& index)
{
    out.put('{');
    put_list(out, index, ',');
    out.put('}');
}

} // namespace ballast::print_detail
