// A text that was read, with its bytes, its arena and its tree.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/ast/records.hpp"
#include "ballast/era.hpp"
#include "ballast/export.hpp"
#include "ballast/finding.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ballast::inline v0 {

// Is called while a text is read, with the number of bytes that were read so far in this pass; large texts are read
// more than once. Must not throw. If several threads read, it is called on each of them.
using read_watcher = std::function<void(std::size_t bytes)>;

// Owns a text. Move-only; moving does not move the bytes and leaves an empty text.
class BALLAST_API source_text {
public:
    source_text() = default;
    source_text(source_text&& other) noexcept
        : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)), watcher_(std::move(other.watcher_))
    {
    }
    source_text& operator=(source_text&& other) noexcept
    {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, 0);
        watcher_ = std::move(other.watcher_);
        return *this;
    }
    source_text(const source_text&) = delete;
    source_text& operator=(const source_text&) = delete;
    ~source_text() = default;
    // A copy of `text`. Throws std::bad_alloc.
    static source_text copy_of(std::string_view text);
    // Takes ownership of `size` bytes from std::malloc.
    static source_text adopt(char* bytes, std::size_t size);
    // Takes ownership of the private mapping of a file, of `size` bytes.
    static source_text adopt_mapping(char* bytes, std::size_t size);

    [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }
    // Announces that the bytes [begin, end) are not needed for now. The pages of a mapped file are dropped and are read
    // again on access; other texts stay in memory.
    void release_pages(std::size_t begin, std::size_t end) const noexcept;
    // Announces progress in large texts.
    void watch(std::shared_ptr<const read_watcher> watcher) { watcher_ = std::move(watcher); }
    [[nodiscard]] const std::shared_ptr<const read_watcher>& watcher() const { return watcher_; }

private:
    struct release {
        std::size_t mapped; // bytes of the mapping; 0 if the text is from std::malloc
        release() noexcept : mapped(0) {}
        void operator()(char* p) const;
    };
    std::unique_ptr<char, release> bytes_;
    std::size_t size_ = 0;
    std::shared_ptr<const read_watcher> watcher_{}; // usually null
};

// The text of a file, or why it could not be read.
struct read_result {
    source_text text;
    std::string error; // empty if the file was read
};
// A limit in bytes. On platforms with a narrower `std::size_t`, it is reduced to the largest `std::size_t`.
template <typename Size = std::size_t>
constexpr Size byte_limit(std::uint64_t bytes)
{
    return static_cast<Size>(std::min<std::uint64_t>(bytes, std::numeric_limits<Size>::max()));
}

// Reads a whole file into memory, or standard input if the path is `-`. Reads at most `limit` bytes.
BALLAST_API read_result read_source(const std::string& path, std::size_t limit);
// The same, but maps large regular files, so that their pages are read on access. If such a file is truncated while it
// is mapped, the process gets a SIGBUS.
BALLAST_API read_result map_source(const std::string& path, std::size_t limit);

// How a text is read again if it has no tree.
struct stream_options {
    std::size_t threads = 1;                   // 2 or more: records are taken while the next ones are read
    std::int64_t batch_bytes = 256 * 1024;     // of text whose records are passed on together
    std::size_t least_for_thread = 512 * 1024; // smaller texts are read on one thread
};

// Takes some of the records of a dump, in order. Their nodes live as long as the call. An exception ends reading.
using record_taker = std::function<void(std::span<const ast::record>)>;

// Owns a text and the arena of its tree. Move-only; a moved-from document is empty. References that it returns are
// valid as long as the document lives, even if it is moved.
class BALLAST_API document {
public:
    document(source_text text, ast::arena memory, const ast::tree& tree, std::vector<witness> witnesses,
             bool has_tree = true)
        : text_(std::move(text)),
          memory_(std::move(memory)),
          tree_(tree),
          witnesses_(std::move(witnesses)),
          has_tree_(has_tree)
    {
    }
    document(document&& other) noexcept
        : text_(std::move(other.text_)),
          memory_(std::move(other.memory_)),
          tree_(std::exchange(other.tree_, {})),
          witnesses_(std::exchange(other.witnesses_, {})),
          findings_(std::exchange(other.findings_, {})),
          has_tree_(other.has_tree_)
    {
    }
    document& operator=(document&& other) noexcept
    {
        text_ = std::move(other.text_);
        memory_ = std::move(other.memory_);
        tree_ = std::exchange(other.tree_, {});
        witnesses_ = std::exchange(other.witnesses_, {});
        findings_ = std::exchange(other.findings_, {});
        has_tree_ = other.has_tree_;
        return *this;
    }
    document(const document&) = delete;
    document& operator=(const document&) = delete;
    ~document() = default;

    // The tree of the text. A dump that was read without a tree has only its kind, its frame and its forms.
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
    [[nodiscard]] const source_text& source() const& { return text_; }
    const source_text& source() const&& = delete;
    // The first place of every feature in the file, in the order of the places.
    [[nodiscard]] std::span<const witness> witnesses() const& { return witnesses_; }
    std::span<const witness> witnesses() const&& = delete;
    // Why pieces of the text are unread, and notes about its instructions, ordered by place.
    [[nodiscard]] std::span<const finding> findings() const& { return findings_; }
    std::span<const finding> findings() const&& = delete;
    void keep_findings(std::vector<finding> found) { findings_ = std::move(found); }

    // Passes all records of a dump to each handler (ballast/ast/records.hpp). They come from the tree or, if there is
    // none, from the text, which is then read again in constant memory apart from the longest record. Returns false if
    // the text has changed meanwhile, because someone wrote to the mapped file. Throws what a handler throws, and
    // std::bad_alloc.
    template <typename... Handlers>
    [[nodiscard]] bool for_each_record(const stream_options& options, Handlers&... to) const
    {
        if (has_tree_) {
            (ast::emit_records(dump(), to), ...);
            return true;
        }
        return replay(options, [&](std::span<const ast::record> records) {
            for (const auto& each : records) (ast::emit(each, to), ...);
            (to.forget_nodes(), ...);
        });
    }

private:
    bool replay(const stream_options& options, const record_taker& to) const;

    source_text text_;
    ast::arena memory_;
    ast::tree tree_;
    std::vector<witness> witnesses_;
    std::vector<finding> findings_;
    bool has_tree_ = true; // false for a dump that was read without a tree
};

// One construct that was read on its own, without a dump around it. A moved-from fragment is an empty shape.
using fragment_node = std::variant<ast::shape, ast::layout, ast::instruction, ast::metadata, ast::allocation,
                                   ast::value_line, ast::value_name, ast::literal, ast::attribute>;
class BALLAST_API fragment {
public:
    fragment(ast::arena memory, const fragment_node& node, const ast::forms& forms, bool with_key,
             std::vector<witness> witnesses)
        : memory_(std::move(memory)), node_(node), forms_(forms), with_key_(with_key), witnesses_(std::move(witnesses))
    {
    }
    fragment(fragment&& other) noexcept
        : memory_(std::move(other.memory_)),
          node_(std::exchange(other.node_, {})),
          forms_(std::exchange(other.forms_, {})),
          with_key_(std::exchange(other.with_key_, false)),
          witnesses_(std::exchange(other.witnesses_, {}))
    {
    }
    fragment& operator=(fragment&& other) noexcept
    {
        memory_ = std::move(other.memory_);
        node_ = std::exchange(other.node_, {});
        forms_ = std::exchange(other.forms_, {});
        with_key_ = std::exchange(other.with_key_, false);
        witnesses_ = std::exchange(other.witnesses_, {});
        return *this;
    }
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
