#include "generate/nodes.hpp"

namespace ballast::generate {

ast::live_range nodes::live_range()
{
    ast::live_range result;
    result.max = number();
    result.sequence = many(1, 5, [&] { return ast::sequence_row{number(), name()}; });
    result.rows = many(0, 5, [&] { return ast::live_range_row{name(), index(), number(), number(), unknown_tail()}; });
    if (chance(6, feature::unbounded_peak)) {
        result.summary = ast::unbounded_peak{};
        return result;
    }
    ast::peak peak;
    peak.moment = number();
    peak.rows = many(1, 4, [&] {
        ast::peak_row row{name(), {}, number(), {}};
        if (!can(feature::bare_peak_rows)) row.index = index();
        if (can(feature::cumulative_peak_rows)) row.cumulative = number();
        row.unknown_tail = unknown_tail();
        return row;
    });
    if (can(feature::stack_trace)) peak.stack_trace = memory_.make(stack_trace());
    result.summary = peak;
    return result;
}

} // namespace ballast::generate
