#include "cli/memory_view.hpp"

#include "analyse/holder_rows.hpp"
#include "base/utf8.hpp"
#include "cli/size_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace ballast::cli {

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

std::int64_t saturating_sum(std::int64_t a, std::int64_t b)
{
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

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
    return {found.begin(), found.end()};
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

namespace {

// `x, params['w'] and 3 more`, `xla__device_data (28 parameters)`: the inputs that results could be in, the largest
// first.
std::string inputs_of(const memory_analysis& memory, std::int64_t space)
{
    constexpr std::size_t most_named = 3;
    struct input {
        std::string_view label;
        std::size_t count = 0;
    };
    std::vector<input> inputs;
    std::size_t others = 0;
    for (const auto& d : memory.donations) {
        if (d.space != space) continue;
        const auto known = std::ranges::find(inputs, d.argument, &input::label);
        if (known != inputs.end())
            ++known->count;
        else if (inputs.size() < most_named)
            inputs.push_back({d.argument, 1});
        else
            ++others;
    }
    std::string result;
    for (const auto& [label, count] : inputs)
        result += fmt::format("{}{}{}", result.empty() ? "" : ", ", label,
                              count == 1 ? "" : fmt::format(" ({} parameters)", count));
    return others == 0 ? result : fmt::format("{} and {} more", result, others);
}

std::string padding_sentence(const memory_analysis& memory, const saving& s)
{
    const auto most = std::ranges::find(memory.padded, s.space, &padded_shape::space);
    if (most == memory.padded.end()) return {};
    const auto factor = most->logical == 0
                            ? std::string()
                            : fmt::format(", which takes {:.1f} x the bytes of its elements",
                                          static_cast<double>(most->assigned) / static_cast<double>(most->logical));
    return fmt::format("padding: {} of the peak, most of it in {}{}", size_text(s.bytes), most->shape, factor);
}

std::string buffer_sentence(const memory_analysis& memory, const saving& s)
{
    const auto h = memory.holders[s.holder];
    const auto space = std::ranges::find(memory.spaces, s.space, &space_memory::space);
    const auto in_use = space->peak.value_or(space->total);
    const std::string_view whole = space->peak ? "peak" : "total";
    return fmt::format("one buffer is {} of the {}: {} {} {}{}; without it the {} would be {} lower",
                       share_of(h.bytes, in_use), whole, spelling(h.is), h.shape, h.label,
                       h.source.empty() ? "" : fmt::format(" ({})", file_and_line(h.source)), whole,
                       size_text(s.bytes));
}

} // namespace

std::string verdict_of(const memory_analysis& memory, std::int64_t space)
{
    const auto most = std::ranges::find(memory.savings, space, &saving::space);
    if (most == memory.savings.end()) return {};
    switch (most->kind) {
    case saving_kind::donation:
        return fmt::format("donating these inputs would lower the peak by up to {} (`donate_argnums` in JAX, buffer "
                           "donation in PyTorch/XLA): {}",
                           size_text(most->bytes), inputs_of(memory, space));
    case saving_kind::padding: return padding_sentence(memory, *most);
    case saving_kind::fragmentation:
        return fmt::format("fragmentation: {} of the memory for temporaries is never used", size_text(most->bytes));
    case saving_kind::buffer: return buffer_sentence(memory, *most);
    }
    return {};
}

std::string full_verdict_of(const memory_analysis& memory, std::int64_t space)
{
    if (memory.from_report) return {};
    auto text = verdict_of(memory, space);
    if (text.empty() && memory.ranges)
        text = "no buffer is above 30% of the peak, and donation, padding and fragmentation would save nothing worth "
               "reporting";
    return text;
}

std::string file_and_line(std::string_view source)
{
    return std::string(source.substr(source.find_last_of("/\\") + 1));
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

// True if `rest` after `before` looks like a name, an issue or an address that GitHub turns into a link; an empty
// comment between the two prevents that.
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

} // namespace ballast::cli
