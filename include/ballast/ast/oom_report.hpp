// The report that XLA prints if a device runs out of memory: `BufferAssignment OOM Debugging.` (2021-09-23+).
#pragma once

#include "ballast/ast/allocation.hpp"
#include "ballast/ast/allocation_statistics.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/instruction.hpp"
#include "ballast/ast/metadata.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/value.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <variant>

namespace ballast::inline v0::ast {

// A value that is a part of an entry parameter: `Entry Parameter Subshape:`.
struct parameter_buffer {
    bool operator==(const parameter_buffer&) const = default;
    static constexpr auto members(auto m) { return m("parameter_buffer"); }
};

// One of the largest values at the peak.
struct peak_buffer {
    position at;
    std::int64_t number = 1; // counted from 1
    human_size size;
    box<ast::metadata> source;                          // always has an op_name
    std::variant<parameter_buffer, ast::opcode> origin; // the opcode that defines it: `XLA Label:`
    ast::shape shape;                                   // without layout

    bool operator==(const peak_buffer&) const = default;
    static constexpr auto members(auto m)
    {
        return m("peak_buffer", m("at", &peak_buffer::at), m("number", &peak_buffer::number),
                 m("size", &peak_buffer::size), m("source", &peak_buffer::source), m("origin", &peak_buffer::origin),
                 m("shape", &peak_buffer::shape));
    }
};

// An allocation in the form of 2021-09-23 to 2021-11-05, with the entries of its values.
struct oom_allocation {
    ast::allocation allocation;
    list<used_value> contains;

    bool operator==(const oom_allocation&) const = default;
    static constexpr auto members(auto m)
    {
        return m("oom_allocation", m("allocation", &oom_allocation::allocation),
                 m("contains", &oom_allocation::contains));
    }
};

struct oom_report {
    allocation_statistics statistics;
    std::variant<list<peak_buffer>, list<oom_allocation>> buffers; // a list of allocations is not empty
    ast::forms forms;

    bool operator==(const oom_report&) const = default;

    // The list of that form, or null.
    [[nodiscard]] const list<peak_buffer>* peak() const { return std::get_if<list<peak_buffer>>(&buffers); }
    [[nodiscard]] const list<oom_allocation>* allocations() const
    {
        return std::get_if<list<oom_allocation>>(&buffers);
    }
    static constexpr auto members(auto m)
    {
        return m("oom_report", m("statistics", &oom_report::statistics), m("buffers", &oom_report::buffers),
                 m("forms", &oom_report::forms));
    }
};

} // namespace ballast::inline v0::ast
