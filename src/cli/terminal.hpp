// The terminal that output goes to.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace ballast::cli {

// The width of lines; 0, which is no limit, if output is not a terminal.
inline std::size_t terminal_columns()
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return 0;
    if (size.ws_col < 40) return 80;
    return size.ws_col;
}

// True if the locale allows only ASCII output.
inline bool locale_is_ascii()
{
    for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"})
        if (const char* value = std::getenv(name); value && *value != '\0')
            return std::string_view(value) == "C" || std::string_view(value) == "POSIX";
    return false;
}

} // namespace ballast::cli
