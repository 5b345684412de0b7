// A block of rows that is moved as bytes when it grows: of a large one the pages move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace ballast {

// The block with room for so many rows, which std::free frees; throws std::bad_alloc and leaves it where it is.
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
