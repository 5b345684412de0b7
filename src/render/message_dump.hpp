// The dump of the module that a message about memory is about, as `show --dump` prints it.
#pragma once

#include "answers/show.hpp"
#include "ballast/render.hpp"
#include "ballast/tpu_memory.hpp"
#include "render/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

using answers::dump_of_message;

// A member of an object.
void put_dump(json_writer& out, const dump_of_message& dump);
// Which values the listed buffers are, at most `top`, 0: all; empty if the message lists none.
std::string matches_text(const tpu_memory& message, const dump_of_message& dump, std::size_t top, std::size_t columns);

} // namespace ballast::inline v0::render
