// What clients of XLA put around the message of an error.
#pragma once

#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ballast::inline v0::ast {

// `E0101: RuntimeProgramAllocationFailure:` (2026+).
struct status_code {
    std::string_view number; // four digits
    std::string_view name;
    bool own_line = false; // the message is on the next line

    bool operator==(const status_code&) const = default;
    static constexpr auto members(auto m)
    {
        return m("status_code", m("number", &status_code::number), m("name", &status_code::name),
                 m("own_line", &status_code::own_line));
    }
};

// `: while running replica 0 and partition 34 of a replicated computation`
struct failed_replica {
    std::int64_t replica = 0;
    std::int64_t partition = 0;

    bool operator==(const failed_replica&) const = default;
    static constexpr auto members(auto m)
    {
        return m("failed_replica", m("replica", &failed_replica::replica), m("partition", &failed_replica::partition));
    }
};

// `[executable_name='jit_step']`
struct status_payload {
    std::string_view key;
    std::string_view text; // with its escapes

    bool operator==(const status_payload&) const = default;
    static constexpr auto members(auto m)
    {
        return m("status_payload", m("key", &status_payload::key), m("text", &status_payload::text));
    }
};

// Where the error was passed on in XLA and its client: `=== Source Location Trace: ===`.
struct trace_location {
    std::string_view path;
    std::int64_t line = 0;

    bool operator==(const trace_location&) const = default;
    static constexpr auto members(auto m)
    {
        return m("trace_location", m("path", &trace_location::path), m("line", &trace_location::line));
    }
};
struct location_trace {
    bool blank = false;             // a blank at the end of the heading
    list<trace_location> locations; // at least one

    bool operator==(const location_trace&) const = default;
    static constexpr auto members(auto m)
    {
        return m("location_trace", m("blank", &location_trace::blank), m("locations", &location_trace::locations));
    }
};

struct status {
    std::optional<std::string_view> word;   // `RESOURCE_EXHAUSTED`, or `Resource exhausted` of TensorFlow
    std::optional<std::string_view> sender; // `/job:tpu_worker/replica:0/task:0`, only after a word
    std::optional<status_code> code;
    std::optional<failed_replica> replica;
    std::optional<std::string_view> link; // the number of the page that it names
    list<status_payload> payloads;
    std::optional<location_trace> trace;

    bool operator==(const status&) const = default;
    static constexpr auto members(auto m)
    {
        return m("status", m("word", &status::word), m("sender", &status::sender), m("code", &status::code),
                 m("replica", &status::replica), m("link", &status::link), m("payloads", &status::payloads),
                 m("trace", &status::trace));
    }
};

} // namespace ballast::inline v0::ast
