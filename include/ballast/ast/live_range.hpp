// Live ranges, the peak, and the table of all steps (D7).
#pragma once

#include "ballast/ast/shape.hpp"
#include "ballast/ast/stack_trace.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

struct sequence_row {
    std::int64_t number = 0; // schedule step
    std::string_view name;

    bool operator==(const sequence_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sequence_row", m("number", &sequence_row::number), m("name", &sequence_row::name));
    }
};

// `name{0}:3-7`: first and last schedule step, both inclusive.
struct live_range_row {
    std::string_view name;
    shape_index index;
    std::int64_t start = 0;
    std::int64_t end = 0;
    box<std::string_view> unknown_tail{};

    bool operator==(const live_range_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("live_range_row", m("name", &live_range_row::name), m("index", &live_range_row::index),
                 m("start", &live_range_row::start), m("end", &live_range_row::end),
                 m("unknown_tail", &live_range_row::unknown_tail));
    }
};

// A row of the peak. It has no index in D8 to D14, and cumulative bytes since D16.
struct peak_row {
    std::string_view name;
    maybe<shape_index> index;
    std::int64_t bytes = 0;
    maybe<std::int64_t> cumulative;
    box<std::string_view> unknown_tail{};

    bool operator==(const peak_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("peak_row", m("name", &peak_row::name), m("index", &peak_row::index), m("bytes", &peak_row::bytes),
                 m("cumulative", &peak_row::cumulative), m("unknown_tail", &peak_row::unknown_tail));
    }
};

// `Live ranges at 5 (peak):` and the rows that follow.
struct peak {
    std::int64_t moment = 0; // schedule step; -1 if no peak was printed, as in logs before D8
    list<peak_row> rows;
    box<ast::stack_trace> stack_trace; // D17+

    bool operator==(const peak&) const = default;
    static constexpr auto members(auto m)
    {
        return m("peak", m("moment", &peak::moment), m("rows", &peak::rows), m("stack_trace", &peak::stack_trace));
    }
};

// `Peak memory could not be determined due to unbounded dynamic shape.` (D23+).
struct unbounded_peak {
    bool operator==(const unbounded_peak&) const = default;
    static constexpr auto members(auto m) { return m("unbounded_peak"); }
};

// One row of the table of all steps (D7 only). `bytes` is a 32-bit sum and can be negative.
struct moment_row {
    std::int64_t moment = 0;
    std::int64_t bytes = 0;
    list<std::string_view> names;
    position at;

    bool operator==(const moment_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("moment_row", m("moment", &moment_row::moment), m("bytes", &moment_row::bytes),
                 m("names", &moment_row::names), m("at", &moment_row::at));
    }
};
struct every_moment {
    list<moment_row> rows;

    bool operator==(const every_moment&) const = default;
    static constexpr auto members(auto m) { return m("every_moment", m("rows", &every_moment::rows)); }
};

struct live_range {
    position at;
    std::int64_t max = 0;
    list<sequence_row> sequence;
    list<live_range_row> rows;
    std::variant<peak, unbounded_peak, every_moment> summary;

    bool operator==(const live_range&) const = default;
    static constexpr auto members(auto m)
    {
        return m("live_range", m("at", &live_range::at), m("max", &live_range::max),
                 m("sequence", &live_range::sequence), m("rows", &live_range::rows),
                 m("summary", &live_range::summary));
    }
};

// `HloLiveRange not available (finalized or constructed from proto)` (D20+), the only line of its file.
struct live_range_not_available {
    bool operator==(const live_range_not_available&) const = default;
    static constexpr auto members(auto m) { return m("live_range_not_available"); }
};

} // namespace ballast::inline v0::ast
