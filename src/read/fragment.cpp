// Constructs that are read on their own.
#include "ballast/read.hpp"

#include "read/closing.hpp"
#include "read/entries.hpp"
#include "read/entry_actions.hpp"
#include "read/witnessing.hpp"

#include "base/enumerators.hpp"

#include <tao/pegtl/parse.hpp>

#include <algorithm>
#include <array>
#include <new>

namespace ballast::inline v0 {

namespace g = grammar;
using read::context;

namespace {

constexpr auto names = [] {
    std::array<std::string_view, enumerator_count<entry>> result;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((result[I] = enumerator_name<static_cast<entry>(I)>), ...);
    }(std::make_index_sequence<result.size()>{});
    return result;
}();

} // namespace

std::span<const std::string_view> entry_names() { return names; }

std::optional<entry> entry_of(std::string_view name)
{
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<entry>(found - names.begin());
}

namespace {

template <typename Rule>
bool builds(std::string_view text, context& ctx, auto& node)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return tao::pegtl::parse<Rule, read::action, read::witnessing>(in, ctx, node);
}

// The fault, or the mixed eras before it.
finding first_fault(finding fault, const std::vector<witness>& witnesses, std::string_view text)
{
    if (auto mixed = read::mixed_eras(witnesses, text); mixed && mixed->begin < fault.begin) return std::move(*mixed);
    return fault;
}

template <typename Rule, typename Node>
std::optional<fragment_node> build_node(std::string_view text, context& ctx)
{
    Node node{};
    if (!builds<read::whole<Rule>>(text, ctx, node)) return std::nullopt;
    return node;
}

std::optional<fragment_node> build_value_text(std::string_view text, context& ctx)
{
    auto line = build_node<g::value_alone, ast::value_line>(text, ctx);
    // A short name alone does not show the form of value lines.
    const bool whole = ctx.seen(feature::value_lines_v1) || ctx.seen(feature::value_lines_v4);
    if (line && !whole) return std::get<ast::value_line>(*line).value;
    return line;
}

std::optional<fragment_node> build_fragment(entry which, std::string_view text, context& ctx)
{
    switch (which) {
    case entry::shape: return build_node<g::shape, ast::shape>(text, ctx);
    case entry::instruction: return build_node<g::instruction, ast::instruction>(text, ctx);
    case entry::allocation: return build_node<g::allocation_alone, ast::allocation>(text, ctx);
    case entry::literal: return build_node<g::literal, ast::literal>(text, ctx);
    case entry::metadata: return build_node<g::metadata_alone, ast::metadata>(text, ctx);
    case entry::layout: {
        auto node = build_node<g::layout, ast::layout>(text, ctx);
        if (node) {
            const auto& layout = std::get<ast::layout>(*node);
            ctx.layout.whole = text;
            if (const auto rule = rules::check_layout(layout, layout.minor_to_major.size()))
                read::refuse_layout(ctx, *rule);
        }
        return node;
    }
    case entry::value: return build_value_text(text, ctx);
    case entry::sharding:
    case entry::replica_groups:
    case entry::frontend_attributes:
    case entry::window:
    case entry::origin:
    case entry::domain:
    case entry::result_accuracy:
    case entry::statistics:
    case entry::output_to_operand_aliasing: break;
    }
    ast::attribute node;
    if (!read::read_value(which, text, ctx, node)) return std::nullopt;
    return node;
}

} // namespace

fragment_result parse(entry which, std::string_view source) noexcept
{
    fragment_result result;
    try {
        ast::arena memory;
        const auto text = memory.copy(source);
        context ctx(memory, text);
        try {
            auto node = build_fragment(which, text, ctx);
            if (!node) {
                result.findings.push_back(read::explain(read::find_fault({which}, source), source, false));
                return result;
            }
            auto witnesses = ctx.witnesses();
            if (auto mixed = read::mixed_eras(witnesses, text)) {
                result.findings.push_back(std::move(*mixed));
                return result;
            }
            result.findings = std::move(ctx.notes());
            const auto forms = forms_of(witnesses);
            result.value.emplace(std::move(memory), *node, forms, ctx.with_key, std::move(witnesses));
        } catch (const finding& fault) {
            result.findings.push_back(first_fault(fault, ctx.witnesses(), text));
        }
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(read::out_of_memory());
    }
    return result;
}

} // namespace ballast::inline v0
