// The state that actions share while a tree is built: memory, growing lists, the features seen so far.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast.hpp"
#include "ballast/era.hpp"
#include "ballast/finding.hpp"
#include "base/grown.hpp"
#include "era/timeline.hpp"
#include "rules/stack_trace.hpp"
#include "rules/violation.hpp"

#include "read/recent.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::read {

class line_reader;

// Lists under construction, one stack per type: the current list is the part above its mark. Nested lists of the same
// type are complete before the outer one grows again.
template <typename T>
class scratch {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    scratch() = default;
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;
    ~scratch() { std::free(first_); }

    [[nodiscard]] std::size_t size() const { return size_; }
    void shrink(std::size_t size) { size_ = size; }
    void pop() { --size_; }
    [[nodiscard]] T& back() { return first_[size_ - 1]; }
    // Adds an element, into which the caller reads.
    T& add()
    {
        if (size_ == capacity_) grow();
        return *::new (first_ + size_++) T{};
    }
    [[nodiscard]] std::span<const T> from(std::size_t mark) const { return {first_ + mark, size_ - mark}; }
    void push(const T& element)
    {
        if (size_ == capacity_) grow();
        ::new (first_ + size_++) T(element);
    }
    // Moves the elements from `mark` on to the arena. If the list is large and alone on the stack, its block is passed
    // on.
    ast::list<T> take(std::size_t mark, ast::arena& memory)
    {
        const std::size_t count = size_ - mark;
        if (mark == 0 && count * sizeof(T) >= adopted_bytes) {
            T* const block = first_;
            memory.adopt(block, capacity_ * sizeof(T));
            first_ = nullptr;
            size_ = capacity_ = 0;
            return {block, count};
        }
        const auto result = memory.make_list(std::span<const T>(first_ + mark, count));
        size_ = mark;
        return result;
    }

private:
    static constexpr std::size_t adopted_bytes = 256 * 1024;

    void grow()
    {
        const auto capacity = capacity_ == 0 ? 16 : capacity_ * 2;
        first_ = grown(first_, capacity);
        capacity_ = capacity;
    }

    T* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

// Places that only the grammar knows, kept until the rules have checked the complete node.
struct layout_place {
    std::string_view whole;
    std::string_view splits;
};
struct rail_place {
    std::string_view text;
    bool drawn = false;
};

class context {
public:
    context(ast::arena& where, std::string_view text) : memory(where), value_begin(text.data()), text_(text)
    {
        where_.fill(nullptr);
    }

    ast::arena& memory;
    rules::stack_tree tree;
    std::vector<rail_place> rails; // of the current row
    std::vector<bool> drawn;       // the same, for the rule
    bool live_range_optional = false;
    bool partial = false;  // a refused text gets a tree of what was read
    bool with_key = false; // a value that is read on its own has its key

    // The current instruction: its opcode, its operands, its attributes, the start of the latest attribute's value and,
    // for a literal, the shape that it must have.
    ast::opcode opcode;
    std::string_view opcode_text;
    std::vector<std::string_view> operands;
    std::string_view folded_element; // the first `#1` of an operand that was not checked yet
    std::vector<std::string_view> attributes;
    const char* value_begin = nullptr;
    std::string_view latest_key;
    const ast::shape* literal_shape = nullptr;
    line_reader* lines = nullptr;                                    // of a module text
    std::size_t max_unread = 100;                                    // unread pieces that get a reason
    bool short_form = false;                                         // the current instruction has no `%`
    ast::index_mark_form short_marks = ast::index_mark_form::unseen; // the form of the lines before
    recent_shapes shapes;
    recent_details operand_details;
    recent<ast::instruction> latest_instruction;

    // Of the latest array.
    layout_place layout;
    std::string_view invalid_layout;
    // The mark after the latest separator.
    std::int64_t open_mark = 0; // the start of a mark that is not closed yet
    std::optional<std::int64_t> mark_number;
    std::string_view mark_text;
    // The first axes after the latest mesh, in each of the two spellings.
    std::string_view quoted_axis;
    std::string_view bare_axis;
    std::string_view dynamic_sizes;

    template <typename T>
    scratch<T>& growing()
    {
        return std::get<scratch<T>>(lists_);
    }
    // The start of the current list of T.
    template <typename T>
    std::size_t& mark()
    {
        return std::get<mark_of<T>>(marks_).value;
    }

    // Features that a record shows count when the record is complete; they are discarded if it is abandoned.
    [[nodiscard]] bool has_pending() const { return !pending_.empty(); }
    void finish_record()
    {
        if (!pending_.empty()) [[unlikely]]
            pending_.clear();
    }
    void abandon_record()
    {
        if (!pending_.empty()) [[unlikely]]
            forget_pending();
    }
    // Call this after a refusal, which can leave incomplete lists.
    void reset();

    // Notes that `at` shows a feature; the first place counts. Contradictions are looked for at the end.
    void see(feature which, const char* at)
    {
        auto& first = where_[static_cast<std::size_t>(which)];
        if (first == nullptr) [[unlikely]] {
            first = at;
            pending_.push_back(which);
        }
    }
    void forget(feature which) { where_[static_cast<std::size_t>(which)] = nullptr; }
    // The same for a word of the vocabulary, if it has a date.
    template <typename Word>
    void see_word(Word word, const char* at)
    {
        if (const auto shown = timeline::shown_by(word)) see(*shown, at);
    }
    [[nodiscard]] bool seen(feature which) const { return where_[static_cast<std::size_t>(which)] != nullptr; }

    // Notes the form of operand lists without `%`. Throws a finding if the text had the other one before.
    void see_short_mark(ast::index_mark_form form, const char* at)
    {
        if (short_marks == ast::index_mark_form::unseen) short_marks = form;
        if (short_marks != form) refuse_short_mark(form, at);
    }

    // Notes a spelling that the tables lack; each spelling is reported once.
    void note_unknown(finding_id kind, std::string_view spelling);
    // The same for a key that the table lacks for the current opcode.
    void note_unknown_attribute(std::string_view key);
    // The same for an item that a later XLA adds; each kind of item is reported once. `text` is all of it.
    void note_unknown_item(std::string_view place, std::string_view key, std::string_view text);

    [[nodiscard]] std::vector<witness> witnesses() const;
    [[nodiscard]] std::vector<finding>& notes() { return notes_; }
    // Drops all notes but the first ones.
    void forget_notes(std::size_t kept)
    {
        notes_.erase(notes_.begin() + static_cast<std::ptrdiff_t>(kept), notes_.end());
        unknown_.erase(unknown_.begin() + static_cast<std::ptrdiff_t>(kept), unknown_.end());
    }
    // Explanations see no more of the text than these bytes, which may be more than before.
    void confine(std::size_t size) { text_ = {text_.data(), size}; }
    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] std::int64_t offset(const char* at) const { return at - text_.data(); }

    // A finding to be thrown about `where`, which is a part of the text. It is caught in src/read.
    [[nodiscard]] finding refuse(finding_id id, finding_message text, std::string_view where) const;
    [[nodiscard]] finding refuse(const rules::violation& rule, std::string_view where) const;
    // The same, with a related place.
    [[nodiscard]] finding refuse(const rules::violation& rule, std::string_view where, finding_message other,
                                 std::string_view there) const;
    // The finding of a second look at a part of the text, if that part breaks context rule `number`.
    [[nodiscard]] static finding refuse(finding what, std::uint8_t number);

private:
    [[noreturn]] void refuse_short_mark(ast::index_mark_form form, const char* at) const;

    template <typename T>
    struct mark_of {
        std::size_t value = 0;
    };
    template <template <typename> class Holder>
    using for_each_element = std::tuple<
        Holder<std::int64_t>, Holder<std::string_view>, Holder<ast::dimension>, Holder<ast::tile_dimension>,
        Holder<ast::tile>, Holder<ast::dimension_level>, Holder<ast::split>, Holder<ast::shape>, Holder<ast::operand>,
        Holder<ast::attribute>, Holder<ast::value_position>, Holder<ast::value_use>, Holder<bool>, Holder<ast::keyword>,
        Holder<ast::list<std::int64_t>>, Holder<ast::slice_dimension>, Holder<ast::device_pair>,
        Holder<ast::padding_dimension>, Holder<ast::window_padding>, Holder<ast::alias>,
        Holder<ast::frontend_attribute>, Holder<ast::statistic>, Holder<ast::sparsity_descriptor>,
        Holder<ast::origin_node>, Holder<ast::axis>, Holder<ast::mesh_axis>, Holder<ast::subgroup>,
        Holder<ast::dimension_axes>, Holder<ast::sharding>, Holder<ast::metadata>, Holder<ast::literal>,
        Holder<ast::shaped_literal>, Holder<std::uint64_t>, Holder<ast::float_text>, Holder<ast::complex_text>,
        Holder<ast::counted_shape>, Holder<ast::output_alias>, Holder<ast::buffer_donor>, Holder<ast::head_parameter>,
        Holder<ast::tpu_row>, Holder<ast::tpu_section>, Holder<ast::tpu_block>, Holder<ast::tpu_argument>,
        Holder<ast::tpu_bare_block>, Holder<ast::status_payload>, Holder<ast::trace_location>, Holder<ast::chunk_bin>,
        Holder<ast::memory_chunk>, Holder<ast::memory_region>, Holder<ast::annotation_frame>,
        Holder<ast::frame_argument>, Holder<ast::chunk_class>, Holder<ast::unknown_item>>;

    void forget_pending();

    std::string_view text_;
    for_each_element<scratch> lists_;
    for_each_element<mark_of> marks_;
    std::array<const char*, timeline::count> where_{};
    std::vector<feature> pending_; // first seen in the current record
    std::vector<std::pair<finding_id, std::string>> unknown_;
    std::vector<finding> notes_;
};

} // namespace ballast::read
