// Literals are typed, spaced according to their shapes, and have strictly spelled numbers.
#include "tests/support/attribute_value.hpp"
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::literal literal(std::string_view shape, std::string_view text)
{
    static std::vector<fragment> kept;
    const auto whole = "%c = " + std::string(shape) + " constant(" + std::string(text) + ")";
    auto result = parse(entry::instruction, whole);
    if (!result.accepted()) throw std::runtime_error(whole + ": " + result.findings.front().message.text());
    EXPECT_EQ(print(*result.value), whole);
    kept.push_back(std::move(*result.value));
    return *std::get<ast::box<ast::literal>>(std::get<ast::instruction>(kept.back().node()).body);
}

template <typename T>
std::vector<T> elements(std::string_view shape, std::string_view text)
{
    const auto list = std::get<ast::list<T>>(std::get<ast::array_literal>(literal(shape, text).form).elements);
    return std::vector<T>(list.begin(), list.end());
}

fault literal_fault(std::string_view shape, std::string_view text)
{
    return refused(entry::instruction, "%c = " + std::string(shape) + " constant(" + std::string(text) + ")");
}

} // namespace

TEST(Literals, OfCustomCallsHaveShapes)
{
    const auto held = value<ast::shaped_literal>(
        "custom-call", "custom_call_target=\"f\", literal=( s32[2]{0} {1, 2}, token, ( f32[] 0.5 ) )");
    const auto& parts = std::get<ast::literal_tuple>(held.form).parts;
    ASSERT_EQ(parts.size(), 3U);
    EXPECT_EQ(dims(std::get<ast::box<ast::literal_array>>(parts[0].form)->shape), numbers{2});
    EXPECT_TRUE(std::holds_alternative<ast::literal_token>(parts[1].form));
    EXPECT_TRUE(
        value<ast::shaped_literal>("custom-call", "custom_call_target=\"f\", literal=(s32[2] {1, 2})").in_parentheses);
    const auto dynamic =
        value<ast::shaped_literal>("custom-call", "custom_call_target=\"f\", literal=s32[<=4]{0}(2) {1, 2}");
    EXPECT_EQ(list_of(std::get<ast::box<ast::literal_array>>(dynamic.form)->dynamic_sizes), numbers{2});
    EXPECT_EQ(kind_of_fault("custom-call", "custom_call_target=\"f\", literal=s32[2]{0} {1, 2, 3}"), "literal_shape");
}

// Regardless of the number of elements.
TEST(Literals, OfCustomCallsAreNeverElided)
{
    const std::string_view elided = "custom_call_target=\"f\", literal=s32[12]{0} {...}";
    EXPECT_EQ(kind_of_fault("custom-call", elided), "attribute");
    const std::string_view whole =
        "custom_call_target=\"f\", literal=s32[12]{0} {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}";
    EXPECT_TRUE(parse(entry::instruction, line("custom-call", whole)).accepted());
}

TEST(Literals, AreOfTheTypeOfTheirShape)
{
    EXPECT_EQ(literal_fault("s32[2]", "{1, 0.5}").message, "`0.5` in a literal of s32");
    EXPECT_EQ(literal_fault("s32[2]", "{1, true}").message, "`true` in a literal of s32");
}

TEST(Literals, HoldTheirElements)
{
    EXPECT_EQ(elements<std::int64_t>("s32[2,2]{1,0}", "{ { 1, 2 }, { 3, -4 } }"), (numbers{1, 2, 3, -4}));
    EXPECT_EQ(elements<std::int64_t>("s8[2]{0}", "{-128, 127}"), (numbers{-128, 127}));
    EXPECT_EQ(elements<std::uint64_t>("u64[2]{0}", "{18446744073709551615, 0}"),
              (std::vector<std::uint64_t>{UINT64_MAX, 0}));
    EXPECT_EQ(elements<bool>("pred[]", "true"), std::vector<bool>{true});
    EXPECT_EQ(elements<bool>("pred[2]{0}", "{1, 0}"), (std::vector<bool>{true, false}));
    const auto floats = elements<ast::float_text>("f32[3]{0}", "{0.1, -inf, nan(0x1)}");
    EXPECT_EQ(floats[0].text, "0.1");
    EXPECT_EQ(classify(floats[1]), ast::float_class::infinite);
    EXPECT_EQ(classify(floats[2]), ast::float_class::not_a_number);
    EXPECT_EQ(elements<ast::complex_text>("c64[]", "(1.5, -nan)")[0].imaginary.text, "-nan");
    EXPECT_TRUE(std::holds_alternative<ast::elided_literal>(literal("f32[100]{0}", "{...}").form));
    EXPECT_TRUE(std::holds_alternative<ast::elided_literal>(literal("(f32[], s32[])", "{...}").form));
    const auto tuple = std::get<ast::tuple_literal>(
        literal("(s32[3]{0}, pred[], u8[2,2]{1,0})", "( {7, 8, 9}, true, { { 0, 1 }, { 1, 0 } } )").form);
    EXPECT_EQ(tuple.parts.size(), 3U);
}

// By default XLA prints ten elements and elides more.
TEST(Literals, AreElidedWhereTheyHaveMoreThanTenElements)
{
    for (const auto* shape : {"s32[0]{0}", "f32[2]{0}", "f32[10]{0}", "f32[]", "f32[100,0]{1,0}", "pred[<=2]{0}"})
        EXPECT_FALSE(parse(entry::instruction, "%x = " + std::string(shape) + " constant({...})").accepted()) << shape;
    for (const auto* shape : {"f32[11]{0}", "s4[2,6]{1,0}", "(f32[], s32[])", "()"})
        EXPECT_TRUE(parse(entry::instruction, "%x = " + std::string(shape) + " constant({...})").accepted()) << shape;
}

TEST(Literals, AreSpacedByTheirShape)
{
    for (const auto& [shape, text] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"s32[3]{0}", "{1, 2, 3}"},
             {"s32[2,1]{1,0}", "{ {1}, {2} }"},
             {"s32[2,1,2]{2,1,0}", "{ { { 1, 2 } }, { { 3, 4 } } }"},
             {"s32[1,1,2,2]{3,2,1,0}", "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 }, { 3, 4 } } } }"},
             {"s32[2,1,1,1]{3,2,1,0}", "{ { /*i0=0*/ { /*i1=0*/ {1} } }, { /*i0=1*/ { /*i1=0*/ {2} } } }"},
             {"s32[0]{0}", "{}"},
             {"s32[2,0]{1,0}", "{ {}, {} }"},
             {"s32[0,3]{1,0}", "{  }"},
             {"s32[0,3]{1,0}", "{ }"},
             {"s32[2,0,3]{2,1,0}", "{ {  }, {  } }"},
             {"s32[1,0,1,1]{3,2,1,0}", "{ { /*i0=0*/ } }"},
         })
        literal(shape, text);
    for (const auto& [shape, text] : std::vector<std::pair<std::string_view, std::string_view>>{
             {"s32[3]{0}", "{1,2,3}"},
             {"s32[3]{0}", "{ 1, 2, 3 }"},
             {"s32[3]{0}", "{1, 2}"},
             {"s32[2,2]{1,0}", "{1, 2, 3, 4}"},
             {"s32[2,2]{1,0}", "{ {1, 2}, {3, 4} }"},
             {"s32[2,2]{1,0}", "{{ 1, 2 }, { 3, 4 }}"},
             {"s32[2,1]{1,0}", "{ { 1 }, { 2 } }"},
             {"s32[1,1,2,2]{3,2,1,0}", "{ { { { 1, 2 }, { 3, 4 } } } }"},
             {"s32[1,1,2,2]{3,2,1,0}", "{ { /*i0=1*/ { /*i1=0*/ { 1, 2 }, { 3, 4 } } } }"},
             {"s32[]", "{1}"},
             {"s32[1]{0}", "1"},
             {"s32[0]{0}", "{ }"},
             {"s32[2,0,3]{2,1,0}", "{ {  }, { } }"},
             {"(s32[], s32[])", "( 1 )"},
             {"(s32[])", "1"},
             {"s32[]", "( 1 )"},
         })
        EXPECT_EQ(info(literal_fault(shape, text).id).name.substr(0, 7), "literal") << shape << " " << text;
}

TEST(Literals, NumbersAreThoseOfTheirType)
{
    for (const auto& [shape, text] :
         std::vector<std::pair<std::string_view, std::string_view>>{{"f32[]", "1.0"},
                                                                    {"f32[]", "0.10"},
                                                                    {"f32[]", ".5"},
                                                                    {"f32[]", "1e6"},
                                                                    {"f32[]", "1000000"},
                                                                    {"f32[]", "0.1000000015"},
                                                                    {"f32[]", "0.00001"},
                                                                    {"bf16[]", "0.10001"},
                                                                    {"f16[]", "0.333251"},
                                                                    {"f8e4m3fn[]", "1.125"},
                                                                    {"s32[]", "1.5"},
                                                                    {"s32[]", "-0"},
                                                                    {"s8[]", "128"},
                                                                    {"u8[]", "-1"},
                                                                    {"u8[]", "256"},
                                                                    {"s4[]", "8"},
                                                                    {"u2[]", "4"},
                                                                    {"s64[]", "9223372036854775808"},
                                                                    {"u64[]", "18446744073709551616"},
                                                                    {"pred[]", "1"},
                                                                    {"pred[1]{0}", "{true}"},
                                                                    {"s32[]", "true"},
                                                                    {"c64[]", "1"},
                                                                    {"c64[]", "(1, 2.0)"},
                                                                    {"f32[]", "(1, 2)"},
                                                                    {"f32[]", "1e+39"}})
        EXPECT_EQ(info(literal_fault(shape, text).id).name.substr(0, 7), "literal") << shape << " " << text;
    for (const auto& [shape, text] :
         std::vector<std::pair<std::string_view, std::string_view>>{{"f32[]", "1"},
                                                                    {"f32[]", "1e+06"},
                                                                    {"f32[]", "1234567"},
                                                                    {"f32[]", "0.1"},
                                                                    {"f32[]", "3.40282347e+38"},
                                                                    {"f32[]", "1e-05"},
                                                                    {"f32[]", "1.4013e-45"},
                                                                    {"f32[]", "-0"},
                                                                    {"f64[]", "0.1"},
                                                                    {"f64[]", "0.30000000000000004"},
                                                                    {"f64[]", "2.2250738585072014e-308"},
                                                                    {"bf16[]", "0.1001"},
                                                                    {"f16[]", "0.33325"},
                                                                    {"f8e4m3fn[]", "1.12"},
                                                                    {"f8e5m2[]", "1.2"},
                                                                    {"s4[]", "-8"},
                                                                    {"u4[]", "15"},
                                                                    {"s64[]", "-9223372036854775808"},
                                                                    {"u64[]", "18446744073709551615"},
                                                                    {"c128[]", "(0.1, -0)"},
                                                                    {"goldilocks[2]{0}", "{1, 2}"}})
        literal(shape, text);
}

// Until 2019-10-14 a number of any type had six digits.
TEST(Literals, NumbersHadSixDigitsAtFirst)
{
    const auto end_of = [](std::string_view text) {
        const auto read = parse(entry::instruction, text);
        return read.accepted() ? date(read.value->witnesses()).possible.intervals().back().end : 0;
    };
    EXPECT_EQ(end_of("%c = bf16[] constant(3.14062)"), 201910140000);
    EXPECT_EQ(end_of("%c = f16[] constant(5.96046e-08)"), 201910140000);
    EXPECT_EQ(end_of("%c = f64[] constant(4.94066e-324)"), 201910140000);
    EXPECT_EQ(end_of("%c = bf16[] constant(3.141)"), end_of_history);
    // The six digits are not those of a number of the type.
    EXPECT_EQ(end_of("%c = bf16[] constant(3.14159)"), 0);
}

TEST(Literals, OfAnUnknownTypeMayBeAnything)
{
    const auto f = accepted(entry::instruction, "%c = goldilocks[2]{0} constant({0x1F <a>, [b]})");
    EXPECT_TRUE(std::holds_alternative<ast::literal_text>(std::get<ast::instruction>(f.node()).body));
    EXPECT_EQ(print(f), "%c = goldilocks[2]{0} constant({0x1F <a>, [b]})");
}

TEST(Literals, StandAlone)
{
    for (const auto* text : {"1", "-0.5", "true", "(1, 2)", "{...}", "{}", "{1, 2, 3}", "{ { 1, 2 }, { 3, 4 } }",
                             "{ {1}, {2} }", "{  }", "{ {}, {} }", "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 }, { 3, 4 } } } }",
                             "{(1, 2), (3, 4)}", "( {7, 8}, true )", "{18446744073709551615}"}) {
        const auto result = parse(entry::literal, text);
        ASSERT_TRUE(result.accepted()) << text << ": " << result.findings.front().message.text();
        EXPECT_EQ(print(*result.value), text);
    }
    for (const auto* text :
         {"", "{1,2}", "{ 1, 2 }", "{ { 1, 2 }, { 3 } }", "{true}", "{1, true}", "{ {1}, 2 }", "1.0", "{1"})
        EXPECT_FALSE(parse(entry::literal, text).accepted()) << text;
}

// Text that only begins like a literal is text of the unknown type.
TEST(Literals, OfUnknownElementTypesMayBeginLikeOthers)
{
    for (const auto text : {"{1} (2)", "(1, 2) x", "0x1", "true false"}) {
        const auto line = std::string("%c = goldilocks[] constant(").append(text).append(")");
        const auto read = accepted(entry::instruction, line);
        const auto& node = std::get<ast::instruction>(read.node());
        EXPECT_EQ(std::get<ast::literal_text>(node.body).text, text);
        EXPECT_EQ(print(read), line);
    }
}

TEST(Literals, OfTypesWithoutElementsAreRefused)
{
    for (const auto text : {"%c = token[] constant(1)", "%c = opaque[] constant(true)", "%c = token[] constant({})",
                            "%c = primitive_type_invalid[] constant(0)"})
        EXPECT_EQ(refused(entry::instruction, text).id, finding_id::literal_shape) << text;
}

TEST(Literals, AloneAreNumbersWhereOneIsNoInteger)
{
    for (const auto text : {"-0", "{-0}", "{0, -0, 3}"}) {
        const auto read = accepted(entry::literal, text);
        const auto& array = std::get<ast::array_literal>(std::get<ast::literal>(read.node()).form);
        EXPECT_TRUE(std::holds_alternative<ast::list<ast::float_text>>(array.elements)) << text;
        EXPECT_EQ(print(read), text);
    }
}

TEST(Literals, AnElementOutOfRangeIsToldAtItsPlace)
{
    const std::string text = "%c = s8[3]{0} constant({1, 776, 2})";
    const auto result = parse(entry::instruction, text);
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings.front().id, finding_id::literal_element);
    EXPECT_EQ(result.findings.front().begin, static_cast<std::int64_t>(text.find("776")));
}

} // namespace ballast::tests
