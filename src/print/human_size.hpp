// Human-readable sizes, in text and in columns.
#pragma once

#include "ast/human_size.hpp"
#include "ballast/sink.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::print_detail {

using ast::human_text;

// A right-aligned word; one that is too wide is not cut.
inline void put_right(sink& out, std::size_t width, std::string_view word)
{
    for (auto column = word.size(); column < width; ++column) out.put(' ');
    out.put(word);
}

} // namespace ballast::print_detail
