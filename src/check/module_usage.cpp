#include "check/module_usage.hpp"

#include "analyse/usage_report.hpp"
#include "ast/human_size.hpp"
#include "ballast/print.hpp"
#include "base/human_size.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ballast::checking {

namespace {

// `512B`; larger sizes also with the exact number of bytes.
std::string bytes_text(std::int64_t bytes)
{
    const auto human = shown(human_size(bytes));
    return bytes < 1024 ? human : fmt::format("{} ({} bytes)", human, bytes);
}

bool same_percent(const ast::whole_percent& a, const ast::whole_percent& b)
{
    // The sign of nan depends on the processor.
    return a == b || (std::holds_alternative<ast::nan_sign>(a) && std::holds_alternative<ast::nan_sign>(b));
}

class module_usage_checker {
public:
    module_usage_checker(const context& in, const ast::list<ast::allocation>& allocations, const usage_text& of,
                         const analyse::usage& usage)
        : in_(in),
          first_(allocations.data()),
          text_(of.text),
          base_(of.base),
          usage_(usage),
          sorted_(in.when.always(feature::sorted_usage_report))
    {
    }

    void check(const ast::program_usage& program)
    {
        check_total(program.at.offset, program.bytes, usage_.bytes);
        std::unordered_map<std::int64_t, const analyse::allocation_usage*> by_number;
        for (const auto& a : usage_.allocations) by_number.emplace(a.of->number, &a);
        const auto known = [&](std::int64_t number) {
            const auto found = by_number.find(number);
            return found == by_number.end() ? nullptr : found->second;
        };
        if (program.bytes != usage_.bytes && is_of_others(program, known)) return;
        for (std::size_t i = 0; i < program.ranked.size(); ++i) {
            const auto& head = program.ranked[i].allocation;
            // Findings about it in both lists have one cause.
            std::vector<subject> beside;
            if (i < program.listed.size()) beside.push_back(row_of(line_at(program.listed[i].allocation.at.offset)));
            check_head(head, known(head.number), std::move(beside));
        }
        std::vector<bool> met(usage_.allocations.size(), false);
        for (const auto& [head, table] : program.listed) {
            const auto* a = known(head.number);
            check_head(head, a, {});
            if (!a) continue;
            const auto which = static_cast<std::size_t>(a - usage_.allocations.data());
            if (met[which]) continue; // listed twice
            met[which] = true;
            const auto values = a->of->values.size();
            if ((values != 1) == static_cast<bool>(table)) {
                if (table) check_table(*table, *a, sorted_);
                continue;
            }
            add(finding_id::report_row, line_of(head.at.offset),
                table ? say("allocation {} has a table, although it has one value in the dump", head.number)
                      : say("allocation {} has no table, although it has {} values in the dump", head.number, values),
                {}, {in_.allocation(row_of(*a->of))}, {here(*a->of, say("the allocation"))});
        }
        const auto end = program.listed.empty() ? total_at(text_, program.at.offset)
                                                : line_of(program.listed.back().allocation.at.offset);
        for (std::size_t i = 0; i < met.size(); ++i)
            if (!met[i]) {
                const auto& a = *usage_.allocations[i].of;
                add(finding_id::report_allocation, end, say("allocation {} of the dump is not listed", a.number), {},
                    {in_.allocation(row_of(a))}, {here(a, say("the allocation"))});
            }
        check_ranked(program);
    }

    void check(const ast::list<ast::space_usage>& spaces)
    {
        const auto expected = analyse::spaces_of(usage_);
        std::vector<bool> met(expected.size(), false);
        // If no total matches, the tables are those of other allocations.
        const bool related = std::ranges::any_of(spaces, [&](const ast::space_usage& s) {
            const auto found = std::ranges::find(expected, s.color, &analyse::space::color);
            return found != expected.end() && found->bytes == s.bytes;
        });
        for (const auto& s : spaces) {
            in_.out.applies(finding_id::report_space);
            const auto found = std::ranges::lower_bound(expected, s.color, {}, &analyse::space::color);
            if (found == expected.end() || found->color != s.color) {
                add(finding_id::report_space, line_of(s.at.offset),
                    say("no allocation of the dump has the color {}", s.color), {}, {subject_of(about::sizes)});
                continue;
            }
            const auto which = static_cast<std::size_t>(found - expected.begin());
            if (met[which]) continue; // they are out of order
            met[which] = true;
            check_total(s.at.offset, s.bytes, found->bytes);
            if (!related) continue;
            in_.out.applies(finding_id::report_allocation);
            const auto extent = analyse::extent_of(*found);
            if (s.tables.size() != extent.rows) {
                // Without allocation headers it is unknown which one is missing.
                add(finding_id::report_allocation,
                    s.tables.empty() ? line_of(s.at.offset) : line_of(s.tables.back().at.offset),
                    say("the memory space of color {} has {} tables, the dump requires {}", s.color, s.tables.size(),
                        extent.rows),
                    {}, {subject_of(about::sizes)},
                    {here(*found->allocations.front()->of, say("the largest of them"))});
                continue;
            }
            for (std::size_t i = 0; i < s.tables.size(); ++i) check_table(s.tables[i], *found->allocations[i], true);
        }
        for (std::size_t i = 0; i < met.size(); ++i)
            if (!met[i])
                add(finding_id::report_space, spaces.empty() ? place{} : line_of(spaces.front().at.offset),
                    say("the memory space of color {} is missing", expected[i].color), {}, {},
                    {here(*expected[i].allocations.front()->of, say("an allocation of this color"))});
    }

private:
    // --- places ---
    [[nodiscard]] row_places row(std::int64_t at) const { return {text_, at}; }
    [[nodiscard]] place line_of(std::int64_t at) const { return row(at).line(); }
    [[nodiscard]] place line_at(std::int64_t at) const { return shifted(line_of(at), base_); }
    [[nodiscard]] const model::allocation_row& row_of(const ast::allocation& a) const
    {
        return in_.rows.allocations[static_cast<std::size_t>(&a - first_)];
    }
    [[nodiscard]] static subject row_of(place where) { return checking::row_of(where); }
    [[nodiscard]] std::string_view text_at(place where) const
    {
        return text_.substr(static_cast<std::size_t>(where.begin), static_cast<std::size_t>(where.end - where.begin));
    }
    [[nodiscard]] std::string read(place where) const { return shown(text_at(where)); }
    // Evidence in the dump.
    [[nodiscard]] evidence here(const ast::allocation& a, finding_message text) const
    {
        return {in_.of(row_of(a)), std::move(text)};
    }
    [[nodiscard]] model::called first_of(const ast::allocation& a, const analyse::usage_group& group) const
    {
        return in_.rows.lines_of(row_of(a))[usage_.members_of(group).front()].value;
    }

    // The place is in the text of the report. Two findings at one place have one cause.
    void add(finding_id which, place where, finding_message text, std::vector<subject> blames = {},
             std::vector<subject> needs = {}, std::vector<evidence> beside = {})
    {
        const auto there = shifted(where, base_);
        blames.push_back(row_of(there));
        in_.out.add(which, there, std::move(text), std::move(blames), std::move(needs), std::move(beside));
    }

    // True if less than half of its allocations have the sizes of the dump: then one finding about the total is enough.
    template <typename Known>
    [[nodiscard]] static bool is_of_others(const ast::program_usage& program, const Known& known)
    {
        const auto same = std::ranges::count_if(program.ranked, [&](const auto& x) {
            const auto* a = known(x.allocation.number);
            return a && x.allocation.size == ast::human(a->of->size);
        });
        return 2 * static_cast<std::size_t>(same) < program.ranked.size();
    }

    // --- the whole ---
    void check_total(std::int64_t at, std::int64_t said, std::int64_t bytes)
    {
        in_.out.applies(finding_id::report_total);
        if (said == bytes) return;
        const auto where = total_at(text_, at);
        std::vector<evidence> beside;
        if (in_.rows.total && in_.rows.total->bytes == bytes) beside.push_back({in_.total(), say("their total")});
        if (beside.empty() && !usage_.allocations.empty())
            beside.push_back(here(*usage_.allocations.front().of, say("the largest of them")));
        add(finding_id::report_total, where,
            say("the total is {} bytes, the allocations of the dump take {}", said, bytes),
            {checking::total_of(shifted(where, base_))}, {subject_of(about::sizes)}, std::move(beside));
    }

    // --- allocations ---
    void check_head(const ast::report_allocation& head, const analyse::allocation_usage* found,
                    std::vector<subject> blames)
    {
        in_.out.applies(finding_id::report_allocation);
        const auto where = line_of(head.at.offset);
        if (!found) {
            add(finding_id::report_allocation, where, say("the dump has no allocation {}", head.number),
                std::move(blames), {subject_of(about::sizes)});
            return;
        }
        const auto& a = *found->of;
        const std::vector<subject> needs{in_.allocation(row_of(a))};
        if (head.size != ast::human(a.size)) {
            blames.push_back(row_of(shifted(where, base_)));
            blames.push_back(subject_of(about::sizes));
            blames.push_back(subject_of(about::report_sizes));
            const auto size = size_at(text_, head.at.offset);
            add(finding_id::report_allocation, size,
                say("the size of allocation {} is {}, in the dump {}", head.number, read(size), bytes_text(a.size)),
                std::move(blames), needs, {{in_.size_of(row_of(a)), say("its size")}});
            return;
        }
        const auto* other =
            head.color != a.color                 ? "color"
            : head.parameter != a.parameter       ? "parameter"
            : head.output_shape != a.output_shape ? "output shape"
            : std::tuple(head.constant, head.thread_local_, head.maybe_live_out, head.preallocated_temp) !=
                    std::tuple(a.constant, a.thread_local_, a.maybe_live_out, a.preallocated_temp)
                ? "class"
                : nullptr;
        if (other)
            add(finding_id::report_allocation, where,
                say("the {} of allocation {} differs in the dump: {}", other, head.number,
                    shown(in_.at.line(row_of(a).at), 80)),
                std::move(blames), needs, {here(a, say("the allocation"))});
    }

    void check_ranked(const ast::program_usage& program)
    {
        for (std::size_t i = 0; i < std::min(program.listed.size(), usage_.allocations.size()); ++i) {
            const auto& head = program.listed[i].allocation;
            const auto& due = *usage_.allocations[i].of;
            in_.out.applies(finding_id::report_order);
            if (head.number == due.number) continue;
            add(finding_id::report_order, line_of(head.at.offset),
                say("allocation {} is in the place of allocation {}, which has {} bytes", head.number, due.number,
                    due.size),
                {}, {subject_of(about::sizes), in_.allocation(row_of(due))}, {here(due, say("the allocation"))});
            return; // the following ones are consequences
        }
        const std::vector<subject> needs{subject_of(about::sizes)};
        const auto due = analyse::extent_of(usage_);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < std::min(program.ranked.size(), due.rows); ++i) {
            const auto& x = program.ranked[i];
            if (x.allocation.number != usage_.allocations[i].of->number) return; // the lists differ
            sum += usage_.allocations[i].of->size;
            const auto at = row(x.at.offset);
            const evidence last{in_.size_of(row_of(*usage_.allocations[i].of)), say("the last one counted")};
            check_sum(x.cumulative, x.percent, sum, usage_.bytes, at, needs, last);
            if (x.remaining != ast::human(usage_.bytes - sum))
                add(finding_id::report_sum, at.field(1),
                    say("{} remain, by the dump {}", read(at.field(1)), bytes_text(usage_.bytes - sum)), {}, needs,
                    {last});
        }
        if (program.ranked.empty()) return;
        check_extent(due, program.ranked.size(), program.rest, line_of(program.ranked.back().at.offset), needs,
                     here(*usage_.allocations.front().of, say("the largest of the allocations")));
    }

    void check_sum(const ast::human_size& cumulative, const ast::whole_percent& percent, std::int64_t sum,
                   std::int64_t whole, const row_places& at, const std::vector<subject>& needs, const evidence& last)
    {
        in_.out.applies(finding_id::report_sum);
        if (cumulative != ast::human(sum)) {
            add(finding_id::report_sum, at.cumulative(),
                say("the sum is {}, by the dump {}", read(at.cumulative()), bytes_text(sum)),
                {row_of(shifted(at.percent(), base_))}, needs, {last});
            return;
        }
        if (same_percent(percent, analyse::percent_of(sum, whole))) return;
        const auto due = analyse::percent_of(sum, whole);
        const auto* number = std::get_if<std::int64_t>(&due);
        add(finding_id::report_sum, at.percent(),
            number ? say("{}%, by the dump {} of {} bytes, which is {}%", text_at(at.percent()), sum, whole, *number)
                   : say("{}%, by the dump a share of 0 bytes, which is not a number", text_at(at.percent())),
            {}, needs, {last});
    }

    void check_extent(const analyse::extent& due, std::size_t rows, ast::maybe<std::int64_t> rest, place where,
                      const std::vector<subject>& needs, evidence beside)
    {
        in_.out.applies(finding_id::report_rest);
        if (due == analyse::extent{rows, rest}) return;
        const auto count = [](const ast::maybe<std::int64_t>& x) {
            return x ? fmt::format("{} in the rest", *x) : std::string("no rest");
        };
        add(finding_id::report_rest, where,
            say("{} rows and {}, by the bytes in the dump {} and {}", rows, count(rest), due.rows, count(due.rest)), {},
            needs, {std::move(beside)});
    }

    // --- a table ---
    void check_table(const ast::usage_table& table, const analyse::allocation_usage& of, bool sorted)
    {
        const auto& a = *of.of;
        const auto groups = usage_.groups_of(of);
        const auto rows_of_it = subject_of(about::report_table, static_cast<std::uint64_t>(table.at.offset));
        const auto home = in_.allocation(row_of(a));
        std::vector<std::size_t> by_offset(groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i) by_offset[i] = i;
        const auto offset_of = [&](std::size_t i) { return groups[i].offset; };
        std::ranges::sort(by_offset, {}, offset_of);
        std::vector<bool> met(groups.size(), false);
        bool in_order = true;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const auto& x = table.rows[i];
            const auto at = row(x.at.offset);
            in_.out.applies(finding_id::report_row);
            const auto found = std::ranges::lower_bound(by_offset, x.offset, {}, offset_of);
            if (found == by_offset.end() || groups[*found].offset != x.offset) {
                add(finding_id::report_row, at.field(2),
                    say("allocation {} has no value at offset {} in the dump", a.number, x.offset), {rows_of_it},
                    {home}, {here(a, say("the allocation"))});
                in_order = false;
                continue;
            }
            met[*found] = true;
            const auto& group = groups[*found];
            check_row(x, at, a, group, rows_of_it, home, sorted);
            if (!in_order || i >= groups.size()) continue;
            in_.out.applies(finding_id::report_order);
            const bool due = sorted ? *found == i : group.size == groups[i].size;
            if (!due) {
                in_order = false;
                add(finding_id::report_order, at.field(2),
                    say("the values at offset {} are in the place of those at offset {}, the largest of which has {} "
                        "bytes",
                        x.offset, groups[i].offset, groups[i].size),
                    {rows_of_it}, {home}, {{in_.of(first_of(a, groups[i])), say("the first of those")}});
                continue;
            }
            sum += groups[i].size;
            check_sum(x.cumulative, x.percent, sum, of.bytes, at, {rows_of_it, home},
                      {in_.of(first_of(a, groups[i])), say("the last one counted")});
        }
        const auto due = analyse::extent_of(usage_, of);
        const auto end = line_of(table.rows.empty() ? table.at.offset : table.rows.back().at.offset);
        if (!due.rest && !table.rest)
            for (std::size_t i = 0; i < groups.size(); ++i)
                if (!met[i])
                    add(finding_id::report_row, end, say("no row for the values at offset {}", groups[i].offset),
                        {rows_of_it}, {home}, {{in_.of(first_of(a, groups[i])), say("the first of them")}});
        check_extent(due, table.rows.size(), table.rest, end, {rows_of_it, home}, here(a, say("the allocation")));
    }

    void check_row(const ast::usage_row& x, const row_places& at, const ast::allocation& a,
                   const analyse::usage_group& group, subject rows_of_it, subject home, bool sorted)
    {
        const auto tell = [&](finding_id which, place where, finding_message text) {
            std::vector<subject> needs{home};
            const auto lines = in_.rows.lines_of(row_of(a));
            for (const auto member : usage_.members_of(group)) needs.push_back(in_.value(lines[member].value));
            add(which, where, std::move(text), {rows_of_it}, std::move(needs),
                {{in_.of(first_of(a, group)), say("the first of them")}});
        };
        if (x.size != ast::human(group.size))
            tell(finding_id::report_row, at.field(1),
                 say("the largest of the values at offset {} has {}, in the dump {}", group.offset, read(at.field(1)),
                     bytes_text(group.size)));
        if (x.values != group.values) {
            tell(finding_id::report_row, at.field(3),
                 say("{} values at offset {}, in the dump {}", x.values, group.offset, group.values));
            return; // their shapes differ as well
        }
        const auto due = usage_.shapes_of(group);
        const auto same = [&](const ast::counted_shape& one, const analyse::counted_shape& other) {
            return one.count == other.count && one.shape == usage_.shapes[other.shape].node;
        };
        if (std::ranges::equal(x.shapes, due, same)) return;
        std::vector<std::pair<std::int64_t, std::string>> shapes;
        for (const auto& each : x.shapes)
            shapes.emplace_back(each.count, printed([&](sink& out) { print(out, each.shape, {}); }));
        std::ranges::sort(shapes);
        const bool all = std::ranges::equal(shapes, due, [&](const auto& one, const analyse::counted_shape& other) {
            return one.first == other.count && one.second == usage_.shapes[other.shape].text;
        });
        if (all && !sorted) return;
        std::string text;
        for (const auto& [count, shape] : due) {
            if (!text.empty()) text += ", ";
            if (count != 1) text += fmt::format("{}×", count);
            text += usage_.shapes[shape].text;
            if (text.size() > 80) break;
        }
        tell(all ? finding_id::report_order : finding_id::report_row, at.shapes(),
             say("the shapes at offset {} are {}, in the dump {}", group.offset, shown(text_at(at.shapes()), 80),
                 shown(text, 80)));
    }

    const context& in_;
    const ast::allocation* first_;
    std::string_view text_;
    std::int64_t base_;
    const analyse::usage& usage_;
    bool sorted_; // rows of equal size, and shapes, have a fixed order
};

} // namespace

void check_module_usage(const context& in, const ast::list<ast::allocation>& allocations, const usage_text& of)
{
    ast::arena memory;
    const auto usage = analyse::usage_of(allocations, memory);
    if (!usage) return;
    module_usage_checker check(in, allocations, of, *usage);
    std::visit([&](const auto& form) { check.check(form); }, of.report->form);
}

} // namespace ballast::checking
