#include "cli/report.hpp"

#include "cli/output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>

namespace ballast::cli {

namespace {

// Evaluated once, because some commands create a record for every file.
bool output_is_terminal()
{
    static const bool result = ::isatty(STDOUT_FILENO) != 0;
    return result;
}

std::string_view environment(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : "";
}

// By the usual variables: NO_COLOR and TERM=dumb disable colors, FORCE_COLOR enables them even without a terminal.
bool colors_are_wanted(bool on_terminal)
{
    if (!environment("NO_COLOR").empty()) return false;
    if (const auto forced = environment("FORCE_COLOR"); !forced.empty()) return forced != "0";
    return on_terminal && environment("TERM") != "dumb";
}

} // namespace

records::records(char line_end) : line_end_(line_end), on_terminal_(output_is_terminal())
{
    coloured_ = colors_are_wanted(on_terminal_);
}

void records::format_line(fmt::string_view text, fmt::format_args arguments)
{
    fmt::vformat_to(std::back_inserter(buffer_), text, arguments);
    buffer_.push_back(line_end_);
}

std::string records::take()
{
    auto result = fmt::to_string(buffer_);
    buffer_.clear();
    return result;
}

bool report::write(std::string_view bytes)
{
    if (on_terminal() || bytes.size() > chunk) {
        flush();
        put(bytes);
        return !failed_;
    }
    buffer_.append(bytes.data(), bytes.data() + bytes.size());
    return buffer_.size() <= chunk || flush();
}

bool report::flush()
{
    put({buffer_.data(), buffer_.size()});
    buffer_.clear();
    if (!failed_ && std::fflush(stdout) != 0) fail();
    return !failed_;
}

void report::put(std::string_view bytes)
{
    if (!failed_ && std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail();
}

void report::fail()
{
    const int error = errno;
    if (error == EPIPE) end_of_pipe();
    failed_ = true;
    warn("ballast: standard output: {}\n", std::strerror(error));
}

void warn_with(fmt::string_view text, fmt::format_args arguments)
{
    fmt::memory_buffer line;
    fmt::vformat_to(std::back_inserter(line), text, arguments);
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

std::string records::emphasised(std::string_view word) const
{
    if (!coloured_) return std::string(word);
    const auto colour = word == "warning" ? 33 : word == "note" ? 36 : 31;
    return fmt::format("\x1b[1;{}m{}\x1b[0m", colour, word);
}

void records::place(std::string_view path, std::string_view word, const finding& what, text_place where,
                    std::string_view text)
{
    line("{}:{}:{}: {}: {} [{}]", path, where.line, where.column, emphasised(word), what.message(), info(what.id).name);
    const auto shown = excerpt_of(text, what.begin, what.end);
    if (shown.window.empty()) return;
    line(" {}", shown.window);
    line(" {}^", std::string(static_cast<std::size_t>(shown.caret), ' '));
}

void records::place(std::string_view path, std::string_view word, const finding& what, line_table& lines,
                    const std::function<text_place(text_place)>& in_file)
{
    const auto place_of = [&](std::int64_t offset) {
        const auto place = lines.place_of(offset);
        return in_file ? in_file(place) : place;
    };
    place(path, word, what, place_of(what.begin), lines.text());
    for (const auto& other : what.related) {
        const auto there = place_of(other.begin);
        line(" {}:{}:{}: {}: {}", path, there.line, there.column, emphasised("note"), other.said.text());
    }
}

} // namespace ballast::cli
