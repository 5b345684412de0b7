// Notes what a text shows of its age where a rule alone shows it: the timeline names the rules, nothing else does.
#pragma once

#include "era/timeline.hpp"
#include "read/context.hpp"

#include <tao/pegtl/normal.hpp>

#include <string_view>

namespace ballast::read {

namespace witnessing_detail {

template <typename Rule>
consteval std::string_view said()
{
    std::string_view text = __PRETTY_FUNCTION__;
    text.remove_prefix(text.find("Rule = ") + 7);
    return text.substr(0, text.find_first_of(";]"));
}

} // namespace witnessing_detail

// The feature that a rule of the grammar shows, by its name.
template <typename Rule>
inline constexpr std::optional<feature> shown_by_rule = []() -> std::optional<feature> {
    constexpr auto name = witnessing_detail::said<Rule>();
    constexpr std::string_view home = "ballast::grammar::";
    if constexpr (name.starts_with(home) && name.find('<') == std::string_view::npos)
        return timeline::shown_by_rule(name.substr(home.size()));
    return std::nullopt;
}();

// The control under which trees are built.
template <typename Rule>
struct witnessing : tao::pegtl::normal<Rule> {};

template <typename Rule>
    requires(shown_by_rule<Rule>.has_value())
struct witnessing<Rule> : tao::pegtl::normal<Rule> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&&... states)
    {
        const char* const at = in.current();
        if (!tao::pegtl::normal<Rule>::template match<A, R, Action, Control>(in, states...)) return false;
        if constexpr (A == tao::pegtl::apply_mode::action) note(at, states...);
        return true;
    }

private:
    template <typename... Others>
    static void note(const char* at, context& ctx, Others&...)
    {
        ctx.see(*shown_by_rule<Rule>, at);
    }
};

} // namespace ballast::read
