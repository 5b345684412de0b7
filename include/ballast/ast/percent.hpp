// Percentages as XLA prints them.
#pragma once

#include <cstdint>
#include <variant>

namespace ballast::inline v0::ast {

// What 0 of 0 prints as: `-nan` on x86-64, `nan` elsewhere.
enum class nan_sign : std::uint8_t { plus, minus };
// What anything else of 0 prints as: `inf`.
struct infinite {
    bool operator==(const infinite&) const = default;
    static constexpr auto members(auto m) { return m("infinite"); }
};

// Without decimals, of sums that hold the part: `70`.
using whole_percent = std::variant<std::int64_t, nan_sign>;
// With two decimals: `15.54` is 1554.
using percent_hundredths = std::variant<std::int64_t, nan_sign, infinite>;

} // namespace ballast::inline v0::ast
