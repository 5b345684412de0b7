// What `diff` prints for people.
#include "answers/comparison.hpp"
#include "ballast/verdict.hpp"
#include "base/human_size.hpp"
#include "base/module_name.hpp"
#include "base/saturating_sum.hpp"
#include "render/diff_parts.hpp"
#include "render/rows.hpp"
#include "render/table.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace ballast::inline v0::render {

namespace {

class diff_writer {
public:
    diff_writer(std::optional<std::int64_t> space, const table_options& how) : space_(space), how_(how) {}

    void module(const answers::compared_module& of)
    {
        out_ += lacks_of(of);
        bool changed = false;
        for (const auto& s : of.what.spaces) {
            if (space_ && s.space != *space_) continue;
            const auto groups = std::ranges::equal_range(of.what.groups, s.space, {}, &changed_group::space);
            if (s.before == s.after && groups.empty()) continue;
            if (std::exchange(changed, true)) out_ += '\n';
            numbers(s, of.what.spaces.size() > 1);
            const auto first = static_cast<std::size_t>(groups.begin() - of.what.groups.begin());
            if (!groups.empty()) what_changed(std::span(of.what.groups).subspan(first, groups.size()));
        }
        if (!changed) out_ += "no change\n";
        fit(of);
    }

    void modules(const std::vector<answers::compared_module>& all)
    {
        const auto number = space_.value_or(0);
        struct row {
            const answers::compared_module* of;
            space_numbers before;
            space_numbers after;
        };
        std::vector<row> rows;
        std::size_t same = 0;
        for (const auto* c : answers::by_change(all, number)) {
            row made{c, {}, {}};
            if (const auto* s = answers::find_space(c->what, number)) {
                made.before = s->before;
                made.after = s->after;
            }
            if (made.before == made.after && c->before && c->after && c->what.groups.empty())
                ++same;
            else
                rows.push_back(made);
        }
        const auto shown = rows_of(how_, rows.size());
        using enum table::side;
        table t({right, right, right, right, left, left});
        t.row({"change", "", "before", "after", "module", "largest part"});
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& r = rows[i];
            const auto by = r.after.total - r.before.total;
            std::string most = !r.of->before ? "new" : !r.of->after ? "gone" : "";
            if (most.empty())
                for (const auto& g : r.of->what.groups)
                    if (g.space == number && (g.after > g.before) == (by > 0)) {
                        most = fmt::format("{} {} {}", signed_size(g.after - g.before), spelling(g.is),
                                           printable(g.label));
                        break;
                    }
            t.row({signed_size(by), signed_share(by, r.before.total), size_text(r.before.total),
                   size_text(r.after.total), printable(readable_module(r.of->name())), most});
        }
        if (!rows.empty()) t.print(out_, how_.columns, {{4, 16}, {5, 16}});
        if (shown != rows.size()) out_ += fmt::format(" {} more modules\n", rows.size() - shown);
        out_ += fmt::format("{} modules: {} changed, new or gone, {} the same (totals of space {})\n", all.size(),
                            rows.size(), same, number);
        for (const auto& each : all)
            for (const auto* side : {each.before, each.after})
                if (side && !side->memory->of_dump.is_whole())
                    out_ += in_columns(
                        printable(fmt::format("{}: {}", side->path, incomplete_sentence(side->memory->of_dump))),
                        how_.columns);
        fits(all);
    }

    std::string take() { return how_.plain ? ascii(out_) : std::move(out_); }

private:
    void fit(const answers::compared_module& of)
    {
        if (!how_.limit) return;
        out_ += '\n';
        for (const auto& line : fit_lines(of, *how_.limit, space_.value_or(0)))
            out_ += in_columns(printable(line), how_.columns);
    }
    // Of several modules, those that do not fit.
    void fits(const std::vector<answers::compared_module>& all)
    {
        if (!how_.limit) return;
        const auto count = [&](const answers::loaded_module* answers::compared_module::* side, fit_verdict verdict) {
            return static_cast<std::size_t>(std::ranges::count_if(all, [&](const answers::compared_module& each) {
                return each.*side && fit_of(*(each.*side), *how_.limit, space_.value_or(0)).verdict() == verdict;
            }));
        };
        using enum fit_verdict;
        using module = answers::compared_module;
        auto text = fmt::format("too large for {} ({} available): {} before, {} after", how_.limit->title,
                                size_text(how_.limit->available), plural(count(&module::before, too_large), "module"),
                                count(&module::after, too_large));
        if (const auto open = count(&module::before, undecided) + count(&module::after, undecided); open != 0)
            text += fmt::format("; {} cannot be decided", open);
        out_ += in_columns(printable(text), how_.columns);
    }

    void heading(const std::string& text)
    {
        out_ += fmt::format(fmt::runtime(how_.coloured ? "\x1b[1m{}\x1b[0m\n" : "{}\n"), text);
    }

    void numbers(const space_change& s, bool several)
    {
        using enum table::side;
        table t({left, right, right, right, right});
        t.row({several ? fmt::format("space {}", s.space) : "", "before", "after", "change", ""});
        for (const auto& m : answers::metrics) {
            const auto before = s.before.*m.of;
            const auto after = s.after.*m.of;
            const bool always = m.of == &space_numbers::total || m.of == &space_numbers::peak;
            if ((before == after && !always) || (m.of_ranges && !s.peak_known)) continue;
            t.row({std::string(m.name), size_text(before), size_text(after),
                   before == after ? "unchanged" : signed_size(after - before),
                   before == after ? "" : signed_share(after - before, before)});
        }
        t.print(out_, how_.columns, {});
    }

    void what_changed(std::span<const changed_group> groups)
    {
        out_ += '\n';
        heading("what changed");
        using enum table::side;
        table t({right, right, right, right, left, left, left, left});
        t.row({"change", "before", "after", "count", "class", "shape", "label", "source"});
        const auto shown = rows_of(how_, groups.size());
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& g = groups[i];
            const auto count = g.count_before == 0  ? fmt::format("new {}", g.count_after)
                               : g.count_after == 0 ? fmt::format("gone {}", g.count_before)
                                                    : fmt::format("{}>{}", g.count_before, g.count_after);
            auto shape = printable(g.count_after == 0 ? g.shape_before : g.shape_after);
            if (g.count_before != 0 && g.count_after != 0 && g.shape_before != g.shape_after)
                shape = fmt::format("{} > {}", printable(g.shape_before), shape);
            t.row({signed_size(g.after - g.before), g.count_before == 0 ? "-" : size_text(g.before),
                   g.count_after == 0 ? "-" : size_text(g.after), count, std::string(spelling(g.is)), shape,
                   printable(g.label), printable(file_and_line(g.source))});
        }
        if (shown != groups.size()) {
            std::int64_t before = 0;
            std::int64_t after = 0;
            for (auto i = shown; i < groups.size(); ++i) {
                before = saturating_sum(before, groups[i].before);
                after = saturating_sum(after, groups[i].after);
            }
            t.row({signed_size(after - before), size_text(before), size_text(after), "", "", "",
                   fmt::format("{} more", groups.size() - shown), ""});
        }
        t.print(out_, how_.columns, {{5, 10, false, 16}, {6, 12, false, 18}, {7, 24, true, 16}}, {1, 2});
    }

    std::optional<std::int64_t> space_;
    const table_options& how_;
    std::string out_;
};

} // namespace

std::string diff_text(const std::vector<answers::compared_module>& all, std::optional<std::int64_t> space,
                      const table_options& how)
{
    diff_writer text(space, how);
    if (all.size() == 1 && all.front().before && all.front().after)
        text.module(all.front());
    else
        text.modules(all);
    return text.take();
}

} // namespace ballast::inline v0::render
