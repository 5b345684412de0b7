// Memory for what is large, and all of it used. Most of the time that it takes to fill such memory goes to its pages,
// one fault each; the kernel is asked for pages of 2 MiB instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace ballast {

constexpr std::size_t large_page = 2 * 1024 * 1024; // of most machines; where it is another, nothing is lost

// For std::free; null where there is no memory. Blocks below a large page are like any others.
inline void* large_block(std::size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= large_page && bytes <= SIZE_MAX - large_page) {
        bytes = (bytes + large_page - 1) / large_page * large_page;
        void* const block = std::aligned_alloc(large_page, bytes);
        if (block) ::madvise(block, bytes, MADV_HUGEPAGE);
        return block;
    }
#endif
    return std::malloc(bytes);
}

// Whole pages between the two leave memory, with what is in them.
inline void let_pages_go(std::byte* begin, std::byte* end)
{
#ifdef __linux__
    static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const auto before = (0 - reinterpret_cast<std::size_t>(begin)) % page;
    const auto size = static_cast<std::size_t>(end - begin);
    if (size >= before + page) ::madvise(begin + before, (size - before) / page * page, MADV_DONTNEED);
#else
    static_cast<void>(begin);
    static_cast<void>(end);
#endif
}

} // namespace ballast
