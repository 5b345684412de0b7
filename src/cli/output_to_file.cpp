#include "cli/output_to_file.hpp"

#include "cli/command.hpp"
#include "cli/streams.hpp"
#include "files/names.hpp"

#include <cerrno>
#include <filesystem>

namespace ballast::cli {

namespace fs = std::filesystem;

bool finish(std::string_view command, files::output_file& file, const std::string& path)
{
    const auto problem = file.finish();
    if (file.error() == EPIPE) end_of_pipe();
    if (problem.empty()) return true;
    warn("ballast {}: {}: {}\n", command, files::quoted_name(path), problem);
    return false;
}

int write_to(const std::string& file, std::string_view command, output& out,
             const std::function<void(const render::piece_taker&)>& write)
{
    if (!is_file(file)) {
        write([&](std::string_view piece) { return out.write(piece); });
        return out.flush() ? success : trouble;
    }
    files::output_file to(file, files::existing::replaced);
    if (to.error() == 0) write([&](std::string_view piece) { return to.write(piece); });
    return finish(command, to, file) ? success : trouble;
}

bool make_folder(std::string_view command, const std::string& folder)
{
    std::error_code error;
    if (fs::is_directory(folder, error)) return true;
    fs::create_directories(folder, error);
    if (error)
        warn("ballast {}: {}: {}\n", command, files::quoted_name(folder), error.message());
    else
        warn("ballast {}: made the folder {}\n", command, files::quoted_name(folder));
    return !error;
}

} // namespace ballast::cli
