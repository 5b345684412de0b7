// What the names of a module's files promise: which of them there are, and what is in each.
#pragma once

#include "cli/bundle.hpp"

#include <cstddef>
#include <vector>

namespace ballast::cli {

// The parts of what is said about a module, as bits: files of one module have none in common. None where the text is
// neither a dump nor a memory-usage report nor the text of a module.
unsigned parts_in(const document& read);

struct sibling_finding {
    std::size_t file; // of the bundle
    finding what;
    std::vector<std::size_t> files{}; // of the related places
};

struct sibling_report {
    std::vector<sibling_finding> findings;
    // The files that say the parts of one dump, each once, its report and its text: they are held against each other.
    // None where there is one at most.
    std::vector<std::size_t> together;
};

// `read` holds null for a file that was refused, `readable` whether there is a text at all.
sibling_report check_siblings(const bundle& files, const std::vector<const document*>& read,
                              const std::vector<bool>& readable);

// Says so on standard error where two of the files say the same part of a dump.
bool two_of_a_kind(std::string_view command, const std::vector<bundle_file>& files);

} // namespace ballast::cli
