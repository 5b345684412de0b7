// A violation of a context rule by a complete node.
#pragma once

#include "ballast/finding.hpp"
#include "base/say.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::rules {

// Rules do not know the text: the caller adds the place of the wrong part, if there is a text.
struct violation {
    finding_id id;
    finding_message message;
    std::size_t part = 0;     // index of the wrong element; each rule says of which list
    std::string_view bytes{}; // the part itself, if the node stores it as printed
    std::int64_t at = -1;     // the name of the wrong row of a stack trace, which can be an earlier one
};

// Empty if the rule holds.
using verdict = std::optional<violation>;

} // namespace ballast::rules
