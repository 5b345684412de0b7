// The bytes in use, divided by one key after another: `show --by layer,label`.
#pragma once

#include "ballast/render.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

// A group of buffers that share a word of their label, source or shape.
struct buffer_pattern {
    std::string name;
    std::vector<std::string> patterns; // `*` is any text, `?` one character; one of them must match the whole text
};

// The lines `NAME: PATTERN | PATTERN` of a file; `#` begins a comment. `problem` names the first line of another form.
struct buffer_patterns {
    std::vector<buffer_pattern> all;
    std::string problem{};
};
buffer_patterns patterns_in(std::string_view text);

// True if the pattern matches the whole text. Takes time in the product of their lengths at most.
bool matches(std::string_view pattern, std::string_view text);

// The layer in a path such as `params['layers'][3]['w']`, `layers/3/mlp` or `h_3/attn`: `layers 3`; empty if there is
// none.
std::string layer_in(std::string_view path);

// The names of keys that only trees have: `layer`, and `group` for patterns.
inline constexpr std::string_view layer_key = "layer";
inline constexpr std::string_view group_key = "group";

// The keys are names of groupings, or those above. Ends with a line feed.
std::string tree_text(const memory_view& view, const std::vector<std::string>& keys,
                      const std::vector<buffer_pattern>& groups);

} // namespace ballast::inline v0::render
