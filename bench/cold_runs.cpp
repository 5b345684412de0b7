// Runs a command and tells the most memory it held, beside the size of a file: ballast_peak_memory FILE COMMAND...
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

int main(int argc, char** argv)
{
    struct stat file{};
    if (argc < 3 || ::stat(argv[1], &file) != 0) {
        std::fputs("usage: ballast_peak_memory FILE COMMAND...\n", stderr);
        return 2;
    }
    const auto child = ::fork();
    if (child == 0) {
        ::execvp(argv[2], argv + 2);
        ::_exit(127);
    }
    int status = 0;
    rusage used{};
    if (child < 0 || ::wait4(child, &status, 0, &used) < 0) return 2;
    const double bytes = static_cast<double>(used.ru_maxrss) * 1024;
    std::printf("peak memory of `%s %s`: %.1f MB, %.2f x the file\n", argv[2], argc > 3 ? argv[3] : "", bytes / 1e6,
                bytes / static_cast<double>(file.st_size));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
