// Runs one instantiation of the grammar from any start rule.
#pragma once

#include "grammar/entry.hpp"
#include "read/bare.hpp"
#include "read/start.hpp"

namespace ballast::read {

template <typename Rule>
struct whole : grammar::seq<Rule, grammar::eof> {};

template <template <typename...> class Control, typename Input, typename... States>
bool run_grammar(start from, Input& in, States&... states)
{
    const auto run = [&]<typename Rule>() { return match_only<Rule, Control>(in, states...); };
    if (from.short_form) return run.template operator()<whole<grammar::short_instruction>>();
    if (!from.single) return run.template operator()<grammar::dump>();
    bool matched = false;
    const auto run_if = [&]<entry Which, typename Rule>(grammar::entered_by<Which, Rule>) {
        if (*from.single == Which) matched = run.template operator()<whole<Rule>>();
    };
    [&]<typename... Entries>(grammar::entry_list<Entries...>) { (run_if(Entries{}), ...); }(grammar::entries{});
    return matched;
}

} // namespace ballast::read
