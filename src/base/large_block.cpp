#include "base/large_block.hpp"

#include <cstdint>
#include <cstdlib>

#include <sys/mman.h>
#include <unistd.h>

namespace ballast {

namespace {

std::size_t page_bytes()
{
    static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return bytes;
}

} // namespace

void have_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    if (bytes < large_block_bytes) return;
    const auto before = reinterpret_cast<std::uintptr_t>(begin) % page_bytes();
    ::madvise(static_cast<std::byte*>(begin) - before, before + bytes, MADV_POPULATE_WRITE);
#endif
}

void* large_block(std::size_t bytes)
{
    void* const block = std::malloc(bytes);
    if (block) have_pages(block, bytes);
    return block;
}

void let_pages_go(void* begin, void* end)
{
    const auto page = page_bytes();
    const auto first = (reinterpret_cast<std::uintptr_t>(begin) + page - 1) / page * page;
    const auto last = reinterpret_cast<std::uintptr_t>(end) / page * page;
    if (first < last)
        ::madvise(static_cast<std::byte*>(begin) + (first - reinterpret_cast<std::uintptr_t>(begin)), last - first,
                  MADV_DONTNEED);
}

char* map_pages(int file, std::size_t bytes)
{
    void* const begin = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
    if (begin == MAP_FAILED) return nullptr;
    ::madvise(begin, bytes, MADV_SEQUENTIAL);
    return static_cast<char*>(begin);
}

void unmap_pages(char* begin, std::size_t bytes) { ::munmap(begin, bytes); }

} // namespace ballast
