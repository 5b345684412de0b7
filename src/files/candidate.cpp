#include "files/candidate.hpp"

#include "base/file_name.hpp"
#include "files/binary_files.hpp"
#include "read/beginnings.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

namespace ballast::inline v0::files {

candidate candidate_by_name(std::string_view name)
{
    if (parse_file_name(name)) return candidate::dump;
    if (may_have_programs(name)) return candidate::binary;
    const auto plain = without_compression(name);
    return plain.ends_with(".txt") || plain.ends_with(".csv") ? candidate::by_content : candidate::none;
}

candidate candidate_by_content(std::string_view beginning)
{
    if (beginning.starts_with(read::module_beginning)) return candidate::module_text;
    return read::begins_like_a_dump(beginning) ? candidate::dump : candidate::none;
}

void add_module_texts(std::vector<input_file>& files, std::size_t first, std::vector<input_file> texts)
{
    std::set<std::string, std::less<>> stems;
    if (!texts.empty())
        for (auto i = first; i < files.size(); ++i) stems.emplace(stem_of(files[i].path));
    for (auto& text : texts)
        if (stems.contains(stem_of_text(text.path))) files.push_back(std::move(text));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end(),
              [](const input_file& a, const input_file& b) { return a.path < b.path; });
}

} // namespace ballast::inline v0::files
