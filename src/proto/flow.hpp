// Values: where they are defined, at which positions they are, and who uses them, as XLA's dataflow analysis finds it.
#pragma once

#include "proto/program.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ballast::inline v0::proto {

struct value {
    std::int64_t id = 0;
    std::int64_t color = 0;
    row at = none; // the position that defines it
    bool phi = false;
    bool in_memory = false; // it has a logical buffer
};

struct flow {
    const program* of = nullptr;
    std::vector<value> values;                   // ordered by id
    std::vector<row> value_at;                   // by position
    row_lists positions;                         // of values, without the defining ones, in printed order
    row_lists deep_users;                        // rows of users: who uses the parts of an instruction
    std::unordered_set<std::uint64_t> at_roots;  // value and instruction, for the roots of computations
    std::unordered_map<std::int64_t, row> by_id; // of values in memory

    [[nodiscard]] const instruction& definer(const value& x) const
    {
        return of->instructions[of->positions[x.at].instruction];
    }

    // Calls take(user, operand, position) for each use of a value, in the order of XLA as far as it is known.
    template <typename Take>
    void each_use(row value, Take&& take) const
    {
        const auto on = [&](row at) {
            const auto i = of->positions[at].instruction;
            const bool whole = of->positions[at].parent == none;
            if (whole)
                for (auto u = of->users.begin[i]; u < of->users.begin[i + 1]; ++u) visit(value, at, u, take);
            else
                for (const auto u : deep_users.of(i)) visit(value, at, u, take);
        };
        on(values[value].at);
        for (const auto at : positions.of(value)) on(at);
    }

private:
    template <typename Take>
    void visit(row value, row at, row u, Take&& take) const
    {
        using enum ast::opcode_kind;
        const auto user = of->users.rows[u];
        const auto kind = of->instructions[user].kind;
        const bool whole = of->positions[at].parent == none;
        bool counts = kind != ast::opcode_kind::tuple && kind != domain;
        if (kind == get_tuple_element || kind == copy) counts = whole;
        if (counts || (of->is_root(user) && is_at(value, user))) take(user, of->slots[u], at);
    }
    // True if a value is at a position of an instruction, which is a root.
    [[nodiscard]] bool is_at(row value, row root) const { return at_roots.contains(std::uint64_t{value} << 32 | root); }
};

// Throws refusal, std::bad_alloc. Orders the users of the program.
flow flow_of(program& of);

} // namespace ballast::inline v0::proto
