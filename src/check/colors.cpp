// Colors of allocations, of values, and in layouts.
#include "check/report.hpp"

#include <algorithm>

namespace ballast::checking {

namespace {

// Invariants 11, 11b and 11c; if the file may be from several eras, the weakest of them. Since 2024-06-25 an arena of
// color 0 may get another color; its values keep color 0, and it does not list them as reused.
void check_value_color(const context& in, const model::allocation_row& a, const model::line_row& line,
                       const model::lookup& reused)
{
    in.out.applies(finding_id::value_color);
    if (line.value.color == a.color) return;
    const bool may_be_reused = !in.when.never(feature::reused_block);
    const bool recolored =
        a.arena && a.reused == 0 && line.value.color == 0 && !in.when.always(feature::arenas_of_one_color);
    const bool hard = !may_be_reused || a.parameter >= 0 || a.live_out;
    if (recolored || (!hard && reused.find(static_cast<std::uint64_t>(line.value.id)) != none)) return;
    const auto message = say("{} has color {}, its allocation {} has color {}", in.called(line.value), line.value.color,
                             a.number, a.color);
    const std::vector<evidence> beside{{in.of(a), say("the allocation")}};
    if (hard)
        in.out.add(finding_id::value_color, in.of(line.value), message, {in.value(line.value)}, {in.allocation(a)},
                   beside);
    else
        in.out.warn(finding_id::value_color, in.of(line.value), message, {in.value(line.value)}, {in.allocation(a)},
                    beside);
}

// Invariant 12.
void check_reused(const context& in, const model::allocation_row& a)
{
    for (number i = 0; i < a.reused; ++i) {
        const auto& row = in.rows.reused[a.first_reused + i];
        in.out.applies(finding_id::reused_value);
        const auto value = in.rows.value_of(row.value.id);
        const auto line = in.line_of(value);
        const std::vector<subject> blames{in.value(row.value)};
        if (!line || in.home_of(value) != &a || !line->value.same(row.value))
            in.out.add(finding_id::reused_value, in.of(row.value),
                       say("{} is not among the values of allocation {}", in.called(row.value), a.number), blames,
                       {in.allocation(a)});
        else if (row.color != row.value.color)
            in.out.add(finding_id::reused_value, in.at.number_after(row.value.at, "(color=", 4),
                       say("{} has color {} here and {} in its name", in.called(row.value), row.color, row.value.color),
                       blames);
        else if (row.color == a.color)
            in.out.warn(
                finding_id::reused_value, in.at.number_after(row.value.at, "(color=", 4),
                say("{} has the same color, {}, as its allocation {}", in.called(row.value), row.color, a.number),
                blames, {in.allocation(a)});
        else if (i != 0 && row.value.id <= in.rows.reused[a.first_reused + i - 1].value.id)
            in.out.add(
                finding_id::reused_value, in.of(row.value),
                say("value {} comes after value {}", row.value.id, in.rows.reused[a.first_reused + i - 1].value.id),
                blames);
    }
}

} // namespace

void check_colors(const context& in)
{
    for (const auto& a : in.rows.allocations) {
        model::lookup reused(a.reused); // by id
        for (number i = 0; i < a.reused; ++i)
            reused.add(static_cast<std::uint64_t>(in.rows.reused[a.first_reused + i].value.id), i);
        for (const auto& line : in.rows.lines_of(a)) {
            check_value_color(in, a, line, reused);
            // Invariant 13: since 2019-11-22 colors are written into the layouts of all positions.
            const auto& shape = in.rows.shapes[line.shape];
            if (shape.tuple || !shape.layout || !in.when.always(feature::colors_in_layouts)) continue;
            in.out.applies(finding_id::layout_color);
            if (shape.space != line.value.color)
                in.out.add(finding_id::layout_color, in.shape_of(line),
                           say("{} has color {}, its layout names memory space {}", in.called(line.value),
                               line.value.color, shape.space),
                           {in.value(line.value)});
        }
        check_reused(in, a);
    }
}

} // namespace ballast::checking
