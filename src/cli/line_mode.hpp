// Line mode: every line of a file is one construct.
#pragma once

#include "ballast/era.hpp"
#include "ballast/read.hpp"
#include "ballast/releases.hpp"
#include "cli/arguments.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <optional>

namespace ballast::cli {

// Reports that no line was read; returns the exit code.
inline int no_lines()
{
    warn("ballast: no lines to read\n");
    return trouble;
}

// Converts places in a one-line text to places in the file, given the line number.
inline auto at_line(std::size_t number)
{
    return [number](text_place place) {
        place.line += static_cast<std::int64_t>(number) - 1;
        return place;
    };
}

// A single line has no dump around it. One XLA must have printed all its features.
inline std::optional<finding> mixed_dates(const fragment_result& read)
{
    if (!read.accepted()) return std::nullopt;
    const auto when = date(read.value->witnesses());
    if (!when.skewed) return std::nullopt;
    const auto which = when.skewed->which;
    return finding{.id = finding_id::mixed_eras,
                   .begin = when.skewed->offset,
                   .end = when.skewed->offset,
                   .message = {"{} is from {}, the rest of the line is from {}",
                               {std::string(info(which).name), era_text(eras(which)), era_text(when.possible)}}};
}

// Calls `body(path, number, line)` for every line of the files; a file that cannot be read goes to `unreadable`.
template <typename Body, typename Unreadable>
void for_each_line(const input_arguments& options, Body&& body, Unreadable&& unreadable)
{
    for (const auto& path : options.paths) {
        const files::input_file file{path, files::shown_path(path, options), {}};
        const auto read = files::read_file(file, options);
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
