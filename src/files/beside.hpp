// The other files of a module, by the name of one of them.
#pragma once

#include "ballast/files.hpp"
#include "ballast/owned.hpp"

#include <string>
#include <vector>

namespace ballast::inline v0::files {

// A named file and the other files of its module: since 2026-04-03 no file of a module is sufficient on its own. Only
// the file itself with `files_alone`.
std::vector<std::string> with_siblings(const std::string& path, const options& given);

// The module text beside a file, which has the source lines since 2025-12-02.
struct text_beside {
    std::string shown{}; // its name
    owned<document> text{};
    std::vector<std::string> notices{}; // files that look like it but are not used
};
text_beside find_text_beside(const std::string& path, const options& given);

} // namespace ballast::inline v0::files
