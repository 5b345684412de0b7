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
    std::string guess; // why it is this module; empty if the text names it
};

// The module of a dump that a text is about.
struct chosen_row {
    const files::summary_row* row = nullptr; // null if there is none
    std::string guess;                       // why it is this one; empty if the text names it
    std::string problem;                     // why there is none
};
// Of the modules with the name, the one whose total is nearest to the first size. Without a name, the only one whose
// total is one of the sizes: any other would be arbitrary.
chosen_row module_of_message(const files::folder_summary& all, std::string_view name,
                             const std::vector<std::int64_t>& sizes);

// A member of an object.
void put_dump(json_writer& out, const dump_of_message& dump);
// Which values the listed buffers are, at most `top`, 0: all; empty if the message lists none.
std::string matches_text(const tpu_memory& message, const dump_of_message& dump, std::size_t top, std::size_t columns);

} // namespace ballast::inline v0::render
