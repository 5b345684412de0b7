// A text that was read, with its bytes, its arena and its tree.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/ast/unread.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"
#include "ballast/source.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ballast::inline v0 {

// What a text lacks: records that were not read, or sections that are missing or end early.
enum class lacking_part : std::uint8_t { allocations, values, live_ranges, other };
struct text_lack {
    lacking_part part = lacking_part::other;
    std::string clause; // `the text ends inside the allocations (line 60)`

    bool operator==(const text_lack&) const = default;
};

// Owns a text and the arena of its tree. Move-only; a moved-from document is empty. References that it returns are
// valid as long as the document lives, even if it is moved.
class BALLAST_API document {
public:
    document(source_text text, ast::arena memory, const ast::tree& tree, std::vector<witness> witnesses);
    document(document&& other) noexcept;
    document& operator=(document&& other) noexcept;
    document(const document&) = delete;
    document& operator=(const document&) = delete;
    ~document() = default;

    // The tree of the text.
    [[nodiscard]] const ast::tree& tree() const& { return tree_; }
    const ast::tree& tree() const&& = delete; // the tree dies with the document, as do all members below
    // The dump; an empty dump if the text is something else.
    [[nodiscard]] const ast::dump& dump() const&
    {
        const auto* const found = std::get_if<ast::dump>(&tree_);
        return found ? *found : ast::default_node<ast::dump>;
    }
    const ast::dump& dump() const&& = delete;
    // The memory-usage report, the out-of-memory report, the allocation statistics, the buffer table, the module text,
    // the report or the log about the memory of a TPU, or the message about memory; null if the text is something else.
    [[nodiscard]] const ast::usage_report* usage_report() const& { return std::get_if<ast::usage_report>(&tree_); }
    const ast::usage_report* usage_report() const&& = delete;
    [[nodiscard]] const ast::oom_report* oom_report() const& { return std::get_if<ast::oom_report>(&tree_); }
    const ast::oom_report* oom_report() const&& = delete;
    [[nodiscard]] const ast::allocation_statistics* statistics() const&
    {
        return std::get_if<ast::allocation_statistics>(&tree_);
    }
    const ast::allocation_statistics* statistics() const&& = delete;
    [[nodiscard]] const ast::buffer_info* buffer_info() const& { return std::get_if<ast::buffer_info>(&tree_); }
    const ast::buffer_info* buffer_info() const&& = delete;
    [[nodiscard]] const ast::module_text* module_text() const& { return std::get_if<ast::module_text>(&tree_); }
    const ast::module_text* module_text() const&& = delete;
    [[nodiscard]] const ast::tpu_report* tpu_report() const& { return std::get_if<ast::tpu_report>(&tree_); }
    const ast::tpu_report* tpu_report() const&& = delete;
    [[nodiscard]] const ast::tpu_usage* tpu_usage() const& { return std::get_if<ast::tpu_usage>(&tree_); }
    const ast::tpu_usage* tpu_usage() const&& = delete;
    [[nodiscard]] const ast::memory_message* memory_message() const&
    {
        return std::get_if<ast::memory_message>(&tree_);
    }
    const ast::memory_message* memory_message() const&& = delete;
    [[nodiscard]] std::string_view text() const& { return text_.view(); }
    std::string_view text() const&& = delete;
    // The first place of every feature in the file, in the order of the places.
    [[nodiscard]] std::span<const witness> witnesses() const& { return witnesses_; }
    std::span<const witness> witnesses() const&& = delete;
    // Why pieces of the text are unread, and notes about its instructions, ordered by place.
    [[nodiscard]] std::span<const finding> findings() const& { return findings_; }
    std::span<const finding> findings() const&& = delete;
    void keep_findings(std::vector<finding> found) { findings_ = std::move(found); }
    // True if the text was refused: then the tree has the records that were read, and the members below say which were
    // not.
    [[nodiscard]] bool is_refused() const { return rest_.refused; }
    // The pieces of a refused text that were not read, ordered by place.
    [[nodiscard]] std::span<const ast::unread> unread() const& { return rest_.unread; }
    std::span<const ast::unread> unread() const&& = delete;
    // What a refused text lacks. Empty if it was refused for a contradiction, although all of it was read.
    [[nodiscard]] std::span<const text_lack> lacks() const& { return rest_.lacks; }
    std::span<const text_lack> lacks() const&& = delete;
    [[nodiscard]] bool lacks(lacking_part part) const
    {
        return std::ranges::find(rest_.lacks, part, &text_lack::part) != rest_.lacks.end();
    }
    // True if the rest of a longer file follows: several processes wrote to one file.
    [[nodiscard]] bool is_overwritten() const { return rest_.overwritten; }

    struct unread_rest {
        bool refused = false;
        bool overwritten = false;
        std::vector<ast::unread> unread;
        std::vector<text_lack> lacks;
    };
    void keep_rest(unread_rest rest) { rest_ = std::move(rest); }

private:
    source_text text_;
    ast::arena memory_;
    ast::tree tree_;
    std::vector<witness> witnesses_;
    std::vector<finding> findings_;
    unread_rest rest_;
};

// One construct that was read on its own, without a dump around it. A moved-from fragment is an empty shape.
using fragment_node = std::variant<ast::shape, ast::layout, ast::instruction, ast::metadata, ast::allocation,
                                   ast::value_line, ast::value_name, ast::literal, ast::attribute>;
class BALLAST_API fragment {
public:
    fragment(ast::arena memory, const fragment_node& node, const ast::forms& forms, bool with_key,
             std::vector<witness> witnesses);
    fragment(fragment&& other) noexcept;
    fragment& operator=(fragment&& other) noexcept;
    fragment(const fragment&) = delete;
    fragment& operator=(const fragment&) = delete;
    ~fragment() = default;

    [[nodiscard]] const fragment_node& node() const& { return node_; }
    const fragment_node& node() const&& = delete;
    [[nodiscard]] const ast::forms& forms() const { return forms_; }
    // True if an attribute was read as `key=value`, false if only its value was read.
    [[nodiscard]] bool with_key() const { return with_key_; }
    // The first place of every feature in the construct, in the order of the places.
    [[nodiscard]] std::span<const witness> witnesses() const& { return witnesses_; }

private:
    ast::arena memory_;
    fragment_node node_;
    ast::forms forms_;
    bool with_key_;
    std::vector<witness> witnesses_;
};

} // namespace ballast::inline v0
