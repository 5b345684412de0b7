// The terminal that output goes to.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>

namespace ballast::cli {

// How wide lines may be; 80 where output goes elsewhere.
inline std::size_t terminal_columns()
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40) return 80;
    return size.ws_col;
}

} // namespace ballast::cli
