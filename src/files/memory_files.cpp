#include "files/memory_files.hpp"

#include "files/binary_files.hpp"
#include "files/candidate.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::files {

namespace {

using folder_files = std::vector<const input_file*>;

// The files of folders, by the first part of their paths, in the order of the input.
std::vector<folder_files> folders_of(const std::vector<input_file>& all)
{
    std::vector<folder_files> result;
    std::unordered_map<std::string_view, std::size_t> known;
    for (const auto& file : all) {
        if (!file.in_folder) continue;
        const std::string_view path = file.path;
        const auto slash = path.find('/');
        const auto top = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
        const auto [at, added] = known.try_emplace(top, result.size());
        if (added) result.emplace_back();
        result[at->second].push_back(&file);
    }
    return result;
}

// Adds the dumps of a folder.
void search(const folder_files& all, found_files& to)
{
    const auto first = to.files.size();
    std::vector<input_file> texts; // of modules
    std::vector<input_file> binary;
    for (const auto* file : all) {
        auto what = candidate_by_name(std::string_view(file->path).substr(file->path.rfind('/') + 1));
        if (what == candidate::by_content)
            what = candidate_by_content(file->text->bytes.view().substr(0, deciding_bytes));
        if (what == candidate::dump) to.files.push_back(*file);
        if (what == candidate::module_text) texts.push_back(*file);
        if (what == candidate::binary) binary.push_back(*file);
    }
    add_module_texts(to.files, first, std::move(texts));
    add_programs(std::move(binary), first, {}, to);
}

} // namespace

found_files find(const std::vector<input_file>& in_memory)
{
    found_files found;
    for (const auto& file : in_memory)
        if (!file.in_folder &&
            !(looks_binary(file.text->bytes.view().substr(0, deciding_bytes)) && add_programs(file, {}, found)))
            found.files.push_back(file);
    list_once(found.files);
    const auto first = found.files.size();
    const auto folders = folders_of(in_memory);
    for (const auto& all : folders) search(all, found);
    if (!folders.empty() && found.files.size() == first)
        found.without_dumps.emplace_back("no dumps in the folder; logs are read if they are named");
    return found;
}

} // namespace ballast::inline v0::files
