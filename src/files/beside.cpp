#include "files/beside.hpp"

#include "base/file_name.hpp"
#include "files/names.hpp"
#include "files/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace ballast::inline v0::files {

namespace fs = std::filesystem;

std::vector<std::string> with_siblings(const std::string& path, const options& given)
{
    const auto named = parse_file_name(path);
    std::error_code error;
    if (given.files_alone || !named || info(named->kind).alone || !fs::is_regular_file(path, error)) return {path};
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

text_beside find_text_beside(const std::string& path, const options& given)
{
    text_beside result;
    if (given.files_alone) return result;
    std::error_code error;
    for (const auto& there : names_of_text_beside(path)) {
        if (!fs::is_regular_file(there, error)) continue;
        const input_file file{there, shown_path(there, given), {}, true};
        auto [problem, read] = parse_file(file, given, 1, true);
        if (!problem.empty()) continue;
        if (read.value && read.value->module_text()) {
            result.shown = file.shown;
            result.text = std::move(read.value);
            return result;
        }
        result.notices.push_back(
            fmt::format("{}: not read for source lines: {}", file.shown,
                        read.accepted() ? "not a module text" : read.findings.front().message.text()));
    }
    return result;
}

} // namespace ballast::inline v0::files
