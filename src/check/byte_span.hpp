// What a size for people can stand for: it is rounded, so that many numbers of bytes print as one.
#pragma once

#include "ballast/ast/total.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ballast::meaning {

// All numbers of bytes that a size can stand for; none where `low` is above `high`. Sums end at the largest number.
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

} // namespace ballast::meaning
