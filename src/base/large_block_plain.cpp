// Memory without pages, for systems without POSIX.
#include "base/large_block.hpp"

#include <cstdlib>

namespace ballast {

void have_pages(void*, std::size_t) {}

void* large_block(std::size_t bytes) { return std::malloc(bytes); }

void let_pages_go(void*, void*) {}

char* map_pages(int, std::size_t) { return nullptr; }

void unmap_pages(char*, std::size_t) {}

} // namespace ballast
