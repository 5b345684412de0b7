// What a program says beside an answer: the exit code, errors and notices.
#pragma once

#include "ballast/answers.hpp"
#include "ballast/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::inline v0::answers {

// The exit codes of the command. 1: something failed; 2: wrong usage, an unreadable path, a failed write, or no input.
enum exit_code : int { success = 0, failure = 1, trouble = 2 };

// An error or a notice: a line, or a file that was not used. Programs print it to standard error or put it into JSON.
struct diagnostic {
    std::string line{}; // without its end
    std::optional<unused_file> file{};
};

struct outcome {
    int code = success;
    std::vector<diagnostic> diagnostics{};

    template <typename... Arguments>
    void say(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        diagnostics.push_back({fmt::format(text, std::forward<Arguments>(arguments)...)});
    }
    // Reports why there is no answer.
    template <typename... Arguments>
    void fail(std::string_view command, fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        say("ballast {}: {}", command, fmt::format(text, std::forward<Arguments>(arguments)...));
        code = trouble;
    }
    // What fails last does not hide what failed before.
    void raise(int to) { code = std::max(code, to); }
    void notices(const std::vector<std::string>& all)
    {
        for (const auto& notice : all) say("ballast: {}", notice);
    }
    // What is wrong with a module.
    void report(const loaded_module& module)
    {
        notices(module.notices);
        for (const auto& file : module.unused) diagnostics.push_back({{}, file});
    }
    // Takes what another part of the question reported.
    void take(outcome&& other)
    {
        raise(other.code);
        for (auto& each : other.diagnostics) diagnostics.push_back(std::move(each));
    }
};

// --- exit codes ---

// Of a command about several modules.
int code_of(std::size_t refused, std::size_t unreadable);
// Of a limit. One that cannot be decided, because a dump is incomplete, is trouble.
int code_of(fit_verdict verdict);
// Of all modules, and of those after a change. A module that is too large decides.
int code_of(const folder_summary& all, const std::optional<memory_limit>& limit);
int code_of(const std::vector<compared_module>& all, const std::optional<memory_limit>& limit,
            std::optional<std::int64_t> space);

// What a row or a module uses of a limit.
memory_fit fit_of(const summary_row& row, const memory_limit& limit);
memory_fit fit_of(const loaded_module& module, const memory_limit& limit, std::int64_t space);

// --- options about the memory ---

// True if the space of --space is in use. If not, the spaces in use are reported.
bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               outcome& to);
// True if the step of --step is in the schedule. If not, that is reported.
bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, outcome& to);

} // namespace ballast::inline v0::answers
