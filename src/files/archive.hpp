// The texts in archives, which are read as folders in memory. Nothing is ever written.
#pragma once

#include "ballast/files.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::files {

// True for the name of an archive: `.zip`, `.tar`, `.tar.gz`, `.tgz`, `.tar.zst` or `.tzst`.
bool is_archive(std::string_view path);
// True for the first bytes of one, uncompressed or not: of standard input only these are known. A file that is only
// compressed begins like a compressed archive.
bool may_be_archive(std::string_view beginning);

struct read_archive {
    std::vector<input_file> files;    // with the name of the archive and a slash before theirs, sorted
    std::vector<std::string> notices; // what was left out, one sentence each
    std::string problem;              // why the rest of the archive could not be read; empty if all of it was
    bool is_archive = true;           // false if the bytes are none
};

// The regular files in it, decompressed. Names that leave the archive, links and special files are left out. Together
// they may have as many bytes as one compressed file, and there is a limit for their number.
read_archive files_in_archive(const std::string& path, std::string_view bytes, const options& how);
// The same, from a file.
read_archive files_in_archive(const std::string& path, const options& how);

// The dumps among them. If the archive could not be read to its end, the last input has the problem.
found_files find_in(read_archive of, const std::string& path, const options& how);

} // namespace ballast::inline v0::files
