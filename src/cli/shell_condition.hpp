// The command of `reduce --while`, and what ends a search.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ballast::cli {

using steady_clock = std::chrono::steady_clock;

// The first Ctrl-C or request to terminate ends the search, so that the command and the temporary files are gone and
// the smallest dump so far is written; the second one ends the program.
void end_at_interrupt();
bool is_interrupted();

// A folder that is removed at the end.
class scratch_folder {
public:
    scratch_folder();
    scratch_folder(const scratch_folder&) = delete;
    scratch_folder& operator=(const scratch_folder&) = delete;
    ~scratch_folder();
    // Empty if it could not be made.
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

// A shell command that gets the path of texts, and exits with 0 if they show what is looked for.
class shell_condition {
public:
    // A command that still runs at `end` is ended.
    shell_condition(std::string command, std::optional<steady_clock::time_point> end)
        : command_(std::move(command)), end_(end)
    {
    }

    // Why the command could not be run, or empty.
    [[nodiscard]] const std::string& problem() const { return problem_; }
    // The texts are written to files with these names.
    bool holds(std::span<const std::string> names, std::span<const std::string> texts);

private:
    // True if the shell exits with 0 in time.
    bool run(std::string& line);

    std::string command_;
    std::optional<steady_clock::time_point> end_;
    scratch_folder folder_;
    std::vector<std::string> names_; // of the files in it
    std::string problem_;
};

} // namespace ballast::cli
