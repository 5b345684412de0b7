#include "read/context.hpp"

#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::read {

namespace {

// Instruction features of which a file shows one: it was printed by one binary. The others only date it.
constexpr std::pair<feature, feature> either_or[] = {
    {feature::operand_shapes, feature::no_operand_shapes},
    {feature::index_marks, feature::no_index_marks},
    {feature::sharding_marks, feature::no_sharding_marks},
    {feature::bare_dict_config, feature::quoted_dict_config},
    {feature::one_blank_in_empty_literals, feature::two_blanks_in_empty_literals},
    {feature::angle_mesh, feature::bracket_mesh},
    {feature::angle_mesh, feature::quoted_mesh},
    {feature::bracket_mesh, feature::quoted_mesh},
    {feature::glued_device_ids, feature::device_ids},
    {feature::maximal_subgroup, feature::maximul_subgroup},
    {feature::origin, feature::original_value},
    {feature::is_cross_program_prefetch, feature::cross_program_prefetch_index},
    {feature::schedule_as_possible, feature::schedule_bare},
    {feature::schedule_as_possible, feature::schedule_prefixed},
    {feature::schedule_bare, feature::schedule_prefixed},
    {feature::frontend_bare, feature::frontend_raw},
    {feature::frontend_bare, feature::frontend_dict},
    {feature::deduplicated_name, feature::bare_deduplicated_name},
};

std::string mixed(std::string_view text, feature here, feature there, const char* there_at)
{
    return fmt::format("{} here, {} at line {}", info(here).name, info(there).name,
                       place_of(text, there_at - text.data()).line);
}

} // namespace

// Kinds that name a construct stand for the rule that holds its value against its opcode.
context_rule refusal::rule() const
{
    if (broken) return *broken;
    switch (kind) {
    case diagnostic_kind::integer_range: return context_rule::integer_range;
    case diagnostic_kind::too_deep: return context_rule::nesting;
    case diagnostic_kind::index_mark: return context_rule::index_marks;
    case diagnostic_kind::operand_shapes: return context_rule::operand_shapes;
    case diagnostic_kind::layout_rank: return context_rule::layout_of_shape;
    case diagnostic_kind::literal:
    case diagnostic_kind::literal_shape: return context_rule::literal_of_shape;
    case diagnostic_kind::literal_element: return context_rule::literal_element;
    case diagnostic_kind::attribute_order: return context_rule::attribute_order;
    case diagnostic_kind::mixed_eras: return context_rule::one_era;
    case diagnostic_kind::frame_name: return context_rule::frame_name;
    case diagnostic_kind::missing_live_range:
    case diagnostic_kind::missing_values:
    case diagnostic_kind::missing_peak_rows: return context_rule::whole_file;
    case diagnostic_kind::stack_depth:
    case diagnostic_kind::stack_rails:
    case diagnostic_kind::stack_end: return context_rule::stack_tree;
    default: return context_rule::attribute_value;
    }
}

void context::forget_pending()
{
    for (const auto which : pending_) where_[static_cast<std::size_t>(which)] = nullptr;
    pending_.clear();
}

void context::reset()
{
    abandon_record();
    std::apply([](auto&... list) { (list.shrink(0), ...); }, lists_);
    std::apply([](auto&... mark) { ((mark.value = 0), ...); }, marks_);
    literal_shape = nullptr;
    attributes_at.clear();
}

void context::see_first(feature which, const char* at)
{
    pending_.push_back(which);
    where_[static_cast<std::size_t>(which)] = at;
    if (info(which).instruction_text) {
        for (const auto& [one, other] : either_or) {
            if (which != one && which != other) continue;
            const feature opposite = which == one ? other : one;
            if (const char* there = where_[static_cast<std::size_t>(opposite)])
                throw refusal{diagnostic_kind::mixed_eras, at, mixed(text_, which, opposite, there)};
        }
        return;
    }
    const auto possible = possible_.intersect(eras(which));
    if (!possible.empty()) {
        possible_ = possible;
        return;
    }
    // The one it contradicts on its own, the latest of them; else the latest that cuts it off together with others.
    const auto own = eras(which);
    const auto latest_before = [&](auto&& wanted) {
        std::size_t found = feature_count;
        for (std::size_t i = 0; i < feature_count; ++i) {
            if (where_[i] == nullptr || i == static_cast<std::size_t>(which)) continue;
            const auto f = static_cast<feature>(i);
            if (info(f).instruction_text || !wanted(f)) continue;
            if (found == feature_count || where_[i] > where_[found]) found = i;
        }
        return found;
    };
    auto found = latest_before([&](feature f) { return own.intersect(eras(f)).empty(); });
    if (found == feature_count) found = latest_before([&](feature f) { return own.intersect(eras(f)) != own; });
    throw refusal{diagnostic_kind::mixed_eras, at, mixed(text_, which, static_cast<feature>(found), where_[found])};
}

void context::note_unknown_attribute(std::string_view key)
{
    auto op = opcode.other ? std::string(*opcode.other) : std::string(spelling(opcode.kind));
    const auto pair = memory.copy(fmt::format("{} of {}", shown(key), shown(op.append(spelling(opcode.suffix)))));
    if (std::ranges::find(unknown_, std::pair{diagnostic_kind::unknown_attribute, pair}) != unknown_.end()) return;
    if (unknown_.size() >= 100) return;
    unknown_.emplace_back(diagnostic_kind::unknown_attribute, pair);
    notes_.push_back(make_diagnostic(severity::note, diagnostic_kind::unknown_attribute,
                                     fmt::format("unknown attribute {}", pair), text_, offset(key.data())));
}

void context::note_unknown(diagnostic_kind kind, std::string_view spelling)
{
    if (std::ranges::find(unknown_, std::pair{kind, spelling}) != unknown_.end()) return;
    if (unknown_.size() >= 100) return;
    unknown_.emplace_back(kind, spelling);
    const auto what = kind == diagnostic_kind::unknown_opcode     ? "opcode"
                      : kind == diagnostic_kind::unknown_sharding ? "sharding form"
                                                                  : "element type";
    notes_.push_back(make_diagnostic(severity::note, kind, fmt::format("unknown {} {}", what, shown(spelling)), text_,
                                     offset(spelling.data())));
}

std::vector<witness> context::witnesses() const
{
    std::vector<witness> result;
    for (std::size_t i = 0; i < feature_count; ++i)
        if (where_[i]) result.push_back({static_cast<feature>(i), offset(where_[i])});
    std::ranges::sort(result, {}, [](const witness& w) { return std::pair{w.offset, w.which}; });
    return result;
}

} // namespace ballast::read
