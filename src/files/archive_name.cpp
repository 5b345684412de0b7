// What builds with and without libarchive have in common.
#include "files/archive.hpp"
#include "files/memory_files.hpp"
#include "files/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <utility>

namespace ballast::inline v0::files {

bool is_archive(std::string_view path)
{
    constexpr std::array<std::string_view, 6> endings{".zip", ".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst"};
    const auto ends_with = [&](std::string_view ending) {
        return path.size() > ending.size() &&
               std::ranges::equal(path.substr(path.size() - ending.size()), ending, std::ranges::equal_to{},
                                  [](char c) { return std::tolower(static_cast<unsigned char>(c)); });
    };
    return std::ranges::any_of(endings, ends_with);
}

bool may_be_archive(std::string_view beginning)
{
    constexpr std::size_t tar_mark = 257;
    return beginning.starts_with("PK\x03\x04") || beginning.starts_with("\x1f\x8b") ||
           beginning.starts_with("\x28\xb5\x2f\xfd") ||
           (beginning.size() > tar_mark && beginning.substr(tar_mark).starts_with("ustar"));
}

read_archive files_in_archive(const std::string& path, const options& how)
{
    auto [text, problem] = read_source(path, how.max_bytes);
    if (problem.empty()) return files_in_archive(path, text.view(), how);
    read_archive result;
    result.problem = std::move(problem);
    return result;
}

found_files find_in(read_archive of, const std::string& path, const options& how)
{
    auto found = find(of.files);
    found.without_dumps.clear();
    std::ranges::move(of.notices, std::back_inserter(found.notices));
    if (!of.problem.empty()) found.files.push_back({path, shown_path(path, how), std::move(of.problem), true});
    return found;
}

} // namespace ballast::inline v0::files
