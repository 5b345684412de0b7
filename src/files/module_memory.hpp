// The memory of one module.
#pragma once

#include "ballast/files.hpp"
#include "files/beside.hpp"
#include "files/module_files.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

// The memory of a module with the given documents, whose files are named like that path. Reads the module text too if
// that has source lines.
struct analysed_module {
    std::optional<memory_analysis> memory; // empty if no file has allocations
    std::unique_ptr<text_beside> text{};   // the module text, if it was looked for
};
analysed_module analyse_module(std::vector<const document*>& documents, const std::string& path, const options& given,
                               const memory_options& wished = {});

// What a module lacks if a file of it was refused.
std::string nothing_read_of(std::string_view shown);

// Sets the name and the number of a module by the names of its files. Requires its path.
void set_name(module_memory& made, const module_files& files);

// The first error of a refused file.
module_memory::unused_file refused_file(const module_file& read);

// One sentence about a file over which several processes wrote; empty for other files.
std::string notice_of(const module_file& read);

// True if the allocations of an accepted file could not be read again.
bool is_lost(const std::vector<const document*>& read, const std::optional<memory_analysis>& memory);

// The memory spaces in use; space 0 if a module uses no memory.
std::set<std::int64_t> spaces_of(const memory_analysis& memory);

// Identifies a module regardless of its number: by its name and its memory.
std::string identity_of(const module_memory& module);

} // namespace ballast::inline v0::files
