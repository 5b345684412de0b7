// The values of attributes, in their instructions and on their own.
#include "read/entries.hpp"
#include "read/entry_actions.hpp"
#include "read/witnessing.hpp"

#include <tao/pegtl/parse.hpp>

namespace ballast::read {

bool match_apart(g::attributes, grammar::input& in, context& ctx, ast::instruction& node)
{
    return tao::pegtl::normal<g::attributes>::match<apply_mode::action, rewind_mode::required, action, witnessing>(
        in, ctx, node);
}

bool match_apart(g::short_attributes, grammar::input& in, context& ctx, ast::instruction& node)
{
    return tao::pegtl::normal<g::short_attributes>::match<apply_mode::action, rewind_mode::required, action,
                                                          witnessing>(in, ctx, node);
}

namespace {

// Reads the value as that of a custom call, which takes all of these attributes.
template <typename Rule>
bool read_value(std::string_view text, context& ctx, ast::attribute& node, ast::attribute_kind key)
{
    node.key.kind = key;
    ctx.opcode.kind = ast::opcode_kind::custom_call;
    grammar::input in(text.data(), text.data() + text.size(), "");
    if (!tao::pegtl::parse<whole<Rule>, action, witnessing>(in, ctx, node)) return false;
    check_typed(ctx, node, text);
    return true;
}

} // namespace

bool read_value(entry which, std::string_view text, context& ctx, ast::attribute& node)
{
    using key = ast::attribute_kind;
    switch (which) {
    case entry::sharding: return read_value<g::sharding_alone>(text, ctx, node, key::sharding);
    case entry::replica_groups: return read_value<g::replica_groups_alone>(text, ctx, node, key::replica_groups);
    case entry::frontend_attributes: return read_value<g::frontend_alone>(text, ctx, node, key::frontend_attributes);
    case entry::window: return read_value<g::window_alone>(text, ctx, node, key::window);
    case entry::origin: return read_value<g::origin_alone>(text, ctx, node, key::origin);
    case entry::domain: return read_value<g::domain_alone>(text, ctx, node, key::domain);
    case entry::result_accuracy: return read_value<g::accuracy_alone>(text, ctx, node, key::result_accuracy);
    case entry::statistics: return read_value<g::statistics_alone>(text, ctx, node, key::statistics);
    case entry::output_to_operand_aliasing:
        return read_value<g::aliases_alone>(text, ctx, node, key::output_to_operand_aliasing);
    case entry::shape:
    case entry::layout:
    case entry::instruction:
    case entry::metadata:
    case entry::allocation:
    case entry::value:
    case entry::literal: break;
    }
    return false;
}

} // namespace ballast::read
