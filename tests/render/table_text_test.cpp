// Rows as CSV and NDJSON, and as bytes that are kept for a database.
#include "render/table_text.hpp"

#include "render/row_block.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace ballast::tests {

namespace {

using namespace std::string_view_literals;
using tables::cell;

tables::column_info column(std::string_view name)
{
    tables::column_info made;
    made.name = name;
    return made;
}

const tables::table_info table{"things", "a thing", {column("a"), column("b"), column("c"), column("d")}, {}};
const std::vector<cell> cells{std::int64_t{-5}, true, {}, "x"sv};

std::string csv(const std::vector<cell>& row)
{
    std::string to;
    render::append_csv_row(row, to);
    return to;
}
std::string json(std::string_view text)
{
    std::string to;
    render::append_json_row(table, std::vector<cell>{text}, to);
    return to;
}

} // namespace

TEST(TableText, CsvHasAHeadAndQuotesWhatMustBeQuoted)
{
    std::string head;
    render::append_csv_head(table, head);
    EXPECT_EQ(head, "a,b,c,d\r\n");
    EXPECT_EQ(csv(cells), "-5,true,,x\r\n");
    EXPECT_EQ(csv({"a,b"sv, "say \"no\""sv, "two\nlines"sv}), "\"a,b\",\"say \"\"no\"\"\",\"two\nlines\"\r\n");
    EXPECT_EQ(csv({false, std::numeric_limits<std::int64_t>::min()}), "false,-9223372036854775808\r\n");
}

TEST(TableText, JsonOmitsNullAndEscapes)
{
    std::string row;
    render::append_json_row(table, cells, row);
    EXPECT_EQ(row, "{\"a\":-5,\"b\":true,\"d\":\"x\"}\n");
    EXPECT_EQ(json("q\"b\\n\nu\x1f\xc3\xa9"), "{\"a\":\"q\\\"b\\\\n\\u000au\\u001f\xc3\xa9\"}\n");
    EXPECT_EQ(json({}), "{\"a\":\"\"}\n");
}

TEST(TableText, LinesNameTheirTableAndFile)
{
    std::string line;
    render::append_json_line(table, render::quoted_json("a\"\xff"), cells, line);
    EXPECT_EQ(line, "{\"table\":\"things\",\"file\":\"a\\\"\xef\xbf\xbd\",\"a\":-5,\"b\":true,\"d\":\"x\"}\n");
}

TEST(TableText, WaitingRowsComeBack)
{
    const std::vector<cell> other{{}, false, std::numeric_limits<std::int64_t>::max(), ""sv};
    std::string rows;
    render::append_row(cells, rows);
    render::append_row(other, rows);
    std::vector<std::vector<cell>> back;
    for (render::row_reader reader(rows, cells.size()); reader.next();) {
        auto& row = back.emplace_back();
        for (std::size_t i = 0; i < cells.size(); ++i) row.push_back(reader.cell(i));
    }
    EXPECT_EQ(back, (std::vector<std::vector<cell>>{cells, other}));
    EXPECT_FALSE(render::row_reader({}, 4).next());
}

} // namespace ballast::tests
