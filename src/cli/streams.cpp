#include "cli/streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace ballast::cli {

void end_of_pipe()
{
    std::signal(SIGPIPE, SIG_DFL);
    sigset_t only{};
    ::sigemptyset(&only);
    ::sigaddset(&only, SIGPIPE);
    ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    std::raise(SIGPIPE);
    ::_exit(128 + SIGPIPE); // signals do not end the first process of a container
}

void keep_standard_streams()
{
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        // Opened for the direction that is not used. It gets this number, because that is the lowest free one.
        if (::fcntl(number, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY));
}

} // namespace ballast::cli
