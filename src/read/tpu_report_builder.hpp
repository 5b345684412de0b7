// The part of the tree builder for the records about the memory of a TPU.
#pragma once

#include "read/records.hpp"
#include "read/tpu_report_actions.hpp"

namespace ballast::read {

class tpu_report_builder {
public:
    explicit tpu_report_builder(context& ctx) : ctx_(ctx) {}

    ast::tpu_report& open(record_is<grammar::tpu_report>) { return report_ = {}; }
    ast::tpu_usage& open(record_is<grammar::tpu_usage>) { return usage_ = {}; }

    void close(record_is<grammar::tpu_report>, ast::tpu_report& node, std::int64_t begin, std::int64_t end)
    {
        const auto size = static_cast<std::size_t>(end - begin);
        if (const auto rule = rules::check_tpu_parts(node))
            throw ctx_.refuse(*rule, ctx_.text().substr(static_cast<std::size_t>(begin), size));
    }
    void close(record_is<grammar::tpu_usage>, ast::tpu_usage&, std::int64_t, std::int64_t) {}

    template <typename Rule>
    void drop(record_is<Rule>)
    {
    }

    // Parts of a report may be missing in a log.
    template <typename Tell>
    void check_end(bool parts_optional, Tell&& tell)
    {
        if (parts_optional) return;
        if (const auto rule = rules::check_tpu_whole(report_))
            tell(ctx_.refuse(*rule, ctx_.text().substr(ctx_.text().size())));
    }

    [[nodiscard]] const ast::tpu_report& report() const { return report_; }
    [[nodiscard]] const ast::tpu_usage& usage() const { return usage_; }

private:
    context& ctx_;
    ast::tpu_report report_;
    ast::tpu_usage usage_;
};

// Records about the memory of a TPU.
template <typename Rule>
concept of_tpu_report = requires(tpu_report_builder& builder) { builder.open(record_is<Rule>{}); };

} // namespace ballast::read
