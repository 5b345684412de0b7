// The cases of the rules, as texts.
#pragma once

#include <string>
#include <vector>

namespace ballast::tests {

using texts = std::vector<std::string>;

struct rule_case {
    std::string name;
    bool (*matches)(const std::string&);
    texts accepted;
    texts refused;
};

// All of them.
std::vector<rule_case> all_cases();

} // namespace ballast::tests
