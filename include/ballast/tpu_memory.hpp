// What the messages and logs about the memory of a TPU mean: how much is missing, which buffers take it, how much of it
// is padding, and what to do for texts that list no buffers.
#pragma once

#include "ballast/analysis.hpp"
#include "ballast/ast/tpu_report.hpp"
#include "ballast/ast/tpu_usage.hpp"
#include "ballast/completeness.hpp"
#include "ballast/export.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ballast::inline v0 {

// One of the largest allocations, arguments or outputs. Bytes are those of the shape with its tiles if it has one.
// Otherwise they are the middle of the range of sizes that are printed alike.
struct tpu_buffer {
    std::int64_t number = 1; // in its list
    std::string owner;       // `HLO temp`, `argument`, `output`
    std::int64_t bytes = 0;
    std::int64_t padding = 0; // bytes of it
    std::string shape;        // without layout
    std::string type{};       // the element type, or `tuple`
    std::int64_t rank = -1;   // number of dimensions of the shape; -1 if it has none, such as a tuple
    std::string label;        // the name of the instruction, or words such as `register allocator spill slots`
    std::string op_name;
    std::string scope;  // the outer part of the op_name
    std::string source; // `file:line`
    std::string use;    // of a kernel: `scratch`, `input window of operand 2, 2 buffers`
    // The same array with its dimensions in the order that needs the least padding; empty if nothing is saved.
    std::string better_shape;
    std::int64_t better_bytes = 0;
};

// The bytes of the listed buffers that have one source line or scope in common.
struct tpu_sum {
    std::string name;
    std::int64_t bytes = 0;
    std::size_t count = 0;
};

struct tpu_memory {
    std::string verdict;     // one line
    std::string space;       // `hbm`; empty if the text is about several
    std::string module_name; // empty if unknown
    std::string instruction; // that is too large; empty if none is named
    std::optional<std::int64_t> used;
    std::optional<std::int64_t> capacity;
    std::optional<std::int64_t> missing; // above 0 if the memory does not suffice
    std::optional<std::int64_t> reserved;
    std::optional<std::int64_t> program;
    std::optional<std::int64_t> arguments;
    std::optional<std::int64_t> temporaries;
    std::optional<std::int64_t> padding;       // of temporaries
    std::optional<std::int64_t> fragmentation; // of temporaries
    std::vector<tpu_buffer> buffers;           // largest first
    std::vector<tpu_sum> by_source;            // largest first
    std::vector<tpu_sum> by_scope;
    std::vector<std::string> facts;  // further sentences
    std::vector<std::string> advice; // what to do next
    completeness of_text;
};

BALLAST_API tpu_memory tpu_memory_of(const ast::tpu_report& report);
BALLAST_API tpu_memory tpu_memory_of(const ast::tpu_usage& usage);

// A buffer that a message lists, and its value in the dump of the same module.
struct tpu_match {
    std::size_t buffer = 0; // index among the buffers of the message
    std::string value;      // `fusion.3{1}`
    std::int64_t allocation = 0;
    std::int64_t start = -1; // the first and last step of the live range; -1 if unknown
    std::int64_t end = -1;

    bool operator==(const tpu_match&) const = default;
};
// The values that are buffers of the message: of the same shape, and of the same instruction, operator or, for
// arguments and outputs, size. Each value is one buffer at most. The analysis must have `buffers`; see memory_options.
BALLAST_API std::vector<tpu_match> matches_in(const memory_analysis& dump, const tpu_memory& message);

} // namespace ballast::inline v0
