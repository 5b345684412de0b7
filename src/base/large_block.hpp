// Memory in pages: large blocks that are used completely, and mapped files. Without POSIX, the system manages pages
// itself.
#pragma once

#include <cstddef>

namespace ballast {

constexpr std::size_t large_block_bytes = 2 * 1024 * 1024;

// Allocates the pages of a large block that will be written completely: one call is faster than a page fault for each.
// Huge pages would be faster still, but on a virtual machine that returns unused memory, the first access to one can
// take longer than all these faults.
void have_pages(void* begin, std::size_t bytes);

// Memory for std::free, null if there is none. The pages of a large block are allocated.
void* large_block(std::size_t bytes);

// Returns the whole pages between the two addresses to the system. Their contents are lost.
void let_pages_go(void* begin, void* end);

// The bytes of an open file; null if it cannot be mapped.
char* map_pages(int file, std::size_t bytes);
void unmap_pages(char* begin, std::size_t bytes);

} // namespace ballast
