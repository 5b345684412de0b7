// Checks whether a module text fits the dump of its module.
#pragma once

#include "ballast/ast/files.hpp"
#include "check/report.hpp"

#include <cassert>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ballast::checking {

class text_index;

// A module text, and its offset in the concatenated texts that findings refer to.
struct module_text_of {
    const ast::module_text* tree = nullptr;
    std::string_view text{};
    std::int64_t base = 0;
    bool optimized = false; // the text after all passes: layouts are assigned, and calls are final

    // The place of a part of the text.
    [[nodiscard]] place place_of(std::string_view part) const
    {
        const std::less_equal<const char*> before;
        const bool inside =
            before(text.data(), part.data()) && before(part.data() + part.size(), text.data() + text.size());
        assert(inside);
        const auto begin = base + (inside ? part.data() - text.data() : 0);
        return {begin, begin + (inside ? static_cast<std::int64_t>(part.size()) : 0)};
    }
};

// The path of a file as if it were the dump of its module, whose parts parse_file_name() knows.
std::string sibling_path(std::string_view file_name);

// The allocations of the module, or null.
void check_module_text(const context& in, const ast::list<ast::allocation>* allocations, module_text_of of);

// Compares the instructions of the dump with those of the module text, line by line.
void check_module_lines(const context& in, const module_text_of& of, const text_index& lines);
// Compares the lines of a module text with each other.
void check_text(const context& in, const module_text_of& of, const text_index& lines);

} // namespace ballast::checking
