// Without a file system, there are no other files to look for: callers name all files of a module.
#include "files/beside.hpp"

namespace ballast::inline v0::files {

std::vector<std::string> with_siblings(const std::string& path, const options&) { return {path}; }

text_beside find_text_beside(const std::string&, const options&) { return {}; }

} // namespace ballast::inline v0::files
