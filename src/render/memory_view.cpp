#include "render/memory_view.hpp"

#include "analyse/holder_rows.hpp"
#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace ballast::inline v0::render {

namespace {

constexpr std::array names{
    grouping_name{"alike", grouping::alike, "class, label, shape"},
    grouping_name{"class", grouping::is, "class"},
    grouping_name{"label", grouping::label, "label"},
    grouping_name{"source", grouping::source, "source line"},
    grouping_name{"scope", grouping::scope, "scope"},
    grouping_name{"shape", grouping::shape, "shape"},
    grouping_name{"dtype", grouping::type, "element type"},
    grouping_name{"op", grouping::opcode, "opcode"},
    grouping_name{"value", grouping::value, "value"},
};

} // namespace

std::span<const grouping_name> groupings() { return names; }

std::vector<const space_memory*> memory_view::spaces() const
{
    std::vector<const space_memory*> result;
    for (const auto& s : memory.spaces)
        if (!space || s.space == *space) result.push_back(&s);
    return result;
}

namespace {

void sort_by_name(std::vector<holder_group>& groups, const memory_view& view)
{
    std::ranges::stable_sort(groups, [&](const holder_group& a, const holder_group& b) {
        if (a.space != b.space) return a.space < b.space;
        const auto x = view.memory.holders[a.largest];
        const auto y = view.memory.holders[b.largest];
        return std::pair(x.group, key_of(x, view.by)) < std::pair(y.group, key_of(y, view.by));
    });
}

} // namespace

std::span<const holder_group> memory_view::groups(std::int64_t of_space) const
{
    if (!all_groups_) {
        all_groups_ = groups_of(memory, by);
        if (order == holder_order::count)
            std::ranges::stable_sort(*all_groups_, {}, [](const holder_group& g) {
                return std::tuple(g.space, -static_cast<std::int64_t>(g.count));
            });
        if (order == holder_order::name) sort_by_name(*all_groups_, *this);
    }
    const auto found = std::ranges::equal_range(*all_groups_, of_space, {}, &holder_group::space);
    return std::span<const holder_group>(*all_groups_)
        .subspan(static_cast<std::size_t>(found.begin() - all_groups_->begin()),
                 static_cast<std::size_t>(found.end() - found.begin()));
}

std::string_view memory_view::title() const
{
    if (!memory.module.empty()) return memory.module;
    return name;
}

std::vector<const space_memory*> memory_view::main_spaces() const
{
    const auto all = spaces();
    const auto main =
        std::ranges::max_element(all, {}, [](const space_memory* s) { return std::pair(s->space == 0, s->total); });
    if (main == all.end()) return {};
    return {*main};
}

std::map<std::int64_t, std::vector<const missed_donation*>> memory_view::missed_donations() const
{
    std::map<std::int64_t, std::vector<const missed_donation*>> result;
    for (const auto& s : memory.savings)
        if (s.kind == saving_kind::donation && (!space || *space == s.space)) result[s.space];
    for (const auto& d : memory.donations)
        if (const auto found = result.find(d.space); found != result.end()) found->second.push_back(&d);
    return result;
}

std::int64_t memory_view::in_use(const space_memory& of_space) const
{
    return memory.from_report ? of_space.total : bytes_of(groups(of_space.space));
}

bool has_source(const holder_list& holders, std::size_t which) { return (*holders.rows())[which].texts.source != 0; }

std::int64_t bytes_of(const std::vector<const missed_donation*>& donations)
{
    std::int64_t bytes = 0;
    for (const auto* d : donations) bytes = saturating_sum(bytes, d->bytes);
    return bytes;
}

std::int64_t bytes_of(std::span<const holder_group> groups)
{
    std::int64_t bytes = 0;
    for (const auto& g : groups) bytes = saturating_sum(bytes, g.bytes);
    return bytes;
}

std::vector<std::int64_t> curve_of(const std::vector<use_from>& occupied, std::int64_t steps, std::size_t columns)
{
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(steps, static_cast<std::int64_t>(columns)));
    std::vector<std::int64_t> result(count, 0);
    if (count == 0) return result;
    // The last column that starts no later than a step. The product does not overflow.
    const auto column_of = [&](std::int64_t step) {
        const auto at = static_cast<long double>(step) * static_cast<long double>(count);
        return std::min(count - 1, static_cast<std::size_t>(at / static_cast<long double>(steps)));
    };
    for (std::size_t i = 0; i < occupied.size(); ++i) {
        if (occupied[i].step >= steps) break;
        const auto end = i + 1 < occupied.size() ? std::min(occupied[i + 1].step, steps) : steps;
        const auto last = column_of(end - 1);
        for (auto c = column_of(occupied[i].step); c <= last; ++c) result[c] = std::max(result[c], occupied[i].bytes);
    }
    return result;
}

} // namespace ballast::inline v0::render
