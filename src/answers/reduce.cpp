#include "answers/reduce.hpp"

#include "base/file_name.hpp"
#include "base/nearest.hpp"
#include "files/names.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace ballast::inline v0::answers {

std::optional<finding_id> finding_named(std::string_view name)
{
    const auto all = all_findings();
    const auto found = std::ranges::find(all, name, &finding_info::name);
    return found == all.end() ? std::nullopt : std::optional(found->id);
}

namespace {

// Accepted dumps have findings of these phases.
bool is_of_accepted(const finding_info& each)
{
    return each.phase == phase::unknown || each.phase == phase::era || each.phase == phase::semantic;
}

} // namespace

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

// --- files ---

namespace {

void leave_out(const module_file& file, std::string_view reason, outcome& to)
{
    to.say("ballast reduce: {}: {}, so it is left out", file.file->shown, reason);
}

} // namespace

reduced_files::reduced_files(std::vector<const module_file*> of) : files(std::move(of))
{
    for (const auto* file : files) {
        const std::string_view path = file->file->path;
        names.emplace_back(without_compression(path == "-" ? "stdin.txt" : path.substr(path.rfind('/') + 1)));
    }
}

std::vector<const document*> reduced_files::read() const
{
    std::vector<const document*> result;
    for (const auto* file : files) result.push_back(&*file->result.value);
    return result;
}

std::size_t reduced_files::bytes() const
{
    std::size_t result = 0;
    for (const auto* each : read()) result += each->text().size();
    return result;
}

reduced_files reducible_files(const loaded_module& module, outcome& to)
{
    std::vector<const module_file*> result;
    if (std::ranges::none_of(module.files, is_dump)) {
        to.fail("reduce", "{}: only dumps can be reduced, with what is beside them", module.files.front().file->shown);
        return reduced_files(result);
    }
    for (const auto& file : module.files) {
        const auto& read = *file.result.value;
        if (is_dump(file) || read.usage_report() || read.module_text())
            result.push_back(&file);
        else
            leave_out(file, "neither a dump nor a report or a module text beside one", to);
    }
    return reduced_files(std::move(result));
}

// --- reducing ---

namespace {

class reduction {
public:
    reduction(const reduced_files& files, const reduce_question& question) : files_(files), question_(question)
    {
        how_.file_name = files.files.front()->file->path;
        how_.parsing.live_range_optional = std::ranges::any_of(
            files.names, [](const std::string& name) { return options_for(name).live_range_optional; });
        how_.holds = [this](std::span<const std::string> texts, std::span<const finding_id> findings) {
            return question_.finding ? std::ranges::binary_search(findings, *question_.finding)
                                     : question_.holds(files_.names, texts);
        };
        how_.tell = question.tell;
        how_.stop = question.stop;
    }
    reduction(const reduction&) = delete;
    reduction& operator=(const reduction&) = delete;

    reduce::reduction run() { return reduce::reduce(files_.read(), how_); }

    // Reports that the files do not satisfy the condition.
    void report_absent(outcome& to) const
    {
        to.code = failure;
        if (how_.stop())
            to.say("ballast reduce: stopped before it was known that the files as they are show it");
        else if (!question_.finding)
            to.say("ballast reduce: the command fails with the files as they are: {}", question_.command);
        else
            to.say("ballast reduce: the input does not have the finding {}; it has {}", info(*question_.finding).name,
                   found_names());
    }

private:
    [[nodiscard]] std::string found_names() const
    {
        std::vector<std::string_view> names;
        for (const auto id : reduce::findings_of(files_.read(), how_)) names.push_back(info(id).name);
        return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
    }

    const reduced_files& files_;
    const reduce_question& question_;
    reduce::options how_;
};

// The files beside dumps may contain information that does not follow from them. Then the dumps are reduced alone, if
// they satisfy the condition.
void reduce_alone(reduce_answer& answer, const reduce_question& question)
{
    std::vector<const module_file*> dumps;
    std::ranges::copy_if(answer.files.files, std::back_inserter(dumps),
                         [](const auto* file) { return is_dump(*file); });
    if (dumps.size() == answer.files.files.size()) return;
    reduced_files alone(std::move(dumps));
    auto made = reduction(alone, question).run();
    if (made.what == reduce::outcome::absent || made.what == reduce::outcome::fixed) return;
    for (const auto* file : answer.files.files)
        if (!is_dump(*file)) leave_out(*file, "does not follow from the dumps", answer);
    answer.files = std::move(alone);
    answer.made = std::move(made);
}

} // namespace

reduce_answer reduce(reduced_files files, const reduce_question& question)
{
    reduce_answer answer{{}, std::move(files), {}};
    {
        reduction run(answer.files, question);
        answer.made = run.run();
        if (answer.made->what == reduce::outcome::absent) {
            run.report_absent(answer);
            return answer;
        }
    }
    if (answer.made->what == reduce::outcome::fixed) reduce_alone(answer, question);
    if (answer.made->what == reduce::outcome::fixed) {
        answer.say(
            "ballast reduce: nothing can be removed: what is looked for depends on numbers that are computed again");
        answer.code = failure;
    }
    if (answer.made->what == reduce::outcome::stopped)
        answer.say("ballast reduce: stopped; this is the smallest dump so far");
    return answer;
}

} // namespace ballast::inline v0::answers
