// The attributes of instructions as text.
#pragma once

#include "ballast/ast/attribute_key.hpp"
#include "proto/program.hpp"
#include "proto/text.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace ballast::inline v0::proto {

// Prints attributes of one instruction under the name of an opcode.
class attribute_printer {
public:
    // `printed` is the opcode of the line: that of a wrapped root with its suffix, for asynchronous operations.
    attribute_printer(text& out, const program& of, row instruction, const ast::opcode& printed)
        : out_(out),
          of_(of),
          row_(instruction),
          x_(of.instructions[instruction].of),
          kind_(of.instructions[instruction].kind),
          printed_(printed)
    {
    }

    // Those that belong to the opcode, then its computations.
    void put_own();
    // `async_execution_thread`, where it is not that of the program.
    void put_thread();
    void put_output_aliasing();
    void put_called();
    void put_sharding_and_frontend(bool with_frontend);
    // Those that any instruction can have, except these two.
    void put_rest();

private:
    using key = ast::attribute_kind;

    // Begins an attribute, `, key=`; false if XLA of the time did not print it.
    bool begin(key which);
    void put_flag(key which, field_number field);
    void put_number(key which, field_number field);
    void put_indices(key which, field_number field) { put_indices(which, x_, field); }
    void put_indices(key which, message from, field_number field);
    void put_indices_if_any(key which, message from, field_number field);
    void put_word(key which, std::string_view word);

    void put_collective();
    void put_collective_permute();
    void put_compare();
    void put_window();
    void put_convolution();
    void put_custom_call();
    void put_dot();
    void put_precision();
    void put_sparsity();
    void put_block_scaling();
    void put_gather();
    void put_scatter();
    void put_slice();
    void put_pad();
    void put_triangular_solve();
    void put_simple();
    void put_random();
    void put_transfer();
    void put_domain();

    void put_computation(key which, std::size_t number);
    void put_metadata();
    void put_frontend();
    void put_predecessors();
    void put_statistics();
    void put_result_accuracy();
    void put_origin();
    using origin_leaves = std::map<std::vector<std::int64_t>, message>; // by index
    void put_origin_node(const origin_leaves& leaves, row position);
    void put_config();

    [[nodiscard]] std::int64_t operand_type(std::size_t number) const;

    text& out_;
    const program& of_;
    row row_;
    message x_;
    ast::opcode_kind kind_;
    ast::opcode printed_;
};

} // namespace ballast::inline v0::proto
