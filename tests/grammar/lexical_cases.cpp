// Cases for the rules of words, numbers, indexes and balanced text.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

void lexical_cases(std::vector<rule_case>& all)
{
    all.push_back(on<g::line_end>({"\n"}, {"", "\r\n", "\n\n"}));
    all.push_back(on<g::blank>({" "}, {"", "\t", "  "}));
    all.push_back(on<g::digits>({"0", "007", "42"}, {"", "x", "1x"}));
    all.push_back(on<g::zero>({"0"}, {"", "00", "1", "01"}));
    all.push_back(on<g::positive>(positives, no_positives));
    all.push_back(on<g::decimal>(numbers, no_numbers));
    all.push_back(on<g::integer>({"0", "-5", "17"}, {"", "-", "-0", "+1", "-01"}));
    all.push_back(on<g::name>(names, no_names));
    all.push_back(on<g::index_element>(numbers, no_numbers));
    all.push_back(on<g::index_close>({"}"}, {"", ")"}));
    all.push_back(on<g::index>(indexes, no_indexes));
    all.push_back(
        on<g::multibyte>({"\xC3\xA9", "├", "\xF0\x9F\x98\x80"}, {"", "a", "\xC3", "\xC0\x80", "\xED\xA0\x80", "\xFF"}));
    all.push_back(on<g::letter_escape>({"n", "r", "t", "\"", "'", "\\"}, {"", "a", "b", "0", "x"}));
    all.push_back(on<g::octal_control>({}, {}));
    all.back().accepted = {"000", "007", "010", "013", "014", "016", "017", "020", "037", "177"};
    all.back().refused = {"", "011", "012", "015", "040", "101", "176", "0", "00"};
    all.push_back(on<g::octal_high>({"200", "303", "377"}, {"", "177", "400", "30", "389"}));
    all.push_back(on<g::escape>({"\\n", "\\'", "\\303", "\\001"}, {"", "n", "\\x41", "\\101", "\\"}));
    all.push_back(on<g::escaped_text>(with_empty(escaped), not_escaped));
    all.push_back(on<g::escaped_some>(escaped, with_empty(not_escaped)));
    all.push_back(on<g::string_close>({"\""}, {"", "'"}));
    all.push_back(
        on<g::raw_some>({"a b/c", "a\\b", "it's", "\xC3\xA9"}, {"", "a\"b", "a\nb", std::string("\0", 1), "\xFF"}));
    all.push_back(on<g::human_bytes>({"0B", "1023B"}, {"", "B", "01B", "1.0B", "-1B"}));
    all.push_back(on<g::human_kib>({"1.0KiB", "1024.0KiB"}, {"", "1KiB", "1.00KiB", ".5KiB", "1.0KB"}));
    all.push_back(on<g::human_letter>({"M", "G", "T", "P", "E"}, {"", "K", "Z"}));
    all.push_back(on<g::human_large>({"1.50MiB", "8.00EiB"}, {"", "1.5MiB", "1.50KiB", "1.500MiB"}));
    all.push_back(on<g::short_bytes>({"0B", "1023B"}, {"", "B", "01B", "1.0B"}));
    all.push_back(on<g::short_k>({"1.0K", "1024.0K"}, {"", "1K", "1.00K", "1.0KiB"}));
    all.push_back(on<g::short_large>({"1.50M", "8.00E"}, {"", "1.5M", "1.50K", "1.50MiB"}));
    all.push_back(on<g::short_size>({"0B", "1.2K", "1.12G"}, {"", "1", "1.2", "1.2KiB"}));
    all.push_back(on<g::human_size>({"0B", "1.2KiB", "1.12GiB"}, {"", "1", "1.2", "1.2kiB", "1 KiB"}));
    all.push_back(on<g::short_bytes>({"0B", "1023B"}, {"", "B", "01B"}));
    all.push_back(on<g::short_k>({"1.0K", "1024.0K"}, {"", "1K", "1.00K", "1.0KiB"}));
    all.push_back(on<g::short_large>({"1.50M", "8.00E"}, {"", "1.5M", "1.50MiB", "1.50K"}));
    all.push_back(on<g::short_size>({"0B", "1.2K", "1.12G"}, {"", "1", "1.2", "1.12GiB"}));
    all.push_back(on<g::quoted_escape>({"\\n", "\\\"", "\\\\", "\\\xC3\xA9"}, {"", "n", "\\", "\\\n"}));
    all.push_back(on<g::quoted>({"\"\"", "\"a}b\"", "\"a\\\"b\"", "\"\xC3\xA9\""},
                                {"", "\"", "\"a", "\"a\nb\"", "\"a\\\"", "a", "\"\xFF\""}));
    same<g::braces, g::dict>(all, {"{}", "{\"a\":\"}\"}", "{a = \")\" : i64}", "{{0,1},{2}}", "{it's \xC3\xA9}"},
                             {"", "{", "{{}", "}", "{}}", "{\"}", "{\n<1 a @", "{\n  %a = "});
    all.back().accepted.push_back("{\n  \"a\": \"x\ny\"\n}");
    same<g::braces_close, g::dict_close>(all, {"}"}, {"", "{"});
    all.push_back({rule_name<g::other_record>(),
                   looks<g::other_record>,
                   {"<1 a @", "<1 a{0} (phi) @", "  %a = ", "  ROOT %a = ", "HloLiveRange (max ", "*** End "},
                   {"", "<1>", "<a", "  a = ", " %a = "}});
    all.push_back(
        {rule_name<g::inner_line_end>(), looks<g::inner_line_end>, {"\n", "\na", "\n  a = "}, {"", "\n<1 a @"}});
    all.push_back(on<g::dict_escape>({"\\n", "\\\"", "\\\\", "\\\xC3\xA9"}, {"", "n", "\\", "\\\n"}));
    all.push_back(
        on<g::dict_string>({"\"\"", "\"a}b\"", "\"a\\\"b\"", "\"a\nb\""}, {"", "\"", "\"a", "\"a\\\"", "\"\xFF\""}));
    all.push_back(on<g::line_comment>({"//", "// a */", "//\xC3\xA9"}, {"", "/", "// a\n"}));
    all.push_back(on<g::block_comment>({"/**/", "/* a\n* b */", "/*\xC3\xA9*/"}, {"", "/*", "/*/", "/* a */ */"}));
    all.push_back(on<g::dict_space>({" ", "\t", "\r", "\n", "// a", "/* a */"}, {"", "a", "  "}));
    all.push_back(on<g::group>({"abc", "(a)", "[b]", "{c}", "\"d\""}, {"", "(", ")", "(]", "[a}", "a\nb"}));
    all.push_back(on<g::unknown_key>({"flavor", "x_2", "a-b"}, {"", "_x", "X", "2x", "a b"}));
    all.push_back(on<g::unknown_token>({"sweet", "1.5:x", "\xC3\xA9"}, {"", "a b", "a,b", "a}", "a("}));
    all.push_back(
        on<g::unknown_value>({"3", "\"a b\"", "{a, {b}}", "(1, 2)", "[3]"}, {"", "{", "(a", "a b", "\"a", "a(b)"}));
    all.push_back(on<g::unknown_tail>({", x=1", " (page: 3)", " in {a b}", ", a, b"},
                                      {"", " ", "x", " 3", ",x", " {0}", " (3)", " x(", " (x", " x)", " x\n"}));
    all.push_back(on<g::round_group>({"()", "(a(b)c)", "([{}])"}, {"", "(", "(()", ")("}));
    all.push_back(on<g::square_group>({"[]", "[4]", "[(a)]"}, {"", "[", "[)", "]"}));
}

} // namespace ballast::tests
