// The modules of a folder, by their totals.
#include "ballast/version.hpp"
#include "cli/command_line.hpp"
#include "cli/folder_memory.hpp"
#include "cli/log_texts.hpp"
#include "cli/memory_view.hpp"
#include "cli/shell_word.hpp"
#include "cli/size_text.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ballast::cli {

namespace {

// `3 modules in space 1, 2 distinct; 1 refused`: only numbers that are not 0 and not as usual.
std::string counts_text(const folder_summary& all)
{
    auto text = plural(all.modules, "module");
    if (all.space != 0) text += fmt::format(" in space {}", all.space);
    if (all.rows.size() != all.modules) text += fmt::format(", {} distinct", all.rows.size());
    const char* gap = "; ";
    for (const auto& [count, what] : {std::pair{all.without, "without allocations"}, std::pair{all.refused, "refused"},
                                      std::pair{all.unreadable, "unreadable"}})
        if (count != 0) text += fmt::format("{}{} {}", std::exchange(gap, ", "), count, what);
    return text;
}

// Of several modules, a file of the largest as a shell takes it; empty if it is in a log.
std::string largest_path(const folder_summary& all)
{
    if (all.rows.size() < 2) return {};
    const auto& file = all.rows.front().files.front();
    return file.text ? std::string() : shell_word(file.path);
}

// True if the names differ only at their ends, so that these must be shown.
bool begin_alike(const std::vector<summary_row>& rows)
{
    constexpr std::size_t much = 12; // characters
    if (rows.size() < 2) return false;
    std::string_view common = rows.front().name;
    for (const auto& r : rows)
        common = common.substr(0, static_cast<std::size_t>(std::ranges::mismatch(common, r.name).in1 - common.begin()));
    return common.size() >= much;
}

std::string text_of(const folder_summary& all, const options& given)
{
    std::string out;
    const auto size = [](std::int64_t bytes) { return bytes == 0 ? "-" : size_text(bytes); };
    std::vector<std::vector<std::string>> rows{{"total", "arguments", "outputs", "shared", "temporary", "fragmentation",
                                                "donatable", "copies", "module", "name", "largest"}};
    const auto add = [&](const summary_row& r) {
        rows.push_back({size(r.numbers.total), size(r.numbers.arguments), size(r.numbers.outputs),
                        size(r.numbers.shared), size(r.numbers.temporaries), size(r.numbers.never_filled),
                        size(r.donatable), fmt::to_string(r.copies), r.number, printable(r.name),
                        printable(r.largest)});
    };
    const auto shown = given.rows_of(all.rows.size());
    for (std::size_t i = 0; i < shown; ++i) add(all.rows[i]);
    if (shown != all.rows.size()) {
        summary_row rest;
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
    constexpr std::size_t first_text = 9;
    const auto columns = given.columns != 0 ? given.columns : terminal_columns();
    std::vector<bool> told(rows.front().size(), true);
    for (std::size_t c = 1; c < told.size(); ++c)
        told[c] = std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
            return row[c] != "-" && !row[c].empty() && (rows.front()[c] != "copies" || row[c] != "1");
        });
    if (columns < enough) told.back() = false;
    const bool alike = begin_alike(all.rows);
    std::vector<table::side> sides;
    std::vector<table::flexible> wide;
    std::map<std::size_t, std::size_t> places; // of the columns that are there
    for (std::size_t c = 0; c < told.size(); ++c) {
        if (!told[c]) continue;
        if (c >= first_text) wide.push_back({sides.size(), 8, alike && c == first_text, 24});
        places[c] = sides.size();
        sides.push_back(c < first_text ? table::side::right : table::side::left);
    }
    table t(sides);
    for (auto& row : rows) {
        std::vector<std::string> cells;
        for (std::size_t c = 0; c < told.size(); ++c)
            if (told[c]) cells.push_back(std::move(row[c]));
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
    if (const auto path = largest_path(all); !path.empty()) out += fmt::format("the largest: ballast show {}\n", path);
    return given.plain ? ascii(out) : out;
}

std::string json_of(const folder_summary& all)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        put_counts(out, all);
        out.array("rows", [&] {
            for (const auto& r : all.rows) out.object([&] { put_row(out, r); });
        });
    });
    return out.result() + '\n';
}

std::string markdown_of(const folder_summary& all, const options& given)
{
    std::string out =
        "| total | arguments | outputs | shared | temporary | fragmentation | donatable | copies | module "
        "| name | largest |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | :--- | "
        ":--- |\n";
    const auto shown = given.rows_of(all.rows.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& r = all.rows[i];
        out += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", size_text(r.numbers.total),
                           size_text(r.numbers.arguments), size_text(r.numbers.outputs), size_text(r.numbers.shared),
                           size_text(r.numbers.temporaries), size_text(r.numbers.never_filled), size_text(r.donatable),
                           r.copies, r.number, markdown_text(r.name), markdown_text(r.largest));
    }
    out += fmt::format("\n{}.\n", counts_text(all));
    return given.plain ? ascii(out) : out;
}

bool over_budget(const folder_summary& all, const options& given)
{
    if (given.most_bytes == 0) return false;
    std::size_t count = 0;
    for (const auto& r : all.rows)
        if (static_cast<std::uint64_t>(r.numbers.total) > given.most_bytes) ++count;
    if (count == 0) return false;
    const auto& largest = all.rows.front();
    warn("ballast summary: over the limit: {} of {} modules, the largest {} with {} bytes in space {}; {} are "
         "allowed\n",
         count, all.rows.size(), printable(largest.name), largest.numbers.total, all.space, given.most_bytes);
    return true;
}

} // namespace

int summary(const options& given)
{
    const auto inputs = find_texts(given);
    if (inputs.files.empty()) return trouble;
    report out;
    const auto all = summarise(inputs, given);
    if (!has_space("summary", all.spaces, given)) return trouble;
    if (given.output == "json")
        out.write(json_of(all));
    else if (given.output == "markdown")
        out.write(markdown_of(all, given));
    else
        out.write(text_of(all, given));
    if (!out.flush()) return trouble;
    if (all.rows.empty() && all.elsewhere == 0 && all.code() == success) {
        warn("ballast summary: no allocations\n");
        return trouble;
    }
    // With a limit, 1 means that it is exceeded.
    if (given.most_bytes != 0 && all.code() != success) return trouble;
    return std::max<int>(all.code(), over_budget(all, given) ? failure : success);
}

} // namespace ballast::cli
