#include "tables.hpp"

#include "reading.hpp"

#include <memory>
#include <new>
#include <string>

namespace ballast::python {

namespace {

class table_maker final : public tables::row_handler {
public:
    explicit table_maker(column_table& to) : to_(to) {}
    void row(std::size_t, std::span<const tables::cell> cells) override { to_.add_row(cells); }

private:
    column_table& to_;
};

// The findings of the files of a module, which are only looked for if they are wanted.
class module_findings {
public:
    module_findings(const read_module& of, bool wanted)
    {
        if (wanted) files_ = validate(of.inputs_in_memory(), {.max_errors = 0}, 1);
        for (const auto& file : files_)
            for (const auto& found : file.findings)
                placed_.push_back({file.file.shown, &found.what, found.severity, found.begin, found.hint});
    }
    [[nodiscard]] std::span<const tables::placed_finding> placed() const { return placed_; }

private:
    std::vector<files::validated_file> files_;
    std::vector<tables::placed_finding> placed_;
};

void add_rows(const read_module& of, std::int64_t number, std::size_t table, table_maker& to)
{
    const auto documents = of.documents_with_text();
    const auto era = files::era_of(of.files()).all.possible.to_string();
    auto name = of.name();
    for (const auto* each : documents)
        if (const auto* text = each->module_text(); text && of.number().empty()) name = text->name;
    const module_findings findings(of, table == tables::find("findings"));
    tables::table_set wanted;
    wanted.set(table);
    const bool complete = tables::for_each_row({.number = number,
                                                .path = of.path(),
                                                .name = name,
                                                .id = of.number(),
                                                .era = era,
                                                .files = static_cast<std::int64_t>(of.files().size()),
                                                .documents = documents,
                                                .findings = findings.placed()},
                                               wanted, to);
    if (!complete) throw std::bad_alloc();
}

} // namespace

std::vector<std::string_view> table_names()
{
    std::vector<std::string_view> names;
    for (const auto& table : tables::all()) names.push_back(table.name);
    return names;
}

table_pointer table_of(std::span<const module_pointer> modules, std::string_view name)
{
    const auto table = tables::find(name);
    if (!table) return nullptr;
    auto made = std::make_shared<column_table>(tables::all()[*table]);
    table_maker to(*made);
    for (std::size_t i = 0; i < modules.size(); ++i)
        add_rows(*modules[i], static_cast<std::int64_t>(i) + 1, *table, to);
    made->finish();
    return made;
}

} // namespace ballast::python
