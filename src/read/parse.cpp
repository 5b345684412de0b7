#include "ballast/read.hpp"

#include "read/entries.hpp"
#include "read/entry_actions.hpp"
#include "read/tree_builder.hpp"
#include "read/witnessing.hpp"

#include "base/enumerators.hpp"
#include "base/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>

namespace ballast::read {

void refuse_integer(std::string_view text, const char* what)
{
    throw refusal{diagnostic_kind::integer_range, text.data(),
                  fmt::format("{} does not fit into {}", shown(text), what)};
}

namespace {

template <typename Rule>
bool builds(std::string_view text, context& ctx, auto& node)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    return tao::pegtl::parse<Rule, action, witnessing>(in, ctx, node);
}

diagnostic out_of_memory()
{
    return make_diagnostic(severity::error, diagnostic_kind::out_of_memory, "out of memory", {}, 0);
}

constexpr auto names = [] {
    std::array<std::string_view, enumerator_count<entry>> result;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((result[I] = enumerator_name<static_cast<entry>(I)>), ...);
    }(std::make_index_sequence<result.size()>{});
    return result;
}();

// Where a text first shows what no XLA printed together.
std::optional<diagnostic> mixed_eras(const std::vector<witness>& witnesses, std::string_view text)
{
    const auto found = find_contradiction(witnesses);
    if (!found) return std::nullopt;
    const auto& [here, there] = *found;
    auto message = fmt::format("{} here, {} at line {}", info(here.which).name, info(there.which).name,
                               place_of(text, there.offset).line);
    auto kind = diagnostic_kind::mixed_eras;
    if (here.which == feature::no_live_range) {
        kind = diagnostic_kind::missing_live_range;
        message = fmt::format("the text ends without live range ({})", message);
    }
    return to_diagnostic({kind, text.data() + here.offset, std::move(message)}, text);
}

// The first of a fault and what is mixed before it.
diagnostic first_fault(diagnostic fault, const std::vector<witness>& witnesses, std::string_view text)
{
    if (auto mixed = mixed_eras(witnesses, text); mixed && mixed->offset < fault.offset) return std::move(*mixed);
    return fault;
}

void warn_of_skew(const std::vector<witness>& witnesses, std::string_view text, std::vector<diagnostic>& out)
{
    const auto report = date(witnesses);
    if (!report.skewed) return;
    out.push_back(
        make_diagnostic(severity::warning, diagnostic_kind::era_skew,
                        fmt::format("{} ({}) does not fit the rest of the file ({})", info(report.skewed->which).name,
                                    eras(report.skewed->which).to_string(), report.possible.to_string()),
                        text, report.skewed->offset));
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
        if (text.size() > options.max_bytes) {
            result.diagnostics.push_back(
                make_diagnostic(severity::error, diagnostic_kind::too_large,
                                fmt::format("{} bytes, the limit is {}", text.size(), options.max_bytes), {}, 0));
            return result;
        }
        ast::arena memory;
        context ctx(memory, text);
        read::tree_builder tree(ctx, text);
        auto& findings = result.diagnostics;
        read::record_reader<read::action, read::tree_builder> reader(text, ctx, tree, findings, options.max_errors);
        const auto outcome = reader.run();
        if (outcome.complete)
            tree.check_end(options.live_range_optional,
                           [&](const refusal& r) { findings.push_back(read::to_diagnostic(r, text)); });
        auto witnesses = ctx.witnesses();
        if (auto mixed = read::mixed_eras(witnesses, text)) findings.push_back(std::move(*mixed));
        if (!findings.empty()) {
            std::ranges::stable_sort(findings, {}, &diagnostic::offset);
            if (options.max_errors != 0 && findings.size() > options.max_errors) findings.resize(options.max_errors);
            return result;
        }
        auto& dump = tree.finish();
        dump.forms = forms_of(witnesses);
        result.diagnostics = std::move(ctx.notes());
        read::warn_of_skew(witnesses, text, result.diagnostics);
        std::ranges::sort(result.diagnostics, {}, [](const diagnostic& d) { return std::pair{d.offset, d.kind}; });
        if (result.diagnostics.size() > options.max_notes) result.diagnostics.resize(options.max_notes);
        result.value.emplace(std::move(source), std::move(memory), dump, std::move(witnesses));
    } catch (const std::bad_alloc&) {
        result.diagnostics.clear();
        result.diagnostics.push_back(read::out_of_memory());
    }
    return result;
}

parse_result parse(std::string_view text, const parse_options& options) noexcept
{
    try {
        return parse(source_text::copy_of(text), options);
    } catch (const std::bad_alloc&) {
        parse_result result;
        result.diagnostics.push_back(read::out_of_memory());
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
            const auto& order = std::get<ast::layout>(*node).minor_to_major;
            read::checks_layout::check(text.data(), order.size(), order);
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
                result.diagnostics.push_back(read::explain(read::find_fault({which}, source), source, false));
                return result;
            }
            auto witnesses = ctx.witnesses();
            if (auto mixed = read::mixed_eras(witnesses, text)) {
                result.diagnostics.push_back(std::move(*mixed));
                return result;
            }
            result.diagnostics = std::move(ctx.notes());
            const auto forms = forms_of(witnesses);
            result.value.emplace(std::move(memory), *node, forms, ctx.with_key, std::move(witnesses));
        } catch (const refusal& r) {
            result.diagnostics.push_back(read::first_fault(read::to_diagnostic(r, text), ctx.witnesses(), text));
        }
    } catch (const std::bad_alloc&) {
        result.diagnostics.clear();
        result.diagnostics.push_back(read::out_of_memory());
    }
    return result;
}

} // namespace ballast::inline v0
