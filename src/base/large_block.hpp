// Memory for what is large, and all of it used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

namespace ballast {

constexpr std::size_t large_block_bytes = 2 * 1024 * 1024;

// All bytes will be written: of many the pages are there at once, which takes less time than a fault each. Pages of
// 2 MiB would take less still, but where a virtual machine gives back what it does not use, the first touch of one can
// take longer than all faults.
inline void have_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    if (bytes < large_block_bytes) return;
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto before = reinterpret_cast<std::uintptr_t>(begin) % page;
    ::madvise(static_cast<std::byte*>(begin) - before, before + bytes, MADV_POPULATE_WRITE);
#endif
}

// For std::free; null where there is no memory. A large block has its pages.
inline void* large_block(std::size_t bytes)
{
    void* const block = std::malloc(bytes);
    if (block) have_pages(block, bytes);
    return block;
}

// Whole pages between the two leave memory, with what is in them.
inline void let_pages_go(void* begin, void* end)
{
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = reinterpret_cast<std::uintptr_t>(end) / page * page;
    if (first < last)
        ::madvise(static_cast<std::byte*>(begin) + (first - reinterpret_cast<std::uintptr_t>(begin)), last - first,
                  MADV_DONTNEED);
}

} // namespace ballast
