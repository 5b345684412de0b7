#include "base/human_size.hpp"

#include <fmt/format.h>

namespace ballast {

std::string human_size(std::int64_t bytes)
{
    const std::string sign = bytes < 0 ? "-" : "";
    auto n = bytes < 0 ? 0 - static_cast<std::uint64_t>(bytes) : static_cast<std::uint64_t>(bytes);
    if (n < 1024) return fmt::format("{}{}B", sign, n);
    const char* unit = "KMGTPE";
    while (n >= 1024 * 1024) {
        n /= 1024;
        ++unit;
    }
    const double value = static_cast<double>(n) / 1024;
    return *unit == 'K' ? fmt::format("{}{:.1f}KiB", sign, value) : fmt::format("{}{:.2f}{}iB", sign, value, *unit);
}

} // namespace ballast
