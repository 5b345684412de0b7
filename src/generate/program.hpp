// Whole dumps that make sense: a random program, its buffers, its schedule, and what XLA of a time prints about them.
#pragma once

#include "ballast/sink.hpp"
#include "generate/nodes.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ballast::generate {

// A random entry computation in schedule order, with the computations that its reductions apply, and a buffer for every
// value. Sums, ids, offsets, positions, uses, live ranges, the peak and its stack trace follow from it by XLA's rules.
// Holds some 100 bytes for an instruction; their attributes are drawn when they are printed.
class program {
public:
    // `bytes` is about the size that the files of that time will have together.
    program(choices& from, commit_time when, std::uint64_t bytes);

    // Prints the file in pieces; holds no tree of it. `kind` is one of kinds_at(when).
    void print(sink& out, ast::dump_kind kind);
    // The same file as a tree in `memory`.
    ast::dump make(ast::arena& memory, ast::dump_kind kind);

private:
    class as_file;

    using number = std::uint32_t;

    enum class role : std::uint8_t { parameter, constant, operation, several, element, root };
    struct operation {
        ast::opcode_kind opcode = ast::opcode_kind::unknown;
        role what = role::operation;
        bool in_region = false; // of a computation that a reduction applies: thread-local
        std::uint8_t operand_count = 0;
        std::uint16_t shape = 0;       // of an array; of a tuple, the first of its shapes in tuples_
        std::uint16_t shape_count = 0; // of a tuple
        std::uint16_t salt = 0;        // decides what is drawn when it is printed
        number first_operand = 0;      // in operands_
        number first_value = 0;        // id
        number index = 0;              // of a tuple element, its number; in a region, the place there
    };
    struct sized_shape {
        ast::array_shape shape;
        std::int64_t bytes = 0;
        std::int64_t room = 0; // bytes in memory: rounded up to its tiles
        std::int64_t color = 0;
    };
    // A value by its operation and, where that is a tuple, which part of it: 0 is the tuple itself.
    struct value {
        number of = 0;
        number part = 0;
    };
    struct usage {
        number operation = 0;
        number operand = 0;
    };
    struct spot {
        number operation = 0;
        int part = -1; // -1: the operation is an array; 0: a tuple itself; else part - 1 is the index
    };
    struct row {
        value of;
        std::int64_t bytes = 0;
    };

    // --- making it ---
    void draw_shapes();
    void draw_regions(std::uint64_t count);
    void draw_entry(std::uint64_t count);
    number add(operation made, std::initializer_list<number> operands);
    number any_shape(bool plain);
    number any_array();
    void collect_users();
    void number_values();
    void compute_ranges();
    void place_values();
    void find_peak();

    // --- asking it ---
    [[nodiscard]] bool is_tuple(const operation& o) const { return o.shape_count != 0 || o.what == role::root; }
    [[nodiscard]] number parts_of(const operation& o) const;
    [[nodiscard]] const sized_shape& part_shape(const operation& o, number part) const;
    [[nodiscard]] std::int64_t own_bytes(value v) const;
    [[nodiscard]] std::int64_t room_of(value v) const;
    [[nodiscard]] std::int64_t whole_bytes(const operation& o) const;
    [[nodiscard]] std::int64_t color_of(value v) const;
    [[nodiscard]] bool is_temporary(value v) const;
    [[nodiscard]] std::size_t home_of(value v) const; // the color of its temporary allocation
    [[nodiscard]] number id_of(value v) const { return operations_[v.of].first_value + v.part; }
    [[nodiscard]] std::vector<spot> places_of(value v) const;
    [[nodiscard]] bool lives_out(value v) const;
    [[nodiscard]] std::string name_of(const operation& o) const;
    [[nodiscard]] std::vector<row> peak_rows() const;

    template <typename Visit>
    void for_values(Visit visit) const
    {
        for (number i = 0; i < operations_.size(); ++i)
            for (number part = 0; part < parts_of(operations_[i]); ++part) visit(value{i, part});
    }
    // Visits each allocation, without its values, and what it holds: one value, or all of a color that no other holds.
    // A parameter's number, else -1; whether it is the output.
    using visit_allocation = std::function<void(const ast::allocation&, std::optional<value>, std::int64_t, bool)>;
    void for_allocations(const visit_allocation& visit) const;

    // --- its nodes ---
    ast::shape shape_of(const operation& o, nodes& draw, bool layouts = true) const;
    ast::shape part_shape_of(value v, nodes& draw, bool layouts = true) const;
    std::optional<ast::shape_index> index_of(value v, nodes& draw) const;
    std::optional<ast::shape_index> index_at(const spot& p, nodes& draw) const;
    ast::value_name name_of(value v, nodes& draw) const;
    ast::value_detail detail_of(value v, nodes& draw) const;
    ast::value_line line_of(value v, nodes& draw) const;
    ast::allocation with_parameter(ast::allocation head, value v, std::int64_t parameter, bool is_output,
                                   nodes& draw) const;
    ast::used_value used_value_of(value v, nodes& draw) const;
    ast::instruction instruction_of(const operation& o, nodes& draw) const;
    ast::metadata metadata_of(const operation& o, nodes& draw) const;
    ast::live_range_row row_of(value v, nodes& draw) const;
    ast::peak peak_of(nodes& draw) const;
    ast::live_range live_range_of(nodes& draw, bool every_moment) const;
    ast::stack_trace stack_trace_of(const std::vector<row>& rows, nodes& draw) const;
    ast::total total_of() const;

    ast::arena memory_; // of what all files share
    commit_time when_;
    ast::forms forms_;
    std::uint64_t seed_ = 0;
    bool padded_ = false;         // a backend with memory spaces, which rounds arrays up to tiles
    std::optional<number> tiled_; // there, a shape with tiles
    choices* from_ = nullptr;
    std::vector<sized_shape> shapes_;
    std::vector<number> plain_shapes_; // of color 0
    std::vector<number> tuples_;       // shapes of tuples, one after the other
    std::vector<operation> operations_;
    std::vector<number> operands_;
    std::vector<number> first_user_; // by operation, one more than there are
    std::vector<usage> users_;
    std::vector<number> arrays_; // what can be an operand, in order
    number first_entry_ = 0;     // operations before are of regions
    number root_ = 0;
    number value_count_ = 0;
    std::vector<number> ends_;          // by id
    std::vector<std::int64_t> offsets_; // by id, in the temporary allocation of its color
    std::array<std::int64_t, 2> temporary_size_{};
    std::array<bool, 2> has_temporary_{};
    number peak_ = 0;
    number steps_ = 0; // rows of the sequence
};

} // namespace ballast::generate
