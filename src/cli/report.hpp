// Writes results: records to standard output, messages about the run to standard error.
#pragma once

#include "ballast/finding.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::cli {

// Lines that are kept until they are taken.
class records {
public:
    // `line_end` is LF, or NUL for scripts.
    explicit records(char line_end = '\n');

    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        format_line(text, fmt::make_format_args(arguments...));
    }
    // `PATH:L:C: WORD: MESSAGE [ID]`, then the source line, a caret and the related places, each after a blank. Where
    // the text is a part of the file, `in_file` makes a place in the file of one in the text.
    void place(std::string_view path, std::string_view word, const finding& what, line_table& lines,
               const std::function<text_place(text_place)>& in_file = {});
    // The same for a known place, without related places.
    void place(std::string_view path, std::string_view word, const finding& what, text_place where,
               std::string_view text);
    // The word for a failure, coloured on a terminal.
    [[nodiscard]] std::string emphasised(std::string_view word) const;
    // True if standard output is a terminal.
    [[nodiscard]] bool on_terminal() const { return on_terminal_; }
    // True if colours are enabled as well.
    [[nodiscard]] bool coloured() const { return coloured_; }

    // Returns and clears the kept lines.
    std::string take();

protected:
    fmt::memory_buffer buffer_;

private:
    void format_line(fmt::string_view text, fmt::format_args arguments);

    char line_end_;
    bool on_terminal_;
    bool coloured_;
};

// Converts places in a one-line text to places in the file, given the line number.
inline auto at_line(std::size_t number)
{
    return [number](text_place place) {
        place.line += static_cast<std::int64_t>(number) - 1;
        return place;
    };
}

// Buffered standard output. A failed write is remembered and reported on standard error. If the reader of a pipe has
// closed it, the command ends.
class report : public records {
public:
    using records::records;
    report(const report&) = delete;
    report& operator=(const report&) = delete;
    ~report() { flush(); }

    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        records::line(text, std::forward<Arguments>(arguments)...);
        if (buffer_.size() > chunk) flush();
    }
    // Writes the bytes unchanged; false if a write failed. On a terminal they appear at once.
    bool write(std::string_view bytes);
    // False once a write has failed.
    bool flush();

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

} // namespace ballast::cli
