// What `show` prints for people: in the first screen the total, the peak, what would lower it most, and the largest
// holders; with --verbose the rest.
#include "analyse/framework.hpp"
#include "ballast/compiled_memory.hpp"
#include "ballast/releases.hpp"
#include "ballast/verdict.hpp"
#include "base/human_size.hpp"
#include "base/module_name.hpp"
#include "base/saturating_sum.hpp"
#include "base/shell_word.hpp"
#include "base/utf8.hpp"
#include "render/memory_view.hpp"
#include "render/message_view.hpp"
#include "render/space_name.hpp"
#include "render/table.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace ballast::inline v0::render {

namespace {

constexpr std::size_t most_columns_of_curve = 64;

class memory_writer {
public:
    explicit memory_writer(const memory_view& view) : view_(view) {}

    std::string run()
    {
        const auto& memory = view_.memory;
        if (const auto text = incomplete_sentence(memory.of_dump); !text.empty()) wrapped(text);
        if (view_.verbose) files();
        out_ += failures_text(view_.messages, view_.columns);
        emphasised(printable(readable_module(view_.title())));
        if (view_.among > 1) line("the largest of {} modules", view_.among);
        several_ = memory.spaces.size() > 1;
        if (memory.spaces.empty()) out_ += "total allocated: 0 B\n";
        const auto spaces = view_.spaces();
        if (spaces.size() > 1) all_spaces(spaces);
        for (const auto* space : view_.verbose ? spaces : view_.main_spaces()) {
            numbers(*space);
            verdict(*space);
            curve(*space);
            holders(*space);
        }
        if (view_.verbose && !memory.from_report) {
            out_ += '\n';
            wrapped(compiled_memory_text(compiled_memory_of(memory)));
        }
        lacks();
        if (view_.verbose) out_ += savings_text(view_);
        hints();
        return finish();
    }

private:
    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        out_ += fmt::format(text, std::forward<Arguments>(arguments)...);
        out_ += '\n';
    }
    void emphasised(const std::string& text)
    {
        out_ += view_.coloured ? fmt::format("\x1b[1m{}\x1b[0m\n", text) : fmt::format("{}\n", text);
    }
    [[nodiscard]] std::string finish() { return view_.plain ? ascii(out_) : std::move(out_); }
    [[nodiscard]] std::string in_space(std::int64_t space) const
    {
        return several_ ? fmt::format("space {}: ", space_name(view_, space)) : std::string();
    }

    void files()
    {
        for (const auto& f : view_.files) line("{}: {}, {} bytes", f.name, f.kind, f.bytes);
        std::string text = era_text(view_.era);
        text.append(", ").append(plural(view_.memory.values, "value"));
        if (view_.memory.ranges)
            text.append(", ").append(plural(static_cast<std::size_t>(view_.memory.steps), "instruction"));
        line("{}", text);
    }

    void numbers(const space_memory& s)
    {
        const auto& memory = view_.memory;
        std::string sum;
        std::int64_t other = 0;
        const auto add = [&](std::int64_t bytes, std::string_view what) {
            if (bytes != 0) sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", size_text(bytes), what);
        };
        const auto part = [&](std::int64_t bytes, std::string_view what) {
            if (is_small(bytes, s))
                other = saturating_sum(other, bytes);
            else
                add(bytes, what);
        };
        part(s.arguments, "arguments");
        part(s.outputs, "outputs");
        part(s.constants, "constants");
        part(s.temporaries, "temporary");
        add(other, "other");
        if (s.shared != 0) sum += fmt::format(" - {} shared", size_text(s.shared));
        if (several_) out_ += '\n';
        wrapped(fmt::format("{}total allocated: {}{}{}{}", in_space(s.space),
                            memory.of_dump.has_all_sizes ? "" : "at least ", size_text(s.total),
                            sum.empty() ? "" : " = ", sum));
        if (s.temporary_peak)
            wrapped(fmt::format("peak: {} at instruction {} of {} ({} of it temporary)", size_text(*s.peak),
                                s.temporary_peak->step, memory.steps, size_text(s.temporary_peak->bytes)));
        else if (s.peak && memory.ranges)
            line("peak: {}, the same at every instruction", size_text(*s.peak));
        if (memory.thread_local_bytes != 0 && !is_small(memory.thread_local_bytes, s) &&
            !std::exchange(thread_local_printed_, true))
            line("plus {} thread-local", size_text(memory.thread_local_bytes));
        if (view_.verbose) xla_peak(s);
    }

    // Below 1 % of the total, which only --verbose names.
    [[nodiscard]] bool is_small(std::int64_t bytes, const space_memory& s) const
    {
        return !view_.verbose && bytes < s.total / 100;
    }

    // XLA's own peak, and how much less is live or in use there.
    void xla_peak(const space_memory& s)
    {
        const auto& step = view_.memory.xla_peak;
        if (!step) return;
        const auto compared = [&](const std::optional<memory_peak>& most, const std::optional<std::int64_t>& there,
                                  std::string_view what) {
            if (!most || !there || *there >= most->bytes) return false;
            // If the sizes look the same, they are printed in bytes.
            const bool alike = size_text(*there) == size_text(most->bytes);
            const auto size = [&](std::int64_t bytes) {
                return alike ? fmt::format("{} bytes", bytes) : size_text(bytes);
            };
            line("XLA's own peak is instruction {}: {} {}, {} at instruction {}", *step, size(*there), what,
                 size(most->bytes), most->step);
            return true;
        };
        if (compared(s.live_peak, s.live_at_xla_peak, "live") ||
            compared(s.temporary_peak, s.temporary_at_xla_peak, "temporary") || !s.live_peak)
            return;
        line("XLA's own peak is instruction {} (same live bytes)", *step);
    }

    void verdict(const space_memory& s)
    {
        if (fit(s)) return;
        const auto text = full_verdict_of(view_.memory, s.space);
        if (text.empty()) return;
        out_ += '\n';
        wrapped(text);
    }

    // True if suggestions are printed, which are better than the verdict.
    bool fit(const space_memory& s)
    {
        const auto& found = view_.memory.fit;
        if (!found || found->space != s.space) return false;
        out_ += '\n';
        wrapped(fit_sentence(*found));
        if (!found->limit.device.empty()) wrapped(" " + found->limit.assumption);
        if (!found->is_too_large() || found->suggestions.empty()) return false;
        out_ += '\n';
        wrapped(suggestions_heading);
        for (const auto& sentence : suggestion_sentences(*found)) wrapped(" " + sentence);
        return true;
    }

    void wrapped(std::string_view text) { out_ += in_columns(printable(text), view_.columns); }

    void lacks()
    {
        const auto& memory = view_.memory;
        std::string text;
        const auto note = [&](bool is, std::string_view what) {
            if (is) text.append(what);
        };
        note(memory.from_report,
             "Sizes are rounded, and only the largest buffers are listed. Dumps have all of them: run "
             "the program with XLA_FLAGS=--xla_dump_to=DIR, then `ballast show DIR`.\n");
        note(!memory.ranges && !memory.from_report,
             "No live ranges: they are in …-live-range.txt or at the end of the dump, and show which "
             "temporaries are live together.\n");
        note(!memory.instructions, "No instructions: labels are the names of values.\n");
        note(!has_labels(), "No labels: run PyTorch/XLA with XLA_HLO_DEBUG=1 XLA_IR_DEBUG=1, which name operations and "
                            "source lines.\n");
        note(memory.frames_missing, "Source lines are in the text of the module (NAME.txt beside the dump), which is "
                                    "not here.\n");
        if (text.empty()) return;
        out_ += '\n';
        while (!text.empty()) {
            const auto end = text.find('\n');
            wrapped(text.substr(0, end));
            text.erase(0, end + 1);
        }
    }

    // False for a graph of PyTorch/XLA without names of operations.
    [[nodiscard]] bool has_labels() const
    {
        if (!view_.title().starts_with("SyncTensorsGraph") || view_.memory.holders.empty()) return true;
        const auto& holders = view_.memory.holders;
        return std::ranges::any_of(holders, [](const holder& h) { return !h.op_name.empty(); });
    }

    void all_spaces(const std::vector<const space_memory*>& spaces)
    {
        out_ += '\n';
        using enum table::side;
        table t({left, right, right, right, right, right, right, right, right});
        t.row({"memory space", "total", "arguments", "outputs", "constants", "temporary", "shared", "peak", "at"});
        const auto size = [](std::int64_t bytes) { return bytes == 0 ? "-" : size_text(bytes); };
        for (const auto* s : spaces)
            t.row({space_name(view_, s->space), size_text(s->total), size(s->arguments), size(s->outputs),
                   size(s->constants), size(s->temporaries), size(s->shared), s->peak ? size_text(*s->peak) : "-",
                   s->temporary_peak ? fmt::to_string(s->temporary_peak->step) : "-"});
        t.print(out_, view_.columns, {{0, 12}}, {4, 6, 2, 3});
    }

    // The bytes in use over the schedule: the temporaries of each step, and what is in use at every step.
    void curve(const space_memory& s)
    {
        static constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
        static constexpr std::array<std::string_view, 9> letters{" ", ".", ":", "-", "=", "+", "*", "#", "@"};
        if (!s.temporary_peak || *s.peak == 0) return;
        const auto lasting = *s.peak - s.temporary_peak->bytes;
        const auto columns = std::min(most_columns_of_curve, view_.columns == 0  ? most_columns_of_curve
                                                             : view_.columns > 4 ? view_.columns - 4
                                                                                 : 1);
        const auto points = curve_of(s.occupied, view_.memory.steps, columns);
        std::vector<std::size_t> levels;
        for (const auto bytes : points) {
            const auto share =
                static_cast<long double>(saturating_sum(lasting, bytes)) / static_cast<long double>(*s.peak);
            levels.push_back(
                share <= 0 ? 0 : static_cast<std::size_t>(std::clamp(static_cast<int>(std::ceil(8 * share)), 1, 8)));
        }
        // A strip of one height has no information.
        if (levels.empty() || std::ranges::all_of(levels, [&](std::size_t level) { return level == levels.front(); }))
            return;
        line("\nin use from instruction 0 to {}, up to {}:", view_.memory.steps - 1, size_text(*s.peak));
        std::string text;
        for (const auto level : levels) text += (view_.plain ? letters : blocks)[level];
        line(" [{}]", text);
        if (!view_.verbose) return;
        const auto column_of = [&](std::int64_t step) {
            return std::min(points.size() - 1,
                            static_cast<std::size_t>(static_cast<long double>(std::max<std::int64_t>(0, step)) *
                                                     static_cast<long double>(points.size()) /
                                                     static_cast<long double>(view_.memory.steps)));
        };
        std::string marks(points.size(), ' ');
        marks[column_of(s.temporary_peak->step)] = '^';
        std::string_view legend = "^ peak";
        if (const auto peak = view_.memory.xla_peak; peak && s.temporary_at_xla_peak < s.temporary_peak->bytes) {
            auto& mark = marks[column_of(*peak)];
            mark = mark == '^' ? 'X' : 'x';
            legend = mark == 'X' ? "X peak, and XLA's own peak" : "^ peak, x XLA's own peak";
        }
        marks.erase(marks.find_last_not_of(' ') + 1);
        line("  {}", marks);
        line(" {}", legend);
        out_ += " a column shows the most of its instructions; the body of a loop is in the schedule once\n";
    }

    void holders(const space_memory& s)
    {
        const auto& memory = view_.memory;
        const auto groups = view_.groups(s.space);
        if (groups.empty()) return;
        const auto all = view_.in_use(s);
        const auto shared = shared_labels(groups.first(shown_rows(groups, all)));
        out_ += '\n';
        if (view_.step) line("in use at instruction {}: {}", *view_.step, size_text(all));
        const auto shown = shown_rows(groups, all);
        const bool counts = std::ranges::any_of(groups, [](const holder_group& g) { return g.count != 1; });
        const bool alike = view_.by == grouping::alike || view_.by == grouping::value;
        const bool sources = alike && std::ranges::any_of(groups, [&](const holder_group& g) {
                                 return has_source(memory.holders, g.largest);
                             });
        using enum table::side;
        std::vector<table::side> sides;
        std::vector<std::string> heads;
        std::vector<table::flexible> wide;
        std::vector<std::size_t> droppable;
        std::vector<std::size_t> usual; // widths
        const auto column = [&](std::string_view name, table::side side, std::size_t width) {
            sides.push_back(side);
            heads.emplace_back(name);
            usual.push_back(width);
            return sides.size() - 1;
        };
        column("size", right, 10);
        const auto share = column("share", right, 5);
        const bool narrow = view_.columns != 0 && view_.columns < 60;
        droppable.push_back(column("cumulative", right, 10));
        droppable.push_back(share);
        if (counts) droppable.push_back(column("count", right, 5));
        if (alike) {
            const auto is = column("class", left, 8);
            const auto shape = column("shape", left, 14);
            if (narrow) droppable.insert(droppable.end(), {is, shape});
            wide.push_back({shape, 10, false, 0, 32});
            wide.push_back({column("label", left, 14), 10});
            if (sources) wide.push_back({column("source", left, 14), least_source(narrow), true});
        } else {
            wide.push_back({column(std::ranges::find(groupings(), view_.by, &grouping_name::by)->heading, left, 20), 20,
                            view_.by == grouping::source});
        }
        table t(std::move(sides));
        t.row(heads);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& g = groups[i];
            sum = saturating_sum(sum, g.bytes);
            std::vector<std::string> row{size_text(g.bytes), share_of(g.bytes, all), share_of(sum, all)};
            if (counts) row.push_back(fmt::to_string(g.count));
            add_names(row, g, alike, sources);
            auto& label = row[row.size() - (alike && sources ? 2 : 1)];
            if (alike && shared.contains(label)) label += result_of(g);
            t.row(std::move(row));
        }
        if (shown != groups.size()) {
            const auto left = bytes_of(groups.subspan(shown));
            std::vector<std::string> row{size_text(left), share_of(left, all),
                                         share_of(saturating_sum(sum, left), all)};
            if (counts) {
                std::size_t rest = 0;
                for (const auto& g : groups.subspan(shown)) rest += g.count;
                row.push_back(fmt::to_string(rest));
            }
            if (alike) row.insert(row.end(), {"", ""});
            row.push_back(fmt::format("({})", plural(groups.size() - shown, "more row")));
            if (alike && sources) row.emplace_back();
            t.row(std::move(row));
        }
        std::string hidden;
        for (const auto dropped : t.print(out_, view_.columns, wide, droppable, usual))
            hidden.append(hidden.empty() ? "" : ", ").append(heads[dropped]);
        if (!hidden.empty()) line(" not shown in {} columns: {}", view_.columns, hidden);
    }

    // As many as are asked for; those of 0.0 % only if all are.
    [[nodiscard]] std::size_t shown_rows(std::span<const holder_group> groups, std::int64_t all) const
    {
        if (view_.top == 0) return groups.size();
        auto shown = std::min(groups.size(), view_.top);
        if (view_.order != holder_order::bytes) return shown;
        while (shown > 1 && share_of(groups[shown - 1].bytes, all) == "0.0%") --shown;
        // A line for one row can be the row.
        return shown + 1 == groups.size() ? groups.size() : shown;
    }

    void add_names(std::vector<std::string>& row, const holder_group& g, bool alike, bool sources) const
    {
        const auto first = view_.memory.holders[g.largest];
        if (!alike) {
            const auto key =
                view_.by == grouping::source ? source_text(key_of(first, view_.by)) : key_of(first, view_.by);
            row.push_back(key.empty() ? "(unknown)" : printable(key));
            return;
        }
        row.emplace_back(spelling(first.is));
        row.push_back(printable(first.shape));
        row.push_back(label_of(g));
        if (sources) row.push_back(printable(source_text(first.source)) + (g.one_source ? "" : " …"));
    }

    // The labels of several rows.
    [[nodiscard]] std::set<std::string> shared_labels(std::span<const holder_group> groups) const
    {
        std::set<std::string> seen;
        std::set<std::string> result;
        for (const auto& g : groups)
            if (auto label = label_of(g); !seen.insert(label).second) result.insert(std::move(label));
        return result;
    }
    [[nodiscard]] std::string label_of(const holder_group& g) const
    {
        const auto first = view_.memory.holders[g.largest];
        return printable(view_.by == grouping::value && !first.name.empty()
                             ? fmt::format("{} {}", first.name, first.label)
                         : g.count == 1 ? first.label
                                        : first.group);
    }
    // Tells rows of one label apart: the result that the largest is.
    [[nodiscard]] std::string result_of(const holder_group& g) const
    {
        const auto output = view_.memory.holders[g.largest].output;
        if (output.empty()) return {};
        return fmt::format(", result {}{}", printable(output), g.count == 1 ? "" : " …");
    }

    [[nodiscard]] std::size_t least_source(bool narrow) const
    {
        constexpr std::size_t longest = 10'000;
        return view_.full_paths ? longest : narrow ? 14 : 24;
    }
    [[nodiscard]] std::string source_text(const std::string& source) const
    {
        return view_.full_paths ? source : file_and_line(source);
    }

    // The next commands.
    void hints()
    {
        if (view_.command_path.empty()) return;
        if (view_.memory.from_report) return;
        table t({table::side::left, table::side::left});
        const auto hint = [&](std::string_view what, std::string_view options) {
            t.row({fmt::format("{}:", what), fmt::format("ballast {} {}", options, view_.command_path)});
        };
        if (const auto name = largest_name(); !name.empty())
            hint("the largest buffer", fmt::format("show --why {}", name));
        if (!view_.verbose) hint("all details", "show --verbose");
        hint("with pictures", "report -o memory.html");
        if (view_.among > 1) hint("all modules", "summary");
        if (view_.memory.made_for == "CPU" && is_of_framework())
            hint("on a TPU or GPU", "preflight --target tpu:v5e --target cuda:h100");
        out_ += '\n';
        t.print(out_);
    }
    // True if the program can be compiled for another device only from its dump.
    [[nodiscard]] bool is_of_framework() const
    {
        const auto which = analyse::framework_of(view_.memory);
        return which == framework::torch_xla || which == framework::tensorflow;
    }
    // Holders are sorted by size in each space.
    [[nodiscard]] std::string largest_name() const
    {
        for (const auto* s : view_.main_spaces())
            for (std::size_t i = 0; i < view_.memory.holders.size(); ++i)
                if (view_.memory.holders.numbers(i).space == s->space && !view_.memory.holders[i].name.empty())
                    return shell_word(view_.memory.holders[i].name);
        return {};
    }

    const memory_view& view_;
    std::string out_;
    bool several_ = false;
    bool thread_local_printed_ = false;
};

} // namespace

std::string memory_text(const memory_view& view) { return memory_writer(view).run(); }

} // namespace ballast::inline v0::render
