// The bytes of a text that is read.
#pragma once

#include "ballast/export.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace ballast::inline v0 {

// Owns a text. Move-only; moving does not move the bytes and leaves an empty text.
class BALLAST_API source_text {
public:
    source_text() = default;
    source_text(source_text&& other) noexcept : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
    source_text& operator=(source_text&& other) noexcept
    {
        bytes_ = std::move(other.bytes_);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    source_text(const source_text&) = delete;
    source_text& operator=(const source_text&) = delete;
    ~source_text() = default;
    // A copy of `text`. Throws std::bad_alloc.
    static source_text copy_of(std::string_view text);
    // Takes ownership of `size` bytes from std::malloc.
    static source_text adopt(char* bytes, std::size_t size);

    [[nodiscard]] std::string_view view() const { return {bytes_.get(), size_}; }

private:
    struct release {
        void operator()(char* p) const { std::free(p); }
    };
    std::unique_ptr<char, release> bytes_;
    std::size_t size_ = 0;
};

// The text of a file, or why it could not be read.
struct read_result {
    source_text text;
    std::string error; // empty if the file was read
};
// A limit in bytes. On platforms with a narrower `std::size_t`, it is reduced to the largest `std::size_t`.
template <typename Size = std::size_t>
constexpr Size byte_limit(std::uint64_t bytes)
{
    return static_cast<Size>(std::min<std::uint64_t>(bytes, std::numeric_limits<Size>::max()));
}

// Reads a whole file into memory, or standard input if the path is `-`. Reads at most `limit` bytes.
BALLAST_API read_result read_source(const std::string& path, std::size_t limit);

} // namespace ballast::inline v0
