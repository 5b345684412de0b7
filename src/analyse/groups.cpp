#include "ballast/analysis.hpp"

#include "analyse/sums.hpp"

#include <algorithm>
#include <new>
#include <tuple>
#include <unordered_map>

namespace ballast::inline v0 {

namespace {

// What a holder is put together with others by; empty where the dump does not say.
std::string key_of(const holder& h, grouping by)
{
    switch (by) {
    case grouping::alike:
        return std::string(spelling(h.is)).append("\0", 1).append(h.group).append("\0", 1).append(h.shape);
    case grouping::label: return h.group;
    case grouping::source: return h.source;
    case grouping::scope: return h.scope;
    case grouping::shape: return h.shape;
    case grouping::type: return h.type;
    case grouping::opcode: return h.opcode;
    case grouping::value: return std::to_string(h.allocation).append(1, ' ').append(std::to_string(h.value));
    case grouping::is: return std::string(spelling(h.is));
    }
    return {};
}

} // namespace

std::vector<holder_group> groups_of(const memory_analysis& of, grouping by) noexcept
try {
    std::vector<holder_group> result;
    std::unordered_map<std::string, std::size_t> known; // of one space
    for (std::size_t i = 0; i < of.holders.size(); ++i) {
        const auto& h = of.holders[i];
        if (i != 0 && of.holders[i - 1].space != h.space) known.clear();
        auto key = key_of(h, by);
        const auto [at, added] = known.try_emplace(key, result.size());
        if (added) result.push_back({.space = h.space, .largest = i, .key = std::move(key)});
        auto& group = result[at->second];
        const auto& first = of.holders[group.largest];
        ++group.count;
        analyse::add(group.bytes, h.bytes);
        group.one_source &= h.source == first.source;
        group.one_class &= h.is == first.is;
        group.one_shape &= h.shape == first.shape;
        group.one_label &= h.group == first.group;
    }
    std::ranges::sort(result, {}, [](const holder_group& g) { return std::tuple(g.space, -g.bytes, g.largest); });
    return result;
} catch (const std::bad_alloc&) {
    return {};
}

} // namespace ballast::inline v0
