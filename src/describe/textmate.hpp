// A highlighting grammar for editors that read TextMate grammars, derived from the specification.
#pragma once

#include "describe/specification.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::describe {

inline constexpr std::string_view textmate_scope = "text.xla.memory";

// A rule: a match, or everything between a begin and an end.
struct textmate_rule {
    std::string name; // in the repository
    std::string scope;
    std::string match;
    std::string end;                   // the end of a region that `match` begins; empty for a single match
    std::vector<std::string> captures; // the scopes of the groups, from 1
    std::vector<std::string> inside;   // names of the rules between begin and end
    bool only_inside = false;          // used by other rules alone
};

// In the order in which they are tried.
std::vector<textmate_rule> textmate_rules(const specification& spec);

} // namespace ballast::describe
