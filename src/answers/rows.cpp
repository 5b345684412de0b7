#include "answers/rows.hpp"

#include "base/parallel.hpp"
#include "files/compressed.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ballast::inline v0::answers {

tables::table_set tables_named(const std::vector<std::string>& names)
{
    tables::table_set result;
    for (std::size_t i = 0; i < tables::all().size(); ++i) result.set(i, names.empty());
    for (const auto& name : names) {
        const auto known = tables::find(name);
        if (!known) return {};
        result.set(*known);
    }
    result.set(*tables::find("modules"));
    return result;
}

std::vector<tables::placed_finding> placed(const std::vector<validated_file>& of)
{
    std::vector<tables::placed_finding> result;
    for (const auto& file : of)
        for (const auto& found : file.findings)
            result.push_back({file.file.shown, &found.what, found.severity, found.begin, found.hint});
    return result;
}

bool for_each_row(loaded_module& of, std::span<const tables::placed_finding> findings, const tables::table_set& wanted,
                  std::int64_t number, tables::row_handler& to)
{
    const auto documents = of.documents();
    for (const auto* d : documents)
        if (const auto* text = d->module_text(); text && of.number.empty()) of.name = text->name;
    const auto era = documents.empty() ? std::string() : of.era().to_string();
    return tables::for_each_row({.number = number,
                                 .path = of.path,
                                 .name = of.name,
                                 .id = of.number,
                                 .era = era,
                                 .files = static_cast<std::int64_t>(of.inputs.size()),
                                 .refused = static_cast<std::int64_t>(of.refused()),
                                 .unreadable = static_cast<std::int64_t>(of.unreadable()),
                                 .documents = documents,
                                 .findings = findings},
                                wanted, to);
}

loaded_module for_each_row(const files::module_files& from, const files::options& reading,
                           const tables::table_set& wanted, std::int64_t number, tables::row_handler& to)
{
    std::vector<validated_file> checked;
    if (wanted.test(*tables::find("findings"))) checked = validate(from, reading, {.max_errors = 0});
    auto made = read_module(from, [&](std::size_t i) {
        // A refused text is read again for its records.
        return i < checked.size() && (!checked[i].problem.empty() || checked[i].result.value)
                   ? static_cast<parsed_file&&>(checked[i])
                   : parse_file(*from.files[i], reading, 1, true);
    });
    const auto is_text = [](const module_file& file) { return file.result.value->module_text() != nullptr; };
    if (!made.files.empty() && std::ranges::none_of(made.files, is_text)) read_text_beside(made, reading);
    if (!for_each_row(made, placed(checked), wanted, number, to))
        made.unused.push_back({made.path, std::string(no_memory)});
    return made;
}

outcome each_module(const std::vector<files::module_files>& modules, const run& by, const tables::table_set& wanted,
                    const std::function<std::unique_ptr<tables::row_handler>(const files::module_files&)>& rows_of,
                    const std::function<bool(tables::row_handler&)>& take)
{
    struct made_rows {
        std::unique_ptr<tables::row_handler> rows;
        loaded_module read; // what was wrong with it
    };
    outcome said;
    bool good = true;
    std::size_t refused = 0;
    std::size_t unreadable = 0;
    std::size_t done = 0;
    parallel_in_order(
        by.threads, modules.size(),
        [&](std::size_t i) {
            const files::decompression_turn one;
            auto rows = rows_of(modules[i]);
            auto read = for_each_row(modules[i], by.reading, wanted, static_cast<std::int64_t>(i) + 1, *rows);
            read.files.clear();
            read.text = {};
            return made_rows{std::move(rows), std::move(read)};
        },
        [&](made_rows&& module) {
            good = good && take(*module.rows);
            if (!good) return;
            said.report(module.read);
            refused += module.read.refused();
            unreadable += module.read.unreadable();
            if (by.progressed) by.progressed(++done, modules.size(), bytes_in_memory(module.read.inputs));
        },
        1); // modules at a time: their rows take memory
    said.code = good ? code_of(refused, unreadable) : +trouble;
    return said;
}

} // namespace ballast::inline v0::answers
