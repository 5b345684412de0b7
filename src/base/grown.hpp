// Blocks of rows that grow by std::realloc, which moves the pages of large blocks instead of copying bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace ballast {

// The block with space for `rows` rows, to be freed with std::free. Throws std::bad_alloc; the old block is then still
// valid.
template <typename T>
T* grown(T* block, std::size_t rows)
{
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (rows > SIZE_MAX / 2 / sizeof(T)) throw std::bad_alloc();
    void* const larger = std::realloc(static_cast<void*>(block), rows * sizeof(T));
    if (!larger) throw std::bad_alloc();
    return static_cast<T*>(larger);
}

} // namespace ballast
