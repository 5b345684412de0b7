// Human-readable sizes as nodes of the tree.
#pragma once

#include "ballast/ast/total.hpp"
#include "base/human_size.hpp"

#include <cstdint>

namespace ballast::ast {

// The size that XLA prints for a number of bytes, at least 0.
inline human_size human(std::int64_t bytes)
{
    human_size result;
    for (const char c : ballast::human_size(bytes))
        if (c >= '0' && c <= '9') result.count = result.count * 10 + (c - '0');
    auto rest = static_cast<std::uint64_t>(bytes);
    while (rest >= 1024) {
        result.unit = static_cast<size_unit>(static_cast<int>(result.unit) + 1);
        if (rest < std::uint64_t{1024} * 1024) break;
        rest /= 1024;
    }
    return result;
}

// `1.2KiB` for a count of 12, `1.50MiB` for 150.
BALLAST_API std::string human_text(const human_size& x);
// The same as the TPU compiler prints it: `1.2K`, `1.50M`.
BALLAST_API std::string short_text(const human_size& x);
// `60.9` for 609.
BALLAST_API std::string tenths_text(std::int64_t x);

} // namespace ballast::ast
