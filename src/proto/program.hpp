// The program of a HloProto as rows: computations, instructions, and the parts of their shapes, which are the positions
// where values can be.
#pragma once

#include "ballast/ast/opcode.hpp"
#include "proto/wire.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::inline v0::proto {

using row = std::uint32_t;
inline constexpr row none = std::numeric_limits<row>::max();

// Rows that belong to rows: those of row i are from begin[i] to begin[i + 1].
struct row_lists {
    std::vector<row> begin;
    std::vector<row> rows;

    [[nodiscard]] std::span<const row> of(row i) const { return {rows.data() + begin[i], rows.data() + begin[i + 1]}; }
};

// The lists of pairs (owner, row), in the order in which `each(take)` calls take(owner, row). It is called twice.
template <typename Each>
row_lists lists_of(std::size_t owners, const Each& each)
{
    row_lists result;
    result.begin.assign(owners + 1, 0);
    each([&](row owner, row) { ++result.begin[owner + 1]; });
    for (std::size_t i = 0; i < owners; ++i) result.begin[i + 1] += result.begin[i];
    result.rows.resize(result.begin.back());
    std::vector<row> next(result.begin.begin(), result.begin.end() - 1);
    each([&](row owner, row of) { result.rows[next[owner]++] = of; });
    return result;
}

// Numbers of PrimitiveType that are treated in a special way.
enum primitive_type : std::int64_t {
    pred = 1,
    s8 = 2,
    s16 = 3,
    s32 = 4,
    s64 = 5,
    u8 = 6,
    u16 = 7,
    u32 = 8,
    u64 = 9,
    f16 = 10,
    f32 = 11,
    f64 = 12,
    tuple = 13,
    opaque = 14,
    c64 = 15,
    bf16 = 16,
    token = 17,
    c128 = 18,
    buffer = 34,
};
// The spelling of an element type, and its bits; empty and 0 for an unknown number.
std::string_view spelling_of_type(std::int64_t type);
int bits_of_type(std::int64_t type);

// A part of a shape, in pre-order; the first part is the shape itself.
struct position {
    message shape;
    std::int64_t type = 0;
    row instruction = none;
    row parent = none;
    row index = 0;    // in the parent
    row parts = 0;    // of a tuple
    row children = 0; // the first of them in program::children
    row size = 1;     // with everything below
    std::int64_t bytes = 0;
};

struct instruction {
    message of;
    std::string_view name;
    std::string_view opcode;
    ast::opcode_kind kind{};
    std::int64_t id = 0;
    std::int64_t number = 0; // of a parameter, or the index of a get-tuple-element
    row computation = none;
    row first = 0; // position
    row count = 0; // positions

    [[nodiscard]] row end() const { return first + count; }
};

struct computation {
    message of;
    std::string_view name;
    std::int64_t id = 0;
    row first = 0; // instruction
    row count = 0;
    row root = none;

    [[nodiscard]] row end() const { return first + count; }
};

struct program {
    message module;
    message assignment;
    bool has_assignment = false;

    std::vector<computation> computations;
    std::vector<instruction> instructions;
    std::vector<position> positions;
    std::vector<row> children; // of tuples: positions
    row_lists operands;        // of instructions
    row_lists called;          // computations of instructions
    row_lists callers;         // instructions of computations, one for each mention
    row_lists users;           // of instructions, once for each operand that is the instruction
    std::vector<row> slots;    // the operands, parallel to users.rows
    std::vector<message> payloads;
    row entry = none;
    bool has_tiles = false; // a layout has tiles: made for a TPU
    bool wide_ids = false;  // ids have the computation in their upper half
    std::unordered_map<std::int64_t, row> by_id;
    std::unordered_map<std::int64_t, row> computation_by_id;

    [[nodiscard]] const computation& of(const instruction& x) const { return computations[x.computation]; }
    [[nodiscard]] bool is_root(row i) const { return computations[instructions[i].computation].root == i; }
    [[nodiscard]] bool is_tuple(row i) const { return positions[instructions[i].first].type == tuple; }
    // The instruction with an id. Ids of old schedules lack the upper half.
    [[nodiscard]] row find(std::int64_t id, const computation* inside = nullptr) const;
    // Lists users in this order of all instructions.
    void order_users(std::span<const row> order);
    // A part of a tuple, or none.
    [[nodiscard]] row part(row position, std::size_t index) const
    {
        if (position == none || positions[position].type != tuple || index >= positions[position].parts) return none;
        return children[positions[position].children + index];
    }
    // The path from the instruction's shape to a position.
    [[nodiscard]] std::vector<std::int64_t> index_of(row position) const;
    // The position of an instruction at an index, or none.
    [[nodiscard]] row at(row instruction, std::span<const std::int64_t> index) const;
};

// Finds the positions of locations: {computation, instruction name, index, instruction id}. There are ids since
// TensorFlow 2.12, and names until then.
class locator {
public:
    explicit locator(const program& of) : of_(of) {}

    // None if the program lacks it.
    row position_of(message location);

private:
    const program& of_;
    std::unordered_map<std::string_view, row> by_name_;
};

// Throws refusal, protozero::exception, std::bad_alloc.
program program_of(message module, std::optional<message> assignment);

} // namespace ballast::inline v0::proto
