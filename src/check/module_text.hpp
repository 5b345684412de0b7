// Whether the text of a module fits the dump of its buffer assignment.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/report.hpp"

#include <string_view>

namespace ballast::meaning {

// The text of a module, and where that begins in what findings count their offsets in.
struct module_text_of {
    const ast::module_text* tree = nullptr;
    std::string_view text{};
    std::int64_t base = 0;
};

// The allocations of the module, or null.
void check_module_text(const context& in, const ast::list<ast::allocation>* allocations, const module_text_of& of);

} // namespace ballast::meaning
