// Writes results: records to standard output, messages about the run to standard error.
#pragma once

#include "answers/outcome.hpp"
#include "render/lines.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::cli {

// True if standard output is a terminal.
bool output_is_terminal();

// How lines on standard output are written.
render::line_style output_style(char line_end = '\n');

// Buffered standard output. A failed write is remembered and reported on standard error. If the reader of a pipe has
// closed it, the command ends.
class output : public render::line_buffer {
public:
    // `line_end` is LF, or NUL for scripts.
    explicit output(char line_end = '\n') : line_buffer(output_style(line_end)) {}
    output(const output&) = delete;
    output& operator=(const output&) = delete;
    ~output() { flush(); }

    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        line_buffer::line(text, std::forward<Arguments>(arguments)...);
        if (buffer_.size() > chunk) flush();
    }
    // Writes the bytes unchanged; false if a write failed. On a terminal they appear at once.
    bool write(std::string_view bytes);
    // False once a write has failed.
    bool flush();
    // Flushes the output, and reports what is said beside it. Returns the exit code.
    int finish(const answers::outcome& of);
    [[nodiscard]] render::piece_taker taker()
    {
        return [this](std::string_view piece) { return write(piece); };
    }

private:
    static constexpr std::size_t chunk = 32 * 1024;

    void put(std::string_view bytes);
    void fail();

    bool failed_ = false;
};

// Writes to standard error. Failures are ignored.
void warn_with(fmt::string_view text, fmt::format_args arguments);

template <typename... Arguments>
void warn(fmt::format_string<Arguments...> text, Arguments&&... arguments)
{
    warn_with(text, fmt::make_format_args(arguments...));
}

// Writes errors and notices to standard error.
void report(const answers::outcome& of);

// Writes a text to standard output; returns the exit code.
int print_text(std::string_view text);

// With --format json, standard output is always JSON. Call `expect_json` before the command; after it,
// `write_errors_as_json` writes an object with the lines of standard error if the command has written nothing.
void expect_json();
void write_errors_as_json();

} // namespace ballast::cli
