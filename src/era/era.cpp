#include "ballast/era.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ballast::inline v0 {

namespace {

using interval = era_set::interval;

// The states of the dump text by the mainline date of their commit. D1' and D7 were undone soon after.
// clang-format off
constexpr std::array states{
    dump_state{"D0",  201903120000, 201904240000},
    dump_state{"D1",  201904240000, 201905140000},
    dump_state{"D1'", 201905140000, 201905150000},
    dump_state{"D1",  201905150000, 201905170000},
    dump_state{"D2",  201905170000, 201909060000},
    dump_state{"D3",  201909060000, 201909090000},
    dump_state{"D4",  201909090000, 201910140000},
    dump_state{"D5",  201910140000, 201912130000},
    dump_state{"D6",  201912130000, 202102121422},
    dump_state{"D7",  202102121422, 202102121748},
    dump_state{"D6",  202102121748, 202103300000},
    dump_state{"D6b", 202103300000, 202104070000},
    dump_state{"D8",  202104070000, 202108090000},
    dump_state{"D9",  202108090000, 202109230000},
    dump_state{"D10", 202109230000, 202209070000},
    dump_state{"D11", 202209070000, 202401140000},
    dump_state{"D12", 202401140000, 202401160000},
    dump_state{"D13", 202401160000, 202411010000},
    dump_state{"D14", 202411010000, 202504140000},
    dump_state{"D15", 202504140000, 202505160000},
    dump_state{"D16", 202505160000, 202507230000},
    dump_state{"D17", 202507230000, 202508200000},
    dump_state{"D18", 202508200000, 202604030000},
    dump_state{"D19", 202604030000, 202604130000},
    dump_state{"D20", 202604130000, 202606020000},
    dump_state{"D21", 202606020000, 202606170000},
    dump_state{"D22", 202606170000, 202608050000},
    dump_state{"D23", 202608050000, 202608100000},
    dump_state{"D24", 202608100000, now},
};
// clang-format on

constexpr commit_time begin_of(std::string_view name)
{
    for (const auto& s : states)
        if (s.name == name) return s.begin;
    return now;
}

constexpr commit_time d2 = begin_of("D2"), d3 = begin_of("D3"), d4 = begin_of("D4"), d5 = begin_of("D5"),
                      d6 = begin_of("D6"), d6b = begin_of("D6b"), d7 = begin_of("D7"), d8 = begin_of("D8"),
                      d9 = begin_of("D9"), d10 = begin_of("D10"), d11 = begin_of("D11"), d12 = begin_of("D12"),
                      d13 = begin_of("D13"), d14 = begin_of("D14"), d15 = begin_of("D15"), d16 = begin_of("D16"),
                      d17 = begin_of("D17"), d18 = begin_of("D18"), d19 = begin_of("D19"), d20 = begin_of("D20"),
                      d21 = begin_of("D21"), d22 = begin_of("D22"), d23 = begin_of("D23"), d24 = begin_of("D24"),
                      d0 = begin_of("D0"), d7_undone = 202102121748, d1_prime = 201905140000,
                      d1_prime_undone = 201905150000;

template <interval... Is>
constexpr std::array printed_in{Is...};

constexpr feature_info row(std::string_view name, std::span<const interval> printed) { return {name, false, printed}; }
constexpr feature_info text(std::string_view name, std::span<const interval> printed) { return {name, true, printed}; }

// In the order of `feature`. The one place that says when XLA printed what.
// clang-format off
constexpr std::array<feature_info, feature_count> table{
    row("allocation pointer",             printed_in<interval{d0, d11}>),
    row("no allocation pointer",          printed_in<interval{d11, now}>),
    row("`name[](#id @c) [offset,size]` value lines", printed_in<interval{d0, d1_prime}, interval{d1_prime_undone, d2}>),
    row("`id name @c, positions:` in value lines", printed_in<interval{d1_prime, d1_prime_undone}, interval{d2, d3}>),
    row("`<id name @c>, positions:` in value lines", printed_in<interval{d3, d4}>),
    row("`(size=,offset=)` value lines",  printed_in<interval{d4, now}>),
    row("file with allocations alone",    printed_in<interval{d0, d4}, interval{d19, now}>),
    row("allocations and used values in one file", printed_in<interval{d4, d19}>),
    row("file with used values alone",    printed_in<interval{d19, now}>),
    row("file with the live range alone", printed_in<interval{d19, now}>),
    row("no total",                       printed_in<interval{d4, d5}>),
    row("total without human-readable size", printed_in<interval{d5, d9}>),
    row("total with human-readable size", printed_in<interval{d9, now}>),
    row("live ranges at every moment",    printed_in<interval{d7, d7_undone}>),
    row("no live range",                  printed_in<interval{d4, d7}, interval{d7_undone, d8}>),
    row("live range in the same file",    printed_in<interval{d8, d19}>),
    row("parameter without shape",        printed_in<interval{d0, d6}>),
    row("parameter with shape",           printed_in<interval{d6, now}>),
    row("`<unknown shape>`",              printed_in<interval{d6b, now}>),
    row("`output shape is`",              printed_in<interval{d6, now}>),
    row("whole shape of a parameter at a part of it", printed_in<interval{d6, d18}>),
    row("shape of a part of a parameter", printed_in<interval{d18, now}>),
    row("no `from instruction`",          printed_in<interval{d4, d10}>),
    row("`from instruction:` without blank", printed_in<interval{d10, d13}>),
    row("`from instruction: ` without line end", printed_in<interval{d13, d14}>),
    row("`from instruction: ` on its own line", printed_in<interval{d14, now}>),
    row("`uses are not initialized yet.`", printed_in<interval{d12, now}>),
    row("nothing under empty uses",       printed_in<interval{d0, d21}>),
    row("`(none)` under empty uses",      printed_in<interval{d21, now}>),
    row("`reused by buffers of a different color:`", printed_in<interval{d22, now}>),
    row("`, page N`",                     printed_in<interval{d24, now}>),
    row("unbounded peak",                 printed_in<interval{d23, now}>),
    row("`HloLiveRange not available`",   printed_in<interval{d20, now}>),
    row("peak rows without index",        printed_in<interval{d8, d15}>),
    row("peak rows with index",           printed_in<interval{d15, d16}>),
    row("cumulative peak rows",           printed_in<interval{d16, now}>),
    row("no stack trace",                 printed_in<interval{d8, d17}>),
    row("stack trace",                    printed_in<interval{d17, now}>),

    text("operand shapes",                printed_in<interval{d0, 202503110000}>),
    text("operands without shapes",       printed_in<interval{202503110000, now}>),
    text("index marks",                   printed_in<interval{202103150000, now}>),
    text("no index marks",                printed_in<interval{d0, 202103150000}>),
    text("`invalid{}` layout",            printed_in<interval{d0, 202208160000}>),
    text("`sparse{}` layout",             printed_in<interval{d0, 202001020000}>),
    text("unbounded dimension",           printed_in<interval{202311160000, now}>),
    text("buffer shape",                  printed_in<interval{202505120000, now}>),
    text("D() behind T()",                printed_in<interval{202208190000, 202210270000}>),
    text("D()",                           printed_in<interval{202208190000, 202505140000}>),
    text("E()",                           printed_in<interval{d0, 202210170000}, interval{202305120000, now}>),
    text("L()",                           printed_in<interval{202401260000, now}>),
    text("SC()",                          printed_in<interval{202402260000, now}>),
    text("P()",                           printed_in<interval{202208250000, now}>),
    text("M()",                           printed_in<interval{202301090000, now}>),
    text("#() or *()",                    printed_in<interval{202210270000, now}>),
    text("deduplicated_name without quotes", printed_in<interval{202303140000, 202303290000}>),
    text("preserve_layout",               printed_in<interval{202307060000, 202501080000}>),
    text("scheduling_name",               printed_in<interval{202407250000, now}>),
    text("source columns",                printed_in<interval{202507300000, now}>),
    text("stack_frame_id",                printed_in<interval{202512020000, now}>),
    text("metadata_payload",              printed_in<interval{202606020000, now}>),
    text("profile_type",                  printed_in<interval{202011040000, now}>),
    text("deduplicated_name",             printed_in<interval{202303290000, now}>),
    text("two blanks in empty literals", printed_in<interval{202301300000, now}>),
    text("one blank in empty literals", printed_in<interval{d0, 202301300000}>),
    text("large constants in full", printed_in<interval{202503110000, 202503120000}>),
    text("payload of a NaN", printed_in<interval{202106230000, now}>),
    text("`literal=` in parentheses", printed_in<interval{202102170000, 202106140000}>),
    text("`literal=` with layouts", printed_in<interval{202106140000, now}>),
    text("`@mesh<>`", printed_in<interval{202510300000, 202602030000}>),
    text("`mesh[]` without quotes", printed_in<interval{202602030000, 202603050000}>),
    text("`mesh[]` with quotes", printed_in<interval{202603050000, now}>),
    text("device order glued to a mesh", printed_in<interval{202510300000, 202601080000}>),
    text("`device_ids` of a mesh", printed_in<interval{202601080000, now}>),
    text("replica groups of a mesh", printed_in<interval{202512160000, now}>),
    text("iota replica groups", printed_in<interval{202407160000, now}>),
    text("named sharding", printed_in<interval{202601080000, now}>),
    text("manual axes of a sharding", printed_in<interval{202601140000, now}>),
    text("word behind the mesh of a sharding", printed_in<interval{202602020000, now}>),
    text("reduction of unreduced axes", printed_in<interval{202607060000, now}>),
    text("reduction or axes behind `unreduced` of a mesh", printed_in<interval{202607170000, now}>),
    text("`unreduced=` without mesh", printed_in<interval{202608100000, now}>),
    text("metadata behind a comma without mesh", printed_in<interval{202608100000, now}>),
    text("metadata in a sharding", printed_in<interval{202101120000, now}>),
    text("`shard_as` or `shard_like`", printed_in<interval{202308310000, now}>),
    text("iota tiles in a sharding", printed_in<interval{202306220000, now}>),
    text("`last_tile_dims`", printed_in<interval{202107280000, now}>),
    text("`maximal` in `last_tile_dims`", printed_in<interval{202508070000, now}>),
    text("`maximul`", printed_in<interval{202107280000, 202508070000}>),
    text("sharding `unknown`", printed_in<interval{202309110000, now}>),
    text("sharding `unreduced`", printed_in<interval{202508010000, now}>),
    text("index marks in a sharding", printed_in<interval{202107120000, now}>),
    text("no index marks in a sharding", printed_in<interval{d0, 202107120000}>),
    text("dict in frontend attributes", printed_in<interval{202408050000, now}>),
    text("raw frontend attribute", printed_in<interval{202004270000, 202504090000}>),
    text("frontend attribute without quotes", printed_in<interval{d0, 202004270000}>),
    text("config without quotes", printed_in<interval{202306060000, now}>),
    text("dict config in quotes", printed_in<interval{d0, 202306060000}>),
    text("missing origin without text", printed_in<interval{202412060000, 202501070000}>),
    text("`api_version`", printed_in<interval{202107300000, now}>),
    text("`async_execution_thread`", printed_in<interval{202207180000, now}>),
    text("`async_group_id`", printed_in<interval{202206160000, 202401120000}>),
    text("`async_thread_name`", printed_in<interval{202206300000, 202207180000}>),
    text("opcode with async suffix", printed_in<interval{202203170000, now}>),
    text("`called_computations`", printed_in<interval{202011030000, now}>),
    text("`convolution_kind`", printed_in<interval{202603200000, now}>),
    text("`cross_program_prefetch_index`", printed_in<interval{202301120000, now}>),
    text("`has_dynamic_root`", printed_in<interval{202607080000, now}>),
    text("batching dimensions of gather or scatter", printed_in<interval{202408070000, now}>),
    text("`is_composite`", printed_in<interval{202408050000, now}>),
    text("`is_cross_program_prefetch`", printed_in<interval{202008210000, 202301120000}>),
    text("`largest`", printed_in<interval{202311220000, now}>),
    text("`mode`", printed_in<interval{202507140000, 202507160000}>),
    text("`num_carries`", printed_in<interval{202602070000, now}>),
    text("`operation_queue_id`", printed_in<interval{202311170000, 202401150000}>),
    text("`wait_on_operation_queues`", printed_in<interval{202311170000, 202401090000}>),
    text("`origin`", printed_in<interval{202409190000, now}>),
    text("`original_value`", printed_in<interval{202407300000, 202409190000}>),
    text("`[synthetic_call]`", printed_in<interval{202509090000, now}>),
    text("`outer_dimension_partitions`", printed_in<interval{d0, 202209080000}>),
    text("`outfeed_shape`", printed_in<interval{202101110000, now}>),
    text("`result_accuracy`", printed_in<interval{202411150000, now}>),
    text("`result_accuracy` in front of the common attributes", printed_in<interval{202411150000, 202412060000}>),
    text("`schedule`", printed_in<interval{202104280000, now}>),
    text("schedule `…_AS_POSSIBLE`", printed_in<interval{202104280000, 202105050000}>),
    text("schedule without prefix", printed_in<interval{202105050000, 202105190000}>),
    text("schedule `SCHEDULE_…`", printed_in<interval{202105190000, now}>),
    text("`sparsity`", printed_in<interval{202402280000, 202508050000}>),
    text("`sparsity_config`", printed_in<interval{202603010000, now}>),
    text("`idx` in `sparsity_config`", printed_in<interval{202608170000, now}>),
    text("`statistics`", printed_in<interval{202307140000, now}>),
    text("ragged dimensions", printed_in<interval{202411130000, now}>),
    text("dot algorithm", printed_in<interval{202403110000, now}>),
    text("`is_stable` of topk", printed_in<interval{202606260000, now}>),
};
// clang-format on

std::string day(commit_time time)
{
    if (time == now) return "now";
    const auto date = time / 10000;
    return fmt::format("{:04}-{:02}-{:02}", date / 10000, date / 100 % 100, date % 100);
}

} // namespace

std::span<const dump_state> dump_states() { return states; }

const feature_info& info(feature which) { return table[static_cast<std::size_t>(which)]; }

era_set eras(feature which)
{
    const auto& printed = info(which).printed;
    return era_set{{printed.begin(), printed.end()}};
}

era_set era_set::intersect(const era_set& other) const
{
    std::vector<interval> result;
    for (const auto& a : intervals_)
        for (const auto& b : other.intervals_) {
            const interval both{std::max(a.begin, b.begin), std::min(a.end, b.end)};
            if (both.begin < both.end) result.push_back(both);
        }
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
        result += fmt::format("{}..{} {}..{}", first->name, last->name, day(i.begin), day(i.end));
    }
    return result;
}

std::optional<era_set> parse_era(std::string_view text)
{
    std::vector<interval> stays;
    for (const auto& s : states)
        if (s.name == text) stays.push_back({s.begin, s.end});
    if (!stays.empty()) return era_set{std::move(stays)};
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    commit_time date = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (i == 4 || i == 7) continue;
        if (text[i] < '0' || text[i] > '9') return std::nullopt;
        date = date * 10 + (text[i] - '0');
    }
    const auto month = date / 100 % 100;
    const auto day_of_month = date % 100;
    if (month < 1 || month > 12 || day_of_month < 1 || day_of_month > 31) return std::nullopt;
    const era_set result = era_set{{{date * 10000, date * 10000 + 2400}}}.intersect(era_set::all());
    if (result.empty()) return std::nullopt;
    return result;
}

era_report date(std::span<const witness> witnesses)
{
    era_report result{era_set::all(), {}, {}, {}};
    const auto narrow = [&](bool instruction_text) {
        for (const auto& w : witnesses) {
            if (info(w.which).instruction_text != instruction_text) continue;
            const auto both = result.possible.intersect(eras(w.which));
            if (!both.empty())
                result.possible = both;
            else if (!result.skewed || w.offset < result.skewed->offset)
                result.skewed = w;
        }
    };
    narrow(false);
    narrow(true);
    if (result.possible.empty()) return result;

    const auto begin = result.possible.intervals().front().begin;
    const auto end = result.possible.intervals().back().end;
    for (const auto& w : witnesses) {
        const auto own = eras(w.which).intersect(result.possible);
        if (own.empty()) continue;
        const auto& stays = info(w.which).printed;
        const auto starts = [&](const interval& i) { return i.begin == begin; };
        const auto ends = [&](const interval& i) { return i.end == end; };
        if (begin != begin_of_history && !result.from && std::ranges::any_of(stays, starts)) result.from = w;
        if (end != now && !result.until && std::ranges::any_of(stays, ends)) result.until = w;
    }
    return result;
}

} // namespace ballast::inline v0
