#include "ballast/ast/shape.hpp"

#include "base/spelling_table.hpp"

#include <array>

namespace ballast::inline v0::ast {

namespace {

struct element_row {
    std::string_view spelling;
    int bits;
};

// In the order of element_kind.
// clang-format off
constexpr std::array elements{
    element_row{"", 0}, element_row{"pred", 8},
    element_row{"s1", 1}, element_row{"s2", 2}, element_row{"s4", 4}, element_row{"s8", 8},
    element_row{"s16", 16}, element_row{"s32", 32}, element_row{"s64", 64},
    element_row{"u1", 1}, element_row{"u2", 2}, element_row{"u4", 4}, element_row{"u8", 8},
    element_row{"u16", 16}, element_row{"u32", 32}, element_row{"u64", 64},
    element_row{"f16", 16}, element_row{"bf16", 16}, element_row{"f32", 32}, element_row{"f64", 64},
    element_row{"c64", 64}, element_row{"c128", 128},
    element_row{"f4e2m1fn", 4}, element_row{"f6e2m3fn", 6}, element_row{"f6e3m2fn", 6},
    element_row{"f8e3m4", 8}, element_row{"f8e4m3", 8}, element_row{"f8e4m3b11fnuz", 8}, element_row{"f8e4m3fn", 8},
    element_row{"f8e4m3fnuz", 8}, element_row{"f8e5m2", 8}, element_row{"f8e5m2fnuz", 8}, element_row{"f8e8m0fnu", 8},
    element_row{"opaque", 0}, element_row{"token", 0}, element_row{"primitive_type_invalid", 0},
};
// clang-format on
static_assert(elements.size() == static_cast<std::size_t>(element_kind::primitive_type_invalid) + 1);

constexpr auto element_spellings = [] {
    std::array<std::string_view, elements.size()> result;
    for (std::size_t i = 0; i < elements.size(); ++i) result[i] = elements[i].spelling;
    return result;
}();

constexpr spelling_table<128> table{element_spellings};

} // namespace

std::string_view spelling(element_kind kind) { return elements[static_cast<std::size_t>(kind)].spelling; }

element_kind element_kind_of(std::string_view spelling) { return static_cast<element_kind>(table.find(spelling)); }

int bits(element_kind kind) { return elements[static_cast<std::size_t>(kind)].bits; }

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
