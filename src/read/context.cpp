#include "read/context.hpp"

#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::read {

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
    for (std::size_t i = 0; i < where_.size(); ++i)
        if (where_[i]) result.push_back({static_cast<feature>(i), offset(where_[i])});
    std::ranges::sort(result, {}, [](const witness& w) { return std::pair{w.offset, w.which}; });
    return result;
}

} // namespace ballast::read
