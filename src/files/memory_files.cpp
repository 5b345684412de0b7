#include "files/memory_files.hpp"

#include "files/candidate.hpp"
#include "files/log_texts.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ballast::inline v0::files {

found_files find_texts(const std::vector<memory_file>& given, const options& how)
{
    found_files found;
    const auto input_of = [&](const memory_file& file) {
        return input_file{file.path, shown_path(file.path, how), {}, file.in_folder, file.text};
    };
    bool folder = false;
    for (const auto& file : given) {
        folder |= file.in_folder;
        if (file.in_folder) continue;
        auto input = input_of(file);
        const auto text = file.text->bytes.view();
        std::vector<input_file> texts;
        if (!is_text_of_xla(file.path, text.substr(0, deciding_bytes))) texts = texts_of(input, text, found.notices);
        if (texts.empty()) texts.push_back(std::move(input));
        std::ranges::move(texts, std::back_inserter(found.files));
    }
    const auto first = found.files.size();
    std::vector<input_file> texts; // of modules
    for (const auto& file : given) {
        if (!file.in_folder) continue;
        auto what = candidate_by_name(file.path.substr(file.path.rfind('/') + 1));
        if (what == candidate::by_content)
            what = candidate_by_content(file.text->bytes.view().substr(0, deciding_bytes));
        if (what == candidate::dump) found.files.push_back(input_of(file));
        if (what == candidate::module_text) texts.push_back(input_of(file));
    }
    add_module_texts(found.files, first, std::move(texts));
    if (folder && found.files.size() == first)
        found.notices.emplace_back("no dumps in the folder; logs are read if they are named");
    return found;
}

} // namespace ballast::inline v0::files
