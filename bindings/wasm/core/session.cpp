#include "session.hpp"

#include <algorithm>
#include <utility>

namespace ballast::wasm {

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
    found_.reset();
    auto file = answers::in_memory(name, std::move(bytes), in_folder);
    const auto [known, added] = numbers_.try_emplace(std::move(name), files_.size());
    if (added)
        files_.push_back(std::move(file));
    else
        files_[known->second] = std::move(file);
}

const files::found_files& session::found()
{
    if (!found_) found_ = answers::find_texts(files_);
    return *found_;
}

std::vector<files::module_files> session::modules(const question& asked)
{
    return files::modules_of(found().files, run_of(asked).reading);
}

files::found_files session::inputs(const question& asked, answers::outcome& to)
{
    auto result = found();
    if (asked.module) {
        result = {};
        const auto all = modules(asked);
        const auto number = static_cast<std::size_t>(*asked.module);
        if (number >= all.size())
            to.fail(asked.ask, "module {}: there are {}", number, all.size());
        else
            for (const auto* file : all[number].files) result.files.push_back(*file);
        if (!result.files.empty()) result.title = result.files.front().shown;
    } else if (result.files.empty() && result.others.empty()) {
        to.fail(asked.ask, "no files");
    }
    progress_.start(answers::bytes_in_memory(result.files));
    return result;
}

std::vector<files::input_file> session::files(const question& asked, answers::outcome& to)
{
    auto found = inputs(asked, to);
    to.notices(found.notices);
    to.notices(found.without_dumps);
    if (found.files.empty()) to.code = trouble;
    return std::move(found.files);
}

answers::run session::run_of(const question& asked)
{
    answers::run result;
    result.reading.files_alone = asked.files_alone;
    result.progressed = [this](std::size_t, std::size_t, std::size_t bytes) { progress_.finish(bytes); };
    return result;
}

} // namespace ballast::wasm
