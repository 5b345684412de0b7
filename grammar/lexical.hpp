// The tokens that all sections share, and the few matching primitives that PEGTL lacks.
#pragma once

#include <tao/pegtl/ascii.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>
#include <tao/pegtl/match.hpp>
#include <tao/pegtl/memory_input.hpp>
#include <tao/pegtl/normal.hpp>
#include <tao/pegtl/nothing.hpp>
#include <tao/pegtl/rules.hpp>
#include <tao/pegtl/utf8.hpp>

#include "base/byte_runs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace ballast::grammar {

using tao::pegtl::at;
using tao::pegtl::eof;
using tao::pegtl::list;
using tao::pegtl::not_at;
using tao::pegtl::not_one;
using tao::pegtl::one;
using tao::pegtl::opt;
using tao::pegtl::plus;
using tao::pegtl::range;
using tao::pegtl::ranges;
using tao::pegtl::rep;
using tao::pegtl::rep_opt;
using tao::pegtl::seq;
using tao::pegtl::sor;
using tao::pegtl::star;

// The input of the rules: contiguous memory, LF line ends only, lines are not counted while matching.
using input = tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf, const char*>;

// --- primitives ------------------------------------------------------------------------------------------------------

template <std::size_t N>
struct fixed_text {
    char bytes[N] = {};
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is the text
    consteval fixed_text(const char (&text)[N]) { std::copy_n(text, N, bytes); }
    [[nodiscard]] constexpr std::string_view view() const { return {bytes, N - 1}; }
};

// Exactly this text.
template <fixed_text Text>
struct lit {
    using rule_t = lit;
    using subs_t = tao::pegtl::empty_list;
    static constexpr std::string_view text = Text.view();

    template <typename In>
    [[nodiscard]] static bool match(In& in)
    {
        if (in.size(text.size()) < text.size() || std::memcmp(in.current(), text.data(), text.size()) != 0)
            return false;
        in.bump(text.size());
        return true;
    }
};

// A set of bytes, as a list of closed ranges: "az09__" is [a-z0-9_].
class byte_set {
public:
    consteval explicit byte_set(std::string_view ranges)
    {
        for (std::size_t i = 0; i + 1 < ranges.size(); i += 2)
            for (int c = static_cast<unsigned char>(ranges[i]); c <= static_cast<unsigned char>(ranges[i + 1]); ++c)
                member_[static_cast<std::size_t>(c)] = true;
    }
    consteval byte_set operator-(const byte_set& other) const
    {
        byte_set result{""};
        for (std::size_t i = 0; i < 256; ++i) result.member_[i] = member_[i] && !other.member_[i];
        return result;
    }
    [[nodiscard]] constexpr bool operator()(char c) const { return member_[static_cast<unsigned char>(c)]; }

private:
    std::array<bool, 256> member_{};
};

// A class whose runs are long enough for a search with vector instructions.
struct long_runs {};

// One or more bytes of `Class::bytes`, as many as possible.
template <typename Class>
struct run {
    using rule_t = run;
    using subs_t = tao::pegtl::empty_list;

    template <typename In>
    [[nodiscard]] static bool match(In& in)
    {
        const char* const first = in.current();
        const char* const last = in.end();
        const char* p = first;
        if constexpr (std::is_base_of_v<long_runs, Class>)
            p = byte_runs::end_of_run<Class>(first, last);
        else
            while (p != last && Class::bytes(*p)) ++p;
        if (p == first) return false;
        in.bump(static_cast<std::size_t>(p - first));
        return true;
    }
};

// `Rules`, nested at most 256 levels deep; deeper text is refused.
inline constexpr std::size_t depth_limit = 256;
template <typename... Rules>
struct nested {
    using rule_t = nested;
    using subs_t = tao::pegtl::type_list<Rules...>;

    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&&... st)
    {
        struct level {
            std::size_t& depth;
            explicit level(std::size_t& d) : depth(d) { ++depth; }
            ~level() { --depth; }
            level(const level&) = delete;
            level& operator=(const level&) = delete;
        } guard{in.private_depth};
        if (in.private_depth > depth_limit) return false;
        return tao::pegtl::internal::seq<Rules...>::template match<A, M, Action, Control>(in, st...);
    }
};

// The number of blanks that right-align the next word in `width` bytes; npos if the number differs or there is no word.
constexpr std::size_t column_blanks(std::string_view text, std::size_t width)
{
    constexpr byte_set word{",,--..09AZaz"};
    std::size_t blanks = 0;
    while (blanks < text.size() && text[blanks] == ' ') ++blanks;
    std::size_t end = blanks;
    while (end < text.size() && word(text[end])) ++end;
    if (end == blanks) return std::string_view::npos;
    return end == width || (blanks == 0 && end > width) ? blanks : std::string_view::npos;
}

// UTF-8 without NUL bytes.
struct raw_text_bytes : long_runs {
    static constexpr byte_set bytes{"\x01\x7f"};
};
using raw_text = star<sor<run<raw_text_bytes>, tao::pegtl::utf8::range<0x80, 0x10FFFF>>>;

// UTF-8 of at least one byte, without NUL, that ends before the last ` (` of a line: the first line at which `Tail`
// matches there. If `Tail` matches on no line, it ends on the first line. A line that begins like `Next` is not part of
// the text.
template <typename Tail, typename Next>
struct text_before_last_parenthesis {
    using rule_t = text_before_last_parenthesis;
    using subs_t = tao::pegtl::empty_list;

    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&&... st)
    {
        const char* const first = in.current();
        const char* found = nullptr;
        for (const char* line = first; line != in.end() && (line == first || !begins<Next>(line, in.end()));) {
            const void* const feed = std::memchr(line, '\n', static_cast<std::size_t>(in.end() - line));
            const char* const line_end = feed ? static_cast<const char*>(feed) : in.end();
            const char* const place = last_parenthesis(line, line_end);
            if (place && place != first && begins<Tail>(place, in.end())) {
                found = place;
                break;
            }
            if (line == first && place != first) found = place;
            line = feed ? line_end + 1 : line_end;
        }
        if (!found) return false;
        auto begin = in.template mark<M>();
        in.bump(matching<raw_text>(first, found));
        if (in.current() == found) return begin(true);
        // Fails at the byte that is not text, for the sake of messages.
        return begin(
            Control<one<'\n'>>::template match<A, decltype(begin)::next_rewind_mode, Action, Control>(in, st...));
    }

private:
    // The last ` (` of the line; null if there is none.
    static const char* last_parenthesis(const char* line, const char* line_end)
    {
        for (const char* p = line_end; p - line >= 2; --p)
            if (p[-1] == '(' && p[-2] == ' ') return p - 2;
        return nullptr;
    }
    template <typename Rule>
    static bool begins(const char* at, const char* end)
    {
        input in(at, end, "");
        return matches<Rule>(in);
    }
    // The number of bytes that a rule takes.
    template <typename Rule>
    static std::size_t matching(const char* at, const char* end)
    {
        input in(at, end, "");
        static_cast<void>(matches<Rule>(in));
        return static_cast<std::size_t>(in.current() - at);
    }
    template <typename Rule>
    static bool matches(input& in)
    {
        return tao::pegtl::match<Rule, tao::pegtl::apply_mode::nothing, tao::pegtl::rewind_mode::dontcare,
                                 tao::pegtl::nothing, tao::pegtl::normal>(in);
    }
};

// A word that is right-aligned in a column of `Width` bytes: blanks that fill the column, then `Rule`. A longer word
// has no blanks before it. A word ends before the first byte that cannot be part of a size, number or percentage.
template <std::size_t Width, typename Rule>
struct right_aligned {
    using rule_t = right_aligned;
    using subs_t = tao::pegtl::type_list<Rule>;

    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode M, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&&... st)
    {
        const auto left = static_cast<std::size_t>(in.end() - in.current());
        const auto blanks = column_blanks({in.current(), left}, Width);
        if (blanks == std::string_view::npos) return false;
        auto begin = in.template mark<M>();
        in.bump_in_this_line(blanks);
        return begin(Control<Rule>::template match<A, decltype(begin)::next_rewind_mode, Action, Control>(in, st...));
    }
};

// clang-format off

// --- bytes -----------------------------------------------------------------------------------------------------------

struct digit_bytes        { static constexpr byte_set bytes{"09"}; };
struct lower_hex_bytes    { static constexpr byte_set bytes{"09af"}; };
struct name_bytes         : long_runs { static constexpr byte_set bytes{"azAZ09__..--"}; };
struct opcode_bytes       { static constexpr byte_set bytes{"az09--"}; };
struct key_bytes          { static constexpr byte_set bytes{"az09__--"}; };
struct type_bytes         { static constexpr byte_set bytes{"az09__"}; };
struct plain_string_bytes : long_runs { static constexpr byte_set bytes{"\x20\x21\x23\x26\x28\x5b\x5d\x7e"}; };
struct raw_string_bytes   : long_runs { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n\"\""}; };

struct line_end     : one<'\n'> {};
struct blank        : one<' '> {};

// --- numbers ---------------------------------------------------------------------------------------------------------

struct digits       : run<digit_bytes> {};
struct zero         : seq<one<'0'>, not_at<range<'0', '9'>>> {};
struct positive     : seq<at<range<'1', '9'>>, digits> {};
struct decimal      : sor<positive, zero> {};                            // no sign, no leading zeros
struct integer      : sor<seq<one<'-'>, positive>, decimal> {};

// --- names -----------------------------------------------------------------------------------------------------------

struct name         : seq<at<ranges<'a', 'z', 'A', 'Z', '_'>>, run<name_bytes>> {};

// --- a shape index: `{}`, `{0}`, `{1,0}` ------------------------------------------------------------------------------

struct index_element : seq<decimal> {};
struct index_close   : one<'}'> {};
struct index         : seq<one<'{'>, opt<list<index_element, one<','>>>, index_close> {};

// --- strings ---------------------------------------------------------------------------------------------------------
// Escaped strings are printable ASCII. LF, CR, TAB, both quotes and the backslash have short escapes. All other bytes
// that are not printable ASCII are three octal digits.

struct multibyte     : tao::pegtl::utf8::range<0x80, 0x10FFFF> {};
struct letter_escape : one<'n', 'r', 't', '"', '\'', '\\'> {};
struct octal_control : sor<seq<lit<"00">, range<'0', '7'>>,
                           seq<lit<"01">, one<'0', '3', '4', '6', '7'>>,
                           seq<one<'0'>, one<'2', '3'>, range<'0', '7'>>,
                           lit<"177">> {};
struct octal_high    : seq<one<'2', '3'>, range<'0', '7'>, range<'0', '7'>> {};
struct escape        : seq<one<'\\'>, sor<letter_escape, octal_control, octal_high>> {};
struct escaped_text  : star<sor<run<plain_string_bytes>, escape>> {};
struct escaped_some  : plus<sor<run<plain_string_bytes>, escape>> {};
struct string_close  : one<'"'> {};

// Raw strings end at the first quote.
struct raw_some      : plus<sor<run<raw_string_bytes>, multibyte>> {};

// --- human-readable sizes: `0B`, `1.2KiB`, `1.50MiB` -----------------------------------------------------------------

struct human_bytes   : seq<decimal, one<'B'>> {};
struct human_kib     : seq<decimal, one<'.'>, range<'0', '9'>, lit<"KiB">> {};
struct human_letter  : one<'M', 'G', 'T', 'P', 'E'> {};
struct human_large   : seq<decimal, one<'.'>, range<'0', '9'>, range<'0', '9'>, human_letter, lit<"iB">> {};
struct human_size    : sor<human_bytes, human_kib, human_large> {};

// --- the same as the TPU compiler prints them: `0B`, `1.2K`, `1.50M` -------------------------------------------------

struct short_bytes   : seq<decimal, one<'B'>> {};
struct short_k       : seq<decimal, one<'.'>, range<'0', '9'>, one<'K'>> {};
struct short_large   : seq<decimal, one<'.'>, range<'0', '9'>, range<'0', '9'>, human_letter> {};
struct short_size    : sor<short_bytes, short_k, short_large> {};

// --- texts on several lines ------------------------------------------------------------------------------------------
// A dict is what XLA's lexer reads as one: braces balance outside of string tokens, and nothing else is checked (`{a =
// ")"}` is accepted). Blanks and comments may surround it. A dict that is not closed must not include the records after
// it, so none of its lines may begin like a record.

struct other_record   : sor<seq<one<'<'>, decimal, blank, name, opt<index>, opt<lit<" (phi)">>, lit<" @">>,
                            seq<lit<"  ">, opt<lit<"ROOT ">>, one<'%'>, name, lit<" = ">>,
                            lit<"HloLiveRange (max ">, lit<"*** End ">> {};
struct inner_line_end : seq<line_end, not_at<other_record>> {};

struct dict_string_bytes { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n\"\"\\\\"}; };
struct dict_escape    : seq<one<'\\'>, sor<run<dict_string_bytes>, multibyte, one<'"', '\\'>>> {};
struct dict_string    : seq<one<'"'>, star<sor<run<dict_string_bytes>, dict_escape, inner_line_end, multibyte>>, string_close> {};
struct dict_bytes     { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n\"\"{{}}"}; };
struct dict;
struct dict_close     : one<'}'> {};
struct dict           : nested<one<'{'>, star<sor<run<dict_bytes>, dict_string, dict, inner_line_end, multibyte>>, dict_close> {};

struct line_comment_bytes { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n"}; };
struct line_comment   : seq<lit<"//">, star<sor<run<line_comment_bytes>, multibyte>>, at<sor<line_end, eof>>> {};
struct block_comment_bytes { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n**"}; };
struct block_comment  : seq<lit<"/*">, star<not_at<lit<"*/">>, sor<run<block_comment_bytes>, one<'*'>, inner_line_end, multibyte>>,
                            lit<"*/">> {};
struct dict_space     : sor<one<' ', '\t', '\r'>, inner_line_end, line_comment, block_comment> {};

// --- balanced text on a line -----------------------------------------------------------------------------------------

struct brace_bytes   { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n\"\"{{}}"}; };
struct quoted_bytes  { static constexpr byte_set bytes = byte_set{"\x01\x7f"} - byte_set{"\n\n\"\"\\\\"}; };
struct group_bytes   : long_runs { static constexpr byte_set bytes = byte_set{"\x20\x7e"} - byte_set{"\"\"{{}}(())[[]]"}; };
struct quoted_escape : seq<one<'\\'>, sor<run<quoted_bytes>, multibyte, one<'"', '\\'>>> {};
struct quoted        : seq<one<'"'>, star<sor<run<quoted_bytes>, quoted_escape, multibyte>>, string_close> {};

struct braces;
struct braces_close  : one<'}'> {};
struct braces        : nested<one<'{'>, star<sor<run<brace_bytes>, quoted, braces, multibyte>>, braces_close> {};

struct group;
struct round_group   : seq<one<'('>, star<group>, one<')'>> {};
struct square_group  : seq<one<'['>, star<group>, one<']'>> {};
struct group         : sor<run<group_bytes>, quoted, braces, nested<round_group>, nested<square_group>, multibyte> {};

// --- what a later XLA adds -------------------------------------------------------------------------------------------
// Items and fields with keys that are not known at their place. Each rule first refuses the known keys, so a known item
// with a malformed value stays an error. A value is one balanced token. The tail of a row goes on to the end of the line.

struct unknown_key   : seq<at<range<'a', 'z'>>, run<key_bytes>> {};
struct unknown_bytes { static constexpr byte_set bytes = byte_set{"\x21\x7e"} - byte_set{"\"\"{{}}(())[[]],,"}; };
struct unknown_token : plus<sor<run<unknown_bytes>, multibyte>> {};
struct unknown_value : sor<quoted, braces, nested<round_group>, nested<square_group>, unknown_token> {};
struct unknown_tail  : seq<at<sor<lit<", ">, blank>, opt<one<'('>>, range<'a', 'z'>>, plus<group>,
                           at<sor<line_end, eof>>> {};

// clang-format on

} // namespace ballast::grammar

namespace tao::pegtl {

template <typename Name, ballast::grammar::fixed_text Text>
struct analyze_traits<Name, ballast::grammar::lit<Text>> : analyze_any_traits<> {};
template <typename Name, typename Class>
struct analyze_traits<Name, ballast::grammar::run<Class>> : analyze_any_traits<> {};
template <typename Name, typename... Rules>
struct analyze_traits<Name, ballast::grammar::nested<Rules...>> : analyze_seq_traits<Rules...> {};
template <typename Name, std::size_t Width, typename Rule>
struct analyze_traits<Name, ballast::grammar::right_aligned<Width, Rule>> : analyze_seq_traits<Rule> {};
template <typename Name, typename Tail, typename Next>
struct analyze_traits<Name, ballast::grammar::text_before_last_parenthesis<Tail, Next>> : analyze_any_traits<> {};

} // namespace tao::pegtl
