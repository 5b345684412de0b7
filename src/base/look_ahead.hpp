// Finds where an instruction of several lines ends: dicts and raw strings may hold line feeds.
//
//     %x = f32[] custom-call(%a), custom_call_target="f", backend_config={
//       "a": 1}
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ballast {

// Looks at a limited number of bytes in all, a multiple of the whole text: in broken text each line may leave a brace
// open.
class look_ahead {
public:
    explicit look_ahead(std::size_t whole) : left_(times * whole) {}

    // The first line feed outside of braces and strings that ends the text or is followed by `next_line`. Empty if
    // there is none, if more braces are open than the grammar takes, or if too much was looked at.
    std::optional<std::size_t> end_of_lines(std::string_view text, std::string_view next_line);

private:
    static constexpr std::size_t times = 4;

    std::size_t left_;
};

} // namespace ballast
