// Whether the text of a module fits the dump of its buffer assignment.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/report.hpp"

#include <string_view>

namespace ballast::meaning {

// A tree, its text, and where that begins in what findings count their offsets in.
template <typename Tree>
struct text_of {
    const Tree* tree = nullptr;
    std::string_view text{};
    std::int64_t base = 0;
};

// `dump` is the one of the module with its allocations, or null.
void check_module_text(const context& in, const ast::dump* dump, const text_of<ast::module_text>& of);

} // namespace ballast::meaning
