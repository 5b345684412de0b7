#include "answers/outcome.hpp"

#include <fmt/ranges.h>

#include <algorithm>

namespace ballast::inline v0::answers {

int code_of(std::size_t refused, std::size_t unreadable)
{
    return unreadable != 0 ? trouble : refused != 0 ? failure : success;
}

int code_of(fit_verdict verdict)
{
    switch (verdict) {
    case fit_verdict::fits: return success;
    case fit_verdict::too_large: return failure;
    case fit_verdict::undecided: return trouble;
    }
    return trouble;
}

namespace {

// That of all verdicts. One module that is too large decides.
int code_of_all(const std::vector<fit_verdict>& all)
{
    using enum fit_verdict;
    const auto has = [&](fit_verdict which) { return std::ranges::find(all, which) != all.end(); };
    return code_of(has(too_large) ? too_large : has(undecided) ? undecided : fits);
}

} // namespace

int code_of(const folder_summary& all, const std::optional<memory_limit>& limit)
{
    std::vector<fit_verdict> verdicts;
    if (limit)
        for (const auto& row : all.rows) verdicts.push_back(fit_of(row, *limit).verdict());
    return code_of_all(verdicts);
}

int code_of(const std::vector<compared_module>& all, const std::optional<memory_limit>& limit,
            std::optional<std::int64_t> space)
{
    std::vector<fit_verdict> verdicts;
    for (const auto& each : all)
        if (limit && each.after) verdicts.push_back(fit_of(*each.after, *limit, space.value_or(0)).verdict());
    return code_of_all(verdicts);
}

memory_fit fit_of(const summary_row& row, const memory_limit& limit)
{
    return {limit, 0, row.numbers.total, {}, row.of_dump.has_all_sizes, other_platform(limit, row.made_for)};
}

memory_fit fit_of(const loaded_module& module, const memory_limit& limit, std::int64_t space)
{
    return {limit,
            space,
            numbers_of(*module.memory, space).total,
            {},
            module.memory->of_dump.has_all_sizes,
            other_platform(limit, module.memory->made_for)};
}

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               outcome& to)
{
    if (!space || spaces.contains(*space)) return true;
    if (spaces.empty())
        to.fail(command, "--space {}: no allocations", *space);
    else
        to.fail(command, "--space {}: memory is used in space {} only", *space, fmt::join(spaces, ", "));
    return false;
}

bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, outcome& to)
{
    if (!step || (memory.ranges && *step < memory.steps)) return true;
    to.fail(command, "--step {}: {}", *step,
            memory.ranges ? fmt::format("the schedule has {} instructions", memory.steps)
                          : std::string("live ranges are unknown"));
    return false;
}

} // namespace ballast::inline v0::answers
