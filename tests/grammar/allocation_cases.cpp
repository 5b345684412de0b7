// Cases for the rules of allocations.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void allocation_cases(std::vector<rule_case>& all)
{
    same<g::value_shape>(all, shapes, no_shapes);
    same<g::parameter_shape, g::output_shape>(all, plain_shapes, no_plain_shapes);
    same<g::allocation_number, g::allocation_size, g::page, g::parameter_item_number, g::value_size, g::value_offset,
         g::reused_color>(all, numbers, no_numbers);
    all.push_back(on<g::pointer_digits>({"0", "ab12", "00"}, {"", "AB", "g"}));
    all.push_back(on<g::pointer>({"0", "55d0a4c0", "ffffffffffffffff"}, {"", "0a", "ABC", "x"}));
    all.push_back(on<g::pointer_item>({"0x1a, ", "0x0, "}, {"", "0x, ", "0x01, ", "1a, ", "0x1A, "}));
    all.push_back(on<g::color>(positives, no_positives));
    all.push_back(on<g::color_item>({", color 1"}, {"", ", color 0", ", color"}));
    all.push_back(on<g::page_item>({", page 0", ", page 7"}, {"", ", page -1", ", page"}));
    all.push_back(on<g::unknown_shape>({"<unknown shape>"}, {"", "<unknown>"}));
    all.push_back(on<g::parameter_index>(indexes, no_indexes));
    all.push_back(on<g::parameter_with_shape>(
        {", shape |f32[2]| at ShapeIndex {}", ", shape |<unknown shape>| at ShapeIndex {1,0}"},
        {"", ", shape |f32[2]{0}| at ShapeIndex {}", ", shape |f32[2]|", ", shape f32[2] at ShapeIndex {}"}));
    all.push_back(on<g::parameter_without_shape>({" at ShapeIndex {}"}, {"", "at ShapeIndex {}", " at ShapeIndex"}));
    all.push_back(
        on<g::parameter_item>({", parameter 0 at ShapeIndex {}", ", parameter 1, shape |f32[]| at ShapeIndex {}"},
                              {"", ", parameter 0", ", parameter at ShapeIndex {}"}));
    all.push_back(on<g::output_shape_item>({", output shape is |()|", ", output shape is |f32[]|"},
                                           {"", ", output shape is ||", ", output shape is |f32[]"}));
    all.push_back(on<g::constant_item>({", constant"}, {"", "constant"}));
    all.push_back(on<g::thread_local_item>({", thread-local"}, {"", ", thread_local"}));
    all.push_back(on<g::maybe_live_out_item>({", maybe-live-out"}, {"", ", live-out"}));
    all.push_back(on<g::preallocated_temp_item>({", preallocated-temp"}, {"", ", temp"}));
    all.push_back(on<g::head_close>({":"}, {"", ";"}));
    all.push_back(on<g::known_head_word>({"size", "color", "output shape", "preallocated-temp"},
                                         {"", "new", "colors", "constant-x", "output"}));
    all.push_back(on<g::unknown_bars>({"|f32[2]|", "|a: b, c|"}, {"", "||", "|a"}));
    all.push_back(on<g::unknown_head_word>({"new-item", "5", "owner=\"a:b\"", "{1,{2}}", "|f32[2]|"},
                                           {"", "a b", "a,", "a:", "(a)"}));
    const texts unknown_items{"new-item", "new item 5", "constants", "sizes 3", "view of |(f32[], s32[])|"};
    const texts no_unknown_items{"",        "New",       "5",    "constant",     "constant 5",
                                 "color x", "new  item", "new ", "shape |f32[]|"};
    all.push_back(on<g::unknown_head_text>(unknown_items, no_unknown_items));
    all.push_back(on<g::unknown_head_item>({", new-item", ", a {1, 2}"}, {"", "new-item", ", constant", ",new"}));
    all.push_back(on<g::unknown_head_items>({"", ", new-item, new item 5"}, {", constant", "x"}));
    all.push_back(on<g::head_items>({"", ", color 1, page 0, new, constant, new item 5, maybe-live-out"},
                                    {", constant, color 1", ", color 0", ", constant:", ", new, page x"}));
    same<g::allocation_head>(all, heads, no_heads);
    all.push_back(on<g::value_shape_tail>({"): f32[2]{0}"}, {"", ") f32[]", "):f32[]"}));
    all.push_back(
        on<g::old_extent>({" [0,64]: f32[16]{0}"}, {"", "[0,64]: f32[]", " [0, 64]: f32[]", " [0,64] f32[]"}));
    all.push_back(on<g::detail_head>({", positions:\n"}, {"", " positions:\n"}));
    const std::string old = ", positions:\n  x\n uses:\n";
    all.push_back(
        on<g::old_detail>({old, old + "  a, operand 0\n"}, {"", ", positions:\n uses:\n", old + "  (none)\n"}));
    all.push_back(on<g::value_line_v1>({"x[](#0 @0) [0,4]: f32[]"},
                                       {"", "x(#0 @0) [0,4]: f32[]", "x[](#0 @0) (size=4,offset=0): f32[]"}));
    all.push_back(on<g::value_line_v2>({"0 x @0" + old + " [0,4]: f32[]"},
                                       {"", "0 x @0 [0,4]: f32[]", "<0 x @0>" + old + " [0,4]: f32[]"}));
    all.push_back(on<g::value_line_v3>({"<0 x @0>" + old + " [0,4]: f32[]"},
                                       {"", "<0 x @0> [0,4]: f32[]", "0 x @0" + old + " [0,4]: f32[]"}));
    all.push_back(on<g::value_line_v4>({" value: <0 x @0> (size=4,offset=0): f32[]"},
                                       {"", "  value: <0 x @0> (size=4,offset=0): f32[]",
                                        " value: <0 x @0> (offset=0,size=4): f32[]",
                                        " value: <0 x @0> (size=4, offset=0): f32[]"}));
    all.push_back(on<g::value_line_old>(
        {"  x[](#0 @0) [0,4]: f32[]", "  <0 x @0>" + old + " [0,4]: f32[]", "  0 x @0" + old + " [0,4]: f32[]"},
        {"", "x[](#0 @0) [0,4]: f32[]"}));
    all.push_back(on<g::value_line>({" value: <0 x @0> (size=4,offset=0): f32[]\n", "  x[](#0 @0) [0,4]: f32[]\n",
                                     " value: <0 x @0> (size=4,offset=0): f32[], page=2\n"},
                                    {"", " value: <0 x @0> (size=4,offset=0): f32[]", "\n"}));
    all.push_back(on<g::value_lines>({"", "  x[](#0 @0) [0,4]: f32[]\n"}, {"x", "\n"}));
    const std::string reused = "  value: <9 tmp.3 @0> (color=0)\n";
    all.push_back(on<g::reused_value>({reused}, {"", " value: <9 tmp.3 @0> (color=0)\n", "  value: <9 tmp.3 @0>\n"}));
    all.push_back(on<g::reused_values>({reused, reused + reused}, {"", "x"}));
    all.push_back(on<g::reused_head>({" reused by buffers of a different color:\n"}, {"", reused}));
    all.push_back(on<g::reused_block>({" reused by buffers of a different color:\n" + reused},
                                      {"", " reused by buffers of a different color:\n", reused}));
    all.push_back(
        on<g::allocation_line>({"allocation 0: size 4, constant:\n"}, {"", "allocation 0: size 4, constant:"}));
    all.push_back(on<g::allocation>(
        {"allocation 0: size 4, constant:\n", "allocation 0: size 4, constant:\n value: <0 x @0> (size=4,offset=0): "
                                              "f32[]\n reused by buffers of a different color:\n" +
                                                  reused},
        {"", "allocation 0: size 4, constant:", "allocation 0: size 4, constant:\n\n"}));
    all.push_back(
        on<g::allocations>({"", "allocation 0: size 4, constant:\nallocation 1: size 0, preallocated-temp:\n"},
                           {"x", "allocation 0: size 4, constant:"}));
}

} // namespace ballast::tests
