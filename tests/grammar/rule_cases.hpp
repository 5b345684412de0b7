// Tests single rules: the texts that they match completely, and the texts that they refuse.
#pragma once

#include "grammar/entry.hpp"
#include "read/bare.hpp"
#include "tests/grammar/all_cases.hpp"
#include "tests/grammar/rule_names.hpp"

#include <string>
#include <vector>

namespace ballast::tests {

namespace g = grammar;
template <typename Rule>
bool matches(const std::string& text)
{
    g::input in(text.data(), text.data() + text.size(), "");
    return read::match_only<g::seq<Rule, g::eof>>(in);
}

template <typename Rule>
bool looks(const std::string& text)
{
    g::input in(text.data(), text.data() + text.size(), "");
    return read::match_only<Rule>(in);
}

// The rule matches each text of `accepted` completely, and none of `refused`.
template <typename Rule>
rule_case on(texts accepted, texts refused)
{
    return {rule_name<Rule>(), matches<Rule>, std::move(accepted), std::move(refused)};
}

// The rule looks ahead: it matches at the beginning of the text.
template <typename Rule>
rule_case ahead(texts accepted, texts refused)
{
    return {rule_name<Rule>(), looks<Rule>, std::move(accepted), std::move(refused)};
}

template <typename... Rules>
void same(std::vector<rule_case>& cases, const texts& accepted, const texts& refused)
{
    (cases.push_back(on<Rules>(accepted, refused)), ...);
}

inline const texts no_numbers{"", "007", "01", "-1", "+1", "1.0", "x", "1 "};
inline const texts numbers{"0", "1", "10", "9223372036854775807", "99999999999999999999"};
inline const texts no_positives{"", "0", "07", "-1", "x"};
inline const texts positives{"1", "10", "128"};
inline const texts names{"x", "Arg_0.1", "copy-start", "_a", "fusion.clone.1", "s1", "a."};
inline const texts no_names{"", "1x", ".x", "-x", "a b", "a/b", "%x", "\xC3\xA9"};
inline const texts indexes{"{}", "{0}", "{1,0}", "{10,2,3}"};
inline const texts no_indexes{"", "{", "{0", "{,}", "{0,}", "{0, 1}", "{01}", "{-1}", "0"};
inline const texts shapes{
    "f32[]",           "f32[4,8]{1,0}",  "(f32[], s32[2]{0})", "()",      "b(f32[8]{0})", "token[]", "((f32[]), ())",
    "f32[<=4,?]{1,0}", "s32[]{:T(128)}", "goldilocks[4]{0}",   "opaque[]"};
inline const texts no_shapes{
    "",           "f32",           "f32[",    "f32[4",      "f32[4]{}",   "f32[4,]",  "f32[4, 8]",       "f32[-1]",
    "F32[]",      "(f32[],s32[])", "tuple[]", "buffer[]",   "token[]{0}", "token[3]", "opaque[]{:S(1)}", "(f32[]",
    "b((f32[]))", "b()",           "f32[04]", "f32[4]{0:}", "f32[]{}",    "f32[<=]",  "f32[<4]"};
inline const texts plain_shapes{"f32[]", "f32[4,8]", "(f32[], s32[2])", "()", "b(f32[8])", "token[]", "f32[<=4,?]"};
inline const texts no_plain_shapes{"", "f32[4]{0}", "(f32[4]{0})", "f32[]{:T(128)}", "b(f32[8]{0})", "f32"};
inline const texts escaped{"jit(f)/dot", "params[\\'w\\']", "a\\\"b", "\\303\\251", "a\\nb", "\\\\", "\\001", "\\177"};
inline const texts not_escaped{"a\"b",  "it's",  "\xC3\xA9", "a\nb",  "\\x41", "\\a", "\\101",
                               "\\011", "\\012", "\\015",    "\\400", "\\",    "\\0"};
inline const texts grouped{"0", "7", "512", "1 024", "41 943 072"};
inline const texts not_grouped{"", "1024", "1 24", "01", "0 123", "1  024", "1,024", "1 0240", " 1"};

inline const texts floats{"1",   "0.5",  "-0",  "1e+06", "1e-05",   "3.40282347e+38",
                          "inf", "-inf", "nan", "-nan",  "nan(0x1)"};
inline const texts no_floats{"",   "1.0", "1.",       ".5",     "1E6",  "1e6", "1e+6",
                             "+1", "01",  "nan(0x0)", "nan(1)", "0.50", "true"};
inline const texts integers{"0", "-5", "17"};
inline const texts no_integers{"", "-", "-0", "+1", "-01", "1.5"};
inline const texts number_lists{"0", "1,0", "10,2,3"};
inline const texts no_number_lists{"", "1,", ",1", "1, 2", "01"};
inline const texts literals{"1",
                            "true",
                            "(1, -nan)",
                            "{1, 2, 3}",
                            "{ { 1, 2 }, { 3, 4 } }",
                            "{ {1}, {2} }",
                            "{}",
                            "{  }",
                            "{ }",
                            "{...}",
                            "{ { /*i0=0*/ { /*i1=0*/ { 1, 2 } } } }",
                            "( {7, 8}, true )",
                            "(  )"};
inline const texts no_literals{"", "{1,2}", "{ 1,2 }", "1.0", "{", "{1", "(1,2)", "( 1 ", "{1 }", "a"};
inline const texts heads{"allocation 0: size 4, constant:",
                         "allocation 1: 0x1f, size 4, color 2, page 3, parameter 0, shape |f32[]| at ShapeIndex {}, "
                         "output shape is |f32[]|, constant, thread-local, maybe-live-out, preallocated-temp:",
                         "allocation 2: size 0, preallocated-temp:"};
inline const texts no_heads{"",
                            "allocation 0: size 4",
                            "allocation 00: size 4:",
                            "allocation 0: size 4, maybe-live-out, constant:",
                            "allocation 0:size 4:",
                            "allocation 0: size 4, page 1, color 1:",
                            "allocation 0: size -4:"};

inline texts with_empty(texts list)
{
    list.emplace_back("");
    return list;
}

// One function per unit.
void lexical_cases(std::vector<rule_case>& all);
void shape_cases(std::vector<rule_case>& all);
void metadata_cases(std::vector<rule_case>& all);
void literal_cases(std::vector<rule_case>& all);
void sharding_cases(std::vector<rule_case>& all);
void attribute_cases(std::vector<rule_case>& all);
void instruction_cases(std::vector<rule_case>& all);
void value_cases(std::vector<rule_case>& all);
void allocation_cases(std::vector<rule_case>& all);
void total_cases(std::vector<rule_case>& all);
void stack_trace_cases(std::vector<rule_case>& all);
void live_range_cases(std::vector<rule_case>& all);
void allocation_statistics_cases(std::vector<rule_case>& all);
void oom_report_cases(std::vector<rule_case>& all);
void buffer_info_cases(std::vector<rule_case>& all);
void usage_report_cases(std::vector<rule_case>& all);
void module_text_cases(std::vector<rule_case>& all);
void tpu_usage_cases(std::vector<rule_case>& all);
void tpu_report_cases(std::vector<rule_case>& all);
void allocator_summary_cases(std::vector<rule_case>& all);
void status_cases(std::vector<rule_case>& all);
void memory_message_cases(std::vector<rule_case>& all);
void files_cases(std::vector<rule_case>& all);
void entry_cases(std::vector<rule_case>& all);

} // namespace ballast::tests
