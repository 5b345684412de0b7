#include "generate/program.hpp"

#include <algorithm>

namespace ballast::generate {

ast::live_range_row program::row_of(const value& v, nodes& draw) const
{
    const auto& o = definition(v);
    return {draw.memory().copy(name_of(o)), index_of(o.shape, v.part, draw).value_or(ast::shape_index{}),
            starts_[number_of(v)], ends_[number_of(v)]};
}

ast::peak program::peak_of(nodes& draw) const
{
    ast::peak peak;
    auto& memory = draw.memory();
    peak.moment = peak_;
    std::vector<ast::peak_row> rows;
    std::int64_t sum = 0;
    const auto living = peak_rows();
    for (const auto& r : living) {
        const auto& o = definition(*r.of);
        ast::peak_row made{memory.copy(name_of(o)), {}, r.bytes, {}};
        if (!draw.can(feature::bare_peak_rows))
            made.index = index_of(o.shape, r.of->part, draw).value_or(ast::shape_index{});
        sum += r.bytes;
        if (draw.can(feature::cumulative_peak_rows)) made.cumulative = sum;
        rows.push_back(made);
    }
    peak.rows = draw.list(rows);
    if (steps_ != 0 && draw.can(feature::stack_trace)) peak.stack_trace = memory.make(stack_trace_of(living, draw));
    return peak;
}

// The values that are live at each step, by their ids.
ast::every_moment program::every_moment_of(nodes& draw) const
{
    std::vector<std::vector<number>> starting(steps_);
    for_scheduled([&](const value& v) { starting[starts_[number_of(v)]].push_back(number_of(v)); });
    std::vector<number> living;
    std::vector<ast::moment_row> moments;
    for (number t = 0; t < steps_; ++t) {
        std::erase_if(living, [&](number v) { return ends_[v] < t; });
        living.insert(living.end(), starting[t].begin(), starting[t].end());
        std::ranges::sort(living);
        std::vector<std::string_view> names;
        std::uint64_t bytes = 0;
        for (const auto v : living) {
            names.push_back(draw.memory().copy(name_of(definition(values_[v]))));
            bytes += static_cast<std::uint64_t>(bytes_of(definition(values_[v]).shape));
        }
        // XLA's sum has 32 bits.
        moments.push_back({t, static_cast<std::int32_t>(static_cast<std::uint32_t>(bytes)), draw.list(names), {}});
    }
    return {draw.list(moments)};
}

ast::live_range program::live_range_of(nodes& draw, bool every_moment) const
{
    auto& memory = draw.memory();
    ast::live_range result;
    result.max = steps_;
    std::vector<ast::sequence_row> sequence;
    sequence.reserve(steps_);
    for (number i = 0; i < steps_; ++i) sequence.push_back({i, memory.copy(name_of(operations_[first_entry_ + i]))});
    result.sequence = draw.list(sequence);
    std::vector<ast::live_range_row> ranges;
    for_scheduled([&](const value& v) { ranges.push_back(row_of(v, draw)); });
    result.rows = draw.list(ranges);
    if (every_moment)
        result.summary = every_moment_of(draw);
    else
        result.summary = peak_of(draw);
    return result;
}

} // namespace ballast::generate
