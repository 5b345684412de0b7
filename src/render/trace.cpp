// The trace format of Chrome and Perfetto.
#include "ballast/render.hpp"
#include "render/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

namespace ballast::inline v0::render {

namespace {

// Rows on which slices follow each other.
class lanes {
public:
    // Takes the first row that is free at `start` until `end`, exclusive.
    std::size_t take(std::int64_t start, std::int64_t end)
    {
        std::size_t lane = count_;
        if (!busy_.empty() && busy_.top().first <= start) {
            lane = busy_.top().second;
            busy_.pop();
        } else {
            ++count_;
        }
        busy_.emplace(end, lane);
        return lane;
    }

private:
    using until = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<until, std::vector<until>, std::greater<>> busy_;
    std::size_t count_ = 0;
};

// Parameters are live for one step more than the schedule has.
std::int64_t last_step_of(const holder_numbers& h, const memory_analysis& memory)
{
    return std::min(h.end, memory.steps - 1);
}

// Values are slices, a step is a microsecond, and bytes in use are counters.
void write_trace(const memory_analysis& memory, const export_options&, const piece_taker& take)
{
    bool first = true;
    const auto event = [&](auto&& body) {
        json_writer out;
        out.object([&] { body(out); });
        const bool more = take(fmt::format("{}{}", first ? "" : ",\n", out.result()));
        first = false;
        return more;
    };
    if (!take("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")) return;
    const auto named = [&](std::string_view what, std::int64_t space, std::int64_t row, const std::string& name) {
        return event([&](json_writer& out) {
            out.member("name", what);
            out.member("ph", "M");
            out.member("pid", space);
            out.member("tid", row);
            out.object("args", [&] { out.member("name", name); });
        });
    };
    std::map<std::int64_t, std::vector<std::uint32_t>> by_space;
    for (std::uint32_t i = 0; i < memory.buffers.size(); ++i) {
        const auto h = memory.buffers.numbers(i);
        if (h.start >= 0 && h.start <= last_step_of(h, memory)) by_space[h.space].push_back(i);
    }
    for (auto& each : by_space) { // clang 14 captures no structured bindings
        const auto space = each.first;
        auto& values = each.second;
        if (!named("process_name", space, 0, fmt::format("memory space {}", space))) return;
        std::ranges::sort(values, {}, [&](std::uint32_t i) {
            const auto h = memory.buffers.numbers(i);
            return std::tuple(h.start, -h.size, h.value);
        });
        lanes rows;
        for (const auto i : values) {
            const auto h = memory.buffers[i];
            const auto end = last_step_of(h, memory) + 1;
            const auto row = static_cast<std::int64_t>(rows.take(h.start, end)) + 1;
            const bool more = event([&](json_writer& out) {
                out.member("name", h.label);
                out.member("cat", spelling(h.is));
                out.member("ph", "X");
                out.member("ts", h.start);
                out.member("dur", end - h.start);
                out.member("pid", space);
                out.member("tid", row);
                out.object("args", [&] {
                    out.member("value", h.value);
                    out.member("name", h.name);
                    out.member("shape", h.shape);
                    out.member("bytes", h.size);
                    out.member("allocation", h.allocation);
                    out.member("offset", h.offset);
                    if (!h.source.empty()) out.member("source", h.source);
                });
            });
            if (!more) return;
        }
    }
    for (const auto& s : memory.spaces)
        for (const auto& use : s.occupied) {
            const bool more = event([&](json_writer& out) {
                out.member("name", "temporaries");
                out.member("ph", "C");
                out.member("ts", use.step);
                out.member("pid", s.space);
                out.member("tid", std::int64_t{0});
                out.object("args", [&] { out.member("bytes", use.bytes); });
            });
            if (!more) return;
        }
    take("\n]}\n");
}

} // namespace

extern const memory_export trace_export{"trace", "values over time, for Perfetto", {.buffers = true}, write_trace};

} // namespace ballast::inline v0::render
