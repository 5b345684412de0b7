// What the chapters of the specification say about productions, for the comments of readers.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::readers {

// The first two sentences that name the production, without marks of Markdown; empty if there are none.
std::string sentences_about(std::string_view production);
// The first sentence after the production, if it has its name in plain words, or else the sentences that name it; and
// the titles of its chapter and section.
std::string description_of(std::string_view production);

// Lines of at most so many bytes, unless a word is longer.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

} // namespace ballast::readers
