// Messages about memory, and the module that one is about.
#pragma once

#include "ballast/answers.hpp"
#include "ballast/tpu_memory.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// The messages that the inputs are; none if one of them is something else. If some are accepted, adds a line for each
// that is refused.
std::vector<message_view> messages_in(const std::vector<files::input_file>& inputs, const files::options& reading,
                                      std::vector<std::string>& refused);

// The messages about memory in the logs that these inputs are from.
std::vector<message_view> messages_beside(const std::vector<files::input_file>& inputs, const files::options& reading);

// The facts in the first text about the memory of a TPU; empty if there is none.
std::optional<tpu_memory> tpu_memory_in(const loaded_module& of);

// The module of a dump that a text is about.
struct chosen_row {
    const summary_row* row = nullptr; // null if there is none
    std::string guess;                // why it is this one; empty if the text names it
    std::string problem;              // why there is none
};
// Of the modules with the name, the one whose total is nearest to the first size, unless that is much smaller than all
// sizes. Without a name, the only one whose total, or temporaries, are one of the sizes: any other would be arbitrary.
chosen_row module_of_message(const folder_summary& all, std::string_view name, const std::vector<std::int64_t>& sizes);

} // namespace ballast::inline v0::answers
