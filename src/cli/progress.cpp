#include "cli/progress.hpp"

#include "cli/output.hpp"

#include <unistd.h>

namespace ballast::cli {

namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms; // before the first line
constexpr auto step_time = 100ms;

} // namespace

progress::progress() : wanted_(::isatty(STDERR_FILENO) != 0), next_(clock::now() + patience) {}

void progress::show(std::string_view line)
{
    if (!wanted_ || clock::now() < next_) return;
    next_ = clock::now() + step_time;
    there_ = true;
    warn("\r\x1b[K{}", line);
}

void progress::show(std::size_t done, std::size_t files)
{
    if (files > 1) show(fmt::format("{} of {} files", done, files));
}

void progress::clear()
{
    if (!there_) return;
    there_ = false;
    warn("\r\x1b[K");
}

} // namespace ballast::cli
