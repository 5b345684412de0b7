// The modules of a page with pictures.
#pragma once

#include "answers/modules.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ballast::inline v0::answers {

// The module as a page shows it. Takes its analysis; its texts are released. An empty name becomes that of the module.
render::pictured_module pictured(loaded_module loaded, std::string name);

// What a picture shows.
memory_options options_for_pictures(const std::optional<memory_limit>& limit, std::optional<std::int64_t> space);

// The pictures of a page about several modules, as JSON. Modules are read again for their pictures, so modules without
// one take no memory.
class picture_list {
public:
    picture_list(files::options given, memory_options wished, receiver& to)
        : given_(std::move(given)), wished_(std::move(wished)), to_(to)
    {
    }

    // The number of the picture; empty if the limit of a page is reached or the module cannot be read any more.
    std::optional<std::size_t> add(const std::string& name, const std::vector<files::input_file>& files);
    [[nodiscard]] const std::vector<std::string>& pictures() const { return pictures_; }

private:
    files::options given_;
    memory_options wished_;
    receiver& to_;
    std::vector<std::string> pictures_;
    std::size_t bytes_ = 0;
};

} // namespace ballast::inline v0::answers
