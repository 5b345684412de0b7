#include "tables.hpp"

#include "answers/rows.hpp"
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

void add_rows(const read_module& of, std::int64_t number, std::size_t table, table_maker& to)
{
    std::vector<answers::validated_file> checked;
    if (table == tables::find("findings")) checked = validate(of.inputs_in_memory(), {.max_errors = 0}, 1);
    const auto findings = answers::placed(checked);
    const auto documents = of.documents_with_text();
    tables::table_set wanted;
    wanted.set(table);
    const auto era = answers::era_of(of.files()).all.possible.to_string();
    auto name = of.name();
    for (const auto* each : documents)
        if (const auto* text = each->module_text(); text && of.number().empty()) name = text->name;
    if (!tables::for_each_row({.number = number,
                               .path = of.path(),
                               .name = name,
                               .id = of.number(),
                               .era = era,
                               .files = static_cast<std::int64_t>(of.files().size()),
                               .documents = documents,
                               .findings = findings},
                              wanted, to))
        throw std::bad_alloc();
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
