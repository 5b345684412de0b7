#include "rules/oom_report.hpp"

#include "rules/shape.hpp"

namespace ballast::rules {

verdict check_buffers(const ast::oom_report& report)
{
    const auto malformed = [](finding_message text) { return violation{finding_id::oom_report, std::move(text)}; };
    const auto* const buffers = report.peak();
    if (!buffers) {
        if (report.allocations()->empty()) return malformed(say("report lists no allocations"));
        return {};
    }
    for (const auto& buffer : *buffers) {
        if (buffer.source && buffer.source->op_name.empty())
            return malformed(say("buffer {} has an operator without a name", buffer.number));
        if (buffer.source && !buffer.source->rare->unknown_items.empty())
            return malformed(say("buffer {} has an operator with unknown fields", buffer.number));
        if (has_layout(buffer.shape)) return malformed(say("buffer {} has a shape with a layout", buffer.number));
    }
    return {};
}

} // namespace ballast::rules
