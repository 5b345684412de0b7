// The buffer table, a CSV file (2021-01-27+).
#pragma once

#include "ballast/ast/value.hpp"
#include "ballast/list.hpp"

#include <cstdint>

namespace ballast::inline v0::ast {

// A value with a live range. Times are schedule steps.
struct buffer_info_row {
    position at;
    std::int64_t id = 0;
    value_name value;
    std::int64_t offset = 0; // in bytes, from the start of the allocation
    std::int64_t size = 0;   // bytes
    std::int64_t definition_time = 0;
    std::int64_t end_time = 0;
    std::int64_t num_uses = 0;
    list<std::int64_t> use_times;
    list<value_use> uses;

    bool operator==(const buffer_info_row&) const = default;
    static constexpr auto members(auto m)
    {
        return m("buffer_info_row", m("at", &buffer_info_row::at), m("id", &buffer_info_row::id),
                 m("value", &buffer_info_row::value), m("offset", &buffer_info_row::offset),
                 m("size", &buffer_info_row::size), m("definition_time", &buffer_info_row::definition_time),
                 m("end_time", &buffer_info_row::end_time), m("num_uses", &buffer_info_row::num_uses),
                 m("use_times", &buffer_info_row::use_times), m("uses", &buffer_info_row::uses));
    }
};

struct buffer_info {
    list<buffer_info_row> rows;

    bool operator==(const buffer_info&) const = default;
    static constexpr auto members(auto m) { return m("buffer_info", m("rows", &buffer_info::rows)); }
};

} // namespace ballast::inline v0::ast
