#include "ballast/files.hpp"

#include "files/compressed.hpp"
#include "files/file_name.hpp"
#include "files/names.hpp"
#include "read/beginnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <unordered_set>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

namespace {

enum class candidate : std::uint8_t { none, dump, module_text };

// By name if it is one of XLA's, otherwise by the first bytes.
candidate look_at(const fs::path& path)
{
    const std::string name = path.filename().string();
    if (parse_file_name(name)) return candidate::dump;
    const auto plain = without_compression(name);
    if (!plain.ends_with(".txt") && !plain.ends_with(".csv")) return candidate::none;
    if (!std::ifstream(path)) return candidate::dump; // reading it reports why not
    const auto begin = first_bytes(path.string(), 64);
    if (begin.starts_with(read::module_beginning)) return candidate::module_text;
    return read::begins_like_a_dump(begin) ? candidate::dump : candidate::none;
}

// Describes a special file that a search does not open, because reading could block. Empty for files and folders.
std::string_view special_file(fs::file_type type)
{
    switch (type) {
    case fs::file_type::fifo: return "a named pipe";
    case fs::file_type::socket: return "a socket";
    case fs::file_type::block:
    case fs::file_type::character: return "a device";
    default: return {};
    }
}

// Adds the files of a folder; `alone` if there are no other paths.
void search(const std::string& folder, bool alone, const options& given, found_files& found)
{
    const auto add = [&](const std::string& path, std::string problem) {
        found.files.push_back({path, shown_path(path, given), std::move(problem), true});
    };
    std::error_code error;
    const auto first = found.files.size();
    std::vector<std::string> texts; // of modules
    fs::recursive_directory_iterator entry(folder, error);
    if (error) {
        add(folder, error.message());
        return;
    }
    for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (entry->is_symlink(unknown) && !fs::exists(entry->path(), unknown)) {
            const auto path = entry->path().string();
            const auto problem = unknown ? unknown : std::make_error_code(std::errc::no_such_file_or_directory);
            if (look_at(entry->path()) == candidate::dump)
                add(path, "cannot follow the link: " + problem.message());
            else
                found.notices.push_back(
                    fmt::format("{}: cannot follow the link: {}", quoted_name(path), problem.message()));
            continue;
        }
        if (!entry->is_regular_file(unknown)) {
            if (const auto what = special_file(entry->status(unknown).type()); !what.empty())
                found.notices.push_back(fmt::format("{}: skipped: {}{}", quoted_name(entry->path().string()),
                                                    entry->is_symlink(unknown) ? "a link to " : "", what));
            // A folder that cannot be opened would end the whole search.
            if (entry->is_directory(unknown) && !entry->is_symlink(unknown)) {
                fs::directory_iterator probe(entry->path(), unknown);
                if (unknown) {
                    add(entry->path().string(), unknown.message());
                    entry.disable_recursion_pending();
                }
            }
            continue;
        }
        switch (look_at(entry->path())) {
        case candidate::none: break;
        case candidate::dump: add(entry->path().string(), {}); break;
        case candidate::module_text: texts.push_back(entry->path().string()); break;
        }
    }
    // Those beside a dump.
    std::set<std::string, std::less<>> stems;
    if (!texts.empty())
        for (auto i = first; i < found.files.size(); ++i) stems.emplace(stem_of(found.files[i].path));
    for (const auto& path : texts)
        if (stems.contains(stem_of_text(path))) add(path, {});
    if (error) add(folder, error.message());
    std::sort(found.files.begin() + static_cast<std::ptrdiff_t>(first), found.files.end(),
              [](const input_file& a, const input_file& b) { return a.path < b.path; });
    if (found.files.size() != first) return;
    if (alone)
        found.notices.push_back(fmt::format("no dumps in {}; logs are read if they are named", quoted_name(folder)));
    else
        add(folder, "no dumps in this folder");
}

} // namespace

found_files find(const std::vector<std::string>& paths, const options& given)
{
    found_files found;
    for (const auto& path : paths) {
        std::error_code error;
        if (path != "-" && fs::is_directory(path, error))
            search(path, paths.size() == 1, given, found);
        else
            found.files.push_back({path, shown_path(path, given), {}});
    }
    // The contents of a folder are listed once.
    if (paths.size() > 1) {
        std::unordered_set<std::string> known;
        std::erase_if(found.files, [&](const input_file& file) {
            return !known.insert(fs::path(file.path).lexically_normal().string()).second;
        });
    }
    return found;
}

} // namespace ballast::inline v0::files
