#include "generate/nodes.hpp"

#include <algorithm>

namespace ballast::generate {

ast::shape nodes::literal_shape()
{
    constexpr auto last = static_cast<std::int64_t>(ast::element_kind::f8e8m0fnu);
    ast::array_shape shape;
    shape.type.kind = static_cast<ast::element_kind>(
        1 + (static_cast<std::int64_t>(ast::element_kind::s32) - 1 + below(last)) % last);
    if (!prints(shape.type.kind)) shape.type.kind = ast::element_kind::s32;
    std::vector<ast::dimension> dimensions;
    std::vector<std::int64_t> order;
    const bool many_elements = can(feature::large_constants) || chance(5);
    std::int64_t count = 1;
    for (auto rank = below(6); rank != 0; --rank) {
        auto size = 1 + below(4);
        if (chance(6)) size = 0;
        if (!many_elements && count * size > 10) size = 1;
        count *= size;
        order.push_back(static_cast<std::int64_t>(dimensions.size()));
        dimensions.push_back({size, ast::dimension_kind::fixed});
    }
    shape.dimensions = list(dimensions);
    if (!order.empty()) shape.layout = ast::layout{list(order), {}};
    return {shape};
}

ast::float_text nodes::numeral(ast::element_kind kind)
{
    using enum ast::element_kind;
    const bool complex = kind == c64 || kind == c128;
    if (kind == c64) kind = f32;
    if (kind == c128) kind = f64;
    if (!(readable() && complex) && chance(16, feature::nan_payload) && ast::is_canonical({"nan(0x1)"}, kind))
        return {"nan(0x1)"};
    // Only those that the type has. XLA's parser has no -0.
    std::vector<std::string_view> printed;
    if (can(feature::six_digit_literals))
        for (const auto text : {"3.14062", "5.96046e-08", "4.94066e-324"})
            if (ast::has_six_digits({text}, kind)) printed.emplace_back(text);
    for (const auto text : {"0", "1", "-0", "0.5", "-2", "inf", "-inf", "nan", "-nan"})
        if (ast::is_canonical({text}, kind) &&
            !(readable() && (text == std::string_view("-0") || (complex && std::string_view(text).ends_with("nan")))))
            printed.emplace_back(text);
    return {printed[static_cast<std::size_t>(below(static_cast<std::int64_t>(printed.size())))]};
}

ast::literal nodes::literal(const ast::shape& of)
{
    std::int64_t count = 1;
    for (const auto& d : of.array()->dimensions) count *= d.size;
    if (count > 10 && (!can(feature::large_constants) || chance(5))) return {ast::elided_literal{}};
    return whole_literal(of);
}

ast::literal nodes::whole_literal(const ast::shape& of)
{
    const auto& shape = std::get<ast::array_shape>(of.form);
    ast::array_literal result;
    std::vector<std::int64_t> sizes;
    std::int64_t count = 1;
    for (const auto& d : shape.dimensions) {
        sizes.push_back(d.size);
        count *= d.size;
    }
    result.dimensions = list(sizes);
    using enum ast::element_kind;
    const auto kind = shape.type.kind;
    const auto all = [&](auto make) { return many(count, count, make); };
    if (kind == pred) {
        result.elements = all([&] { return chance(2); });
    } else if (kind >= s1 && kind <= s64) {
        const auto limit = std::int64_t{1} << std::min(ast::bits(kind) - 1, 60);
        result.elements = all([&] { return chance(3) ? -1 - below(limit) : below(limit); });
    } else if (kind == u64 && chance(4)) {
        result.elements = all([&] { return UINT64_MAX - from_.below(9); });
        if (count == 0) result.elements = ast::list<std::int64_t>{};
    } else if (kind >= u1 && kind <= u64) {
        const auto limit = std::int64_t{1} << std::min(ast::bits(kind), 60);
        result.elements = all([&] { return below(limit); });
    } else if (kind == c64 || kind == c128) {
        result.elements = all([&] { return ast::complex_text{numeral(kind), numeral(kind)}; });
    } else {
        result.elements = all([&] { return numeral(kind); });
    }
    return {result};
}

ast::shaped_literal nodes::shaped_array()
{
    auto s = literal_shape();
    if (can(feature::parenthesised_literal)) {
        auto bare = std::get<ast::array_shape>(s.form);
        bare.layout.reset();
        s = {bare};
    }
    ast::shaped_literal result;
    result.form = memory_.make(ast::literal_array{s, {}, whole_literal(s)});
    return result;
}

ast::shaped_literal nodes::shaped_literal()
{
    auto result = shaped_array();
    result.in_parentheses = can(feature::parenthesised_literal);
    if (!result.in_parentheses && !readable() && chance(3)) {
        ast::shaped_literal token;
        token.form = ast::literal_token{};
        result.form = ast::literal_tuple{memory_.make_list({result, token})};
    }
    return result;
}

} // namespace ballast::generate
