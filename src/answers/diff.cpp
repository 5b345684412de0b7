#include "answers/diff.hpp"

#include "answers/comparison.hpp"
#include "ballast/largest_cause.hpp"
#include "base/human_size.hpp"
#include "base/shown.hpp"

#include <algorithm>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

module_side load_side(std::string_view command, const files::found_files& of, const run& by, outcome& to)
{
    module_side result;
    to.notices(of.notices);
    if (of.files.empty()) {
        to.notices(of.without_dumps);
        to.code = trouble;
        return result;
    }
    for_modules(files::modules_of(of.files, by.reading), by, sources::wanted, texts::released,
                [&](loaded_module&& module) {
                    to.report(module);
                    result.add(std::move(module));
                });
    const int code = code_of(result.refused, result.unreadable);
    to.raise(code);
    if (result.modules.empty() && code == success) to.fail(command, "{}: no allocations", of.title);
    return result;
}

// The limit for growth: a number of bytes, or a share, which is ignored below 1 MiB.
bool grows_too_much(std::int64_t before, std::int64_t after, const diff_question& question)
{
    const auto by = after - before;
    if (question.most_bytes) return by > 0 && static_cast<std::uint64_t>(by) > *question.most_bytes;
    if (!question.most_percent) return false;
    const auto allowed = static_cast<long double>(before) * static_cast<long double>(*question.most_percent) / 100;
    return static_cast<long double>(by) > std::max(allowed, 1048576.0L);
}

// Reports a module that is over the limit. Empty if that is unknown, which is reported too.
std::optional<bool> over_limit(const compared_module& module, const diff_question& question, outcome& to)
{
    if (!question.most_percent && !question.most_bytes) return false;
    const auto number = question.space.value_or(0);
    const auto* space = find_space(module.what, number);
    if (!space) return false;
    const auto& row = *std::ranges::find(metrics, std::string_view(question.metric), &metric::name);
    if (row.of_ranges && !space->peak_known) {
        to.say("ballast diff: {}: one side has no live ranges, so its peak is unknown", printable(module.name()));
        return std::nullopt;
    }
    const auto before = space->before.*row.of;
    const auto after = space->after.*row.of;
    const auto lacks = [](const loaded_module* side) { return side && !side->memory->of_dump.has_all_sizes; };
    const bool grows = grows_too_much(before, after, question);
    // What is known after is a lower bound.
    if (lacks(module.before) || (lacks(module.after) && !grows)) {
        to.say("ballast diff: {}: --max-growth cannot be decided, because a dump is incomplete",
               printable(module.name()));
        return std::nullopt;
    }
    if (!grows) return false;
    const auto share = signed_share(after - before, before);
    to.say("ballast diff: over the limit: {}: {} of space {} {} -> {} bytes{}{}", printable(module.name()), row.name,
           number, before, after, share.empty() ? "" : fmt::format(" ({})", share),
           largest_cause(module.what, *space, after - before, question.metric));
    return true;
}

} // namespace

compared_sides compare(std::string_view command, const files::found_files& before, const files::found_files& after,
                       const run& by, bool has_limit)
{
    compared_sides result;
    result.before = load_side(command, before, by, result);
    result.after = load_side(command, after, by, result);
    if (has_limit && result.code != success) result.code = trouble;
    for (const auto* side : {&result.before, &result.after})
        for (const auto& name : side->incomplete) result.say("ballast {}: {}: not compared", command, printable(name));
    result.has_answer = !result.before.modules.empty() && !result.after.modules.empty();
    if (result.has_answer) result.all = compare(result.before, result.after);
    return result;
}

diff_answer diff(const files::found_files& before, const files::found_files& after, const diff_question& question)
{
    diff_answer answer{compare("diff", before, after, question.by, question.has_limit())};
    if (!answer.has_answer) return answer;
    std::set<std::int64_t> spaces;
    for (const auto* side : {&answer.before, &answer.after})
        for (const auto& module : side->modules) spaces.merge(spaces_of(*module.memory));
    if (!has_space("diff", spaces, question.space, answer)) {
        answer.has_answer = false;
        return answer;
    }
    for (const auto& module : answer.all)
        if (const auto over = over_limit(module, question, answer); over.value_or(true))
            answer.raise(over ? failure : trouble);
    answer.raise(code_of(answer.all, question.limit, question.space));
    return answer;
}

} // namespace ballast::inline v0::answers
