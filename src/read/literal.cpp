#include "read/literal.hpp"

#include "ast/literal_writer.hpp"
#include "base/say.hpp"
#include "read/start.hpp"
#include "rules/literal.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ballast::read {

namespace {

[[noreturn]] void refuse_element(const context& ctx, std::string_view element, std::string_view wanted)
{
    throw ctx.refuse(rules::wrong_element(element, wanted), element);
}

bool is_integer(std::string_view text)
{
    const auto digits = text.starts_with('-') ? text.substr(1) : text;
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
}

// The class of elements whose shape is unknown: the narrowest one that fits all of them.
rules::number_class guess(std::span<const std::string_view> elements)
{
    if (elements.empty()) return rules::number_class::integer;
    if (elements.front() == "true" || elements.front() == "false") return rules::number_class::boolean;
    if (elements.front().starts_with('(')) return rules::number_class::complex;
    for (const auto e : elements)
        if (!is_integer(e) || e == "-0") return rules::number_class::floating;
    return rules::number_class::integer;
}

ast::complex_text split(std::string_view pair)
{
    const auto comma = pair.find(", ");
    return {{pair.substr(1, comma - 1)}, {pair.substr(comma + 2, pair.size() - comma - 3)}};
}

template <typename T, typename Make>
ast::list<T> convert_all(context& ctx, std::span<const std::string_view> elements, Make make)
{
    auto& list = ctx.growing<T>();
    const auto begin = list.size();
    for (const auto e : elements) list.push(make(e));
    return list.take(begin, ctx.memory);
}

// The text has been checked.
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
        std::int64_t value = 0;
        std::uint64_t natural = 0;
        const bool fits =
            is_integer(e) && e != "-0" &&
            (e.starts_with('-') ? std::from_chars(e.data(), e.data() + e.size(), value).ec == std::errc{}
                                : std::from_chars(e.data(), e.data() + e.size(), natural).ec == std::errc{});
        if (!fits) refuse_element(ctx, e, kind == ast::element_kind::unknown ? "integers" : spelling(kind));
        large = large || natural > static_cast<std::uint64_t>(INT64_MAX);
    }
    if (large) {
        for (const auto e : elements)
            if (e.starts_with('-')) refuse_element(ctx, e, "unsigned integers");
        out.elements = convert_all<std::uint64_t>(ctx, elements, to_number<std::uint64_t>);
        return;
    }
    out.elements = convert_all<std::int64_t>(ctx, elements, to_number<std::int64_t>);
}

// The dimensions of a literal on its own: the number of parts of the first level at each depth.
ast::list<std::int64_t> nested_dimensions(context& ctx, std::string_view text)
{
    struct first_level {
        std::int64_t parts = 0;
        bool closed = false;
    };
    std::vector<first_level> levels;
    std::size_t depth = 0;
    bool part_begins = false; // the next byte that is not part of blanks or a mark begins a part
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

// Compares what is written with a text.
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

} // namespace

ast::array_literal make_array(context& ctx, std::string_view text, std::size_t begin)
{
    using rules::number_class;
    const std::span<const std::string_view> elements = ctx.growing<std::string_view>().from(begin);
    const ast::array_shape* const shape = ctx.literal_shape ? ctx.literal_shape->array() : nullptr;
    const auto kind = shape ? shape->type.kind : ast::element_kind::unknown;
    ast::array_literal result;
    result.dimensions = shape ? dimensions_of(ctx, *shape) : nested_dimensions(ctx, text);
    if (ctx.literal_shape)
        if (const auto rule = rules::check_count(elements.size(), result, *ctx.literal_shape))
            throw ctx.refuse(*rule, text);

    const auto known = rules::class_of(kind);
    switch (known == number_class::unknown ? guess(elements) : known) {
    case number_class::boolean: {
        const bool scalar = result.dimensions.empty();
        const auto yes = scalar ? "true" : "1";
        result.elements = convert_all<bool>(ctx, elements, [&](std::string_view e) {
            if (e != yes && e != (scalar ? "false" : "0"))
                refuse_element(ctx, e, scalar ? "pred, which is true or false" : "pred, which is 1 or 0");
            return e == yes;
        });
        break;
    }
    case number_class::integer: make_integers(ctx, elements, kind, result); break;
    case number_class::floating:
        result.elements = convert_all<ast::float_text>(ctx, elements, [&](std::string_view e) {
            if (e.starts_with('(') || e == "true" || e == "false")
                refuse_element(ctx, e, shape ? spelling(kind) : "numbers");
            return ast::float_text{e};
        });
        break;
    case number_class::complex:
        result.elements = convert_all<ast::complex_text>(ctx, elements, [&](std::string_view e) {
            if (!e.starts_with('(')) refuse_element(ctx, e, shape ? spelling(kind) : "complex numbers");
            const auto pair = split(e);
            return pair;
        });
        break;
    case number_class::unknown: break;
    }
    bool old_digits = false;
    if (const auto rule = rules::check_elements(result, kind, &old_digits))
        throw ctx.refuse(*rule, !rule->bytes.empty() ? rule->bytes : !elements.empty() ? elements[rule->part] : text);

    if (old_digits) ctx.see(feature::six_digit_literals, text.data());

    against found{text};
    if (holds(result, text, false, found)) {
        // Without empty dimensions both spellings are the same.
        if (text.find("{  }") != std::string_view::npos) ctx.see(feature::two_blanks_in_empty_literals, text.data());
        return result;
    }
    against old{text};
    if (holds(result, text, true, old)) {
        ctx.see(feature::one_blank_in_empty_literals, text.data());
        return result;
    }
    const std::string_view rest(found.at(), static_cast<std::size_t>(text.data() + text.size() - found.at()));
    throw ctx.refuse(finding_id::literal_shape,
                     found.wanted().empty() ? say("literal has more text than its shape allows")
                                            : say("literal of this shape continues with `{}`", found.wanted()),
                     rest);
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
    throw context::refuse(std::move(why), info(finding_id::literal_shape).rule);
}

ast::shape with_sizes(context& ctx, const ast::literal_array& literal)
{
    if (const auto rule = rules::check_dynamic_sizes(literal)) throw ctx.refuse(*rule, ctx.dynamic_sizes);
    auto array = *literal.shape.array();
    auto& dimensions = ctx.growing<ast::dimension>();
    const auto mark = dimensions.size();
    for (const auto size : literal.dynamic_sizes) dimensions.push({size, ast::dimension_kind::fixed});
    array.dimensions = dimensions.take(mark, ctx.memory);
    return {array};
}

} // namespace ballast::read
