// Widths of tables: what is shortened and dropped.
#include "render/table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ballast::tests {

namespace {

using render::table;

// A shape and a label, as wide as `columns` allow.
std::string rows_of(std::size_t shape, std::size_t label, std::size_t columns)
{
    table t({table::side::left, table::side::left});
    t.row({std::string(shape, 's'), std::string(label, 'l')});
    std::string out;
    t.print(out, columns, {{0, 10, false, 0, 32}, {1, 10}});
    return out;
}

} // namespace

TEST(Table, ShortensLabelsBeforeShapes)
{
    EXPECT_EQ(rows_of(20, 20, 42), " " + std::string(20, 's') + " " + std::string(20, 'l') + "\n");
    EXPECT_EQ(rows_of(20, 20, 36), " " + std::string(20, 's') + " " + std::string(13, 'l') + "…\n");
    EXPECT_EQ(rows_of(20, 20, 30), " " + std::string(17, 's') + "… " + std::string(9, 'l') + "…\n");
    EXPECT_EQ(rows_of(100, 20, 55), " " + std::string(32, 's') + "… " + std::string(20, 'l') + "\n")
        << "a long shape leaves room for the label";
}

TEST(Table, IsNotCutWithoutALimit)
{
    EXPECT_EQ(rows_of(50, 300, 0), " " + std::string(50, 's') + " " + std::string(300, 'l') + "\n");
    EXPECT_EQ(rows_of(300, 5, 0), " " + std::string(300, 's') + " lllll\n");
}

TEST(Table, DropsColumnsByTheirUsualWidths)
{
    for (const auto* cell : {"1", "1000000"}) {
        table t({table::side::right, table::side::right});
        t.row({"a", cell});
        std::string out;
        EXPECT_EQ(t.print(out, 12, {}, {1}, {5, 5}), std::vector<std::size_t>());
        EXPECT_EQ(t.print(out, 11, {}, {1}, {5, 5}), std::vector<std::size_t>{1});
    }
}

} // namespace ballast::tests
