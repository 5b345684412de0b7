// Reads modules from files, folders, logs and bytes.
#pragma once

#include "read_module.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace ballast::python {

struct modules_read {
    std::vector<module_pointer> modules;
    std::vector<answers::validated_file> problems; // files that cannot be read or are refused
    std::vector<std::string> notices;              // what was skipped in folders
};

// Reads what the commands about modules read: a file comes with the other files of its module.
modules_read read_paths(const std::vector<std::string>& paths, std::size_t threads);
// Reads a dump, or all texts in a log, from memory.
modules_read read_bytes(const std::string& name, std::string_view bytes, std::size_t threads);
// Reads texts that are the files of one module.
modules_read read_texts(const std::vector<std::pair<std::string, std::string>>& texts);

// True if the first bytes of a file decide whether it is a dump or a module text, not its name.
bool decided_by_content(std::string_view name);
// A file of a folder; its first bytes are empty if they do not decide.
struct listed_file {
    std::string name;
    std::string beginning;
};
// The names of dumps and of the module texts that belong to them, those of one module together, as `read_paths` reads a
// folder. Other names are left out.
std::vector<std::vector<std::string>> group_files(const std::vector<listed_file>& listed);

// The findings of files, as `validate` reports them.
std::vector<answers::validated_file> validate(const std::vector<files::input_file>& inputs,
                                              const answers::validate_options& how, std::size_t threads);
// Files to validate, from paths.
files::found_files find_inputs(const std::vector<std::string>& paths);

} // namespace ballast::python
