// The rows of the tables, as their columns see them: what one row is made from.
#pragma once

#include "analyse/module.hpp"
#include "ballast/analysis.hpp"
#include "ballast/tables.hpp"
#include "model/model.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ballast::tables {

// The tables in their order.
struct table_number {
    enum number : std::size_t {
        modules,
        spaces,
        allocations,
        values,
        instructions,
        positions,
        uses,
        live_ranges,
        peak_rows,
        holders,
        donations,
        findings,
    };
};
inline constexpr std::size_t table_count = table_number::findings + 1;

// What all rows of a module refer to. Modules without a dump have no rows of numbers, those without allocations have
// no analysis.
struct module_context {
    const module_source& source;
    analyse::module* read = nullptr;
    const memory_analysis* memory = nullptr;
    std::size_t value_count = 0;
    std::size_t instruction_count = 0;

    [[nodiscard]] std::int64_t number() const { return source.number; }
    [[nodiscard]] const model::rows& rows() const { return read->rows(); }
};

struct module_row {
    static constexpr auto table = table_number::modules;
    const module_context& of;
};

struct space_row {
    static constexpr auto table = table_number::spaces;
    const module_context& of;
    const space_memory& memory;
    space_numbers numbers;
    std::int64_t donatable = 0;
};

struct allocation_row {
    static constexpr auto table = table_number::allocations;
    const module_context& of;
    const model::allocation_row& head;
    std::optional<std::int64_t> filled; // the most bytes in use at once
};

struct value_row {
    static constexpr auto table = table_number::values;
    const module_context& of;
    const model::line_row& line;
    const holder& what;
    bool thread_local_ = false;
    std::optional<std::int64_t> held; // bytes at the peak
};

struct instruction_row {
    static constexpr auto table = table_number::instructions;
    const module_context& of;
    model::number row;
    model::instruction_row numbers;
};

struct position_row {
    static constexpr auto table = table_number::positions;
    const module_context& of;
    std::int64_t value;
    model::position_row place;
};

struct use_row {
    static constexpr auto table = table_number::uses;
    const module_context& of;
    std::int64_t value;
    model::use_row use;
};

struct live_range_row {
    static constexpr auto table = table_number::live_ranges;
    const module_context& of;
    model::range_row range;
};

struct peak_row {
    static constexpr auto table = table_number::peak_rows;
    const module_context& of;
    std::int64_t number; // from 1
    model::peak_row numbers;
};

struct holder_row {
    static constexpr auto table = table_number::holders;
    const module_context& of;
    std::int64_t number; // from 1
    const holder& what;
};

struct donation_row {
    static constexpr auto table = table_number::donations;
    const module_context& of;
    const missed_donation& what;
};

struct finding_row {
    static constexpr auto table = table_number::findings;
    const module_context& of;
    const placed_finding& found;
};

} // namespace ballast::tables
