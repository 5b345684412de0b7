#include "session.hpp"

#include "files/candidate.hpp"
#include "files/log_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace ballast::wasm {

void answer::report(std::string_view lines)
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
    read_ = 0;
}

void progress::finish(std::size_t bytes)
{
    read_ = std::min(bytes_, read_ + static_cast<double>(bytes));
    if (bytes != 0 && listener_ && !listener_(read_, bytes_)) throw cancel();
}

// --- the session ---

void session::add(std::string name, source_text bytes, bool in_folder)
{
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
        for (const auto* notices : {&found().notices, &found().without_dumps})
            for (const auto& notice : *notices) to.messages.push_back("ballast: " + notice);
        result = found().files;
        if (result.empty()) to.fail(from(asked.ask, "no files"));
    }
    progress_.start(bytes_of(result));
    return result;
}

std::vector<answers::log_input> session::logs(bool in_folder) const
{
    std::vector<answers::log_input> result;
    for (const auto& file : files_) {
        if (file.in_folder != in_folder) continue;
        const auto text = file.text->bytes.view();
        const bool is_of_xla = files::is_text_of_xla(file.path, text.substr(0, files::deciding_bytes));
        if (in_folder && is_of_xla) continue;
        std::shared_ptr<const source_text> bytes(file.text, &file.text->bytes);
        result.push_back({file.path, file.path, is_of_xla, [bytes = std::move(bytes)] { return bytes; }});
    }
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

// --- modules ---

namespace {

// Returns `good`; if it is false, the answer has the code.
bool checked(bool good, answer& to)
{
    if (!good) to.code = trouble;
    return good;
}

} // namespace

answers::module_read read_module(std::string_view command, const std::vector<files::input_file>& inputs,
                                 const question& asked, answer& to)
{
    auto result = answers::read_module(command, inputs, options_of(asked), to);
    if (result.code) to.code = *result.code;
    return result;
}

loaded_module load_module(std::string_view command, std::vector<files::input_file> inputs, const question& asked,
                          const memory_options& wished, answer& to)
{
    auto result = answers::load_module(command, std::move(inputs), options_of(asked), wished, to);
    if (result.code) to.code = *result.code;
    return result;
}

bool have_same_part(std::string_view command, const std::vector<files::module_file>& read, answer& to)
{
    const bool same = answers::have_same_part(command, read, to);
    if (same) to.code = trouble;
    return same;
}

bool has_space(std::string_view command, const std::set<std::int64_t>& spaces, std::optional<std::int64_t> space,
               answer& to)
{
    return checked(answers::has_space(command, spaces, space, to), to);
}

bool has_step(std::string_view command, const memory_analysis& memory, std::optional<std::int64_t> step, answer& to)
{
    return checked(answers::has_step(command, memory, step, to), to);
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

} // namespace ballast::wasm
