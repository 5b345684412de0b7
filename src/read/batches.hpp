// Records of a dump that are passed on while it is read, instead of a tree.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/records.hpp"
#include "ballast/document.hpp"
#include "grammar/files.hpp"
#include "read/records.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace ballast::read {

// Consecutive records. The nodes live as long as the batch, and refer to the text.
struct batch {
    ast::arena memory{};
    std::vector<ast::record> records{};
    std::int64_t end = 0; // the end of its text

    void clear()
    {
        records.clear();
        memory.rewind();
    }
};

// Fills batches with the records that the grammar matches.
class batch_writer {
public:
    // `memory` contains the nodes until they are moved to the batch.
    explicit batch_writer(ast::arena& memory) : memory_(memory) {}

    template <typename Rule, typename Node>
    void add(record_is<Rule> rule, const Node& node)
    {
        if constexpr (!std::is_same_v<Rule, grammar::stack_row>) end_trace();
        put(rule, node);
    }
    // All records of the file were added.
    void end_trace()
    {
        if (std::exchange(in_trace_, false)) put(ast::bare_record::trace_end);
    }
    [[nodiscard]] batch& written() { return batch_; }

private:
    void put(ast::bare_record which) { batch_.records.emplace_back(which); }
    template <typename Node>
    void put(const Node& node)
    {
        batch_.records.emplace_back(memory_.make(node).get());
    }

    void put(record_is<grammar::frame_first>, const ast::dump& node) { put(ast::frame_line{*node.frame, true}); }
    void put(record_is<grammar::frame_last>, const ast::dump& node) { put(ast::frame_line{*node.frame, false}); }
    void put(record_is<grammar::assignment_head>, const ast::dump&) { put(ast::bare_record::assignment_head); }
    void put(record_is<grammar::reused_head>, const ast::dump&) { put(ast::bare_record::reused_head); }
    void put(record_is<grammar::combined_total>, const ast::dump& node) { put(*node.total); }
    void put(record_is<grammar::values_total>, const ast::dump& node) { put(*node.total); }
    void put(record_is<grammar::combined_values_head>, const ast::dump&) { put(ast::bare_record::used_values_head); }
    void put(record_is<grammar::used_values_head>, const ast::dump&) { put(ast::bare_record::used_values_head); }
    void put(record_is<grammar::combined_range_head>, const ast::live_range& node)
    {
        put(ast::bare_record::live_range_gap);
        put(node);
    }
    void put(record_is<grammar::sequence_head>, const ast::dump&) { put(ast::bare_record::sequence_head); }
    void put(record_is<grammar::ranges_head>, const ast::dump&) { put(ast::bare_record::ranges_head); }
    void put(record_is<grammar::unbounded_peak>, const ast::live_range&) { put(ast::bare_record::unbounded_peak); }
    void put(record_is<grammar::moments_head>, const ast::live_range&) { put(ast::bare_record::moments_head); }
    void put(record_is<grammar::live_range_not_available>, const ast::dump&) { put(ast::bare_record::no_live_range); }
    void put(record_is<grammar::stack_trace_head>, const ast::stack_trace& node)
    {
        in_trace_ = true;
        put(node);
    }
    template <typename Rule, typename Node>
    void put(record_is<Rule>, const Node& node)
    {
        if constexpr (std::is_constructible_v<ast::record, const Node*>) put(node);
    }

    ast::arena& memory_;
    batch batch_;
    bool in_trace_ = false;
};

// Passes batches from the reader to the taker, in order, on a thread of its own if `beside` is set. Pages of a mapped
// file are released after their records were taken.
class batch_queue {
public:
    batch_queue(const source_text& text, const record_taker& to, bool beside);
    batch_queue(const batch_queue&) = delete;
    batch_queue& operator=(const batch_queue&) = delete;
    ~batch_queue();

    // Passes a batch on, and leaves an empty one in its place. Throws what the taker threw.
    void give(batch& full);
    // Waits until all batches are taken. Throws what the taker threw.
    void finish();

private:
    void take(batch& next);

    const source_text& text_;
    const record_taker& to_;
    std::size_t kept_from_ = 0; // the pages before this offset were released
    class taker;
    std::unique_ptr<taker> beside_; // null: batches are taken as they are given
};

} // namespace ballast::read
