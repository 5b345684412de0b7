// The memory of an AST: bump allocation that is freed as a whole.
#pragma once

#include "ballast/export.hpp"
#include "ballast/list.hpp"

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

namespace ballast::inline v0::ast {

// Owns memory for trivially destructible nodes. Move-only; all allocations live as long as the arena, even if the arena
// is moved. Allocation throws std::bad_alloc, which `ballast::parse` turns into a finding.
class BALLAST_API arena {
public:
    arena() = default;
    arena(arena&& other) noexcept;
    arena& operator=(arena&& other) noexcept;
    arena(const arena&) = delete;
    arena& operator=(const arena&) = delete;
    ~arena();

    // Raw memory of `size` bytes. `align` is a power of two and at most alignof(std::max_align_t).
    void* allocate(std::size_t size, std::size_t align)
    {
        const std::size_t padding = (0 - reinterpret_cast<std::size_t>(next_)) & (align - 1);
        if (size + padding > static_cast<std::size_t>(end_ - next_)) return allocate_in_new_chunk(size);
        void* result = next_ + padding;
        next_ += padding + size;
        return result;
    }

    // A copy of `value` in the arena.
    template <typename T>
    box<T> make(const T& value)
    {
        static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
        return box<T>(::new (allocate(sizeof(T), alignof(T))) T(value));
    }

    // A copy of `value` in the arena that several nodes can share.
    template <typename T>
    shared<T> share(const T& value)
    {
        return shared<T>(make(value).get());
    }

    // A copy of `elements` in the arena.
    template <typename T>
    list<T> make_list(std::span<const T> elements)
    {
        static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_copyable_v<T>);
        if (elements.empty()) return {};
        T* first = static_cast<T*>(allocate(elements.size_bytes(), alignof(T)));
        std::uninitialized_copy(elements.begin(), elements.end(), first);
        return {first, elements.size()};
    }
    template <typename T>
    list<T> make_list(std::initializer_list<T> elements)
    {
        return make_list(std::span<const T>(elements.begin(), elements.size()));
    }

    // A copy of `text` in the arena.
    std::string_view copy(std::string_view text)
    {
        if (text.empty()) return {};
        char* first = static_cast<char*>(allocate(text.size(), 1));
        std::memcpy(first, text.data(), text.size());
        return {first, text.size()};
    }

    // Takes ownership of a block from std::malloc.
    void adopt(void* block, std::size_t size);

    // Announces how many bytes will be needed, so that the arena starts with larger chunks.
    void expect(std::size_t bytes) noexcept { expected_ = bytes; }

    // Bytes that were taken from the system so far.
    [[nodiscard]] std::size_t bytes_reserved() const { return reserved_; }

private:
    struct chunk;
    void* allocate_in_new_chunk(std::size_t size);

    chunk* chunks_ = nullptr;
    std::byte* next_ = nullptr;
    std::byte* end_ = nullptr;
    std::size_t reserved_ = 0;
    std::size_t expected_ = 0;
};

} // namespace ballast::inline v0::ast
