// The beginnings of the texts that are read; the rest of a text can have errors.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace ballast::read {

inline constexpr std::string_view assignment_beginning = "BufferAssignment:";
inline constexpr std::string_view live_range_beginning = "HloLiveRange ";
inline constexpr std::string_view frame_beginning = "*** Begin ";
inline constexpr std::string_view oom_beginning = "BufferAssignment OOM ";
inline constexpr std::string_view statistics_beginning = "BufferAssignment stats:";
inline constexpr std::string_view usage_beginning = "Total bytes used: "; // of a program
inline constexpr std::string_view spaces_beginning = "Memory Space: ";

inline constexpr std::array<std::string_view, 9> beginnings{
    assignment_beginning, live_range_beginning, frame_beginning,      "\nTotal bytes used: ",   usage_beginning,
    spaces_beginning,     oom_beginning,        statistics_beginning, "buffer_id,buffer_name,",
};

// A file beside dumps. Logs are not searched for it, because its end cannot be recognised.
inline constexpr std::string_view module_beginning = "HloModule ";

// Messages and logs about the memory of a TPU.
inline constexpr std::array<std::string_view, 14> tpu_beginnings{
    "RESOURCE_EXHAUSTED: ",
    "Resource exhausted: ",
    "INTERNAL: Failed to run MLO pass pipeline.",
    "XLA:TPU compile permanent error. ",
    "Compilation failure: ",
    "Ran out of memory in memory space ",
    "Ran out of memory on HBM, ",
    "Allocation (size=",
    "TPU TensorCore Hbm usage: ",
    "Aborting compilation early because ",
    "XLA::TPU program ",
    "Total hbm usage >= ",
    "Program hbm requirement ",
    "  Largest program ",
};

inline bool begins_like_tpu_text(std::string_view text)
{
    return std::ranges::any_of(tpu_beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); });
}

inline bool begins_like_a_dump(std::string_view text)
{
    return text.starts_with(module_beginning) ||
           std::ranges::any_of(beginnings, [&](std::string_view beginning) { return text.starts_with(beginning); }) ||
           begins_like_tpu_text(text);
}

} // namespace ballast::read
