#include "ballast/arena.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace ballast::inline v0::ast {

// The header of a block. `block` is the pointer for std::free. The header of an adopted block is in another chunk.
struct arena::chunk {
    chunk* before;
    void* block;
};

namespace {

constexpr std::size_t first_chunk = 2 * 1024;
constexpr std::size_t largest_chunk = 2 * 1024 * 1024;
constexpr std::size_t rounded(std::size_t size)
{
    return (size + alignof(std::max_align_t) - 1) & ~(alignof(std::max_align_t) - 1);
}

} // namespace

arena::arena(arena&& other) noexcept
    : chunks_(std::exchange(other.chunks_, nullptr)),
      next_(std::exchange(other.next_, nullptr)),
      end_(std::exchange(other.end_, nullptr)),
      reserved_(std::exchange(other.reserved_, 0)),
      expected_(std::exchange(other.expected_, 0))
{
}

arena& arena::operator=(arena&& other) noexcept
{
    arena taken(std::move(other)); // its destructor frees the old chunks
    std::swap(chunks_, taken.chunks_);
    std::swap(next_, taken.next_);
    std::swap(end_, taken.end_);
    std::swap(reserved_, taken.reserved_);
    std::swap(expected_, taken.expected_);
    return *this;
}

arena::~arena()
{
    while (chunks_) {
        chunk* const gone = std::exchange(chunks_, chunks_->before);
        std::free(gone->block);
    }
}

void* arena::allocate_in_new_chunk(std::size_t size)
{
    constexpr auto header = rounded(sizeof(chunk));
    std::size_t bytes = std::clamp(std::max(reserved_, expected_), first_chunk, largest_chunk);
    if (size > bytes - header) bytes = size + header;
    if (bytes < size) throw std::bad_alloc();
    void* const block = std::malloc(bytes);
    if (!block) throw std::bad_alloc();
    chunks_ = ::new (block) chunk{chunks_, block};
    reserved_ += bytes;
    std::byte* const first = static_cast<std::byte*>(block) + header;
    // A large request gets a chunk of its own; the current chunk is still being filled.
    if (next_ && size >= bytes / 2) return first;
    next_ = first + size;
    end_ = static_cast<std::byte*>(block) + bytes;
    return first;
}

void arena::adopt(void* block, std::size_t size)
{
    chunk* owner = nullptr;
    try {
        owner = static_cast<chunk*>(allocate(sizeof(chunk), alignof(chunk)));
    } catch (...) {
        std::free(block);
        throw;
    }
    // The header is in an older chunk, which outlives it: chunks are freed from the newest to the oldest.
    chunks_ = ::new (owner) chunk{chunks_, block};
    reserved_ += size;
}

} // namespace ballast::inline v0::ast
