#include "read/literal.hpp"

#include "base/shown.hpp"
#include "print/literal.hpp"
#include "read/start.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ballast::read {

namespace {

enum class number_class { boolean, integer, floating, complex, unknown };

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

bool is_unsigned(ast::element_kind kind) { return kind >= ast::element_kind::u1 && kind <= ast::element_kind::u64; }

[[noreturn]] void refuse_element(std::string_view element, std::string_view wanted)
{
    throw refusal{finding_id::literal_element, element.data(),
                  fmt::format("{} in a literal of {}", shown(element), wanted)};
}

bool is_integer(std::string_view text)
{
    const auto digits = text.starts_with('-') ? text.substr(1) : text;
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

// What the elements are where no shape tells: the narrowest class that takes them all.
number_class guess(std::span<const std::string_view> elements)
{
    if (elements.empty()) return number_class::integer;
    if (elements.front() == "true" || elements.front() == "false") return number_class::boolean;
    if (elements.front().starts_with('(')) return number_class::complex;
    for (const auto e : elements)
        if (!is_integer(e) || e == "-0") return number_class::floating;
    return number_class::integer;
}

ast::complex_text split(std::string_view pair)
{
    const auto comma = pair.find(", ");
    return {{pair.substr(1, comma - 1)}, {pair.substr(comma + 2, pair.size() - comma - 3)}};
}

void check_float(context& ctx, ast::float_text number, ast::element_kind kind)
{
    if (number.text.ends_with(')')) ctx.see(feature::nan_payload, number.text.data());
    if (!ast::is_canonical(number, kind))
        throw refusal{
            finding_id::literal_element, number.text.data(),
            fmt::format("{} is not how XLA prints a number{}", shown(number.text),
                        kind == ast::element_kind::unknown ? std::string() : fmt::format(" of {}", spelling(kind)))};
}

std::int64_t smallest(ast::element_kind kind)
{
    const auto width = ast::bits(kind);
    return is_unsigned(kind) ? 0 : width == 64 ? INT64_MIN : -(std::int64_t{1} << (width - 1));
}
std::uint64_t largest(ast::element_kind kind)
{
    const auto width = ast::bits(kind);
    const auto magnitude = is_unsigned(kind) ? width : width - 1;
    return magnitude == 64 ? UINT64_MAX : (std::uint64_t{1} << magnitude) - 1;
}

template <typename T, typename Make>
ast::list<T> convert_all(context& ctx, std::span<const std::string_view> elements, Make make)
{
    auto& list = ctx.growing<T>();
    const auto begin = list.size();
    for (const auto e : elements) list.push(make(e));
    return list.take(begin, ctx.memory);
}

// Of text that has been looked at.
template <typename T>
T to_number(std::string_view text)
{
    T value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

void make_integers(context& ctx, std::span<const std::string_view> elements, ast::element_kind kind,
                   ast::array_literal& out)
{
    bool large = false;
    for (const auto e : elements) {
        if (!is_integer(e)) refuse_element(e, kind == ast::element_kind::unknown ? "integers" : spelling(kind));
        std::int64_t value = 0;
        std::uint64_t natural = 0;
        const bool negative = e.starts_with('-');
        const bool fits = negative ? std::from_chars(e.data(), e.data() + e.size(), value).ec == std::errc{}
                                   : std::from_chars(e.data(), e.data() + e.size(), natural).ec == std::errc{};
        if (e == "-0" || !fits) refuse_element(e, kind == ast::element_kind::unknown ? "integers" : spelling(kind));
        if (kind != ast::element_kind::unknown && (negative ? value < smallest(kind) : natural > largest(kind)))
            refuse_element(e, spelling(kind));
        large = large || natural > static_cast<std::uint64_t>(INT64_MAX);
    }
    if (large) {
        for (const auto e : elements)
            if (e.starts_with('-')) refuse_element(e, "unsigned integers");
        out.elements = convert_all<std::uint64_t>(ctx, elements, to_number<std::uint64_t>);
        return;
    }
    out.elements = convert_all<std::int64_t>(ctx, elements, to_number<std::int64_t>);
}

// The dimensions of a literal that stands alone: how many parts the first level at each depth has.
ast::list<std::int64_t> nested_dimensions(context& ctx, std::string_view text)
{
    struct first_level {
        std::int64_t parts = 0;
        bool closed = false;
    };
    std::vector<first_level> levels;
    std::size_t depth = 0;
    bool part_begins = false; // the next byte that is neither blank nor mark begins a part
    int parentheses = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ' ') continue;
        if (c == '/') { // a mark
            i = text.find("*/", i) + 1;
            continue;
        }
        if (part_begins && c != '}' && depth != 0 && !levels[depth - 1].closed) ++levels[depth - 1].parts;
        part_begins = false;
        if (c == '(') ++parentheses;
        if (c == ')') --parentheses;
        if (c == '{') {
            if (++depth > levels.size()) levels.emplace_back();
            part_begins = true;
        } else if (c == '}') {
            levels[--depth].closed = true;
        } else if (c == ',' && parentheses == 0) {
            part_begins = true;
        }
    }
    auto& sizes = ctx.growing<std::int64_t>();
    const auto begin = sizes.size();
    for (const auto& level : levels) sizes.push(level.parts);
    // `{  }` and `{ }` have more than one dimension.
    if (levels.size() == 1 && text.starts_with("{ ")) sizes.push(0);
    return sizes.take(begin, ctx.memory);
}

ast::list<std::int64_t> dimensions_of(context& ctx, const ast::array_shape& shape)
{
    auto& sizes = ctx.growing<std::int64_t>();
    const auto begin = sizes.size();
    for (const auto& d : shape.dimensions) sizes.push(d.size);
    return sizes.take(begin, ctx.memory);
}

// Holds what is written against a text.
class against {
public:
    explicit against(std::string_view text) : left_(text) {}

    template <typename... Pieces>
    void put(const Pieces&... pieces)
    {
        (piece(pieces), ...);
    }
    [[nodiscard]] bool more() const { return same_; }
    [[nodiscard]] bool same() const { return same_ && left_.empty(); }
    [[nodiscard]] const char* at() const { return left_.data(); }
    [[nodiscard]] const std::string& wanted() const { return wanted_; }

private:
    void piece(char c) { piece(std::string_view(&c, 1)); }
    void piece(std::int64_t number) { piece(std::string_view(fmt::format_int(number).c_str())); }
    void piece(std::uint64_t number) { piece(std::string_view(fmt::format_int(number).c_str())); }
    void piece(std::string_view text)
    {
        if (!same_) return;
        if (left_.starts_with(text)) {
            left_.remove_prefix(text.size());
            return;
        }
        same_ = false;
        const auto common = static_cast<std::size_t>(
            std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(text.size(), left_.size())),
                          left_.begin())
                .first -
            text.begin());
        left_.remove_prefix(common);
        wanted_ = std::string(text.substr(common));
    }

    std::string_view left_;
    bool same_ = true;
    std::string wanted_;
};

bool holds(const ast::array_literal& literal, std::string_view text, bool one_blank, against& result)
{
    result = against(text);
    literal_writer<against>(result, literal, one_blank).write();
    return result.same();
}

// The number of elements, capped where it leaves 64 bits.
std::uint64_t element_count(const ast::list<std::int64_t>& dimensions)
{
    std::uint64_t count = 1;
    for (const auto d : dimensions)
        if (__builtin_mul_overflow(count, static_cast<std::uint64_t>(d), &count)) count = UINT64_MAX;
    for (const auto d : dimensions)
        if (d == 0) count = 0;
    return count;
}

} // namespace

ast::array_literal make_array(context& ctx, std::string_view text, std::size_t begin)
{
    const std::span<const std::string_view> elements = ctx.growing<std::string_view>().from(begin);
    const ast::array_shape* const shape = ctx.literal_shape ? ctx.literal_shape->array() : nullptr;
    if (ctx.literal_shape && !shape)
        throw refusal{finding_id::literal_shape, text.data(), "literal of an array, the shape is none"};
    ast::array_literal result;
    const auto kind = shape ? shape->type.kind : ast::element_kind::unknown;
    result.dimensions = shape ? dimensions_of(ctx, *shape) : nested_dimensions(ctx, text);

    const auto known = shape ? class_of(kind) : number_class::unknown;
    if (shape && known == number_class::unknown && kind != ast::element_kind::unknown)
        throw refusal{finding_id::literal_shape, text.data(),
                      fmt::format("literal of {}, which has no elements", spelling(kind))};
    const auto what = known == number_class::unknown ? guess(elements) : known;
    if (shape && element_count(result.dimensions) != elements.size())
        throw refusal{
            finding_id::literal_shape, text.data(),
            fmt::format("literal of {} elements, the shape has {}", elements.size(), element_count(result.dimensions))};
    switch (what) {
    case number_class::boolean: {
        const bool scalar = result.dimensions.empty();
        const auto yes = scalar ? "true" : "1";
        result.elements = convert_all<bool>(ctx, elements, [&](std::string_view e) {
            if (e != yes && e != (scalar ? "false" : "0"))
                refuse_element(e, scalar ? "pred, which reads true or false" : "pred, which reads 1 or 0");
            return e == yes;
        });
        break;
    }
    case number_class::integer: make_integers(ctx, elements, kind, result); break;
    case number_class::floating:
        result.elements = convert_all<ast::float_text>(ctx, elements, [&](std::string_view e) {
            if (e.starts_with('(') || e == "true" || e == "false")
                refuse_element(e, shape ? spelling(kind) : "numbers");
            check_float(ctx, {e}, kind);
            return ast::float_text{e};
        });
        break;
    case number_class::complex: {
        const auto part = kind == ast::element_kind::c64    ? ast::element_kind::f32
                          : kind == ast::element_kind::c128 ? ast::element_kind::f64
                                                            : ast::element_kind::unknown;
        result.elements = convert_all<ast::complex_text>(ctx, elements, [&](std::string_view e) {
            if (!e.starts_with('(')) refuse_element(e, shape ? spelling(kind) : "complex numbers");
            const auto pair = split(e);
            check_float(ctx, pair.real, part);
            check_float(ctx, pair.imaginary, part);
            return pair;
        });
        break;
    }
    case number_class::unknown: break;
    }

    against found{text};
    if (holds(result, text, false, found)) {
        // Where nothing is empty both spellings are one.
        if (text.find("{  }") != std::string_view::npos) {
            ctx.see(feature::two_blanks_in_empty_literals, text.data());
            ctx.forms.empty_literals = ast::empty_literal_form::two_blanks;
        }
        return result;
    }
    against old{text};
    if (text.find("{ }") != std::string_view::npos && holds(result, text, true, old)) {
        ctx.see(feature::one_blank_in_empty_literals, text.data());
        ctx.forms.empty_literals = ast::empty_literal_form::one_blank;
        return result;
    }
    throw refusal{finding_id::literal_shape, found.at(),
                  found.wanted().empty() ? std::string("literal with more text than its shape has")
                                         : fmt::format("literal of this shape goes on with `{}`", found.wanted())};
}

const ast::shape* part_shape(const ast::shape& whole, std::size_t index, const char* at)
{
    const auto* tuple = whole.tuple();
    if (!tuple) throw refusal{finding_id::literal_shape, at, "literal of a tuple, the shape is none"};
    if (index >= tuple->elements.size())
        throw refusal{finding_id::literal_shape, at,
                      fmt::format("literal with part {}, the shape has {} parts", index, tuple->elements.size())};
    return &tuple->elements[index];
}

void check_parts(const ast::shape& whole, std::size_t count, const char* at)
{
    const auto* tuple = whole.tuple();
    if (!tuple) throw refusal{finding_id::literal_shape, at, "literal of a tuple, the shape is none"};
    if (tuple->elements.size() != count)
        throw refusal{finding_id::literal_shape, at,
                      fmt::format("literal with {} parts, the shape has {}", count, tuple->elements.size())};
}

bool shows_large_constant(const ast::literal& literal)
{
    if (std::holds_alternative<ast::tuple_literal>(literal.form)) return true;
    const auto* array = std::get_if<ast::array_literal>(&literal.form);
    return array && std::visit([](const auto& list) { return list.size(); }, array->elements) > 10;
}

void check_literal_text(context& ctx, const ast::shape& shape, std::string_view text)
{
    const auto* array = shape.array();
    if (array && array->type.kind == ast::element_kind::unknown) return;
    const auto from = ctx.offset(text.data());
    auto why = explain_part(find_literal_fault(ctx.text().substr(static_cast<std::size_t>(from))), ctx.text(), from);
    throw refusal{why.id, ctx.text().data() + why.begin, why.message(), 6};
}

ast::shape with_sizes(context& ctx, const ast::shape& shape, const ast::list<std::int64_t>& sizes, const char* at)
{
    auto array = *shape.array();
    if (sizes.size() != array.dimensions.size())
        throw refusal{
            finding_id::literal_shape, at,
            fmt::format("{} dynamic sizes, the shape has {} dimensions", sizes.size(), array.dimensions.size())};
    auto& dimensions = ctx.growing<ast::dimension>();
    const auto mark = dimensions.size();
    for (const auto size : sizes) dimensions.push({size, ast::dimension_kind::fixed});
    array.dimensions = dimensions.take(mark, ctx.memory);
    return {array};
}

} // namespace ballast::read
