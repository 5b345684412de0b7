// What could be saved, in tables: padding, donation, fragmentation.
#include "base/human_size.hpp"
#include "base/saturating_sum.hpp"
#include "render/memory_view.hpp"
#include "render/space_name.hpp"
#include "render/table.hpp"
#include "render/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ballast::inline v0::render {

namespace {

class savings_writer {
public:
    explicit savings_writer(const memory_view& view) : view_(view) {}

    std::string run()
    {
        padding();
        for (const auto& [space, donations] : view_.missed_donations()) donation(space, donations);
        fragmentation();
        return std::move(out_);
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
    [[nodiscard]] std::string in_space(std::int64_t space) const
    {
        return view_.memory.spaces.size() > 1 ? fmt::format("space {}: ", space_name(view_, space)) : std::string();
    }

    // Values that share memory at different times each count.
    void padding()
    {
        std::map<std::int64_t, std::vector<const padded_shape*>> spaces;
        for (const auto& p : view_.memory.padded)
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
        heading(fmt::format("{}padding: {} of {} in values of padded shapes", in_space(space),
                            size_text(assigned - logical), size_text(assigned)));
        using enum table::side;
        table t({right, right, right, right, right, left});
        t.row({"padding", "assigned", "elements", "factor", "count", "shape"});
        const auto shown = view_.top == 0 ? padded.size() : std::min(padded.size(), view_.top);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& p = *padded[i];
            const auto factor = static_cast<double>(p.assigned) / static_cast<double>(p.logical);
            t.row({size_text(p.assigned - p.logical), size_text(p.assigned), size_text(p.logical),
                   p.logical == 0 ? "-" : fmt::format("{:.1f}", factor), fmt::to_string(p.count), printable(p.shape)});
        }
        t.print(out_, view_.columns, {{5, 20}});
        if (shown != padded.size()) line("  ({})", plural(padded.size() - shown, "more shape"));
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
        heading(fmt::format("{}donation: {} of results fit the memory of inputs", in_space(space),
                            size_text(bytes_of(donations))));
        using enum table::side;
        table t({right, right, left, left, left, left});
        t.row({"size", "count", "parameter", "input", "result", ""});
        const auto shown = view_.top == 0 ? all.size() : std::min(all.size(), view_.top);
        for (std::size_t i = 0; i < shown; ++i) {
            const auto& d = *all[i].first;
            t.row({size_text(all[i].bytes), fmt::to_string(all[i].count),
                   fmt::format("{}{}", d.parameter, all[i].count == 1 ? "" : " …"), printable(d.argument),
                   fmt::format("{} {}", printable(d.output), printable(d.shape)), notes_of(d)});
        }
        t.print(out_, view_.columns, {{3, 12}, {4, 16}});
        if (shown != all.size()) line("  ({})", plural(all.size() - shown, "more row"));
    }

    static std::string notes_of(const missed_donation& d)
    {
        std::string notes;
        const auto note = [&](bool is, std::string_view text) {
            if (is) notes.append(notes.empty() ? "" : ", ").append(text);
        };
        note(d.copied, "the result is a copy of the input");
        note(!d.same_shape, "other shape");
        note(d.read_later, "input is read after the result is written");
        return notes;
    }

    void fragmentation()
    {
        bool said = false;
        for (const auto& a : view_.memory.arenas) {
            if ((view_.space && a.space != *view_.space) || !view_.memory.ranges || !a.is_fragmented()) continue;
            if (!std::exchange(said, true)) heading("fragmentation");
            line(" {} of the {} of allocation {} ({}) is free even at the fullest step", size_text(a.never_filled()),
                 size_text(a.size), a.allocation, share_of(a.never_filled(), a.size));
        }
    }

    const memory_view& view_;
    std::string out_;
};

} // namespace

std::string savings_text(const memory_view& view) { return savings_writer(view).run(); }

} // namespace ballast::inline v0::render
