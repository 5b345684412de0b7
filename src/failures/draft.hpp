// What is known about a failure while its text is read.
#pragma once

#include "base/framework.hpp"
#include "failures/failures.hpp"
#include "failures/pattern.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace ballast::failures {

enum class event : std::uint8_t {
    // TPU, at compile time
    tpu_memory,     // a program and a memory space
    tpu_scoped,     // the scoped memory of a kernel
    tpu_allocation, // one allocation and all of the memory
    array_overflow, // more words than the compiler can count
    host_output,    // a result on the host with a layout of the device
    tpu_cores,
    sparse_core,
    replica_count, // of an embedding table
    // TPU, at run time
    tpu_buffer,
    tpu_program,
    // GPU
    allocator, // of chunks (BFC)
    async_allocator,
    gpu_request,
    mapped_allocator, // VMM
    driver,
    kernel_memory,
    command_buffer,
    host_buffer,
    // elsewhere
    cpu_request,
    tensor, // TensorFlow's operation
    rematerialization,
    base_limit,
    partitioner,
    retry, // an allocator went on without a block
    usage_report,
    compiled_sizes,
    device_counters, // of JAX
    dump_rows,       // without the rest of the dump
};

// The chunks of an allocator's memory.
struct pool_dump {
    std::int64_t in_use = 0;
    std::int64_t free = 0;
    std::int64_t largest_free = 0;
    std::int64_t regions = 0; // their bytes
    std::size_t region_count = 0;
    std::size_t used_chunks = 0;
    std::size_t free_chunks = 0;
    std::map<std::int64_t, std::int64_t> sizes;  // of chunks in use, with their numbers
    std::map<std::string, listed_buffer> owners; // of those with the name of an operation or a program
    std::vector<pool_chunk> chunks;
    bool has_chunks = false;
};

// What a compiler for TPUs may use, and what arguments take of it.
struct memory_budget {
    amount share; // of the memory
    std::int64_t percent = 100;
    amount arguments;
};

struct draft {
    event kind = event::gpu_request;
    framework from = framework::unknown;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t times = 1;  // that an error reports it
    std::size_t logged = 0; // copies of the error in a log, before it is raised
    std::size_t heads = 0;  // of an allocator's dump
    bool retried = false;   // the runtime tried again after it
    bool repeated = false;  // the text repeats it; what follows is known
    bool has_lead = false;  // a sentence says that memory ran out

    std::optional<amount> needed;
    std::optional<amount> available; // of the memory
    std::optional<amount> missing;
    std::optional<amount> free;
    std::optional<amount> largest; // free block
    std::optional<amount> in_use;
    std::optional<amount> limit; // of a pool
    std::optional<amount> peak;
    std::optional<amount> reserved;
    std::optional<amount> reservable;
    std::optional<amount> total;
    std::optional<amount> program_bytes;
    std::optional<amount> arguments;
    std::optional<amount> outputs;
    std::optional<amount> shared;
    std::optional<amount> temporaries;
    std::optional<amount> fragmentation;
    std::optional<amount> padded;
    std::optional<amount> unpadded;
    std::optional<amount> scoped;
    std::optional<amount> code;
    std::optional<amount> constants;
    std::optional<amount> aliased;
    std::optional<amount> rounded;
    std::optional<amount> pool; // all of it
    std::optional<amount> unallocated;
    std::optional<amount> original;
    std::optional<std::int64_t> allocations;
    std::vector<amount> series; // further requests

    std::string space;
    std::string name; // of the allocator
    std::string device;
    std::string program;
    std::string instruction;
    std::string operation;
    std::string shape;
    std::string detail; // the status of a driver, a reason
    bool host = false;
    bool reason_is_fragmentation = false;
    bool has_status = false; // the exception, not only the log
    bool listed = false;     // the text has the head of a list of buffers
    std::optional<pool_dump> dump;
    std::optional<memory_budget> budget; // of its compilation
    std::vector<listed_buffer> buffers;
    std::unordered_set<std::string> known_buffers;
    std::vector<std::string> facts;
    std::vector<std::string> lacks;
};

// The failure of a draft: its sentence, sizes and advice.
failure finished(draft&& of);

} // namespace ballast::failures
