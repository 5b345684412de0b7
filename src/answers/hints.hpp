// Hints for findings whose usual cause is known.
#pragma once

#include "ballast/finding.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ballast::inline v0::answers {

// The hints for one text, which must outlive this object.
class hints {
public:
    explicit hints(std::string_view text) : text_(text) {}

    // A few words with static storage; empty if there is no hint.
    std::string_view of(const finding& what);

private:
    bool is_wrapped(const finding& what);

    std::string_view text_;
    std::optional<std::size_t> longest_; // line within the first MiB, once it is needed
};

} // namespace ballast::inline v0::answers
