// Calls rules that have no actions. PEGTL looks for actions in several layers of functions for each rule, which would
// take most of the compile time of a grammar.
#pragma once

#include <tao/pegtl/apply_mode.hpp>
#include <tao/pegtl/nothing.hpp>
#include <tao/pegtl/rewind_mode.hpp>

namespace ballast::read {

// Does the same as PEGTL's `match` for a rule without an action.
template <typename Rule, tao::pegtl::apply_mode A, tao::pegtl::rewind_mode R, template <typename...> class Action,
          template <typename...> class Control, typename Input, typename... States>
[[nodiscard]] bool call_rule(Input& in, States&... states)
{
    if constexpr (requires { Rule::match(in); })
        return Rule::match(in);
    else
        return Rule::template match<A, R, Action, Control>(in, states...);
}

// A control for grammars without actions. It rewinds after every failure, so that each rule is compiled for one rewind
// mode only.
template <typename Rule>
struct bare {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename... States>
    [[nodiscard]] static bool match(Input& in, States&... states)
    {
        static_assert(A == tao::pegtl::apply_mode::nothing);
        return call_rule<Rule, A, tao::pegtl::rewind_mode::required, Action, Control>(in, states...);
    }
};

template <typename Rule, template <typename...> class Control = bare, typename Input, typename... States>
[[nodiscard]] bool match_only(Input& in, States&... states)
{
    return Control<Rule>::template match<tao::pegtl::apply_mode::nothing, tao::pegtl::rewind_mode::required,
                                         tao::pegtl::nothing, Control>(in, states...);
}

} // namespace ballast::read
