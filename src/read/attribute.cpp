#include "read/attribute.hpp"

#include "ast/attribute_table.hpp"
#include "ballast/text.hpp"
#include "base/shown.hpp"
#include "read/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ballast::read {

namespace {

using enum ast::attribute_kind;
using ast::opcode_kind;

[[noreturn]] void refuse(const char* at, std::string message)
{
    throw refusal{finding_id::attribute_value, at, std::move(message)};
}

// The place of the value in `key=value`, or in a value that stands alone.
const char* value_of(std::string_view text)
{
    const auto key = text.substr(0, text.find_first_of("={["));
    return text.size() > key.size() && text[key.size()] == '=' ? text.data() + key.size() + 1 : text.data();
}

template <typename T>
const T& get(const ast::attribute& node)
{
    return std::get<T>(node.value);
}

bool all_are(const ast::list<std::int64_t>& values, std::int64_t value)
{
    return std::ranges::all_of(values, [&](std::int64_t v) { return v == value; });
}

// What `window` lists at all differs from the default somewhere, and has an entry for each dimension.
void check_window(const ast::window& window, const char* at)
{
    const auto rank = window.size.size();
    const auto field = [&](std::string_view name, std::size_t count, bool is_default) {
        if (count == 0) return;
        if (count != rank) refuse(at, fmt::format("`{}` of {} dimensions in a window of {}", name, count, rank));
        if (is_default) refuse(at, fmt::format("`{}` at its default, which is not printed", name));
    };
    field("stride", window.stride.size(), all_are(window.stride, 1));
    field("pad", window.pad.size(),
          std::ranges::all_of(window.pad, [](const auto& p) { return p == ast::window_padding{}; }));
    field("lhs_dilate", window.lhs_dilate.size(), all_are(window.lhs_dilate, 1));
    field("rhs_dilate", window.rhs_dilate.size(), all_are(window.rhs_dilate, 1));
    field("rhs_reversal", window.rhs_reversal.size(),
          std::ranges::none_of(window.rhs_reversal, [](bool b) { return b; }));
}

void check_slice(const ast::slice_ranges& slice, const char* at)
{
    const auto strides = std::ranges::count_if(slice.dimensions, [](const auto& d) { return d.stride.has_value(); });
    if (strides == 0) return;
    if (static_cast<std::size_t>(strides) != slice.dimensions.size())
        refuse(at, "strides on some dimensions, they stand on all or none");
    if (std::ranges::all_of(slice.dimensions, [](const auto& d) { return d.stride == 1; }))
        refuse(at, "strides of 1 on all dimensions, which are not printed");
}

void check_padding(const ast::padding_config& padding, const char* at)
{
    const auto interiors =
        std::ranges::count_if(padding.dimensions, [](const auto& d) { return d.interior.has_value(); });
    if (interiors == 0) return;
    if (static_cast<std::size_t>(interiors) != padding.dimensions.size())
        refuse(at, "interior padding on some dimensions, it stands on all or none");
    if (std::ranges::all_of(padding.dimensions, [](const auto& d) { return d.interior == 0; }))
        refuse(at, "interior padding of 0 on all dimensions, which is not printed");
}

void check_frontend(context& ctx, const ast::frontend_attributes& attributes)
{
    std::string_view before;
    for (const auto& [key, value] : attributes.entries) {
        if (key <= before)
            refuse(key.data(), key == before ? fmt::format("frontend attribute {} stands twice", shown(key))
                                             : fmt::format("frontend attribute {} behind {}, they are sorted",
                                                           shown(key), shown(before)));
        before = key;
        switch (value.form) {
        case ast::text_form::dict: ctx.see(feature::frontend_dict, value.bytes.data()); break;
        case ast::text_form::raw: ctx.see(feature::frontend_raw, value.bytes.data()); break;
        case ast::text_form::bare: ctx.see(feature::frontend_bare, value.bytes.data()); break;
        default: break;
        }
    }
}

// A dict stands bare since 2023-06-06, so one in quotes is older.
void check_config(context& ctx, const ast::text& config, const char* at)
{
    if (config.form == ast::text_form::dict) return ctx.see(feature::bare_dict_config, at);
    if (config.bytes.empty()) refuse(at, "an empty config, which is not printed");
    if (!ctx.seen(feature::quoted_dict_config) && config.bytes.starts_with('{') && is_dict(unescaped(config.bytes)))
        ctx.see(feature::quoted_dict_config, at);
}

void check_form(const ast::opcode& op, const ast::attribute& node, const char* at)
{
    const auto wrong = [&](std::string_view wanted) {
        refuse(at, fmt::format("`{}` of {} is {}", spelling(node.key.kind), spelling(op.kind), wanted));
    };
    const auto exactly_one = [&] {
        if (get<ast::integers>(node).values.size() != 1) wrong("exactly one dimension");
    };
    switch (node.key.kind) {
    case algorithm: {
        const bool random = get<ast::keyword>(node) <= ast::keyword::rng_philox;
        if (random != (op.kind == opcode_kind::rng_bit_generator))
            wrong(random ? "the algorithm of a dot" : "that of a random number generator");
        break;
    }
    case is_stable:
        if (op.kind == opcode_kind::sort && !get<bool>(node)) wrong("`true` or not printed");
        break;
    case slice_sizes: {
        const bool lists = std::holds_alternative<ast::integer_lists>(node.value);
        if (lists != (op.kind != opcode_kind::gather)) wrong(lists ? "one list" : "a list of lists");
        break;
    }
    case dimensions:
        switch (op.kind) {
        case opcode_kind::all_gather:
        case opcode_kind::all_gather_start:
        case opcode_kind::reduce_scatter:
        case opcode_kind::all_reduce_scatter:
        case opcode_kind::all_to_all:
        case opcode_kind::get_dimension_size:
        case opcode_kind::set_dimension_size: exactly_one(); break;
        default: break;
        }
        break;
    case window:
        if (op.kind != opcode_kind::custom_call && get<ast::box<ast::window>>(node)->size.empty())
            wrong("not printed when empty");
        break;
    case feature_group_count:
    case batch_group_count:
        if (get<std::int64_t>(node) == 1) wrong("not printed at 1");
        break;
    case inferred_dimension:
        if (get<std::int64_t>(node) == -1) wrong("not printed at -1");
        break;
    case operand_precision:
        if (std::ranges::all_of(get<ast::keywords>(node).values, [](auto k) { return k == ast::keyword::default_; }))
            wrong("not printed when all are default");
        break;
    case async_execution_thread:
        if (get<ast::text>(node).bytes == "main") wrong("not printed for `main`");
        break;
    case infeed_config:
    case outfeed_config:
        if (get<ast::text>(node).bytes.empty()) wrong("not printed when empty");
        break;
    default: break;
    }
}

} // namespace

void check_typed(context& ctx, ast::attribute& node, std::string_view text)
{
    const auto key = node.key.kind;
    const char* const at = value_of(text);
    switch (key) {
    case metadata: return;
    case backend_config: return check_config(ctx, get<ast::text>(node), at);
    case frontend_attributes: return check_frontend(ctx, get<ast::frontend_attributes>(node));
    case window: check_window(*get<ast::box<ast::window>>(node), at); break;
    case ast::attribute_kind::slice: check_slice(get<ast::slice_ranges>(node), at); break;
    case padding: check_padding(get<ast::padding_config>(node), at); break;
    default: break;
    }
    check_form(ctx.opcode, node, at);
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

void keep_as_text(context& ctx, ast::attribute& node, std::string_view text)
{
    const auto equals = text.find('=');
    const auto key = text.substr(0, equals);
    node.value = ast::attribute_text{text.substr(equals + 1)};
    if (node.key.kind == ast::attribute_kind::unknown) node.key.other = ctx.memory.make(key);
    ctx.note_unknown_attribute(key);
}

void refuse_value(context& ctx, std::string_view text)
{
    // The rest of the whole text: the value's rule may want more than what was balanced.
    const auto from = ctx.offset(text.data());
    auto why = explain_part(find_attribute_fault(ctx.text().substr(static_cast<std::size_t>(from))), ctx.text(), from);
    auto message = why.message();
    if (why.id == finding_id::attribute) message = fmt::format("`{}`: {}", text.substr(0, text.find('=')), message);
    throw refusal{why.id, ctx.text().data() + why.begin, std::move(message), 8};
}

void check_order(context& ctx, const ast::instruction& node)
{
    const bool asynchronous = is_async(node.opcode);
    const auto own = own_keys(node.opcode.kind);
    const auto own_place = [&](ast::attribute_kind key) { return std::ranges::find(own, key) - own.begin(); };
    const auto may_be_twice = [](ast::attribute_kind key) {
        switch (key) {
        case sharding:
        case frontend_attributes:
        case control_predecessors:
        case statistics:
        case result_accuracy:
        case output_to_operand_aliasing: return true;
        default: return false;
        }
    };
    std::array<std::uint8_t, ast::attribute_kind_count> seen{};
    const ast::attribute* before = nullptr;
    int tail_before = 0;
    int descents = 0;
    const char* accuracy_leads_at = nullptr; // where it is the first key of the tail
    for (std::size_t i = 0; i < node.attributes.size(); ++i) {
        const auto& a = node.attributes[i];
        const char* const at = ctx.attributes_at[i];
        const auto key = a.key.kind;
        if (key == ast::attribute_kind::unknown || !takes(node.opcode, key)) continue;
        auto& count = seen[static_cast<std::size_t>(key)];
        if (++count > (asynchronous && may_be_twice(key) ? 2 : 1))
            throw refusal{finding_id::attribute_order, at, fmt::format("`{}` stands twice", spelling(key))};
        const auto place = tail_place(key);
        const auto out_of_order = [&] {
            throw refusal{
                finding_id::attribute_order, at,
                fmt::format("`{}` behind `{}`, XLA prints it in front", spelling(key), spelling(before->key.kind))};
        };
        if (place != 0) {
            const char* const accuracy_at = std::exchange(accuracy_leads_at, nullptr);
            if (place < tail_before) {
                // For some weeks of 2024 it stood in front of the tail.
                if (accuracy_at && !asynchronous)
                    ctx.see(feature::early_result_accuracy, accuracy_at);
                else if (!accuracy_at && (!asynchronous || ++descents > 1))
                    out_of_order();
            }
            if (key == result_accuracy && tail_before == 0) accuracy_leads_at = at;
            tail_before = place;
        } else if (tail_before != 0) {
            if (!asynchronous || ++descents > 1) out_of_order();
            tail_before = 0;
        } else if (before && !asynchronous && tail_place(before->key.kind) == 0 &&
                   own_place(key) < own_place(before->key.kind)) {
            out_of_order();
        }
        before = &a;
    }
}

ast::float_text six_digits(std::string_view text)
{
    const ast::float_text result{text};
    if (classify(result) != ast::float_class::finite) return result;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() > 40 || error != std::errc{} || end != text.data() + text.size() ||
        fmt::format("{:.6g}", value) != text)
        refuse(text.data(), fmt::format("{} is not how XLA prints a number in six digits", shown(text)));
    return result;
}

} // namespace ballast::read
