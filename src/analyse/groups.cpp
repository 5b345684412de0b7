#include "analyse/holder_rows.hpp"
#include "analyse/sums.hpp"
#include "ballast/analysis.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <tuple>

namespace ballast::inline v0 {

namespace {

// Equal for holders of one space and key.
std::array<std::int64_t, 4> key_numbers(const analyse::holder_row& h, grouping by)
{
    const auto& texts = h.texts;
    switch (by) {
    case grouping::alike: return {h.space, static_cast<std::int64_t>(h.is), texts.group, texts.shape};
    case grouping::label: return {h.space, texts.group};
    case grouping::source: return {h.space, texts.source};
    case grouping::scope: return {h.space, texts.scope};
    case grouping::shape: return {h.space, texts.shape};
    case grouping::type: return {h.space, texts.type};
    case grouping::opcode: return {h.space, texts.opcode};
    case grouping::value: return {h.space, h.allocation, h.value};
    case grouping::is: return {h.space, static_cast<std::int64_t>(h.is)};
    }
    return {};
}

// The group of each holder, and the number of groups.
struct membership {
    std::vector<std::uint32_t> group;
    std::size_t groups = 0;
};
membership members_of(const analyse::holder_rows& rows, grouping by)
{
    membership result;
    model::interned<std::int64_t> keys;
    result.group.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto key = key_numbers(rows[i], by);
        result.group.push_back(keys.of(key.data(), key.size()));
    }
    result.groups = keys.size();
    return result;
}

} // namespace

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

std::vector<holder_group> groups_of(const memory_analysis& of, grouping by) noexcept
try {
    std::vector<holder_group> result;
    if (of.holders.empty()) return result;
    const auto& rows = *of.holders.rows();
    const auto members = members_of(rows, by);
    result.reserve(members.groups);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto h = rows[i];
        if (members.group[i] == result.size()) result.push_back({.space = h.space, .largest = i});
        auto& group = result[members.group[i]];
        const auto first = rows[group.largest];
        ++group.count;
        analyse::add(group.bytes, h.bytes);
        group.one_source &= h.texts.source == first.texts.source;
        group.one_class &= h.is == first.is;
        group.one_shape &= h.texts.shape == first.texts.shape;
        group.one_label &= h.texts.group == first.texts.group;
    }
    std::ranges::sort(result, {}, [](const holder_group& g) { return std::tuple(g.space, -g.bytes, g.largest); });
    return result;
} catch (const std::bad_alloc&) {
    return {};
}

} // namespace ballast::inline v0
