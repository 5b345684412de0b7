#include "answers/summary.hpp"

#include "answers/log_answer.hpp"
#include "answers/modules.hpp"
#include "ballast/verdict.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "render/failure_table.hpp"
#include "render/summary_json.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace ballast::inline v0::answers {

namespace {

class summary_answer {
public:
    summary_answer(const summary_question& asked, receiver& to) : asked_(asked), to_(to) {}

    int run(const module_source& of)
    {
        auto inputs = of.inputs();
        auto logs = of.logs ? of.logs() : std::vector<log_input>();
        if (of.folder_logs) std::ranges::move(of.folder_logs(), std::back_inserter(logs));
        failures_ = take_failures(inputs, logs, asked_.reading);
        if (inputs.empty() && failures_.empty()) {
            if (of.report_empty) of.report_empty();
            return trouble;
        }
        const auto all = of.summarise(inputs);
        if (!has_space("summary", all.spaces, asked_.space, to_)) return trouble;
        write(all);
        if (!to_.flush()) return trouble;
        const auto code = code_of(all.refused, all.unreadable);
        if (all.rows.empty() && all.elsewhere == 0 && failures_.empty() && code == success)
            return problem("no allocations");
        if (asked_.is_limited() && code != success) return trouble;
        const std::array limits{code_of_most(all), code_of_limit(all), code_of_failures()};
        const bool exceeds = std::ranges::find(limits, +failure) != limits.end();
        return std::max(code, exceeds ? +failure : std::ranges::max(limits));
    }

private:
    template <typename... Arguments>
    int problem(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        to_.report_line("ballast summary: {}", fmt::format(text, std::forward<Arguments>(arguments)...));
        return trouble;
    }

    void write(const files::folder_summary& all)
    {
        const auto& tables = asked_.tables;
        if (asked_.as == form::json) {
            to_.write(render::summary_json(all, tables.limit, failures_));
            return;
        }
        const bool markdown = asked_.as == form::markdown;
        to_.write(markdown ? render::failure_table_markdown(failures_, tables)
                           : render::failure_table_text(failures_, tables));
        const bool has_modules = all.modules + all.elsewhere + all.without + all.refused + all.unreadable != 0;
        if (failures_.empty() || has_modules)
            to_.write(markdown ? render::summary_markdown(all, tables) : render::summary_text(all, tables));
    }

    // Reports the excess over --max.
    int code_of_most(const files::folder_summary& all)
    {
        if (asked_.most_bytes == 0) return success;
        const auto count = std::ranges::count_if(
            all.rows, [&](const auto& r) { return static_cast<std::uint64_t>(r.numbers.total) > asked_.most_bytes; });
        if (count == 0) {
            if (std::ranges::all_of(all.rows, [](const auto& r) { return r.of_dump.has_all_sizes; })) return success;
            return problem("--max cannot be decided, because a dump is incomplete");
        }
        const auto& largest = all.rows.front();
        problem("over the limit: {} of {} modules, the largest {} with {} bytes in space {}; {} are allowed", count,
                all.rows.size(), printable(largest.name), largest.numbers.total, all.space, asked_.most_bytes);
        return failure;
    }

    int code_of_limit(const files::folder_summary& all)
    {
        const int code = code_of(all, asked_.tables.limit);
        const bool whole = std::ranges::all_of(all.rows, [](const auto& r) { return r.of_dump.has_all_sizes; });
        return code != trouble || whole ? code : problem("the limit cannot be decided, because a dump is incomplete");
    }

    // A failure that needs more than the limit decides. Otherwise nothing does: what failed can be one request of a
    // program that has more.
    int code_of_failures()
    {
        if (!asked_.is_limited() || failures_.empty()) return success;
        for (const auto& text : failures_)
            for (const auto& f : text.reading.failures) {
                const auto needed = f.bytes("needed");
                const auto exceeds = [&](std::uint64_t most) {
                    return needed && *needed > 0 && static_cast<std::uint64_t>(*needed) > most;
                };
                if ((asked_.most_bytes != 0 && exceeds(asked_.most_bytes)) ||
                    (asked_.tables.limit && exceeds(static_cast<std::uint64_t>(asked_.tables.limit->available)))) {
                    problem("over the limit: {}:{}: {} needed", text.shown, f.line, exact_size_text(*needed));
                    return failure;
                }
            }
        return problem(
            "the limit cannot be decided: a log reports a failure, which does not show what its program needs");
    }

    const summary_question& asked_;
    receiver& to_;
    std::vector<render::read_text> failures_;
};

} // namespace

int summary(const module_source& of, const summary_question& asked, receiver& to)
{
    return summary_answer(asked, to).run(of);
}

} // namespace ballast::inline v0::answers
