// What `summary` prints for people.
#include "base/human_size.hpp"
#include "base/module_name.hpp"
#include "base/saturating_sum.hpp"
#include "base/shell_word.hpp"
#include "render/rows.hpp"
#include "render/summary_parts.hpp"
#include "render/table.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace ballast::inline v0::render {

namespace {

// Of several modules, a file of the largest as a shell takes it; empty if it is in a log.
std::string largest_path(const answers::folder_summary& all)
{
    if (all.rows.size() < 2) return {};
    const auto& file = all.rows.front().files.front();
    return file.text ? std::string() : shell_word(file.path);
}

// True if the names differ only at their ends, so that these must be shown.
bool begin_alike(const std::vector<answers::summary_row>& rows)
{
    constexpr std::size_t much = 12; // characters
    if (rows.size() < 2) return false;
    std::string_view common = rows.front().name;
    for (const auto& r : rows)
        common = common.substr(0, static_cast<std::size_t>(std::ranges::mismatch(common, r.name).in1 - common.begin()));
    return common.size() >= much;
}

} // namespace

std::string summary_text(const answers::folder_summary& all, const table_options& how)
{
    std::string out;
    const auto size = [](std::int64_t bytes) { return bytes == 0 ? "-" : size_text(bytes); };
    std::vector<std::vector<std::string>> rows{{"total", "arguments", "outputs", "shared", "temporary", "fragmentation",
                                                "donatable", "left", "copies", "module", "name", "largest"}};
    const auto add = [&](const answers::summary_row& r) {
        rows.push_back({size(r.numbers.total), size(r.numbers.arguments), size(r.numbers.outputs),
                        size(r.numbers.shared), size(r.numbers.temporaries), size(r.numbers.never_filled),
                        size(r.donatable), left_of(how.limit, r), fmt::to_string(r.copies), r.number,
                        printable(readable_module(r.name)), printable(r.largest)});
    };
    const auto shown = rows_of(how, all.rows.size());
    for (std::size_t i = 0; i < shown; ++i) add(all.rows[i]);
    if (shown != all.rows.size()) {
        answers::summary_row rest;
        for (auto i = shown; i < all.rows.size(); ++i) {
            const auto& r = all.rows[i];
            for (const auto member :
                 {&space_numbers::total, &space_numbers::arguments, &space_numbers::outputs, &space_numbers::shared,
                  &space_numbers::temporaries, &space_numbers::never_filled})
                rest.numbers.*member = saturating_sum(rest.numbers.*member, r.numbers.*member);
            rest.donatable = saturating_sum(rest.donatable, r.donatable);
        }
        rest.name = fmt::format("({} more)", all.rows.size() - shown);
        add(rest);
    }
    // Empty columns are left out, and the largest holder if lines are short.
    constexpr std::size_t enough = 100;
    constexpr std::size_t first_text = 10;
    const auto columns = how.columns;
    std::vector<bool> shown_columns(rows.front().size(), true);
    for (std::size_t c = 1; c < shown_columns.size(); ++c)
        shown_columns[c] = std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
            return row[c] != "-" && !row[c].empty() && (rows.front()[c] != "copies" || row[c] != "1");
        });
    if (columns != 0 && columns < enough) shown_columns.back() = false;
    const bool alike = begin_alike(all.rows);
    std::vector<table::side> sides;
    std::vector<table::flexible> wide;
    std::map<std::size_t, std::size_t> places; // of the columns that are there
    for (std::size_t c = 0; c < shown_columns.size(); ++c) {
        if (!shown_columns[c]) continue;
        if (c >= first_text) wide.push_back({sides.size(), 8, alike && c == first_text, 24});
        places[c] = sides.size();
        sides.push_back(c < first_text ? table::side::right : table::side::left);
    }
    table t(sides);
    for (auto& row : rows) {
        std::vector<std::string> cells;
        for (std::size_t c = 0; c < shown_columns.size(); ++c)
            if (shown_columns[c]) cells.push_back(std::move(row[c]));
        t.row(std::move(cells));
    }
    // If lines are short. The others add up to the total.
    std::vector<std::size_t> droppable;
    for (const auto column : std::array<std::size_t, 2>{5, 6})
        if (const auto place = places.find(column); place != places.end()) droppable.push_back(place->second);
    if (!all.rows.empty()) t.print(out, columns, wide, droppable);
    if (all.elsewhere != 0)
        out +=
            fmt::format("other memory spaces are in use too, by {}: --space NUMBER\n", plural(all.elsewhere, "module"));
    out += counts_text(all) + "\n";
    for (const auto& text : incomplete_lines(all)) out += in_columns(printable(text), columns);
    if (how.limit && !all.rows.empty()) out += in_columns(printable(fit_counts_text(all, *how.limit)), columns);
    if (const auto path = largest_path(all); !path.empty()) out += fmt::format("the largest: ballast show {}\n", path);
    return how.plain ? ascii(out) : out;
}

} // namespace ballast::inline v0::render
