#include "generate/nodes.hpp"

namespace ballast::generate {

namespace {

constexpr auto by_buffer = timeline::feature_of("peak_buffers_head");
constexpr auto by_allocation = timeline::feature_of("contains_head");

} // namespace

bool oom_reports_at(commit_time when)
{
    return timeline::printed_at(by_allocation, when) || timeline::printed_at(by_buffer, when);
}

ast::peak_buffer nodes::peak_buffer(std::int64_t number)
{
    ast::peak_buffer result;
    result.number = number;
    result.size = human_size();
    if (chance(2)) {
        auto source = known_metadata();
        if (source.op_name.empty()) source.op_name = "jit(f)/b";
        result.source = memory_.make(source);
    }
    if (!chance(3)) {
        auto made = opcode();
        made.suffix = ast::async_suffix::none;
        result.origin = made;
    }
    result.shape = shape(2, false);
    return result;
}

ast::oom_report nodes::oom_report()
{
    ast::oom_report result;
    result.forms = forms_;
    result.statistics = allocation_statistics();
    if (can(by_allocation)) {
        result.buffers = many(1, 3, [&] {
            auto held = allocation();
            const auto count = static_cast<std::int64_t>(held.values.size());
            return ast::oom_allocation{held, many(count, count, [&] { return used_value(); })};
        });
        return result;
    }
    const auto most =
        can(feature::many_peak_buffers) && chance(3) ? std::int64_t{timeline::peak_buffers_by_default} + 5 : 4;
    result.buffers = many(0, most, [&, number = std::int64_t{0}]() mutable { return peak_buffer(++number); });
    return result;
}

} // namespace ballast::generate
