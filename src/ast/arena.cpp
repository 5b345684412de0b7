#include "ballast/arena.hpp"

#include "base/large_block.hpp"
#include "base/parallel.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

namespace ballast::inline v0::ast {

// The header of a block. `block` is the pointer for std::free. The header of an adopted block is in another chunk.
struct arena::chunk {
    chunk* before;
    void* block;
};

namespace {

constexpr std::size_t first_chunk = 2 * 1024;
constexpr std::size_t largest_chunk = large_block_bytes;
constexpr std::size_t worth_a_thread = 16 * 1024 * 1024;
constexpr std::size_t rounded(std::size_t size)
{
    return (size + alignof(std::max_align_t) - 1) & ~(alignof(std::max_align_t) - 1);
}

} // namespace

arena::arena(arena&& other) noexcept
    : chunks_(std::exchange(other.chunks_, nullptr)),
      filled_(std::exchange(other.filled_, nullptr)),
      next_(std::exchange(other.next_, nullptr)),
      end_(std::exchange(other.end_, nullptr)),
      reserved_(std::exchange(other.reserved_, 0)),
      expected_(std::exchange(other.expected_, 0)),
      joined_(std::move(other.joined_))
{
}

arena& arena::operator=(arena&& other) noexcept
{
    arena taken(std::move(other)); // its destructor frees the old chunks
    std::swap(chunks_, taken.chunks_);
    std::swap(filled_, taken.filled_);
    std::swap(next_, taken.next_);
    std::swap(end_, taken.end_);
    std::swap(reserved_, taken.reserved_);
    std::swap(expected_, taken.expected_);
    std::swap(joined_, taken.joined_);
    return *this;
}

arena::~arena()
{
    std::optional<workers> other;
    if (joined_ && joined_->bytes_reserved() >= worth_a_thread) {
        try {
            other.emplace(1, [this] { joined_.reset(); });
        } catch (const std::bad_alloc&) {
            // No thread could be started: this one frees everything.
        }
    }
    filled_ = nullptr;
    free_chunks();
}

void arena::join(arena other)
{
    auto last = std::make_unique<arena>(std::move(other));
    auto* place = &joined_;
    while (*place) place = &(*place)->joined_;
    *place = std::move(last);
}

void arena::settle() noexcept
{
    if (reserved_ >= largest_chunk) let_pages_go(next_, end_);
}

void arena::free_chunks() noexcept
{
    // The header of an adopted block can be in the chunk that stays.
    while (chunks_) {
        chunk* const gone = std::exchange(chunks_, chunks_->before);
        if (gone != filled_) std::free(gone->block);
    }
}

void arena::rewind() noexcept
{
    joined_.reset();
    free_chunks();
    reserved_ = 0;
    next_ = nullptr;
    if (!filled_) return;
#ifndef NDEBUG
    // Makes reads of freed nodes visible.
    auto* const first = static_cast<std::byte*>(filled_->block) + rounded(sizeof(chunk));
    std::memset(first, 0xdd, static_cast<std::size_t>(end_ - first));
#endif
    filled_->before = nullptr;
    chunks_ = filled_;
    next_ = static_cast<std::byte*>(filled_->block) + rounded(sizeof(chunk));
    reserved_ = static_cast<std::size_t>(end_ - static_cast<std::byte*>(filled_->block));
}

void* arena::allocate_in_new_chunk(std::size_t size)
{
    constexpr auto header = rounded(sizeof(chunk));
    std::size_t bytes = std::clamp(std::max(reserved_, expected_), first_chunk, largest_chunk);
    if (size > bytes - header) bytes = size + header;
    if (bytes < size) throw std::bad_alloc();
    void* const block = large_block(bytes);
    if (!block) throw std::bad_alloc();
    chunks_ = ::new (block) chunk{chunks_, block};
    reserved_ += bytes;
    std::byte* const first = static_cast<std::byte*>(block) + header;
    // A large request gets a chunk of its own; the current chunk is still being filled.
    if (next_ && size >= bytes / 2) return first;
    filled_ = chunks_;
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
