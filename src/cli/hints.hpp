// What to do about a finding whose usual cause is known.
#pragma once

#include "ballast/finding.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ballast::cli {

// The hints about one text, which outlives them.
class hints {
public:
    explicit hints(std::string_view text) : text_(text) {}

    // A few words of static storage; empty where nothing is known.
    std::string_view of(const finding& what);

private:
    bool is_wrapped(const finding& what);

    std::string_view text_;
    std::optional<std::size_t> longest_; // line of the first megabyte, when it was asked for
};

} // namespace ballast::cli
