// Runs commands as processes, one after another and in several rounds, and prints the time and the memory of each:
//     ballast_cold_runs ROUNDS BYTES < COMMANDS
// A line of COMMANDS is a name, a tab and a command for the shell's `exec`. Memory is compared with BYTES.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

namespace {

struct command {
    std::string name;
    std::string line;
    std::vector<double> milliseconds{};
    double most_bytes = 0;
    int status = 0;
};

void run(command& what)
{
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    const auto child = ::vfork(); // a fork would count this process' memory
    if (child == 0) {
        ::execl("/bin/sh", "sh", "-c", what.line.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    rusage used{};
    if (child < 0 || ::wait4(child, &what.status, 0, &used) < 0) {
        std::perror("ballast_cold_runs");
        std::exit(2);
    }
    what.milliseconds.push_back(std::chrono::duration<double, std::milli>(clock::now() - begin).count());
    what.most_bytes = std::max(what.most_bytes, static_cast<double>(used.ru_maxrss) * 1024);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("usage: ballast_cold_runs ROUNDS BYTES < COMMANDS\n", stderr);
        return 2;
    }
    const auto rounds = std::max(1, std::atoi(argv[1]));
    const double bytes = std::max(1.0, std::atof(argv[2]));
    std::vector<command> all;
    for (std::string line; std::getline(std::cin, line);) {
        const auto tab = line.find('\t');
        if (tab != std::string::npos) all.push_back({line.substr(0, tab), "exec " + line.substr(tab + 1)});
    }
    for (int round = 0; round < rounds; ++round)
        for (auto& one : all) run(one);

    std::printf("%-36s %10s %10s %10s %8s\n", "", "least ms", "median ms", "MiB", "x bytes");
    int worst = 0;
    for (auto& one : all) {
        std::sort(one.milliseconds.begin(), one.milliseconds.end());
        std::printf("%-36s %10.1f %10.1f %10.1f %8.2f\n", one.name.c_str(), one.milliseconds.front(),
                    one.milliseconds[one.milliseconds.size() / 2], one.most_bytes / (1024 * 1024),
                    one.most_bytes / bytes);
        // The exit code 1 means findings.
        if (!WIFEXITED(one.status) || WEXITSTATUS(one.status) > 1) {
            std::printf("%-36s failed: status %d\n", one.name.c_str(), one.status);
            worst = 2;
        }
    }
    return worst;
}
