// One buffer: its place in memory, its live range, and the instructions that define and read it.
#include "analyse/memory.hpp"
#include "analyse/namer.hpp"
#include "analyse/occupancy.hpp"
#include "ballast/print.hpp"
#include "base/nearest.hpp"

#include <algorithm>
#include <charconv>
#include <new>
#include <tuple>

namespace ballast::analyse {

namespace {

using model::none;
using model::number;

class teller {
public:
    teller(std::span<const document* const> files, std::string_view wanted)
        : module_(files), rows_(module_.rows()), names_(module_), given_(wanted), wanted_(wanted)
    {
        // In the spellings of operands and positions: `%fusion.3`, `fusion.3 {1}`.
        if (wanted_.starts_with('%')) wanted_.erase(0, 1);
        std::erase(wanted_, ' ');
        std::int64_t id = 0;
        const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), id);
        if (error == std::errc{} && end == wanted.data() + wanted.size()) id_ = id;
    }

    found_stories run()
    {
        found_stories found;
        found.stories = stories_of_values([&](const auto&, const model::line_row& line) { return is_wanted(line); });
        if (found.stories.empty())
            found.stories = stories_of_values([&](const model::allocation_row& a, const model::line_row& line) {
                const auto what = names_.of_value(a, line);
                return what.label == given_ || what.group == given_;
            });
        if (found.stories.empty()) {
            nearest_words near(given_);
            for (const auto& a : rows_.allocations)
                for (const auto& line : rows_.lines_of(a)) {
                    const auto what = names_.of_value(a, line);
                    near.offer(what.name);
                    near.offer(what.label);
                }
            found.near = near.words();
        } else if (const auto whole = memory_of(module_, {})) {
            for (auto& story : found.stories) place_in_time(story, *whole);
        }
        return found;
    }

private:
    template <typename IsWanted>
    std::vector<buffer_story> stories_of_values(const IsWanted& is_wanted)
    {
        std::vector<buffer_story> result;
        for (const auto& a : rows_.allocations) {
            intervals_.clear();
            for (number i = a.first_line; i < a.first_line + a.lines; ++i) {
                if (!is_wanted(a, rows_.lines[i])) continue;
                if (intervals_.empty()) intervals_ = intervals_in(rows_, a, module_.steps());
                result.push_back(story_of(a, i));
            }
        }
        return result;
    }
    [[nodiscard]] bool is_wanted(const model::line_row& line) const
    {
        if (line.value.id == id_) return true;
        const auto name = rows_.name(line.value.name);
        return wanted_.starts_with(name) &&
               (wanted_ == name || wanted_ == names_.place_text(line.value.name, line.value.index));
    }

    buffer_story story_of(const model::allocation_row& a, number which)
    {
        const auto& line = rows_.lines[which];
        buffer_story made;
        made.what = names_.of_value(a, line);
        const auto row = module_.defined_by(line);
        made.is_thread_local = a.thread_local_;
        made.allocation_size = a.size;
        if (const auto* node = module_.instruction(row))
            made.instruction = printed([&](sink& out) { print(out, *node, {}); });
        if (const auto time = rows_.time_of(line.value.name); time != none) made.defined_at = rows_.number_at(time);
        made.what.stack = module_.stack_of(row);
        if (const auto entry = module_.entry_of(line)) {
            for (const auto& p : rows_.positions_of(*entry))
                made.positions.push_back(names_.place_text(p.name, p.index));
            for (const auto& u : rows_.uses_of(*entry)) made.readers.push_back(reader_of(u));
            std::ranges::sort(made.readers, {}, [](const buffer_reader& r) {
                return std::tuple(r.step < 0, r.step, std::string_view(r.name), r.operand);
            });
        }
        find_neighbours(made, which);
        return made;
    }

    buffer_reader reader_of(const model::use_row& u) const
    {
        buffer_reader made;
        made.name = rows_.name(u.name);
        made.operand = u.operand == none ? 0 : static_cast<std::int64_t>(u.operand);
        if (u.index != none && !rows_.index(u.index).empty()) made.index = names_.index_text(u.index);
        if (const auto time = rows_.time_of(u.name); time != none) made.step = rows_.number_at(time);
        made.label = names_.label_of_instruction(u.name);
        return made;
    }

    void find_neighbours(buffer_story& made, number which) const
    {
        const auto mine = std::ranges::find(intervals_, which, &interval::line);
        if (mine == intervals_.end()) return;
        const auto neighbour = [&](const interval& s) {
            const auto& line = rows_.lines[s.line];
            return buffer_neighbour{line.value.id, names_.place_text(line.value.name, line.value.index), s.start,
                                    s.last};
        };
        const interval* before = nullptr;
        const interval* after = nullptr;
        for (const auto& s : intervals_) {
            if (&s == &*mine || s.begin >= mine->end || s.end <= mine->begin) continue;
            if (s.last < mine->start) {
                if (!before || s.last > before->last) before = &s;
            } else if (s.start > mine->last) {
                if (!after || s.start < after->start) after = &s;
            } else {
                made.shares.push_back(neighbour(s));
            }
        }
        if (before) made.before = neighbour(*before);
        if (after) made.after = neighbour(*after);
    }

    void place_in_time(buffer_story& story, const memory_analysis& whole) const
    {
        const auto space = std::ranges::find(whole.spaces, story.what.space, &space_memory::space);
        if (space == whole.spaces.end() || story.is_thread_local) return;
        if (space->temporary_peak) story.peak = space->temporary_peak->step;
        story.live_at_peak = story.what.is != buffer_class::temporary ||
                             (story.peak && story.what.start <= *story.peak && *story.peak <= story.what.end);
    }

    module module_;
    const model::rows& rows_;
    namer names_;
    std::vector<interval> intervals_; // of the current allocation
    std::string given_;
    std::string wanted_; // as names of values are printed
    std::int64_t id_ = -1;
};

} // namespace

} // namespace ballast::analyse

namespace ballast::inline v0 {

found_stories stories_of(std::span<const document* const> module, std::string_view name) noexcept
try {
    return analyse::teller(module, name).run();
} catch (const std::bad_alloc&) {
    return {};
}

} // namespace ballast::inline v0
