#include "rules/attribute.hpp"

#include "ast/attribute_table.hpp"
#include "base/shown.hpp"
#include "rules/literal.hpp"
#include "rules/shape.hpp"
#include "rules/sharding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ballast::rules {

namespace {

using enum ast::attribute_kind;
using ast::opcode_kind;

broken value(phrase said) { return {finding_id::attribute_value, std::move(said)}; }
broken at_default(phrase said) { return {finding_id::default_value, std::move(said)}; }

bool all_are(const ast::list<std::int64_t>& values, std::int64_t value)
{
    return std::ranges::all_of(values, [&](std::int64_t v) { return v == value; });
}

// What `window` lists at all differs from the default somewhere, and has an entry for each dimension.
verdict check_window(const ast::window& window)
{
    const auto rank = window.size.size();
    const auto field = [&](std::string_view name, std::size_t count, bool is_default) -> verdict {
        if (count == 0) return {};
        if (count != rank) return value(say("`{}` of {} dimensions in a window of {}", name, count, rank));
        if (is_default) return at_default(say("`{}` at its default, which is not printed", name));
        return {};
    };
    if (auto found = field("stride", window.stride.size(), all_are(window.stride, 1))) return found;
    const auto no_padding = [](const auto& p) { return p == ast::window_padding{}; };
    if (auto found = field("pad", window.pad.size(), std::ranges::all_of(window.pad, no_padding))) return found;
    if (auto found = field("lhs_dilate", window.lhs_dilate.size(), all_are(window.lhs_dilate, 1))) return found;
    if (auto found = field("rhs_dilate", window.rhs_dilate.size(), all_are(window.rhs_dilate, 1))) return found;
    const auto none_reversed = std::ranges::none_of(window.rhs_reversal, [](bool b) { return b; });
    return field("rhs_reversal", window.rhs_reversal.size(), none_reversed);
}

verdict check_slice(const ast::slice_ranges& slice)
{
    const auto strides = std::ranges::count_if(slice.dimensions, [](const auto& d) { return d.stride.has_value(); });
    if (strides == 0) return {};
    if (static_cast<std::size_t>(strides) != slice.dimensions.size())
        return value(say("some dimensions have strides and some have none"));
    if (std::ranges::all_of(slice.dimensions, [](const auto& d) { return d.stride == 1; }))
        return at_default(say("strides of 1 on all dimensions, which are not printed"));
    return {};
}

verdict check_padding(const ast::padding_config& padding)
{
    const auto interiors =
        std::ranges::count_if(padding.dimensions, [](const auto& d) { return d.interior.has_value(); });
    if (interiors == 0) return {};
    if (static_cast<std::size_t>(interiors) != padding.dimensions.size())
        return value(say("some dimensions have interior padding and some have none"));
    if (std::ranges::all_of(padding.dimensions, [](const auto& d) { return d.interior == 0; }))
        return at_default(say("interior padding of 0 on all dimensions, which is not printed"));
    return {};
}

verdict check_frontend(const ast::frontend_attributes& attributes)
{
    for (std::size_t i = 1; i < attributes.entries.size(); ++i) {
        const auto before = attributes.entries[i - 1].key;
        const auto key = attributes.entries[i].key;
        if (key > before) continue;
        auto said = key == before ? say("frontend attribute {} appears twice", shown(key))
                                  : say("frontend attribute {} after {}, they are sorted", shown(key), shown(before));
        return broken{finding_id::frontend_order, std::move(said), i, key};
    }
    return {};
}

verdict check_statistics(const ast::statistics& statistics)
{
    for (const auto& entry : statistics.entries)
        if (auto found = check_six_digits(entry.value)) return found;
    return {};
}

verdict check_accuracy(const ast::result_accuracy& accuracy)
{
    if (accuracy.highest) return {};
    if (auto found = check_six_digits(accuracy.atol)) return found;
    return check_six_digits(accuracy.rtol);
}

verdict check_shapes(const ast::shapes& shapes)
{
    for (const auto& shape : shapes.values)
        if (auto found = check_shape(shape)) return found;
    return {};
}

verdict check_domain(const ast::domain& domain)
{
    if (auto found = check_sharding(domain.entry)) return found;
    return check_sharding(domain.exit);
}

struct value_visitor {
    verdict operator()(const ast::float_text& x) const { return check_six_digits(x); }
    verdict operator()(const ast::slice_ranges& x) const { return check_slice(x); }
    verdict operator()(const ast::padding_config& x) const { return check_padding(x); }
    verdict operator()(const ast::frontend_attributes& x) const { return check_frontend(x); }
    verdict operator()(const ast::shapes& x) const { return check_shapes(x); }
    verdict operator()(const ast::box<ast::shape>& x) const { return check_shape(*x); }
    verdict operator()(const ast::box<ast::window>& x) const { return check_window(*x); }
    verdict operator()(const ast::box<ast::replica_groups>& x) const { return check_groups(*x); }
    verdict operator()(const ast::box<ast::sharding>& x) const { return check_sharding(*x); }
    verdict operator()(const ast::box<ast::domain>& x) const { return check_domain(*x); }
    verdict operator()(const ast::box<ast::result_accuracy>& x) const { return check_accuracy(*x); }
    verdict operator()(const ast::box<ast::statistics>& x) const { return check_statistics(*x); }
    verdict operator()(const ast::box<ast::shaped_literal>& x) const { return check_literal(*x); }
    verdict operator()(const auto&) const { return {}; }
};

// What a value is on its own, whatever the opcode.
verdict check_inside(const ast::attribute& node) { return std::visit(value_visitor{}, node.value); }

// What a tree may not hold where the grammar says what a value is: nothing, or what it must be.
std::string_view misfit(const ast::attribute& node)
{
    const auto unless = [](bool fits, std::string_view wanted) { return fits ? std::string_view() : wanted; };
    const auto* boolean = std::get_if<bool>(&node.value);
    const auto* names = std::get_if<ast::computations>(&node.value);
    const auto* list = std::get_if<ast::integers>(&node.value);
    switch (form_of(node.key.kind)) {
    case value_form::special:
        return unless(!std::holds_alternative<ast::attribute_text>(node.value), "not balanced text");
    case value_form::integer: return unless(std::holds_alternative<std::int64_t>(node.value), "an integer");
    case value_form::boolean: return unless(boolean, "true or false");
    case value_form::only_true: return unless(boolean && *boolean, "true where it is printed");
    case value_form::computation: return unless(std::holds_alternative<ast::computation>(node.value), "a computation");
    case value_form::computations: return unless(names, "a list of computations");
    case value_form::some_computations: return unless(names && !names->names.empty(), "one computation or more");
    case value_form::integers: return unless(list, "a list of integers");
    case value_form::some_integers: return unless(list && !list->values.empty(), "a list of one integer or more");
    }
    return {};
}

verdict check_form(const ast::opcode& op, const ast::attribute& node)
{
    const auto wrong = [&](std::string_view wanted) {
        return value(say("`{}` of {} is {}", spelling(node.key.kind), spelling(op.kind), wanted));
    };
    const auto unprinted = [&](std::string_view when) {
        return at_default(say("`{}` of {} is not printed {}", spelling(node.key.kind), spelling(op.kind), when));
    };
    if (const auto wanted = misfit(node); !wanted.empty()) return wrong(wanted);
    // Null where a tree was built with a value of another kind.
    const auto* keyword = std::get_if<ast::keyword>(&node.value);
    const auto* text = std::get_if<ast::text>(&node.value);
    switch (node.key.kind) {
    case algorithm: {
        if (!keyword) return wrong("a word");
        const bool random = *keyword <= ast::keyword::rng_philox;
        if (random != (op.kind == opcode_kind::rng_bit_generator))
            return wrong(random ? "the algorithm of a dot" : "that of a random number generator");
        break;
    }
    case is_stable:
        if (op.kind == opcode_kind::sort && !std::get<bool>(node.value)) return unprinted("where it is false");
        break;
    case slice_sizes: {
        const bool lists = std::holds_alternative<ast::integer_lists>(node.value);
        if (lists != (op.kind != opcode_kind::gather)) return wrong(lists ? "one list" : "a list of lists");
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
        case opcode_kind::set_dimension_size:
            if (std::get<ast::integers>(node.value).values.size() != 1) return wrong("exactly one dimension");
            break;
        default: break;
        }
        break;
    case window: {
        const auto* boxed = std::get_if<ast::box<ast::window>>(&node.value);
        if (!boxed) return wrong("a window");
        if (op.kind != opcode_kind::custom_call && (*boxed)->size.empty()) return unprinted("when empty");
        break;
    }
    case feature_group_count:
    case batch_group_count:
        if (std::get<std::int64_t>(node.value) == 1) return unprinted("at 1");
        break;
    case inferred_dimension:
        if (std::get<std::int64_t>(node.value) == -1) return unprinted("at -1");
        break;
    case operand_precision: {
        const auto* words = std::get_if<ast::keywords>(&node.value);
        if (!words) return wrong("a list of words");
        if (std::ranges::all_of(words->values, [](auto k) { return k == ast::keyword::default_; }))
            return unprinted("when all are default");
        break;
    }
    case async_execution_thread:
        if (!text) return wrong("a string");
        if (text->bytes == "main") return unprinted("for `main`");
        break;
    case infeed_config:
    case outfeed_config:
        if (!text) return wrong("a string");
        if (text->bytes.empty()) return unprinted("when empty");
        break;
    case backend_config:
        if (!text) return wrong("a string or a dict");
        if (text->form != ast::text_form::dict && text->bytes.empty()) return unprinted("when empty");
        break;
    default: break;
    }
    return {};
}

} // namespace

verdict check_six_digits(ast::float_text number)
{
    if (classify(number) != ast::float_class::finite) return {};
    const auto text = number.text;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() <= 40 && error == std::errc{} && end == text.data() + text.size() &&
        fmt::format("{:.6g}", value) == text)
        return {};
    return broken{finding_id::attribute_value, say("{} is not how XLA prints a number in six digits", shown(text)), 0,
                  text};
}

verdict check_value(const ast::opcode& op, const ast::attribute& attribute)
{
    if (attribute.key.kind == metadata) return {};
    if (auto found = check_inside(attribute)) return found;
    return check_form(op, attribute);
}

order_verdict check_order(const ast::instruction& node)
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
    struct seen_key {
        std::uint8_t times = 0;
        std::size_t first = 0;
    };
    std::array<seen_key, ast::attribute_kind_count> seen{};
    std::optional<std::size_t> before;
    int tail_before = 0;
    int descents = 0;
    std::optional<std::size_t> accuracy_leads; // where it is the first key of the tail
    order_verdict result;
    for (std::size_t i = 0; i < node.attributes.size(); ++i) {
        const auto key = node.attributes[i].key.kind;
        if (key == ast::attribute_kind::unknown || !takes(node.opcode, key)) continue;
        auto& known = seen[static_cast<std::size_t>(key)];
        if (known.times++ == 0) known.first = i;
        if (known.times > (asynchronous && may_be_twice(key) ? 2 : 1)) {
            result.found = broken{finding_id::attribute_order, say("`{}` appears twice", spelling(key)), i};
            result.before = known.first;
            return result;
        }
        const auto place = tail_place(key);
        bool in_order = true;
        if (place != 0) {
            const auto accuracy = std::exchange(accuracy_leads, std::nullopt);
            if (place < tail_before) {
                // For some weeks of 2024 it came before the rest of the tail.
                if (accuracy && !asynchronous)
                    result.early_accuracy = accuracy;
                else if (!accuracy && (!asynchronous || ++descents > 1))
                    in_order = false;
            }
            if (key == result_accuracy && tail_before == 0) accuracy_leads = i;
            tail_before = place;
        } else if (tail_before != 0) {
            in_order = asynchronous && ++descents <= 1;
            tail_before = 0;
        } else if (before && !asynchronous && tail_place(node.attributes[*before].key.kind) == 0 &&
                   own_place(key) < own_place(node.attributes[*before].key.kind)) {
            in_order = false;
        }
        if (!in_order) {
            const auto other = spelling(node.attributes[*before].key.kind);
            result.found = broken{finding_id::attribute_order,
                                  say("`{}` after `{}`, XLA prints it before", spelling(key), other), i};
            result.before = *before;
            return result;
        }
        before = i;
    }
    return result;
}

} // namespace ballast::rules
