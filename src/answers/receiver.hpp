// Where an answer and its messages go: standard output and standard error, or memory.
#pragma once

#include "ballast/render.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ballast::inline v0::answers {

// The exit codes of the command. 1: something failed; 2: wrong usage, an unreadable path, a failed write, or no input.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

class receiver {
public:
    receiver() = default;
    receiver(const receiver&) = delete;
    receiver& operator=(const receiver&) = delete;
    virtual ~receiver() = default;

    // Appends to the answer. Returns false if a write failed.
    virtual bool write(std::string_view piece) = 0;
    // Flushes pending output. Returns false if a write failed.
    virtual bool flush() = 0;
    // Reports whole lines that are not part of the answer.
    virtual void report(std::string_view lines) = 0;
    // How lines with findings are written.
    [[nodiscard]] virtual const render::line_style& style() const = 0;

    template <typename... Arguments>
    void report_line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        report(fmt::format(text, std::forward<Arguments>(arguments)...).append(1, '\n'));
    }
};

} // namespace ballast::inline v0::answers
