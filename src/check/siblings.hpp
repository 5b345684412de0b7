// Rules about the files of a module: which ones there are, and what each contains, by its name and by its text.
#pragma once

#include "ballast/document.hpp"
#include "ballast/finding.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::checking {

// The parts of a module that a file contains, as bits. Files of one module have no parts in common. No bits if the text
// is neither a dump nor a memory-usage report nor a module text nor the sizes of a compiled program.
BALLAST_API unsigned parts_in(const document& read);

struct sibling_file {
    std::string_view path;
    const document* read = nullptr; // null if the file was refused
    bool readable = false;
};

struct sibling_report {
    std::vector<finding> findings; // each with the number of its file
    // The files to compare with each other: one per part of the dump, with the report and the module text. Empty if
    // there is at most one.
    std::vector<std::size_t> together;
};

// `complete`: these are all files of the module in its folder; missing ones are reported.
BALLAST_API sibling_report check_siblings(std::span<const sibling_file> files, bool complete);

} // namespace ballast::checking
