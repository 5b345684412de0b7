#include "cli/command_line.hpp"
#include "cli/streams.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

int main(int argc, char** argv)
{
    ballast::cli::keep_standard_streams();
#ifdef __GLIBC__
    // Large blocks always have their own pages, so they can grow in place and are returned to the system when freed.
    ::mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
    return ballast::cli::run(argc, argv);
}
