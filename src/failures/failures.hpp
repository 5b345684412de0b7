// Reads what a text says about memory that ran out, also if the text was cut, wrapped, quoted or edited, so that the
// grammar does not match it. The unit is a failure: all sentences and lines about one request belong to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::failures {

enum class place : std::uint8_t { tpu, gpu, cpu, compiler, torch_xla, jax, tensorflow };
// `TPU`
std::string_view spelling(place source);

struct known_size {
    std::string what; // `needed`
    std::string text; // as output prints it
    std::int64_t bytes = 0;
};

// One buffer that a text lists.
struct listed_buffer {
    std::int64_t bytes = 0;
    std::int64_t count = 1; // of equal ones
    std::int64_t padding = 0;
    std::string shape{};  // empty if unknown
    std::string owner{};  // `HLO temp`, `argument`, `chunk`
    std::string label{};  // the operation or the instruction
    std::string source{}; // `f.py:3`
};

// A piece of an allocator's memory.
struct pool_chunk {
    std::int64_t bytes = 0;
    bool used = false;
    std::uint32_t region = 0; // from 0
    std::string label{};      // the operation or the program that holds it; empty if unknown
};

struct failure {
    place source = place::gpu;
    bool is_failure = true; // otherwise a warning, or the needs of a program
    std::string verdict;    // one sentence, without a period
    std::vector<known_size> sizes;
    std::vector<listed_buffer> buffers; // the largest first
    std::vector<pool_chunk> chunks;     // in the order of their addresses; empty if not all are known
    std::vector<std::string> facts;     // further sentences
    std::vector<std::string> advice;
    std::string program; // empty if unknown
    std::string memory;  // `hbm`, `vmem`, `host`; empty if it is the device's, or unknown
    std::string sender;  // the rank or host in the prefixes of the lines; empty if there is none
    std::int64_t line = 1;
    std::int64_t last_line = 1;
    std::size_t times = 1;          // that the text reports it
    bool is_complete = true;        // false: the text lacks what usually follows
    bool is_of_dump = false;        // rows of a dump: the dump itself says more, if it can be read
    bool is_of_program = false;     // what is needed is all that a program takes, not one request
    std::vector<std::string> lacks; // what it lacks

    [[nodiscard]] std::optional<std::int64_t> bytes(std::string_view what) const;
    // What a program or a request takes of the device's main memory; empty if that is unknown, or no real size.
    [[nodiscard]] std::optional<std::int64_t> needed_of_device() const;
};

struct reading {
    std::vector<failure> failures;    // failures before warnings, each in the order of the lines
    std::vector<std::string> repairs; // what was undone, each in words
};

// Takes time linear in the size of the text.
reading read(std::string_view text);

} // namespace ballast::failures
