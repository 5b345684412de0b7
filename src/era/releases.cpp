#include "ballast/releases.hpp"

#include "era/timeline.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

namespace ballast::inline v0 {

namespace {

using interval = era_set::interval;

// The XLA of a release is from `since` or later, and from before `before`. Each is a date or the name of a state.
// Evidence: the state of the release's dumps, other dated forms in them, and the day on which it was published.
consteval interval xla(std::string_view since, std::string_view before)
{
    return {timeline::moment(since), before == "now" ? end_of_history : timeline::moment(before)};
}

// clang-format off
constexpr release listed[]{
    {"jaxlib", "0.4.7",    xla("D11",        "2023-03-29")},
    {"jaxlib", "0.4.9",    xla("D11",        "2023-05-11")},
    {"jaxlib", "0.4.10",   xla("D11",        "2023-05-13")},
    {"jaxlib", "0.4.11",   xla("D11",        "2023-06-02")},
    {"jaxlib", "0.4.12",   xla("D11",        "2023-06-10")},
    {"jaxlib", "0.4.13",   xla("2023-06-22", "2023-06-24")},
    {"jaxlib", "0.4.14",   xla("2023-06-22", "2023-07-29")},
    {"jaxlib", "0.4.16",   xla("2023-06-22", "2023-09-20")},
    {"jaxlib", "0.4.17",   xla("2023-06-22", "2023-10-05")},
    {"jaxlib", "0.4.18",   xla("2023-06-28", "2023-10-07")},
    {"jaxlib", "0.4.19",   xla("2023-06-28", "2023-10-19")},
    {"jaxlib", "0.4.20",   xla("2023-06-28", "2023-11-02")},
    {"jaxlib", "0.4.21",   xla("2023-06-28", "2023-12-04")},
    {"jaxlib", "0.4.22",   xla("2023-06-28", "2023-12-14")},
    {"jaxlib", "0.4.23",   xla("2023-06-28", "2023-12-14")},
    {"jaxlib", "0.4.24",   xla("D13",        "2024-02-07")},
    {"jaxlib", "0.4.25",   xla("D13",        "2024-02-26")},
    {"jaxlib", "0.4.26",   xla("D13",        "2024-04-03")},
    {"jaxlib", "0.4.27",   xla("D13",        "2024-05-07")},
    {"jaxlib", "0.4.28",   xla("D13",        "2024-05-09")},
    {"jaxlib", "0.4.29",   xla("D13",        "2024-06-10")},
    {"jaxlib", "0.4.30",   xla("D13",        "2024-06-18")},
    {"jaxlib", "0.4.31",   xla("2024-04-18", "2024-07-30")},
    {"jaxlib", "0.4.32",   xla("2024-04-18", "2024-09-11")},
    {"jaxlib", "0.4.33",   xla("2024-04-18", "2024-09-16")},
    {"jaxlib", "0.4.34",   xla("2024-04-18", "2024-10-04")},
    {"jaxlib", "0.4.35",   xla("2024-10-04", "2024-10-22")},
    {"jaxlib", "0.4.36",   xla("D14",        "2024-12-05")},
    {"jaxlib", "0.4.38",   xla("D14",        "2024-12-17")},
    {"jaxlib", "0.5.0",    xla("D14",        "2025-01-17")},
    {"jaxlib", "0.5.1",    xla("2025-01-14", "2025-02-24")},
    {"jaxlib", "0.5.3",    xla("2025-03-18", "2025-03-19")},
    {"jaxlib", "0.6.0",    xla("D15",        "2025-04-17")},
    {"jaxlib", "0.6.1",    xla("D16",        "2025-05-21")},
    {"jaxlib", "0.6.2",    xla("D16",        "2025-06-17")},
    {"jaxlib", "0.7.0",    xla("D16",        "2025-07-22")},
    {"jaxlib", "0.7.1",    xla("2025-07-30", "D18")},
    {"jaxlib", "0.7.2",    xla("D18",        "2025-09-16")},
    {"jaxlib", "0.8.0",    xla("D18",        "2025-10-15")},
    {"jaxlib", "0.8.1",    xla("D18",        "2025-11-18")},
    {"jaxlib", "0.8.2",    xla("2025-12-02", "2025-12-18")},
    {"jaxlib", "0.8.3",    xla("2025-12-02", "2026-01-29")},
    {"jaxlib", "0.9.0",    xla("2025-12-02", "2026-01-20")},
    {"jaxlib", "0.9.0.1",  xla("2025-12-02", "2026-02-05")},
    {"jaxlib", "0.9.1",    xla("2025-12-02", "2026-03-02")},
    {"jaxlib", "0.9.2",    xla("2026-03-10", "2026-03-18")},
    {"jaxlib", "0.10.0",   xla("D20",        "2026-04-16")},
    {"jaxlib", "0.10.1",   xla("D20",        "2026-05-20")},
    {"jaxlib", "0.10.2",   xla("2026-06-03", "D22")},
    {"jaxlib", "0.11.0",   xla("2026-07-08", "2026-07-16")},
    {"jaxlib", "0.11.1",   xla("D24",        "2026-08-17")},
    {"jaxlib", "0.11.2",   xla("D24",        "2026-09-17")},
    {"jaxlib", "0.12.0",   xla("2026-08-22", "2026-10-19")},
    {"jaxlib", "0.12.0.1", xla("2026-08-22", "2026-10-21")},

    {"tensorflow", "1.14", xla("2019-05-15", "D2")},
    {"tensorflow", "1.15", xla("D2",         "D3")},
    {"tensorflow", "2.1",  xla("D5",         "D6")},
    {"tensorflow", "2.2",  xla("D6",         "2020-05-07")},
    {"tensorflow", "2.3",  xla("D6",         "2020-07-27")},
    {"tensorflow", "2.4",  xla("D6",         "2020-12-14")},
    {"tensorflow", "2.5",  xla("D6",         "D8")},
    {"tensorflow", "2.6",  xla("D8",         "D9")},
    {"tensorflow", "2.7",  xla("D10",        "2021-11-04")},
    {"tensorflow", "2.8",  xla("D10",        "2022-02-02")},
    {"tensorflow", "2.9",  xla("D10",        "2022-05-16")},
    {"tensorflow", "2.10", xla("D10",        "2022-09-06")},
    {"tensorflow", "2.11", xla("D11",        "2022-11-18")},
    {"tensorflow", "2.12", xla("2022-11-21", "2023-03-22")},
    {"tensorflow", "2.13", xla("2022-11-21", "2023-07-05")},
    {"tensorflow", "2.14", xla("2022-11-21", "2023-09-26")},
    {"tensorflow", "2.15", xla("2022-11-21", "2023-11-14")},
    {"tensorflow", "2.16", xla("D13",        "2024-03-09")},
    {"tensorflow", "2.17", xla("D13",        "2024-07-11")},
    {"tensorflow", "2.18", xla("D13",        "2024-10-04")},
    {"tensorflow", "2.19", xla("D14",        "2025-03-11")},
    {"tensorflow", "2.20", xla("D16",        "D17")},
    {"tensorflow", "2.21", xla("2025-10-27", "2026-03-06")},

    {"torch-xla", "2.1",   xla("D11",        "2023-10-04")},
    {"torch-xla", "2.2",   xla("D11",        "D12")},
    {"torch-xla", "2.3",   xla("D13",        "2024-04-24")},
    {"torch-xla", "2.4",   xla("D13",        "2024-07-25")},
    {"torch-xla", "2.5",   xla("D13",        "2024-10-04")},
    {"torch-xla", "2.6",   xla("D14",        "2025-01-30")},
    {"torch-xla", "2.7",   xla("D14",        "2025-03-11")},
    {"torch-xla", "2.8",   xla("D16",        "D17")},
    {"torch-xla", "2.9",   xla("2025-07-30", "2025-10-27")},

    {"libtpu", "0.0.1",    xla("2024-10-04", "D14")},
    {"libtpu", "0.0.11.4", xla("2025-03-11", "D15")},
    {"libtpu", "0.0.23",   xla("D18",        "2025-09-12")},
    {"libtpu", "0.0.37",   xla("2025-12-02", "2026-03-05")},
    {"libtpu", "0.0.40",   xla("D19",        "D20")},
    {"libtpu", "0.0.42.1", xla("D21",        "D22")},
    {"libtpu", "0.0.44.1", xla("D21",        "2026-07-27")},
    {"libtpu", "0.0.46.3", xla("D24",        "2026-08-22")},
    {"libtpu", "0.0.50.1", xla("D24",        "2026-10-25")},
    {"libtpu", "0.0.52",   xla("D24",        "2026-11-05")},
};

// The first change list of XLA's mainline with a change of the text: a state of the dump, or a dated form.
struct text_change {
    std::string_view what;
    std::int64_t change_list;
    commit_time begin;
};
consteval text_change first(std::string_view state, std::int64_t change_list)
{
    return {state, change_list, timeline::moment(state)};
}
constexpr text_change changes[]{
    first("D8",  367279532), first("D9",  389778001), first("D10", 398458139), first("D11", 472835397),
    first("D13", 598873221),
    {"memory-usage reports", 682579958, timeline::moment("2024-10-04")},
    first("D14", 692195704),
    {"operands without shapes", 735690598, timeline::moment("2025-03-11")},
    first("D15", 747619031), first("D16", 759573398), first("D17", 786270002), first("D18", 797445036),
    {"memory-usage reports by memory space", 881752921, timeline::moment("2026-03-10")},
    first("D19", 894250393), first("D20", 899165697), first("D21", 925751357), first("D22", 933599801),
    first("D23", 959769270), first("D24", 962183568),
};

// Other names of producers.
constexpr std::pair<std::string_view, std::string_view> other_names[]{
    {"jax", "jaxlib"}, {"tensorflow-cpu", "tensorflow"}, {"tf", "tensorflow"}, {"torch_xla", "torch-xla"}, {"jax-cuda12-plugin", "jaxlib"}, {"jax-rocm7-plugin", "jaxlib"},
};
// clang-format on

static_assert(std::ranges::all_of(listed, [](const release& r) { return r.xla.begin < r.xla.end; }));
static_assert(std::ranges::is_sorted(changes, {}, &text_change::change_list));
static_assert(std::ranges::is_sorted(changes, {}, &text_change::begin));

struct name_and_version {
    std::string_view producer;
    std::string_view version;
};
std::optional<name_and_version> taken_apart(std::string_view name)
{
    const auto dash = name.rfind('-');
    if (dash == std::string_view::npos) return std::nullopt;
    name_and_version result{name.substr(0, dash), name.substr(dash + 1)};
    for (const auto& [other, producer] : other_names)
        if (result.producer == other) result.producer = producer;
    if (std::ranges::find(listed, result.producer, &release::producer) == std::end(listed)) return std::nullopt;
    return result;
}

// The numbers of a version: 0, 12, 0, 1 of `0.12.0.1`. Ends at the first part that is not a number.
std::vector<std::int64_t> numbers_of(std::string_view version)
{
    std::vector<std::int64_t> result;
    while (true) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), number);
        if (error == std::errc::invalid_argument) return result;
        result.push_back(error == std::errc() ? number : std::numeric_limits<std::int64_t>::max());
        version.remove_prefix(static_cast<std::size_t>(end - version.data()));
        if (!version.starts_with('.')) return result;
        version.remove_prefix(1);
    }
}

bool all_numbers(std::string_view version)
{
    return !version.empty() && version.find_first_not_of("0123456789.") == std::string_view::npos;
}

// `2.15.1` is a patch release of `2.15`: a release branch keeps its XLA.
bool is_patch_of(std::string_view version, std::string_view known)
{
    return version.size() > known.size() && version.starts_with(known) && version[known.size()] == '.';
}

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct month {
    commit_time year;
    commit_time number; // from 1

    bool operator==(const month&) const = default;
    [[nodiscard]] std::string text() const
    {
        return std::string(months[static_cast<std::size_t>(number - 1)]) + " " + std::to_string(year);
    }
};
month month_of(commit_time time) { return {time / 100000000, time / 1000000 % 100}; }
// The month of the last moment before a time.
month month_before(commit_time time)
{
    const auto result = month_of(time);
    if (time % 1000000 != 10000) return result;
    return result.number == 1 ? month{result.year - 1, 12} : month{result.year, result.number - 1};
}

bool meet(const interval& a, const interval& b) { return a.begin < b.end && b.begin < a.end; }
bool meet(const era_set& times, const interval& other)
{
    return std::ranges::any_of(times.intervals(), [&](const interval& i) { return meet(i, other); });
}

std::string months_text(const era_set& times)
{
    const auto first = month_of(times.intervals().front().begin);
    const auto end = times.intervals().back().end;
    if (end == end_of_history) return "since " + first.text();
    const auto last = month_before(end);
    return first == last ? first.text() : first.text() + " – " + last.text();
}

// `D18`; `D17, D18`; `D19 – D24`.
std::string states_text(const era_set& times)
{
    std::vector<std::string_view> names;
    for (const auto& state : dump_states())
        if (meet(times, {state.begin, state.end}) && std::ranges::find(names, state.name) == names.end())
            names.push_back(state.name);
    const auto between = names.size() > 2 ? " – " : ", ";
    return names.size() == 1 ? std::string(names.front())
                             : std::string(names.front()).append(between).append(names.back());
}

// The releases of the first producer that has any.
std::string releases_text(const era_set& times)
{
    const auto is_of = [&](const release& r) { return meet(times, r.xla); };
    const auto* const first = std::ranges::find_if(listed, is_of);
    if (first == std::end(listed)) return {};
    const auto* last = first;
    for (const auto* r = first; r != std::end(listed) && r->producer == first->producer; ++r)
        if (is_of(*r)) last = r;
    const bool newest = last + 1 == std::end(listed) || (last + 1)->producer != last->producer;
    auto result = std::string(first->producer).append(" ").append(first->version);
    if (newest && times.intervals().back().end == end_of_history) return result + " and later";
    return first == last ? result : result.append(" – ").append(last->version);
}

} // namespace

std::span<const release> releases() { return listed; }

const release* find_release(std::string_view name)
{
    const auto asked = taken_apart(name);
    if (!asked || !all_numbers(asked->version)) return nullptr;
    const release* found = nullptr;
    for (const auto& r : listed) {
        if (r.producer != asked->producer) continue;
        if (r.version == asked->version) return &r;
        if (is_patch_of(asked->version, r.version)) found = &r;
    }
    return found;
}

std::vector<std::string> nearest_releases(std::string_view name)
{
    const auto asked = taken_apart(name);
    if (!asked) return {};
    const auto version = numbers_of(asked->version);
    const release* before = nullptr;
    const release* after = nullptr;
    for (const auto& r : listed) {
        if (r.producer != asked->producer) continue;
        if (numbers_of(r.version) <= version)
            before = &r;
        else if (!after)
            after = &r;
    }
    std::vector<std::string> result;
    for (const auto* r : {before, after})
        if (r) result.push_back(r->name());
    return result;
}

std::string era_text(const era_set& times)
{
    if (times.empty()) return "no XLA";
    auto result = "XLA " + months_text(times) + " (" + states_text(times);
    if (const auto of = releases_text(times); !of.empty()) result += "; " + of;
    return result + ")";
}

era_set era_at_change_list(std::int64_t change_list)
{
    const auto* const next = std::ranges::upper_bound(changes, change_list, {}, &text_change::change_list);
    const auto begin = next == std::begin(changes) ? begin_of_history : (next - 1)->begin;
    const auto end = next == std::end(changes) ? end_of_history : next->begin;
    return era_set{{{begin, end}}};
}

std::string releases_document()
{
    std::string text = "# Releases\n\nThe releases of the libraries that contain XLA, by the era of the dumps "
                       "that they print (D0 to D24, see\n[formats.md](../docs/formats.md)). Every option `--era` "
                       "accepts them as `jaxlib-0.10.1`; a patch release\n(`tensorflow-2.15.1`) counts as its release. "
                       "Their XLA dates from \"since\" or later, and from earlier than \"before\".\n\n"
                       "| release | era | XLA since | before |\n|---|---|---|---|\n";
    for (const auto& r : listed)
        text.append("| ")
            .append(r.producer)
            .append(" ")
            .append(r.version)
            .append(" | ")
            .append(states_text(era_set{{r.xla}}))
            .append(" | ")
            .append(day_text(r.xla.begin))
            .append(" | ")
            .append(day_text(r.xla.end))
            .append(" |\n");
    text +=
        "\n## Change lists\n\nThe closed TPU compiler puts `.cl_N` into the names of its files. N is the last change "
        "picked into the release\nbranch; all other code is from the branch point. A text can be from an earlier era "
        "than N, but not from a later one. The\ncompiler's log gives the branch point, `from changelist N with "
        "baseline M`: the texts in such a log are from the era\nat M. A text that contradicts this has the finding "
        "`other_era`.\n\n| new in the text | first change list | since |\n|---|---|---|\n";
    for (const auto& c : changes)
        text.append("| ")
            .append(c.what)
            .append(" | ")
            .append(std::to_string(c.change_list))
            .append(" | ")
            .append(day_text(c.begin))
            .append(" |\n");
    return text;
}

} // namespace ballast::inline v0
