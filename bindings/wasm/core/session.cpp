#include "session.hpp"

#include "base/file_name.hpp"
#include "base/shown.hpp"
#include "files/kind_word.hpp"
#include "files/module_files.hpp"
#include "render/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::wasm {

void answer::say(std::string_view lines)
{
    while (!lines.empty()) {
        const auto end = std::min(lines.find('\n'), lines.size());
        messages.emplace_back(lines.substr(0, end));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
}

// --- progress ---

void progress::start(std::size_t bytes)
{
    bytes_ = static_cast<double>(bytes);
    finished_ = reached_ = 0;
    cancelled_ = false;
}

void progress::reached(std::size_t bytes_of_file)
{
    const auto all = std::min(bytes_, finished_ + static_cast<double>(bytes_of_file));
    if (!listener_ || all <= reached_) return;
    reached_ = all;
    if (!listener_(reached_, bytes_)) cancelled_ = true;
}

void progress::finish(std::size_t bytes_of_file)
{
    reached(bytes_of_file);
    finished_ = std::min(bytes_, finished_ + static_cast<double>(bytes_of_file));
    if (cancelled_) throw cancel();
}

// --- the session ---

void session::add(std::string name, source_text bytes, bool in_folder)
{
    bytes.watch(std::make_shared<const read_watcher>([this](std::size_t end) { progress_.reached(end); }));
    auto text = std::make_shared<const files::input_text>(files::input_text{std::move(bytes), {}});
    found_.reset();
    const auto known = numbers_.find(name);
    if (known != numbers_.end()) {
        files_[known->second] = {std::move(name), std::move(text), in_folder};
        return;
    }
    files_.push_back({name, std::move(text), in_folder});
    numbers_.emplace(std::move(name), files_.size() - 1);
}

const files::found_files& session::found()
{
    if (!found_) found_ = files::find_texts(files_, {});
    return *found_;
}

std::vector<files::module_files> session::modules(const question& asked)
{
    return files::modules_of(found().files, options_of(asked));
}

namespace {

std::size_t bytes_of(const files::input_file& file) { return file.text ? file.text->bytes.view().size() : 0; }

std::size_t bytes_of(const std::vector<files::input_file>& all)
{
    std::size_t result = 0;
    for (const auto& file : all) result += bytes_of(file);
    return result;
}

} // namespace

std::vector<files::input_file> session::inputs(const question& asked, answer& to)
{
    std::vector<files::input_file> result;
    if (asked.module) {
        const auto all = modules(asked);
        if (static_cast<std::size_t>(*asked.module) >= all.size()) {
            to.fail(from(asked.ask, fmt::format("module {}: there are {}", *asked.module, all.size())));
            return result;
        }
        for (const auto* file : all[static_cast<std::size_t>(*asked.module)].files) result.push_back(*file);
    } else {
        for (const auto& notice : found().notices) to.messages.push_back("ballast: " + notice);
        result = found().files;
        if (result.empty()) to.fail(from(asked.ask, "no files"));
    }
    progress_.start(bytes_of(result));
    return result;
}

files::options options_of(const question& asked)
{
    files::options result;
    result.files_alone = asked.files_alone;
    return result;
}

std::string from(std::string_view command, std::string_view message)
{
    return fmt::format("ballast {}: {}", command, message);
}

// --- one module ---

namespace {

// The input of a question about one module: all files if they were named, otherwise the only module of a folder or log.
std::optional<files::module_files> one_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                              const question& asked, answer& to)
{
    const auto was_named = [](const files::input_file& file) {
        return !file.in_folder && (!file.text || !file.text->in_log);
    };
    if (!asked.files_alone && std::ranges::all_of(inputs, was_named)) {
        files::module_files named;
        for (const auto& file : inputs) named.files.push_back(&file);
        return named;
    }
    const auto all = files::modules_of(inputs, options_of(asked));
    if (all.size() == 1) return all.front();
    if (!all.empty())
        to.messages.push_back(from(command, fmt::format("expected one module, found {}: {}, {}{}", all.size(),
                                                        all[0].files.front()->shown, all[1].files.front()->shown,
                                                        all.size() > 2 ? ", …" : "")));
    return std::nullopt;
}

} // namespace

std::string loaded_module::name_in_files() const
{
    const auto known = parse_file_name(files.front().file->path);
    return known && !known->module.empty() ? std::string(known->module) : name();
}

std::vector<render::shown_file> loaded_module::views() const
{
    std::vector<render::shown_file> result;
    for (const auto& f : files)
        result.push_back(
            {f.file->shown, std::string(files::kind_word(f.result.value->tree())), f.result.value->text().size()});
    return result;
}

loaded_module read_module(std::string_view command, std::vector<files::input_file> inputs, const question& asked,
                          answer& to, files::wanted what)
{
    loaded_module result;
    result.inputs = std::move(inputs);
    const auto found = one_module(command, result.inputs, asked, to);
    if (!found || found->files.empty()) {
        to.code = trouble;
        return result;
    }
    result.files = files::read_files(*found, options_of(asked), {.what = what});
    render::line_buffer lines;
    for (const auto& f : result.files) {
        if (!f.problem.empty()) {
            lines.unreadable(f.file->shown, f.problem);
            to.code = trouble;
        } else if (!f.result.accepted()) {
            line_table places(f.result.source());
            lines.finding(f.file->shown, "refused", f.result.findings.front(), places);
            to.code = std::max<int>(to.code, failure);
        }
    }
    to.put(lines.take());
    result.good = to.code == success;
    return result;
}

bool have_same_part(std::string_view command, const loaded_module& module, answer& to)
{
    const auto same = files::find_same_part(module.files);
    if (same.first)
        to.fail(from(command, fmt::format("{} and {} are not from one module: they contain the same part of it",
                                          same.first->file->shown, same.second->file->shown)));
    return same.first != nullptr;
}

loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const question& asked,
                          const memory_options& wished, answer& to)
{
    auto result = read_module(command, std::move(inputs), asked, to, files::wanted::again);
    if (!result.good) return result;
    result.good = false;
    if (have_same_part(command, result, to)) return result;
    for (const auto& f : result.files) result.documents.push_back(&*f.result.value);
    result.analysed =
        files::analyse_module(result.documents, result.files.front().file->path, options_of(asked), wished);
    if (files::is_lost(result.documents, result.analysed.memory)) {
        to.fail(fmt::format("ballast: {}: {}", result.name(), files::text_is_lost));
        return result;
    }
    result.good = true;
    return result;
}

// --- several modules ---

void report_unused(const files::module_memory& module, answer& to)
{
    for (const auto& notice : module.notices) to.messages.push_back("ballast: " + notice);
    render::line_buffer lines;
    for (const auto& file : module.unused) lines.unused(file);
    to.say(lines.take());
}

int code_of(std::size_t refused, std::size_t unreadable)
{
    return unreadable != 0 ? trouble : refused != 0 ? failure : success;
}

files::folder_summary summarise(session& of, const std::vector<files::input_file>& inputs, const question& asked,
                                answer& to)
{
    return files::summarise(files::modules_of(inputs, options_of(asked)), options_of(asked), asked.space.value_or(0), 1,
                            [&](const files::module_memory& module) {
                                report_unused(module, to);
                                of.progressed().finish(bytes_of(module.files));
                            });
}

// --- options ---

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               answer& to)
{
    if (!space || spaces.contains(*space)) return true;
    to.fail(from(command, spaces.empty() ? fmt::format("--space {}: no allocations", *space)
                                         : fmt::format("--space {}: memory is used in space {} only", *space,
                                                       fmt::join(spaces, ", "))));
    return false;
}

bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, answer& to)
{
    if (!step || (memory.ranges && *step < memory.steps)) return true;
    to.fail(from(command, fmt::format("--step {}: {}", *step,
                                      memory.ranges ? fmt::format("the schedule has {} steps", memory.steps)
                                                    : std::string("live ranges are unknown"))));
    return false;
}

} // namespace ballast::wasm
