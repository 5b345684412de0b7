// What the file system has at a path, and the other files of a module beside one of them.
#pragma once

#include "ballast/files.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::inline v0::files {

bool is_folder(const std::string& path);
bool is_regular(const std::string& path);
// True for two names of one file.
bool is_same(const std::string& a, const std::string& b);
std::uint64_t size_of(const std::string& path);
// The path below a folder; empty if it is not in it.
std::string relative(const std::string& path, const std::string& folder);
// Standard input and pipes cannot be read twice.
bool is_read_once(const std::string& path);

// The regular files below a folder with at most so many bytes, sorted.
std::vector<std::string> regular_files(const std::string& folder, std::uint64_t largest = UINT64_MAX);

// A named file and the other files of its module: since 2026-04-03 no file of a module is sufficient on its own. Only
// the file itself with `files_alone`.
std::vector<std::string> with_siblings(const std::string& path, const options& how);

// The files beside one that can be its module text.
std::vector<std::string> texts_beside(const std::string& path, const options& how);

} // namespace ballast::inline v0::files
