// Files in memory as inputs, for programs that have no file system.
#pragma once

#include "ballast/files.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ballast::inline v0::files {

struct memory_file {
    std::string path;                       // may end in `.gz` or `.zst`, although the text is not compressed
    std::shared_ptr<const input_text> text; // never null
    bool in_folder = false;                 // it was found in a folder, not named
};

// As `find_texts`: logs are replaced by their texts, files of folders are searched for dumps. Named files come first.
found_files find_texts(const std::vector<memory_file>& given, const options& how);

} // namespace ballast::inline v0::files
