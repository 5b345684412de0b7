// The total: `Total bytes used: 4112 (4.0KiB)`.
#pragma once

#include "ballast/export.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::inline v0::ast {

// `1.2KiB`. `count` is the printed number without its point: 12 for 1.2KiB, 150 for 1.50MiB, 7 for 7B.
enum class size_unit : std::uint8_t { bytes, kib, mib, gib, tib, pib, eib };
BALLAST_API std::string_view spelling(size_unit unit);
// The unit at the end of a size, which may be written by its first letter alone.
BALLAST_API size_unit size_unit_of(std::string_view text);
struct human_size {
    std::int64_t count = 0;
    size_unit unit = size_unit::bytes;

    bool operator==(const human_size&) const = default;
    static constexpr auto members(auto m)
    {
        return m("human_size", m("count", &human_size::count), m("unit", &human_size::unit));
    }
};

// `Total bytes used: N (HUMAN)`; the human-readable size is printed since D9.
struct total {
    position at;
    std::int64_t bytes = 0;
    std::optional<human_size> human;

    bool operator==(const total&) const = default;
    static constexpr auto members(auto m)
    {
        return m("total", m("at", &total::at), m("bytes", &total::bytes), m("human", &total::human));
    }
};

} // namespace ballast::inline v0::ast
