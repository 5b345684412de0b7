#include "answers/modules.hpp"

#include "ballast/kind_word.hpp"
#include "base/file_name.hpp"
#include "render/diff_parts.hpp"
#include "render/lines.hpp"
#include "render/summary_parts.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ballast::inline v0::answers {

namespace {

void report_notices(const std::vector<std::string>& notices, receiver& to)
{
    for (const auto& notice : notices) to.report_line("ballast: {}", notice);
}

std::optional<files::module_files> one_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                              const files::options& given, receiver& to)
{
    const auto was_named = [](const files::input_file& file) {
        return !file.in_folder && (!file.text || !file.text->in_log);
    };
    if (!given.files_alone && std::ranges::all_of(inputs, was_named)) {
        files::module_files named;
        for (const auto& file : inputs) named.files.push_back(&file);
        return named;
    }
    const auto all = files::modules_of(inputs, given);
    if (all.size() == 1) return all.front();
    if (!all.empty())
        to.report_line("ballast {}: expected one module, found {}: {}, {}{}", command, all.size(),
                       all[0].files.front()->shown, all[1].files.front()->shown, all.size() > 2 ? ", …" : "");
    return std::nullopt;
}

} // namespace

module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                        const files::options& given, receiver& to, reading how)
{
    module_read result;
    const auto found = one_module(command, inputs, given, to);
    if (!found || found->files.empty()) {
        result.code = trouble;
        return result;
    }
    const bool partial = how == reading::partial;
    result.files = files::read_files(*found, given, partial);
    const bool any = std::ranges::any_of(result.files, &files::module_file::has_records);
    auto style = to.style();
    style.coloured = false; // that is for the answer
    render::line_buffer refused(style);
    for (const auto& f : result.files) {
        if (!f.problem.empty()) {
            refused.unreadable(f.file->shown, f.problem);
            result.code = trouble;
        } else if (!f.result.value) {
            refused.unused(files::refused_file(f));
            if (partial && any)
                result.refused.push_back(files::nothing_read_of(f.file->shown));
            else
                result.code = result.code.value_or(failure);
        }
    }
    if (result.code || !result.refused.empty()) to.report(refused.take());
    if (!result.refused.empty() && !result.code)
        std::erase_if(result.files, [](const auto& f) { return !f.result.value; });
    return result;
}

bool have_same_part(std::string_view command, const std::vector<files::module_file>& read, receiver& to)
{
    const auto same = files::find_same_part(read);
    if (same.first)
        to.report_line("ballast {}: {} and {} are not from one module: they contain the same part of it", command,
                       same.first->file->shown, same.second->file->shown);
    return same.first != nullptr;
}

std::string loaded_module::name_in_files() const
{
    const auto known = parse_file_name(files.front().file->path);
    return known && !known->module.empty() ? std::string(known->module) : name();
}

std::vector<render::shown_file> loaded_module::views() const
{
    std::vector<render::shown_file> result;
    const auto add = [&](const std::string& name, const document& read) {
        result.push_back({name, std::string(kind_word(read.tree())), read.text().size()});
    };
    for (const auto& f : files) add(f.file->shown, *f.result.value);
    if (analysed.text && analysed.text->text) add(analysed.text->shown, *analysed.text->text);
    return result;
}

loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const files::options& given,
                          const memory_options& wished, receiver& to, reading how)
{
    loaded_module result{.inputs = std::move(inputs), .files = {}, .documents = {}, .analysed = {}, .code = trouble};
    if (result.inputs.empty()) return result;
    auto read = read_module(command, result.inputs, given, to, how);
    result.files = std::move(read.files);
    if (read.code) {
        result.code = read.code;
        return result;
    }
    if (have_same_part(command, result.files, to)) return result;
    for (const auto& f : result.files) {
        result.documents.push_back(&*f.result.value);
        if (const auto notice = files::notice_of(f); !notice.empty()) to.report_line("ballast: {}", notice);
    }
    result.analysed = files::analyse_module(result.documents, result.files.front().file->path, given, wished);
    if (result.analysed.memory)
        std::ranges::move(read.refused, std::back_inserter(result.analysed.memory->of_dump.missing));
    if (result.analysed.text) report_notices(result.analysed.text->notices, to);
    if (files::is_lost(result.documents, result.analysed.memory)) {
        to.report_line("ballast: {}: {}", result.name(), files::no_memory);
        return result;
    }
    result.code.reset();
    return result;
}

void report_unused(const files::module_memory& module, receiver& to)
{
    report_notices(module.notices, to);
    render::line_buffer lines(to.style());
    for (const auto& file : module.unused) lines.unused(file);
    if (!module.unused.empty()) to.report(lines.take());
}

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

int code_of(const files::folder_summary& all, const std::optional<memory_limit>& limit)
{
    std::vector<fit_verdict> verdicts;
    if (limit)
        for (const auto& row : all.rows) verdicts.push_back(render::fit_of(row, *limit).verdict());
    return code_of_all(verdicts);
}

int code_of(const std::vector<files::compared_module>& all, const std::optional<memory_limit>& limit,
            std::optional<std::int64_t> space)
{
    std::vector<fit_verdict> verdicts;
    for (const auto& each : all)
        if (limit && each.after) verdicts.push_back(render::fit_of(*each.after, *limit, space.value_or(0)).verdict());
    return code_of_all(verdicts);
}

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               receiver& to)
{
    if (!space || spaces.contains(*space)) return true;
    if (spaces.empty())
        to.report_line("ballast {}: --space {}: no allocations", command, *space);
    else
        to.report_line("ballast {}: --space {}: memory is used in space {} only", command, *space,
                       fmt::join(spaces, ", "));
    return false;
}

bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, receiver& to)
{
    if (!step || (memory.ranges && *step < memory.steps)) return true;
    to.report_line("ballast {}: --step {}: {}", command, *step,
                   memory.ranges ? fmt::format("the schedule has {} steps", memory.steps)
                                 : std::string("live ranges are unknown"));
    return false;
}

} // namespace ballast::inline v0::answers
