// The modules of a folder, by what they need.
#include "ballast/version.hpp"
#include "base/human_size.hpp"
#include "cli/command_line.hpp"
#include "cli/json.hpp"
#include "cli/memory_view.hpp"
#include "cli/modules.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace ballast::cli {

namespace {

// What a module needs of one space.
struct summary_row {
    space_numbers numbers;
    std::int64_t donatable = 0;
    std::size_t copies = 1;
    std::string number; // of the first copy
    std::string name;
    std::string path; // of the first copy
    std::string largest;
    std::int64_t largest_bytes = 0;
};

struct folder_summary {
    std::int64_t space = 0;
    std::vector<summary_row> rows; // the largest first
    std::size_t modules = 0;       // with copies
    std::size_t elsewhere = 0;     // need memory in other spaces
    std::size_t without = 0;       // files or modules without allocations
    std::size_t refused = 0;
    std::size_t unreadable = 0;
};

summary_row row_of(const module_memory& module, std::int64_t space)
{
    summary_row row;
    row.name = module.name;
    row.number = module.number;
    row.path = module.path;
    const auto& memory = *module.memory;
    row.numbers = numbers_of(memory, space);
    for (const auto& d : memory.donations)
        if (d.space == space) row.donatable = saturating_sum(row.donatable, d.bytes);
    const auto groups = groups_of(memory, grouping::alike);
    if (const auto most = std::ranges::find(groups, space, &holder_group::space); most != groups.end()) {
        const auto& first = memory.holders[most->largest];
        row.largest_bytes = most->bytes;
        row.largest = most->count == 1 ? first.label : fmt::format("{}x {}", most->count, first.group);
    }
    return row;
}

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
        out.member("space", all.space);
        out.member("modules", all.modules);
        out.member("in_other_spaces", all.elsewhere);
        out.member("without_allocations", all.without);
        out.member("refused", all.refused);
        out.member("unreadable", all.unreadable);
        out.array("rows", [&] {
            for (const auto& r : all.rows)
                out.object([&] {
                    out.member("name", r.name);
                    if (!r.number.empty()) out.member("number", r.number);
                    out.member("path", r.path);
                    out.member("copies", r.copies);
                    out.member("needs", r.numbers.needs);
                    out.member("arguments", r.numbers.arguments);
                    out.member("outputs", r.numbers.outputs);
                    out.member("shared", r.numbers.shared);
                    out.member("constants", r.numbers.constants);
                    out.member("temporaries", r.numbers.temporaries);
                    out.member("never_filled", r.numbers.never_filled);
                    out.member("donatable", r.donatable);
                    if (!r.largest.empty()) {
                        out.member("largest", r.largest);
                        out.member("largest_bytes", r.largest_bytes);
                    }
                });
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
    folder_summary all;
    all.space = given.space.value_or(0);
    std::unordered_map<std::string, std::size_t> known;
    for_modules(inputs, given, sources::unwanted, [&](module_memory&& module) {
        if (!module.told.empty()) warn("{}", module.told);
        all.refused += module.refused;
        all.unreadable += module.unreadable;
        if (!module.memory) {
            all.without += module.refused == 0 && module.unreadable == 0 ? 1U : 0U;
            return;
        }
        const auto& spaces = module.memory->spaces;
        const auto space = std::ranges::find(spaces, all.space, &space_memory::space);
        all.elsewhere += spaces.size() > (space == spaces.end() ? 0U : 1U) ? 1U : 0U;
        // A dump that needs nothing is one of space 0.
        if (space == spaces.end() && (!spaces.empty() || all.space != 0)) return;
        ++all.modules;
        const auto [at, added] = known.try_emplace(identity_of(module), all.rows.size());
        if (added)
            all.rows.push_back(row_of(module, all.space));
        else
            ++all.rows[at->second].copies;
    });
    std::ranges::sort(all.rows, {}, [](const summary_row& r) { return std::tuple(-r.numbers.needs, r.name, r.path); });
    if (given.output == "json")
        out.write(json_of(all));
    else if (given.output == "markdown")
        out.write(markdown_of(all, given));
    else
        out.write(text_of(all, given));
    if (!out.flush() || all.unreadable != 0) return trouble;
    return all.refused != 0 ? failure : success;
}

} // namespace ballast::cli
