#include "ballast/files.hpp"

#include "base/file_name.hpp"
#include "files/compressed.hpp"

#include <algorithm>
#include <unordered_map>

namespace ballast::inline v0::files {

namespace {

// The files of a module and the parts of their name that are known.
struct named_module {
    std::optional<file_name> name; // of its first file
    module_files files;
};

// Joins files without the module in their names to those that have it.
void join_long_names(std::vector<named_module>& all)
{
    const auto longest_ending = std::ranges::max(siblings(), {}, [](const auto& s) { return s.ending.size(); }).ending;
    const auto is_long = [&](const named_module& b) {
        return b.name && b.name->base.size() + longest_ending.size() > longest_name;
    };
    if (std::ranges::none_of(all, is_long)) return;
    for (auto& nameless : all) {
        if (!nameless.name || !nameless.name->made_by_xla || !nameless.name->module.empty()) continue;
        const auto belongs_to = [&](const named_module& b) {
            return is_long(b) && std::ranges::all_of(nameless.files.files, [&](const input_file* file) {
                       const auto name = parse_file_name(file->path); // a module text has none
                       return !name || lacks_the_name_of(*name, *b.name);
                   });
        };
        // Two such modules cannot be distinguished.
        if (std::ranges::count_if(all, belongs_to) != 1) continue;
        auto& home = *std::ranges::find_if(all, belongs_to);
        const bool first = &nameless < &home;
        auto& to = first ? nameless : home;
        auto& from = first ? home : nameless;
        to.files.files.insert(to.files.files.end(), from.files.files.begin(), from.files.files.end());
        to.name = home.name;
        from.files.files.clear();
        from.name.reset();
    }
    std::erase_if(all, [](const named_module& b) { return b.files.files.empty(); });
}

// True if a text is `CompiledMemoryStats(…)`, which does not name its module. Files of folders are dumps.
bool has_compiled_sizes(const input_file& file)
{
    constexpr std::string_view beginning = "CompiledMemoryStats(";
    if (file.in_folder) return false;
    if (file.text) return file.text->bytes.view().starts_with(beginning);
    return file.path != "-" && file.problem.empty() && first_bytes(file.path, beginning.size()) == beginning;
}

// Such a text is one of the module that is the only other input.
void join_compiled_sizes(std::vector<named_module>& all)
{
    if (all.size() != 2) return;
    const auto alone = [](const named_module& m) { return !m.name && m.files.files.size() == 1; };
    const bool first = alone(all[0]) && has_compiled_sizes(*all[0].files.files.front());
    const bool second = alone(all[1]) && has_compiled_sizes(*all[1].files.files.front());
    if (first == second) return;
    auto& module = all[first ? 1 : 0].files.files;
    module.push_back(all[first ? 0 : 1].files.files.front());
    std::ranges::sort(module);
    all.erase(all.begin() + (first ? 0 : 1));
}

} // namespace

std::vector<module_files> modules_of(std::span<const input_file> inputs, const options& how)
{
    std::vector<named_module> all;
    all.reserve(inputs.size());
    std::unordered_map<std::string_view, std::size_t> known;
    known.reserve(inputs.size());
    std::vector<std::pair<std::string_view, std::size_t>> texts; // possible module texts, by stem
    for (const auto& file : inputs) {
        const auto name = how.files_alone ? std::nullopt : parse_file_name(file.path);
        if (!name || info(name->kind).alone) {
            if (const auto stem = stem_of_text(file.path); !how.files_alone && !stem.empty())
                texts.emplace_back(stem, all.size());
            all.push_back({std::nullopt, {{&file}}});
            continue;
        }
        const std::string_view path = file.path;
        const auto [at, added] = known.try_emplace(path.substr(0, name->folder.size() + name->base.size()), all.size());
        if (added) all.push_back({name, {}});
        all[at->second].files.files.push_back(&file);
    }
    for (const auto& [stem, text] : texts) {
        const auto home = known.find(stem);
        if (home == known.end()) continue;
        auto& files = all[home->second].files.files;
        files.push_back(all[text].files.files.front());
        std::ranges::sort(files); // both point into one array
        all[text].files.files.clear();
    }
    if (!texts.empty()) std::erase_if(all, [](const named_module& b) { return b.files.files.empty(); });
    join_long_names(all);
    if (!how.files_alone) join_compiled_sizes(all);
    std::vector<module_files> result;
    result.reserve(all.size());
    for (auto& b : all) {
        b.files.of_folder = !how.files_alone && std::ranges::any_of(b.files.files, &input_file::in_folder);
        result.push_back(std::move(b.files));
    }
    return result;
}

} // namespace ballast::inline v0::files
