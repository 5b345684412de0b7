// Helpers of the tests: files, and short access to trees.
#pragma once

#include "ballast/print.hpp"
#include "ballast/read.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace ballast::tests {

namespace fs = std::filesystem;
using numbers = std::vector<std::int64_t>;

inline std::string read_file(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.is_open()) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

// The folder with golden files, and our own dumps in it, by name.
inline fs::path golden() { return BALLAST_GOLDEN; }
inline std::string golden_dump(const std::string& name) { return read_file(golden() / "dumps" / name); }
inline std::vector<std::string> golden_dumps()
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(golden() / "dumps"))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

// The folder with real dumps, if there is one.
inline std::optional<fs::path> corpus()
{
    const char* folder = std::getenv("BALLAST_CORPUS");
    if (!folder || !*folder) return std::nullopt;
    return fs::path(folder);
}

// Reads a text that must be accepted.
inline document accepted(std::string_view text)
{
    auto result = parse(text);
    if (!result.accepted())
        throw std::runtime_error("refused: " + result.findings.front().message.text() + " at line " +
                                 std::to_string(line_table(text).place_of(result.findings.front().begin).line));
    return std::move(*result.value);
}

inline fragment accepted(entry which, std::string_view text)
{
    auto result = parse(which, text);
    if (!result.accepted()) throw std::runtime_error("refused: " + result.findings.front().message.text());
    return std::move(*result.value);
}

// The error of a text that must be refused, as displayed.
struct fault : finding {
    std::string message;
    text_place place;
    excerpt shown;
};
inline fault fault_in(std::string_view text, const finding& what)
{
    return {what, what.message.text(), line_table(text).place_of(what.begin), excerpt_of(text, what.begin, what.end)};
}
inline fault refused(std::string_view text)
{
    auto result = parse(text);
    EXPECT_FALSE(result.accepted());
    if (result.findings.empty()) throw std::runtime_error("accepted");
    return fault_in(text, result.findings.front());
}
inline fault refused(entry which, std::string_view text)
{
    auto result = parse(which, text);
    if (result.accepted() || result.findings.empty()) throw std::runtime_error("accepted: " + std::string(text));
    return fault_in(text, result.findings.front());
}

// The text is accepted and recognised, and prints back.
inline void prints_back(entry which, std::string_view text)
{
    const auto result = parse(which, text);
    ASSERT_TRUE(result.accepted()) << text << ": " << result.findings.front().message.text();
    EXPECT_EQ(print(*result.value), text);
    EXPECT_TRUE(recognise(which, text));
}

inline numbers dims(const ast::shape& s)
{
    numbers result;
    for (const auto& d : std::get<ast::array_shape>(s.form).dimensions) result.push_back(d.size);
    return result;
}
inline numbers order(const ast::shape& s)
{
    const auto& layout = std::get<ast::array_shape>(s.form).layout;
    return {layout->minor_to_major.begin(), layout->minor_to_major.end()};
}
inline ast::element_kind type(const ast::shape& s) { return std::get<ast::array_shape>(s.form).type.kind; }
inline numbers tile(const ast::shape& s, std::size_t which = 0)
{
    numbers result;
    const auto& layout = std::get<ast::array_shape>(s.form).layout;
    for (const auto& d : layout->suffixes->tiles[which].dimensions) result.push_back(d.size.value_or(-1));
    return result;
}
inline std::int64_t space(const ast::shape& s)
{
    const auto& layout = std::get<ast::array_shape>(s.form).layout;
    return layout && layout->suffixes ? layout->suffixes->memory_space : 0;
}
inline const ast::shape& part(const ast::shape& s, std::size_t i)
{
    return std::get<ast::tuple_shape>(s.form).elements[i];
}
inline numbers list_of(const ast::shape_index& index) { return {index.begin(), index.end()}; }
inline std::optional<numbers> list_of(const ast::maybe<ast::shape_index>& index)
{
    if (!index) return std::nullopt;
    return list_of(*index);
}
inline const ast::list<ast::operand>& operands(const ast::instruction& i)
{
    return std::get<ast::list<ast::operand>>(i.body);
}
template <typename Node>
std::string text_of(const Node& node, const ast::forms& forms)
{
    return printed([&](sink& out) { print(out, node, forms); });
}

// The value of an attribute as printed.
inline std::string attribute(const ast::instruction& i, std::string_view key)
{
    for (const auto& a : i.attributes) {
        if ((a.key.other ? *a.key.other : spelling(a.key.kind)) != key) continue;
        return printed([&](sink& out) { print_value(out, a, {}); });
    }
    return "(absent)";
}

} // namespace ballast::tests
