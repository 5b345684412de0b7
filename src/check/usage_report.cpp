#include "check/usage_report.hpp"

#include "analyse/usage_report.hpp"
#include "base/human_size.hpp"
#include "check/byte_span.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

using analyse::rows_always_shown;
constexpr double share_not_shown = analyse::share_not_shown;

// XLA compares in single precision.
constexpr double single_precision = 1e-6;

constexpr auto most = byte_span::most;

class usage_report_checker {
public:
    usage_report_checker(const usage_text& of, report& out) : text_(of.text), base_(of.base), out_(out) {}

    void check(const ast::program_usage& program)
    {
        check_human(program);
        byte_span all;
        for (const auto& listed : program.listed) {
            const auto size = span_of(listed.allocation.size);
            all = all + (size.empty() ? byte_span{0, most} : size);
        }
        out_.applies(finding_id::total_sum);
        if (program.bytes < all.low || program.bytes > all.high)
            out_.add(finding_id::total_sum, shifted(number_at(program.at.offset), base_),
                     say("the total is {} bytes, the allocations have {}", program.bytes, text_of(all)),
                     {total_of(program.at.offset)}, {subject_of(about::report_sizes)});
        check_ranked(program);
        check_listed(program);
        for (const auto& listed : program.listed)
            if (listed.table) check_table(*listed.table, true);
    }
    void check(const ast::list<ast::space_usage>& spaces)
    {
        const ast::space_usage* before = nullptr;
        for (const auto& space : spaces) {
            if (before) out_.applies(finding_id::usage_order);
            if (before && before->color >= space.color)
                add(finding_id::usage_order, line_at(space.at.offset),
                    say("the memory space of color {} comes after that of color {}", space.color, before->color));
            before = &space;
            check_human(space);
            for (const auto& table : space.tables) check_table(table, false);
            check_space_total(space);
        }
    }

private:
    // Each place is its own cause, except for consequences of the total.
    void add(finding_id which, place where, finding_message text, std::vector<subject> needs = {})
    {
        const auto there = shifted(where, base_);
        out_.add(which, there, std::move(text), {row_of(there)}, std::move(needs));
    }
    [[nodiscard]] row_places row(std::int64_t at) const { return {text_, at}; }
    [[nodiscard]] place line_at(std::int64_t at) const { return row(at).line(); }
    [[nodiscard]] place number_at(std::int64_t at) const { return total_at(text_, at); }
    [[nodiscard]] subject total_of(std::int64_t at) const { return checking::total_of(shifted(number_at(at), base_)); }

    template <typename Total>
    void check_human(const Total& x)
    {
        const auto number = number_at(x.at.offset);
        const place where{number.end + 2,
                          static_cast<std::int64_t>(text_.find(')', static_cast<std::size_t>(number.end)))};
        const auto said =
            text_.substr(static_cast<std::size_t>(where.begin), static_cast<std::size_t>(where.end - where.begin));
        out_.applies(finding_id::total_human);
        const auto human = human_size(x.bytes);
        if (said != human)
            add(finding_id::total_human, where, say("{} bytes are {}, not {}", x.bytes, shown(human), shown(said)));
    }

    // The sizes that fit both; the following rows show which of the two is wrong.
    static byte_span hull(const byte_span& a, const byte_span& b)
    {
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
    }

    // The bytes of a size; a finding if XLA prints no size like this.
    [[nodiscard]] bool is_size(const byte_span& bytes, place where)
    {
        out_.applies(finding_id::usage_size);
        if (!bytes.empty()) return true;
        add(finding_id::usage_size, where, say("XLA prints no number of bytes like this"));
        return false;
    }

    // The possible sums of the rows so far, by the sizes of the rows and by the printed sum.
    void sum_up(byte_span& so_far, const ast::human_size& size, place size_at, const ast::human_size& cumulative,
                place cumulative_at)
    {
        const auto bytes = span_of(size);
        const auto expected = so_far + (is_size(bytes, size_at) ? bytes : byte_span{0, most});
        const auto said = span_of(cumulative);
        so_far = expected;
        if (!is_size(said, cumulative_at)) return;
        out_.applies(finding_id::usage_sum);
        so_far = expected.common(said);
        if (!so_far.empty()) return;
        add(finding_id::usage_sum, cumulative_at, say("the sum of the rows up to here is {}", text_of(expected)));
        so_far = hull(expected, said);
    }

    void check_percent(const ast::whole_percent& percent, const byte_span& part, const byte_span& whole, place where,
                       std::vector<subject> needs = {})
    {
        out_.applies(finding_id::usage_percent);
        const auto* const number = std::get_if<std::int64_t>(&percent);
        if (!number) {
            if (whole.low > 0)
                add(finding_id::usage_percent, where,
                    say("the whole is {}, so its percentage is a number", text_of(whole)), std::move(needs));
            return;
        }
        if (whole.high == 0) {
            add(finding_id::usage_percent, where, say("the whole is 0 bytes, so its percentage is not a number"),
                std::move(needs));
            return;
        }
        const auto least = 100.0 * static_cast<double>(part.low) / static_cast<double>(whole.high);
        const auto largest =
            whole.low == 0 ? 100.0
                           : std::min(100.0, 100.0 * static_cast<double>(part.high) / static_cast<double>(whole.low));
        const auto said = static_cast<double>(*number);
        constexpr double half = 0.5 + 1e-9;
        if (said + half < least || said - half > largest)
            add(finding_id::usage_percent, where,
                say("{} of {} is {}%", text_of(part), text_of(whole),
                    fmt::format("{:.0f}", said + half < least ? least : largest)),
                std::move(needs));
    }

    // Checks whether a list of this length has a line about the rest. For a total of 0, no remainder is less than the
    // share.
    bool check_presence(std::size_t rows, const byte_span& whole, bool rest, place where)
    {
        out_.applies(finding_id::usage_rest);
        if (rest == (rows > rows_always_shown && whole.high != 0)) return true;
        add(finding_id::usage_rest, where,
            rest ? say("line about the rest after {} rows, XLA prints it after more than {}", rows, rows_always_shown)
                 : say("no line about the rest after {} rows, XLA prints it after more than {}", rows,
                       rows_always_shown));
        return false;
    }

    void check_ranked(const ast::program_usage& program)
    {
        byte_span so_far;
        const byte_span whole{program.bytes, program.bytes};
        const auto count = program.ranked.size();
        std::vector<byte_span> sums;
        for (const auto& x : program.ranked) {
            const auto at = row(x.at.offset);
            sum_up(so_far, x.allocation.size, size_of(x.allocation), x.cumulative, at.cumulative());
            const auto remaining = span_of(x.remaining);
            if (is_size(remaining, at.field(1)) && so_far.low <= program.bytes) {
                const byte_span left{std::max<std::int64_t>(0, program.bytes - so_far.high),
                                     program.bytes - so_far.low};
                if (left.common(remaining).empty())
                    add(finding_id::usage_sum, at.field(1), say("{} of the total remain", text_of(left)),
                        {total_of(program.at.offset)});
            }
            check_percent(x.percent, so_far, whole, at.percent(), {total_of(program.at.offset)});
            sums.push_back(so_far);
        }
        if (count == 0) return;
        const auto last = line_at(program.ranked.back().at.offset);
        if (!check_presence(count, whole, program.rest.has_value(), last) || !program.rest) return;
        // The list ends with the first row after which less than the share is left.
        const auto total = static_cast<double>(program.bytes);
        const auto least_left = [&](std::size_t i) { return total - static_cast<double>(sums[i].high); };
        const auto most_left = [&](std::size_t i) { return total - static_cast<double>(sums[i].low); };
        if (least_left(count - 1) > total * (share_not_shown + single_precision))
            add(finding_id::usage_rest, last, say("the list ends while more than 5% of the total is left"));
        for (auto i = rows_always_shown; i + 1 < count; ++i)
            if (most_left(i) < total * (share_not_shown - single_precision)) {
                add(finding_id::usage_rest, line_at(program.ranked[i].at.offset),
                    say("the list goes on although less than 5% of the total is left"));
                break;
            }
    }

    [[nodiscard]] place size_of(const ast::report_allocation& x) const { return size_at(text_, x.at.offset); }

    void check_listed(const ast::program_usage& program)
    {
        const auto count = program.listed.size();
        std::vector<bool> met(count, false);
        const ast::report_allocation* before = nullptr;
        for (std::size_t i = 0; i < count; ++i) {
            const auto& x = program.listed[i].allocation;
            const auto where = line_at(x.at.offset);
            out_.applies(finding_id::usage_listed);
            if (i < program.ranked.size() && x != program.ranked[i].allocation) {
                add(finding_id::usage_listed, where,
                    say("allocation {} does not match the list by size, which has allocation {} here", x.number,
                        program.ranked[i].allocation.number));
            }
            const auto number = static_cast<std::size_t>(x.number);
            if (number >= count || met[number])
                add(finding_id::usage_listed, where,
                    number >= count ? say("allocation {}, but the report has {} allocations", x.number, count)
                                    : say("allocation {} is listed twice", x.number));
            else
                met[number] = true;
            if (before) {
                check_order(span_of(before->size), span_of(x.size), where);
                if (before->size == x.size && x.size.unit == ast::size_unit::bytes && before->number > x.number)
                    add(finding_id::usage_order, where,
                        say("allocation {} comes after allocation {} of the same size", x.number, before->number));
            }
            before = &x;
        }
    }
    // Larger entries come first.
    void check_order(const byte_span& earlier, const byte_span& later, place where)
    {
        out_.applies(finding_id::usage_order);
        if (!earlier.empty() && !later.empty() && later.low > earlier.high)
            add(finding_id::usage_order, where, say("this comes after a smaller one"));
    }

    void check_table(const ast::usage_table& table, bool of_program)
    {
        std::vector<byte_span> sums;
        byte_span so_far;
        std::int64_t values = 0;
        std::set<std::int64_t> offsets;
        const ast::usage_row* before = nullptr;
        for (const auto& x : table.rows) {
            const auto at = row(x.at.offset);
            sum_up(so_far, x.size, at.field(1), x.cumulative, at.cumulative());
            sums.push_back(so_far);
            if (before) check_order(span_of(before->size), span_of(x.size), at.field(1));
            before = &x;
            if (!offsets.insert(x.offset).second)
                add(finding_id::usage_values, at.field(2), say("two rows of one table are at offset {}", x.offset));
            values = byte_span::sum(values, x.values);
            check_shapes(x, at, !of_program);
        }
        const auto last = line_at(table.rows.empty() ? table.at.offset : table.rows.back().at.offset);
        if (check_presence(table.rows.size(), so_far, table.rest.has_value(), last)) {
            // The rows that are not shown have less than the share of the total.
            auto whole = so_far;
            if (table.rest)
                whole.high =
                    whole.high > most / 2
                        ? most
                        : static_cast<std::int64_t>(static_cast<double>(whole.high) / (1 - share_not_shown) + 1);
            for (std::size_t i = 0; i < sums.size(); ++i)
                check_percent(table.rows[i].percent, sums[i], whole, row(table.rows[i].at.offset).percent());
        }
        if (of_program && values == 1 && !table.rest)
            add(finding_id::usage_values, line_at(table.at.offset),
                say("XLA prints no table for an allocation with one value"));
    }

    // The least size of the allocation of a table: its rows are inside it. Values that are not live at the same time
    // may overlap, so the sum of the rows can be larger.
    static std::int64_t extent_of(const ast::usage_table& table)
    {
        std::int64_t result = 0;
        for (const auto& x : table.rows)
            if (const auto size = span_of(x.size); !size.empty())
                result = std::max(result, byte_span::sum(x.offset, size.low));
        return result;
    }
    void check_space_total(const ast::space_usage& space)
    {
        out_.applies(finding_id::total_sum);
        std::int64_t needed = 0;
        for (const auto& table : space.tables) needed = byte_span::sum(needed, extent_of(table));
        if (needed > space.bytes)
            add(finding_id::total_sum, number_at(space.at.offset),
                say("the total is {} bytes, but the values of the allocations need at least {} bytes", space.bytes,
                    needed));
    }

    // Removes the first shape from a list and returns it without its count.
    static std::string_view first_shape(std::string_view& rest)
    {
        std::size_t end = 0;
        for (int depth = 0; end < rest.size() && rest[end] != '\n' && (depth != 0 || rest[end] != ','); ++end) {
            if (rest[end] == '(' || rest[end] == '[') ++depth;
            if (rest[end] == ')' || rest[end] == ']') --depth;
        }
        auto result = rest.substr(0, end);
        rest.remove_prefix(std::min(rest.size(), end + 2)); // `, `
        constexpr std::string_view times = "×";
        const auto counted = result.find(times);
        if (counted != std::string_view::npos) result.remove_prefix(counted + times.size());
        return result;
    }
    void check_shapes(const ast::usage_row& x, const row_places& at, bool ordered)
    {
        std::int64_t counted = 0;
        std::vector<std::pair<std::int64_t, std::string_view>> shapes;
        auto rest = text_.substr(static_cast<std::size_t>(at.shapes().begin));
        for (const auto& [count, shape] : x.shapes) {
            counted = byte_span::sum(counted, count);
            shapes.emplace_back(count, first_shape(rest));
        }
        out_.applies(finding_id::usage_values);
        if (counted != x.values)
            add(finding_id::usage_values, at.field(3), say("{} values, but shapes for {}", x.values, counted));
        for (std::size_t i = 1; i < shapes.size(); ++i)
            if (ordered && shapes[i] < shapes[i - 1]) {
                add(finding_id::usage_order, at.shapes(), say("shapes are not sorted by count and text"));
                break;
            }
        std::set<std::string_view> met;
        for (const auto& [count, text] : shapes)
            if (!met.insert(text).second) {
                add(finding_id::usage_values, at.shapes(), say("{} is listed twice", shown(text)));
                break;
            }
    }

    std::string_view text_;
    std::int64_t base_;
    report& out_;
};

} // namespace

void check_usage_report(const usage_text& of, report& out)
{
    usage_report_checker check(of, out);
    std::visit([&](const auto& form) { check.check(form); }, of.report->form);
}

} // namespace ballast::checking
