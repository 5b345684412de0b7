// Converts the records of a reader to the rows that the rules use.
#pragma once

#include "model/model.hpp"
#include "read/parse.hpp"
#include "read/pieces.hpp"

#include <cstddef>
#include <variant>

namespace ballast::analyse {

class row_taker final : public read::piece_taker {
public:
    explicit row_taker(model::builder& to) : to_(to) {}

    void take(const read::piece& next) override
    {
        for (const auto& record : next.records) std::visit([&](const auto* node) { add(*node); }, record);
        to_.forget_nodes();
    }
    void forget() override { to_.start_again(); }

    // Call this after the whole dump. Returns the offset of its live ranges, -1 if it has none.
    model::offset finish(ast::dump_kind kind)
    {
        if (kind == ast::dump_kind::combined || kind == ast::dump_kind::assignment) to_.assignment_head();
        if (kind == ast::dump_kind::combined || kind == ast::dump_kind::values) to_.used_values_head();
        return ranges_at_;
    }

private:
    void add(const ast::allocation& head) { to_.allocation_line(head); }
    void add(const ast::value_line& line) { to_.value(line); }
    void add(const ast::reused_value& row) { to_.reused(row); }
    void add(const ast::total& total) { to_.total_line(total); }
    void add(const ast::used_value& entry) { to_.used(entry); }
    // D7 has two; the one at the end of the file counts.
    void add(const ast::live_range& head)
    {
        ranges_at_ = head.at.offset;
        to_.live_range_head(head.max);
    }
    void add(const ast::unbounded_peak&) {}
    void add(const ast::peak& head) { to_.peak_head(head.moment); }
    void add(const ast::stack_trace& head) { to_.trace_head(head.total); }
    template <typename Row>
    void add(const Row& row)
    {
        to_.row(row);
    }

    model::builder& to_;
    model::offset ranges_at_ = -1;
};

// Passes the records of a dump to the builder, from its tree or, if that has no rows, from its text, which is read
// again on up to `threads` threads. Returns the offset of its live ranges, -1 if it has none. Throws
// read::changed_text.
model::offset hand_records(const document& read, const ast::dump& dump, std::size_t threads, const read::limits& within,
                           model::builder& to);

} // namespace ballast::analyse
