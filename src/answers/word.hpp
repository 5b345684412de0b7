// What a word means that XLA, ballast or the documents use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// One meaning of a word. All texts are for people.
struct meaning {
    std::string title;                  // `bf16: an element type`
    std::vector<std::string> sentences; // one paragraph each
    std::string place;                  // where more is said: `spec/shapes.md`
};

// The meanings of a term of the glossary, an opcode, an attribute, an element type, or of a shape or layout as XLA
// prints it. Case, blanks, hyphens and underscores do not count. Empty if the word is unknown.
std::vector<meaning> meanings_of(std::string_view word);

// The words that are spelled like this one, at most three.
std::vector<std::string> words_like(std::string_view word);

} // namespace ballast::inline v0::answers
