// The files of one module, which commands treat as one input.
#pragma once

#include "cli/files.hpp"
#include "era/joint.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// The problem of a file that was accepted but could not be read again.
inline constexpr std::string_view text_is_lost = "the file changed while being read, or memory ran out";

// Files of one module, in the order of the input. A file without a name of XLA's is a bundle of its own.
struct bundle {
    std::vector<const input_file*> files;
    bool of_folder =
        false; // some files were found in a folder, so others of the module are missing if they are not there
};

// Files of one folder whose names differ only in their endings are one bundle, at the place of the first file. That
// includes files that lack the module's name because it is too long. With --files each file is a bundle of its own.
std::vector<bundle> bundles_of(const input_files& inputs, const options& given);

// A file of a bundle that was read.
struct bundle_file : parsed_file {
    const input_file* file = nullptr;

    [[nodiscard]] bool accepted() const { return problem.empty() && result.accepted(); }
};
std::vector<bundle_file> read_bundle(const bundle& files, const options& given, const reading& how);

// The era of the files of a bundle. One XLA printed all of them.
struct bundle_era {
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
bundle_era era_of(const std::vector<const document*>& files);
bundle_era era_of(const std::vector<bundle_file>& files);

// The input of a command about one module: all named files, or those of a folder. If a folder has several modules, that
// is reported on standard error.
std::optional<bundle> one_module(std::string_view command, const input_files& inputs, const options& given);

// Reads the files of that module. If one cannot be read or is refused, that is reported, and the exit code is returned.
struct module_read {
    std::vector<bundle_file> files;
    std::optional<int> code;
};
module_read read_module(std::string_view command, const input_files& inputs, const options& given, report& out,
                        wanted what = wanted::all);

} // namespace ballast::cli
