// Trees with other words.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/document.hpp"
#include "redact/dictionary.hpp"

#include <array>
#include <cstddef>

namespace ballast::inline v0::redact {

class kept_parts {
public:
    explicit kept_parts(std::span<const private_part> all)
    {
        for (const auto part : all) kept_.at(static_cast<std::size_t>(part)) = true;
    }
    [[nodiscard]] bool operator[](private_part part) const { return kept_.at(static_cast<std::size_t>(part)); }

private:
    std::array<bool, private_parts.size()> kept_{};
};

// A copy of the tree in `memory`. The lines of a module text are still the old ones.
ast::tree redacted(const ast::tree& tree, ast::arena& memory, const kept_parts& kept, dictionary& words);
ast::instruction redacted(const ast::instruction& x, ast::arena& memory, const kept_parts& kept, dictionary& words);

// The lines of a computation with replacements.
std::string redacted_lines(const document& of, const ast::computation_text& computation, const kept_parts& kept,
                           dictionary& words);

// Sorts rows of equal size by their names, as XLA does since it prints sums.
void sort_rows(ast::peak& peak, ast::arena& memory);
// Sorts siblings of equal size by their labels, as XLA does, and counts the remaining bytes again.
void sort_siblings(ast::stack_trace& trace, ast::arena& memory);

} // namespace ballast::inline v0::redact
