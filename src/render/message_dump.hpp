// The dump of the module that a message about memory is about, as `show --dump` prints it.
#pragma once

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

struct dump_of_message {
    std::vector<shown_file> files;
    std::string module;
    std::int64_t steps = 0; // length of the schedule
    std::vector<tpu_match> matches;
};

// The module that a message is about: of those with its name, or of all if it has none, the one whose total is nearest
// to its bytes, or the largest if it has none. Null if there is none.
const files::summary_row* module_of_message(const files::folder_summary& all, std::string_view name,
                                            std::optional<std::int64_t> bytes);

// A member of an object.
void put_dump(json_writer& out, const dump_of_message& dump);
// Which values the listed buffers are, at most `top`, 0: all; empty if the message lists none.
std::string matches_text(const tpu_memory& message, const dump_of_message& dump, std::size_t top, std::size_t columns);

} // namespace ballast::inline v0::render
