// The names of all rules of the project that can be reached from a rule.
#pragma once

#include <tao/pegtl/demangle.hpp>
#include <tao/pegtl/type_list.hpp>

#include <set>
#include <string>
#include <string_view>
#include <typeindex>

namespace ballast::tests {

template <typename Rule>
void collect_rules(std::set<std::type_index>& seen, std::set<std::string>& named);

template <typename... Rules>
void collect_rules_of(tao::pegtl::type_list<Rules...>, std::set<std::type_index>& seen, std::set<std::string>& named)
{
    (collect_rules<Rules>(seen, named), ...);
}

template <typename Rule>
std::string rule_name()
{
    constexpr std::string_view space = "ballast::grammar::";
    const std::string_view name = tao::pegtl::demangle<Rule>();
    if (!name.starts_with(space) || name.ends_with('>')) return {};
    return std::string(name.substr(space.size()));
}

template <typename Rule>
void collect_rules(std::set<std::type_index>& seen, std::set<std::string>& named)
{
    if (!seen.insert(typeid(Rule)).second) return;
    if (auto name = rule_name<Rule>(); !name.empty()) named.insert(std::move(name));
    collect_rules_of(typename Rule::subs_t{}, seen, named);
}

// Names of rules, templates and literals left out.
template <typename... Starts>
std::set<std::string> rules_below()
{
    std::set<std::type_index> seen; // clang prints many types alike
    std::set<std::string> named;
    (collect_rules<Starts>(seen, named), ...);
    return named;
}

} // namespace ballast::tests
