#include "generate/nodes.hpp"

#include <algorithm>

namespace ballast::generate {

namespace {

bool printed_at(feature which, commit_time when) { return eras(which).contains(when); }

} // namespace

ast::forms forms_at(commit_time when)
{
    const auto at = [&](feature f) { return printed_at(f, when); };
    ast::forms forms;
    using line = ast::value_line_form;
    forms.value_lines = at(feature::value_lines_v1)   ? line::v1
                        : at(feature::value_lines_v2) ? line::v2
                        : at(feature::value_lines_v3) ? line::v3
                                                      : line::v4;
    if (at(feature::from_tight)) forms.from_instruction = ast::from_form::tight;
    if (at(feature::from_glued)) forms.from_instruction = ast::from_form::glued;
    if (at(feature::from_own_line)) forms.from_instruction = ast::from_form::own_line;
    forms.empty_uses = at(feature::none_for_empty_uses) ? ast::empty_uses_form::none : ast::empty_uses_form::bare;
    forms.index_marks = at(feature::index_marks) ? ast::index_mark_form::present : ast::index_mark_form::absent;
    forms.sharding_marks = at(feature::sharding_marks) ? ast::index_mark_form::present : ast::index_mark_form::absent;
    forms.levels = at(feature::levels_after_tiles) ? ast::level_order::after_tiles : ast::level_order::before_tiles;
    forms.empty_literals = at(feature::two_blanks_in_empty_literals) ? ast::empty_literal_form::two_blanks
                                                                     : ast::empty_literal_form::one_blank;
    return forms;
}

std::vector<commit_time> turning_points()
{
    std::vector<commit_time> result;
    for (std::size_t i = 0; i < feature_count; ++i)
        for (const auto& stay : info(static_cast<feature>(i)).printed) {
            result.push_back(stay.begin);
            if (stay.end != now) result.push_back(stay.end);
        }
    std::ranges::sort(result);
    const auto rest = std::ranges::unique(result);
    result.erase(rest.begin(), rest.end());
    return result;
}

std::vector<ast::dump_kind> kinds_at(commit_time when)
{
    using enum ast::dump_kind;
    if (printed_at(feature::combined_file, when)) return {combined};
    if (printed_at(feature::values_file, when)) return {assignment, values, live_range};
    return {assignment};
}

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
        // Where no live range follows, their number is what shows that the file is whole.
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
