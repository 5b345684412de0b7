#include "ballast/files.hpp"

#include "files/archive.hpp"
#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/compressed.hpp"
#include "files/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

namespace {

candidate look_at(const fs::path& path)
{
    const auto by_name = candidate_by_name(path.filename().string());
    if (by_name != candidate::by_content) return by_name;
    if (!std::ifstream(path)) return candidate::dump; // reading it reports why not
    return candidate_by_content(first_bytes(path.string(), deciding_bytes));
}

// True for a named file that cannot be a text. What is read once is looked at when it was read.
bool is_binary(const std::string& path)
{
    std::error_code error;
    if (path == "-" || !fs::is_regular_file(path, error)) return false;
    const auto by_name = candidate_by_name(path);
    return by_name == candidate::binary ||
           (by_name == candidate::none && looks_binary(first_bytes(path, deciding_bytes)));
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

input_file without_dumps(const std::string& path, std::string problem, const options& how)
{
    return {path, shown_path(path, how), std::move(problem), true, nullptr, true};
}

// Adds the files of a folder; `alone` if there are no other paths.
void search(const std::string& folder, bool alone, const options& how, found_files& found)
{
    const auto named = [&](const std::string& path, std::string problem) {
        return input_file{path, shown_path(path, how), std::move(problem), true};
    };
    const auto add = [&](const std::string& path, std::string problem) {
        found.files.push_back(named(path, std::move(problem)));
    };
    std::error_code error;
    const auto first = found.files.size();
    std::vector<input_file> texts; // of modules
    std::vector<input_file> binary;
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
        case candidate::dump: add(entry->path().string(), {}); break;
        case candidate::module_text: texts.push_back(named(entry->path().string(), {})); break;
        case candidate::binary: binary.push_back(named(entry->path().string(), {})); break;
        case candidate::none:
        case candidate::by_content: break;
        }
    }
    if (error) add(folder, error.message());
    add_module_texts(found.files, first, std::move(texts));
    add_programs(std::move(binary), first, how, found);
    if (found.files.size() != first) return;
    if (alone)
        found.without_dumps.push_back(
            fmt::format("no dumps in {}; logs are read if they are named", quoted_name(folder)));
    else
        found.files.push_back(without_dumps(folder, "no dumps in this folder", how));
}

// The same for an archive.
void search_archive(const std::string& path, bool alone, const options& how, found_files& found)
{
    auto inside = find_in(files_in_archive(path, how), path, how);
    std::ranges::move(inside.notices, std::back_inserter(found.notices));
    if (inside.files.empty() && alone)
        found.without_dumps.push_back(
            fmt::format("no dumps in {}; logs are read if they are named", quoted_name(path)));
    else if (inside.files.empty())
        found.files.push_back(without_dumps(path, "no dumps in this archive", how));
    std::ranges::move(inside.files, std::back_inserter(found.files));
}

} // namespace

found_files find(const std::vector<std::string>& paths, const options& how)
{
    found_files found;
    for (const auto& path : paths) {
        std::error_code error;
        if (path != "-" && fs::is_directory(path, error))
            search(path, paths.size() == 1, how, found);
        else if (is_archive(path) && fs::is_regular_file(path, error))
            search_archive(path, paths.size() == 1, how, found);
        else if (const input_file file{path, shown_path(path, how), {}};
                 !is_binary(path) || !add_programs(file, how, found))
            found.files.push_back(file);
    }
    // The contents of a folder are listed once.
    if (paths.size() > 1) list_once(found.files);
    return found;
}

} // namespace ballast::inline v0::files
