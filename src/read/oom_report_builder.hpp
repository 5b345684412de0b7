// The part of the tree builder for the records of an out-of-memory report.
#pragma once

#include "read/oom_report_actions.hpp"
#include "read/records.hpp"

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

    void close(record_is<grammar::oom_head>, ast::oom_report&, std::int64_t, std::int64_t) { has_report_ = true; }
    void close(record_is<grammar::allocation_statistics>, ast::allocation_statistics&, std::int64_t, std::int64_t)
    {
        has_statistics_ = true;
    }
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

    [[nodiscard]] bool has_report() const { return has_report_; }
    // True for statistics without a report.
    [[nodiscard]] bool has_statistics() const { return has_statistics_ && !has_report_; }
    [[nodiscard]] const ast::allocation_statistics& statistics() const { return report_.statistics; }
    // The report of a text without faults: of these allocations, or of buffers if there are none.
    ast::oom_report finish(const ast::list<ast::oom_allocation>& allocations)
    {
        if (allocations.empty())
            report_.buffers = buffers_.take(0, ctx_.memory);
        else
            report_.buffers = allocations;
        return report_;
    }

private:
    context& ctx_;
    bool has_report_ = false;
    bool has_statistics_ = false;
    ast::oom_report report_;
    scratch<ast::peak_buffer> buffers_;
};

// Records of an out-of-memory report.
template <typename Rule>
concept of_oom_report = requires(oom_report_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read
