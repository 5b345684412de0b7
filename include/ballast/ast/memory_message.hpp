// Short messages about memory: errors of TPUs, GPUs and CPUs, lines of logs, and the sizes of compiled programs.
#pragma once

#include "ballast/ast/allocator_summary.hpp"
#include "ballast/ast/status.hpp"
#include "ballast/ast/total.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// --- errors ----------------------------------------------------------------------------------------------------------

// `0x0x1_HBM0`: a chip by its coordinates, and its memory.
struct device_place {
    std::int64_t x = 0;
    std::int64_t y = 0;
    std::int64_t z = 0;
    std::int64_t memory = 0;

    bool operator==(const device_place&) const = default;
    static constexpr auto members(auto m)
    {
        return m("device_place", m("x", &device_place::x), m("y", &device_place::y), m("z", &device_place::z),
                 m("memory", &device_place::memory));
    }
};

// `Error allocating device buffer`: an array does not fit into the memory of a TPU (E0100).
struct buffer_failure {
    human_size needed;
    human_size free;
    device_place place;

    bool operator==(const buffer_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("buffer_failure", m("needed", &buffer_failure::needed), m("free", &buffer_failure::free),
                 m("place", &buffer_failure::place));
    }
};

// A row of the table of 2020: `529.00M (     554,696,704 bytes)`. The available size can be negative.
struct table_row {
    human_size size;
    std::int64_t bytes = 0;

    bool operator==(const table_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("table_row", m("size", &table_row::size), m("bytes", &table_row::bytes));
    }
};
struct reservation_table {
    human_size capacity;
    table_row top_reserved;
    table_row allocated;
    table_row requirement;
    table_row available;

    bool operator==(const reservation_table&) const = default;
    static constexpr auto members(auto m)
    {
        return m("reservation_table", m("capacity", &reservation_table::capacity),
                 m("top_reserved", &reservation_table::top_reserved), m("allocated", &reservation_table::allocated),
                 m("requirement", &reservation_table::requirement), m("available", &reservation_table::available));
    }
};

// A program that is being loaded; messages of early 2023 do not name it.
struct program_load {
    std::optional<std::string_view> name;

    bool operator==(const program_load&) const = default;
    static constexpr auto members(auto m) { return m("program_load", m("name", &program_load::name)); }
};
struct unknown_scope {
    bool operator==(const unknown_scope&) const = default;
    static constexpr auto members(auto m) { return m("unknown_scope"); }
};
// `Attempting to reserve 29.49G at the bottom of memory.`
struct reservation {
    human_size needed;
    human_size free;
    human_size reserved;
    human_size reservable;
    std::variant<std::monostate, unknown_scope, reservation_table> rest;

    bool operator==(const reservation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("reservation", m("needed", &reservation::needed), m("free", &reservation::free),
                 m("reserved", &reservation::reserved), m("reservable", &reservation::reservable),
                 m("rest", &reservation::rest));
    }
};
struct program_allocation {
    human_size needed;
    human_size free;

    bool operator==(const program_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("program_allocation", m("needed", &program_allocation::needed), m("free", &program_allocation::free));
    }
};
// A program does not fit into the memory of a TPU (E0101). Messages until 2022 do not name the load.
struct program_failure {
    std::optional<program_load> load;
    std::variant<program_allocation, reservation> attempt;

    bool operator==(const program_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("program_failure", m("load", &program_failure::load), m("attempt", &program_failure::attempt));
    }
};

// ` with allocator GPU_0_bfc on device 0` (2026-07-23+).
struct allocator_place {
    std::string_view name;
    std::int64_t device = 0;

    bool operator==(const allocator_place&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_place", m("name", &allocator_place::name), m("device", &allocator_place::device));
    }
};
// `Out of memory while trying to allocate`: on a GPU, or on the host for it.
struct allocation_failure {
    bool host = false;
    std::variant<std::int64_t, human_size> amount; // a number of bytes until 2025-11-05
    std::optional<allocator_place> allocator;
    bool host_note = false; // names the variable that limits host memory

    bool operator==(const allocation_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocation_failure", m("host", &allocation_failure::host), m("amount", &allocation_failure::amount),
                 m("allocator", &allocation_failure::allocator), m("host_note", &allocation_failure::host_note));
    }
};

// `Failed to allocate request for 1.00GiB (1073741824B) on device ordinal 0`
struct request_failure {
    human_size size;
    std::int64_t bytes = 0;
    std::int64_t device = 0;

    bool operator==(const request_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("request_failure", m("size", &request_failure::size), m("bytes", &request_failure::bytes),
                 m("device", &request_failure::device));
    }
};

// `Out of memory allocating 64 bytes.`
struct cpu_failure {
    std::int64_t bytes = 0;

    bool operator==(const cpu_failure&) const = default;
    static constexpr auto members(auto m) { return m("cpu_failure", m("bytes", &cpu_failure::bytes)); }
};

// A result is kept on the host, but has a layout of the device (E1200).
struct host_output {
    std::string_view tensor;

    bool operator==(const host_output&) const = default;
    static constexpr auto members(auto m) { return m("host_output", m("tensor", &host_output::tensor)); }
};

// An array of more words than the compiler for TPUs can count: a failed check of `bounds_check.cc`.
struct array_overflow {
    std::string_view path;
    std::int64_t line = 0;
    std::int64_t words = 0;
    std::string_view operation; // the text of the operation, which can be on several lines

    bool operator==(const array_overflow&) const = default;
    static constexpr auto members(auto m)
    {
        return m("array_overflow", m("path", &array_overflow::path), m("line", &array_overflow::line),
                 m("words", &array_overflow::words), m("operation", &array_overflow::operation));
    }
};

struct memory_failure {
    ast::status status;
    std::variant<buffer_failure, program_failure, allocation_failure, request_failure, cpu_failure, host_output,
                 array_overflow>
        what;

    bool operator==(const memory_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("memory_failure", m("status", &memory_failure::status), m("what", &memory_failure::what));
    }
};

// --- lines of logs ---------------------------------------------------------------------------------------------------

enum class allocation_end : std::uint8_t { unnamed, lower, upper }; // named since 2026-06-15
// The allocator tries again without a failure: `with freed_by_count=0.`
enum class retry_note : std::uint8_t { absent, early, late }; // `but may mean`, `but this may mean`
struct allocator_retry {
    allocation_end end = allocation_end::unnamed;
    std::int64_t freed = 0;
    retry_note note = retry_note::absent;

    bool operator==(const allocator_retry&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_retry", m("end", &allocator_retry::end), m("freed", &allocator_retry::freed),
                 m("note", &allocator_retry::note));
    }
};
enum class fragmentation_hint : std::uint8_t { absent, early, late }; // `If the cause is`, `If this is caused by`
enum class summary_line : std::uint8_t { absent, once, twice };       // `Current allocation summary follows.`
struct allocator_failure {
    std::int64_t rounded = 0;
    allocation_end end = allocation_end::unnamed;
    std::string_view operation; // can be empty
    fragmentation_hint hint = fragmentation_hint::absent;
    summary_line summary = summary_line::absent;

    bool operator==(const allocator_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_failure", m("rounded", &allocator_failure::rounded), m("end", &allocator_failure::end),
                 m("operation", &allocator_failure::operation), m("hint", &allocator_failure::hint),
                 m("summary", &allocator_failure::summary));
    }
};
// `.  Current allocation summary follows.` and the same with a number or on the next line, until 2020.
struct early_allocator_failure {
    std::optional<std::int64_t> rounded;
    bool on_next_line = false;

    bool operator==(const early_allocator_failure&) const = default;
    static constexpr auto members(auto m)
    {
        return m("early_allocator_failure", m("rounded", &early_allocator_failure::rounded),
                 m("on_next_line", &early_allocator_failure::on_next_line));
    }
};
// `Allocator (GPU_0_bfc) ran out of memory trying to allocate 11.99GiB`
struct allocator_message {
    std::string_view name;
    human_size size;
    std::variant<allocator_retry, allocator_failure, early_allocator_failure> outcome;

    bool operator==(const allocator_message&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_message", m("name", &allocator_message::name), m("size", &allocator_message::size),
                 m("outcome", &allocator_message::outcome));
    }
};

// `10.64GiB (11428802214 bytes)`; a limit can be less than 0.
struct size_in_bytes {
    human_size size;
    std::int64_t bytes = 0;

    bool operator==(const size_in_bytes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("size_in_bytes", m("size", &size_in_bytes::size), m("bytes", &size_in_bytes::bytes));
    }
};
// `Can't reduce memory use below … by rematerialization`
struct rematerialization {
    size_in_bytes limit;
    size_in_bytes reduced;
    std::optional<size_in_bytes> original; // 2023-07-12+

    bool operator==(const rematerialization&) const = default;
    static constexpr auto members(auto m)
    {
        return m("rematerialization", m("limit", &rematerialization::limit), m("reduced", &rematerialization::reduced),
                 m("original", &rematerialization::original));
    }
};

// Arguments and results alone are larger than the memory that the scheduler may use.
struct base_limit {
    std::int64_t arguments = 0;
    std::int64_t limit = 0;

    bool operator==(const base_limit&) const = default;
    static constexpr auto members(auto m)
    {
        return m("base_limit", m("arguments", &base_limit::arguments), m("limit", &base_limit::limit));
    }
};

// --- sizes of a program that was compiled ----------------------------------------------------------------------------

struct memory_sizes {
    std::int64_t code = 0;
    std::int64_t argument = 0;
    std::int64_t output = 0;
    std::int64_t alias = 0;
    std::int64_t temp = 0;

    bool operator==(const memory_sizes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("memory_sizes", m("code", &memory_sizes::code), m("argument", &memory_sizes::argument),
                 m("output", &memory_sizes::output), m("alias", &memory_sizes::alias), m("temp", &memory_sizes::temp));
    }
};
// `CompiledMemoryStats(…)`, as JAX prints `compiled.memory_analysis()`.
struct compiled_sizes {
    memory_sizes device;
    std::optional<memory_sizes> host; // 2024-02-24+

    bool operator==(const compiled_sizes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("compiled_sizes", m("device", &compiled_sizes::device), m("host", &compiled_sizes::host));
    }
};

// `Post Compilation Analysis: …` of torch-xla, in millionths of a GiB; unknown sizes are empty.
struct compilation_analysis {
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> output;
    std::optional<std::int64_t> aliased;
    std::optional<std::int64_t> intermediate;
    std::optional<std::int64_t> program;

    bool operator==(const compilation_analysis&) const = default;
    static constexpr auto members(auto m)
    {
        return m("compilation_analysis", m("input", &compilation_analysis::input),
                 m("output", &compilation_analysis::output), m("aliased", &compilation_analysis::aliased),
                 m("intermediate", &compilation_analysis::intermediate), m("program", &compilation_analysis::program));
    }
};

// --- the whole -------------------------------------------------------------------------------------------------------

struct memory_message {
    std::variant<memory_failure, allocator_message, allocator_summary, rematerialization, base_limit, compiled_sizes,
                 compilation_analysis>
        content;
    bool line_end = false;

    bool operator==(const memory_message&) const = default;

    // The content of that form, or null.
    template <typename Content>
    [[nodiscard]] const Content* is() const
    {
        return std::get_if<Content>(&content);
    }
    static constexpr auto members(auto m)
    {
        return m("memory_message", m("content", &memory_message::content), m("line_end", &memory_message::line_end));
    }
};

} // namespace ballast::inline v0::ast
