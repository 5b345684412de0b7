// The tables in SQL.
#include "ballast/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace ballast::inline v0::tables {

namespace {

// `values` is a word of SQL.
std::string quoted(std::string_view name) { return name == "values" ? fmt::format("\"{}\"", name) : std::string(name); }

std::string_view type_of(const column_info& column)
{
    switch (column.type) {
    case cell_type::integer: return "BIGINT";
    case cell_type::boolean: return "BOOLEAN";
    case cell_type::text: return "TEXT";
    }
    return {};
}

// Creates the indexes that are, or are not, in the order of the modules.
void create_indexes(const table_info& table, bool by_module, std::vector<std::string>& to)
{
    for (const auto& columns : table.indexes)
        if ((columns.front() == "module") == by_module)
            to.push_back(fmt::format("CREATE INDEX {}_by_{} ON {} ({});", table.name, columns.back(),
                                     quoted(table.name), fmt::join(columns, ", ")));
}

} // namespace

std::string create_table(const table_info& table)
{
    std::string result = fmt::format("CREATE TABLE {} (\n", quoted(table.name));
    for (const auto& column : table.columns) {
        const bool key = table.name == "modules" && column.name == "module";
        result += fmt::format("    {} {}{}{}\n", column.name, key ? "INTEGER PRIMARY KEY" : type_of(column),
                              column.nullable || key ? "" : " NOT NULL", &column == &table.columns.back() ? "" : ",");
    }
    return result + ");";
}

std::string create_view(const view_info& view) { return fmt::format("CREATE VIEW {} AS\n{};", view.name, view.query); }

std::vector<std::string> statements_before_rows(const table_set& wanted, module_indexes when)
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < all().size(); ++i) {
        if (!wanted.test(i)) continue;
        result.push_back(create_table(all()[i]));
        if (when == module_indexes::before_rows) create_indexes(all()[i], true, result);
    }
    return result;
}

std::vector<std::string> statements_after_rows(const table_set& wanted, module_indexes when)
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < all().size(); ++i) {
        if (!wanted.test(i)) continue;
        if (when == module_indexes::after_rows) create_indexes(all()[i], true, result);
        create_indexes(all()[i], false, result);
    }
    const auto is_wanted = [&](std::string_view table) { return wanted.test(*find(table)); };
    for (const auto& view : views())
        if (std::ranges::all_of(view.tables, is_wanted)) result.push_back(create_view(view));
    return result;
}

std::span<const view_info> views()
{
    static constexpr std::array all{
        view_info{"buffers",
                  "the rows of `values` with the name and the path of their modules",
                  {"values", "modules"},
                  R"(SELECT modules.name AS module_name, modules.path, v.*
FROM "values" AS v JOIN modules ON modules.module = v.module)"},
        view_info{"memory",
                  "the rows of `spaces` with the name and the path of their modules",
                  {"spaces", "modules"},
                  R"(SELECT modules.name AS module_name, modules.path, s.*
FROM spaces AS s JOIN modules ON modules.module = s.module)"},
        view_info{"peak_by_source",
                  "what each source line holds at the peak of each module and space",
                  {"holders", "modules"},
                  R"(SELECT modules.name AS module_name, modules.path, h.module, h.space, h.source,
    sum(h.bytes) AS bytes, count(*) AS buffers
FROM holders AS h JOIN modules ON modules.module = h.module
GROUP BY modules.name, modules.path, h.module, h.space, h.source)"},
        view_info{"peak_by_scope",
                  "what each part of the program holds at the peak of each module and space",
                  {"holders", "modules"},
                  R"(SELECT modules.name AS module_name, modules.path, h.module, h.space, h.scope,
    sum(h.bytes) AS bytes, count(*) AS buffers
FROM holders AS h JOIN modules ON modules.module = h.module
GROUP BY modules.name, modules.path, h.module, h.space, h.scope)"},
        view_info{"padding",
                  "the bytes that padding adds to the values of each shape",
                  {"values", "modules"},
                  R"(SELECT module, space, shape, count(*) AS value_count, sum(size) AS size, sum(logical) AS logical,
    sum(size - logical) AS wasted
FROM "values" WHERE size > logical AND logical > 0
GROUP BY module, space, shape)"},
    };
    return all;
}

} // namespace ballast::inline v0::tables
