// Runs one instantiation of the grammar from any start rule.
#pragma once

#include "build/start.hpp"
#include "grammar/dump.hpp"

#include <tao/pegtl/normal.hpp>
#include <tao/pegtl/nothing.hpp>
#include <tao/pegtl/parse.hpp>

namespace ballast::build {

template <typename Rule>
struct whole : grammar::seq<Rule, grammar::eof> {};

template <template <typename...> class Action, template <typename...> class Control, typename... States>
bool run_grammar(start from, grammar::input& in, States&... states)
{
    const auto run = [&]<typename Rule>() { return tao::pegtl::parse<Rule, Action, Control>(in, states...); };
    if (!from.single) return run.template operator()<grammar::dump>();
    switch (*from.single) {
    case rule::shape: return run.template operator()<whole<grammar::shape>>();
    case rule::layout: return run.template operator()<whole<grammar::layout>>();
    case rule::instruction: return run.template operator()<whole<grammar::instruction>>();
    case rule::metadata: return run.template operator()<whole<grammar::metadata_case>>();
    case rule::allocation: return run.template operator()<whole<grammar::allocation_case>>();
    case rule::value: return run.template operator()<whole<grammar::value_case>>();
    case rule::literal: return run.template operator()<whole<grammar::literal>>();
    case rule::sharding: return run.template operator()<whole<grammar::sharding_case>>();
    case rule::replica_groups: return run.template operator()<whole<grammar::replica_groups_case>>();
    case rule::frontend_attributes: return run.template operator()<whole<grammar::frontend_case>>();
    case rule::window: return run.template operator()<whole<grammar::window_case>>();
    case rule::origin: return run.template operator()<whole<grammar::origin_case>>();
    case rule::domain: return run.template operator()<whole<grammar::domain_case>>();
    case rule::result_accuracy: return run.template operator()<whole<grammar::accuracy_case>>();
    case rule::statistics: return run.template operator()<whole<grammar::statistics_case>>();
    case rule::output_to_operand_aliasing: return run.template operator()<whole<grammar::aliases_case>>();
    }
    return false;
}

} // namespace ballast::build
