#include "answers/pictures.hpp"

#include "ballast/releases.hpp"

#include <utility>

namespace ballast::inline v0::answers {

namespace {

// The limit for pictures in a page of several modules, in bytes. Modules beyond it have only a row.
constexpr std::size_t most_of_pictures = 8 << 20;

} // namespace

render::pictured_module pictured(loaded_module loaded, std::string name)
{
    render::pictured_module result{.name = std::move(name),
                                   .path = loaded.name(),
                                   .era = era_text(files::era_of(loaded.files).all.possible),
                                   .files = loaded.views(),
                                   .memory = std::move(*loaded.analysed.memory)};
    if (result.name.empty()) result.name = result.memory.module.empty() ? result.path : result.memory.module;
    return result;
}

memory_options options_for_pictures(const std::optional<memory_limit>& limit, std::optional<std::int64_t> space)
{
    return {.stacks = true, .buffers = true, .limit = limit, .limited_space = space.value_or(0)};
}

std::optional<std::size_t> picture_list::add(const std::string& name, const std::vector<files::input_file>& files)
{
    if (bytes_ > most_of_pictures) return std::nullopt;
    auto loaded = load_module("report", files, given_, wished_, to_);
    if (loaded.code || !loaded.analysed.memory) return std::nullopt;
    auto made = render::picture_json(pictured(std::move(loaded), name));
    if (bytes_ + made.size() > most_of_pictures && !pictures_.empty()) return std::nullopt;
    bytes_ += made.size();
    pictures_.push_back(std::move(made));
    return pictures_.size() - 1;
}

} // namespace ballast::inline v0::answers
