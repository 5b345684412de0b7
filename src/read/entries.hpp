// Runs one instantiation of the grammar from any start rule.
#pragma once

#include "grammar/entry.hpp"
#include "read/start.hpp"

#include <tao/pegtl/match.hpp>
#include <tao/pegtl/normal.hpp>
#include <tao/pegtl/nothing.hpp>

namespace ballast::read {

template <typename Rule>
struct whole : grammar::seq<Rule, grammar::eof> {};

// Matches a rule without actions.
template <typename Rule, template <typename...> class Control, typename Input, typename... States>
bool match_only(Input& in, States&... states)
{
    return Control<Rule>::template match<tao::pegtl::apply_mode::nothing, tao::pegtl::rewind_mode::required,
                                         tao::pegtl::nothing, Control>(in, states...);
}

// A control that goes back after every failure, so that PEGTL instantiates each rule for one rewind mode alone.
template <typename Rule>
struct always_rewinding : tao::pegtl::normal<Rule> {
    template <tao::pegtl::apply_mode A, tao::pegtl::rewind_mode, template <typename...> class Action,
              template <typename...> class Control, typename Input, typename... States>
    [[nodiscard]] static bool match(Input& in, States&&... states)
    {
        return tao::pegtl::normal<Rule>::template match<A, tao::pegtl::rewind_mode::required, Action, Control>(
            in, states...);
    }
};

template <template <typename...> class Control, typename Input, typename... States>
bool run_grammar(start from, Input& in, States&... states)
{
    const auto run = [&]<typename Rule>() { return match_only<Rule, Control>(in, states...); };
    if (!from.single) return run.template operator()<grammar::dump>();
    bool matched = false;
    const auto run_if = [&]<entry Which, typename Rule>(grammar::entered_by<Which, Rule>) {
        if (*from.single == Which) matched = run.template operator()<whole<Rule>>();
    };
    [&]<typename... Entries>(grammar::entry_list<Entries...>) { (run_if(Entries{}), ...); }(grammar::entries{});
    return matched;
}

} // namespace ballast::read
