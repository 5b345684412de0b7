#include "files/paths.hpp"

#include "base/file_name.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

bool is_folder(const std::string& path)
{
    std::error_code error;
    return path != "-" && fs::is_directory(path, error);
}

bool is_regular(const std::string& path)
{
    std::error_code error;
    return path != "-" && fs::is_regular_file(path, error);
}

bool is_same(const std::string& a, const std::string& b)
{
    std::error_code error;
    return fs::equivalent(a, b, error) && !error;
}

std::uint64_t size_of(const std::string& path)
{
    std::error_code error;
    return fs::file_size(path, error);
}

std::string relative(const std::string& path, const std::string& folder)
{
    const auto below = fs::path(path).lexically_relative(folder);
    return below.empty() || *below.begin() == ".." ? std::string() : below.string();
}

bool is_read_once(const std::string& path)
{
    std::error_code error;
    return path == "-" || fs::is_fifo(path, error);
}

std::vector<std::string> regular_files(const std::string& folder, std::uint64_t largest)
{
    std::vector<std::string> result;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && at != end; at.increment(error)) {
        std::error_code unknown;
        if (at->is_regular_file(unknown) && at->file_size(unknown) <= largest && !unknown)
            result.push_back(at->path().string());
    }
    std::ranges::sort(result);
    return result;
}

std::vector<std::string> with_siblings(const std::string& path, const options& how)
{
    const auto named = parse_file_name(path);
    std::error_code error;
    if (how.files_alone || !named || info(named->kind).alone || !fs::is_regular_file(path, error)) return {path};
    const auto folder = std::string(named->folder);
    const auto find = [&](const std::string& name) -> std::string {
        for (const auto* ending : {"", ".gz", ".zst"})
            if (auto there = (folder + name).append(ending); fs::is_regular_file(there, error)) return there;
        return {};
    };
    std::vector<std::string> result;
    const auto add = [&](std::string there) {
        if (!there.empty()) result.push_back(std::move(there));
    };
    for (const auto kind : {sibling::values, sibling::live_range})
        if (kind != named->kind) add(find(sibling_name(*named, kind)));
    if (result.empty() && named->kind != sibling::values && named->kind != sibling::live_range) return {path};
    if (named->kind != sibling::assignment) add(find(sibling_name(*named, sibling::assignment)));
    result.push_back(path);
    std::ranges::sort(result);
    return result;
}

std::vector<std::string> texts_beside(const std::string& path, const options& how)
{
    std::vector<std::string> result;
    if (how.files_alone) return result;
    std::error_code error;
    for (const auto& there : names_of_text_beside(path))
        if (fs::is_regular_file(there, error)) result.push_back(there);
    return result;
}

} // namespace ballast::inline v0::files
