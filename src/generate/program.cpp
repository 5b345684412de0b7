#include "generate/program.hpp"

#include "ballast/print.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::generate {

program::program(choices& from, commit_time when, std::uint64_t bytes)
    : when_(when), forms_(forms_at(when)), from_(&from)
{
    seed_ = from.below(UINT64_MAX);
    padded_ = from.chance(3);
    // Bytes that one operation of the entry takes, about, by what is printed of it.
    const auto at = [&](feature f) { return eras(f).contains(when); };
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
    arrays_.reserve(count + 64);
    if (count != 0) {
        draw_regions(std::min<std::uint64_t>(from.below(3), count / 10));
        draw_entry(count);
    }
    collect_users();
    number_values();
    compute_ranges();
    place_values();
    find_peak();
    from_ = nullptr;
}

ast::dump program::make(ast::arena& memory, ast::dump_kind kind)
{
    choices none{std::span<const std::uint8_t>{}};
    nodes draw(none, memory, when_);
    ast::dump result;
    result.kind = kind;
    result.forms = forms_;
    const bool combined = kind == ast::dump_kind::combined;
    if (combined || kind == ast::dump_kind::assignment) {
        std::vector<ast::allocation> allocations;
        for_allocations(
            [&](const ast::allocation& head, std::optional<value> only, std::int64_t parameter, bool is_output) {
                auto a = only ? with_parameter(head, *only, parameter, is_output, draw) : head;
                std::vector<ast::value_line> lines;
                std::vector<ast::reused_value> reused;
                if (only)
                    lines.push_back(line_of(*only, draw));
                else
                    for_values([&](value v) {
                        if (!is_temporary(v) || home_of(v) != static_cast<std::size_t>(a.color)) return;
                        lines.push_back(line_of(v, draw));
                        if (color_of(v) != a.color) reused.push_back({name_of(v, draw), color_of(v)});
                    });
                a.values = draw.list(lines);
                a.reused = draw.list(reused);
                allocations.push_back(a);
            });
        result.allocations = draw.list(allocations);
    }
    if ((combined && !draw.can(feature::no_total)) || kind == ast::dump_kind::values) result.total = total_of();
    if (combined && draw.can(feature::every_moment)) result.every_moment = memory.make(live_range_of(draw, true));
    if (combined || kind == ast::dump_kind::values) {
        std::vector<ast::used_value> values;
        for_values([&](value v) { values.push_back(used_value_of(v, draw)); });
        result.used_values = draw.list(values);
    }
    if ((combined && draw.can(feature::live_range_section)) || kind == ast::dump_kind::live_range)
        result.live_range = memory.make(live_range_of(draw, false));
    return result;
}

void program::print(sink& out, ast::dump_kind kind)
{
    choices none{std::span<const std::uint8_t>{}};
    // Nodes live as long as it takes to print them.
    auto memory = std::make_unique<ast::arena>();
    const auto with_nodes = [&](auto body) {
        nodes draw(none, *memory, when_);
        body(draw);
        if (memory->bytes_reserved() > (std::size_t{1} << 20)) memory = std::make_unique<ast::arena>();
    };
    const auto can = [&](feature f) { return eras(f).contains(when_); };
    const bool combined = kind == ast::dump_kind::combined;
    if (combined || kind == ast::dump_kind::assignment) {
        out.put("BufferAssignment:\n");
        for_allocations(
            [&](const ast::allocation& head, std::optional<value> only, std::int64_t parameter, bool is_output) {
                with_nodes([&](nodes& draw) {
                    print_head(out, only ? with_parameter(head, *only, parameter, is_output, draw) : head, forms_);
                    out.put('\n');
                });
                const auto print_line = [&](value v) {
                    with_nodes([&](nodes& draw) { ballast::print(out, line_of(v, draw), forms_); });
                    out.put('\n');
                };
                if (only) return print_line(*only);
                const auto inside = [&](value v) {
                    return is_temporary(v) && home_of(v) == static_cast<std::size_t>(head.color);
                };
                for_values([&](value v) {
                    if (inside(v)) print_line(v);
                });
                std::vector<value> others_colors;
                for_values([&](value v) {
                    if (inside(v) && color_of(v) != head.color) others_colors.push_back(v);
                });
                bool first = true;
                for (const auto v : others_colors)
                    with_nodes([&](nodes& draw) {
                        print_reused(out, {name_of(v, draw), color_of(v)}, std::exchange(first, false), forms_);
                    });
            });
    }
    if (combined || kind == ast::dump_kind::values) {
        out.put('\n');
        if (!combined || !can(feature::no_total)) {
            print_total(out, total_of());
            out.put('\n');
            if (combined && can(feature::every_moment))
                with_nodes([&](nodes& draw) { ballast::print(out, live_range_of(draw, true), forms_); });
            out.put('\n');
        }
        out.put("Used values:\n");
        for_values(
            [&](value v) { with_nodes([&](nodes& draw) { ballast::print(out, used_value_of(v, draw), forms_); }); });
    }
    if (combined && can(feature::live_range_section)) out.put("\n\n");
    if ((combined && can(feature::live_range_section)) || kind == ast::dump_kind::live_range) {
        out.put("HloLiveRange (max ", static_cast<std::int64_t>(steps_), "):\n  InstructionSequence:\n");
        for (number i = 0; i < steps_; ++i)
            ballast::print(out, ast::sequence_row{i, name_of(operations_[first_entry_ + i])});
        out.put("  BufferLiveRange:\n");
        for_values([&](value v) {
            if (operations_[v.of].in_region) return;
            with_nodes([&](nodes& draw) { ballast::print(out, row_of(v, draw)); });
        });
        with_nodes([&](nodes& draw) { ballast::print(out, peak_of(draw), forms_); });
    }
}

} // namespace ballast::generate
