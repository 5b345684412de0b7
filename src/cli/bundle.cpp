#include "cli/bundle.hpp"

#include "cli/file_name.hpp"
#include "cli/parallel.hpp"

#include <algorithm>
#include <unordered_map>

namespace ballast::cli {

namespace {

// A bundle and the parts of its name that are known.
struct named_bundle {
    std::optional<file_name> name; // of its first file
    bundle files;
};

// Joins files without the module in their names to those that have it.
void join_long_names(std::vector<named_bundle>& all)
{
    const auto longest_ending = std::ranges::max(siblings(), {}, [](const auto& s) { return s.ending.size(); }).ending;
    const auto is_long = [&](const named_bundle& b) {
        return b.name && b.name->base.size() + longest_ending.size() > longest_name;
    };
    if (std::ranges::none_of(all, is_long)) return;
    for (auto& nameless : all) {
        if (!nameless.name || !nameless.name->made_by_xla || !nameless.name->module.empty()) continue;
        const auto belongs_to = [&](const named_bundle& b) {
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
    std::erase_if(all, [](const named_bundle& b) { return b.files.files.empty(); });
}

} // namespace

std::vector<bundle> bundles_of(const input_files& inputs, const options& given)
{
    std::vector<named_bundle> all;
    all.reserve(inputs.files.size());
    std::unordered_map<std::string_view, std::size_t> known;
    known.reserve(inputs.files.size());
    std::vector<std::pair<std::string_view, std::size_t>> texts; // possible module texts, by stem
    for (const auto& file : inputs.files) {
        const auto name = given.files_alone ? std::nullopt : parse_file_name(file.path);
        if (!name || info(name->kind).alone) {
            if (const auto stem = stem_of_text(file.path); !given.files_alone && !stem.empty())
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
    if (!texts.empty()) std::erase_if(all, [](const named_bundle& b) { return b.files.files.empty(); });
    join_long_names(all);
    std::vector<bundle> result;
    result.reserve(all.size());
    for (auto& b : all) {
        b.files.of_folder = !given.files_alone && std::ranges::any_of(b.files.files, &input_file::in_folder);
        result.push_back(std::move(b.files));
    }
    return result;
}

std::vector<bundle_file> read_bundle(const bundle& files, const options& given, const reading& how)
{
    std::vector<bundle_file> result;
    for (const auto* file : files.files) result.push_back({parse_file(*file, given, how), file});
    return result;
}

bundle_era era_of(const std::vector<const document*>& files)
{
    bundle_era result;
    timeline::joint_era joint;
    for (const auto* file : files)
        result.conflicts.push_back(joint.add(file ? file->witnesses() : std::span<const witness>()));
    result.all = joint.report();
    return result;
}

bundle_era era_of(const std::vector<bundle_file>& files)
{
    std::vector<const document*> documents;
    for (const auto& file : files) documents.push_back(file.accepted() ? &*file.result.value : nullptr);
    return era_of(documents);
}

std::optional<bundle> one_module(std::string_view command, const input_files& inputs, const options& given)
{
    const auto was_named = [](const input_file& file) { return !file.in_folder && (!file.text || !file.text->in_log); };
    if (!given.files_alone && std::ranges::all_of(inputs.files, was_named)) {
        bundle named;
        for (const auto& file : inputs.files) named.files.push_back(&file);
        return named;
    }
    const auto all = bundles_of(inputs, given);
    if (all.size() == 1) return all.front();
    if (!all.empty())
        warn("ballast {}: expected one module, found {}: {}, {}{}\n", command, all.size(), all[0].files.front()->shown,
             all[1].files.front()->shown, all.size() > 2 ? ", …" : "");
    return std::nullopt;
}

module_read read_module(std::string_view command, const input_files& inputs, const options& given, report& out,
                        wanted what)
{
    module_read result;
    const auto found = one_module(command, inputs, given);
    if (!found || found->files.empty()) {
        result.code = trouble;
        return result;
    }
    result.files = read_bundle(*found, given, {.what = what, .threads = jobs_of(given)});
    for (const auto& f : result.files) {
        if (!f.problem.empty()) {
            out.line("{}: {}: {}", f.file->shown, out.emphasised("unreadable"), f.problem);
            result.code = trouble;
        } else if (!f.result.accepted()) {
            line_table lines(f.result.source());
            out.place(f.file->shown, "refused", f.result.findings.front(), lines);
            result.code = result.code.value_or(failure);
        }
    }
    if (result.code && !out.flush()) result.code = trouble;
    return result;
}

} // namespace ballast::cli
