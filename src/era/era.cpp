#include "ballast/era.hpp"

#include "ballast/releases.hpp"
#include "era/common_intervals.hpp"
#include "era/timeline.hpp"

#include <algorithm>
#include <array>
#include <chrono>

namespace ballast::inline v0 {

namespace {

using interval = era_set::interval;

// Every state ends when the next one begins.
constexpr auto states = [] {
    constexpr std::size_t size = std::size(timeline::state_begins);
    std::array<dump_state, size> result{};
    for (std::size_t i = 0; i < size; ++i)
        result[i] = {timeline::state_begins[i].name, timeline::state_begins[i].begin,
                     i + 1 < size ? timeline::state_begins[i + 1].begin : end_of_history};
    return result;
}();

} // namespace

std::string day_text(commit_time time)
{
    if (time == end_of_history) return "now";
    std::string result = "0000-00-00";
    auto digits = time / 10000;
    for (auto c = result.rbegin(); c != result.rend(); ++c) {
        if (*c == '-') continue;
        *c = static_cast<char>('0' + digits % 10);
        digits /= 10;
    }
    return result;
}

const commit_time begin_of_history = timeline::begin_of_dumps;

std::span<const dump_state> dump_states() { return states; }

era_set era_set::intersect(std::span<const interval> others) const
{
    std::vector<interval> result;
    timeline::add_common(intervals_, others, result);
    return era_set{std::move(result)};
}

bool era_set::contains(commit_time time) const
{
    return std::ranges::any_of(intervals_, [&](const interval& i) { return i.begin <= time && time < i.end; });
}

std::string era_set::to_string() const
{
    std::string result;
    for (const auto& i : intervals_) {
        const auto in = [&](const dump_state& s) { return s.begin < i.end && i.begin < s.end; };
        const auto first = std::ranges::find_if(states, in);
        const auto last = std::ranges::find_if(states.rbegin(), states.rend(), in);
        if (!result.empty()) result += ", ";
        result.append(first->name).append("..").append(last->name);
        result.append(" ").append(day_text(i.begin)).append("..").append(day_text(i.end));
    }
    return result;
}

std::optional<era_set> parse_era(std::string_view text)
{
    std::vector<interval> intervals;
    for (const auto& s : states)
        if (s.name == text) intervals.push_back({s.begin, s.end});
    if (!intervals.empty()) return era_set{std::move(intervals)};
    if (const auto* named = find_release(text)) return era_set{{named->xla}};
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    commit_time date = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == 4 || i == 7) continue;
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        date = date * 10 + (text[i] - '0');
    }
    const std::chrono::year_month_day in_calendar{std::chrono::year(static_cast<int>(date / 10000)),
                                                  std::chrono::month(static_cast<unsigned>(date / 100 % 100)),
                                                  std::chrono::day(static_cast<unsigned>(date % 100))};
    if (!in_calendar.ok()) return std::nullopt;
    const era_set result = era_set{{{date * 10000, date * 10000 + 2400}}}.intersect(era_set::all());
    if (result.empty()) return std::nullopt;
    return result;
}

} // namespace ballast::inline v0
