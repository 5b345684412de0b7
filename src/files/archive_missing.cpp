// For builds without libarchive: archives cannot be read.
#include "files/archive.hpp"

namespace ballast::inline v0::files {

read_archive files_in_archive(const std::string&, std::string_view, const options&)
{
    read_archive result;
    result.is_archive = false;
    result.problem = "an archive, and this build reads no archives; unpack it first";
    return result;
}

} // namespace ballast::inline v0::files
