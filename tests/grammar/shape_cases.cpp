// Cases for the rules of shapes and layouts.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void shape_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::element_type>({"f32", "bf16", "f8e4m3fn", "goldilocks", "my_type", "token"},
                                      {"", "F32", "4f", "_x", "f-32"}));
    all.push_back(on<g::bare_type>({"token", "opaque"}, {"", "f32", "tokens"}));
    all.push_back(on<g::unprinted_type>({"tuple[", "buffer["}, {"", "tuple", "tuple("}));
    all.push_back(on<g::unbounded_dimension>({"?"}, {"", "*", "<=?"}));
    same<g::bounded_dimension, g::fixed_dimension, g::tile_size, g::tail_padding, g::split_dimension, g::split_index,
         g::minor_to_major_element, g::max_sparse_elements>(all, numbers, no_numbers);
    same<g::element_bits, g::memory_space, g::dynamic_metadata>(all, positives, no_positives);
    all.push_back(on<g::dimension>({"0", "4", "<=4", "?"}, {"", "<4", "04", "-1", "*"}));
    all.push_back(on<g::dimensions_close>({"]"}, {"", "}"}));
    all.push_back(on<g::dimensions>({"[]", "[4]", "[4,<=8,?]"}, {"", "[", "[4,]", "[4, 8]", "[,]"}));
    all.push_back(on<g::level_letter>({"D", "C", "S", "H", "?"}, {"", "E", "d"}));
    all.push_back(on<g::level_non_unique>({"+"}, {"", "~"}));
    all.push_back(on<g::level_non_ordered>({"~"}, {"", "+"}));
    all.push_back(on<g::dimension_level>({"D", "C+", "S~", "H+~"}, {"", "C~+", "+", "X"}));
    same<g::levels, g::levels_after_tiles>(all, {"D(D)", "D(C,S+~)"}, {"", "D()", "D(D,)", "D(D, C)"});
    all.push_back(on<g::tile_combine>({"*"}, {"", "1"}));
    all.push_back(on<g::tile_dimension>({"8", "*"}, {"", "-1", "08"}));
    all.push_back(on<g::tile>({"()", "(8,128)", "(2,*,128)"}, {"", "(", "(8,)", "(8, 128)"}));
    all.push_back(on<g::tiles>({"T(8,128)", "T(8,128)(2,1)", "T()"}, {"", "T", "(8)", "T(8"}));
    all.push_back(on<g::tail>({"L(0)", "L(2)", "L(1024)"}, {"", "L(1)", "L()", "L(-1)"}));
    all.push_back(on<g::invalid_type>({"invalid"}, {"", "inval"}));
    all.push_back(on<g::integral_type>({"s32", "u8", "s1", "u64", "s16"}, {"", "f32", "s3", "s128", "i32"}));
    same<g::index_type, g::pointer_type>(all, {"s32", "u16", "invalid"}, {"", "f32", "pred", "s5"});
    all.push_back(on<g::index_type_suffix>({"#(s32)", "#(invalid)"}, {"", "#()", "#(f32)", "*(s32)"}));
    all.push_back(on<g::pointer_type_suffix>({"*(u32)", "*(invalid)"}, {"", "*()", "*(pred)", "#(u32)"}));
    all.push_back(on<g::element_bits_suffix>({"E(4)"}, {"", "E(0)", "E()", "E(04)"}));
    all.push_back(on<g::memory_space_suffix>({"S(1)", "S(5)"}, {"", "S(0)", "S()", "S(-1)"}));
    all.push_back(on<g::split_indices>({"1", "16,32"}, {"", "16,", "16, 32"}));
    all.push_back(on<g::split>({"(1:16,32)", "(0:)"}, {"", "(1)", "(:1)", "(1:2"}));
    all.push_back(on<g::splits>({"SC(1:16)", "SC(0:1)(1:2)"}, {"", "SC", "SC()", "(1:2)"}));
    all.push_back(on<g::physical_shape>(shapes, no_shapes));
    all.push_back(on<g::physical_shape_suffix>({"P(f32[9]{0})", "P((f32[], s32[]))"}, {"", "P()", "P(f32)"}));
    all.push_back(on<g::dynamic_metadata_suffix>({"M(32)"}, {"", "M(0)", "M()"}));
    all.push_back(on<g::late_suffixes>({"", "L(2)#(s32)*(u32)E(4)S(1)SC(0:1)P(f32[])M(4)", "S(1)"},
                                       {"S(1)E(4)", "M(4)P(f32[])", "T(1)", "S(1)S(2)"}));
    const texts late_keys{"L(", "#(", "*(", "E(", "S(", "SC(", "P(", "M("};
    all.push_back(on<g::late_suffix_key>(late_keys, {"", "S", "T(", "X("}));
    all.push_back(on<g::known_suffix_key>({"D(", "T(", "S(", "SC("}, {"", "T", "X(", "SX("}));
    all.push_back(
        on<g::unknown_suffix>({"X(1)", "SX(0:1)", "X(8)(2,1)", "Me(a)"}, {"", "X", "x(1)", "S(x)", "X(1", "X{1}"}));
    all.push_back(on<g::unknown_suffixes>({"", "X(1)", "X(1)Y(2)"}, {"S(1)", "X"}));
    const texts suffixes{"T(8,128)S(1)", "D(C)T(8)", "T(8)D(C)E(4)S(1)", "S(2)", "E(4)"};
    all.push_back(on<g::known_suffixes>(suffixes, {"", "X(1)", "S(1)T(8)", "S(x)"}));
    all.push_back(
        on<g::suffix_items>({"T(8,128)X(3)", "X(3)S(1)Y(2)", "X(3)", "S(2)"}, {"", "S(1)X(3)T(8)", "S(x)X(3)"}));
    all.push_back(on<g::layout_suffixes>(suffixes, {"", "}", "S(1)T(8)", "D(C)T(8)D(C)", "x(1)"}));
    all.push_back(on<g::minor_to_major>({"0", "1,0"}, {"", "1,", "1, 0"}));
    same<g::layout_close>(all, {"}"}, {"", ")"});
    all.push_back(on<g::ordered_layout>({"0", "1,0:T(8,128)"}, {"", ":T(8)", "0:"}));
    all.push_back(on<g::unordered_layout>({":T(128)", ":S(2)"}, {"", ":", "0:T(1)"}));
    all.push_back(on<g::layout>({"{0}", "{1,0:T(8,128)(2,1)S(1)}", "{:T(128)}", "{1,0:E(4)}"},
                                {"", "{}", "{:}", "{0:}", "{0", "{0 }", "{0,}", "{1, 0}"}));
    all.push_back(on<g::invalid_layout>({"invalid{}"}, {"", "invalid", "{}"}));
    all.push_back(on<g::sparse_layout>({"sparse{5}"}, {"", "sparse{}", "sparse{-1}"}));
    all.push_back(on<g::bare_array>({"token[]", "opaque[]"}, {"", "token[1]", "token[]{0}"}));
    all.push_back(on<g::laid_out_array>({"f32[4]{0}", "f32[]", "f32[]invalid{}", "f32[9]sparse{5}"},
                                        {"", "tuple[]", "f32", "f32[4]{0}{0}"}));
    all.push_back(on<g::array_shape>({"f32[4]{0}", "token[]"}, {"", "token[4]", "opaque[]{0}", "()", "buffer[]"}));
    all.push_back(on<g::index_mark_number>({"5", "10"}, {"", "05", "-5"}));
    all.push_back(
        on<g::index_mark>({"/*index=5*/", "/*index=10*/"}, {"", "/*index=*/", "/*index=05*/", "/* index=5 */"}));
    same<g::tuple_separator>(all, {", ", ", /*index=5*/"}, {"", ",", ", /*index=5*/ ", ",/*index=5*/"});
    all.push_back(
        on<g::tuple_elements>({"f32[]", "f32[], f32[]", "f32[], /*index=5*/f32[]"}, {"", "f32[],f32[]", "f32[], "}));
    all.push_back(on<g::plain_elements>({"f32[]", "f32[], f32[2]"}, {"", "f32[2]{0}", "f32[], "}));
    same<g::tuple_close, g::buffer_close>(all, {")"}, {"", "]"});
    all.push_back(on<g::tuple_shape>({"()", "(f32[])", "(f32[], (s32[]))"}, {"", "(", "(f32[],)", "( )", "f32[]"}));
    all.push_back(on<g::plain_tuple>({"()", "(f32[4])"}, {"", "(f32[4]{0})", "("}));
    all.push_back(on<g::buffer_array>({"f32[8]{0}"}, {"", "(f32[])", "b(f32[])"}));
    all.push_back(on<g::plain_buffer_array>({"f32[8]"}, {"", "f32[8]{0}", "()"}));
    all.push_back(on<g::buffer_shape>({"b(f32[8]{0})"}, {"", "b()", "b(())", "b(f32[8]{0}"}));
    all.push_back(on<g::plain_buffer>({"b(f32[8])"}, {"", "b(f32[8]{0})", "b()"}));
    same<g::shape, g::tuple_element>(all, shapes, no_shapes);
    same<g::plain_shape, g::plain_element>(all, plain_shapes, no_plain_shapes);
    all.push_back(on<g::plain_laid_out>({"f32[4]", "goldilocks[]"}, {"", "f32[4]{0}", "tuple[]"}));
    all.push_back(on<g::plain_array>({"f32[4]", "token[]"}, {"", "f32[4]{0}", "token[1]", "()"}));
}

} // namespace ballast::tests
