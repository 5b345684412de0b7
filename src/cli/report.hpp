// How results are written: records to standard output, what concerns the run to standard error.
#pragma once

#include "ballast/finding.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

namespace ballast::cli {

// Standard output, buffered. Remembers whether a write failed.
class report {
public:
    report();
    report(const report&) = delete;
    report& operator=(const report&) = delete;
    ~report() { flush(); }

    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        fmt::format_to(std::back_inserter(buffer_), text, std::forward<Arguments>(arguments)...);
        buffer_.push_back('\n');
        if (buffer_.size() > 32 * 1024) flush();
    }
    // False where a write failed.
    bool write(std::string_view bytes);

    // `PATH:L:C: WORD: MESSAGE [ID]`, then the source line, a caret and the related places, each after a blank. The
    // lines of a text that is itself a line are counted from `first_line`.
    void place(std::string_view path, std::string_view word, const finding& what, line_table& lines,
               std::int64_t first_line = 1);
    // A failure's word, coloured on a terminal.
    [[nodiscard]] std::string emphasised(std::string_view word) const;

    // False once a write has failed.
    bool flush();

private:
    fmt::memory_buffer buffer_;
    bool coloured_ = false;
    bool failed_ = false;
};

template <typename... Arguments>
void warn(fmt::format_string<Arguments...> text, Arguments&&... arguments)
{
    fmt::print(stderr, text, std::forward<Arguments>(arguments)...);
}

} // namespace ballast::cli
