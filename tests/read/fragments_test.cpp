// Single constructs: what a tree holds after reading one, and that it prints back.
#include "tests/support/support.hpp"

namespace ballast::tests {

namespace {

ast::shape shape_of(const fragment& f) { return std::get<ast::shape>(f.node()); }
const ast::layout_suffixes& suffixes(const ast::shape& s) { return *s.array()->layout->suffixes; }

void prints_back(entry which, std::string_view text)
{
    const auto result = parse(which, text);
    ASSERT_TRUE(result.accepted()) << text << ": " << result.findings.front().message();
    EXPECT_EQ(print(*result.value), text);
    EXPECT_TRUE(recognise(which, text));
}

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
    EXPECT_EQ(result.findings[0].message(), "unknown element type `goldilocks`");
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
    // Each level counts for itself.
    prints_back(entry::shape, "(s8[], (s8[], s8[], s8[], s8[]), s8[], s8[], s8[], /*index=5*/(s8[], s8[]))");
    EXPECT_EQ(
        refused(entry::shape, "(s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[], s8[], s8[], s8[], s8[], s8[])").id,
        finding_id::mixed_eras);
}

TEST(Shapes, PartsAreFoundByIndex)
{
    const auto f = accepted(entry::shape, "(f32[1]{0}, (s32[], pred[2]{0}))");
    const auto s = shape_of(f);
    const std::int64_t path[] = {1, 1, 0};
    EXPECT_EQ(type(*ast::subshape(s, {path, 2})), ast::element_kind::pred);
    EXPECT_EQ(ast::subshape(s, {}), &s);
    EXPECT_EQ(ast::subshape(s, {path, 3}), nullptr);
    const std::int64_t beyond[] = {2};
    EXPECT_EQ(ast::subshape(s, {beyond, 1}), nullptr);
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

TEST(Instructions, OperandsInBothEras)
{
    const auto old =
        accepted(entry::instruction,
                 "%d = f32[8,4]{1,0} dot(f32[8,16]{1,0} %p0.1, f32[16,4]{1,0} %w), lhs_contracting_dims={1}");
    const auto& i = std::get<ast::instruction>(old.node());
    EXPECT_EQ(i.name, "d");
    EXPECT_EQ(i.opcode.kind, ast::opcode_kind::dot);
    EXPECT_EQ(operands(i)[1].name, "w");
    EXPECT_EQ(dims(*operands(i)[1].shape), (numbers{16, 4}));
    const auto now_text = accepted(entry::instruction, "%d = f32[] add(%a, null , %b)");
    const auto& j = std::get<ast::instruction>(now_text.node());
    EXPECT_EQ(operands(j).size(), 3U);
    EXPECT_TRUE(operands(j)[1].name.empty());
    EXPECT_EQ(print(now_text), "%d = f32[] add(%a, null , %b)");
    EXPECT_EQ(refused(entry::instruction, "%d = f32[] add(%a, f32[] %b)").id, finding_id::operand_shapes);
    EXPECT_EQ(refused(entry::instruction, "%d = f32[] add(f32[] %a, %b)").id, finding_id::operand_shapes);
}

TEST(Instructions, OpcodesAndAsyncSugar)
{
    const auto opcode = [](std::string_view name) {
        const auto f = accepted(entry::instruction, "%x = f32[] " + std::string(name) + "()");
        EXPECT_EQ(print(f), "%x = f32[] " + std::string(name) + "()");
        return std::get<ast::instruction>(f.node()).opcode;
    };
    EXPECT_EQ(opcode("all-to-all-start").kind, ast::opcode_kind::all_to_all);
    EXPECT_EQ(opcode("all-to-all-start").suffix, ast::async_suffix::start);
    EXPECT_EQ(opcode("copy-start").kind, ast::opcode_kind::copy_start);
    EXPECT_EQ(opcode("copy-start").suffix, ast::async_suffix::none);
    EXPECT_EQ(opcode("async-update").kind, ast::opcode_kind::async_update);
    EXPECT_EQ(opcode("dynamic-update-slice-done").suffix, ast::async_suffix::done);
    EXPECT_EQ(opcode("while").kind, ast::opcode_kind::while_);
    EXPECT_EQ(opcode("tuple-select").kind, ast::opcode_kind::tuple_select);
    const auto result = parse(entry::instruction, "%x = f32[] frobnicate-start(%y), strength=3");
    ASSERT_TRUE(result.accepted());
    EXPECT_EQ(result.findings.front().message(), "unknown opcode `frobnicate`");
    EXPECT_EQ(print(*result.value), "%x = f32[] frobnicate-start(%y), strength=3");
}

TEST(Instructions, MetadataIsTyped)
{
    const auto f = accepted(
        entry::instruction,
        "%x = f32[] negate(%y), metadata={op_type=\"neg\" op_name=\"a\\'b\" source_file=\"f.py\" source_line=3 "
        "source_end_line=4 source_column=5 source_end_column=6 profile_type={1,2} deduplicated_name=\"n\" "
        "preserve_layout=true scheduling_name=\"it's\" stack_frame_id=7 metadata_payload=\"\\001\"}");
    const auto& m = *std::get<ast::instruction>(f.node()).metadata();
    EXPECT_EQ(m.op_type, "neg");
    EXPECT_EQ(m.op_name, "a\\'b");
    EXPECT_EQ(m.source_file, "f.py");
    EXPECT_EQ(m.source_line, 3);
    EXPECT_EQ(m.source_end_line, 4);
    EXPECT_EQ(m.source_column, 5);
    EXPECT_EQ(m.source_end_column, 6);
    EXPECT_EQ(list_of(m.profile_types), (numbers{1, 2}));
    EXPECT_EQ(m.deduplicated_name, "n");
    EXPECT_TRUE(m.preserve_layout);
    EXPECT_EQ(m.scheduling_name, "it's");
    EXPECT_EQ(m.stack_frame_id, 7);
    EXPECT_EQ(m.payload, "\\001");
    const auto bare = accepted(entry::metadata, "metadata={deduplicated_name=fusion.1}");
    EXPECT_TRUE(std::get<ast::metadata>(bare.node()).bare_deduplicated_name);
    EXPECT_EQ(print(bare), "metadata={deduplicated_name=fusion.1}");
    prints_back(entry::metadata, "metadata={}");
    prints_back(entry::metadata, "{op_name=\"x\"}");
}

TEST(Instructions, TextAroundThemIsRefused)
{
    for (const auto* wrong :
         {"", "ROOT %x = f32[] parameter(0)", " %x = f32[] parameter(0)", "%x = f32[] parameter(0) ",
          "%x = f32[] parameter(0)\n", "%x = f32[] parameter(0)\r", "x = f32[] parameter(0)", "%x = f32[] add(%a,%b)",
          "%x = f32[] add(%a), metadata={op_name=\"it's\"}",
          "%x = f32[] add(%a), metadata={source_line=3 op_name=\"x\"}"})
        EXPECT_FALSE(parse(entry::instruction, wrong).accepted()) << wrong;
}

TEST(Allocations, HeadsStandAlone)
{
    const auto f =
        accepted(entry::allocation,
                 "allocation 3: size 1024, color 1, page 2, parameter 4, shape |(f32[2], s32[])| at "
                 "ShapeIndex {1}, output shape is |()|, constant, thread-local, maybe-live-out, preallocated-temp:");
    const auto& a = std::get<ast::allocation>(f.node());
    EXPECT_EQ(a.number, 3);
    EXPECT_EQ(a.size, 1024);
    EXPECT_EQ(a.color, 1);
    EXPECT_EQ(a.page, 2);
    EXPECT_EQ(a.parameter->number, 4);
    EXPECT_EQ(list_of(a.parameter->index), numbers{1});
    EXPECT_TRUE(a.output_shape->tuple()->elements.empty());
    EXPECT_TRUE(a.constant && a.thread_local_ && a.maybe_live_out && a.preallocated_temp);
    prints_back(entry::allocation, "allocation 0: 0x55d0a4c0, size 64, parameter 0 at ShapeIndex {}:");
    prints_back(entry::allocation, "allocation 0: size 64, parameter 0, shape |<unknown shape>| at ShapeIndex {2,0}:");
}

TEST(Values, LinesAndShortStringsStandAlone)
{
    const auto f = accepted(entry::value, " value: <4 recv-buf{1} (phi) @1> (size=1024,offset=64): f32[256]{0:S(1)}");
    const auto& v = std::get<ast::value_line>(f.node());
    EXPECT_EQ(v.value.id, 4);
    EXPECT_EQ(v.value.name, "recv-buf");
    EXPECT_EQ(list_of(v.value.index), numbers{1});
    EXPECT_TRUE(v.value.phi);
    EXPECT_EQ(v.value.color, 1);
    EXPECT_EQ(v.size, 1024);
    EXPECT_EQ(v.offset, 64);
    EXPECT_EQ(space(v.shape), 1);
    EXPECT_EQ(print(f), " value: <4 recv-buf{1} (phi) @1> (size=1024,offset=64): f32[256]{0:S(1)}");
    prints_back(entry::value, "  pair[1](#8 @0) [64,4]: s32[]");
    prints_back(entry::value, "<12 loop{0} (phi) @0>");
    const auto name = accepted(entry::value, "<0 x>");
    EXPECT_TRUE(std::holds_alternative<ast::value_name>(name.node()));
}

} // namespace ballast::tests
