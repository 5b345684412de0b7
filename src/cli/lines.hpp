// Line mode: every line of a file is one construct.
#pragma once

#include "cli/files.hpp"

#include <cstring>

namespace ballast::cli {

// Calls `body(path, number, line)` for every line of the files; a file that cannot be read goes to `unreadable`.
template <typename Body, typename Unreadable>
void for_each_line(const std::vector<std::string>& paths, Body&& body, Unreadable&& unreadable)
{
    for (const auto& path : paths) {
        const input_file file{path, path == "-" ? "<stdin>" : path, {}};
        const auto read = read_file(file);
        if (!read.error.empty()) {
            unreadable(file.shown, read.error);
            continue;
        }
        auto rest = read.text.view();
        for (std::size_t number = 1; !rest.empty(); ++number) {
            const auto end = rest.find('\n');
            body(file.shown, number, rest.substr(0, end));
            if (end == std::string_view::npos) break;
            rest.remove_prefix(end + 1);
        }
    }
}

} // namespace ballast::cli
