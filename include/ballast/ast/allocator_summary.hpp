// What the allocator of GPUs logs after it ran out of memory.
#pragma once

#include "ballast/ast/total.hpp"
#include "ballast/list.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

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

// `InUse at 7f2e72000000 of size 256 next 1`
struct memory_chunk {
    bool used = true;
    std::uint64_t address = 0;
    std::int64_t size = 0;
    list<annotation_frame> annotation; // 2026-06-18+
    std::string_view next;             // the number of the next chunk; the largest number for the last chunk
    std::optional<std::int64_t> freed_at;

    bool operator==(const memory_chunk&) const = default;
    static constexpr auto members(auto m)
    {
        return m("memory_chunk", m("used", &memory_chunk::used), m("address", &memory_chunk::address),
                 m("size", &memory_chunk::size), m("annotation", &memory_chunk::annotation),
                 m("next", &memory_chunk::next), m("freed_at", &memory_chunk::freed_at));
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

struct allocator_counters {
    std::int64_t limit = 0;
    std::int64_t in_use = 0;
    std::int64_t peak = 0;
    std::int64_t allocations = 0;
    std::int64_t largest = 0;
    std::int64_t reserved = 0;
    std::int64_t peak_reserved = 0;
    std::int64_t free_block = 0;

    bool operator==(const allocator_counters&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_counters", m("limit", &allocator_counters::limit), m("in_use", &allocator_counters::in_use),
                 m("peak", &allocator_counters::peak), m("allocations", &allocator_counters::allocations),
                 m("largest", &allocator_counters::largest), m("reserved", &allocator_counters::reserved),
                 m("peak_reserved", &allocator_counters::peak_reserved),
                 m("free_block", &allocator_counters::free_block));
    }
};

struct allocator_summary {
    std::string_view name;
    list<chunk_bin> bins;
    human_size wanted;
    human_size wanted_bin;
    list<std::string_view> free_chunks; // of that bin, as printed
    list<memory_region> regions;
    list<chunk_class> classes;
    human_size used;
    std::int64_t pool_bytes = 0;
    std::int64_t pool_limit = 0;
    std::int64_t available = 0;
    std::int64_t next_region = 0;
    allocator_counters counters;

    bool operator==(const allocator_summary&) const = default;
    static constexpr auto members(auto m)
    {
        return m("allocator_summary", m("name", &allocator_summary::name), m("bins", &allocator_summary::bins),
                 m("wanted", &allocator_summary::wanted), m("wanted_bin", &allocator_summary::wanted_bin),
                 m("free_chunks", &allocator_summary::free_chunks), m("regions", &allocator_summary::regions),
                 m("classes", &allocator_summary::classes), m("used", &allocator_summary::used),
                 m("pool_bytes", &allocator_summary::pool_bytes), m("pool_limit", &allocator_summary::pool_limit),
                 m("available", &allocator_summary::available), m("next_region", &allocator_summary::next_region),
                 m("counters", &allocator_summary::counters));
    }
};

} // namespace ballast::inline v0::ast
