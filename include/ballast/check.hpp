// Whether what a dump says agrees: the semantic rules over a document that was read. And whether a tree can be printed
// and read again: the context rules over nodes, for trees that no text was read for.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/read.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

struct check_options {
    std::string_view file_name{};   // tells the backend of some dumps, and with it how its offsets are aligned
    std::size_t max_findings = 100; // those of less weight beyond are dropped; 0: no limit
    std::size_t threads = 1;        // that rules run on; what they find is the same
    bool audit = false;             // note every printed peak that is not the fullest moment, not only large misses
};

// What the numbers and names of a dump contradict, in the order of their places: of several that have one cause, the
// one that explains the others. A rule is silent where its records are in another file, or the text may be of an era
// for which it does not hold. Takes time n log n in the size of the text. Throws nothing; where memory ends, that is
// the only finding.
BALLAST_API std::vector<finding> check(const document& read, const check_options& options = {}) noexcept;

// The same of all files of one module: its dump, which since 2026-04-03 is three (allocations, values, live ranges),
// its memory-usage report and its text. What one says is held against the others. Places are offsets into their texts
// one after another. A file that no XLA wrote together with the ones before it, or that has hardly a value in common
// with them, is one finding; it is looked at alone, the others together.
BALLAST_API std::vector<finding> check(std::span<const document* const> module,
                                       const check_options& options = {}) noexcept;

// A text that was read alone, and what check() says of it. A dump has no rows, but for one whose peak has none.
struct checked_text {
    parse_result read;
    std::vector<finding> findings; // nothing where it is refused
};
// Reads a text and looks at what it says at once, without a tree between: the same findings as of parse() and check(),
// sooner and with less memory, which is a constant beside some numbers for each record. Of `form_only` it knows without
// being told.
BALLAST_API checked_text parse_and_check(source_text text, const parse_options& parsing = {},
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
