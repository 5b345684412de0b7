#include "rules/literal.hpp"

#include "base/shown.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>
#include <vector>

namespace ballast::rules {

namespace {

bool is_unsigned(ast::element_kind kind) { return kind >= ast::element_kind::u1 && kind <= ast::element_kind::u64; }

std::int64_t smallest_of(ast::element_kind kind)
{
    const auto width = ast::bits(kind);
    return is_unsigned(kind) ? 0 : width == 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1));
}
std::uint64_t largest_of(ast::element_kind kind)
{
    const auto width = ast::bits(kind);
    const auto magnitude = is_unsigned(kind) ? width : width - 1;
    return magnitude == 64 ? UINT64_MAX : (std::uint64_t{1} << magnitude) - 1;
}

// The number of elements; saturates.
std::uint64_t element_count(const ast::list<std::int64_t>& dimensions)
{
    std::uint64_t count = 1;
    for (const auto d : dimensions)
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(d), &count)) count = UINT64_MAX;
    for (const auto d : dimensions)
        if (d == 0) count = 0;
    return count;
}

template <typename Integer>
verdict check_range(const ast::list<Integer>& elements, ast::element_kind kind)
{
    if (kind == ast::element_kind::unknown) return {};
    const auto low = smallest_of(kind);
    const auto high = largest_of(kind);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const auto e = elements[i];
        if (std::cmp_less(e, low) || std::cmp_greater(e, high)) {
            auto found = wrong_element(fmt::format("{}", e), spelling(kind));
            found.bytes = {}; // the node holds a number
            found.part = i;
            return found;
        }
    }
    return {};
}

verdict check_float(ast::float_text number, ast::element_kind kind, std::size_t part, bool* old_digits)
{
    if (ast::is_canonical(number, kind)) return {};
    if (ast::has_six_digits(number, kind)) {
        if (old_digits) *old_digits = true;
        return {};
    }
    auto message = kind == ast::element_kind::unknown
                       ? say("{} is not how XLA prints a number", shown(number.text))
                       : say("{} is not how XLA prints a number of {}", shown(number.text), spelling(kind));
    return violation{finding_id::literal_element, std::move(message), part, number.text};
}

template <typename Element>
constexpr number_class class_of_elements()
{
    if (std::is_same_v<Element, bool>) return number_class::boolean;
    if (std::is_same_v<Element, ast::float_text>) return number_class::floating;
    if (std::is_same_v<Element, ast::complex_text>) return number_class::complex;
    return number_class::integer;
}

ast::element_kind part_of(ast::element_kind kind)
{
    using enum ast::element_kind;
    return kind == c64 ? f32 : kind == c128 ? f64 : unknown;
}

violation not_of_its_shape(finding_message text) { return {finding_id::literal_shape, std::move(text)}; }

} // namespace

number_class class_of(ast::element_kind kind)
{
    using enum ast::element_kind;
    switch (kind) {
    case pred: return number_class::boolean;
    case s1:
    case s2:
    case s4:
    case s8:
    case s16:
    case s32:
    case s64:
    case u1:
    case u2:
    case u4:
    case u8:
    case u16:
    case u32:
    case u64: return number_class::integer;
    case c64:
    case c128: return number_class::complex;
    case unknown:
    case opaque:
    case token:
    case primitive_type_invalid: return number_class::unknown;
    default: return number_class::floating;
    }
}

violation wrong_element(std::string_view element, std::string_view wanted)
{
    return {finding_id::literal_element, say("{} in a literal of {}", shown(element), wanted), 0, element};
}

verdict check_count(std::size_t elements, const ast::array_literal& literal, const ast::shape& shape)
{
    const auto* array = shape.array();
    if (!array) return not_of_its_shape(say("literal is an array, its shape is not"));
    const auto kind = array->type.kind;
    if (class_of(kind) == number_class::unknown && kind != ast::element_kind::unknown)
        return not_of_its_shape(say("literal of {}, which has no elements", spelling(kind)));
    bool same = literal.dimensions.size() == array->dimensions.size();
    for (std::size_t i = 0; same && i < array->dimensions.size(); ++i)
        same = literal.dimensions[i] == array->dimensions[i].size;
    if (!same) return not_of_its_shape(say("literal and shape have different dimensions"));
    if (const auto count = element_count(literal.dimensions); count != elements)
        return not_of_its_shape(say("literal has {} elements, its shape has {}", elements, count));
    return {};
}

verdict check_elements(const ast::array_literal& literal, ast::element_kind kind, bool* old_digits)
{
    const auto known = class_of(kind);
    return std::visit(
        [&]<typename Element>(const ast::list<Element>& elements) -> verdict {
            if (known != number_class::unknown && known != class_of_elements<Element>() && !elements.empty())
                return violation{finding_id::literal_element,
                                 say("elements of another type in a literal of {}", spelling(kind))};
            if constexpr (std::is_same_v<Element, ast::float_text>) {
                for (std::size_t i = 0; i < elements.size(); ++i)
                    if (auto found = check_float(elements[i], kind, i, old_digits)) return found;
            } else if constexpr (std::is_same_v<Element, ast::complex_text>) {
                for (std::size_t i = 0; i < elements.size(); ++i) {
                    if (auto found = check_float(elements[i].real, part_of(kind), i, old_digits)) return found;
                    if (auto found = check_float(elements[i].imaginary, part_of(kind), i, old_digits)) return found;
                }
            } else if constexpr (!std::is_same_v<Element, bool>) {
                return check_range(elements, kind);
            }
            return {};
        },
        literal.elements);
}

verdict check_parts(const ast::tuple_literal& literal, const ast::shape& shape)
{
    const auto* tuple = shape.tuple();
    if (!tuple) return not_of_its_shape(say("literal is a tuple, its shape is not"));
    if (tuple->elements.size() != literal.parts.size())
        return not_of_its_shape(
            say("literal has {} parts, its shape has {}", literal.parts.size(), tuple->elements.size()));
    return {};
}

verdict check_dynamic_sizes(const ast::literal_array& literal)
{
    const auto* array = literal.shape.array();
    if (!array) return not_of_its_shape(say("literal is an array, its shape is not"));
    if (literal.dynamic_sizes.empty() || literal.dynamic_sizes.size() == array->dimensions.size()) return {};
    return not_of_its_shape(
        say("{} dynamic sizes, the shape has {} dimensions", literal.dynamic_sizes.size(), array->dimensions.size()));
}

// By default XLA prints ten elements and elides more.
verdict check_elision(const ast::shape& shape)
{
    constexpr std::uint64_t printed = 10;
    const auto* array = shape.array();
    if (!array || array->type.kind == ast::element_kind::unknown || class_of(array->type.kind) == number_class::unknown)
        return {};
    std::vector<std::int64_t> sizes;
    for (const auto& d : array->dimensions) sizes.push_back(d.size);
    const auto count = element_count({sizes.data(), sizes.size()});
    if (count > printed) return {};
    return not_of_its_shape(say("literal of {} elements is elided, XLA elides only more than {}", count, printed));
}

verdict check_literal(const ast::literal& literal, const ast::shape& shape)
{
    if (std::holds_alternative<ast::elided_literal>(literal.form)) return check_elision(shape);
    if (const auto* array = std::get_if<ast::array_literal>(&literal.form)) {
        const auto size = std::visit([](const auto& elements) { return elements.size(); }, array->elements);
        if (auto found = check_count(size, *array, shape)) return found;
        return check_elements(*array, shape.array()->type.kind);
    }
    if (const auto* tuple = std::get_if<ast::tuple_literal>(&literal.form)) {
        if (auto found = check_parts(*tuple, shape)) return found;
        for (std::size_t i = 0; i < tuple->parts.size(); ++i)
            if (auto found = check_literal(tuple->parts[i], shape.tuple()->elements[i])) return found;
    }
    return {};
}

verdict check_literal(const ast::shaped_literal& literal)
{
    if (const auto* tuple = std::get_if<ast::literal_tuple>(&literal.form)) {
        for (const auto& part : tuple->parts)
            if (auto found = check_literal(part)) return found;
        return {};
    }
    const auto* boxed = std::get_if<ast::box<ast::literal_array>>(&literal.form);
    if (!boxed) return {};
    const auto& node = **boxed;
    if (!std::holds_alternative<ast::array_literal>(node.value.form))
        return not_of_its_shape(say("literal has a shape but no elements, XLA prints all of them"));
    if (auto found = check_dynamic_sizes(node)) return found;
    if (node.dynamic_sizes.empty()) return check_literal(node.value, node.shape);
    // The elements are those of the dynamic sizes.
    auto array = *node.shape.array();
    std::vector<ast::dimension> sizes;
    for (const auto size : node.dynamic_sizes) sizes.push_back({size, ast::dimension_kind::fixed});
    array.dimensions = {sizes.data(), sizes.size()};
    return check_literal(node.value, ast::shape{array});
}

} // namespace ballast::rules
