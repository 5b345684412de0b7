#include "generate/program.hpp"

#include "ballast/print.hpp"

#include <algorithm>
#include <utility>

namespace ballast::generate {

program::program(random_source& from, commit_time when, std::uint64_t bytes)
    : when_(when), forms_(forms_at(when)), from_(&from)
{
    seed_ = from.below(UINT64_MAX);
    padded_ = from.chance(3);
    // The approximate bytes of an operation of the entry, by what is printed of it.
    const auto at = [&](feature f) { return timeline::printed_at(f, when_); };
    const std::uint64_t each =
        (at(feature::pointer) ? 90U : 75U) + (at(feature::allocations_alone) && !at(feature::values_file) ? 60U : 0U) +
        (at(feature::no_from_line) ? 130U : 0U) +
        (at(feature::from_tight) || at(feature::from_glued) || at(feature::from_own_line) ? 330U : 0U) +
        (at(feature::live_range_section) || at(feature::live_range_file) ? 60U : 0U) +
        (at(feature::every_moment) ? 200U : 0U);
    draw_shapes();
    const auto count = bytes / each;
    operations_.reserve(count + 64);
    operands_.reserve(count + count / 2 + 64);
    held_.reserve(count + count / 2 + 64);
    values_.reserve(count + count / 4 + 64);
    if (count != 0) {
        draw_regions(std::min<std::uint64_t>(from.below(3), count / 10));
        draw_entry(count);
    }
    collect_users();
    number_values();
    collect_places();
    sort_values();
    compute_ranges();
    place_values();
    find_peak();
    from_ = nullptr;
}

namespace {

template <typename T>
ast::list<T> list_of(const std::vector<T>& rows, ast::arena& memory)
{
    return memory.make_list(std::span<const T>(rows));
}

} // namespace

ast::list<ast::allocation> program::allocations_of(nodes& draw) const
{
    std::vector<ast::allocation> result;
    for_allocations([&](const ast::allocation& head, const value* first) {
        std::vector<ast::value_line> lines;
        std::vector<ast::reused_value> reused;
        const auto take = [&](const value& v) {
            lines.push_back(line_of(v, draw));
            if (const auto color = color_of(v); color != head.color) reused.push_back({name_of(v, draw), color});
        };
        if (first)
            for_sharing(*first, take);
        else
            for_values([&](const value& v) {
                if (v.temporary && home_of(v) == static_cast<std::size_t>(head.color)) take(v);
            });
        auto& made = result.emplace_back(first ? with_shapes(head, *first, draw) : head);
        made.values = list_of(lines, draw.memory());
        made.reused = list_of(reused, draw.memory());
    });
    return list_of(result, draw.memory());
}

ast::dump program::make(ast::arena& memory, ast::dump_kind kind) const
{
    const auto can = [&](feature f) { return timeline::printed_at(f, when_); };
    const bool combined = kind == ast::dump_kind::combined;
    random_source nothing{std::span<const std::uint8_t>{}};
    nodes draw(nothing, memory, when_);
    ast::dump result;
    result.kind = kind;
    result.forms = forms_;
    if (combined || kind == ast::dump_kind::assignment) result.allocations = allocations_of(draw);
    if (combined || kind == ast::dump_kind::values) {
        if (!combined || !can(feature::no_total)) result.total = total_of();
        if (combined && can(feature::every_moment)) result.every_moment = memory.make(live_range_of(draw, true));
        std::vector<ast::used_value> used;
        for_values([&](const value& v) { used.push_back(used_value_of(v, draw)); });
        result.used_values = list_of(used, memory);
    }
    if (combined ? can(feature::live_range_section) : kind == ast::dump_kind::live_range)
        result.live_range = memory.make(live_range_of(draw, false));
    return result;
}

void program::print(sink& out, ast::dump_kind kind) const
{
    ast::arena memory;
    ballast::print(out, make(memory, kind));
}

} // namespace ballast::generate
