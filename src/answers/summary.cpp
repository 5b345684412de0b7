#include "answers/summary.hpp"

#include "answers/discovery.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

class summariser {
public:
    explicit summariser(const summary_question& question) : question_(question) {}

    summary_answer run(const files::found_files& of)
    {
        answer_.notices(of.notices);
        answer_.raise(answer_from(of));
        return std::move(answer_);
    }

private:
    int answer_from(const files::found_files& of)
    {
        auto inputs = of.files;
        auto logs = of.logs;
        std::ranges::move(folder_logs(of, question_.by.reading), std::back_inserter(logs));
        answer_.failures = take_failures(inputs, logs, question_.by.reading);
        if (inputs.empty() && answer_.failures.empty()) {
            answer_.notices(of.without_dumps);
            return trouble;
        }
        answer_.all = summarise(inputs, question_.by, question_.space, answer_);
        const auto& all = answer_.all;
        if (!has_space("summary", all.spaces, question_.space, answer_)) return trouble;
        answer_.has_answer = true;
        const auto code = code_of(all.refused, all.unreadable);
        if (all.rows.empty() && all.elsewhere == 0 && answer_.failures.empty() && code == success)
            return problem("no allocations");
        if (question_.is_limited() && code != success) return trouble;
        const std::array limits{code_of_most(), code_of_limit(), code_of_failures()};
        const bool exceeds = std::ranges::find(limits, +failure) != limits.end();
        return std::max(code, exceeds ? +failure : std::ranges::max(limits));
    }

    template <typename... Arguments>
    int problem(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        answer_.say("ballast summary: {}", fmt::format(text, std::forward<Arguments>(arguments)...));
        return trouble;
    }

    // Reports the excess over --max.
    int code_of_most()
    {
        if (question_.most_bytes == 0) return success;
        const auto count = std::ranges::count_if(answer_.all.rows, [&](const auto& r) {
            return static_cast<std::uint64_t>(r.numbers.total) > question_.most_bytes;
        });
        if (count == 0) {
            if (std::ranges::all_of(answer_.all.rows, [](const auto& r) { return r.of_dump.has_all_sizes; }))
                return success;
            return problem("--max cannot be decided, because a dump is incomplete");
        }
        const auto& largest = answer_.all.rows.front();
        problem("over the limit: {} of {} modules, the largest {} with {} bytes in space {}; {} are allowed", count,
                answer_.all.rows.size(), printable(largest.name), largest.numbers.total, answer_.all.space,
                question_.most_bytes);
        return failure;
    }

    int code_of_limit()
    {
        const int code = code_of(answer_.all, question_.limit);
        const bool whole = std::ranges::all_of(answer_.all.rows, [](const auto& r) { return r.of_dump.has_all_sizes; });
        return code != trouble || whole ? code : problem("the limit cannot be decided, because a dump is incomplete");
    }

    // A failure that needs more than the limit decides. Otherwise nothing does: what failed can be one request of a
    // program that has more.
    int code_of_failures()
    {
        if (!question_.is_limited() || answer_.failures.empty()) return success;
        for (const auto& text : answer_.failures)
            for (const auto& f : text.reading.failures) {
                const auto needed = f.bytes("needed");
                const auto exceeds = [&](std::uint64_t most) {
                    return needed && *needed > 0 && static_cast<std::uint64_t>(*needed) > most;
                };
                if ((question_.most_bytes != 0 && exceeds(question_.most_bytes)) ||
                    (question_.limit && exceeds(static_cast<std::uint64_t>(question_.limit->available)))) {
                    problem("over the limit: {}:{}: {} needed", text.shown, f.line, exact_size_text(*needed));
                    return failure;
                }
            }
        return problem(
            "the limit cannot be decided: a log reports a failure, which does not show what its program needs");
    }

    const summary_question& question_;
    summary_answer answer_;
};

} // namespace

summary_answer summary(const files::found_files& of, const summary_question& question)
{
    return summariser(question).run(of);
}

} // namespace ballast::inline v0::answers
