#include "proto/shape_text.hpp"

#include "proto/program.hpp"

#include <limits>

namespace ballast::inline v0::proto {

namespace {

constexpr auto unbounded = std::numeric_limits<std::int64_t>::min();

void put_tiles(text& out, message layout)
{
    bool first = true;
    layout.each(6, [&](std::string_view bytes) {
        out.put(std::string_view(first ? "T(" : "("));
        first = false;
        bool first_size = true;
        message(bytes).each_number(1, [&](std::uint64_t number) {
            if (!first_size) out.put(',');
            first_size = false;
            const auto size = static_cast<std::int64_t>(number);
            if (size == unbounded)
                out.put('*');
            else
                out.put(size);
        });
        out.put(')');
    });
}

// What follows the colon in `{1,0:T(8,128)S(1)}`.
void put_suffixes(text& out, message layout)
{
    const auto numbered = [&](field_number field, std::string_view name, std::int64_t not_printed = 0) {
        if (const auto number = layout.integer(field); number != 0 && number != not_printed)
            out.put(name, '(', number, ')');
    };
    const auto typed = [&](field_number field, std::string_view name) {
        if (const auto type = layout.integer(field); type != 0) out.put(name, '(', spelling_of_type(type), ')');
    };
    put_tiles(out, layout);
    if (out.has(feature::tail_padding)) numbered(16, "L", 1);
    if (out.has(feature::sparse_types)) {
        typed(11, "#");
        typed(12, "*");
    }
    if (out.has(feature::element_bits)) numbered(7, "E");
    numbered(8, "S");
    if (out.has(feature::splits) && layout.has(17)) {
        out.put("SC");
        layout.each(17, [&](std::string_view bytes) {
            const message split(bytes);
            out.put('(', split.integer(1), ':').put_joined(split.integers(2), ",").put(')');
        });
    }
    if (const auto physical = layout.find(10); physical && out.has(feature::physical_shape)) {
        out.put("P(");
        put_shape(out, *physical, true);
        out.put(')');
    }
    if (out.has(feature::dynamic_metadata)) numbered(15, "M");
}

void put_layout(text& out, message layout, bool scalar)
{
    text suffixes(out.when());
    put_suffixes(suffixes, layout);
    if (scalar && suffixes.size() == 0) return;
    out.put('{').put_joined(layout.integers(1), ",");
    if (suffixes.size() != 0) out.put(':', std::string_view(suffixes.view()));
    out.put('}');
}

} // namespace

void put_shape(text& out, message shape, bool with_layout)
{
    const auto type = shape.integer(2);
    if (type == tuple) {
        out.put('(');
        std::int64_t index = 0;
        shape.each(4, [&](std::string_view bytes) {
            if (index != 0) out.put(", ");
            if (index != 0 && index % 5 == 0 && out.has(feature::index_marks)) out.put("/*index=", index, "*/");
            ++index;
            put_shape(out, message(bytes), with_layout);
        });
        out.put(')');
        return;
    }
    if (type == buffer) {
        out.put("b(");
        put_shape(out, shape.child(4), with_layout);
        out.put(')');
        return;
    }
    out.put(spelling_of_type(type));
    if (type == opaque || type == token) {
        out.put("[]");
        return;
    }
    const auto dimensions = shape.integers(3);
    const auto dynamic = shape.integers(6);
    out.put('[');
    for (std::size_t i = 0; i < dimensions.size(); ++i) {
        if (i != 0) out.put(',');
        if (dimensions[i] == unbounded) {
            out.put('?');
            continue;
        }
        if (i < dynamic.size() && dynamic[i] != 0) out.put("<=");
        out.put(dimensions[i]);
    }
    out.put(']');
    if (const auto layout = shape.find(5); layout && with_layout) put_layout(out, *layout, dimensions.empty());
}

std::int64_t element_count(message shape)
{
    std::int64_t result = 1;
    shape.each_number(3, [&](std::uint64_t number) {
        const auto size = static_cast<std::int64_t>(number);
        if (result < 0 || size < 0 || __builtin_mul_overflow(result, size, &result)) result = -1;
    });
    return result;
}

} // namespace ballast::inline v0::proto
