// What `show` prints of messages and logs about the memory of a TPU.
#pragma once

#include "ballast/tpu_memory.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ballast::inline v0::render {

// At most `top` buffers, sources and scopes; 0: all. Lines are at most `columns` wide; 0: no limit.
std::string tpu_memory_text(const tpu_memory& of, std::string_view name, std::size_t top, std::size_t columns);
std::string tpu_memory_markdown(const tpu_memory& of, std::string_view name, std::size_t top);
std::string tpu_memory_json(const tpu_memory& of, std::string_view name);

} // namespace ballast::inline v0::render
