#include "check/byte_span.hpp"

#include <fmt/format.h>

namespace ballast::checking {

// A size has one or two decimals: `count` tenths or hundredths of a unit, which is 1024 to the power of `scale`.
byte_span span_of(const ast::human_size& x)
{
    if (x.unit == ast::size_unit::bytes) return {x.count, std::min<std::int64_t>(x.count, 1023)};
    constexpr std::int64_t first = 1024;
    constexpr std::int64_t end = 1024 * 1024;
    const bool kib = x.unit == ast::size_unit::kib;
    const auto parts = kib ? 10 : 100;
    if (x.count > end) return {1, 0};
    // `n` is a size in 1024ths of the unit. True if it is rounded to the printed size: an interval around the middle.
    const auto rounds = [&](std::int64_t n) {
        const auto text = fmt::format("{:.{}f}", static_cast<double>(n) / 1024, kib ? 1 : 2);
        std::int64_t value = 0;
        for (const char c : text)
            if (c != '.') value = value * 10 + (c - '0');
        return value == x.count;
    };
    auto low = std::max(first, (2 * x.count - 1) * 1024 / (2 * parts) - 1);
    auto high = std::min(end - 1, (2 * x.count + 1) * 1024 / (2 * parts) + 1);
    while (low <= high && !rounds(low)) ++low;
    while (low <= high && !rounds(high)) --high;
    for (auto scale = static_cast<int>(x.unit) - 1; scale > 0; --scale) {
        low = low > byte_span::most / 1024 ? byte_span::most : low * 1024;
        high = high > (byte_span::most - 1023) / 1024 ? byte_span::most : high * 1024 + 1023;
    }
    return {low, high};
}

std::string text_of(const byte_span& x)
{
    return x.low == x.high ? fmt::format("{} bytes", x.low) : fmt::format("{} to {} bytes", x.low, x.high);
}

} // namespace ballast::checking
