// The output of `show` about messages and logs about the memory of a TPU.
#pragma once

#include "ballast/render.hpp"
#include "ballast/tpu_memory.hpp"
#include "render/message_dump.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

// At most `top` buffers, sources and scopes; 0: all. Lines are at most `columns` wide; 0: no limit.
std::string tpu_memory_text(const tpu_memory& of, std::string_view name, std::size_t top, std::size_t columns);
std::string tpu_memory_markdown(const tpu_memory& of, std::string_view name, std::size_t top);
// `messages` are those beside it in a log; `dump` is null if there is none.
std::string tpu_memory_json(const tpu_memory& of, const std::vector<shown_file>& files, std::string_view era,
                            const std::vector<message_view>& messages, const dump_of_message* dump);

} // namespace ballast::inline v0::render
