#include "rules/attribute.hpp"

#include "ast/attribute_table.hpp"
#include "base/shown.hpp"
#include "era/timeline.hpp"
#include "rules/literal.hpp"
#include "rules/shape.hpp"
#include "rules/sharding.hpp"
#include "rules/unknown_item.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::rules {

namespace {

using enum ast::attribute_kind;
using ast::opcode_kind;

violation value(finding_message text) { return {finding_id::attribute_value, std::move(text)}; }
violation at_default(finding_message text) { return {finding_id::default_value, std::move(text)}; }

bool all_are(const ast::list<std::int64_t>& values, std::int64_t value)
{
    return std::ranges::all_of(values, [&](std::int64_t v) { return v == value; });
}

// Every list that `window` prints differs from the default somewhere, and has an entry for each dimension.
verdict check_window(const ast::window& window)
{
    const auto rank = window.size.size();
    const auto field = [&](std::string_view name, std::size_t count, bool is_default) -> verdict {
        if (count == 0) return {};
        if (count != rank) return value(say("`{}` has {} dimensions, the window has {}", name, count, rank));
        if (is_default) return at_default(say("`{}` has its default value, which XLA does not print", name));
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
        return value(say("some dimensions have strides and others do not"));
    if (std::ranges::all_of(slice.dimensions, [](const auto& d) { return d.stride == 1; }))
        return at_default(say("all strides are 1, which XLA does not print"));
    return {};
}

verdict check_padding(const ast::padding_config& padding)
{
    const auto interiors =
        std::ranges::count_if(padding.dimensions, [](const auto& d) { return d.interior.has_value(); });
    if (interiors == 0) return {};
    if (static_cast<std::size_t>(interiors) != padding.dimensions.size())
        return value(say("some dimensions have interior padding and others do not"));
    if (std::ranges::all_of(padding.dimensions, [](const auto& d) { return d.interior == 0; }))
        return at_default(say("all interior padding is 0, which XLA does not print"));
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

bool has_metadata(const ast::sharding& sharding)
{
    const auto* tuple = std::get_if<ast::tuple_sharding>(&sharding.form);
    return !sharding.metadata.empty() || (tuple && std::ranges::any_of(tuple->elements, has_metadata));
}

verdict check_domain(const ast::domain& domain)
{
    for (const auto* sharding : {&domain.entry, &domain.exit}) {
        if (auto found = check_sharding(*sharding)) return found;
        if (has_metadata(*sharding))
            return at_default(say("the sharding of a domain has metadata, which XLA does not print"));
    }
    return {};
}

// One side of `b01f_01io->b01f`: the two letters once each, and the spatial dimensions from 0 on. Returns their number;
// empty if the side is wrong. Dimensions from 10 on have two digits and no separator.
std::optional<std::size_t> spatial_dimensions(std::string_view side, char first, char second)
{
    std::array<bool, 10> seen{};
    std::size_t digits = 0;
    bool has_first = false;
    bool has_second = false;
    for (const char c : side) {
        if (c == first && !std::exchange(has_first, true)) continue;
        if (c == second && !std::exchange(has_second, true)) continue;
        if (c == '?') continue; // an unused position
        if (c < '0' || c > '9') return std::nullopt;
        ++digits;
        seen[static_cast<std::size_t>(c - '0')] = true;
    }
    if (!has_first || !has_second) return std::nullopt;
    const auto count = std::min<std::size_t>(digits, seen.size());
    if (!std::all_of(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(count), [](bool b) { return b; }))
        return std::nullopt;
    return digits;
}

verdict check_labels(const ast::dimension_labels& labels)
{
    const auto wrong = [](finding_message text) { return value(std::move(text)); };
    const auto kernel = labels.text.find('_');
    const auto output = labels.text.find("->", kernel == std::string_view::npos ? 0 : kernel);
    if (kernel == std::string_view::npos || output == std::string_view::npos)
        return wrong(say("dimension labels do not have the form `input_kernel->output`"));
    const auto in = spatial_dimensions(labels.text.substr(0, kernel), 'b', 'f');
    const auto of = spatial_dimensions(labels.text.substr(kernel + 1, output - kernel - 1), 'i', 'o');
    const auto out = spatial_dimensions(labels.text.substr(output + 2), 'b', 'f');
    for (const auto end : {kernel, output, labels.text.size()})
        if (labels.text[end - 1] == '?') return wrong(say("dimension labels end with `?`, which XLA leaves out"));
    if (!in || !of || !out) return wrong(say("dimension labels need each letter once, and digits that count from 0"));
    if (*in != *of || *in != *out)
        return wrong(say("dimension labels have {}, {} and {} spatial dimensions", *in, *of, *out));
    return {};
}

verdict check_origin(const ast::origin_node& node)
{
    if (const auto* tuple = std::get_if<ast::origin_tuple>(&node.form)) {
        for (const auto& part : tuple->parts)
            if (auto found = check_origin(part)) return found;
    } else if (const auto* leaf = std::get_if<ast::origin_leaf>(&node.form)) {
        if (leaf->name && leaf->name->empty()) return at_default(say("origin has an empty name, XLA prints `{{}}`"));
        if (leaf->index && leaf->index->empty())
            return at_default(say("origin has an empty index, which XLA does not print"));
    }
    return {};
}

struct value_visitor {
    verdict operator()(const ast::float_text& x) const { return check_six_digits(x); }
    verdict operator()(const ast::dimension_labels& x) const { return check_labels(x); }
    verdict operator()(const ast::slice_ranges& x) const { return check_slice(x); }
    verdict operator()(const ast::padding_config& x) const { return check_padding(x); }
    verdict operator()(const ast::frontend_attributes& x) const { return check_frontend(x); }
    verdict operator()(const ast::shapes& x) const { return check_shapes(x); }
    verdict operator()(const ast::box<ast::shape>& x) const { return check_shape(*x); }
    verdict operator()(const ast::box<ast::metadata>& x) const { return check_unknown(*x); }
    verdict operator()(const ast::box<ast::window>& x) const { return check_window(*x); }
    verdict operator()(const ast::box<ast::replica_groups>& x) const { return check_groups(*x); }
    verdict operator()(const ast::box<ast::sharding>& x) const { return check_sharding(*x); }
    verdict operator()(const ast::box<ast::origin>& x) const { return check_origin(x->tree); }
    verdict operator()(const ast::box<ast::domain>& x) const { return check_domain(*x); }
    verdict operator()(const ast::box<ast::result_accuracy>& x) const { return check_accuracy(*x); }
    verdict operator()(const ast::box<ast::statistics>& x) const { return check_statistics(*x); }
    verdict operator()(const ast::box<ast::shaped_literal>& x) const { return check_literal(*x); }
    verdict operator()(const auto&) const { return {}; }
};

// Checks a value on its own, regardless of the opcode.
verdict check_inside(const ast::attribute& node) { return std::visit(value_visitor{}, node.value); }

// What the value would have to be, for a tree with a value that the grammar does not match; empty if it is right.
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

// Whether the value of an attribute has the form that its key and opcode ask for, and is printed at all.
struct value_form_check {
    const ast::opcode& op;
    const ast::attribute& node;

    [[nodiscard]] violation wrong(std::string_view wanted) const
    {
        return value(say("`{}` of {} must be {}", spelling(node.key.kind), spelling(op.kind), wanted));
    }
    [[nodiscard]] violation unprinted(std::string_view when) const
    {
        return at_default(say("XLA does not print `{}` of {} {}", spelling(node.key.kind), spelling(op.kind), when));
    }
    [[nodiscard]] verdict words() const;
    [[nodiscard]] verdict numbers() const;
    [[nodiscard]] verdict texts() const;
    [[nodiscard]] verdict structures() const;
};

verdict value_form_check::words() const
{
    const auto* keyword = std::get_if<ast::keyword>(&node.value); // null if a tree was built with another value
    switch (node.key.kind) {
    case algorithm: {
        if (!keyword) return wrong("a word");
        const bool random = *keyword <= ast::keyword::rng_philox;
        if (random != (op.kind == opcode_kind::rng_bit_generator))
            return wrong(random ? "the algorithm of a dot" : "the algorithm of a random number generator");
        break;
    }
    case mode: {
        if (!keyword) return wrong("a word");
        const bool rotates = *keyword == ast::keyword::rotate;
        if (rotates != (op.kind == opcode_kind::shuffle))
            return wrong(rotates ? "the mode of a collective" : "`rotate`");
        break;
    }
    case operand_precision: {
        const auto* words = std::get_if<ast::keywords>(&node.value);
        if (!words) return wrong("a list of words");
        if (std::ranges::all_of(words->values, [](auto k) { return k == ast::keyword::default_; }))
            return unprinted("if all of it is default");
        break;
    }
    default: break;
    }
    return {};
}

verdict value_form_check::numbers() const
{
    switch (node.key.kind) {
    case delta: {
        const auto* list = std::get_if<ast::integers>(&node.value);
        if (list ? list->values.size() != 1 : !std::holds_alternative<std::int64_t>(node.value))
            return wrong("one integer");
        break;
    }
    case is_stable:
        if (op.kind == opcode_kind::sort && !std::get<bool>(node.value)) return unprinted("if it is false");
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
    case feature_group_count:
    case batch_group_count:
        if (std::get<std::int64_t>(node.value) == 1) return unprinted("at 1");
        break;
    case inferred_dimension:
        if (std::get<std::int64_t>(node.value) == -1) return unprinted("if it is -1");
        break;
    default: break;
    }
    return {};
}

verdict value_form_check::texts() const
{
    const auto* text = std::get_if<ast::text>(&node.value); // null if a tree was built with another value
    switch (node.key.kind) {
    case async_execution_thread:
        if (!text) return wrong("a string");
        if (text->bytes == "main") return unprinted("if it is `main`");
        break;
    case infeed_config:
    case outfeed_config:
        if (!text) return wrong("a string");
        if (text->bytes.empty()) return unprinted("if it is empty");
        break;
    case backend_config:
        if (!text) return wrong("a string or a dict");
        if (text->form != ast::text_form::dict && text->bytes.empty()) return unprinted("if it is empty");
        break;
    default: break;
    }
    return {};
}

verdict value_form_check::structures() const
{
    switch (node.key.kind) {
    case block_scaling_config: {
        const auto* config = std::get_if<ast::box<ast::block_scaling_config>>(&node.value);
        if (!config || (!(*config)->lhs && !(*config)->rhs)) return wrong("the configuration of one operand or both");
        break;
    }
    case window: {
        const auto* boxed = std::get_if<ast::box<ast::window>>(&node.value);
        if (!boxed) return wrong("a window");
        if (op.kind != opcode_kind::custom_call && (*boxed)->size.empty()) return unprinted("if it is empty");
        break;
    }
    case control_predecessors: {
        const auto& names = std::get<ast::computations>(node.value).names;
        std::vector<std::string_view> sorted(names.begin(), names.end());
        std::ranges::sort(sorted);
        if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
            return value(say("{} is among the control predecessors twice", shown(*twice)));
        break;
    }
    default: break;
    }
    return {};
}

verdict check_form(const ast::opcode& op, const ast::attribute& node)
{
    const value_form_check form{op, node};
    if (const auto wanted = misfit(node); !wanted.empty()) return form.wrong(wanted);
    if (auto found = form.words()) return found;
    if (auto found = form.numbers()) return found;
    if (auto found = form.texts()) return found;
    return form.structures();
}

} // namespace

verdict check_frontend(const ast::frontend_attributes& attributes)
{
    for (std::size_t i = 1; i < attributes.entries.size(); ++i) {
        const auto before = attributes.entries[i - 1].key;
        const auto key = attributes.entries[i].key;
        if (key > before) continue;
        auto message = key == before ? say("frontend attribute {} appears twice", shown(key))
                                     : say("frontend attribute {} after {}, XLA sorts them", shown(key), shown(before));
        return violation{finding_id::frontend_order, std::move(message), i, key};
    }
    return {};
}

verdict check_six_digits(ast::float_text number)
{
    if (classify(number) != ast::float_class::finite) return {};
    const auto text = number.text;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() <= 40 && error == std::errc{} && end == text.data() + text.size() &&
        fmt::format("{:.6g}", value) == text)
        return {};
    return violation{finding_id::attribute_value, say("{} is not how XLA prints a number with six digits", shown(text)),
                     0, text};
}

verdict check_value(const ast::opcode& op, const ast::attribute& attribute)
{
    if (attribute.key.kind == metadata) return {};
    if (auto found = check_inside(attribute)) return found;
    return check_form(op, attribute);
}

namespace {

// The first attribute without a slot after that of its predecessor; empty if there is none.
std::optional<std::size_t> first_misplaced(const ast::instruction& node, const attribute_slots& slots)
{
    std::size_t next = 0;
    for (std::size_t i = 0; i < node.attributes.size(); ++i) {
        auto key = node.attributes[i].key.kind;
        if (!takes(node.opcode, key)) continue;
        if (key == original_value) key = origin;
        while (next != slots.count && slots.keys[next] != key) ++next;
        if (next == slots.count) return i;
        ++next;
    }
    return std::nullopt;
}

// True for an opcode name that is async sugar: one of the sugar's own attributes comes first, or the result aliases an
// operand, which no such opcode does by itself.
bool is_sugared(const ast::instruction& node)
{
    if (wrapped_by(node.opcode.kind) == opcode_kind::unknown || node.attributes.empty()) return false;
    if (std::ranges::any_of(node.attributes,
                            [](const ast::attribute& a) { return a.key.kind == output_to_operand_aliasing; }))
        return true;
    switch (node.attributes[0].key.kind) {
    case async_group_id:
    case async_execution_thread:
    case async_thread_name: return true;
    default: return false;
    }
}

// The slots of an update or done instruction, with result_accuracy before the rest of the tail.
attribute_slots early_slots_of_end(const ast::opcode& of)
{
    const auto end = slots_of_end(of);
    attribute_slots result;
    const std::size_t own = end.keys[0] == output_to_operand_aliasing ? 1 : 0;
    for (std::size_t i = 0; i < end.count; ++i) {
        if (i == own) result.add(result_accuracy);
        result.add(end.keys[i]);
    }
    return result;
}

// The index of an attribute, which the node must have.
std::size_t place_of(const ast::instruction& node, ast::attribute_kind key)
{
    return static_cast<std::size_t>(
        std::ranges::find(node.attributes, key, [](const ast::attribute& a) { return a.key.kind; }) -
        node.attributes.begin());
}

} // namespace

bool ends_async(const ast::instruction& node)
{
    switch (node.opcode.suffix) {
    case ast::async_suffix::none:
        return node.opcode.kind == opcode_kind::async_update || node.opcode.kind == opcode_kind::async_done ||
               (is_sugared(node) && spelling(node.opcode.kind).ends_with("-done"));
    case ast::async_suffix::start: return false;
    case ast::async_suffix::update:
    case ast::async_suffix::done: return true;
    }
    return false;
}

order_verdict check_order(const ast::instruction& node)
{
    order_verdict result;
    const auto slots = slots_of(node.opcode, is_sugared(node));
    const auto misplaced = first_misplaced(node, slots);
    if (!misplaced) {
        if (!ends_async(node)) return result;
        result.wrapped = first_misplaced(node, slots_of_end(node.opcode));
        if (result.wrapped && !first_misplaced(node, early_slots_of_end(node.opcode))) {
            result.wrapped.reset();
            result.early_accuracy = place_of(node, result_accuracy);
        }
        return result;
    }
    const auto keys = [&](std::size_t i) { return node.attributes[i].key.kind; };
    if (!first_misplaced(node, slots_of(node.opcode, is_sugared(node), true))) {
        // For some weeks of 2024 it came before the rest of the tail.
        for (std::size_t i = 0; i < node.attributes.size(); ++i)
            if (keys(i) == result_accuracy) result.early_accuracy = i;
        return result;
    }
    const auto key = keys(*misplaced);
    const auto refuse = [&](finding_message text, std::size_t before) {
        result.found = violation{finding_id::attribute_order, std::move(text), *misplaced};
        result.before = before;
        return result;
    };
    std::optional<std::size_t> previous;
    for (std::size_t i = 0; i < *misplaced; ++i) {
        if (keys(i) == key) return refuse(say("`{}` appears twice", spelling(key)), i);
        if (takes(node.opcode, keys(i))) previous = i;
    }
    const auto end = slots.keys.begin() + static_cast<std::ptrdiff_t>(slots.count);
    const bool has_slot = std::find(slots.keys.begin(), end, key == original_value ? origin : key) != end;
    if (!has_slot || !previous)
        return refuse(say("`{}`, which XLA does not print for {}{}", spelling(key), spelling(node.opcode.kind),
                          spelling(node.opcode.suffix)),
                      *misplaced);
    return refuse(say("`{}` after `{}`, XLA prints it before", spelling(key), spelling(keys(*previous))), *previous);
}

absences check_present(const ast::instruction& node)
{
    absences result;
    const auto& op = node.opcode;
    if (op.suffix != ast::async_suffix::none && op.kind != opcode_kind::unknown && !has_async_form(op.kind)) {
        result.found =
            violation{finding_id::missing_attribute, say("{}{}: {} has no asynchronous form", spelling(op.kind),
                                                         spelling(op.suffix), spelling(op.kind))};
        return result;
    }
    key_set seen{};
    for (const auto& a : node.attributes) insert(seen, a.key.kind);
    // Until 2024 update and done instructions repeated the attributes of the wrapped instruction: all of them or none.
    // The aliasing of an update is its own.
    auto kind = op.kind;
    bool repeats = true;
    if (op.suffix == ast::async_suffix::update || op.suffix == ast::async_suffix::done ||
        (is_async(op) && op.suffix == ast::async_suffix::none && own_keys(op.kind).empty())) {
        if (op.suffix == ast::async_suffix::none) kind = wrapped_by(op.kind);
        repeats = std::ranges::any_of(own_keys(kind), [&](const own_key& k) {
            return k.key != output_to_operand_aliasing && contains(seen, k.key);
        });
    }
    if (!repeats) return result;
    const auto missing = [&](finding_message text) {
        result.found = violation{finding_id::missing_attribute, std::move(text)};
        return result;
    };
    const auto& always = always_of(kind);
    if ((always[0] & ~seen[0]) != 0 || (always[1] & ~seen[1]) != 0)
        for (const auto& own : own_keys(kind)) {
            if (!own.always || contains(seen, own.key)) continue;
            if (const auto when = timeline::shown_without(kind, own.key))
                result.dated.push_back(*when);
            else
                return missing(say("{} without `{}`, which XLA always prints", spelling(kind), spelling(own.key)));
        }
    if (kind == opcode_kind::conditional) {
        const bool whole = contains(seen, true_computation) && contains(seen, false_computation);
        const bool half = contains(seen, true_computation) || contains(seen, false_computation);
        const bool branches = contains(seen, branch_computations);
        if (half && branches) return missing(say("conditional names its computations in two ways"));
        if (!whole && half) return missing(say("conditional with one of its two computations"));
        if (!half && !branches) return missing(say("conditional without its computations"));
    }
    return result;
}

} // namespace ballast::rules
