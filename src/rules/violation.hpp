// What a context rule says about a finished node that breaks it.
#pragma once

#include "ballast/finding.hpp"
#include "base/say.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::rules {

// Rules know no text: who calls one gives the place of the part at fault, if there is a text.
struct violation {
    finding_id id;
    phrase said;
    std::size_t part = 0;     // which element is at fault; each rule says of what
    std::string_view bytes{}; // the part itself, where the node holds it as it is printed
    std::int64_t at = -1; // of rows in a stack trace: what the row at fault, which may be an earlier one, was called
};

// Nothing where the rule holds.
using verdict = std::optional<violation>;

} // namespace ballast::rules
