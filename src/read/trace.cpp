// Matches a text again that the grammar refused, to find out where and why.
#include "read/automaton.hpp"
#include "read/bare.hpp"
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
        std::size_t known; // number of earlier entries
        const char* farthest;
    };
    // What was expected, and where it would begin: before the farthest place if a literal fails in its middle.
    struct entry {
        const char* begin;
        std::string text;
        std::size_t literal = 0; // its size, if it is such a literal

        bool operator==(const entry&) const = default;
    };

    const char* farthest = nullptr;
    const char* last_failure = nullptr; // the farthest failure of any rule, named or not
    std::vector<entry> entries;
    finding_id construct = finding_id::dump;
    std::size_t construct_depth = 0;
    bool in_text = false;
    bool too_deep = false;

    std::vector<attempt> attempts;
    std::vector<finding_id> constructs;
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
    void add(const char* at, entry what)
    {
        if (silent) return;
        reach(at);
        if (farthest != at || std::ranges::find(entries, what) != entries.end()) return;
        entries.push_back(std::move(what));
    }
    void add(const char* at, std::string_view name) { add(at, entry{at, std::string(name)}); }

private:
    void set_construct()
    {
        construct = constructs.empty() ? finding_id::dump : constructs.back();
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

std::string quote(std::string_view text) { return text == "\n" ? "end of line" : fmt::format("`{}`", text); }

// A literal that failed at `at` after `common` of its bytes. Only its part between two line ends is shown, because
// messages have one line.
trace::entry failed_literal(const char* at, std::string_view text, std::size_t common)
{
    std::size_t begin = 0;
    for (;;) {
        const auto end = text[begin] == '\n' ? begin + 1 : std::min(text.find('\n', begin), text.size());
        if (common < end) {
            const auto part = text.substr(begin, end - begin);
            return {at + begin, quote(part), common == begin ? 0 : part.size()};
        }
        begin = end;
    }
}

// The properties of a rule, so that the functions below are compiled once for all rules.
struct traced_rule {
    std::optional<finding_id> construct{};
    std::string_view expected{}; // its name in messages
    std::string_view literal{};
    std::string_view bytes{};
    bool look_ahead = false;
    bool text = false;
    bool nested = false;
};

void enter(trace& t, const traced_rule& rule, const char* at)
{
    if (rule.look_ahead) ++t.silent;
    if (rule.construct) t.constructs.push_back(*rule.construct);
    if (rule.text) ++t.text_depth;
    if (!rule.expected.empty()) t.attempts.push_back({at, t.entries.size(), t.farthest});
}

void leave(trace& t, const traced_rule& rule)
{
    if (rule.look_ahead) --t.silent;
    if (rule.construct) t.constructs.pop_back();
    if (rule.text) --t.text_depth;
    if (!rule.expected.empty()) t.attempts.pop_back();
}

void fail(trace& t, const traced_rule& rule, const char* at, const char* end, std::size_t depth)
{
    if (rule.nested && depth >= g::depth_limit && !t.too_deep) {
        t.too_deep = true;
        t.farthest = nullptr;
        t.reach(at);
    }
    if (!t.last_failure || t.last_failure < at) t.last_failure = at;
    if (rule.look_ahead) --t.silent; // a look-ahead hides its parts, but not its name
    if (!rule.expected.empty()) {
        const auto attempt = t.attempts.back();
        t.attempts.pop_back();
        // The name replaces what its parts reported at the same place.
        if (t.farthest == attempt.at && !t.silent)
            t.entries.resize(attempt.farthest == attempt.at ? std::min(attempt.known, t.entries.size()) : 0);
        t.add(attempt.at, rule.expected);
    } else if (!rule.literal.empty()) {
        const auto left = std::min(static_cast<std::size_t>(end - at), rule.literal.size());
        const char* const common = std::mismatch(at, at + left, rule.literal.begin()).first;
        t.add(common, failed_literal(at, rule.literal, static_cast<std::size_t>(common - at)));
    } else {
        for (const char& c : rule.bytes) t.add(at, quote({&c, 1}));
    }
    if (rule.construct) t.constructs.pop_back();
    if (rule.text) --t.text_depth;
}

template <typename Rule>
struct tracing {
    using rule_t = typename Rule::rule_t;

    static constexpr traced_rule self = [] {
        traced_rule result{.construct = construct<Rule>,
                           .expected = expected<Rule>,
                           .bytes = bytes_of<rule_t>::value,
                           .look_ahead = is_look_ahead<rule_t>,
                           .text = is_text<Rule>,
                           .nested = is_nested<rule_t>};
        if constexpr (is_literal<rule_t>) result.literal = rule_t::text;
        return result;
    }();
    // Most rules do nothing when they begin and match.
    static constexpr bool has_something =
        self.construct.has_value() || !self.expected.empty() || self.look_ahead || self.text;

    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In>
    [[nodiscard]] static bool match(In& in, trace& t)
    {
        if constexpr (!tao::pegtl::internal::enable_control<Rule>) {
            return bare<Rule>::template match<A, R, Action, Control>(in, t);
        } else {
            const char* const begin = in.current();
            if constexpr (has_something) enter(t, self, begin);
            const bool matched = bare<Rule>::template match<A, R, Action, Control>(in, t);
            if (!matched)
                fail(t, self, begin, in.end(), in.private_depth);
            else if constexpr (has_something)
                leave(t, self);
            return matched;
        }
    }
};

fault result_of(trace& t, std::string_view text)
{
    if (!t.farthest || (t.entries.empty() && !t.too_deep)) t.farthest = t.last_failure ? t.last_failure : text.data();
    fault result;
    result.reached = result.offset = t.farthest - text.data();
    result.construct = t.construct;
    result.in_text = t.in_text;
    result.too_deep = t.too_deep;
    if (t.entries.empty()) return result;
    // If alternatives began at different places, the latest one matched most.
    const char* const begin = std::ranges::max(t.entries, {}, &trace::entry::begin).begin;
    result.offset = begin - text.data();
    for (auto& e : t.entries) {
        if (e.begin != begin) continue;
        if (e.literal != 0 && (result.literal == 0 || e.literal < result.literal)) result.literal = e.literal;
        if (std::ranges::find(result.expected, e.text) == result.expected.end())
            result.expected.push_back(std::move(e.text));
    }
    return result;
}

template <typename Rule>
fault find_in_rest(std::string_view rest)
{
    grammar::input in(rest.data(), rest.data() + rest.size(), "");
    trace t;
    static_cast<void>(match_only<Rule, tracing>(in, t));
    return result_of(t, rest);
}

} // namespace

namespace {

finding_id construct_of(entry single)
{
    switch (single) {
    case entry::shape: return finding_id::shape;
    case entry::layout: return finding_id::layout;
    case entry::instruction: return finding_id::instruction;
    case entry::metadata: return finding_id::metadata;
    case entry::allocation: return finding_id::allocation;
    case entry::value: return finding_id::value_line;
    case entry::literal: return finding_id::literal;
    case entry::sharding: return finding_id::sharding;
    case entry::replica_groups: return finding_id::replica_groups;
    default: return finding_id::attribute;
    }
}

} // namespace

fault find_fault(start from, std::string_view text)
{
    grammar::input in(text.data(), text.data() + text.size(), "");
    trace t;
    static_cast<void>(run_grammar<tracing>(from, in, t));
    auto found = result_of(t, text);
    if (from.single && found.construct == finding_id::dump) found.construct = construct_of(*from.single);
    return found;
}

fault find_record_fault(std::uint8_t state, std::string_view text, std::size_t begin)
{
    using function = void (*)(grammar::input&, trace&);
    static constexpr auto functions = []<typename... Rules>(grammar::record_list<Rules...>) {
        return std::array<function, sizeof...(Rules)>{
            [](grammar::input& in, trace& t) { static_cast<void>(match_only<Rules, tracing>(in, t)); }...};
    }(grammar::records{});
    const auto rest = text.substr(begin);
    grammar::input in(rest.data(), rest.data() + rest.size(), "");
    trace t;
    t.constructs.push_back(finding_id::dump);
    t.reach(rest.data());
    for (const auto to : file_order.next(state)) functions[file_order.record(to)](in, t);
    return result_of(t, text);
}

fault find_attribute_fault(std::string_view rest, bool short_form)
{
    return short_form ? find_in_rest<g::short_complete_attribute>(rest) : find_in_rest<g::complete_attribute>(rest);
}

fault find_literal_fault(std::string_view rest)
{
    auto found = find_in_rest<g::seq<g::constant_literal, g::body_close>>(rest);
    if (found.construct == finding_id::dump) found.construct = finding_id::literal;
    return found;
}

} // namespace ballast::read
