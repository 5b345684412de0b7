// The files of one module, which commands take as one input.
#pragma once

#include "cli/files.hpp"
#include "era/joint.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::cli {

// Of a file that was accepted and could not be read again.
inline constexpr std::string_view text_is_lost = "the file changed while being read, or memory ran out";

// Its files in the order of the input. One whose name is not XLA's is alone.
struct bundle {
    std::vector<const input_file*> files;
    bool of_folder = false; // some of them were found in a folder, so that what is not there is missing
};

// Files of one folder whose names differ in their endings alone are one bundle, at the place of its first file; so are
// those whose name lacks the module's for its length. With --files each is one of its own.
std::vector<bundle> bundles_of(const input_files& inputs, const options& given);

// A file of a bundle that was read.
struct bundle_file : parsed_file {
    const input_file* file = nullptr;

    [[nodiscard]] bool accepted() const { return problem.empty() && result.accepted(); }
};
std::vector<bundle_file> read_bundle(const bundle& files, const options& given, const reading& how);

// When the files of a bundle were printed: all by one XLA, whatever each shows of its age.
struct bundle_era {
    timeline::joint_report all; // the number of a text is that of the file
    // By file: what in it no XLA printed together with the files before; it has no part in the era.
    std::vector<std::optional<timeline::joint_era::conflict>> conflicts;

    // When the file of that number was printed: where it has no part in the era of the others, by itself.
    [[nodiscard]] era_set of(const document& read, std::size_t file) const
    {
        return conflicts[file] ? date(read.witnesses()).possible : all.possible;
    }
};
// Null for a file that could not be read or was refused.
bundle_era era_of(const std::vector<const document*>& files);
bundle_era era_of(const std::vector<bundle_file>& files);

// What a command about one module works on: all files that are named, whatever they are called, or those of a folder.
// Standard error is told where those are of several modules.
std::optional<bundle> one_module(std::string_view command, const input_files& inputs, const options& given);

// The files of that module, read; or the exit code where one cannot be read or is refused, which is told.
struct module_read {
    std::vector<bundle_file> files;
    std::optional<int> code;
};
module_read read_module(std::string_view command, const input_files& inputs, const options& given, report& out,
                        wanted what = wanted::all);

} // namespace ballast::cli
