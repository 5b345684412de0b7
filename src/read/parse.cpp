#include "ballast/read.hpp"

#include "read/entries.hpp"
#include "read/entry_actions.hpp"
#include "read/tree_builder.hpp"
#include "read/witnessing.hpp"

#include "base/enumerators.hpp"
#include "base/say.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>

namespace ballast::read {

void refuse_integer(const context& ctx, std::string_view text, const char* what)
{
    throw ctx.refuse(finding_id::integer_range, say("{} does not fit into {}", shown(text), what), text);
}

namespace {

template <typename Rule>
bool builds(std::string_view text, context& ctx, auto& node)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return tao::pegtl::parse<Rule, action, witnessing>(in, ctx, node);
}

finding out_of_memory() { return {.id = finding_id::out_of_memory, .said = say("out of memory")}; }

constexpr auto names = [] {
    std::array<std::string_view, enumerator_count<entry>> result;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((result[I] = enumerator_name<static_cast<entry>(I)>), ...);
    }(std::make_index_sequence<result.size()>{});
    return result;
}();

// Where a text first shows what no XLA printed together.
std::optional<finding> mixed_eras(const std::vector<witness>& witnesses, std::string_view text)
{
    const auto found = find_contradiction(witnesses);
    if (!found) return std::nullopt;
    const auto& [here, there] = *found;
    finding result{.id = finding_id::mixed_eras,
                   .begin = here.offset,
                   .end = here.offset,
                   .said = say("{} here, {} at line {}", info(here.which).name, info(there.which).name,
                               line_table(text).place_of(there.offset).line),
                   .related = {{there.offset, there.offset, say("{} here", info(there.which).name)}}};
    if (here.which == feature::no_live_range) {
        result.id = finding_id::missing_live_range;
        result.said = say("the text ends without a live range ({})", result.message());
    }
    return result;
}

// The first of a fault and what is mixed before it.
finding first_fault(finding fault, const std::vector<witness>& witnesses, std::string_view text)
{
    if (auto mixed = mixed_eras(witnesses, text); mixed && mixed->begin < fault.begin) return std::move(*mixed);
    return fault;
}

void warn_of_skew(const std::vector<witness>& witnesses, std::vector<finding>& out)
{
    const auto report = date(witnesses);
    if (!report.skewed) return;
    out.push_back({.id = finding_id::era_skew,
                   .severity = severity::warning,
                   .begin = report.skewed->offset,
                   .end = report.skewed->offset,
                   .said = say("{} ({}) does not fit the rest of the file ({})", info(report.skewed->which).name,
                               eras(report.skewed->which).to_string(), report.possible.to_string())});
}

} // namespace

} // namespace ballast::read

namespace ballast::inline v0 {

using read::context;
using read::refusal;

parse_result parse(source_text source, const parse_options& options) noexcept
{
    parse_result result;
    try {
        const auto text = source.view();
        result.refused = std::move(source);
        if (text.size() > options.max_bytes) {
            result.findings.push_back({.id = finding_id::too_large,
                                       .said = say("{} bytes, the limit is {}", text.size(), options.max_bytes)});
            return result;
        }
        ast::arena memory;
        context ctx(memory, text);
        read::tree_builder tree(ctx, text);
        auto& findings = result.findings;
        read::record_reader<read::action, read::tree_builder> reader(text, ctx, tree, findings, options.max_errors);
        const auto outcome = reader.run();
        if (outcome.complete)
            tree.check_end(options.live_range_optional, [&](const refusal& r) { findings.push_back(r.what); });
        auto witnesses = ctx.witnesses();
        if (auto mixed = read::mixed_eras(witnesses, text)) findings.push_back(std::move(*mixed));
        if (!findings.empty()) {
            std::ranges::sort(findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
            if (options.max_errors != 0 && findings.size() > options.max_errors) findings.resize(options.max_errors);
            return result;
        }
        auto& dump = tree.finish();
        dump.forms = forms_of(witnesses);
        result.findings = std::move(ctx.notes());
        read::warn_of_skew(witnesses, result.findings);
        std::ranges::sort(result.findings, {}, [](const finding& f) { return std::pair{f.begin, f.id}; });
        if (result.findings.size() > options.max_notes) result.findings.resize(options.max_notes);
        result.value.emplace(std::move(result.refused), std::move(memory), dump, std::move(witnesses));
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(read::out_of_memory());
    }
    return result;
}

parse_result parse(std::string_view text, const parse_options& options) noexcept
{
    try {
        return parse(source_text::copy_of(text), options);
    } catch (const std::bad_alloc&) {
        parse_result result;
        result.findings.push_back(read::out_of_memory());
        return result;
    }
}

bool recognise(std::string_view text) noexcept { return read::recognises({}, text); }
bool recognise(entry which, std::string_view text) noexcept { return read::recognises({which}, text); }

std::span<const std::string_view> entry_names() { return read::names; }

std::optional<entry> entry_of(std::string_view name)
{
    const auto found = std::ranges::find(read::names, name);
    if (found == read::names.end()) return std::nullopt;
    return static_cast<entry>(found - read::names.begin());
}

namespace {

template <typename Rule, typename Node>
std::optional<fragment_node> build_node(std::string_view text, context& ctx)
{
    Node node{};
    if (!read::builds<read::whole<Rule>>(text, ctx, node)) return std::nullopt;
    return node;
}

// The value of an attribute, as an opcode has it that takes them all.
template <typename Rule>
std::optional<fragment_node> build_value(std::string_view text, context& ctx, ast::attribute_kind key)
{
    ast::attribute node;
    node.key.kind = key;
    ctx.opcode.kind = ast::opcode_kind::custom_call;
    if (!read::builds<read::whole<Rule>>(text, ctx, node)) return std::nullopt;
    read::check_typed(ctx, node, text);
    return node;
}

std::optional<fragment_node> build_fragment(entry which, std::string_view text, context& ctx)
{
    namespace g = grammar;
    using key = ast::attribute_kind;
    switch (which) {
    case entry::shape: return build_node<g::shape, ast::shape>(text, ctx);
    case entry::instruction: return build_node<g::instruction, ast::instruction>(text, ctx);
    case entry::allocation: return build_node<g::allocation_alone, ast::allocation>(text, ctx);
    case entry::literal: return build_node<g::literal, ast::literal>(text, ctx);
    case entry::metadata: return build_node<g::metadata_alone, ast::metadata>(text, ctx);
    case entry::sharding: return build_value<g::sharding_alone>(text, ctx, key::sharding);
    case entry::replica_groups: return build_value<g::replica_groups_alone>(text, ctx, key::replica_groups);
    case entry::frontend_attributes: return build_value<g::frontend_alone>(text, ctx, key::frontend_attributes);
    case entry::window: return build_value<g::window_alone>(text, ctx, key::window);
    case entry::origin: return build_value<g::origin_alone>(text, ctx, key::origin);
    case entry::domain: return build_value<g::domain_alone>(text, ctx, key::domain);
    case entry::result_accuracy: return build_value<g::accuracy_alone>(text, ctx, key::result_accuracy);
    case entry::statistics: return build_value<g::statistics_alone>(text, ctx, key::statistics);
    case entry::output_to_operand_aliasing:
        return build_value<g::aliases_alone>(text, ctx, key::output_to_operand_aliasing);
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
    case entry::value: break;
    }
    auto line = build_node<g::value_alone, ast::value_line>(text, ctx);
    // A short string alone leaves the form of value lines open.
    const bool whole = ctx.seen(feature::value_lines_v1) || ctx.seen(feature::value_lines_v4);
    if (line && !whole) return std::get<ast::value_line>(*line).value;
    return line;
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
        } catch (const refusal& r) {
            result.findings.push_back(read::first_fault(r.what, ctx.witnesses(), text));
        }
    } catch (const std::bad_alloc&) {
        result.findings.clear();
        result.findings.push_back(read::out_of_memory());
    }
    return result;
}

} // namespace ballast::inline v0
