// Makes the dumps of a module as small as possible, while a command still succeeds or a finding still occurs.
#include "ballast/reduce.hpp"
#include "base/file_name.hpp"
#include "base/nearest.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"
#include "render/shell_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

using clock = std::chrono::steady_clock;

struct reduce_arguments : input_arguments {
    std::string output;
    std::string command; // of --while
    std::string finding;
    std::string within;
};

// `90`, `90s`, `5m`, `1h`.
std::optional<std::chrono::seconds> duration_of(std::string_view text)
{
    std::int64_t number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::int64_t longest = 1'000'000;
    if (error != std::errc() || number <= 0 || number > longest) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(text.data() + text.size() - rest));
    if (unit.empty() || unit == "s") return std::chrono::seconds(number);
    if (unit == "m") return std::chrono::minutes(number);
    if (unit == "h") return std::chrono::hours(number);
    return std::nullopt;
}

volatile std::sig_atomic_t interrupted = 0;

// The first Ctrl-C or request to terminate ends the search, so that the command and the temporary files are gone and
// the smallest dump so far is written; the second one ends the program.
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

// A folder that is removed at the end.
class scratch_folder {
public:
    scratch_folder()
    {
        auto name = (fs::temp_directory_path() / "ballast_reduce_XXXXXX").string();
        if (::mkdtemp(name.data())) path_ = name;
    }
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder()
    {
        std::error_code error;
        if (!path_.empty()) fs::remove_all(path_, error);
    }
    // Empty if it could not be made.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

// The command of --while.
class tester {
public:
    // A command that still runs at `end` is ended.
    tester(std::string command, std::vector<std::string> names, std::optional<clock::time_point> end)
        : command_(std::move(command)), names_(std::move(names)), end_(end)
    {
    }

    [[nodiscard]] bool ready() const { return !folder_.path().empty(); }
    // Why the command could not be run, or empty.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    bool succeeds(std::span<const std::string> texts)
    {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto problem = files::write_file(path_of(i), texts[i], files::existing::replaced);
            if (problem.empty()) continue;
            problem_ = fmt::format("cannot write for the command: {}", problem);
            return false;
        }
        const auto path = render::shell_quoted(names_.size() == 1 ? path_of(0) : folder_.path());
        auto line = command_;
        if (line.find("{}") == std::string::npos) line.append(" ").append(path);
        for (auto at = line.find("{}"); at != std::string::npos; at = line.find("{}", at + path.size()))
            line.replace(at, 2, path);
        return run(line);
    }

private:
    [[nodiscard]] std::string path_of(std::size_t i) const { return (fs::path(folder_.path()) / names_[i]).string(); }

    // True if the shell exits with 0 in time.
    bool run(std::string& line)
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
            if (ended.si_pid != 0 || interrupted != 0 || (end_ && clock::now() >= *end_)) break;
            std::this_thread::sleep_for(pause);
            pause = std::min(2 * pause, longest);
        }
        ::kill(-child, SIGKILL); // what the shell started and left running, and the shell if it is late
        int status = 0;
        while (::waitpid(child, &status, 0) < 0)
            if (errno != EINTR) return false;
        return ended.si_pid != 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

    // A shell in a process group of its own, without input and output; -1 if there is none.
    static ::pid_t started(std::string& line)
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

    std::string command_;
    std::vector<std::string> names_;
    std::optional<clock::time_point> end_;
    scratch_folder folder_;
    std::string problem_;
};

// One line on standard error that is overwritten, if that is a terminal.
class reduction_progress {
public:
    void show(const reduce::progress& now)
    {
        if (!wanted_ || clock::now() < next_) return;
        next_ = clock::now() + std::chrono::milliseconds(200);
        there_ = true;
        warn("\r\x1b[K{} bytes, {} instructions, {} tried", now.bytes, now.instructions, now.tried);
    }
    void clear()
    {
        if (std::exchange(there_, false)) warn("\r\x1b[K");
    }

private:
    bool wanted_ = ::isatty(STDERR_FILENO) != 0;
    bool there_ = false;
    clock::time_point next_ = clock::now() + std::chrono::milliseconds(500);
};

bool is_dump(const files::module_file& file) { return std::holds_alternative<ast::dump>(file.result.value->tree()); }

void warn_left_out(const files::module_file& file, std::string_view reason)
{
    warn("ballast reduce: {}: {}, so it is left out\n", file.file->shown, reason);
}

// The dumps of a module, and the files beside them. Reports if there are no dumps, or if other files are left out.
std::vector<const files::module_file*> reducible_files(const std::vector<files::module_file>& module)
{
    std::vector<const files::module_file*> result;
    if (std::ranges::none_of(module, is_dump)) {
        warn("ballast reduce: {}: only dumps can be reduced, with what is beside them\n", module.front().file->shown);
        return result;
    }
    for (const auto& file : module) {
        const auto& read = *file.result.value;
        if (is_dump(file) || read.usage_report() || read.module_text())
            result.push_back(&file);
        else
            warn_left_out(file, "neither a dump nor a report or a module text beside one");
    }
    return result;
}

std::string file_name_of(const files::module_file& file)
{
    const auto name = file.file->path == "-" ? std::string("stdin.txt") : fs::path(file.file->path).filename().string();
    return std::string(without_compression(name));
}

std::optional<finding_id> finding_named(std::string_view name)
{
    const auto all = all_findings();
    const auto found = std::ranges::find(all, name, &finding_info::name);
    return found == all.end() ? std::nullopt : std::optional(found->id);
}

// Accepted dumps have findings of these phases.
bool is_of_accepted(const finding_info& each)
{
    return each.phase == phase::unknown || each.phase == phase::era || each.phase == phase::semantic;
}

// Says that a word is not such a finding; empty if it is one.
std::string unknown_finding(const std::string& word)
{
    const auto found = finding_named(word);
    if (found && is_of_accepted(info(*found))) return {};
    nearest_words near(word, 1);
    for (const auto& each : all_findings())
        if (is_of_accepted(each)) near.offer(std::string(each.name));
    return fmt::format("{} is not a finding of accepted dumps{}", files::quoted_name(word),
                       near.words().empty() ? "" : fmt::format("; did you mean {}?", near.words().front()));
}

// The files that are reduced together.
struct reduced_files {
    std::vector<const document*> read;
    std::vector<std::string> names;

    explicit reduced_files(std::span<const files::module_file* const> files)
    {
        for (const auto* file : files) {
            read.push_back(&*file->result.value);
            names.push_back(file_name_of(*file));
        }
    }
    [[nodiscard]] std::size_t bytes() const
    {
        std::size_t result = 0;
        for (const auto* each : read) result += each->text().size();
        return result;
    }
};

// The path of each result.
std::vector<std::string> outputs_of(const reduce_arguments& options, const std::vector<std::string>& names)
{
    std::error_code error;
    if (names.size() == 1 && !fs::is_directory(options.output, error)) return {options.output};
    std::vector<std::string> result;
    for (const auto& name : names) result.push_back((fs::path(options.output) / name).string());
    return result;
}

bool write_results(const reduce_arguments& options, const std::vector<std::string>& names,
                   const std::vector<std::string>& texts, output& out)
{
    if (!is_file(options.output)) return out.write(texts.front());
    const auto paths = outputs_of(options, names);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto problem = files::write_file(paths[i], texts[i], files::existing::replaced);
        if (problem.empty()) continue;
        warn("ballast reduce: {}: {}\n", files::quoted_name(paths[i]), problem);
        return false;
    }
    return true;
}

// Reduces files together, and reports how that ended.
class reduction_run {
public:
    // Stops at `end`.
    reduction_run(const reduce_arguments& options, const reduced_files& files, std::string_view file_name,
                  std::optional<clock::time_point> end)
        : given_(options), files_(files), wanted_(finding_named(options.finding)), end_(end)
    {
        if (!wanted_) command_.emplace(options.command, files.names, end_);
        how_.file_name = file_name;
        how_.parsing.live_range_optional = std::ranges::any_of(
            files.names, [](const std::string& name) { return files::options_for(name).live_range_optional; });
        how_.holds = [this](std::span<const std::string> texts, std::span<const finding_id> findings) {
            return wanted_ ? std::ranges::binary_search(findings, *wanted_) : command_->succeeds(texts);
        };
        how_.tell = [this](const reduce::progress& now) { shown_.show(now); };
        how_.stop = [this] {
            return interrupted != 0 || (end_ && clock::now() >= *end_) || (command_ && !command_->problem().empty());
        };
    }
    reduction_run(const reduction_run&) = delete;
    reduction_run& operator=(const reduction_run&) = delete;

    // Empty if the command cannot be run, which is reported.
    std::optional<reduce::reduction> run()
    {
        if (command_ && !command_->ready()) {
            warn("ballast reduce: cannot make a temporary folder\n");
            return std::nullopt;
        }
        auto result = reduce::reduce(files_.read, how_);
        shown_.clear();
        if (command_ && !command_->problem().empty()) {
            warn("ballast reduce: {}\n", command_->problem());
            return std::nullopt;
        }
        return result;
    }
    // Reports that the files do not satisfy the condition.
    void report_absent() const
    {
        if (how_.stop())
            warn("ballast reduce: stopped before it was known that the files as they are show it\n");
        else if (command_)
            warn("ballast reduce: the command fails with the files as they are: {}\n", given_.command);
        else
            warn("ballast reduce: the input does not have the finding {}; it has {}\n", given_.finding, found_names());
    }

private:
    [[nodiscard]] std::string found_names() const
    {
        std::vector<std::string_view> names;
        for (const auto id : reduce::findings_of(files_.read, how_)) names.push_back(info(id).name);
        return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
    }

    const reduce_arguments& given_;
    const reduced_files& files_;
    std::optional<finding_id> wanted_;
    std::optional<clock::time_point> end_;
    std::optional<tester> command_;
    reduction_progress shown_;
    reduce::options how_;
};

// The files beside dumps may contain information that does not follow from them. Then the dumps are reduced alone, if
// they satisfy the condition.
std::optional<reduce::reduction> reduced_alone(const reduce_arguments& options, reduced_files& files,
                                               std::span<const files::module_file* const> all,
                                               std::optional<clock::time_point> end)
{
    std::vector<const files::module_file*> dumps;
    for (const auto* file : all)
        if (is_dump(*file)) dumps.push_back(file);
    if (dumps.size() == all.size()) return std::nullopt;
    reduced_files alone(dumps);
    reduction_run run(options, alone, dumps.front()->file->path, end);
    auto result = run.run();
    if (!result || result->what == reduce::outcome::absent || result->what == reduce::outcome::fixed)
        return std::nullopt;
    for (const auto* file : all)
        if (!is_dump(*file)) warn_left_out(*file, "does not follow from the dumps");
    files = std::move(alone);
    return result;
}

int run_reduce(const reduce_arguments& options)
{
    if (options.command.empty() == options.finding.empty()) {
        warn("ballast reduce: one of --while and --finding is required\n");
        return trouble;
    }
    output out;
    const auto inputs = find_module_texts(options, options.output);
    const auto module = read_module("reduce", inputs, options, out);
    if (module.code) return *module.code;
    if (have_same_part("reduce", module.files, out)) return trouble;
    const auto together = reducible_files(module.files);
    if (together.empty()) return trouble;
    reduced_files files(together);
    if (together.size() > 1) {
        if (!is_file(options.output)) {
            warn("ballast reduce: there are several files; -o names the folder for them\n");
            return trouble;
        }
        if (!make_folder("reduce", options.output)) return trouble;
    }
    std::vector<std::string> paths;
    for (const auto& file : inputs) paths.push_back(file.path);
    if (overwrites_input(paths, options, outputs_of(options, files.names))) return trouble;

    std::optional<clock::time_point> end;
    if (const auto limit = duration_of(options.within)) end = clock::now() + *limit;
    end_at_interrupt();
    reduction_run run(options, files, together.front()->file->path, end);
    auto result = run.run();
    if (!result) return trouble;
    if (result->what == reduce::outcome::absent) {
        run.report_absent();
        return failure;
    }
    const auto before = files.bytes();
    if (result->what == reduce::outcome::fixed)
        if (auto alone = reduced_alone(options, files, together, end)) result = std::move(alone);
    if (result->what == reduce::outcome::fixed)
        warn("ballast reduce: nothing can be removed: what is looked for depends on numbers that are computed again\n");
    if (result->what == reduce::outcome::stopped) warn("ballast reduce: stopped; this is the smallest dump so far\n");
    if (!write_results(options, files.names, result->texts, out)) return trouble;
    if (is_file(options.output))
        out.line("{}: {} of {} bytes, {} instructions, {} candidates", files::quoted_name(options.output),
                 result->reached.bytes, before, result->reached.instructions, result->reached.tried);
    if (!out.flush()) return trouble;
    return result->what == reduce::outcome::fixed ? failure : success;
}

command_body declare_reduce(CLI::App& app)
{
    auto options = std::make_shared<reduce_arguments>();
    add_module(app, *options);
    app.add_option("-o,--output", options->output, "the file for the result, or the folder for several files")
        ->type_name("PATH");
    auto* const command =
        app.add_option(
               "--while", options->command,
               "a shell command that gets the path of a candidate, at its end or in place of {}, and exits with "
               "0 if that still shows it")
            ->type_name("COMMAND");
    app.add_option("--finding", options->finding,
                   "the same for a finding of `ballast validate`, which needs no command")
        ->type_name("ID")
        ->check(CLI::Validator(unknown_finding, ""))
        ->excludes(command);
    app.add_option("--within", options->within, "stop after this time, as 60s or 5m, with the smallest dump so far")
        ->type_name("TIME")
        ->check([](const std::string& text) {
            return duration_of(text) ? std::string() : "not a time like 60s, 5m or 1h: " + text;
        });
    return [options] { return run_reduce(*options); };
}

} // namespace

extern const command reduce_command{"Texts", "reduce", "the smallest dump that still shows something", declare_reduce};

} // namespace ballast::cli
