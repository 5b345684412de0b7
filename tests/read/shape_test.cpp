// Shapes and layouts: their trees, and that they print back.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::shape shape_of(const fragment& f) { return std::get<ast::shape>(f.node()); }
const ast::layout_suffixes& suffixes(const ast::shape& s) { return *s.array()->layout->suffixes; }

} // namespace

TEST(Shapes, EveryElementTypeIsKnown)
{
    for (const auto* name :
         {"pred",       "s1",       "s2",         "s4",        "s8",     "s16",           "s32",
          "s64",        "u1",       "u2",         "u4",        "u8",     "u16",           "u32",
          "u64",        "f16",      "bf16",       "f32",       "f64",    "c64",           "c128",
          "f4e2m1fn",   "f6e2m3fn", "f6e3m2fn",   "f8e3m4",    "f8e4m3", "f8e4m3b11fnuz", "f8e4m3fn",
          "f8e4m3fnuz", "f8e5m2",   "f8e5m2fnuz", "f8e8m0fnu", "opaque", "token",         "primitive_type_invalid"}) {
        const auto text = std::string(name) + "[]";
        const auto f = accepted(entry::shape, text);
        const auto s = shape_of(f);
        EXPECT_NE(type(s), ast::element_kind::unknown) << name;
        EXPECT_EQ(spelling(type(s)), name);
        EXPECT_FALSE(s.array()->type.other);
        EXPECT_EQ(print(f), text);
    }
    EXPECT_EQ(bits(ast::element_kind::s4), 4);
    EXPECT_EQ(bits(ast::element_kind::c128), 128);
    EXPECT_EQ(bits(ast::element_kind::pred), 8);
}

TEST(Shapes, AnUnknownTypeIsKeptAndNoted)
{
    const auto result = parse(entry::shape, "goldilocks[16777216]{0}");
    ASSERT_TRUE(result.accepted());
    const auto s = shape_of(*result.value);
    EXPECT_EQ(type(s), ast::element_kind::unknown);
    EXPECT_EQ(*s.array()->type.other, "goldilocks");
    EXPECT_EQ(print(*result.value), "goldilocks[16777216]{0}");
    ASSERT_EQ(result.findings.size(), 1U);
    EXPECT_EQ(result.findings[0].severity, severity::note);
    EXPECT_EQ(result.findings[0].message.text(), "unknown element type `goldilocks`");
}

TEST(Shapes, OfAHundredUnknownTypesAreNotedAndNoMore)
{
    const auto notes_of = [](int types) {
        std::string text = "(";
        for (int i = 0; i < types; ++i) text += (i == 0 ? "" : ", ") + ("t" + std::to_string(i)) + "[]";
        return parse(entry::shape, text + ")").findings.size();
    };
    EXPECT_EQ(notes_of(99), 99U);
    EXPECT_EQ(notes_of(101), 100U);
}

TEST(Shapes, DimensionsMayBeBoundedOrUnbounded)
{
    const auto f = accepted(entry::shape, "f32[4,<=8,?]{2,1,0}");
    const auto s = shape_of(f);
    const auto& d = s.array()->dimensions;
    EXPECT_EQ(d[0], (ast::dimension{4, ast::dimension_kind::fixed}));
    EXPECT_EQ(d[1], (ast::dimension{8, ast::dimension_kind::bounded}));
    EXPECT_EQ(d[2], (ast::dimension{0, ast::dimension_kind::unbounded}));
}

TEST(Shapes, EverySuffixIsTyped)
{
    const auto f = accepted(
        entry::shape,
        "f32[64,64]{1,0:T(8,128)(2,1)L(1024)#(s32)*(invalid)E(4)S(3)SC(1:16,32)(0:)P((f32[9]{0}, s32[2]{0}))M(32)}");
    const auto s = shape_of(f);
    const auto& x = suffixes(s);
    EXPECT_EQ(x.tiles.size(), 2U);
    EXPECT_EQ(tile(s, 1), (numbers{2, 1}));
    EXPECT_EQ(x.tail_padding_alignment, 1024);
    EXPECT_EQ(x.index_type->kind, ast::element_kind::s32);
    EXPECT_FALSE(x.pointer_type->kind);
    EXPECT_EQ(x.element_bits, 4);
    EXPECT_EQ(x.memory_space, 3);
    ASSERT_EQ(x.splits.size(), 2U);
    EXPECT_EQ(x.splits[0].dimension, 1);
    EXPECT_EQ(list_of(x.splits[0].indices), (numbers{16, 32}));
    EXPECT_TRUE(x.splits[1].indices.empty());
    EXPECT_EQ(x.physical_shape->tuple()->elements.size(), 2U);
    EXPECT_EQ(x.dynamic_metadata_bytes, 32);
    EXPECT_EQ(
        print(f),
        "f32[64,64]{1,0:T(8,128)(2,1)L(1024)#(s32)*(invalid)E(4)S(3)SC(1:16,32)(0:)P((f32[9]{0}, s32[2]{0}))M(32)}");
}

TEST(Shapes, LevelsStandInTheOrderOfTheirEra)
{
    const auto before = accepted(entry::shape, "f32[4,4]{1,0:D(D,C+~)T(8,128)E(4)S(1)}");
    EXPECT_EQ(before.forms().levels, ast::level_order::before_tiles);
    const auto s = shape_of(before);
    EXPECT_EQ(suffixes(s).levels[1], (ast::dimension_level{'C', true, true}));
    EXPECT_EQ(suffixes(s).levels[0], (ast::dimension_level{'D', false, false}));
    const auto after = accepted(entry::shape, "f32[4,4]{1,0:T(8,128)D(D,S)E(4)S(1)}");
    EXPECT_EQ(after.forms().levels, ast::level_order::after_tiles);
    EXPECT_EQ(print(after), "f32[4,4]{1,0:T(8,128)D(D,S)E(4)S(1)}");
    EXPECT_EQ(refused(entry::shape, "(f32[4]{0:D(C)T(8)}, f32[4]{0:T(8)D(C)})").id, finding_id::mixed_eras);
    // One level for each dimension.
    EXPECT_EQ(refused(entry::shape, "f32[2,3]{1,0:D(D)}").id, finding_id::layout_rank);
    EXPECT_EQ(refused(entry::shape, "f32[2,3]{1,0:D(D,C,S)}").id, finding_id::layout_rank);
    EXPECT_EQ(refused(entry::shape, "primitive_type_invalid[2]").id, finding_id::layout_rank);
}

TEST(Shapes, OldFormsAreRead)
{
    const auto invalid = accepted(entry::shape, "f32[]invalid{}");
    EXPECT_TRUE(shape_of(invalid).array()->invalid_layout);
    EXPECT_EQ(print(invalid), "f32[]invalid{}");
    const auto sparse = accepted(entry::shape, "f32[10,10]sparse{5}");
    const auto s = shape_of(sparse);
    EXPECT_EQ(suffixes(s).max_sparse_elements, 5);
    EXPECT_EQ(print(sparse), "f32[10,10]sparse{5}");
}

TEST(Shapes, TuplesMarkEveryFifthElement)
{
    const auto marked = accepted(
        entry::shape, "(s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[], s8[], s8[], s8[], s8[], /*index=10*/s8[])");
    EXPECT_EQ(shape_of(marked).tuple()->elements.size(), 11U);
    EXPECT_EQ(marked.forms().index_marks, ast::index_mark_form::present);
    const auto unmarked = accepted(entry::shape, "(s8[], s8[], s8[], s8[], s8[], s8[])");
    EXPECT_EQ(unmarked.forms().index_marks, ast::index_mark_form::absent);
    EXPECT_EQ(print(unmarked), "(s8[], s8[], s8[], s8[], s8[], s8[])");
    EXPECT_EQ(accepted(entry::shape, "(s8[], s8[])").forms().index_marks, ast::index_mark_form::unseen);
    // Marks are counted separately at each nesting level.
    prints_back(entry::shape, "(s8[], (s8[], s8[], s8[], s8[]), s8[], s8[], s8[], /*index=5*/(s8[], s8[]))");
    EXPECT_EQ(refused(entry::shape, "(s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[], s8[], s8[], s8[], s8[], s8[])").id,
              finding_id::mixed_eras);
}

TEST(Layouts, StandAlone)
{
    const auto f = accepted(entry::layout, "{1,0:T(8,128)S(1)}");
    const auto& layout = std::get<ast::layout>(f.node());
    EXPECT_EQ(list_of(layout.minor_to_major), (numbers{1, 0}));
    EXPECT_EQ(layout.suffixes->memory_space, 1);
    prints_back(entry::layout, "{:T(128)}");
    prints_back(entry::layout, "{0}");
    for (const auto* wrong :
         {"", "{}", "{0,1:}", "{1,1}", "{0,2}", "{0:S(0)}", "{0:E(0)}", "{0:L(1)}", "{0:M(0)}", "{0:S(1)T(8)}"})
        EXPECT_FALSE(parse(entry::layout, wrong).accepted()) << wrong;
}

} // namespace ballast::tests
