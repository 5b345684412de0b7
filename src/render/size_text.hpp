// Sizes in output for people.
#pragma once

#include "base/human_size.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace ballast::inline v0::render {

// `15.36 GiB`, `232 B`; `human_size` has XLA's spelling, without the blank.
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

} // namespace ballast::inline v0::render
