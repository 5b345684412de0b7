// The part of the tree builder for the records of buffer tables, and for messages about memory.
#pragma once

#include "read/buffer_info_actions.hpp"
#include "read/memory_message_actions.hpp"
#include "read/records.hpp"

#include <cstdint>

namespace ballast::read {

class short_text_builder {
public:
    explicit short_text_builder(context& ctx) : ctx_(ctx) {}

    ast::buffer_info& open(record_is<grammar::info_head>) { return table_; }
    ast::buffer_info_row& open(record_is<grammar::info_row>) { return rows_.add(); }
    ast::memory_message& open(record_is<grammar::memory_message>) { return message_; }

    void close(record_is<grammar::info_row>, ast::buffer_info_row& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin;
    }
    template <typename Rule, typename Node>
    void close(record_is<Rule>, Node&, std::int64_t, std::int64_t)
    {
    }

    void drop(record_is<grammar::info_row>) { rows_.pop(); }
    template <typename Rule>
    void drop(record_is<Rule>)
    {
    }

    // The table of a text without faults.
    ast::buffer_info finish_table()
    {
        table_.rows = rows_.take(0, ctx_.memory);
        return table_;
    }
    [[nodiscard]] const ast::memory_message& message() const { return message_; }

private:
    context& ctx_;
    ast::buffer_info table_;
    scratch<ast::buffer_info_row> rows_;
    ast::memory_message message_;
};

// Records of such texts.
template <typename Rule>
concept of_short_text = requires(short_text_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read
