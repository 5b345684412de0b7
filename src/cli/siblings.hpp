// Checks the files of a module by their names: which files there are, and what each contains.
#pragma once

#include "cli/bundle.hpp"

#include <cstddef>
#include <vector>

namespace ballast::cli {

// The parts of a module that a file contains, as bits. Files of one module have no parts in common. No bits if the text
// is neither a dump nor a memory-usage report nor a module text.
unsigned parts_in(const document& read);

struct sibling_finding {
    std::size_t file; // of the bundle
    finding what;
    std::vector<std::size_t> files{}; // of the related places
};

struct sibling_report {
    std::vector<sibling_finding> findings;
    // The files with the parts of one dump, each part once, its report and its module text. They are compared with each
    // other. Empty if there is at most one.
    std::vector<std::size_t> together;
};

// `read` is null for a refused file; `readable` is false for an unreadable one.
sibling_report check_siblings(const bundle& files, const std::vector<const document*>& read,
                              const std::vector<bool>& readable);

// True if two of the files contain the same part of a dump, which is reported on standard error.
bool two_of_a_kind(std::string_view command, const std::vector<bundle_file>& files);

} // namespace ballast::cli
