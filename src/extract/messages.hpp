// Short messages about memory in a log: behind a prefix, in the middle of a line, in a quoted string, or wrapped.
#pragma once

#include "ballast/extract.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::extracting {

// Each message contains one of these.
std::span<const std::string_view> message_parts();

// All messages, in order. A text that begins like a message but is not one is returned as refused. None of the parts is
// in the log before `from`.
std::vector<extraction> messages_in(std::string_view log, std::size_t from = 0);

} // namespace ballast::extracting
