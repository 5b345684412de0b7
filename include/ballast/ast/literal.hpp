// Literals of constants (`literal.cc`).
#pragma once

#include "ballast/ast/shape.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// A floating-point number as printed: `1`, `-0.5`, `1e-05`, `inf`, `-nan`, `nan(0x1)`.
struct float_text {
    std::string_view text;

    bool operator==(const float_text&) const = default;
    static constexpr auto members(auto m) { return m("float_text", m("text", &float_text::text)); }
};
enum class float_class : std::uint8_t { finite, infinite, not_a_number };
BALLAST_API float_class classify(float_text number);
// True if a bit pattern of the type is printed like this (`RoundTripFpToString`): `%.*g` with the digits of the type,
// or an infinity or NaN that the type has. For an unknown type: a number with the digits of any type.
BALLAST_API bool is_canonical(float_text number, element_kind type);
// The same with at most six digits, as numbers of all types were printed until 2019-10-14.
BALLAST_API bool has_six_digits(float_text number, element_kind type);

struct complex_text {
    float_text real;
    float_text imaginary;

    bool operator==(const complex_text&) const = default;
    static constexpr auto members(auto m)
    {
        return m("complex_text", m("real", &complex_text::real), m("imaginary", &complex_text::imaginary));
    }
};

// `{...}`.
struct elided_literal {
    bool operator==(const elided_literal&) const = default;
    static constexpr auto members(auto m) { return m("elided_literal"); }
};

// The elements in row-major order; the dimensions determine the braces. A single boolean is printed as `true` or
// `false`, several as `1` and `0`. If an element of an unsigned type does not fit into 63 bits, the whole list is
// unsigned.
struct array_literal {
    list<std::int64_t> dimensions; // empty for a scalar
    std::variant<list<bool>, list<std::int64_t>, list<std::uint64_t>, list<float_text>, list<complex_text>> elements;

    bool operator==(const array_literal&) const = default;
    static constexpr auto members(auto m)
    {
        return m("array_literal", m("dimensions", &array_literal::dimensions), m("elements", &array_literal::elements));
    }
};

struct literal;

// `( {7, 8}, true )`.
struct tuple_literal {
    list<literal> parts;

    friend BALLAST_API bool operator==(const tuple_literal& a, const tuple_literal& b);
    static constexpr auto members(auto m) { return m("tuple_literal", m("parts", &tuple_literal::parts)); }
};

struct literal {
    std::variant<elided_literal, array_literal, tuple_literal> form;

    bool operator==(const literal&) const = default;
    static constexpr auto members(auto m) { return m("literal", m("form", &literal::form)); }
};

// The `literal=` of a custom call: a literal with the shapes of its arrays (2021-02-17+).
struct shaped_literal;
struct literal_array {
    ast::shape shape;                 // of an array; without layout until 2021-06-14
    list<std::int64_t> dynamic_sizes; // `(4,2)` after a dynamic shape
    ast::literal value;

    bool operator==(const literal_array&) const = default;
    static constexpr auto members(auto m)
    {
        return m("literal_array", m("shape", &literal_array::shape), m("dynamic_sizes", &literal_array::dynamic_sizes),
                 m("value", &literal_array::value));
    }
};
struct literal_token {
    bool operator==(const literal_token&) const = default;
    static constexpr auto members(auto m) { return m("literal_token"); }
};
struct literal_tuple {
    list<shaped_literal> parts;

    friend BALLAST_API bool operator==(const literal_tuple& a, const literal_tuple& b);
    static constexpr auto members(auto m) { return m("literal_tuple", m("parts", &literal_tuple::parts)); }
};
struct shaped_literal {
    std::variant<box<literal_array>, literal_token, literal_tuple> form;
    bool in_parentheses = false; // around the whole literal, 2021-02-17 to 2021-06-14

    bool operator==(const shaped_literal&) const = default;
    static constexpr auto members(auto m)
    {
        return m("shaped_literal", m("form", &shaped_literal::form),
                 m("in_parentheses", &shaped_literal::in_parentheses));
    }
};

} // namespace ballast::inline v0::ast
