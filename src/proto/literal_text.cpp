// Literals as text.
#include "proto/program.hpp"
#include "proto/shape_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <vector>

namespace ballast::inline v0::proto {

namespace {

// How the elements of a type are stored, and how they are printed.
struct stored_elements {
    enum class as : std::uint8_t { numbers, floats, doubles, bytes };
    as form;
    field_number field;
    int bits;
    bool is_signed = false;
    // Of floating-point numbers in bytes.
    int exponent_bits = 0;
    int bias = 0;
    int digits = 0;
    enum class specials : std::uint8_t { ieee, nan_alone, negative_nan, none } special = specials::ieee;
};

using as = stored_elements::as;
using specials = stored_elements::specials;

// clang-format off
constexpr auto stored_rows = std::to_array<stored_elements>({
    {as::bytes,   0, 0},                                    // primitive_type_invalid
    {as::numbers, 2, 1},                                    // pred
    {as::bytes,  15, 8, true},                              // s8
    {as::bytes,  17, 16, true},                             // s16
    {as::numbers, 4, 32, true},                             // s32
    {as::numbers, 5, 64, true},                             // s64
    {as::bytes,   3, 8},                                    // u8
    {as::bytes,  16, 16},                                   // u16
    {as::numbers, 6, 32},                                   // u32
    {as::numbers, 7, 64},                                   // u64
    {as::bytes,  11, 16, true, 5, 15, 5},                   // f16
    {as::floats,  8, 32},                                   // f32
    {as::doubles, 9, 64},                                   // f64
    {as::bytes,   0, 0},                                    // tuple
    {as::bytes,   0, 0},                                    // opaque
    {as::floats, 12, 32},                                   // c64
    {as::bytes,  13, 16, true, 8, 127, 4},                  // bf16
    {as::bytes,   0, 0},                                    // token
    {as::doubles, 18, 64},                                  // c128
    {as::bytes,  19, 8, true, 5, 15, 2},                    // f8e5m2
    {as::bytes,  20, 8, true, 4, 7, 3, specials::nan_alone},     // f8e4m3fn
    {as::bytes,  21, 4, true},                              // s4
    {as::bytes,  22, 4},                                    // u4
    {as::bytes,  23, 8, true, 4, 11, 3, specials::negative_nan}, // f8e4m3b11fnuz
    {as::bytes,  24, 8, true, 5, 16, 2, specials::negative_nan}, // f8e5m2fnuz
    {as::bytes,  25, 8, true, 4, 8, 3, specials::negative_nan},  // f8e4m3fnuz
    {as::bytes,  26, 2, true},                              // s2
    {as::bytes,  27, 2},                                    // u2
    {as::bytes,  28, 8, true, 4, 7, 3},                     // f8e4m3
    {as::bytes,  29, 8, true, 3, 3, 3},                     // f8e3m4
    {as::bytes,  30, 1, true},                              // s1
    {as::bytes,  31, 1},                                    // u1
    {as::bytes,  32, 4, true, 2, 1, 2, specials::none},     // f4e2m1fn
    {as::bytes,  33, 8, false, 8, 127, 2, specials::nan_alone},  // f8e8m0fnu
    {as::bytes,   0, 0},                                    // buffer
    {as::bytes,  35, 6, true, 3, 3, 2, specials::none},     // f6e3m2fn
    {as::bytes,  36, 6, true, 2, 1, 3, specials::none},     // f6e2m3fn
});
// clang-format on

void put_nan(text& out, bool negative, std::uint64_t payload, std::uint64_t quiet)
{
    out.put(std::string_view(negative ? "-nan" : "nan"));
    if (payload != quiet && out.has(feature::nan_payload)) out.put(std::string_view(fmt::format("(0x{:x})", payload)));
}

// With the fewer digits if these give the number back.
template <typename Float>
void put_shortest(text& out, Float number, int fewer, int more)
{
    fmt::basic_memory_buffer<char, 64> printed;
    fmt::format_to(std::back_inserter(printed), "{:.{}g}", static_cast<double>(number), fewer);
    Float again = 0;
    std::from_chars(printed.data(), printed.data() + printed.size(), again);
    if (again == number || std::isinf(number))
        out.put(std::string_view(printed.data(), printed.size()));
    else
        put_number(out, static_cast<double>(number), more);
}

void put_float(text& out, std::uint32_t bits)
{
    const auto number = std::bit_cast<float>(bits);
    if (std::isnan(number)) return put_nan(out, bits >> 31 != 0, bits & 0x7fffff, 0x400000);
    put_shortest(out, number, 6, 9);
}
void put_double(text& out, std::uint64_t bits)
{
    const auto number = std::bit_cast<double>(bits);
    constexpr std::uint64_t payload = (std::uint64_t{1} << 52) - 1;
    if (std::isnan(number)) return put_nan(out, bits >> 63 != 0, bits & payload, std::uint64_t{1} << 51);
    put_shortest(out, number, 15, 17);
}

// A floating-point number of at most 16 bits.
void put_small_float(text& out, const stored_elements& row, std::uint32_t bits)
{
    const int mantissa_bits = row.bits - row.exponent_bits - (row.is_signed ? 1 : 0);
    const bool negative = row.is_signed && (bits >> (row.bits - 1) & 1) != 0;
    const auto mantissa = bits & ((1U << mantissa_bits) - 1);
    const auto highest = (1U << row.exponent_bits) - 1;
    const auto exponent = bits >> mantissa_bits & highest;
    if (!row.is_signed) { // f8e8m0fnu has nothing but an exponent
        if (exponent == highest) return void(out.put("nan"));
        return put_number(out, std::ldexp(1.0, static_cast<int>(exponent) - row.bias), row.digits);
    }
    switch (row.special) {
    case specials::ieee:
        if (exponent != highest) break;
        if (mantissa == 0) return void(out.put(std::string_view(negative ? "-inf" : "inf")));
        return put_nan(out, negative, mantissa, std::uint64_t{1} << (mantissa_bits - 1));
    case specials::nan_alone:
        if (exponent != highest || mantissa != (1U << mantissa_bits) - 1) break;
        return void(out.put(std::string_view(negative ? "-nan" : "nan")));
    case specials::negative_nan:
        if (!negative || exponent != 0 || mantissa != 0) break;
        return void(out.put("-nan"));
    case specials::none: break;
    }
    const auto fraction = std::ldexp(static_cast<double>(mantissa), -mantissa_bits);
    const auto size = exponent == 0 ? std::ldexp(fraction, 1 - row.bias)
                                    : std::ldexp(1 + fraction, static_cast<int>(exponent) - row.bias);
    put_number(out, negative ? -size : size, row.digits);
}

void put_small(text& out, const stored_elements& row, std::uint32_t bits)
{
    if (row.exponent_bits != 0) return put_small_float(out, row, bits);
    if (row.is_signed && (bits >> (row.bits - 1) & 1) != 0)
        out.put(static_cast<std::int64_t>(bits) - (std::int64_t{1} << row.bits));
    else
        out.put(bits);
}

// The elements of a literal as text, each of them put by a call.
class element_texts {
public:
    element_texts(message literal, message shape, commit_time when) : when_(when)
    {
        const auto type = shape.integer(2);
        if (type < 0 || static_cast<std::size_t>(type) >= stored_rows.size()) return;
        const auto& row = stored_rows[static_cast<std::size_t>(type)];
        if (row.field == 0) return;
        const bool pairs = type == c64 || type == c128;
        switch (row.form) {
        case as::numbers: add_numbers(literal, type, row); break;
        case as::floats: add_fixed<std::uint32_t>(literal, row, pairs); break;
        case as::doubles: add_fixed<std::uint64_t>(literal, row, pairs); break;
        case as::bytes: add_bytes(literal, shape, row); break;
        }
    }

    [[nodiscard]] const std::vector<std::string>& all() const { return made_; }

private:
    template <typename Put>
    void add(const Put& put)
    {
        text one(when_);
        put(one);
        made_.push_back(one.take());
    }

    void add_numbers(message literal, std::int64_t type, const stored_elements& row)
    {
        literal.each_number(row.field, [&](std::uint64_t bits) {
            add([&](text& out) {
                if (type == pred)
                    out.put(bits != 0 ? '1' : '0');
                else if (row.bits == 32 && !row.is_signed)
                    out.put(static_cast<std::uint32_t>(bits));
                else if (row.bits == 32)
                    out.put(static_cast<std::int32_t>(bits));
                else if (row.is_signed)
                    out.put(static_cast<std::int64_t>(bits));
                else
                    out.put(bits);
            });
        });
    }

    template <typename Bits>
    void add_fixed(message literal, const stored_elements& row, bool pairs)
    {
        std::vector<Bits> all;
        literal.each_fixed<Bits>(row.field, [&](Bits bits) { all.push_back(bits); });
        const auto put_one = [](text& out, Bits bits) {
            if constexpr (sizeof(Bits) == 4)
                put_float(out, bits);
            else
                put_double(out, bits);
        };
        if (!pairs)
            for (const auto bits : all) add([&](text& out) { put_one(out, bits); });
        else
            for (std::size_t i = 0; i + 1 < all.size(); i += 2)
                add([&](text& out) {
                    out.put('(');
                    put_one(out, all[i]);
                    out.put(", ");
                    put_one(out, all[i + 1]);
                    out.put(')');
                });
    }

    // Elements of less than a byte can be packed, the first one in the low bits; the length tells.
    void add_bytes(message literal, message shape, const stored_elements& row)
    {
        const auto bytes = literal.text(row.field);
        const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(bytes[i])}; };
        const auto count = element_count(shape);
        if (row.bits == 16) {
            for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
                add([&](text& out) { put_small(out, row, byte(i) | byte(i + 1) << 8); });
            return;
        }
        const auto mask = (1U << row.bits) - 1;
        const bool packed = row.bits <= 4 && count >= 0 && bytes.size() < static_cast<std::uint64_t>(count);
        const auto per_byte = packed ? static_cast<std::size_t>(8 / row.bits) : 1;
        for (std::size_t i = 0; i < bytes.size() * per_byte; ++i) {
            if (packed && i >= static_cast<std::uint64_t>(count)) break;
            const auto shift = static_cast<unsigned>(i % per_byte) * static_cast<unsigned>(row.bits);
            add([&](text& out) { put_small(out, row, byte(i / per_byte) >> shift & mask); });
        }
    }

    commit_time when_;
    std::vector<std::string> made_;
};

class literal_printer {
public:
    literal_printer(text& out, std::vector<std::int64_t> dimensions, const std::vector<std::string>& elements)
        : out_(out), dimensions_(std::move(dimensions)), elements_(elements)
    {
    }

    void put(bool is_pred)
    {
        if (elements_.empty() && std::ranges::find(dimensions_, 0) == dimensions_.end()) {
            out_.put("{...}"); // the file does not have the values
        } else if (dimensions_.empty()) {
            const std::string_view only = elements_.front();
            out_.put(is_pred ? std::string_view(only == "1" ? "true" : "false") : only);
        } else if (dimensions_.size() == 1) {
            row("{", "}");
        } else {
            level(0, -1);
        }
    }

private:
    void row(std::string_view open, std::string_view close)
    {
        out_.put(open);
        for (std::int64_t i = 0; i < dimensions_.back() && next_ < elements_.size(); ++i) {
            if (i != 0) out_.put(", ");
            out_.put(std::string_view(elements_[next_++]));
        }
        out_.put(close);
    }

    // `index` is that in the enclosing level; -1 for the outermost one.
    void level(std::size_t at, std::int64_t index)
    {
        const auto rank = dimensions_.size();
        const auto size = dimensions_[at];
        if (at + 1 == rank) return size <= 1 ? row("{", "}") : row("{ ", " }");
        const bool marked = rank >= 4 && index >= 0;
        if (marked)
            out_.put("{ /*i", static_cast<std::int64_t>(at) - 1, '=', index, "*/");
        else
            out_.put("{ ");
        if (marked && size != 0) out_.put(' ');
        for (std::int64_t i = 0; i < size && (i == 0 || goes_on()); ++i) {
            if (i != 0) out_.put(", ");
            level(at + 1, i);
        }
        if (size != 0 || marked || out_.has(feature::two_blanks_in_empty_literals)) out_.put(' ');
        out_.put('}');
    }

    // True if there are more elements, or if a dimension of 0 leaves only the braces. A damaged shape can have any
    // number of those.
    bool goes_on()
    {
        if (next_ < elements_.size()) return true;
        if (!elements_.empty() || std::ranges::find(dimensions_, 0) == dimensions_.end()) return false;
        constexpr std::size_t most = 65536;
        return ++braces_ < most;
    }

    text& out_;
    std::vector<std::int64_t> dimensions_;
    const std::vector<std::string>& elements_;
    std::size_t next_ = 0;
    std::size_t braces_ = 0;
};

} // namespace

void put_number(text& out, double number, int digits)
{
    fmt::basic_memory_buffer<char, 64> printed;
    fmt::format_to(std::back_inserter(printed), "{:.{}g}", number, digits);
    out.put(std::string_view(printed.data(), printed.size()));
}

void put_literal(text& out, message literal, message shape)
{
    const element_texts elements(literal, shape, out.when());
    literal_printer(out, shape.integers(3), elements.all()).put(shape.integer(2) == pred);
}

} // namespace ballast::inline v0::proto
