// A first walk through all messages of a file: are they well formed, what is unknown, and how old are they.
#pragma once

#include "proto/field_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::inline v0::proto {

// Nested messages, as deep as the libraries of protocol buffers allow.
inline constexpr int most_levels = 100;

struct survey {
    std::string problem{};              // empty if all is well formed
    std::size_t unknown = 0;            // fields that no row lists, which are skipped
    seen youngest_first = seen::always; // of the fields that were found: the latest beginning
    seen oldest_last = seen::still;     // and the earliest end
};

// Takes time linear in the bytes, and at most most_levels times as much if messages are nested.
survey survey_of(std::string_view bytes, message_kind what);

} // namespace ballast::inline v0::proto
