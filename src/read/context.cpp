#include "read/context.hpp"

#include "base/say.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ballast::read {

namespace {

constexpr std::size_t most_unknown = 100; // spellings that are reported

// Invalidates the caches of read texts.
void forget_recent(context& ctx)
{
    ctx.shapes.forget();
    ctx.operand_details.forget();
    ctx.latest_instruction = {};
}

} // namespace

finding context::refuse(finding_id id, finding_message text, std::string_view where) const
{
    const auto begin = offset(where.data());
    return {
        .id = id, .begin = begin, .end = begin + static_cast<std::int64_t>(where.size()), .message = std::move(text)};
}

finding context::refuse(const rules::violation& rule, std::string_view where) const
{
    return refuse(rule.id, rule.message, where);
}

finding context::refuse(const rules::violation& rule, std::string_view where, finding_message other,
                        std::string_view there) const
{
    auto result = refuse(rule, where);
    const auto begin = offset(there.data());
    result.related.push_back({begin, begin + static_cast<std::int64_t>(there.size()), std::move(other)});
    return result;
}

finding context::refuse(finding what, std::uint8_t number)
{
    what.rule = number;
    return what;
}

void context::refuse_short_mark(ast::index_mark_form form, const char* at) const
{
    throw refuse(finding_id::mixed_eras,
                 form == ast::index_mark_form::present ? say("marks in a list of operands, earlier lists have none")
                                                       : say("no marks in a list of operands, earlier lists have them"),
                 {at, 0});
}

void context::forget_pending()
{
    for (const auto which : pending_) where_[static_cast<std::size_t>(which)] = nullptr;
    pending_.clear();
    // A cached text would not show its features again.
    forget_recent(*this);
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

void context::note_unknown_attribute(std::string_view key)
{
    auto op = opcode.other ? std::string(*opcode.other) : std::string(spelling(opcode.kind));
    const auto pair = fmt::format("{} of {}", shown(key), shown(op.append(spelling(opcode.suffix))));
    if (std::ranges::find(unknown_, std::pair{finding_id::unknown_attribute, pair}) != unknown_.end()) return;
    if (unknown_.size() >= most_unknown) return;
    unknown_.emplace_back(finding_id::unknown_attribute, pair);
    const auto at = offset(key.data());
    notes_.push_back({.id = finding_id::unknown_attribute,
                      .severity = severity::note,
                      .begin = at,
                      .end = at + static_cast<std::int64_t>(key.size()),
                      .message = say("unknown attribute {}", pair)});
}

void context::note_unknown_item(std::string_view place, std::string_view key, std::string_view text)
{
    auto item = fmt::format("{} {}", place, shown(key));
    if (std::ranges::find(unknown_, std::pair{finding_id::unknown_item, item}) != unknown_.end()) return;
    if (unknown_.size() >= most_unknown) return;
    const auto at = offset(text.data());
    notes_.push_back({.id = finding_id::unknown_item,
                      .severity = info(finding_id::unknown_item).severity,
                      .begin = at,
                      .end = at + static_cast<std::int64_t>(text.size()),
                      .message = say("the {} is not known to this version; XLA may be newer", item)});
    unknown_.emplace_back(finding_id::unknown_item, std::move(item));
}

void context::note_unknown(finding_id kind, std::string_view spelling)
{
    const auto known = [&](const auto& before) { return before.first == kind && before.second == spelling; };
    if (std::ranges::any_of(unknown_, known)) return;
    if (unknown_.size() >= most_unknown) return;
    unknown_.emplace_back(kind, spelling);
    const auto what = kind == finding_id::unknown_opcode     ? "opcode"
                      : kind == finding_id::unknown_sharding ? "sharding form"
                                                             : "element type";
    const auto at = offset(spelling.data());
    notes_.push_back({.id = kind,
                      .severity = severity::note,
                      .begin = at,
                      .end = at + static_cast<std::int64_t>(spelling.size()),
                      .message = say("unknown {} {}", what, shown(spelling))});
}

std::vector<witness> context::witnesses() const
{
    std::vector<witness> result;
    result.reserve(where_.size() - static_cast<std::size_t>(std::ranges::count(where_, nullptr)));
    for (std::size_t i = 0; i < where_.size(); ++i)
        if (where_[i]) result.push_back({static_cast<feature>(i), offset(where_[i])});
    std::ranges::sort(result, {}, [](const witness& w) { return std::pair{w.offset, w.which}; });
    return result;
}

void refuse_integer(const context& ctx, std::string_view text, const char* what)
{
    throw ctx.refuse(finding_id::integer_range, say("{} does not fit into {}", shown(text), what), text);
}

} // namespace ballast::read
