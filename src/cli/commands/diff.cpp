// The changes between two dumps, or two folders of dumps.
#include "ballast/version.hpp"
#include "cli/command_line.hpp"
#include "cli/comparison.hpp"
#include "cli/memory_view.hpp"
#include "cli/size_text.hpp"
#include "cli/table.hpp"
#include "cli/terminal.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <new>
#include <set>
#include <span>
#include <tuple>

namespace ballast::cli {

namespace {

std::string signed_size(std::int64_t change) { return fmt::format("{}{}", change > 0 ? "+" : "", size_text(change)); }
std::string signed_share(std::int64_t change, std::int64_t before)
{
    if (before == 0) return "";
    return fmt::format("{:+.1f}%", 100.0 * static_cast<double>(change) / static_cast<double>(before));
}

// One line for each kind of information that only one side has.
std::string lacks_of(const compared& of)
{
    std::string result;
    if (!of.before || !of.after) return result;
    const auto& a = *of.before->memory;
    const auto& b = *of.after->memory;
    const auto lack = [&](bool there, bool here, std::string_view what) {
        if (there != here) result += fmt::format("{} has no {}\n", there ? "after" : "before", what);
    };
    if (a.from_report != b.from_report)
        return fmt::format("{} is a report, which lists only the largest buffers\n",
                           a.from_report ? "before" : "after");
    lack(a.ranges, b.ranges, "live ranges, so its peak is unknown");
    lack(a.instructions, b.instructions, "instructions, so its labels are names that the other side does not have");
    return result;
}

// --- over the budget ---

// The limit for growth: a number of bytes, or a share, which is ignored below 1 MiB.
bool grows_too_much(std::int64_t before, std::int64_t after, const options& given)
{
    const auto by = after - before;
    if (given.most_growth_bytes) return by > 0 && static_cast<std::uint64_t>(by) > *given.most_growth_bytes;
    if (!given.most_growth_percent) return false;
    const auto allowed = static_cast<long double>(before) * static_cast<long double>(*given.most_growth_percent) / 100;
    return static_cast<long double>(by) > std::max(allowed, 1048576.0L);
}

// True if allocations of the class count for the metric.
bool counts_for(std::string_view metric, buffer_class is)
{
    if (metric == "arguments") return is == buffer_class::argument || is == buffer_class::donated;
    if (metric == "outputs") return is == buffer_class::output || is == buffer_class::donated;
    if (metric == "temporaries" || metric == "fragmentation") return is == buffer_class::temporary;
    if (metric == "constants") return is == buffer_class::constant;
    if (metric == "shared") return is == buffer_class::donated;
    return true;
}

// The change that makes up at least half of it, or else the largest one; empty if unknown.
std::string culprit(const memory_diff& what, const space_change& space, std::int64_t by, const options& given)
{
    if (given.metric == "fragmentation") return {}; // no buffer is in unused memory
    const changed_group* most = nullptr;
    for (const auto& g : what.groups)
        if (g.space == space.space && counts_for(given.metric, g.is) &&
            (!most || g.after - g.before > most->after - most->before))
            most = &g;
    const auto told = [&](std::string_view words) {
        return fmt::format(", {} {} by {} {} {}", words, signed_size(most->after - most->before), spelling(most->is),
                           printable(most->label), printable(most->shape_after));
    };
    if (most && most->after - most->before >= by / 2) return told("most of it");
    const auto unfilled = space.after.never_filled - space.before.never_filled;
    if (unfilled >= by / 2 && given.metric != "peak" && counts_for(given.metric, buffer_class::temporary))
        return fmt::format(", most of it {} of fragmentation", signed_size(unfilled));
    return most && most->after > most->before ? told("the largest part") : std::string();
}

// Reports a module that is over the budget. Empty if that is unknown, which is reported too.
std::optional<bool> over_budget(const compared& module, const options& given)
{
    if (!given.most_growth_bytes && !given.most_growth_percent) return false;
    const auto number = given.space.value_or(0);
    const auto* space = find_space(module.what, number);
    if (!space) return false;
    const auto& row = *std::ranges::find(metrics, std::string_view(given.metric), &metric::name);
    if (row.of_ranges && !space->peak_known) {
        warn("ballast diff: {}: one side has no live ranges, so its peak is unknown\n", printable(module.name()));
        return std::nullopt;
    }
    const auto before = space->before.*row.of;
    const auto after = space->after.*row.of;
    if (!grows_too_much(before, after, given)) return false;
    const auto share = signed_share(after - before, before);
    warn("ballast diff: over the limit: {}: {} of space {} {} -> {} bytes{}{}\n", printable(module.name()), row.name,
         number, before, after, share.empty() ? "" : fmt::format(" ({})", share),
         culprit(module.what, *space, after - before, given));
    return true;
}

// --- text ---

class writer {
public:
    writer(const options& given, bool coloured) : given_(given), coloured_(coloured)
    {
        columns_ = given.columns != 0 ? given.columns : terminal_columns();
    }

    void module(const compared& of)
    {
        out_ += lacks_of(of);
        bool changed = false;
        for (const auto& s : of.what.spaces) {
            if (given_.space && s.space != *given_.space) continue;
            const auto groups = std::ranges::equal_range(of.what.groups, s.space, {}, &changed_group::space);
            if (s.before == s.after && groups.empty()) continue;
            if (std::exchange(changed, true)) out_ += '\n';
            numbers(s, of.what.spaces.size() > 1);
            if (!groups.empty()) what_changed({groups.begin(), groups.end()});
        }
        if (!changed) out_ += "no change\n";
    }

    void modules(const std::vector<compared>& all)
    {
        const auto number = given_.space.value_or(0);
        struct row {
            const compared* of;
            space_numbers before;
            space_numbers after;
        };
        std::vector<row> rows;
        std::size_t same = 0;
        for (const auto* c : by_change(all, number)) {
            row made{c, {}, {}};
            if (const auto* s = find_space(c->what, number)) {
                made.before = s->before;
                made.after = s->after;
            }
            if (made.before == made.after && c->before && c->after && c->what.groups.empty())
                ++same;
            else
                rows.push_back(made);
        }
        const auto shown = given_.rows_of(rows.size());
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
                   size_text(r.after.total), printable(r.of->name()), most});
        }
        if (!rows.empty()) t.print(out_, columns_, {{4, 16}, {5, 16}});
        if (shown != rows.size()) out_ += fmt::format(" {} more modules\n", rows.size() - shown);
        out_ += fmt::format("{} modules: {} changed, new or gone, {} the same (totals of space {})\n", all.size(),
                            rows.size(), same, number);
    }

    std::string take() { return given_.plain ? ascii(out_) : std::move(out_); }

private:
    void heading(const std::string& text)
    {
        out_ += fmt::format(fmt::runtime(coloured_ ? "\x1b[1m{}\x1b[0m\n" : "{}\n"), text);
    }

    void numbers(const space_change& s, bool several)
    {
        using enum table::side;
        table t({left, right, right, right, right});
        t.row({several ? fmt::format("space {}", s.space) : "", "before", "after", "change", ""});
        for (const auto& m : metrics) {
            const auto before = s.before.*m.of;
            const auto after = s.after.*m.of;
            const bool always = m.of == &space_numbers::total || m.of == &space_numbers::peak;
            if ((before == after && !always) || (m.of_ranges && !s.peak_known)) continue;
            t.row({std::string(m.name), size_text(before), size_text(after),
                   before == after ? "unchanged" : signed_size(after - before),
                   before == after ? "" : signed_share(after - before, before)});
        }
        t.print(out_, columns_, {});
    }

    void what_changed(std::span<const changed_group> groups)
    {
        out_ += '\n';
        heading("what changed");
        using enum table::side;
        table t({right, right, right, right, left, left, left, left});
        t.row({"change", "before", "after", "count", "class", "shape", "label", "source"});
        const auto shown = given_.rows_of(groups.size());
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
        t.print(out_, columns_, {{5, 10, false, 16}, {6, 12, false, 18}, {7, 24, true, 16}}, {1, 2});
    }

    const options& given_;
    bool coloured_;
    std::size_t columns_;
    std::string out_;
};

// --- JSON: spec/diff.schema.json ---

std::string json_of(const std::vector<compared>& all, const options& given)
{
    json_writer out;
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        out.array("modules", [&] {
            for (const auto& c : all)
                out.object([&] {
                    out.member("module", c.name());
                    if (c.before) out.member("before", c.before->path);
                    if (c.after) out.member("after", c.after->path);
                    put_changes(out, c.what, given);
                });
        });
    });
    return out.result() + '\n';
}

// --- Markdown ---

std::string markdown_of(const std::vector<compared>& all, const options& given)
{
    std::string out;
    std::size_t same = 0;
    for (const auto& c : all) {
        bool headed = false;
        const auto head = [&] {
            if (std::exchange(headed, true)) return;
            out += fmt::format("### {}{}\n\n", markdown_text(c.name()),
                               !c.before  ? " (new)"
                               : !c.after ? " (gone)"
                                          : "");
        };
        for (const auto& s : c.what.spaces) {
            if (given.space && s.space != *given.space) continue;
            const std::span<const changed_group> groups =
                std::ranges::equal_range(c.what.groups, s.space, {}, &changed_group::space);
            if (s.before == s.after && groups.empty()) continue;
            head();
            out += fmt::format("| space {} | before | after | change | |\n| :--- | ---: | ---: | ---: | ---: |\n",
                               s.space);
            for (const auto& m : metrics)
                if (s.before.*m.of != s.after.*m.of)
                    out += fmt::format("| {} | {} | {} | {} | {} |\n", m.name, size_text(s.before.*m.of),
                                       size_text(s.after.*m.of), signed_size(s.after.*m.of - s.before.*m.of),
                                       signed_share(s.after.*m.of - s.before.*m.of, s.before.*m.of));
            if (!groups.empty())
                out +=
                    "\n| change | count | class | shape | label | source |\n| ---: | ---: | :--- | :--- | :--- | :--- "
                    "|\n";
            const auto shown = given.rows_of(groups.size());
            for (const auto& g : groups.first(shown)) {
                out += fmt::format("| {} | {} → {} | {} | {} → {} | {} | {} |\n", signed_size(g.after - g.before),
                                   g.count_before, g.count_after, spelling(g.is), markdown_text(g.shape_before),
                                   markdown_text(g.shape_after), markdown_text(g.label), markdown_text(g.source));
            }
            if (shown != groups.size()) out += fmt::format("| | | | | {} more | |\n", groups.size() - shown);
            out += '\n';
        }
        if (const auto lacks = lacks_of(c); !lacks.empty()) {
            head();
            out += lacks + '\n';
        }
        same += headed ? 0U : 1U;
    }
    if (same != 0) out += fmt::format("{} module{} without a change.\n", same, same == 1 ? "" : "s");
    return given.plain ? ascii(out) : out;
}

} // namespace

int diff(const options& given)
{
    if (given.paths.size() == 2 && given.paths[0] == "-" && given.paths[1] == "-") {
        warn("ballast diff: standard input can be only one of the two sides\n");
        return trouble;
    }
    const auto before = read_side("diff", given.paths[0], given);
    const auto after = read_side("diff", given.paths[1], given);
    auto code = std::max(before.code, after.code);
    // With a limit, 1 means that it is exceeded.
    if ((given.most_growth_bytes || given.most_growth_percent) && code != success) code = trouble;
    for (const auto* side : {&before, &after}) tell_broken("diff", *side);
    if (before.modules.empty() || after.modules.empty()) return code;
    std::set<std::int64_t> spaces;
    for (const auto* side : {&before, &after})
        for (const auto& module : side->modules) spaces.merge(spaces_of(*module.memory));
    if (!has_space("diff", spaces, given)) return trouble;
    const auto all = compare(before, after);
    report out;
    if (given.output == "json") {
        out.write(json_of(all, given));
    } else if (given.output == "markdown") {
        out.write(markdown_of(all, given));
    } else {
        writer text(given, out.coloured() && !given.plain);
        if (all.size() == 1 && all.front().before && all.front().after)
            text.module(all.front());
        else
            text.modules(all);
        out.write(text.take());
    }
    if (!out.flush()) return trouble;
    for (const auto& c : all)
        if (const auto over = over_budget(c, given); over.value_or(true))
            code = std::max<int>(code, over ? failure : trouble);
    return code;
}

} // namespace ballast::cli
