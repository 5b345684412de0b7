// Trees as JSON, and back (docs/json.md).
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/ast/unread.hpp"
#include "ballast/export.hpp"
#include "ballast/owned.hpp"
#include "ballast/sink.hpp"
#include "ballast/source.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::inline v0 {

// The member `schema` of a JSON text. It is incremented if a member of the tree changes its meaning or is removed.
inline constexpr std::int64_t json_schema_version = 1;

struct json_options {
    std::string_view path{};                     // the name of the source, for readers; left out if it is empty
    bool positions = false;                      // with the offsets of records into the source
    std::span<const ast::placed_piece> unread{}; // of a refused text; bytes that are not UTF-8 are replaced by U+FFFD
};

// Writes a tree in one line, without a line end. The texts of a tree that was built in memory must be UTF-8. Throws
// std::bad_alloc.
BALLAST_API void write_json(sink& out, const ast::tree& x, const json_options& options = {});

// The JSON Schema of what write_json() writes.
BALLAST_API std::string json_schema();

// A tree that was read from JSON, with the memory of its nodes and texts. Move-only.
class json_tree {
public:
    json_tree(source_text text, ast::arena memory, const ast::tree& tree, const ast::list<ast::placed_piece>& unread)
        : text_(std::move(text)), memory_(std::move(memory)), tree_(tree), unread_(unread)
    {
    }

    [[nodiscard]] const ast::tree& tree() const& { return tree_; }
    const ast::tree& tree() const&& = delete; // the tree dies with its owner
    // The pieces of its text that were not read.
    [[nodiscard]] std::span<const ast::placed_piece> unread() const& { return {unread_.data(), unread_.size()}; }
    std::span<const ast::placed_piece> unread() const&& = delete;

private:
    source_text text_;
    ast::arena memory_;
    ast::tree tree_;
    ast::list<ast::placed_piece> unread_;
};

// Why a JSON text was refused.
struct json_fault {
    std::int64_t offset = 0; // in bytes
    std::string path{};      // `tree.dump.allocations[3].size`; empty for the whole text
    std::string message{};
};

struct json_result {
    owned<json_tree> value;
    json_fault fault{};  // if there is no value
    source_text refused; // likewise
};
// Reads what write_json() writes. Members can be in any order, with white space between them. Refuses unknown members,
// missing numbers and names, values of other types, and trees with more than 256 levels. What is read has the types of
// the tree, but need not be well-formed: see well_formed(). Takes time and memory linear in the size of the text. Does
// not throw.
BALLAST_API json_result read_json(source_text text) noexcept;
BALLAST_API json_result read_json(std::string_view text) noexcept;

} // namespace ballast::inline v0
