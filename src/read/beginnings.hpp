// How the texts that are read begin; what follows can be faulty.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace ballast::read {

inline constexpr std::string_view usage_beginning = "Total bytes used: "; // of a program
inline constexpr std::string_view spaces_beginning = "Memory Space: ";

inline constexpr std::array<std::string_view, 9> beginnings{
    "BufferAssignment:",     "HloLiveRange ",           "*** Begin ",
    "\nTotal bytes used: ",  usage_beginning,           spaces_beginning,
    "BufferAssignment OOM ", "BufferAssignment stats:", "buffer_id,buffer_name,",
};

inline bool begins_like_a_dump(std::string_view text)
{
    return std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

} // namespace ballast::read
