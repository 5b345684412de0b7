#include "cli/command_line.hpp"
#include "cli/streams.hpp"

#include <csignal>
#include <string_view>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

// Large files are mapped. If one is truncated while being read, the process gets this signal.
extern "C" void file_was_cut(int)
{
    constexpr std::string_view message = "ballast: a file was truncated while being read\n";
    static_cast<void>(!::write(STDERR_FILENO, message.data(), message.size()));
    ::_exit(ballast::cli::trouble);
}

} // namespace

int main(int argc, char** argv)
{
    ballast::cli::keep_standard_streams();
    std::signal(SIGBUS, file_was_cut);
#ifdef __GLIBC__
    // Large blocks always have their own pages, so they can grow in place and are returned to the system when freed.
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
    return ballast::cli::run(argc, argv);
}
