#include "read/attribute.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/text.hpp"
#include "base/say.hpp"
#include "read/start.hpp"
#include "rules/attribute.hpp"
#include "rules/dimensions.hpp"

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

// Quoted values were raw at first. Dicts have no quotes since XLA recognises them. A quoted dict is therefore older, or
// it was not a dict for XLA of that time.
void date_frontend(context& ctx, const ast::text& value)
{
    const bool quoted = value.form == ast::text_form::raw || value.form == ast::text_form::either;
    if (!quoted) return;
    const bool raw_dict = is_dict(value.bytes);
    if (value.form == ast::text_form::raw) {
        if (raw_dict) ctx.see(feature::frontend_quoted_dict, value.bytes.data());
        return;
    }
    const bool escaped_dict = is_dict(unescaped(value.bytes));
    if (raw_dict && escaped_dict) ctx.see(feature::frontend_quoted_dict, value.bytes.data());
    if (!raw_dict && escaped_dict) ctx.see(feature::frontend_raw, value.bytes.data());
}

// XLA prints dicts without quotes now, so a quoted dict is older.
void see_config(context& ctx, const ast::text& config, const char* at)
{
    if (config.form == ast::text_form::dict) return;
    if (!ctx.seen(feature::quoted_dict_config) && is_dict(unescaped(config.bytes)))
        ctx.see(feature::quoted_dict_config, at);
}

// XLA printed the attribute if a field named the source. Over time, more fields have counted.
void date_metadata(context& ctx, const ast::metadata& metadata, const char* at)
{
    if (!metadata.op_type.empty() || !metadata.op_name.empty() || !metadata.source_file.empty()) return;
    if (!metadata.rare->unknown_items.empty()) return; // which may name the source, too
    ctx.see(!metadata.scheduling_name.empty() ? feature::scheduling_name_alone
            : metadata.stack_frame_id != 0    ? feature::stack_frame_id_alone
                                              : feature::empty_metadata,
            at);
}

void date_sparsity(context& ctx, const ast::sparsity_config& config, const char* at)
{
    for (const auto& side : {config.lhs, config.rhs})
        if (side && !side->index) ctx.see(feature::no_sparsity_index, at);
}

} // namespace

void see_frontend(context& ctx, const ast::frontend_attributes& attributes)
{
    for (const auto& a : attributes.entries) date_frontend(ctx, a.value);
}

void check_typed(context& ctx, ast::attribute& node, std::string_view text)
{
    const auto key = node.key.kind;
    const char* const at = ctx.value_begin;
    if (const auto rule = rules::check_value(ctx.opcode, node)) {
        const std::string_view value(at, static_cast<std::size_t>(text.data() + text.size() - at));
        throw ctx.refuse(*rule, rule->bytes.empty() ? value : rule->bytes);
    }
    switch (key) {
    case metadata: return date_metadata(ctx, *get<ast::box<ast::metadata>>(node), text.data());
    case backend_config: return see_config(ctx, get<ast::text>(node), at);
    case frontend_attributes: return see_frontend(ctx, get<ast::frontend_attributes>(node));
    default: break;
    }
    ctx.see_word(key, text.data());
    if (const auto shown = timeline::shown_by(ctx.opcode, key)) ctx.see(*shown, text.data());
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
    switch (key) {
    case ast::attribute_kind::literal:
        if (!get<ast::box<ast::shaped_literal>>(node)->in_parentheses) ctx.see(feature::shaped_literal, at);
        break;
    case sparsity_config: date_sparsity(ctx, *get<ast::box<ast::sparsity_config>>(node), at); break;
    case window:
        if (get<ast::box<ast::window>>(node)->size.empty()) ctx.see(feature::empty_window, at);
        break;
    case dim_labels:
        if (get<ast::dimension_labels>(node).text.find('?') != std::string_view::npos)
            ctx.see(feature::unused_label, at);
        break;
    default: break;
    }
}

void keep_as_text(context& ctx, ast::attribute& node, std::string_view key, std::string_view value)
{
    node.value = ast::attribute_text{value};
    if (node.key.kind == ast::attribute_kind::unknown) node.key.other = ctx.memory.make(key);
    ctx.note_unknown_attribute(key);
}

void refuse_value(context& ctx, const ast::attribute& node, std::string_view text)
{
    // The rest of the whole text: the rule of the value may want more than the balanced text.
    const auto from = ctx.offset(text.data());
    auto why = explain_part(find_attribute_fault(ctx.text().substr(static_cast<std::size_t>(from)), ctx.short_form),
                            ctx.text(), from);
    if (why.id == finding_id::attribute) why.message = say("`{}`: {}", spelling(node.key.kind), why.message.text());
    throw context::refuse(std::move(why), info(finding_id::attribute_value).rule);
}

void check_order(context& ctx, const ast::instruction& node)
{
    const auto order = rules::check_order(node);
    bool before = false;
    for (std::size_t i = 0; i < node.attributes.size(); ++i)
        if (node.attributes[i].key.kind == frontend_attributes && std::exchange(before, true))
            ctx.see(feature::doubled_frontend_attributes, ctx.attributes[i].data());
    if (order.wrapped) ctx.see(feature::attributes_of_async_end, ctx.attributes[*order.wrapped].data());
    if (order.early_accuracy) ctx.see(feature::early_result_accuracy, ctx.attributes[*order.early_accuracy].data());
    if (!order.found) return;
    if (order.before == order.found->part) throw ctx.refuse(*order.found, ctx.attributes[order.before]);
    const auto other = spelling(node.attributes[order.before].key.kind);
    throw ctx.refuse(*order.found, ctx.attributes[order.found->part], say("`{}` here", other),
                     ctx.attributes[order.before]);
}

void check_present(context& ctx, const ast::instruction& node)
{
    const auto present = rules::check_present(node);
    for (const auto which : present.dated) ctx.see(which, ctx.opcode_text.data());
    if (present.found) throw ctx.refuse(*present.found, ctx.opcode_text);
}

void check_dimensions(context& ctx, const ast::instruction& node)
{
    if (const auto rule = rules::check_dimensions(node)) throw ctx.refuse(*rule, ctx.attributes[rule->part]);
}

} // namespace ballast::read
