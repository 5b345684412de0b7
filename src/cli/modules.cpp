#include "cli/modules.hpp"

#include "cli/file_name.hpp"
#include "cli/log_texts.hpp"
#include "cli/parallel.hpp"
#include "cli/progress.hpp"
#include "cli/siblings.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace ballast::cli {

namespace fs = std::filesystem;

namespace {

void name(module_memory& made, const bundle& files)
{
    for (const auto* file : files.files)
        if (const auto parsed = parse_file_name(file->path); parsed && parsed->made_by_xla) {
            made.number = parsed->id;
            made.name = parsed->module;
            if (!made.name.empty()) return;
        }
    if (!made.name.empty() || !made.number.empty()) return;
    const auto& first = *files.files.front();
    const auto& path = first.text ? first.path : made.path;
    made.name = path.substr(path.rfind('/') + 1);
    for (const auto& sibling : siblings())
        if (made.name.ends_with(sibling.ending) && made.name.size() > sibling.ending.size())
            return made.name.resize(made.name.size() - sibling.ending.size());
    if (made.name.ends_with(".txt")) made.name.resize(made.name.size() - 4);
}

// Files that are not read if there is a dump beside them.
void leave_out(bundle& files, sources lines)
{
    const auto is_dump = [](const input_file* file) {
        const auto named = parse_file_name(file->path);
        return named && named->kind != sibling::usage_report;
    };
    if (std::ranges::none_of(files.files, is_dump)) return;
    std::erase_if(files.files, [&](const input_file* file) {
        const auto named = parse_file_name(file->path);
        return named ? named->kind == sibling::usage_report : lines == sources::unwanted;
    });
}

// Reports that the allocations of an accepted file could not be read again.
bool is_lost(const std::vector<const document*>& read, const std::optional<memory_analysis>& memory)
{
    return !memory && std::ranges::any_of(read, [](const document* d) {
        const auto* dump = d->has_rows() ? nullptr : std::get_if<ast::dump>(&d->tree());
        return dump && (dump->kind == ast::dump_kind::assignment || dump->kind == ast::dump_kind::combined);
    });
}

module_memory memory_of(bundle files, const options& given, sources lines_wanted, std::size_t threads)
{
    module_memory made;
    leave_out(files, lines_wanted);
    made.path = files.files.front()->shown;
    for (const auto* file : files.files) made.files.push_back(*file);
    name(made, files);
    records lines;
    const auto read = read_bundle(files, given, {.what = wanted::again, .threads = threads});
    std::vector<const document*> dumps;
    unsigned parts = 0;
    for (const auto& f : read) {
        if (!f.problem.empty()) {
            lines.line("{}: {}: {}", f.file->shown, lines.emphasised("unreadable"), f.problem);
            ++made.unreadable;
        } else if (!f.result.accepted()) {
            line_table places(f.result.source());
            lines.place(f.file->shown, "refused", f.result.findings.front(), places);
            ++made.refused;
        } else {
            // If two files contain the same part, the first one counts.
            const auto here = parts_in(*f.result.value);
            if ((here & parts) == 0) dumps.push_back(&*f.result.value);
            parts |= here;
        }
    }
    if (!dumps.empty())
        made.memory = lines_wanted == sources::wanted
                          ? analyse_module(dumps, files.files.front()->path, given, {.threads = threads}).memory
                          : ballast::memory_of(dumps, {.threads = threads});
    if (is_lost(dumps, made.memory)) {
        lines.line("{}: {}: {}", made.path, lines.emphasised("unreadable"), text_is_lost);
        ++made.unreadable;
    }
    made.told = lines.take();
    if (made.memory && !made.memory->module.empty() && made.number.empty()) made.name = made.memory->module;
    return made;
}

} // namespace

void for_modules(const input_files& inputs, const options& given, sources lines,
                 const std::function<void(module_memory&&)>& take)
{
    const auto modules = bundles_of(inputs, given);
    progress shown(modules.size());
    each_in_order(
        modules, given,
        [&](const bundle& module, std::size_t threads) { return memory_of(module, given, lines, threads); },
        [&](module_memory&& made) {
            if (!made.told.empty()) shown.clear();
            take(std::move(made));
            shown.step();
        });
    shown.clear();
}

std::vector<std::string> with_siblings(const std::string& path, const options& given)
{
    const auto named = parse_file_name(path);
    std::error_code error;
    if (given.files_alone || !named || info(named->kind).alone || !fs::is_regular_file(path, error)) return {path};
    const auto folder = std::string(named->folder);
    const auto find = [&](const std::string& name) -> std::string {
        for (const auto* ending : {"", ".gz", ".zst"})
            if (auto there = (folder + name).append(ending); fs::is_regular_file(there, error)) return there;
        return {};
    };
    std::vector<std::string> result;
    const auto add = [&](std::string there) {
        if (!there.empty()) result.push_back(std::move(there));
    };
    for (const auto kind : {sibling::values, sibling::live_range})
        if (kind != named->kind) add(find(sibling_name(*named, kind)));
    if (result.empty() && named->kind != sibling::values && named->kind != sibling::live_range) return {path};
    if (named->kind != sibling::assignment) add(find(sibling_name(*named, sibling::assignment)));
    result.push_back(path);
    std::ranges::sort(result);
    return result;
}

std::optional<text_file> text_beside(const std::string& path, const options& given)
{
    if (given.files_alone) return std::nullopt;
    std::error_code error;
    for (const auto& there : names_of_text_beside(path)) {
        if (!fs::is_regular_file(there, error)) continue;
        const input_file file{there, shown_path(there, given), {}, true};
        auto [problem, result] = parse_file(file, given, {});
        if (!problem.empty()) continue;
        if (result.accepted() && result.value->module_text()) return text_file{file.shown, std::move(*result.value)};
        warn("ballast: {}: not read for source lines: {}\n", file.shown,
             result.accepted() ? "not a module text" : result.findings.front().message());
    }
    return std::nullopt;
}

analysed_module analyse_module(std::vector<const document*>& documents, const std::string& path, const options& given,
                               const memory_options& wished)
{
    analysed_module result{ballast::memory_of(documents, wished), nullptr};
    if (!result.memory || (!result.memory->frames_missing && result.memory->instructions)) return result;
    auto text = text_beside(path, given);
    if (!text) return result;
    result.text = std::make_unique<text_file>(std::move(*text));
    documents.push_back(&result.text->text);
    result.memory = ballast::memory_of(documents, wished);
    return result;
}

input_files find_modules(const options& given)
{
    auto all = given;
    if (given.paths.size() == 1) all.paths = with_siblings(given.paths.front(), given);
    return find_texts(all);
}

asked_module ask_module(std::string_view command, input_files inputs, const options& given,
                        const memory_options& wished, report& out)
{
    asked_module result{.inputs = std::move(inputs), .files = {}, .documents = {}, .what = {}, .code = trouble};
    if (result.inputs.files.empty()) return result;
    auto read = read_module(command, result.inputs, given, out, wanted::again);
    result.files = std::move(read.files);
    if (read.code) {
        result.code = read.code;
        return result;
    }
    if (two_of_a_kind(command, result.files)) return result;
    for (const auto& f : result.files) result.documents.push_back(&*f.result.value);
    auto analysing = wished;
    analysing.threads = jobs_of(given);
    result.what = analyse_module(result.documents, result.files.front().file->path, given, analysing);
    if (is_lost(result.documents, result.what.memory)) {
        warn("ballast: {}: {}\n", result.files.front().file->shown, text_is_lost);
        return result;
    }
    result.code.reset();
    return result;
}

std::vector<memory_view::file> files_of(const asked_module& module)
{
    std::vector<memory_view::file> result;
    const auto add = [&](const std::string& name, const document& read) {
        result.push_back({name, std::string(kind_word(read.tree())), read.text().size()});
    };
    for (const auto& f : module.files) add(f.file->shown, *f.result.value);
    if (module.what.text) add(module.what.text->shown, module.what.text->text);
    return result;
}

std::set<std::int64_t> spaces_of(const memory_analysis& memory)
{
    std::set<std::int64_t> result;
    for (const auto& s : memory.spaces) result.insert(s.space);
    if (result.empty()) result.insert(0);
    return result;
}

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, const options& given)
{
    if (!given.space || spaces.contains(*given.space)) return true;
    if (spaces.empty())
        warn("ballast {}: --space {}: no allocations\n", command, *given.space);
    else
        warn("ballast {}: --space {}: memory is used in space {} only\n", command, *given.space,
             fmt::join(spaces, ", "));
    return false;
}

bool has_step(std::string_view command, const memory_analysis& memory, const options& given)
{
    if (!given.step || (memory.ranges && *given.step < memory.steps)) return true;
    warn("ballast {}: --step {}: {}\n", command, *given.step,
         memory.ranges ? fmt::format("the schedule has {} steps", memory.steps)
                       : std::string("live ranges are unknown"));
    return false;
}

std::string identity_of(const module_memory& module)
{
    return module.memory ? std::string(module.name).append(1, '\0').append(module.memory->fingerprint) : std::string();
}

} // namespace ballast::cli
