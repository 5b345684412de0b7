// What a file is that says nothing about memory, and what to do instead.
#pragma once

#include <string>
#include <string_view>

namespace ballast::inline v0::answers {

// One or two sentences; empty if the kind is unknown. `name` is that of the file.
std::string foreign_text(std::string_view text, std::string_view name);
// The sentence about any other text.
std::string other_text();

} // namespace ballast::inline v0::answers
