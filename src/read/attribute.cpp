#include "read/attribute.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/text.hpp"
#include "base/say.hpp"
#include "read/start.hpp"
#include "rules/attribute.hpp"

#include <utility>

namespace ballast::read {

namespace {

using enum ast::attribute_kind;
using ast::opcode_kind;

template <typename T>
const T& get(const ast::attribute& node)
{
    return std::get<T>(node.value);
}

void see_frontend(context& ctx, const ast::frontend_attributes& attributes)
{
    for (const auto& [key, value] : attributes.entries) {
        switch (value.form) {
        case ast::text_form::dict: ctx.see(feature::frontend_dict, value.bytes.data()); break;
        case ast::text_form::raw: ctx.see(feature::frontend_raw, value.bytes.data()); break;
        case ast::text_form::bare: ctx.see(feature::frontend_bare, value.bytes.data()); break;
        default: break;
        }
    }
}

// A dict has no quotes since 2023-06-06, so one in quotes is older.
void see_config(context& ctx, const ast::text& config, const char* at)
{
    if (config.form == ast::text_form::dict) return ctx.see(feature::bare_dict_config, at);
    if (!ctx.seen(feature::quoted_dict_config) && config.bytes.starts_with('{') && is_dict(unescaped(config.bytes)))
        ctx.see(feature::quoted_dict_config, at);
}

} // namespace

void check_typed(context& ctx, ast::attribute& node, std::string_view text)
{
    const auto key = node.key.kind;
    const char* const at = ctx.value_begin;
    if (const auto rule = rules::check_value(ctx.opcode, node)) {
        const std::string_view value(at, static_cast<std::size_t>(text.data() + text.size() - at));
        throw ctx.refuse(*rule, rule->bytes.empty() ? value : rule->bytes);
    }
    switch (key) {
    case metadata: return;
    case backend_config: return see_config(ctx, get<ast::text>(node), at);
    case frontend_attributes: return see_frontend(ctx, get<ast::frontend_attributes>(node));
    default: break;
    }
    if (const auto shown = shown_by(key)) ctx.see(*shown, text.data());
    if (const auto* word = std::get_if<ast::keyword>(&node.value)) {
        switch (*word) {
        case ast::keyword::LATE_AS_POSSIBLE:
        case ast::keyword::EARLY_AS_POSSIBLE: ctx.see(feature::schedule_as_possible, at); break;
        case ast::keyword::LATEST:
        case ast::keyword::EARLIEST: ctx.see(feature::schedule_bare, at); break;
        case ast::keyword::SCHEDULE_LATEST:
        case ast::keyword::SCHEDULE_EARLIEST: ctx.see(feature::schedule_prefixed, at); break;
        default: break;
        }
    }
    if (key == algorithm && ctx.opcode.kind != opcode_kind::rng_bit_generator) ctx.see(feature::dot_algorithm, at);
    if (key == ast::attribute_kind::literal && !get<ast::box<ast::shaped_literal>>(node)->in_parentheses)
        ctx.see(feature::shaped_literal, at);
    if (key == is_stable && ctx.opcode.kind == opcode_kind::topk) ctx.see(feature::stable_topk, at);
}

void keep_as_text(context& ctx, ast::attribute& node, std::string_view key, std::string_view value)
{
    node.value = ast::attribute_text{value};
    if (node.key.kind == ast::attribute_kind::unknown) node.key.other = ctx.memory.make(key);
    ctx.note_unknown_attribute(key);
}

void refuse_value(context& ctx, const ast::attribute& node, std::string_view text)
{
    // The rest of the whole text: the value's rule may want more than what was balanced.
    const auto from = ctx.offset(text.data());
    auto why = explain_part(find_attribute_fault(ctx.text().substr(static_cast<std::size_t>(from))), ctx.text(), from);
    if (why.id == finding_id::attribute) why.said = say("`{}`: {}", spelling(node.key.kind), why.message());
    throw context::refuse(std::move(why), info(finding_id::attribute_value).rule);
}

void check_order(context& ctx, const ast::instruction& node)
{
    const auto order = rules::check_order(node);
    if (order.early_accuracy) ctx.see(feature::early_result_accuracy, ctx.attributes[*order.early_accuracy].data());
    if (!order.found) return;
    const auto other = spelling(node.attributes[order.before].key.kind);
    throw ctx.refuse(*order.found, ctx.attributes[order.found->part], say("`{}` here", other),
                     ctx.attributes[order.before]);
}

} // namespace ballast::read
