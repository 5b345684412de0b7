// Percentages as XLA prints them.
#pragma once

#include <cstdint>
#include <variant>

namespace ballast::inline v0::ast {

// The sign of a percentage 0/0: printed as `-nan` on x86-64, as `nan` elsewhere.
enum class nan_sign : std::uint8_t { plus, minus };
// The percentage n/0 for n > 0: printed as `inf`.
struct infinite {
    bool operator==(const infinite&) const = default;
    static constexpr auto members(auto m) { return m("infinite"); }
};

// A percentage without decimals: `70`. It is never infinite, because the sum includes the part.
using whole_percent = std::variant<std::int64_t, nan_sign>;
// A percentage with two decimals, in hundredths: `15.54` is 1554.
using percent_hundredths = std::variant<std::int64_t, nan_sign, infinite>;

} // namespace ballast::inline v0::ast
