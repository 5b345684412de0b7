// Finds the end of an instruction of several lines: dicts and raw strings may contain line feeds.
//
//     %x = f32[] custom-call(%a), custom_call_target="f", backend_config={
//       "a": 1}
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace ballast {

// Limits the total number of bytes that are read to a multiple of the text: in broken text, each line may leave a brace
// open.
class look_ahead {
public:
    explicit look_ahead(std::size_t whole) : left_(times * whole) {}

    // The first line feed outside of braces and strings that ends the text or is followed by `next_line`. Empty if
    // there is none, if braces are nested deeper than the grammar allows, or if the limit is reached.
    std::optional<std::size_t> end_of_lines(std::string_view text, std::string_view next_line);

private:
    static constexpr std::size_t times = 4;

    std::size_t left_;
};

} // namespace ballast
