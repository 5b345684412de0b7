#include "read/context.hpp"

#include "base/say.hpp"
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

refusal mixed(std::string_view text, feature here, const char* at, feature there, const char* there_at)
{
    const auto place = there_at - text.data();
    return {{.id = finding_id::mixed_eras,
             .begin = at - text.data(),
             .end = at - text.data(),
             .said = say("{} here, {} at line {}", info(here).name, info(there).name,
                         line_table(text).place_of(place).line),
             .related = {{place, place, say("{} here", info(there).name)}}}};
}

} // namespace

refusal context::refuse(finding_id id, phrase said, std::string_view where) const
{
    const auto begin = offset(where.data());
    return {
        {.id = id, .begin = begin, .end = begin + static_cast<std::int64_t>(where.size()), .said = std::move(said)}};
}

refusal context::refuse(const rules::broken& rule, std::string_view where) const
{
    return refuse(rule.id, rule.said, where);
}

refusal context::refuse(const rules::broken& rule, std::string_view where, phrase other, std::string_view there) const
{
    auto result = refuse(rule, where);
    const auto begin = offset(there.data());
    result.what.related.push_back({begin, begin + static_cast<std::int64_t>(there.size()), std::move(other)});
    return result;
}

refusal context::refuse(finding what, std::uint8_t number)
{
    what.rule = number;
    return {std::move(what)};
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
    layout = {};
    mark_number.reset();
    quoted_axis = bare_axis = {};
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
                throw mixed(text_, which, at, opposite, there);
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
    throw mixed(text_, which, at, static_cast<feature>(found), where_[found]);
}

void context::note_unknown_attribute(std::string_view key)
{
    auto op = opcode.other ? std::string(*opcode.other) : std::string(spelling(opcode.kind));
    const auto pair = memory.copy(fmt::format("{} of {}", shown(key), shown(op.append(spelling(opcode.suffix)))));
    if (std::ranges::find(unknown_, std::pair{finding_id::unknown_attribute, pair}) != unknown_.end()) return;
    if (unknown_.size() >= 100) return;
    unknown_.emplace_back(finding_id::unknown_attribute, pair);
    const auto at = offset(key.data());
    notes_.push_back({.id = finding_id::unknown_attribute,
                      .severity = severity::note,
                      .begin = at,
                      .end = at + static_cast<std::int64_t>(key.size()),
                      .said = say("unknown attribute {}", pair)});
}

void context::note_unknown(finding_id kind, std::string_view spelling)
{
    if (std::ranges::find(unknown_, std::pair{kind, spelling}) != unknown_.end()) return;
    if (unknown_.size() >= 100) return;
    unknown_.emplace_back(kind, spelling);
    const auto what = kind == finding_id::unknown_opcode     ? "opcode"
                      : kind == finding_id::unknown_sharding ? "sharding form"
                                                             : "element type";
    const auto at = offset(spelling.data());
    notes_.push_back({.id = kind,
                      .severity = severity::note,
                      .begin = at,
                      .end = at + static_cast<std::int64_t>(spelling.size()),
                      .said = say("unknown {} {}", what, shown(spelling))});
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
