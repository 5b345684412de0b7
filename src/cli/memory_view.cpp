#include "cli/memory_view.hpp"

#include "analyse/holder_rows.hpp"
#include "base/human_size.hpp"
#include "base/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace ballast::cli {

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

constexpr std::array names{
    grouping_name{"alike", grouping::alike, "class, label and shape"},
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

std::int64_t saturating_sum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

std::vector<const space_memory*> memory_view::spaces() const
{
    std::vector<const space_memory*> result;
    for (const auto& s : memory->spaces)
        if (!space || s.space == *space) result.push_back(&s);
    return result;
}

namespace {

void sort_by_name(std::vector<holder_group>& groups, const memory_view& view)
{
    std::ranges::stable_sort(groups, [&](const holder_group& a, const holder_group& b) {
        if (a.space != b.space) return a.space < b.space;
        const auto x = view.memory->holders[a.largest];
        const auto y = view.memory->holders[b.largest];
        return std::pair(x.group, key_of(x, view.by)) < std::pair(y.group, key_of(y, view.by));
    });
}

} // namespace

std::span<const holder_group> memory_view::groups(std::int64_t of_space) const
{
    if (!all_groups_) {
        all_groups_ = groups_of(*memory, by);
        if (order == holder_order::count)
            std::ranges::stable_sort(*all_groups_, {}, [](const holder_group& g) {
                return std::tuple(g.space, -static_cast<std::int64_t>(g.count));
            });
        if (order == holder_order::name) sort_by_name(*all_groups_, *this);
    }
    const auto found = std::ranges::equal_range(*all_groups_, of_space, {}, &holder_group::space);
    return {found.begin(), found.end()};
}

std::map<std::int64_t, std::vector<const missed_donation*>> told_donations(const memory_view& view)
{
    std::map<std::int64_t, std::vector<const missed_donation*>> result;
    for (const auto& d : view.memory->donations) result[d.space].push_back(&d);
    std::erase_if(result, [&](const auto& of_space) {
        const auto& [number, donations] = of_space;
        if (view.space && *view.space != number) return true;
        const auto space = std::ranges::lower_bound(view.memory->spaces, number, {}, &space_memory::space);
        const auto bytes = bytes_of(donations);
        return bytes < mebibyte || bytes < space->needs / 100;
    });
    return result;
}

bool has_source(const holder_list& holders, std::size_t which) { return (*holders.rows())[which].texts.source != 0; }

std::int64_t bytes_of(const std::vector<const missed_donation*>& donations)
{
    std::int64_t bytes = 0;
    for (const auto* d : donations) bytes = saturating_sum(bytes, d->bytes);
    return bytes;
}

bool tells_fragmentation(const temporary_arena& arena)
{
    return arena.never_filled() >= mebibyte && arena.never_filled() >= arena.size / 20;
}

std::string plural(std::size_t count, std::string_view what)
{
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string share_of(std::int64_t part, std::int64_t whole)
{
    if (whole == 0) return "-";
    return fmt::format("{:.1f}%", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

namespace {

// Characters before which a comment keeps GitHub from making links of names, issues and addresses, where they stand
// behind what `text` ends with.
bool would_link(std::string_view before, std::string_view rest)
{
    const auto ends_with = [&](std::string_view word) {
        if (before.size() < word.size()) return false;
        return std::ranges::equal(before.substr(before.size() - word.size()), word, {},
                                  [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    };
    if (rest.empty()) return false;
    const bool digit = rest[0] >= '0' && rest[0] <= '9';
    return ends_with("@") || (digit && (ends_with("#") || ends_with("gh-"))) || ends_with("www.") ||
           (rest.starts_with("//") && ends_with(":"));
}

} // namespace

std::string markdown_text(std::string_view text)
{
    constexpr std::string_view no_link = "<!-- -->";
    const auto shown = printable(text);
    const std::string_view all = shown;
    std::string result;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (would_link(all.substr(0, i), all.substr(i))) result += no_link;
        if (all[i] == '&') {
            result += "&amp;";
            continue;
        }
        if (std::string_view("|\\`*_[]<>~$").find(all[i]) != std::string_view::npos) result += '\\';
        result += all[i];
    }
    return result;
}

std::string ascii(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto length = std::max<std::size_t>(1, utf8::sequence_length(text));
        if (text.starts_with("…"))
            result += '~';
        else if (text.starts_with("–"))
            result += '-';
        else
            result += length == 1 && static_cast<unsigned char>(text[0]) < 0x80 ? text[0] : '?';
        text.remove_prefix(length);
    }
    return result;
}

std::vector<std::int64_t> curve_of(const std::vector<use_from>& occupied, std::int64_t ticks, std::size_t columns)
{
    const auto count = static_cast<std::size_t>(std::min<std::int64_t>(ticks, static_cast<std::int64_t>(columns)));
    std::vector<std::int64_t> result(count, 0);
    if (count == 0) return result;
    // The last stretch that begins no later than a tick; exact, since neither factor is large where both are.
    const auto column_of = [&](std::int64_t tick) {
        const auto at = static_cast<long double>(tick) * static_cast<long double>(count);
        return std::min(count - 1, static_cast<std::size_t>(at / static_cast<long double>(ticks)));
    };
    for (std::size_t i = 0; i < occupied.size(); ++i) {
        if (occupied[i].tick >= ticks) break;
        const auto end = i + 1 < occupied.size() ? std::min(occupied[i + 1].tick, ticks) : ticks;
        const auto last = column_of(end - 1);
        for (auto c = column_of(occupied[i].tick); c <= last; ++c) result[c] = std::max(result[c], occupied[i].bytes);
    }
    return result;
}

} // namespace ballast::cli
