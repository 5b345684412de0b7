#include "files/memory_files.hpp"

#include "files/binary_files.hpp"
#include "files/candidate.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::files {

namespace {

input_file input_of(const memory_file& file, const options& how)
{
    return {file.path, shown_path(file.path, how), {}, file.in_folder, file.text};
}

using folder = std::vector<const memory_file*>;

// The files of folders, by the first part of their paths, in the order of the input.
std::vector<folder> folders_of(const std::vector<memory_file>& given)
{
    std::vector<folder> result;
    std::unordered_map<std::string_view, std::size_t> known;
    for (const auto& file : given) {
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
void search(const folder& all, const options& how, found_files& to)
{
    const auto first = to.files.size();
    std::vector<input_file> texts; // of modules
    std::vector<input_file> binary;
    for (const auto* file : all) {
        auto what = candidate_by_name(std::string_view(file->path).substr(file->path.rfind('/') + 1));
        if (what == candidate::by_content)
            what = candidate_by_content(file->text->bytes.view().substr(0, deciding_bytes));
        if (what == candidate::dump) to.files.push_back(input_of(*file, how));
        if (what == candidate::module_text) texts.push_back(input_of(*file, how));
        if (what == candidate::binary) binary.push_back(input_of(*file, how));
    }
    add_module_texts(to.files, first, std::move(texts));
    add_programs(std::move(binary), first, how, to);
}

} // namespace

found_files find_texts(const std::vector<memory_file>& given, const options& how)
{
    found_files found;
    for (const auto& file : given) {
        if (file.in_folder) continue;
        auto input = input_of(file, how);
        const auto text = file.text->bytes.view();
        if (looks_binary(text.substr(0, deciding_bytes)) && add_programs(input, how, found)) continue;
        std::vector<input_file> texts;
        if (!is_text_of_xla(file.path, text.substr(0, deciding_bytes))) texts = texts_of(input, text, found.notices);
        if (texts.empty()) texts.push_back(std::move(input));
        for (auto& found_text : texts)
            if (!found_text.text) found_text.text = file.text; // with a problem, but never read from a file
        std::ranges::move(texts, std::back_inserter(found.files));
    }
    const auto first = found.files.size();
    const auto folders = folders_of(given);
    for (const auto& all : folders) search(all, how, found);
    if (!folders.empty() && found.files.size() == first)
        found.without_dumps.emplace_back("no dumps in the folder; logs are read if they are named");
    return found;
}

} // namespace ballast::inline v0::files
