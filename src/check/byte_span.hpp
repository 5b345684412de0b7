// The exact sizes that a human-readable size can stand for. It is rounded, so many sizes are printed alike.
#pragma once

#include "ballast/ast/total.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ballast::checking {

// A range of sizes in bytes; empty if `low` is above `high`. Sums saturate.
struct byte_span {
    static constexpr std::int64_t most = INT64_MAX;

    std::int64_t low = 0;
    std::int64_t high = 0;

    [[nodiscard]] bool empty() const { return low > high; }
    [[nodiscard]] byte_span operator+(const byte_span& x) const { return {sum(low, x.low), sum(high, x.high)}; }
    [[nodiscard]] byte_span common(const byte_span& x) const { return {std::max(low, x.low), std::min(high, x.high)}; }
    [[nodiscard]] static std::int64_t sum(std::int64_t a, std::int64_t b) { return a > most - b ? most : a + b; }
};

byte_span span_of(const ast::human_size& x);
// `512 bytes`, `1484 to 1587 bytes`.
std::string text_of(const byte_span& x);

} // namespace ballast::checking
