#include "files/module_rows.hpp"

#include "check/siblings.hpp"
#include "files/beside.hpp"
#include "files/module_files.hpp"
#include "files/module_memory.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ballast::inline v0::files {

namespace {

// The files of a module, with their findings if these are wanted.
struct read_module {
    std::vector<module_file> files;
    std::vector<std::vector<reported_finding>> findings; // by file
};

read_module read(const module_files& module, const options& given, bool with_findings)
{
    if (!with_findings) return {read_files(module, given, true), {}};
    read_module result;
    auto checked = validate(module, given, {.max_errors = 0});
    for (std::size_t i = 0; i < checked.size(); ++i) {
        if (checked[i].problem.empty() && !checked[i].result.value)
            static_cast<parsed_file&>(checked[i]) = parse_file(*module.files[i], given, 1, true);
        result.files.push_back({{std::move(checked[i].problem), std::move(checked[i].result)}, module.files[i]});
        result.findings.push_back(std::move(checked[i].findings));
    }
    return result;
}

std::vector<tables::placed_finding> placed(const read_module& of)
{
    std::vector<tables::placed_finding> result;
    for (std::size_t i = 0; i < of.findings.size(); ++i)
        for (const auto& found : of.findings[i])
            result.push_back({of.files[i].file->shown, &found.what, found.severity, found.begin, found.hint});
    return result;
}

// The documents that are used; other files are added to `made`. If two files contain the same part, the first one
// counts.
std::vector<const document*> usable(const read_module& of, module_memory& made)
{
    std::vector<const document*> result;
    unsigned parts = 0;
    for (const auto& file : of.files) {
        if (!file.problem.empty()) {
            made.unused.push_back({file.file->shown, file.problem});
        } else if (!file.result.value) {
            made.unused.push_back(refused_file(file));
        } else {
            const auto here = checking::parts_in(*file.result.value);
            if ((here & parts) == 0) result.push_back(&*file.result.value);
            parts |= here;
        }
    }
    return result;
}

bool has_module_text(const document* of) { return of->module_text() != nullptr; }

} // namespace

module_memory for_each_row(const module_files& module, const options& given, const tables::table_set& wanted,
                           std::int64_t number, tables::row_handler& to)
{
    module_memory made;
    made.path = module.files.front()->shown;
    set_name(made, module);
    const auto of = read(module, given, wanted.test(*tables::find("findings")));
    auto documents = usable(of, made);
    text_beside beside; // has a document that `documents` refers to
    if (!documents.empty() && std::ranges::none_of(documents, has_module_text)) {
        beside = find_text_beside(module.files.front()->path, given);
        made.notices = beside.notices;
        if (beside.text) documents.push_back(&*beside.text);
    }
    for (const auto* d : documents)
        if (const auto* text = d->module_text(); text && made.number.empty()) made.name = text->name;
    const auto era = documents.empty() ? std::string() : era_of(of.files).all.possible.to_string();
    const auto findings = placed(of);
    const bool complete = tables::for_each_row({.number = number,
                                                .path = made.path,
                                                .name = made.name,
                                                .id = made.number,
                                                .era = era,
                                                .files = static_cast<std::int64_t>(module.files.size()),
                                                .refused = static_cast<std::int64_t>(made.refused()),
                                                .unreadable = static_cast<std::int64_t>(made.unreadable()),
                                                .documents = documents,
                                                .findings = findings},
                                               wanted, to);
    if (!complete) made.unused.push_back({made.path, std::string(no_memory)});
    return made;
}

} // namespace ballast::inline v0::files
