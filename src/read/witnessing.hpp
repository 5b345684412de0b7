// Notes the features that rules show by themselves. The timeline names these rules; nothing else does.
#pragma once

#include "era/timeline.hpp"
#include "grammar/instruction.hpp"
#include "read/bare.hpp"
#include "read/context.hpp"

#include <tao/pegtl/match.hpp>
#include <tao/pegtl/normal.hpp>
#include <tao/pegtl/nothing.hpp>

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>

namespace ballast::read {

namespace witnessing_detail {

// A rule has a name if it is a struct derived from its definition. Names take time to compile, and most rules show no
// feature.
template <typename Rule>
inline constexpr bool has_name = !std::is_same_v<Rule, typename Rule::rule_t>;
template <template <typename...> class Template, typename... Rules>
inline constexpr bool has_name<Template<Rules...>> = false;

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
    if constexpr (witnessing_detail::has_name<Rule>) {
        constexpr auto name = witnessing_detail::said<Rule>();
        constexpr std::string_view home = "ballast::grammar::";
        if constexpr (name.starts_with(home) && name.find('<') == std::string_view::npos) {
            constexpr auto shown = timeline::shown_by_rule(name.substr(home.size()));
            return shown;
        }
    }
    return std::nullopt;
}();

// Rules that are compiled in separate units, to keep units small. Such a rule shows no feature itself.
[[nodiscard]] bool match_apart(grammar::instruction, grammar::input& in, context& ctx, ast::instruction& node);
[[nodiscard]] bool match_apart(grammar::attributes, grammar::input& in, context& ctx, ast::instruction& node);
[[nodiscard]] bool match_apart(grammar::short_instruction, grammar::input& in, context& ctx, ast::instruction& node);
[[nodiscard]] bool match_apart(grammar::short_attributes, grammar::input& in, context& ctx, ast::instruction& node);
template <typename Rule>
concept apart = std::same_as<Rule, grammar::instruction> || std::same_as<Rule, grammar::attributes> ||
                std::same_as<Rule, grammar::short_instruction> || std::same_as<Rule, grammar::short_attributes>;

// Does the same as PEGTL's `match` for a rule, with its action if it has one.
template <typename Rule, tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
          template <typename...> class Control, typename Input, typename... States>
[[nodiscard]] bool match_with_action(Input& in, States&... states)
{
    if constexpr (std::is_base_of_v<tao::pegtl::nothing<Rule>, Action<Rule>>) {
        return call_rule<Rule, A, R, Action, Control>(in, states...);
    } else if constexpr (requires { Action<Rule>::template match<Rule, A, R, Action, Control>(in, states...); }) {
        return Action<Rule>::template match<Rule, A, R, Action, Control>(in, states...);
    } else {
        return tao::pegtl::match<Rule, A, R, Action, Control>(in, states...);
    }
}

// The control for building trees.
template <typename Rule>
struct witnessing : tao::pegtl::normal<Rule> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename... States>
    [[nodiscard]] static bool match(Input& in, States&... states)
    {
        return match_with_action<Rule, A, R, Action, Control>(in, states...);
    }
};

template <apart Rule>
struct witnessing<Rule> : tao::pegtl::normal<Rule> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control>
    [[nodiscard]] static bool match(grammar::input& in, context& ctx, ast::instruction& node)
    {
        static_assert(A == tao::pegtl::apply_mode::action);
        return match_apart(Rule{}, in, ctx, node);
    }
};

template <typename Rule>
    requires(shown_by_rule<Rule>.has_value())
struct witnessing<Rule> : tao::pegtl::normal<Rule> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
              template <typename...> class Control, typename In, typename... States>
    [[nodiscard]] static bool match(In& in, States&... states)
    {
        const char* const at = in.current();
        if (!match_with_action<Rule, A, R, Action, Control>(in, states...)) return false;
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
