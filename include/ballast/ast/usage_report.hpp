// The memory-usage report, a separate file beside the dump (2024-10-04+). It lists the sizes of the allocations, and
// the values at each offset in them.
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/percent.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/total.hpp"
#include "ballast/ast/unknown_item.hpp"
#include "ballast/list.hpp"
#include "ballast/maybe.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `4×f32[16]`; a count of 1 is not printed. The shape has no layout.
struct counted_shape {
    std::int64_t count = 1;
    ast::shape shape;

    bool operator==(const counted_shape&) const = default;
    static constexpr auto members(auto m)
    {
        return m("counted_shape", m("count", &counted_shape::count), m("shape", &counted_shape::shape));
    }
};

// All values at one offset of an allocation: `1.8KiB(100%);       512B;         1280;                1; f32[128]`.
struct usage_row {
    position at;
    human_size cumulative;      // of all rows up to this one
    whole_percent percent;      // of the cumulative size, of all rows
    human_size size;            // of the largest value
    std::int64_t offset = 0;    // in bytes, from the start of the allocation
    std::int64_t values = 0;    // number of values
    list<counted_shape> shapes; // their shapes, each once

    bool operator==(const usage_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("usage_row", m("at", &usage_row::at), m("cumulative", &usage_row::cumulative),
                 m("percent", &usage_row::percent), m("size", &usage_row::size), m("offset", &usage_row::offset),
                 m("values", &usage_row::values), m("shapes", &usage_row::shapes));
    }
};

// The rows of one allocation, the largest first. After fifty rows the table can end with a line that counts the others.
struct usage_table {
    position at;
    list<usage_row> rows;
    maybe<std::int64_t> rest;

    bool operator==(const usage_table&) const = default;
    static constexpr auto members(auto m)
    {
        return m("usage_table", m("at", &usage_table::at), m("rows", &usage_table::rows),
                 m("rest", &usage_table::rest));
    }
};

// The header of an allocation in a report, with a human-readable size.
struct report_allocation {
    position at;
    std::int64_t number = 0;
    human_size size;
    std::int64_t color = 0; // 0: not printed
    box<allocation_parameter> parameter;
    box<ast::shape> output_shape;
    bool constant = false;
    bool thread_local_ = false;
    bool maybe_live_out = false;
    bool preallocated_temp = false;
    list<unknown_item> unknown_items;

    bool operator==(const report_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("report_allocation", m("at", &report_allocation::at), m("number", &report_allocation::number),
                 m("size", &report_allocation::size), m("color", &report_allocation::color),
                 m("parameter", &report_allocation::parameter), m("output_shape", &report_allocation::output_shape),
                 m("constant", &report_allocation::constant), m("thread_local", &report_allocation::thread_local_),
                 m("maybe_live_out", &report_allocation::maybe_live_out),
                 m("preallocated_temp", &report_allocation::preallocated_temp),
                 m("unknown_items", &report_allocation::unknown_items));
    }
};

// A row of the first list: `4.0KiB( 70%);     1.8KiB; allocation 0: size 4.0KiB, …`.
struct ranked_allocation {
    position at;
    human_size cumulative; // of all allocations up to this one
    whole_percent percent; // of the cumulative size, of the total
    human_size remaining;  // of all allocations after this one
    report_allocation allocation;

    bool operator==(const ranked_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("ranked_allocation", m("at", &ranked_allocation::at), m("cumulative", &ranked_allocation::cumulative),
                 m("percent", &ranked_allocation::percent), m("remaining", &ranked_allocation::remaining),
                 m("allocation", &ranked_allocation::allocation));
    }
};

// An allocation of the second list. It has no table if it holds one value.
struct listed_allocation {
    report_allocation allocation;
    box<usage_table> table;

    bool operator==(const listed_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("listed_allocation", m("allocation", &listed_allocation::allocation),
                 m("table", &listed_allocation::table));
    }
};

// The form of 2024-10-04 to 2026-03-10. The first list can end with a line that counts the remaining allocations; the
// second list has all of them.
struct program_usage {
    position at;
    std::int64_t bytes = 0; // of all allocations
    human_size human;
    list<ranked_allocation> ranked;
    maybe<std::int64_t> rest;
    list<listed_allocation> listed;

    bool operator==(const program_usage&) const = default;
    static constexpr auto members(auto m)
    {
        return m("program_usage", m("at", &program_usage::at), m("bytes", &program_usage::bytes),
                 m("human", &program_usage::human), m("ranked", &program_usage::ranked),
                 m("rest", &program_usage::rest), m("listed", &program_usage::listed));
    }
};

// A memory space in the form since 2026-03-10: `Memory Space: vmem (color=1)`, with a table for each of its
// allocations, at least one.
struct space_usage {
    position at;
    std::int64_t color = 0;
    std::int64_t bytes = 0; // of the allocations in it
    human_size human;
    list<usage_table> tables;

    bool operator==(const space_usage&) const = default;
    static constexpr auto members(auto m)
    {
        return m("space_usage", m("at", &space_usage::at), m("color", &space_usage::color),
                 m("bytes", &space_usage::bytes), m("human", &space_usage::human), m("tables", &space_usage::tables));
    }
};

struct usage_report {
    std::optional<std::string_view> frame; // NAME of `*** Begin NAME ***`
    std::variant<program_usage, list<space_usage>> form;
    // True if the empty lines at the end are missing, as in repositories that trim files. Only after a table, and only
    // without a frame.
    bool trimmed = false;
    ast::forms forms;

    bool operator==(const usage_report&) const = default;

    // The content in that form, or null.
    [[nodiscard]] const program_usage* program() const { return std::get_if<program_usage>(&form); }
    [[nodiscard]] const list<space_usage>* spaces() const { return std::get_if<list<space_usage>>(&form); }
    static constexpr auto members(auto m)
    {
        return m("usage_report", m("frame", &usage_report::frame), m("form", &usage_report::form),
                 m("trimmed", &usage_report::trimmed), m("forms", &usage_report::forms));
    }
};

} // namespace ballast::inline v0::ast
