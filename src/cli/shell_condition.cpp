#include "cli/shell_condition.hpp"

#include "base/shell_word.hpp"
#include "files/output_file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

volatile std::sig_atomic_t interrupted = 0;

// A shell in a process group of its own, without input and output; -1 if there is none.
::pid_t started(std::string& line)
{
    ::posix_spawn_file_actions_t files;
    ::posix_spawnattr_t settings;
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&settings);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    ::posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&settings, 0);
    std::string shell = "sh";
    std::string option = "-c";
    std::array<char*, 4> words{shell.data(), option.data(), line.data(), nullptr};
    ::pid_t child = -1;
    if (::posix_spawnp(&child, "sh", &files, &settings, words.data(), environ) != 0) child = -1;
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&settings);
    return child;
}

} // namespace

bool is_interrupted() { return interrupted != 0; }

void end_at_interrupt()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before = {};
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler != SIG_IGN) ::sigaction(signal, &action, nullptr); // such as under nohup
    }
}

scratch_folder::scratch_folder()
{
    auto name = (fs::temp_directory_path() / "ballast_reduce_XXXXXX").string();
    if (::mkdtemp(name.data())) path_ = name;
}

scratch_folder::~scratch_folder()
{
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
}

bool shell_condition::holds(std::span<const std::string> names, std::span<const std::string> texts)
{
    const auto path_of = [&](const std::string& name) { return (fs::path(folder_.path()) / name).string(); };
    if (folder_.path().empty()) {
        problem_ = "cannot make a temporary folder";
        return false;
    }
    std::error_code error;
    for (const auto& name : std::exchange(names_, {names.begin(), names.end()}))
        if (std::ranges::find(names, name) == names.end()) fs::remove(path_of(name), error);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto problem = files::write_file(path_of(names[i]), texts[i], files::existing::replaced);
        if (problem.empty()) continue;
        problem_ = fmt::format("cannot write for the command: {}", problem);
        return false;
    }
    const auto path = shell_quoted(names.size() == 1 ? path_of(names[0]) : folder_.path());
    auto line = command_;
    if (line.find("{}") == std::string::npos) line.append(" ").append(path);
    for (auto at = line.find("{}"); at != std::string::npos; at = line.find("{}", at + path.size()))
        line.replace(at, 2, path);
    return run(line);
}

bool shell_condition::run(std::string& line)
{
    const auto child = started(line);
    if (child < 0) {
        problem_ = "cannot start a shell for the command";
        return false;
    }
    siginfo_t ended = {};
    auto pause = std::chrono::microseconds(100);
    constexpr auto longest = std::chrono::microseconds(10'000);
    while (ended.si_pid == 0) {
        // The shell keeps its number, which is that of its group, until it is reaped.
        if (::waitid(P_PID, static_cast<::id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) < 0 && errno != EINTR)
            break;
        if (ended.si_pid != 0 || interrupted != 0 || (end_ && steady_clock::now() >= *end_)) break;
        std::this_thread::sleep_for(pause);
        pause = std::min(2 * pause, longest);
    }
    ::kill(-child, SIGKILL); // what the shell started and left running, and the shell if it is late
    int status = 0;
    while (::waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return false;
    return ended.si_pid != 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace ballast::cli
