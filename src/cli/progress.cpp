#include "cli/progress.hpp"

#include "cli/output.hpp"

#include <unistd.h>

namespace ballast::cli {

namespace {

using namespace std::chrono_literals;
constexpr auto patience = 500ms; // before the first line
constexpr auto step_time = 100ms;

} // namespace

progress::progress(std::size_t files)
    : files_(files), wanted_(files > 1 && ::isatty(STDERR_FILENO) != 0), next_(clock::now() + patience)
{
}

void progress::step()
{
    ++done_;
    if (!wanted_ || clock::now() < next_) return;
    next_ = clock::now() + step_time;
    there_ = true;
    warn("\r{} of {} files", done_, files_);
}

void progress::clear()
{
    if (!there_) return;
    there_ = false;
    warn("\r\x1b[K");
}

} // namespace ballast::cli
