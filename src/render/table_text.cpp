#include "render/table_text.hpp"

#include "render/json.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>
#include <variant>

namespace ballast::inline v0::render {

namespace {

void append_number(std::int64_t value, std::string& to)
{
    std::array<char, 20> digits;
    to.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
}

void append_csv_text(std::string_view text, std::string& to)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        to += text;
        return;
    }
    to += '"';
    for (const char c : text) to.append(c == '"' ? 2 : 1, c);
    to += '"';
}

struct csv_cell {
    std::string& to;

    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const { append_number(value, to); }
    void operator()(bool value) const { to += value ? "true" : "false"; }
    void operator()(std::string_view value) const { append_csv_text(value, to); }
};

// The text is valid UTF-8.
void append_json_text(std::string_view text, std::string& to)
{
    to += '"';
    for (std::size_t begin = 0; begin < text.size();) {
        auto end = begin;
        const auto is_plain = [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; };
        while (end < text.size() && is_plain(text[end])) ++end;
        to += text.substr(begin, end - begin);
        if (end < text.size()) {
            if (static_cast<unsigned char>(text[end]) >= 0x20)
                to.append({'\\', text[end]});
            else
                fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned>(text[end]));
        }
        begin = end + 1;
    }
    to += '"';
}

struct json_cell {
    std::string& to;

    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const { append_number(value, to); }
    void operator()(bool value) const { to += value ? "true" : "false"; }
    void operator()(std::string_view value) const { append_json_text(value, to); }
};

void append_members(const tables::table_info& table, std::span<const tables::cell> cells, std::string& to)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (std::holds_alternative<std::monostate>(cells[i])) continue;
        to += to.back() == '{' ? "\"" : ",\"";
        to += table.columns[i].name;
        to += "\":";
        std::visit(json_cell{to}, cells[i]);
    }
    to += "}\n";
}

} // namespace

void append_csv_head(const tables::table_info& table, std::string& to)
{
    const char* gap = "";
    for (const auto& column : table.columns) to.append(std::exchange(gap, ",")).append(column.name);
    to += "\r\n";
}

void append_csv_row(std::span<const tables::cell> cells, std::string& to)
{
    const char* gap = "";
    for (const auto& cell : cells) {
        to += std::exchange(gap, ",");
        std::visit(csv_cell{to}, cell);
    }
    to += "\r\n";
}

void append_json_row(const tables::table_info& table, std::span<const tables::cell> cells, std::string& to)
{
    to += '{';
    append_members(table, cells, to);
}

void append_json_line(const tables::table_info& table, std::string_view file, std::span<const tables::cell> cells,
                      std::string& to)
{
    to.append("{\"table\":\"").append(table.name).append("\",\"file\":").append(file);
    append_members(table, cells, to);
}

std::string quoted_json(std::string_view text)
{
    std::string result;
    append_json_text(json_text(text), result);
    return result;
}

std::string load_script(const tables::table_set& wanted, std::string_view format)
{
    std::string result = "-- duckdb dumps.duckdb < load.sql\n";
    const auto append = [&](const std::vector<std::string>& statements) {
        for (const auto& statement : statements) result.append(statement).append("\n");
    };
    append(tables::statements_before_rows(wanted));
    for (std::size_t i = 0; i < tables::all().size(); ++i)
        if (const auto name = tables::all()[i].name; wanted.test(i))
            result += fmt::format("COPY \"{}\" FROM '{}.{}' ({});\n", name, name, format,
                                  format == "csv" ? "FORMAT csv, HEADER" : "FORMAT json");
    append(tables::statements_after_rows(wanted));
    return result;
}

} // namespace ballast::inline v0::render
