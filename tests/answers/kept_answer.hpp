// A receiver that keeps an answer.
#pragma once

#include "answers/receiver.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ballast::tests {

// After `room` bytes no more can be written.
struct kept_answer : answers::receiver {
    std::string text;
    std::string messages;
    std::size_t room = SIZE_MAX;
    render::line_style lines;

    bool write(std::string_view piece) override
    {
        text += piece;
        return text.size() <= room;
    }
    bool flush() override { return text.size() <= room; }
    void report(std::string_view line) override { messages += line; }
    [[nodiscard]] const render::line_style& style() const override { return lines; }
};

} // namespace ballast::tests
