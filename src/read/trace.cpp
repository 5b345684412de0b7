// The grammar once more, over a text that it refused, to find out where and why.
#include "read/automaton.hpp"
#include "read/entries.hpp"
#include "read/expected.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ballast::read {

namespace {

struct trace {
    struct attempt {
        const char* at;
        std::size_t known; // entries before
        const char* farthest;
    };

    const char* farthest = nullptr;
    std::vector<std::string> entries;
    diagnostic_kind construct = diagnostic_kind::dump;
    std::size_t construct_depth = 0;
    bool in_text = false;
    bool too_deep = false;

    std::vector<attempt> attempts;
    std::vector<diagnostic_kind> constructs;
    std::size_t text_depth = 0;
    std::size_t silent = 0;

    void reach(const char* at)
    {
        if (farthest && at < farthest) return;
        if (farthest == at) {
            if (constructs.size() < construct_depth) set_construct();
            return;
        }
        farthest = at;
        entries.clear();
        set_construct();
    }
    void add(const char* at, std::string entry)
    {
        if (silent) return;
        reach(at);
        if (farthest != at || std::ranges::find(entries, entry) != entries.end()) return;
        entries.push_back(std::move(entry));
    }

private:
    void set_construct()
    {
        construct = constructs.empty() ? diagnostic_kind::dump : constructs.back();
        construct_depth = constructs.size();
        in_text = text_depth != 0;
    }
};

template <typename>
inline constexpr bool is_literal = false;
template <g::fixed_text Text>
inline constexpr bool is_literal<g::lit<Text>> = true;

template <typename>
inline constexpr bool is_look_ahead = false;
template <typename... Rules>
inline constexpr bool is_look_ahead<tao::pegtl::internal::at<Rules...>> = true;
template <typename... Rules>
inline constexpr bool is_look_ahead<tao::pegtl::internal::not_at<Rules...>> = true;

template <typename>
inline constexpr bool is_nested = false;
template <typename... Rules>
inline constexpr bool is_nested<g::nested<Rules...>> = true;

// `one<'a', 'b'>`: the bytes it takes.
template <typename>
struct bytes_of {
    static constexpr std::string_view value{};
};
template <char... Cs>
struct bytes_of<
    tao::pegtl::internal::one<tao::pegtl::internal::result_on_found::success, tao::pegtl::internal::peek_char, Cs...>> {
    static constexpr char text[] = {Cs..., '\0'};
    static constexpr std::string_view value{text, sizeof...(Cs)};
};

// The line of a literal that says most, without the line feeds around it: a message is one line.
std::string quote(std::string_view text)
{
    while (text.starts_with('\n')) text.remove_prefix(1);
    text = text.substr(0, text.find('\n'));
    return text.empty() ? "end of line" : fmt::format("`{}`", text);
}

template <typename Rule>
struct tracing : tao::pegtl::normal<Rule> {
    using rule_t = typename Rule::rule_t;

    template <typename In>
    static void start(const In& in, trace& t)
    {
        if constexpr (is_look_ahead<rule_t>) ++t.silent;
        if constexpr (construct<Rule>.has_value()) t.constructs.push_back(*construct<Rule>);
        if constexpr (is_text<Rule>) ++t.text_depth;
        if constexpr (!expected<Rule>.empty()) t.attempts.push_back({in.current(), t.entries.size(), t.farthest});
    }
    template <typename In>
    static void success(const In&, trace& t)
    {
        if constexpr (is_look_ahead<rule_t>) --t.silent;
        if constexpr (construct<Rule>.has_value()) t.constructs.pop_back();
        if constexpr (is_text<Rule>) --t.text_depth;
        if constexpr (!expected<Rule>.empty()) t.attempts.pop_back();
    }
    template <typename In>
    static void failure(const In& in, trace& t)
    {
        if constexpr (is_nested<rule_t>) {
            if (in.private_depth >= g::depth_limit && !t.too_deep) {
                t.too_deep = true;
                t.farthest = nullptr;
                t.reach(in.current());
            }
        }
        if constexpr (!expected<Rule>.empty()) {
            const auto attempt = t.attempts.back();
            t.attempts.pop_back();
            // What its parts said at its own beginning is replaced by its name.
            if (t.farthest == attempt.at && !t.silent)
                t.entries.resize(attempt.farthest == attempt.at ? std::min(attempt.known, t.entries.size()) : 0);
            t.add(attempt.at, std::string(expected<Rule>));
        } else if constexpr (is_literal<rule_t>) {
            const char* const at = in.current();
            const auto text = rule_t::text;
            const auto left = std::min(static_cast<std::size_t>(in.end() - at), text.size());
            const auto common = std::mismatch(at, at + left, text.begin()).first;
            t.add(common, quote(text));
        } else if constexpr (!bytes_of<rule_t>::value.empty()) {
            for (const char& c : bytes_of<rule_t>::value) t.add(in.current(), quote({&c, 1}));
        }
        if constexpr (is_look_ahead<rule_t>) --t.silent;
        if constexpr (construct<Rule>.has_value()) t.constructs.pop_back();
        if constexpr (is_text<Rule>) --t.text_depth;
    }
};

fault result_of(trace& t, std::string_view text)
{
    const char* const at = t.farthest ? t.farthest : text.data();
    return {at - text.data(), t.construct, std::move(t.entries), t.in_text, t.too_deep};
}

template <typename Rule>
fault find_in_rest(std::string_view rest)
{
    grammar::input in(rest.data(), rest.data() + rest.size(), "");
    trace t;
    static_cast<void>(tao::pegtl::parse<Rule, tao::pegtl::nothing, tracing>(in, t));
    return result_of(t, rest);
}

} // namespace

namespace {

diagnostic_kind construct_of(entry single)
{
    switch (single) {
    case entry::shape: return diagnostic_kind::shape;
    case entry::layout: return diagnostic_kind::layout;
    case entry::instruction: return diagnostic_kind::instruction;
    case entry::metadata: return diagnostic_kind::metadata;
    case entry::allocation: return diagnostic_kind::allocation;
    case entry::value: return diagnostic_kind::value_line;
    case entry::literal: return diagnostic_kind::literal;
    case entry::sharding: return diagnostic_kind::sharding;
    case entry::replica_groups: return diagnostic_kind::replica_groups;
    default: return diagnostic_kind::attribute;
    }
}

} // namespace

fault find_fault(start from, std::string_view text)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    trace t;
    static_cast<void>(run_grammar<tao::pegtl::nothing, tracing>(from, in, t));
    auto found = result_of(t, text);
    if (from.single && found.construct == diagnostic_kind::dump) found.construct = construct_of(*from.single);
    return found;
}

fault find_record_fault(std::uint8_t state, std::string_view text, std::size_t begin)
{
    using function = void (*)(grammar::input&, trace&);
    static constexpr auto functions = []<typename... Rules>(grammar::record_list<Rules...>) {
        return std::array<function, sizeof...(Rules)>{[](grammar::input& in, trace& t) {
            static_cast<void>(
                tao::pegtl::match<Rules, tao::pegtl::apply_mode::nothing, tao::pegtl::rewind_mode::required,
                                  tao::pegtl::nothing, tracing>(in, t));
        }...};
    }(grammar::records{});
    const auto rest = text.substr(begin);
    grammar::input in(rest.data(), rest.data() + rest.size(), "");
    trace t;
    t.constructs.push_back(diagnostic_kind::dump);
    t.reach(rest.data());
    for (const auto to : file_order.next(state)) functions[file_order.record(to)](in, t);
    return result_of(t, text);
}

fault find_attribute_fault(std::string_view rest) { return find_in_rest<g::complete_attribute>(rest); }

fault find_literal_fault(std::string_view rest)
{
    auto found = find_in_rest<g::seq<g::constant_literal, g::body_close>>(rest);
    if (found.construct == diagnostic_kind::dump) found.construct = diagnostic_kind::literal;
    return found;
}

} // namespace ballast::read
