// Checks whether the contents of a document are consistent (semantic rules), and whether a tree that was built in
// memory can be printed and read again (context rules).
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
    std::string_view file_name{};   // identifies the backend of some dumps, which determines the alignment of offsets
    std::size_t max_findings = 100; // less important findings beyond this are dropped; 0: no limit
    std::size_t threads = 1;        // threads for the rules; the result does not depend on their number
    bool audit = false;             // note every printed peak that is not the highest step, not only large differences
    // How often each semantic rule was applied is added here, by finding; null: nobody wants to know. A rule that finds
    // nothing says something about a module only if it was applied.
    std::vector<std::size_t>* applied = nullptr;
};

// Finds contradictions between the numbers and names of a dump, ordered by place. If several have one cause, only the
// one that explains the others is reported. A rule does not apply if its records are in another file, or if the text
// may be from an era in which it does not hold. Takes O(n log n) time in the size of the text. Does not throw; if
// memory runs out, that is the only finding.
BALLAST_API std::vector<finding> check(const document& read, const check_options& options = {}) noexcept;

// The same for all files of one module: its dump, which since 2026-04-03 has three files (allocations, values, live
// ranges), its memory-usage report and its module text. The files are compared with each other. A finding and its
// related places name their files by their numbers in `module`. A file that no XLA wrote together with the files before
// it, or that shares hardly any values with them, gets one finding and is checked on its own; the others are checked
// together.
BALLAST_API std::vector<finding> check(std::span<const document* const> module,
                                       const check_options& options = {}) noexcept;

// A text that was read, and its findings from check().
struct checked_text {
    parse_result read;
    std::vector<finding> findings; // empty if the text is refused
};
// Reads and checks a text in one pass: the same findings as those of parse() and check(), faster and in constant memory
// apart from a few numbers for each record. A dump is read without a tree.
BALLAST_API checked_text check(source_text text, const parse_options& parsing, const check_options& options) noexcept;

// Checks a node with the same rules that refuse a text. Returns at most one finding for each instruction, row or shape,
// and none if the printed node would be accepted. The findings have no places, because there is no text.
BALLAST_API std::vector<finding> well_formed(const ast::dump& dump);
BALLAST_API std::vector<finding> well_formed(const ast::usage_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::oom_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::module_text& text);
BALLAST_API std::vector<finding> well_formed(const ast::tpu_report& report);
BALLAST_API std::vector<finding> well_formed(const ast::tpu_usage& usage);
BALLAST_API std::vector<finding> well_formed(const ast::memory_message& message);
BALLAST_API std::vector<finding> well_formed(const ast::allocation& allocation);
BALLAST_API std::vector<finding> well_formed(const ast::value_line& line);
BALLAST_API std::vector<finding> well_formed(const ast::used_value& value);
BALLAST_API std::vector<finding> well_formed(const ast::instruction& instruction);
BALLAST_API std::vector<finding> well_formed(const ast::shape& shape);
BALLAST_API std::vector<finding> well_formed(const ast::sharding& sharding);
BALLAST_API std::vector<finding> well_formed(const ast::live_range& ranges);
BALLAST_API std::vector<finding> well_formed(const ast::stack_trace& trace);
// Checks an attribute for this opcode, and a literal for this shape.
BALLAST_API std::vector<finding> well_formed(const ast::attribute& attribute, const ast::opcode& opcode);
BALLAST_API std::vector<finding> well_formed(const ast::literal& literal, const ast::shape& shape);

} // namespace ballast::inline v0
