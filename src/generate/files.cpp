#include "generate/nodes.hpp"

namespace ballast::generate {

ast::dump nodes::dump(ast::dump_kind kind)
{
    ast::dump result;
    result.kind = kind;
    result.forms = forms_;
    if (chance(8)) result.frame = pick({"a.txt", "module_0001.x-buffer-assignment.txt", "a b ** c"});
    const bool combined = kind == ast::dump_kind::combined;
    std::size_t value_lines = 0;
    if (combined || kind == ast::dump_kind::assignment) {
        result.allocations = many(0, 4, [&] { return allocation(); });
        for (const auto& a : result.allocations) value_lines += a.values.size();
    }
    if ((combined && !can(feature::no_total)) || kind == ast::dump_kind::values) result.total = total();
    if (combined && can(feature::every_moment)) {
        auto moments = live_range();
        moments.summary = ast::every_moment{many(0, 3, [&] {
            return ast::moment_row{number(), below(2000) - 1000, many(0, 3, [&] { return name(); }), {}};
        })};
        result.every_moment = memory_.make(moments);
    }
    if (combined || kind == ast::dump_kind::values) {
        // If no live range follows, only the number of values shows that the file is complete.
        const bool counted = can(feature::no_live_range) || can(feature::every_moment);
        const auto exact = static_cast<std::int64_t>(value_lines);
        result.used_values = counted && combined ? many(exact, exact, [&] { return used_value(); })
                                                 : many(0, 5, [&] { return used_value(); });
    }
    if ((combined && can(feature::live_range_section)) || kind == ast::dump_kind::live_range) {
        if (kind == ast::dump_kind::live_range && chance(6, feature::live_range_not_available))
            result.live_range = ast::live_range_not_available{};
        else
            result.live_range = memory_.make(live_range());
    }
    return result;
}

} // namespace ballast::generate
