// Whether what a dump says agrees: the semantic rules over a document that was read. And whether a tree can be printed
// and read again: the context rules over nodes, for trees that no text was read for.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

struct check_options {
    std::string_view file_name{};   // tells the backend of some dumps, and with it how its offsets are aligned
    std::size_t max_findings = 100; // those of less weight beyond are dropped; 0: no limit
};

// What the numbers and names of a dump contradict, in the order of their places: of several that have one cause, the
// one that explains the others. A rule is silent where its records are in another file, or the text may be of an era
// for which it does not hold. Takes time n log n in the size of the text. Throws nothing; where memory ends, that is
// the only finding.
BALLAST_API std::vector<finding> check(const document& read, const check_options& options = {}) noexcept;

// The same of all files of one module: its dump, which since 2026-04-03 is three (allocations, values, live ranges),
// its memory-usage report and its text. What one says is held against the others. Places are offsets into their texts
// one after another. Files that no XLA wrote together are one finding, at the first that is of another era.
BALLAST_API std::vector<finding> check(std::span<const document* const> module,
                                       const check_options& options = {}) noexcept;

// What is wrong with a node, at most one finding for each instruction, row or shape in it; nothing where its printed
// text is accepted. The same functions refuse a text. Findings have no place: there is no text.
BALLAST_API std::vector<finding> well_formed(const ast::dump& dump);
BALLAST_API std::vector<finding> well_formed(const ast::usage_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::oom_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::module_text& text);
BALLAST_API std::vector<finding> well_formed(const ast::allocation& allocation);
BALLAST_API std::vector<finding> well_formed(const ast::value_line& line);
BALLAST_API std::vector<finding> well_formed(const ast::used_value& value);
BALLAST_API std::vector<finding> well_formed(const ast::instruction& instruction);
BALLAST_API std::vector<finding> well_formed(const ast::shape& shape);
BALLAST_API std::vector<finding> well_formed(const ast::sharding& sharding);
BALLAST_API std::vector<finding> well_formed(const ast::live_range& ranges);
BALLAST_API std::vector<finding> well_formed(const ast::stack_trace& trace);
// A value as this opcode has it, and a literal of this shape.
BALLAST_API std::vector<finding> well_formed(const ast::attribute& attribute, const ast::opcode& opcode);
BALLAST_API std::vector<finding> well_formed(const ast::literal& literal, const ast::shape& shape);

} // namespace ballast::inline v0
