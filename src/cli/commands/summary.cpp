// The modules of a folder, by what they need.
#include "ballast/version.hpp"
#include "base/human_size.hpp"
#include "cli/command_line.hpp"
#include "cli/folder_memory.hpp"
#include "cli/memory_view.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"

#include <algorithm>

namespace ballast::cli {

namespace {

std::string text_of(const folder_summary& all, const options& given)
{
    std::string out;
    const auto size = [](std::int64_t bytes) { return bytes == 0 ? "-" : human_size(bytes); };
    std::vector<std::vector<std::string>> rows{{"needs", "arguments", "outputs", "shared", "temporaries", "unfilled",
                                                "donatable", "copies", "module", "name", "largest"}};
    const auto add = [&](const summary_row& r) {
        rows.push_back({size(r.numbers.needs), size(r.numbers.arguments), size(r.numbers.outputs),
                        size(r.numbers.shared), size(r.numbers.temporaries), size(r.numbers.never_filled),
                        size(r.donatable), fmt::to_string(r.copies), r.number, printable(r.name),
                        printable(r.largest)});
    };
    const auto shown = given.top == 0 ? all.rows.size() : std::min<std::size_t>(all.rows.size(), given.top);
    for (std::size_t i = 0; i < shown; ++i) add(all.rows[i]);
    if (shown != all.rows.size()) {
        summary_row rest;
        rest.copies = 0;
        for (auto i = shown; i < all.rows.size(); ++i) {
            const auto& r = all.rows[i];
            for (const auto member :
                 {&space_numbers::needs, &space_numbers::arguments, &space_numbers::outputs, &space_numbers::shared,
                  &space_numbers::temporaries, &space_numbers::never_filled})
                rest.numbers.*member = saturating_sum(rest.numbers.*member, r.numbers.*member);
            rest.donatable = saturating_sum(rest.donatable, r.donatable);
            rest.copies += r.copies;
        }
        rest.name = fmt::format("({} more)", all.rows.size() - shown);
        add(rest);
    }
    // Columns that say nothing are left out, and what holds most where lines are short.
    constexpr std::size_t enough = 100;
    constexpr std::size_t first_text = 9;
    const auto columns = given.columns != 0 ? given.columns : terminal_columns();
    std::vector<bool> told(rows.front().size(), true);
    for (std::size_t c = 1; c < told.size(); ++c)
        told[c] = std::any_of(rows.begin() + 1, rows.end(), [&](const auto& row) {
            return row[c] != "-" && !row[c].empty() && (rows.front()[c] != "copies" || row[c] != "1");
        });
    if (columns < enough) told.back() = false;
    std::vector<table::side> sides;
    std::vector<table::flexible> wide;
    for (std::size_t c = 0; c < told.size(); ++c) {
        if (!told[c]) continue;
        if (c >= first_text) wide.push_back({sides.size(), 8});
        sides.push_back(c < first_text ? table::side::right : table::side::left);
    }
    table t(sides);
    for (auto& row : rows) {
        std::vector<std::string> cells;
        for (std::size_t c = 0; c < told.size(); ++c)
            if (told[c]) cells.push_back(std::move(row[c]));
        t.row(std::move(cells));
    }
    if (!all.rows.empty()) t.print(out, columns, wide);
    if (all.elsewhere != 0)
        out += fmt::format("{} modules need memory in other spaces too: --space NUMBER\n", all.elsewhere);
    out += fmt::format("{} modules in space {}, {} distinct; {} without allocations, {} refused, {} unreadable\n",
                       all.modules, all.space, all.rows.size(), all.without, all.refused, all.unreadable);
    return given.plain ? ascii(out) : out;
}

std::string json_of(const folder_summary& all)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 1);
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
        "| needs | arguments | outputs | shared | temporaries | never filled | donatable | copies | module "
        "| name | largest |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | :--- | "
        ":--- |\n";
    const auto shown = given.top == 0 ? all.rows.size() : std::min<std::size_t>(all.rows.size(), given.top);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& r = all.rows[i];
        out +=
            fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", human_size(r.numbers.needs),
                        human_size(r.numbers.arguments), human_size(r.numbers.outputs), human_size(r.numbers.shared),
                        human_size(r.numbers.temporaries), human_size(r.numbers.never_filled), human_size(r.donatable),
                        r.copies, r.number, markdown_text(r.name), markdown_text(r.largest));
    }
    out += fmt::format("\n{} modules in space {}, {} distinct; {} without allocations, {} refused, {} unreadable.\n",
                       all.modules, all.space, all.rows.size(), all.without, all.refused, all.unreadable);
    return given.plain ? ascii(out) : out;
}

} // namespace

int summary(const options& given)
{
    const auto inputs = find_files(given);
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
    return out.flush() ? all.code() : trouble;
}

} // namespace ballast::cli
