// Memory by pages: large blocks whose bytes are all used, and mapped files. Without POSIX, pages are left to the
// system.
#pragma once

#include <cstddef>

namespace ballast {

constexpr std::size_t large_block_bytes = 2 * 1024 * 1024;

// All bytes will be written: of many the pages are there at once, which takes less time than a fault each. Pages of
// 2 MiB would take less still, but where a virtual machine gives back what it does not use, the first touch of one can
// take longer than all faults.
void have_pages(void* begin, std::size_t bytes);

// For std::free; null if there is no memory. A large block has its pages.
void* large_block(std::size_t bytes);

// Whole pages between the two leave memory, with what is in them.
void let_pages_go(void* begin, void* end);

// The bytes of an open file; null if it cannot be mapped.
char* map_pages(int file, std::size_t bytes);
void unmap_pages(char* begin, std::size_t bytes);

} // namespace ballast
