#include "cli/result_writer.hpp"

#include "cli/output_to_file.hpp"
#include "files/names.hpp"
#include "files/output_file.hpp"

#include <filesystem>

namespace ballast::cli {

namespace fs = std::filesystem;

bool result_writer::ready() const
{
    if (!many_) return true;
    if (is_file(to_)) return make_folder(command_, to_);
    warn("ballast {}: there are several files; -o names the folder for them\n", command_);
    return false;
}

std::vector<std::string> result_writer::paths(const std::vector<std::string>& places) const
{
    if (!many_) return {to_};
    std::vector<std::string> result;
    for (const auto& place : places) result.push_back((fs::path(to_) / place).string());
    return result;
}

bool result_writer::write(const std::string& place, std::string_view text)
{
    if (!many_ && !is_file(to_)) return out_.write(text);
    const auto path = many_ ? fs::path(to_) / place : fs::path(to_);
    if (many_ && !written_.insert(place).second)
        return failed(path.string(), "another file of this run has the same name");
    std::error_code error;
    if (many_) fs::create_directories(path.parent_path(), error);
    const auto problem = error ? error.message() : files::write_file(path.string(), text, files::existing::replaced);
    return problem.empty() || failed(path.string(), problem);
}

bool result_writer::failed(const std::string& path, std::string_view problem) const
{
    warn("ballast {}: {}: {}\n", command_, files::quoted_name(path), problem);
    return false;
}

} // namespace ballast::cli
