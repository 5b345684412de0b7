// The files of one module, which are read together.
#pragma once

#include "ballast/files.hpp"
#include "era/joint.hpp"
#include "files/read_file.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

// The problem of a module whose rows do not fit into memory.
inline constexpr std::string_view no_memory = "not enough memory";

// A file of a module that was read.
struct module_file : parsed_file {
    const input_file* file = nullptr;
};
std::vector<module_file> read_files(const module_files& module, const options& given, bool partial = false);

// The era of the files of a module. One XLA printed all of them.
struct module_era {
    timeline::joint_report all; // texts have the numbers of their files
    // By file: a contradiction with the files before it. Such a file does not count for the era.
    std::vector<std::optional<timeline::joint_era::conflict>> conflicts;

    // The era of one file; that of the file itself if it does not count for the era of the others.
    [[nodiscard]] era_set of(const document& read, std::size_t file) const
    {
        return conflicts[file] ? date(read.witnesses()).possible : all.possible;
    }
};
// Null for a file that could not be read or was refused.
module_era era_of(const std::vector<const document*>& files);
module_era era_of(const std::vector<module_file>& files);

// Two of the accepted files that contain the same part of a module; null if there are none.
struct same_part {
    const module_file* first = nullptr;
    const module_file* second = nullptr;
};
same_part find_same_part(const std::vector<module_file>& files);

} // namespace ballast::inline v0::files
