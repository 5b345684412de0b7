// Converts values of attributes.
#include "ast/known_items.hpp"
#include "ballast/text.hpp"
#include "convert/wording.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace ballast::converting {

namespace {

using key = ast::attribute_kind;
using k = ast::keyword;

// The words of `schedule`, by era.
constexpr std::array<std::array<k, 2>, 3> schedules{{
    {k::LATE_AS_POSSIBLE, k::EARLY_AS_POSSIBLE},
    {k::LATEST, k::EARLIEST},
    {k::SCHEDULE_LATEST, k::SCHEDULE_EARLIEST},
}};

// As in the grammar.
bool is_frontend_key(std::string_view text)
{
    return !text.empty() && text[0] != ' ' && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               static_cast<unsigned char>(c) >= 0x80 ||
               std::string_view("_.-/:@$#+ ").find(c) != std::string_view::npos;
    });
}

// True if the feature began or ended within the dump state of that time.
bool begins_within_state(feature which, commit_time when)
{
    return std::ranges::any_of(dump_states(), [&](const dump_state& s) {
        return s.begin <= when && when < s.end &&
               timeline::printed_at(which, s.begin) != timeline::printed_at(which, s.end - 1);
    });
}

// True if a raw string would end inside the text: at a quote before `}`, or before `,`, a key, `=` and a quote or
// brace.
bool ends_inside(std::string_view text)
{
    for (auto at = text.find('"'); at != std::string_view::npos; at = text.find('"', at + 1)) {
        const auto rest = text.substr(at + 1);
        if (rest.starts_with('}')) return true;
        if (!rest.starts_with(',')) continue;
        const auto equals = rest.find_first_of("=\"{}", 1);
        if (equals != std::string_view::npos && equals + 1 < rest.size() && rest[equals] == '=' &&
            (rest[equals + 1] == '"' || rest[equals + 1] == '{') && is_frontend_key(rest.substr(1, equals - 1)))
            return true;
    }
    return false;
}

} // namespace

bool wording::change(const ast::attribute& of, ast::keyword& word)
{
    if (of.key.kind == key::schedule) {
        const auto now_printed = can(feature::schedule_prefixed) ? 2U : can(feature::schedule_bare) ? 1U : 0U;
        for (const auto& words : schedules)
            for (std::size_t i = 0; i < words.size(); ++i)
                if (words[i] == word) {
                    word = schedules[now_printed][i];
                    return true;
                }
    }
    return takes_word(word);
}

bool wording::change(const ast::attribute&, ast::keywords& words)
{
    return std::ranges::all_of(words.values, [&](ast::keyword word) { return takes_word(word); });
}

// Dicts were quoted until XLA recognised them.
bool wording::change(const ast::attribute& of, ast::text& text)
{
    if (of.key.kind != key::backend_config) return true;
    if (text.form == ast::text_form::dict) {
        if (!can(feature::bare_dict_config)) text = {memory_.copy(escaped(text.bytes)), ast::text_form::escaped};
    } else if (!could(feature::bare_dict_config) && can(feature::bare_dict_config)) {
        if (const auto bytes = unescaped(text.bytes); is_dict(bytes))
            text = {memory_.copy(bytes), ast::text_form::dict};
    }
    return true;
}

bool wording::change(const ast::attribute&, ast::shapes& shapes)
{
    shapes.values = *each(shapes.values, [&](const ast::shape& s) { return std::optional(shape(s)); });
    return true;
}

bool wording::change(const ast::attribute&, ast::box<ast::shape>& node)
{
    node = shape(node);
    return true;
}

bool wording::change(const ast::attribute&, ast::box<ast::window>& node)
{
    return !node->size.empty() || takes(feature::empty_window);
}

bool wording::change(const ast::attribute&, ast::box<ast::sparsity_config>& node)
{
    const bool indexed = (node->lhs && node->lhs->index) || (node->rhs && node->rhs->index);
    if (!indexed || takes(feature::sparsity_index)) return true;
    auto result = *node;
    if (result.lhs) result.lhs->index.reset();
    if (result.rhs) result.rhs->index.reset();
    node = memory_.make(result);
    return true;
}

bool wording::change(const ast::attribute&, ast::box<ast::shaped_literal>& node)
{
    node = memory_.make(*shaped_literal(*node, true));
    return true;
}

// --- frontend attributes ---------------------------------------------------------------------------------------------

// The value as XLA of that time printed it: bare until 2020-04-27, then raw between quotes, escaped since 2025-04-09, a
// dict without quotes since 2024-08-05. Empty if no form of that time can spell it.
std::optional<ast::text> wording::frontend_value(const ast::text& node)
{
    const auto bytes = decoded(node, from_);
    const auto spelled = [&](std::string_view text, ast::text_form form) {
        return ast::text{text == node.bytes ? node.bytes : memory_.copy(text), form};
    };
    if (can(feature::frontend_bare)) {
        const bool plain = !bytes.empty() && std::ranges::all_of(bytes, [](char c) { return c > ' ' && c < 0x7f; }) &&
                           bytes.find_first_of("\"{},") == std::string::npos;
        if (!plain) return std::nullopt;
        return spelled(bytes, ast::text_form::bare);
    }
    if (can(feature::frontend_dict) && is_dict(bytes)) return spelled(bytes, ast::text_form::dict);
    if (!can(feature::frontend_raw)) return spelled(escaped(bytes), ast::text_form::either);
    if (ends_inside(bytes)) return std::nullopt;
    return spelled(bytes, escaped(unescaped(bytes)) == bytes ? ast::text_form::either : ast::text_form::raw);
}

bool wording::change(const ast::attribute&, ast::frontend_attributes& attributes)
{
    std::vector<ast::frontend_attribute> kept;
    for (const auto& a : attributes.entries) {
        if (const auto value = frontend_value(a.value)) {
            kept.push_back({a.key, *value});
            // If both forms were printed in one state, the text does not show whether it is escaped.
            if (value->bytes != a.value.bytes && begins_within_state(feature::frontend_raw, to_))
                lost_.add(loss_kind::unknown, feature::frontend_raw, here_,
                          "whether quoted frontend attributes are escaped");
        } else
            lose(can(feature::frontend_bare) ? feature::frontend_quoted : feature::frontend_raw);
    }
    if (kept.empty() && !attributes.entries.empty()) return false;
    attributes.entries = list(kept);
    return true;
}

// --- origin ----------------------------------------------------------------------------------------------------------

std::optional<ast::origin_node> wording::origin(const ast::origin_node& node)
{
    if (std::holds_alternative<ast::synthetic_call>(node.form)) {
        if (!takes(feature::synthetic_call)) return std::nullopt;
        return node;
    }
    if (const auto* tuple = std::get_if<ast::origin_tuple>(&node.form)) {
        const auto parts = each(tuple->parts, [&](const ast::origin_node& part) { return origin(part); });
        if (!parts) return std::nullopt;
        // A tuple of one leaf without text would read as the empty tuple.
        if (parts->size() == 1)
            if (const auto* leaf = std::get_if<ast::origin_leaf>(&parts->front().form); leaf && leaf->invisible)
                return takes(feature::empty_origin) ? std::optional(node) : std::nullopt;
        return ast::origin_node{ast::origin_tuple{*parts}};
    }
    auto leaf = std::get<ast::origin_leaf>(node.form);
    if (leaf.name) return node;
    leaf.invisible = can(feature::invisible_origin);
    if (!leaf.invisible && !takes(feature::empty_origin)) return std::nullopt;
    return ast::origin_node{leaf};
}

bool wording::change(const ast::attribute&, ast::box<ast::origin>& node)
{
    constexpr auto calls = timeline::feature_of("origin_call");
    auto result = *node;
    // Since calls have names, a call alone is the empty tuple with an empty name.
    if (std::holds_alternative<ast::synthetic_call>(result.tree.form) && can(calls))
        result = {{ast::origin_tuple{}}, ""};
    else if (result.call && !can(calls) && result.call->empty() && can(feature::synthetic_call) &&
             result.tree == ast::origin_node{ast::origin_tuple{}})
        result = {{ast::synthetic_call{}}, {}};
    if (result.call && !takes(calls)) result.call.reset();
    const auto changed = origin(result.tree);
    if (!changed) return false;
    // Only a part of a tuple can be empty text.
    const auto* leaf = std::get_if<ast::origin_leaf>(&changed->form);
    if (leaf && leaf->invisible) {
        lose(feature::empty_origin);
        return false;
    }
    result.tree = *changed;
    node = memory_.make(result);
    return true;
}

// --- metadata --------------------------------------------------------------------------------------------------------

ast::metadata wording::metadata(const ast::metadata& node)
{
    auto result = node;
    if ((node.source_end_line != 0 || node.source_column != 0 || node.source_end_column != 0) &&
        !takes(feature::source_columns))
        result.source_end_line = result.source_column = result.source_end_column = 0;
    if (!node.scheduling_name.empty() && !takes(feature::scheduling_name)) result.scheduling_name = {};
    if (node.stack_frame_id != 0 && !takes(feature::stack_frame_id)) result.stack_frame_id = 0;
    auto rare = *node.rare;
    if (!rare.profile_types.empty() && !takes(feature::profile_types)) rare.profile_types = {};
    if (!rare.deduplicated_name.empty() || rare.bare_deduplicated_name) {
        rare.bare_deduplicated_name = can(feature::bare_deduplicated_name);
        const auto is_name = [](std::string_view text) {
            return std::ranges::all_of(text, [](char c) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '.' || c == '-';
            });
        };
        if (rare.bare_deduplicated_name ? !is_name(rare.deduplicated_name) : !takes(feature::deduplicated_name)) {
            if (rare.bare_deduplicated_name) lose(feature::deduplicated_name);
            rare.deduplicated_name = {};
            rare.bare_deduplicated_name = false;
        }
    }
    if (rare.preserve_layout && !takes(feature::preserve_layout)) rare.preserve_layout = false;
    if (rare.payload && !takes(feature::metadata_payload)) rare.payload.reset();
    if (rare != *node.rare) result.rare = memory_.share(rare);
    if (rare.unknown_items.empty()) return result;
    rare.unknown_items = kept(rare.unknown_items, ast::known_items(result));
    result.rare = memory_.share(rare);
    return result;
}

// The attribute is printed if a field names the source. Over time, more fields have counted.
bool wording::change(const ast::attribute&, ast::box<ast::metadata>& node)
{
    const auto changed = metadata(*node);
    if (changed.op_type.empty() && changed.op_name.empty() && changed.source_file.empty()) {
        const auto alone = !changed.scheduling_name.empty() ? feature::scheduling_name_alone
                           : changed.stack_frame_id != 0    ? feature::stack_frame_id_alone
                                                            : feature::empty_metadata;
        if (!takes(alone)) return false;
    }
    if (changed != *node) node = memory_.make(changed);
    return true;
}

} // namespace ballast::converting
