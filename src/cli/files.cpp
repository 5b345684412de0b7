#include "cli/files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace ballast::cli {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

namespace {

enum class candidate { no, dump, other_kind };

constexpr std::array dump_suffixes{"-buffer-assignment.txt"sv, "-buffer-assignment-values.txt"sv, "-live-range.txt"sv,
                                   ".buffer_assignment"sv};
constexpr std::array other_suffixes{"-memory-usage-report.txt"sv};
constexpr std::array dump_beginnings{"BufferAssignment:\n"sv, "HloLiveRange (max "sv, "HloLiveRange not available"sv,
                                     "*** Begin "sv, "\nTotal bytes used: "sv};
constexpr std::array other_beginnings{"BufferAssignment OOM Debugging."sv, "Memory Space: "sv, "Total bytes used: "sv};

// By name where the name is XLA's, else by the first bytes.
candidate look_at(const fs::path& path)
{
    const std::string name = path.filename().string();
    const auto ends = [&](std::string_view suffix) { return name.ends_with(suffix); };
    if (std::ranges::any_of(dump_suffixes, ends)) return candidate::dump;
    if (std::ranges::any_of(other_suffixes, ends)) return candidate::other_kind;
    if (!name.ends_with(".txt")) return candidate::no;

    std::array<char, 64> bytes{};
    std::ifstream file(path, std::ios::binary);
    file.read(bytes.data(), bytes.size());
    const std::string_view first(bytes.data(), static_cast<std::size_t>(file.gcount()));
    const auto begins = [&](std::string_view beginning) { return first.starts_with(beginning); };
    if (std::ranges::any_of(dump_beginnings, begins)) return candidate::dump;
    if (std::ranges::any_of(other_beginnings, begins)) return candidate::other_kind;
    return candidate::no;
}

void search(const std::string& folder, input_files& found)
{
    std::error_code error;
    const auto first = found.files.size();
    const auto skipped = found.skipped;
    fs::recursive_directory_iterator entry(folder, error);
    if (error) {
        found.files.push_back({folder, folder, error.message()});
        return;
    }
    for (; entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code unknown;
        if (!entry->is_regular_file(unknown)) {
            // A folder that cannot be entered would end the whole search.
            if (entry->is_directory(unknown) && !entry->is_symlink(unknown)) {
                fs::directory_iterator probe(entry->path(), unknown);
                if (unknown) {
                    const auto path = entry->path().string();
                    found.files.push_back({path, path, unknown.message()});
                    entry.disable_recursion_pending();
                }
            }
            continue;
        }
        switch (look_at(entry->path())) {
        case candidate::dump: {
            const auto path = entry->path().string();
            found.files.push_back({path, path, {}});
            break;
        }
        case candidate::other_kind: ++found.skipped; break;
        case candidate::no: break;
        }
    }
    if (error) found.files.push_back({folder, folder, error.message()});
    std::sort(found.files.begin() + static_cast<std::ptrdiff_t>(first), found.files.end(),
              [](const input_file& a, const input_file& b) { return a.path < b.path; });
    if (found.files.size() == first && found.skipped == skipped) warn("ballast: no dumps in {}\n", folder);
}

} // namespace

input_files find_files(const std::vector<std::string>& paths)
{
    input_files found;
    for (const auto& path : paths) {
        std::error_code error;
        if (path == "-")
            found.files.push_back({path, "<stdin>", {}});
        else if (fs::is_directory(path, error))
            search(path, found);
        else
            found.files.push_back({path, path, {}});
    }
    if (found.skipped != 0) warn("ballast: {} files skipped: kinds of dump that are not read yet\n", found.skipped);
    return found;
}

std::string_view kind_word(const ast::dump& dump)
{
    if (dump.frame) return "framed";
    switch (dump.kind) {
    case ast::dump_kind::assignment: return "assignment";
    case ast::dump_kind::combined: return "combined";
    case ast::dump_kind::values: return "values";
    case ast::dump_kind::live_range: return "live-range";
    }
    return "";
}

parse_options options_for(std::string_view path, std::size_t max_errors)
{
    parse_options result;
    result.max_errors = max_errors;
    result.live_range_optional = path.ends_with(".buffer_assignment");
    return result;
}

read_result read_file(const input_file& file)
{
    if (!file.problem.empty()) return {{}, file.problem};
    return read_source(file.path, parse_options{}.max_bytes);
}

} // namespace ballast::cli
