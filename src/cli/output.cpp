#include "cli/output.hpp"

#include "ballast/version.hpp"
#include "cli/command.hpp"
#include "cli/streams.hpp"
#include "render/answers.hpp"
#include "render/json.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <mutex>
#include <string>

namespace ballast::cli {

namespace {

// What --format json needs to know about both streams.
struct json_state {
    std::mutex lock;
    bool expected = false;
    bool written = false; // to standard output, or a write has failed
    std::string errors;   // lines of standard error
};
json_state& of_json()
{
    static json_state only;
    return only;
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

bool output_is_terminal()
{
    static const bool result = ::isatty(STDOUT_FILENO) != 0;
    return result;
}

render::line_style output_style(char line_end)
{
    return {.line_end = line_end, .coloured = colors_are_wanted(output_is_terminal()), .hints = output_is_terminal()};
}

bool output::write(std::string_view bytes)
{
    if (output_is_terminal() || bytes.size() > chunk) {
        flush();
        put(bytes);
        return !failed_;
    }
    buffer_.append(bytes.data(), bytes.data() + bytes.size());
    return buffer_.size() <= chunk || flush();
}

bool output::flush()
{
    put({buffer_.data(), buffer_.size()});
    buffer_.clear();
    if (!failed_ && std::fflush(stdout) != 0) fail();
    return !failed_;
}

int output::finish(const answers::outcome& of)
{
    const bool written = flush();
    report(of);
    return written ? of.code : +trouble;
}

void output::put(std::string_view bytes)
{
    if (!bytes.empty()) of_json().written = true;
    if (!failed_ && std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) fail();
}

void output::fail()
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
    auto& json = of_json();
    const std::string_view bytes(line.data(), line.size());
    if (json.expected && !bytes.starts_with('\r')) { // progress is not an error
        const std::scoped_lock held(json.lock);
        json.errors.append(bytes);
    }
    static_cast<void>(std::fwrite(line.data(), 1, line.size(), stderr));
}

void report(const answers::outcome& of) { warn("{}", render::lines_of(of.diagnostics)); }

void expect_json() { of_json().expected = true; }

void write_errors_as_json()
{
    auto& json = of_json();
    if (!json.expected || json.written) return;
    render::json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.array("errors", [&] {
            for (std::string_view rest = json.errors; !rest.empty();) {
                const auto end = std::min(rest.find('\n'), rest.size());
                out.text(rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        });
    });
    print_text(out.result() + '\n');
}

int print_text(std::string_view text)
{
    output out;
    out.write(text);
    return out.flush() ? success : trouble;
}

} // namespace ballast::cli
