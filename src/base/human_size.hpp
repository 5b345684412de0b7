// Human-readable sizes (`HumanReadableNumBytes`).
#pragma once

#include "ballast/export.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace ballast {

// `bytes` in the unit that XLA chooses: 0B, 1023B, 1.2KiB, 1.50MiB. Rounds the exact binary value, ties to even. The
// unit is chosen before rounding, so `1024.0KiB` is possible.
BALLAST_API std::string human_size(std::int64_t bytes);

// The spelling of output for people, with a blank: `15.36 GiB`, `232 B`.
inline std::string size_text(std::int64_t bytes)
{
    auto text = human_size(bytes);
    text.insert(text.find_last_of("0123456789") + 1, " ");
    return text;
}

// `15.36 GiB (16492674417 bytes)`; only the bytes below 1 KiB.
inline std::string exact_size_text(std::int64_t bytes)
{
    return bytes < 1024 ? size_text(bytes) : fmt::format("{} ({} bytes)", size_text(bytes), bytes);
}

// `12.3%`; `-` if the whole is 0.
inline std::string share_of(std::int64_t part, std::int64_t whole)
{
    if (whole == 0) return "-";
    return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

} // namespace ballast
