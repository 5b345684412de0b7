// The regular parts of a plan as Python's regular expressions.
#pragma once

#include "readers/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ballast::readers {

// What happens with a group of an expression after a match.
struct capture {
    const step* act = nullptr;
    bool may_be_missing = false;
};
using captures = std::vector<capture>;

// The expression of a step; empty if it is not regular. Adds a group for each action to `groups`; if that is null,
// steps with actions are not regular.
std::optional<std::string> expression_of(const step& s, captures* groups, bool may_be_missing);

// A step that gathers a list of numbers or names between punctuation: the action that adds an element. Null for other
// steps. Elements of such a list are searched for in its text.
const step* simple_list(const step& s);

} // namespace ballast::readers
