// The definition of the tables: rows agree with their columns, docs/tables.md lists them, and SQL can use their names.
#include "ballast/tables.hpp"

#include "base/utf8.hpp"
#include "tests/support/support.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

namespace ballast::tests {

namespace {

using tables::cell;
using tables::cell_type;

struct collected : tables::row_handler {
    std::map<std::string, std::vector<std::vector<cell>>> rows;
    std::vector<std::string> faults;
    std::vector<std::unique_ptr<std::string>> kept; // texts of the cells

    void row(std::size_t table, std::span<const cell> cells) override
    {
        const auto& info = tables::all()[table];
        std::vector<cell> row(cells.begin(), cells.end());
        if (cells.size() != info.columns.size()) {
            faults.emplace_back(info.name);
            return;
        }
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto& column = info.columns[i];
            if (!fits(column, cells[i])) faults.push_back(std::string(info.name).append(".").append(column.name));
            if (auto* text = std::get_if<std::string_view>(&row[i]))
                *text = *kept.emplace_back(std::make_unique<std::string>(*text));
        }
        rows[std::string(info.name)].push_back(std::move(row));
    }

    static bool fits(const tables::column_info& column, const cell& of)
    {
        if (std::holds_alternative<std::monostate>(of)) return column.nullable;
        if (const auto* text = std::get_if<std::string_view>(&of)) {
            auto left = *text;
            for (; utf8::sequence_length(left) != 0 && left.front() != 0;) utf8::take_code_point(left);
            return column.type == cell_type::text && !text->empty() && left.empty();
        }
        return column.type == (std::holds_alternative<bool>(of) ? cell_type::boolean : cell_type::integer);
    }

    // The cells of a column, as text.
    std::vector<std::string> column(const std::string& table, std::string_view name)
    {
        const auto& columns = tables::all()[*tables::find(table)].columns;
        const auto at = std::ranges::find(columns, name, &tables::column_info::name) - columns.begin();
        std::vector<std::string> result;
        for (const auto& row : rows[table]) {
            const auto& value = row.at(static_cast<std::size_t>(at));
            if (const auto* text = std::get_if<std::string_view>(&value))
                result.emplace_back(*text);
            else if (const auto* number = std::get_if<std::int64_t>(&value))
                result.push_back(std::to_string(*number));
            else if (const auto* flag = std::get_if<bool>(&value))
                result.emplace_back(*flag ? "true" : "false");
            else
                result.emplace_back("null");
        }
        return result;
    }
};

tables::table_set all_tables() { return tables::table_set().set(); }

void rows_of(const document& read, collected& to)
{
    const document* const documents[]{&read};
    EXPECT_TRUE(tables::for_each_row({.path = "a.txt", .name = "a", .documents = documents}, all_tables(), to));
}

std::string item_of(const tables::column_info& column)
{
    std::ostringstream text;
    text << "- `" << column.name << "` (" << spelling(column.type) << (column.nullable ? "?" : "");
    if (column.unit != tables::unit::none) text << ", " << spelling(column.unit);
    text << "): " << column.what << '\n';
    return text.str();
}

// The columns of a table besides its key. Columns of holders that `values` has as well are only named.
std::string columns_of(const tables::table_info& table, const std::set<std::string>& of_values)
{
    std::string items;
    std::string others;
    for (const auto& column : table.columns) {
        const auto item = item_of(column);
        if (table.name == "holders" && of_values.contains(item)) {
            if (column.name != "module") others.append(others.empty() ? "`" : ", `").append(column.name) += '`';
        } else if (column.name != "module" || table.name == "modules") {
            items += item;
        }
    }
    return items + (others.empty() ? "" : "\nAs in `values`: " + others + ".\n");
}

std::string document_of_tables()
{
    std::set<std::string> of_values;
    for (const auto& table : tables::all())
        if (table.name == "values")
            for (const auto& column : table.columns) of_values.insert(item_of(column));
    std::ostringstream text;
    for (const auto& table : tables::all())
        text << "\n## " << table.name << "\n\nA row is " << table.what << ".\n\n" << columns_of(table, of_values);
    text << "\n## Views\n\n";
    for (const auto& view : tables::views()) text << "- `" << view.name << "`: " << view.what << '\n';
    return text.str();
}

} // namespace

TEST(Tables, RowsAreAsTheirColumnsSay)
{
    std::set<std::string> filled;
    for (const auto& name : golden_dumps()) {
        collected rows;
        rows_of(accepted(golden_dump(name)), rows);
        EXPECT_EQ(rows.faults, std::vector<std::string>()) << name;
        for (const auto& [table, of] : rows.rows)
            if (!of.empty()) filled.insert(table);
    }
    for (const auto& table : tables::all())
        if (table.name != "findings" && table.name != "donations") {
            EXPECT_TRUE(filled.contains(std::string(table.name))) << table.name;
        }
}

TEST(Tables, HaveARowForEachRecord)
{
    for (const auto& name : golden_dumps()) {
        const auto read = accepted(golden_dump(name));
        const auto& dump = read.dump();
        std::map<std::string, std::size_t> wanted;
        for (const auto& a : dump.allocations) {
            ++wanted["allocations"];
            wanted["values"] += a.values.size();
        }
        const auto count = [&](const ast::value_detail& detail) {
            wanted["positions"] += detail.positions.size();
            wanted["uses"] += detail.uses.size();
        };
        for (const auto& used : dump.used_values) count(used.detail);
        for (const auto& a : dump.allocations)
            for (const auto& line : a.values)
                if (line.detail) count(*line.detail);
        if (const auto* ranges = dump.ranges()) {
            wanted["live_ranges"] = ranges->rows.size();
            if (const auto* peak = std::get_if<ast::peak>(&ranges->summary)) wanted["peak_rows"] = peak->rows.size();
        }
        collected rows;
        rows_of(read, rows);
        for (const auto& [table, count_of] : wanted) EXPECT_EQ(rows.rows[table].size(), count_of) << name << table;
        EXPECT_EQ(rows.rows["modules"].size(), 1U) << name;
    }
}

TEST(Tables, HoldTheCellsOfADump)
{
    collected rows;
    rows_of(accepted(golden_dump("d17.txt")), rows);
    EXPECT_EQ(rows.column("modules", "module"), std::vector<std::string>{"1"});
    const auto read = accepted(golden_dump("d17.txt"));
    std::vector<std::string> sizes;
    std::vector<std::string> ids;
    for (const auto& a : read.dump().allocations)
        for (const auto& line : a.values) {
            sizes.push_back(std::to_string(line.size));
            ids.push_back(std::to_string(line.value.id));
        }
    EXPECT_EQ(rows.column("values", "size"), sizes);
    EXPECT_EQ(rows.column("values", "value"), ids);
    std::vector<std::string> starts;
    for (const auto& row : read.dump().ranges()->rows) starts.push_back(std::to_string(row.start));
    EXPECT_EQ(rows.column("live_ranges", "first_step"), starts);
    const std::vector<std::string> indexes{"null", "null", "0", "null", "null", "1"};
    EXPECT_EQ(rows.column("peak_rows", "shape_index"), indexes);
}

TEST(Tables, KeepOnlyWantedTables)
{
    collected rows;
    const auto read = accepted(golden_dump("d17.txt"));
    const document* const documents[]{&read};
    tables::table_set wanted;
    wanted.set(*tables::find("holders"));
    EXPECT_TRUE(tables::for_each_row({.documents = documents}, wanted, rows));
    ASSERT_EQ(rows.rows.size(), 1U);
    EXPECT_EQ(rows.rows.begin()->first, "holders");
}

TEST(Tables, HoldersAddUpToThePeak)
{
    for (const auto& name : golden_dumps()) {
        collected rows;
        rows_of(accepted(golden_dump(name)), rows);
        std::map<std::string, std::int64_t> held;
        const auto spaces = rows.column("holders", "space");
        const auto bytes = rows.column("holders", "bytes");
        for (std::size_t i = 0; i < spaces.size(); ++i) held[spaces[i]] += std::stoll(bytes[i]);
        const auto known = rows.column("spaces", "space");
        const auto peaks = rows.column("spaces", "peak");
        for (std::size_t i = 0; i < known.size(); ++i)
            if (peaks[i] != "null") {
                EXPECT_EQ(held[known[i]], std::stoll(peaks[i])) << name;
            }
    }
}

// Each value has the bytes of its first holder, and others hold nothing.
TEST(Tables, ValuesHoldWhatTheirHoldersSay)
{
    std::size_t holding = 0;
    for (const auto& name : golden_dumps()) {
        collected rows;
        rows_of(accepted(golden_dump(name)), rows);
        std::map<std::string, std::string> bytes;
        const auto holders = rows.column("holders", "value");
        const auto sizes = rows.column("holders", "bytes");
        for (std::size_t i = 0; i < holders.size(); ++i)
            if (holders[i] != "null") bytes.try_emplace(holders[i], sizes[i]);
        const auto values = rows.column("values", "value");
        const auto held = rows.column("values", "held");
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto known = bytes.find(values[i]);
            if (known != bytes.end())
                EXPECT_EQ(held[i], known->second) << name << ", value " << values[i];
            else
                EXPECT_TRUE(held[i] == "0" || held[i] == "null") << name << ", value " << values[i];
        }
        holding += bytes.size();
        if (bytes.contains("0")) holding += 1000;
    }
    EXPECT_GT(holding, 1100U) << "some value 0 is a holder";
}

TEST(Tables, HaveRowsOfModulesWithoutADump)
{
    collected rows;
    EXPECT_TRUE(tables::for_each_row({.number = 7, .path = "broken.txt", .refused = 1}, all_tables(), rows));
    EXPECT_EQ(rows.column("modules", "module"), std::vector<std::string>{"7"});
    EXPECT_EQ(rows.column("modules", "refused"), std::vector<std::string>{"1"});
    EXPECT_EQ(rows.rows.size(), 1U);
}

// Escaped texts can contain any bytes.
TEST(Tables, TextsAreValid)
{
    auto text = golden_dump("d17.txt");
    const auto at = text.find("op_name=\"");
    ASSERT_NE(at, std::string::npos);
    text.insert(at + 9, "\\000\\377\\303\\251");
    collected rows;
    rows_of(accepted(text), rows);
    EXPECT_EQ(rows.faults, std::vector<std::string>());
    EXPECT_TRUE(std::ranges::any_of(rows.column("instructions", "op_name"), [](const std::string& name) {
        return name.starts_with("\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9");
    }));
}

TEST(Tables, NamesAreNotWordsOfSql)
{
    // Words that SQLite or DuckDB reserve, among possible names of columns.
    const std::set<std::string_view> reserved{"all",   "and",     "as",         "case",   "check",  "column", "default",
                                              "desc",  "end",     "exists",     "from",   "group",  "in",     "index",
                                              "join",  "limit",   "not",        "null",   "offset", "on",     "or",
                                              "order", "primary", "references", "select", "set",    "table",  "to",
                                              "union", "unique",  "using",      "values", "when",   "where",  "with"};
    for (const auto& table : tables::all()) {
        EXPECT_TRUE(table.name == "values" || !reserved.contains(table.name)) << table.name;
        std::set<std::string_view> names;
        for (const auto& column : table.columns) {
            EXPECT_FALSE(reserved.contains(column.name)) << table.name << '.' << column.name;
            EXPECT_TRUE(names.insert(column.name).second) << table.name << '.' << column.name;
        }
        EXPECT_EQ(table.columns.front().name, "module") << table.name;
        for (const auto& index : table.indexes)
            for (const auto& name : index) EXPECT_TRUE(names.contains(name)) << table.name << '.' << name;
    }
}

// BALLAST_UPDATE_GOLDEN=1 rewrites the text after the line.
TEST(Tables, TheDocumentListsEveryColumn)
{
    constexpr std::string_view line = "<!-- what follows is derived from src/tables -->\n";
    const auto path = golden().parent_path().parent_path() / "docs" / "tables.md";
    auto text = read_file(path);
    const auto begin = text.find(line);
    ASSERT_NE(begin, std::string::npos);
    const auto expected = text.substr(0, begin).append(line).append(document_of_tables());
    if (std::getenv("BALLAST_UPDATE_GOLDEN")) std::ofstream(path, std::ios::binary) << (text = expected);
    EXPECT_EQ(text, expected);
}

} // namespace ballast::tests
