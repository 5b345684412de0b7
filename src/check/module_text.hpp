// Checks whether a module text fits the dump of its module.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/report.hpp"

#include <string_view>

namespace ballast::checking {

class text_lines;

// A module text, and its offset in the concatenated texts that findings refer to.
struct module_text_of {
    const ast::module_text* tree = nullptr;
    std::string_view text{};
    std::int64_t base = 0;
};

// The allocations of the module, or null.
void check_module_text(const context& in, const ast::list<ast::allocation>* allocations, const module_text_of& of);

// Compares the instructions of the dump with those of the module text, line by line.
void check_module_lines(const context& in, const module_text_of& of, const text_lines& lines);
// Compares the lines of a module text with each other.
void check_text(const context& in, const module_text_of& of, const text_lines& lines);

} // namespace ballast::checking
