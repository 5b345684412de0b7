// Makes the dumps of a module as small as possible, while a command still succeeds or a finding is still there.
#include "ballast/reduce.hpp"
#include "base/nearest.hpp"
#include "cli/inputs.hpp"
#include "cli/output_to_file.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"
#include "files/read_file.hpp"
#include "render/shell_word.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// The first Ctrl-C ends the search, the second one the program.
void end_at_interrupt()
{
    struct sigaction action = {};
    action.sa_handler = [](int) { interrupted = 1; };
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    ::sigaction(SIGINT, &action, nullptr);
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
    tester(std::string command, std::vector<std::string> names) : command_(std::move(command)), names_(std::move(names))
    {
    }

    [[nodiscard]] bool ready() const { return !folder_.path().empty(); }
    // Why the files could not be written, or empty.
    [[nodiscard]] const std::string& problem() const { return problem_; }

    bool succeeds(std::span<const std::string> texts)
    {
        for (std::size_t i = 0; i < texts.size() && problem_.empty(); ++i)
            problem_ = files::write_file(path_of(i), texts[i], files::existing::replaced);
        if (!problem_.empty()) return false;
        const auto path = render::shell_quoted(names_.size() == 1 ? path_of(0) : folder_.path());
        auto line = command_;
        if (line.find("{}") == std::string::npos) line.append(" ").append(path);
        for (auto at = line.find("{}"); at != std::string::npos; at = line.find("{}", at + path.size()))
            line.replace(at, 2, path);
        const int status = std::system(("(\n" + line + "\n) </dev/null >/dev/null 2>&1").c_str());
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) interrupted = 1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGINT) interrupted = 1;
        return interrupted == 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }

private:
    [[nodiscard]] std::string path_of(std::size_t i) const { return (fs::path(folder_.path()) / names_[i]).string(); }

    std::string command_;
    std::vector<std::string> names_;
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

// The dumps among the files of a module. If there are none, or if others are left out, that is reported.
std::vector<const files::module_file*> dumps_in(const std::vector<files::module_file>& module)
{
    std::vector<const files::module_file*> result;
    for (const auto& file : module)
        if (std::holds_alternative<ast::dump>(file.result.value->tree())) result.push_back(&file);
    if (result.empty()) {
        warn("ballast reduce: {}: only dumps can be reduced\n", module.front().file->shown);
        return result;
    }
    for (const auto& file : module)
        if (!std::holds_alternative<ast::dump>(file.result.value->tree()))
            warn("ballast reduce: {}: not a dump, so it is left out\n", file.file->shown);
    return result;
}

std::string file_name_of(const files::module_file& file)
{
    const auto name = file.file->path == "-" ? std::string("stdin.txt") : fs::path(file.file->path).filename().string();
    return std::string(files::without_compression(name));
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
    return each.phase == phase::unknown || each.phase == phase::era || each.phase == phase::meaning;
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

// Reports that the input does not have the finding.
void report_absent(const reduce_arguments& given, std::span<const document* const> dumps, const reduce::options& how)
{
    if (given.finding.empty()) {
        warn("ballast reduce: the command fails with the files as they are: {}\n", given.command);
        return;
    }
    std::vector<std::string_view> names;
    for (const auto id : reduce::findings_of(dumps, how)) names.push_back(info(id).name);
    warn("ballast reduce: the dump does not have the finding {}; it has {}\n", given.finding,
         names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", ")));
}

// The file of each dump.
std::vector<std::string> outputs_of(const reduce_arguments& given, const std::vector<std::string>& names)
{
    if (names.size() == 1) return {given.output};
    std::vector<std::string> result;
    for (const auto& name : names) result.push_back((fs::path(given.output) / name).string());
    return result;
}

bool write_results(const reduce_arguments& given, const std::vector<std::string>& names,
                   const std::vector<std::string>& texts, output& out)
{
    if (!is_file(given.output)) return out.write(texts.front());
    const auto paths = outputs_of(given, names);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto problem = files::write_file(paths[i], texts[i], files::existing::replaced);
        if (problem.empty()) continue;
        warn("ballast reduce: {}: {}\n", files::quoted_name(paths[i]), problem);
        return false;
    }
    return true;
}

int run_reduce(const reduce_arguments& given)
{
    const auto begin = clock::now();
    const auto limit = duration_of(given.within);
    if (given.command.empty() == given.finding.empty()) {
        warn("ballast reduce: one of --while and --finding is required\n");
        return trouble;
    }
    output out;
    const auto inputs = find_module_texts(given, given.output);
    const auto module = read_module("reduce", inputs, given, out);
    if (module.code) return *module.code;
    if (have_same_part("reduce", module.files)) return trouble;
    const auto files = dumps_in(module.files);
    if (files.empty()) return trouble;
    std::vector<const document*> dumps;
    std::vector<std::string> names;
    reduce::options how;
    how.file_name = files.front()->file->path;
    for (const auto* file : files) {
        dumps.push_back(&*file->result.value);
        names.push_back(file_name_of(*file));
        how.parsing.live_range_optional |= files::options_for(file->file->path).live_range_optional;
    }
    if (files.size() > 1) {
        if (!is_file(given.output)) {
            warn("ballast reduce: there are several files; -o names the folder for them\n");
            return trouble;
        }
        if (!make_folder("reduce", given.output)) return trouble;
    }
    std::vector<std::string> paths;
    for (const auto& file : inputs) paths.push_back(file.path);
    if (overwrites_input(paths, given, outputs_of(given, names))) return trouble;

    const auto wanted = finding_named(given.finding);
    std::optional<tester> command;
    if (!wanted) command.emplace(given.command, names);
    if (command && !command->ready()) {
        warn("ballast reduce: cannot make a temporary folder\n");
        return trouble;
    }
    how.holds = [&](std::span<const std::string> texts, std::span<const finding_id> findings) {
        return wanted ? std::ranges::binary_search(findings, *wanted) : command->succeeds(texts);
    };
    reduction_progress shown;
    how.tell = [&](const reduce::progress& now) { shown.show(now); };
    how.stop = [&] {
        return interrupted != 0 || (limit && clock::now() - begin > *limit) || (command && !command->problem().empty());
    };
    end_at_interrupt();
    const auto result = reduce::reduce(dumps, how);
    shown.clear();
    if (command && !command->problem().empty()) {
        warn("ballast reduce: cannot write for the command: {}\n", command->problem());
        return trouble;
    }
    if (result.what == reduce::outcome::absent) {
        report_absent(given, dumps, how);
        return failure;
    }
    if (result.what == reduce::outcome::fixed)
        warn("ballast reduce: nothing can be removed: what is looked for depends on numbers that are computed again\n");
    if (result.what == reduce::outcome::stopped) warn("ballast reduce: stopped; this is the smallest dump so far\n");
    if (!write_results(given, names, result.texts, out)) return trouble;
    if (is_file(given.output)) {
        std::size_t before = 0;
        for (const auto* dump : dumps) before += dump->text().size();
        out.line("{}: {} of {} bytes, {} instructions, {} candidates", files::quoted_name(given.output),
                 result.reached.bytes, before, result.reached.instructions, result.reached.tried);
    }
    if (!out.flush()) return trouble;
    return result.what == reduce::outcome::fixed ? failure : success;
}

command_body declare_reduce(CLI::App& app)
{
    auto given = std::make_shared<reduce_arguments>();
    add_module(app, *given);
    app.add_option("-o,--output", given->output, "the file for the result, or the folder for several files")
        ->type_name("PATH");
    auto* const command =
        app.add_option(
               "--while", given->command,
               "a shell command that gets the path of a candidate, at its end or in place of {}, and exits with "
               "0 if that still shows it")
            ->type_name("COMMAND");
    app.add_option("--finding", given->finding, "the same for a finding of `ballast validate`, which needs no command")
        ->type_name("ID")
        ->check(CLI::Validator(unknown_finding, ""))
        ->excludes(command);
    app.add_option("--within", given->within, "stop after this time, as 60s or 5m, with the smallest dump so far")
        ->type_name("TIME")
        ->check([](const std::string& text) {
            return duration_of(text) ? std::string() : "not a time like 60s, 5m or 1h: " + text;
        });
    return [given] { return run_reduce(*given); };
}

} // namespace

extern const command reduce_command{"Texts", "reduce", "the smallest dump that still shows something", declare_reduce};

} // namespace ballast::cli
