#include "render/failure_table.hpp"

#include "base/human_size.hpp"
#include "base/shown.hpp"
#include "render/memory_parts.hpp"
#include "render/rows.hpp"
#include "render/table.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace ballast::inline v0::render {

namespace {

struct failure_row {
    const read_text* text;
    const failures::failure* what;
};
std::vector<failure_row> failures_of(const std::vector<read_text>& of)
{
    std::vector<failure_row> result;
    for (const auto& text : of)
        for (const auto& f : text.reading.failures)
            if (f.is_failure) result.push_back({&text, &f});
    return result;
}

constexpr std::array<std::string_view, 8> failure_headings{"needed", "available", "short by", "times",
                                                           "place",  "host",      "program",  "what"};
constexpr std::size_t number_columns = 4; // the first columns
constexpr std::size_t place_column = 4;
constexpr std::size_t verdict_column = 7;

std::array<std::string, failure_headings.size()> cells_of(const failure_row& p)
{
    const auto& f = *p.what;
    const auto size = [&](std::string_view name) {
        const auto bytes = f.bytes(name);
        return bytes ? size_text(*bytes) : std::string();
    };
    return {size("needed"),
            size("available"),
            size("missing"),
            f.times == 1 ? std::string() : fmt::to_string(f.times),
            fmt::format("{}:{}", p.text->shown, f.line),
            f.sender,
            f.program,
            fmt::format("{}: {}", spelling(f.source), f.verdict)};
}

} // namespace

std::string failure_table_text(const std::vector<read_text>& of, const table_options& how)
{
    const auto all = failures_of(of);
    if (all.empty()) return {};
    const auto shown = rows_of(how, all.size());
    std::vector<std::array<std::string, failure_headings.size()>> rows(1);
    std::ranges::copy(failure_headings, rows.front().begin());
    for (std::size_t i = 0; i < shown; ++i) rows.push_back(cells_of(all[i]));
    // Empty columns are left out.
    std::array<bool, failure_headings.size()> has{};
    for (std::size_t c = 0; c < has.size(); ++c)
        has[c] = std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) { return !row[c].empty(); });
    std::vector<table::side> sides;
    std::vector<table::flexible> wide;
    for (std::size_t c = 0; c < has.size(); ++c) {
        if (!has[c]) continue;
        if (c == place_column) wide.push_back({sides.size(), 16, true, 24});
        if (c == verdict_column) wide.push_back({sides.size(), 24});
        sides.push_back(c < number_columns ? table::side::right : table::side::left);
    }
    table t(sides);
    for (auto& row : rows) {
        std::vector<std::string> cells;
        for (std::size_t c = 0; c < has.size(); ++c)
            if (has[c]) cells.push_back(printable(row[c]));
        t.row(std::move(cells));
    }
    std::string out;
    t.print(out, how.columns, wide);
    if (shown != all.size()) out += fmt::format("({} more)\n", all.size() - shown);
    out += plural(all.size(), "failure") + "\n\n";
    return how.plain ? ascii(out) : out;
}

std::string failure_table_markdown(const std::vector<read_text>& of, const table_options& how)
{
    const auto all = failures_of(of);
    if (all.empty()) return {};
    std::string out = "|";
    for (const auto heading : failure_headings) out += fmt::format(" {} |", heading);
    out += "\n| ---: | ---: | ---: | ---: | :--- | :--- | :--- | :--- |\n";
    const auto shown = rows_of(how, all.size());
    for (std::size_t i = 0; i < shown; ++i) {
        out += '|';
        for (const auto& cell : cells_of(all[i])) out += fmt::format(" {} |", markdown_text(cell));
        out += '\n';
    }
    out += fmt::format("\n{}.\n\n", plural(all.size(), "failure"));
    return how.plain ? ascii(out) : out;
}

void put_failures(json_writer& out, const std::vector<read_text>& of)
{
    const auto all = failures_of(of);
    if (all.empty()) return;
    out.array("failures", [&] {
        for (const auto& [text, f] : all)
            out.object([&, from = text, one = f] {
                out.member("path", from->shown);
                out.member("line", one->line);
                if (!one->sender.empty()) out.member("sender", one->sender);
                out.member("source", spelling(one->source));
                out.member("times", one->times);
                out.member("verdict", one->verdict);
                if (!one->program.empty()) out.member("module", one->program);
                out.object("sizes", [&] {
                    for (const auto& size : one->sizes) out.member(size.what, size.bytes);
                });
            });
    });
}

} // namespace ballast::inline v0::render
