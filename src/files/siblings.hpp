// Checks the files of a module by their names: which files there are, and what each contains.
#pragma once

#include "files/module_files.hpp"

#include <cstddef>
#include <vector>

namespace ballast::inline v0::files {

// The parts of a module that a file contains, as bits. Files of one module have no parts in common. No bits if the text
// is neither a dump nor a memory-usage report nor a module text nor the sizes of a compiled program.
unsigned parts_in(const document& read);

struct sibling_report {
    std::vector<finding> findings;
    // The files with the parts of one dump, each part once, its report and its module text. They are compared with each
    // other. Empty if there is at most one.
    std::vector<std::size_t> together;
};

// `read` is null for a refused file; `readable` is false for an unreadable one.
sibling_report check_siblings(const module_files& module, const std::vector<const document*>& read,
                              const std::vector<bool>& readable);

// Two of the accepted files that contain the same part of a module; null if there are none.
struct same_part {
    const module_file* first = nullptr;
    const module_file* second = nullptr;
};
same_part find_same_part(const std::vector<module_file>& files);

} // namespace ballast::inline v0::files
