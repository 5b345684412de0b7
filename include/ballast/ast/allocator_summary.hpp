// What the BFC allocator of GPUs and hosts logs after it ran out of memory.
#pragma once

#include "ballast/ast/total.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

namespace ballast::inline v0::ast {

// `Bin (256)`: chunks of at least 256 bytes that are smaller than those of the next bin.
struct chunk_bin {
    std::int64_t size = 0;
    std::int64_t chunks = 0;
    std::int64_t used_chunks = 0;
    human_size bytes;
    human_size used_bytes;
    human_size asked_bytes; // bytes that were requested for the chunks in use

    bool operator==(const chunk_bin&) const = default;
    static constexpr auto members(auto m)
    {
        return m("chunk_bin", m("size", &chunk_bin::size), m("chunks", &chunk_bin::chunks),
                 m("used_chunks", &chunk_bin::used_chunks), m("bytes", &chunk_bin::bytes),
                 m("used_bytes", &chunk_bin::used_bytes), m("asked_bytes", &chunk_bin::asked_bytes));
    }
};

// `executable=jit_step`
struct frame_argument {
    std::string_view key;
    std::string_view value;

    bool operator==(const frame_argument&) const = default;
    static constexpr auto members(auto m)
    {
        return m("frame_argument", m("key", &frame_argument::key), m("value", &frame_argument::value));
    }
};
// `xla.execute{executable=jit_step, device=7}`: a frame of the code that requested the memory, outermost first.
struct annotation_frame {
    std::string_view name;
    list<frame_argument> arguments;

    bool operator==(const annotation_frame&) const = default;
    static constexpr auto members(auto m)
    {
        return m("annotation_frame", m("name", &annotation_frame::name), m("arguments", &annotation_frame::arguments));
    }
};

// `by op gradients/mul action_count 7 step 3`, in builds of TensorFlow with TENSORFLOW_MEM_DEBUG.
struct chunk_user {
    std::string_view operation;
    std::int64_t actions = 0;
    std::int64_t step = 0;

    bool operator==(const chunk_user&) const = default;
    static constexpr auto members(auto m)
    {
        return m("chunk_user", m("operation", &chunk_user::operation), m("actions", &chunk_user::actions),
                 m("step", &chunk_user::step));
    }
};

// `InUse at 7f2e72000000 of size 256 next 1`, `InUse at 0x7f2e72000000 next 1 of size 256` and
// `Chunk at 0x7f2e72000000 of size 256`.
enum class chunk_form : std::uint8_t { of_list, with_next, alone };
struct memory_chunk {
    bool used = true;
    chunk_form form = chunk_form::of_list;
    std::uint64_t address = 0;
    std::int64_t size = 0;
    std::string_view next; // the number of the next chunk; the largest number for the last; empty if `alone`
    // Only of the form `of_list`:
    box<chunk_user> user;
    std::string_view tag;              // `lower`, `upper`, `central_gap` (2026-06-15+)
    list<annotation_frame> annotation; // 2026-06-18+
    std::optional<std::int64_t> freed_at;

    bool operator==(const memory_chunk&) const = default;
    static constexpr auto members(auto m)
    {
        return m("memory_chunk", m("used", &memory_chunk::used), m("form", &memory_chunk::form),
                 m("address", &memory_chunk::address), m("size", &memory_chunk::size), m("next", &memory_chunk::next),
                 m("user", &memory_chunk::user), m("tag", &memory_chunk::tag),
                 m("annotation", &memory_chunk::annotation), m("freed_at", &memory_chunk::freed_at));
    }
};
struct memory_region {
    std::int64_t size = 0;
    list<memory_chunk> chunks;

    bool operator==(const memory_region&) const = default;
    static constexpr auto members(auto m)
    {
        return m("memory_region", m("size", &memory_region::size), m("chunks", &memory_region::chunks));
    }
};

// `85 Chunks of size 256 totalling 21.2KiB`
struct chunk_class {
    std::int64_t chunks = 0;
    std::int64_t size = 0;
    human_size total;

    bool operator==(const chunk_class&) const = default;
    static constexpr auto members(auto m)
    {
        return m("chunk_class", m("chunks", &chunk_class::chunks), m("size", &chunk_class::size),
                 m("total", &chunk_class::total));
    }
};

// The pool in bytes; until 2019-12 there is no such line.
struct no_pool {
    bool operator==(const no_pool&) const = default;
    static constexpr auto members(auto m) { return m("no_pool"); }
};
struct pool_in_bytes {
    bool early = false; // `total_region_allocated_bytes_:`, until 2022
    std::int64_t bytes = 0;
    std::int64_t limit = 0;
    std::int64_t available = 0;
    std::int64_t next_region = 0;

    bool operator==(const pool_in_bytes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("pool_in_bytes", m("early", &pool_in_bytes::early), m("bytes", &pool_in_bytes::bytes),
                 m("limit", &pool_in_bytes::limit), m("available", &pool_in_bytes::available),
                 m("next_region", &pool_in_bytes::next_region));
    }
};
// 2025-12-10 to 2026-06-15.
struct pool_in_sizes {
    human_size size;
    human_size limit;
    human_size available;
    human_size next_region;

    bool operator==(const pool_in_sizes&) const = default;
    static constexpr auto members(auto m)
    {
        return m("pool_in_sizes", m("size", &pool_in_sizes::size), m("limit", &pool_in_sizes::limit),
                 m("available", &pool_in_sizes::available), m("next_region", &pool_in_sizes::next_region));
    }
};
// Of a pool with a lower and an upper end, and a gap between them that belongs to neither.
struct partition_account {
    bool upper = false;
    human_size gap;
    human_size largest_of_end;
    human_size largest_of_ends;

    bool operator==(const partition_account&) const = default;
    static constexpr auto members(auto m)
    {
        return m("partition_account", m("upper", &partition_account::upper), m("gap", &partition_account::gap),
                 m("largest_of_end", &partition_account::largest_of_end),
                 m("largest_of_ends", &partition_account::largest_of_ends));
    }
};
// 2026-06-15+
struct pool_account {
    human_size rounded;
    human_size free;
    bool upper = false; // which end of the pool was asked
    human_size largest;
    human_size unallocated;
    human_size size;
    human_size limit;
    std::optional<partition_account> partition;
    human_size next_region;
    bool grows = true;

    bool operator==(const pool_account&) const = default;
    static constexpr auto members(auto m)
    {
        return m("pool_account", m("rounded", &pool_account::rounded), m("free", &pool_account::free),
                 m("upper", &pool_account::upper), m("largest", &pool_account::largest),
                 m("unallocated", &pool_account::unallocated), m("size", &pool_account::size),
                 m("limit", &pool_account::limit), m("partition", &pool_account::partition),
                 m("next_region", &pool_account::next_region), m("grows", &pool_account::grows));
    }
};

struct reserved_counters {
    std::int64_t reserved = 0;
    std::int64_t peak = 0;
    std::int64_t free_block = 0;

    bool operator==(const reserved_counters&) const = default;
    static constexpr auto members(auto m)
    {
        return m("reserved_counters", m("reserved", &reserved_counters::reserved), m("peak", &reserved_counters::peak),
                 m("free_block", &reserved_counters::free_block));
    }
};
struct allocator_counters {
    std::int64_t limit = 0;
    std::int64_t in_use = 0;
    std::int64_t peak = 0;
    std::int64_t allocations = 0;
    std::int64_t largest = 0;
    std::optional<reserved_counters> reserved; // 2020-07+

    bool operator==(const allocator_counters&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_counters", m("limit", &allocator_counters::limit), m("in_use", &allocator_counters::in_use),
                 m("peak", &allocator_counters::peak), m("allocations", &allocator_counters::allocations),
                 m("largest", &allocator_counters::largest), m("reserved", &allocator_counters::reserved));
    }
};
// 2025-12-10+
struct sized_counters {
    human_size limit;
    human_size in_use;
    human_size peak;
    std::int64_t allocations = 0;
    human_size largest;
    human_size reserved;
    human_size peak_reserved;
    std::optional<human_size> peak_allocated; // 2026-06-15+
    human_size free_block;

    bool operator==(const sized_counters&) const = default;
    static constexpr auto members(auto m)
    {
        return m("sized_counters", m("limit", &sized_counters::limit), m("in_use", &sized_counters::in_use),
                 m("peak", &sized_counters::peak), m("allocations", &sized_counters::allocations),
                 m("largest", &sized_counters::largest), m("reserved", &sized_counters::reserved),
                 m("peak_reserved", &sized_counters::peak_reserved),
                 m("peak_allocated", &sized_counters::peak_allocated), m("free_block", &sized_counters::free_block));
    }
};

struct allocator_summary {
    std::string_view name; // empty until 2019-12: the text begins with a bin
    list<chunk_bin> bins;
    human_size wanted;
    human_size wanted_bin;
    list<std::string_view> free_chunks; // of that bin, as printed after `  Size: `
    list<memory_chunk> chunks;          // of no region, until 2019-06
    list<memory_region> regions;
    list<chunk_class> classes;
    human_size used;
    std::variant<no_pool, pool_in_bytes, pool_in_sizes, pool_account> pool;
    std::variant<allocator_counters, sized_counters> counters;
    std::string_view picture; // `*` used, `x` lost by rounding, `_` free; empty if it was not logged

    bool operator==(const allocator_summary&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_summary", m("name", &allocator_summary::name), m("bins", &allocator_summary::bins),
                 m("wanted", &allocator_summary::wanted), m("wanted_bin", &allocator_summary::wanted_bin),
                 m("free_chunks", &allocator_summary::free_chunks), m("chunks", &allocator_summary::chunks),
                 m("regions", &allocator_summary::regions), m("classes", &allocator_summary::classes),
                 m("used", &allocator_summary::used), m("pool", &allocator_summary::pool),
                 m("counters", &allocator_summary::counters), m("picture", &allocator_summary::picture));
    }
};

} // namespace ballast::inline v0::ast
