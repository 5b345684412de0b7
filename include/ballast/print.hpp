// Prints a tree as the XLA of its era would have printed it, byte for byte.
#pragma once

#include "ballast/ast.hpp"
#include "ballast/document.hpp"
#include "ballast/export.hpp"
#include "ballast/sink.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0 {

// One overload per node. `forms` has the spellings that a file chooses once; `unseen` prints the current spelling.
BALLAST_API void print(sink& out, const ast::shape& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::layout& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::metadata& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::literal& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::shaped_literal& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::sharding& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::replica_groups& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::attribute& x, const ast::forms& forms); // `key=value`
BALLAST_API void print_value(sink& out, const ast::attribute& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::instruction& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::value_name& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::value_line& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::allocation& x, const ast::forms& forms);
// The header of an allocation, without its line end.
BALLAST_API void print_head(sink& out, const ast::allocation& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::total& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::peak& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::used_value& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::live_range& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::stack_trace& x, const ast::forms& forms);
BALLAST_API void print(sink& out, const ast::dump& x);
BALLAST_API void print(sink& out, const ast::usage_report& x);
BALLAST_API void print(sink& out, const ast::allocation_statistics& x);
BALLAST_API void print(sink& out, const ast::oom_report& x);
BALLAST_API void print(sink& out, const ast::buffer_info& x);
BALLAST_API void print(sink& out, const ast::module_text& x);
BALLAST_API void print(sink& out, const ast::tpu_report& x);
BALLAST_API void print(sink& out, const ast::tpu_usage& x);
BALLAST_API void print(sink& out, const ast::memory_message& x);
BALLAST_API void print(sink& out, const ast::tree& x);

BALLAST_API std::string print(const ast::dump& x);
BALLAST_API std::string print(const ast::usage_report& x);
BALLAST_API std::string print(const ast::allocation_statistics& x);
BALLAST_API std::string print(const ast::oom_report& x);
BALLAST_API std::string print(const ast::buffer_info& x);
BALLAST_API std::string print(const ast::module_text& x);
BALLAST_API std::string print(const ast::tpu_report& x);
BALLAST_API std::string print(const ast::tpu_usage& x);
BALLAST_API std::string print(const ast::memory_message& x);
// The pieces of a refused text that its tree does not print, placed by the lines that it prints: see print(). Takes
// time and memory linear in the size of the text. Throws std::bad_alloc.
BALLAST_API std::vector<ast::placed_piece> placed_pieces(const document& x);
// Prints a tree with pieces of text that was not read, ordered by place.
BALLAST_API void print(sink& out, const ast::tree& x, std::span<const ast::placed_piece> unread);
// Prints the text of a document, also of a refused one.
BALLAST_API void print(sink& out, const document& x);
BALLAST_API std::string print(const document& x);
// A fragment on its own. The header of an allocation and the line of a value have no line end.
BALLAST_API std::string print(const fragment& x);

// The first difference between a printed tree and a text; empty if they are identical. Copies neither of them.
struct difference {
    std::int64_t offset = 0;
    int read = -1;    // the byte of the text, or -1 at its end
    int printed = -1; // the printed byte, or -1 at the end of the output
};
BALLAST_API std::optional<difference> compare_printed(const ast::tree& x, std::string_view text);

} // namespace ballast::inline v0
