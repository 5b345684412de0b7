#include "ballast/ast/shape.hpp"

#include "base/keyed_table.hpp"
#include "base/spelling_table.hpp"

#include <algorithm>

namespace ballast::inline v0::ast {

namespace {

// Types are spelled like their enumerators.
constexpr auto type_spellings = spellings_of_names<element_kind>();
constexpr spelling_table<128> type_table{type_spellings};

// clang-format off
constexpr keyed_table<element_kind, int> widths{{
    {element_kind::unknown, 0},
    {element_kind::pred, 8},
    {element_kind::s1, 1},
    {element_kind::s2, 2},
    {element_kind::s4, 4},
    {element_kind::s8, 8},
    {element_kind::s16, 16},
    {element_kind::s32, 32},
    {element_kind::s64, 64},
    {element_kind::u1, 1},
    {element_kind::u2, 2},
    {element_kind::u4, 4},
    {element_kind::u8, 8},
    {element_kind::u16, 16},
    {element_kind::u32, 32},
    {element_kind::u64, 64},
    {element_kind::f16, 16},
    {element_kind::bf16, 16},
    {element_kind::f32, 32},
    {element_kind::f64, 64},
    {element_kind::c64, 64},
    {element_kind::c128, 128},
    {element_kind::f4e2m1fn, 4},
    {element_kind::f6e2m3fn, 6},
    {element_kind::f6e3m2fn, 6},
    {element_kind::f8e3m4, 8},
    {element_kind::f8e4m3, 8},
    {element_kind::f8e4m3b11fnuz, 8},
    {element_kind::f8e4m3fn, 8},
    {element_kind::f8e4m3fnuz, 8},
    {element_kind::f8e5m2, 8},
    {element_kind::f8e5m2fnuz, 8},
    {element_kind::f8e8m0fnu, 8},
    {element_kind::opaque, 0},
    {element_kind::token, 0},
    {element_kind::primitive_type_invalid, 0},
}};
// clang-format on

} // namespace

std::string_view spelling(element_kind kind) { return type_spellings[static_cast<std::size_t>(kind)]; }

element_kind element_kind_of(std::string_view spelling) { return static_cast<element_kind>(type_table.find(spelling)); }

int bits(element_kind kind) { return widths[kind]; }

const shape* subshape(const shape& whole, const shape_index& index)
{
    const shape* at = &whole;
    for (const auto i : index) {
        const auto* tuple = at->tuple();
        if (!tuple || i < 0 || i >= static_cast<std::int64_t>(tuple->elements.size())) return nullptr;
        at = &tuple->elements[static_cast<std::size_t>(i)];
    }
    return at;
}

namespace {

bool same_array(const array_shape& a, const array_shape& b) { return a.type == b.type && a.dimensions == b.dimensions; }

} // namespace

bool same_without_layout(const shape& a, const shape& b)
{
    if (a.form.index() != b.form.index()) return false;
    if (const auto* array = a.array()) return same_array(*array, *b.array());
    if (const auto* buffer = std::get_if<buffer_shape>(&a.form))
        return same_array(buffer->array, std::get<buffer_shape>(b.form).array);
    const auto& left = a.tuple()->elements;
    const auto& right = b.tuple()->elements;
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), same_without_layout);
}

} // namespace ballast::inline v0::ast
