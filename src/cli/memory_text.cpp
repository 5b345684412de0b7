#include "ballast/releases.hpp"
#include "base/human_size.hpp"
#include "cli/memory_view.hpp"
#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace ballast::cli {

namespace {

constexpr std::size_t most_curve = 64;

class writer {
public:
    explicit writer(const memory_view& view) : view_(view) {}

    std::string run()
    {
        head();
        if (!view_.memory) {
            out_ += "no allocations: they stand in the module's …-buffer-assignment.txt\n";
            return finish();
        }
        const auto& memory = *view_.memory;
        const auto spaces = view_.spaces();
        several_ = memory.spaces.size() > 1;
        if (memory.spaces.empty()) out_ += "needs nothing\n";
        if (spaces.size() == 1) needs(*spaces.front());
        lacks();
        if (spaces.size() > 1) all_spaces(spaces);
        for (const auto* space : spaces) {
            moment(*space);
            holders(*space);
        }
        padding();
        for (const auto& [space, donations] : told_donations(view_)) donation(space, donations);
        fragmentation();
        return finish();
    }

private:
    template <typename... Arguments>
    void line(fmt::format_string<Arguments...> text, Arguments&&... arguments)
    {
        out_ += fmt::format(text, std::forward<Arguments>(arguments)...);
        out_ += '\n';
    }
    void heading(const std::string& text)
    {
        out_ += view_.coloured ? fmt::format("\n\x1b[1m{}\x1b[0m\n", text) : fmt::format("\n{}\n", text);
    }
    [[nodiscard]] std::string finish() { return view_.plain ? ascii(out_) : std::move(out_); }
    static std::string both(std::int64_t bytes)
    {
        return bytes < 1024 ? human_size(bytes) : fmt::format("{} ({} bytes)", human_size(bytes), bytes);
    }
    [[nodiscard]] std::string in_space(std::int64_t space) const
    {
        return several_ ? fmt::format("space {}: ", space) : std::string();
    }

    void head()
    {
        for (const auto& f : view_.files) line("{}: {}, {} bytes", f.name, f.kind, f.bytes);
        std::string text = era_text(view_.era);
        if (view_.memory) {
            if (!view_.memory->module.empty()) text.append(", module ").append(printable(view_.memory->module));
            text.append(", ").append(plural(view_.memory->values, "value"));
            if (view_.memory->ranges) text += fmt::format(", {} ticks", view_.memory->ticks);
        }
        line("{}", text);
    }

    void needs(const space_memory& s)
    {
        std::string sum;
        const auto part = [&](std::int64_t bytes, std::string_view what) {
            if (bytes != 0) sum += fmt::format("{}{} {}", sum.empty() ? "" : " + ", human_size(bytes), what);
        };
        part(s.arguments, "arguments");
        part(s.outputs, "outputs");
        part(s.constants, "constants");
        part(s.temporaries, "temporaries");
        if (s.shared != 0) sum += fmt::format(" - {} shared", human_size(s.shared));
        line("{}needs {}", in_space(s.space), both(s.needs));
        line(" = {}", sum);
    }

    void lacks()
    {
        const auto& memory = *view_.memory;
        if (memory.thread_local_bytes != 0)
            line("thread-local, beside that: {}", human_size(memory.thread_local_bytes));
        if (!memory.ranges) out_ += "no live ranges: what temporaries take at a moment is not known\n";
        if (!memory.instructions) out_ += "no instructions: values have no labels but their names\n";
        if (memory.frames_missing) out_ += "source lines stand in the text of the module, which is not here\n";
    }

    void all_spaces(const std::vector<const space_memory*>& spaces)
    {
        heading("spaces");
        using enum table::side;
        table t({right, right, right, right, right, right, right, right, right});
        t.row({"space", "needs", "arguments", "outputs", "constants", "temporaries", "shared", "held", "at tick"});
        for (const auto* s : spaces)
            t.row({fmt::to_string(s->space), human_size(s->needs), human_size(s->arguments), human_size(s->outputs),
                   human_size(s->constants), human_size(s->temporaries), human_size(s->shared),
                   s->held ? human_size(*s->held) : "-", s->temporary ? fmt::to_string(s->temporary->tick) : "-"});
        t.print(out_, view_.columns, {});
    }

    void moment(const space_memory& s)
    {
        const auto& memory = *view_.memory;
        if (s.temporary) {
            heading(fmt::format("{}fullest at tick {} of {}: {} held, {} of it temporaries", in_space(s.space),
                                s.temporary->tick, memory.ticks, human_size(*s.held), human_size(s.temporary->bytes)));
            curve(s);
        } else {
            heading(fmt::format("{}{} {}", in_space(s.space), s.held ? "held all the time:" : "needs",
                                human_size(s.needs)));
        }
        if (!memory.peak) return;
        const auto lower = [&](const std::optional<fullest_moment>& most, const std::optional<std::int64_t>& there,
                               std::string_view what) {
            if (!most || !there || *there >= most->bytes) return;
            const bool close = human_size(*there) == human_size(most->bytes);
            const auto size = [&](std::int64_t bytes) {
                return close ? fmt::format("{} bytes", bytes) : human_size(bytes);
            };
            line(" XLA calls tick {} the peak: {} {} there, {} at tick {}", *memory.peak, size(*there), what,
                 size(most->bytes), most->tick);
        };
        lower(s.temporary, s.temporary_at_peak, "of temporaries");
        lower(s.live, s.live_at_peak, "live");
    }

    // What temporaries take over the time, against what there is for them.
    void curve(const space_memory& s)
    {
        static constexpr std::array<std::string_view, 9> blocks{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
        static constexpr std::array<std::string_view, 9> letters{" ", ".", ":", "-", "=", "+", "*", "#", "@"};
        const auto columns = std::min(most_curve, view_.columns > 4 ? view_.columns - 4 : 1);
        const auto points = curve_of(s.occupied, view_.memory->ticks, columns);
        if (points.size() < 2 || s.temporaries == 0) return;
        std::string text;
        for (const auto bytes : points) {
            const auto share = static_cast<long double>(bytes) / static_cast<long double>(s.temporaries);
            const auto level = bytes <= 0 ? 0 : std::clamp(static_cast<int>(std::ceil(8 * share)), 1, 8);
            text += (view_.plain ? letters : blocks)[static_cast<std::size_t>(level)];
        }
        line(" [{}]", text);
        const auto column_of = [&](std::int64_t tick) {
            return std::min(points.size() - 1,
                            static_cast<std::size_t>(static_cast<long double>(std::max<std::int64_t>(0, tick)) *
                                                     static_cast<long double>(points.size()) /
                                                     static_cast<long double>(view_.memory->ticks)));
        };
        std::string marks(points.size(), ' ');
        marks[column_of(s.temporary->tick)] = '^';
        std::string_view legend = "^ fullest";
        if (const auto peak = view_.memory->peak; peak && s.temporary_at_peak < s.temporary->bytes) {
            auto& mark = marks[column_of(*peak)];
            mark = mark == '^' ? 'X' : 'x';
            legend = mark == 'X' ? "X fullest, and XLA's peak" : "^ fullest, x XLA's peak";
        }
        marks.erase(marks.find_last_not_of(' ') + 1);
        line("  {}", marks);
        line(" {}", legend);
        if (!std::exchange(explained_, true))
            out_ += " a column shows the most of its ticks; a loop's body is in the schedule once\n";
    }

    void holders(const space_memory& s)
    {
        const auto& memory = *view_.memory;
        const auto groups = view_.groups(s.space);
        if (groups.empty()) return;
        std::int64_t all = 0;
        for (const auto& g : groups) all = saturating_sum(all, g.bytes);
        const auto shown = view_.top == 0 ? groups.size() : std::min(groups.size(), view_.top);
        const auto* heads = std::ranges::find(groupings(), view_.by, &grouping_name::by).operator->();
        if (view_.tick) line(" at tick {}: {} held", *view_.tick, human_size(all));
        const bool counts = std::ranges::any_of(groups, [](const holder_group& g) { return g.count != 1; });
        const bool alike = view_.by == grouping::alike || view_.by == grouping::value;
        const bool sources = alike && std::ranges::any_of(groups, [&](const holder_group& g) {
                                 return has_source(memory.holders, g.largest);
                             });
        using enum table::side;
        std::vector<table::side> sides{right, right, right};
        std::vector<std::string> row{"bytes", "share", "so far"};
        std::vector<table::flexible> wide;
        const auto column = [&](std::string name, table::side side) {
            sides.push_back(side);
            row.push_back(std::move(name));
        };
        if (counts) column("count", right);
        if (alike) {
            column("class", left);
            wide.push_back({sides.size(), 10});
            column("shape", left);
            wide.push_back({sides.size(), 16});
            column("label", left);
            if (sources) {
                wide.push_back({sides.size(), 12, true});
                column("source", left);
            }
        } else {
            wide.push_back({sides.size(), 20, view_.by == grouping::source});
            column(std::string(heads->heading), left);
        }
        table t(std::move(sides));
        t.row(row);
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& g = groups[i];
            const auto first = memory.holders[g.largest];
            sum = saturating_sum(sum, g.bytes);
            row = {human_size(g.bytes), share_of(g.bytes, all), share_of(sum, all)};
            if (counts) row.push_back(fmt::to_string(g.count));
            if (alike) {
                row.emplace_back(spelling(first.is));
                row.push_back(printable(first.shape));
                row.push_back(printable(view_.by == grouping::value && !first.name.empty()
                                            ? fmt::format("{} {}", first.name, first.label)
                                        : g.count == 1 ? first.label
                                                       : first.group));
                if (sources) row.push_back(printable(first.source) + (g.one_source ? "" : " …"));
            } else {
                const auto key = key_of(first, view_.by);
                row.push_back(key.empty() ? "(not known)" : printable(key));
            }
            t.row(row);
        }
        if (shown != groups.size()) {
            row = {human_size(all - sum), share_of(all - sum, all), share_of(all, all)};
            if (counts) {
                std::size_t rest = 0;
                for (auto i = shown; i < groups.size(); ++i) rest += groups[i].count;
                row.push_back(fmt::to_string(rest));
            }
            if (alike) row.insert(row.end(), {"", ""});
            row.push_back(plural(groups.size() - shown, "more row"));
            if (alike && sources) row.emplace_back();
            t.row(row);
        }
        t.print(out_, view_.columns, wide);
    }

    // Of values that share memory over the time each counts.
    void padding()
    {
        std::map<std::int64_t, std::vector<const padded_shape*>> spaces;
        for (const auto& p : view_.memory->padded)
            if (!view_.space || p.space == *view_.space) spaces[p.space].push_back(&p);
        for (const auto& [space, padded] : spaces) padding(space, padded);
    }

    void padding(std::int64_t space, const std::vector<const padded_shape*>& padded)
    {
        std::int64_t assigned = 0;
        std::int64_t logical = 0;
        for (const auto* p : padded) {
            assigned = saturating_sum(assigned, p->assigned);
            logical = saturating_sum(logical, p->logical);
        }
        heading(fmt::format("{}padding: {} of {}, summed over values of padded shapes", in_space(space),
                            human_size(assigned - logical), human_size(assigned)));
        using enum table::side;
        table t({right, right, right, right, right, left});
        t.row({"wasted", "assigned", "logical", "factor", "count", "shape"});
        const auto shown = view_.top == 0 ? padded.size() : std::min(padded.size(), view_.top);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& p = *padded[i];
            const auto factor = static_cast<double>(p.assigned) / static_cast<double>(p.logical);
            t.row({human_size(p.assigned - p.logical), human_size(p.assigned), human_size(p.logical),
                   p.logical == 0 ? "-" : fmt::format("{:.1f}", factor), fmt::to_string(p.count), printable(p.shape)});
        }
        t.print(out_, view_.columns, {{5, 20}});
        if (shown != padded.size()) line("  {}", plural(padded.size() - shown, "more shape"));
    }

    void donation(std::int64_t space, const std::vector<const missed_donation*>& donations)
    {
        struct alike {
            const missed_donation* first;
            std::size_t count = 0;
            std::int64_t bytes = 0;
        };
        const auto key = [](const missed_donation* d) {
            return std::tuple(d->bytes, std::string_view(d->argument), std::string_view(d->output),
                              std::string_view(d->shape), d->copied, d->same_shape, d->read_later);
        };
        auto sorted = donations;
        std::ranges::sort(sorted, {}, [&](const missed_donation* d) { return std::pair(key(d), d); });
        std::vector<alike> all;
        for (const auto* d : sorted) {
            if (all.empty() || key(all.back().first) != key(d)) all.push_back({d});
            ++all.back().count;
            all.back().bytes = saturating_sum(all.back().bytes, d->bytes);
        }
        std::ranges::sort(all, {}, [](const alike& a) { return std::tuple(-a.bytes, a.first->parameter, a.first); });
        heading(fmt::format("{}donation: {} of results could be in arguments that the caller gives up", in_space(space),
                            human_size(bytes_of(donations))));
        using enum table::side;
        table t({right, right, left, left, left, left});
        t.row({"bytes", "count", "parameter", "argument", "result", ""});
        const auto shown = view_.top == 0 ? all.size() : std::min(all.size(), view_.top);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& d = *all[i].first;
            t.row({human_size(all[i].bytes), fmt::to_string(all[i].count),
                   fmt::format("{}{}", d.parameter, all[i].count == 1 ? "" : " …"), printable(d.argument),
                   fmt::format("{} {}", printable(d.output), printable(d.shape)), notes_of(d)});
        }
        t.print(out_, view_.columns, {{3, 12}, {4, 16}});
        if (shown != all.size()) line("  {}", plural(all.size() - shown, "more row"));
    }

    static std::string notes_of(const missed_donation& d)
    {
        std::string notes;
        const auto note = [&](bool is, std::string_view text) {
            if (is) notes.append(notes.empty() ? "" : ", ").append(text);
        };
        note(d.copied, "a copy of it");
        note(!d.same_shape, "another shape");
        note(d.read_later, "still read later");
        return notes;
    }

    void fragmentation()
    {
        bool said = false;
        for (const auto& a : view_.memory->arenas) {
            if ((view_.space && a.space != *view_.space) || !view_.memory->ranges || !tells_fragmentation(a)) continue;
            if (!std::exchange(said, true)) heading("never filled");
            line(" {} of the {} of allocation {} ({}), where temporaries lie", human_size(a.never_filled()),
                 human_size(a.size), a.allocation, share_of(a.never_filled(), a.size));
        }
    }

    const memory_view& view_;
    std::string out_;
    bool several_ = false;
    bool explained_ = false; // what a curve shows
};

} // namespace

std::string memory_text(const memory_view& view) { return writer(view).run(); }

} // namespace ballast::cli
