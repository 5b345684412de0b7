// The part of the tree builder for the records of an out-of-memory report.
#pragma once

#include "read/oom_report_actions.hpp"
#include "read/records.hpp"

#include <cstddef>
#include <cstdint>

namespace ballast::read {

class oom_report_builder {
public:
    explicit oom_report_builder(context& ctx) : ctx_(ctx) {}

    ast::oom_report& open(record_is<grammar::oom_head>) { return report_; }
    ast::allocation_statistics& open(record_is<grammar::allocation_statistics>) { return report_.statistics; }
    ast::oom_report& open(record_is<grammar::peak_buffers_head>) { return report_; }
    ast::peak_buffer& open(record_is<grammar::peak_buffer>) { return buffers_.add(); }
    ast::oom_report& open(record_is<grammar::oom_gap>) { return report_; }
    ast::oom_report& open(record_is<grammar::contains_head>) { return report_; }
    ast::oom_report& open(record_is<grammar::contained_comma>) { return report_; }

    void close(record_is<grammar::peak_buffer>, ast::peak_buffer& node, std::int64_t begin, std::int64_t)
    {
        node.at.offset = begin + 1; // after the line feed
        if (buffers_.size() > timeline::peak_buffers_by_default)
            ctx_.see(feature::many_peak_buffers, ctx_.text().data() + node.at.offset);
    }
    template <typename Rule, typename Node>
    void close(record_is<Rule>, Node&, std::int64_t, std::int64_t)
    {
    }

    void drop(record_is<grammar::peak_buffer>) { buffers_.pop(); }
    template <typename Rule>
    void drop(record_is<Rule>)
    {
    }

    // The entries of the latest of these allocations follow, after so many entries of those before it.
    void begin_entries(std::size_t allocations, std::size_t before)
    {
        while (begins_.size() < allocations) begins_.push(before);
    }
    [[nodiscard]] bool has_entries() const { return begins_.size() != 0; }

    // Statistics, in a report or without one.
    [[nodiscard]] const ast::allocation_statistics& statistics() const { return report_.statistics; }
    // The report of what was read: of these allocations, or of buffers if there are none.
    ast::oom_report finish(const ast::list<ast::allocation>& allocations, const ast::list<ast::used_value>& entries)
    {
        if (allocations.empty())
            report_.buffers = buffers_.take(0, ctx_.memory);
        else
            report_.buffers = with_entries(allocations, entries);
        return report_;
    }

private:
    // Each allocation with its part of the entries.
    ast::list<ast::oom_allocation> with_entries(const ast::list<ast::allocation>& allocations,
                                                const ast::list<ast::used_value>& entries)
    {
        begin_entries(allocations.size(), entries.size()); // of allocations whose entries were not read
        const auto begins = begins_.from(0);
        scratch<ast::oom_allocation> result;
        for (std::size_t i = 0; i < allocations.size(); ++i) {
            const auto end = i + 1 < allocations.size() ? begins[i + 1] : entries.size();
            result.push({allocations[i], {entries.data() + begins[i], end - begins[i]}});
        }
        return result.take(0, ctx_.memory);
    }

    context& ctx_;
    ast::oom_report report_;
    scratch<ast::peak_buffer> buffers_;
    scratch<std::size_t> begins_; // the index of the first entry of each allocation
};

// Records of an out-of-memory report.
template <typename Rule>
concept of_oom_report = requires(oom_report_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read
