// Lines of text: records, and findings with their places.
#pragma once

#include "ballast/render.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::inline v0::render {

// Lines that are kept until they are taken.
class line_buffer {
public:
    explicit line_buffer(line_style style = {}) : style_(style) {}

    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        format_line(text, fmt::make_format_args(arguments...));
    }
    // `PATH:L:C: WORD: MESSAGE [ID]`, then the source line, a caret and the related places, each after a blank.
    void finding(std::string_view path, std::string_view word, const answers::reported_finding& what,
                 const excerpt& around);
    // The same for a finding whose places are all in one text; `in_file` converts places in the text to places in the
    // file that has it.
    void finding(std::string_view path, std::string_view word, const ballast::finding& what, line_table& lines,
                 const std::function<text_place(text_place)>& in_file = {});
    // `PATH: unreadable: PROBLEM`.
    void unreadable(std::string_view path, std::string_view problem);
    // A file that was refused or could not be read.
    void unused(const answers::unused_file& file);
    // The word for a failure, coloured on a terminal.
    [[nodiscard]] std::string emphasised(std::string_view word) const;
    [[nodiscard]] const line_style& style() const { return style_; }

    // Returns and clears the kept lines.
    std::string take();

protected:
    fmt::memory_buffer buffer_;

private:
    void format_line(fmt::string_view text, fmt::format_args arguments);
    void finding_lines(std::string_view path, std::string_view word, const ballast::finding& what, text_place where,
                       const excerpt& around);
    void related_line(std::string_view path, text_place where, std::string_view message);

    line_style style_;
};

} // namespace ballast::inline v0::render
