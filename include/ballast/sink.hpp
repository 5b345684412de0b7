// Where printed text goes: a fixed buffer that is handed on in chunks.
#pragma once

#include "ballast/export.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace ballast::inline v0 {

// Collects text and passes it to `write` in chunks. Not copyable. `write` returns false to get no more; the printers
// then run on without effect. Text that is still in the buffer goes out with `flush`.
class BALLAST_API sink {
public:
    using writer = bool (*)(void* to, std::string_view bytes);

    sink(writer write, void* to) : write_(write), to_(to) {}
    sink(const sink&) = delete;
    sink& operator=(const sink&) = delete;

    // Pieces of text, characters and integers, one after the other.
    template <typename... Pieces>
    void put(const Pieces&... pieces)
    {
        (piece(pieces), ...);
    }

    // Hands on what is in the buffer. False once `write` has said so.
    bool flush();
    // Bytes that were put so far.
    [[nodiscard]] std::uint64_t size() const { return handed_on_ + used_; }

private:
    static constexpr std::size_t capacity = 64 * 1024;

    char* room(std::size_t bytes)
    {
        if (capacity - used_ < bytes) flush();
        return buffer_.data() + used_;
    }
    template <std::size_t N>
    void piece(const char (&literal)[N])
    {
        std::memcpy(room(N - 1), literal, N - 1);
        used_ += N - 1;
    }
    void piece(char c)
    {
        *room(1) = c;
        ++used_;
    }
    void piece(std::string_view text)
    {
        if (text.size() > capacity || used_ + text.size() > capacity) {
            piece_in_parts(text);
            return;
        }
        std::copy_n(text.data(), text.size(), buffer_.data() + used_);
        used_ += text.size();
    }
    void piece(std::int64_t number);
    void piece(std::uint64_t number);
    void piece_in_parts(std::string_view text);

    writer write_;
    void* to_;
    std::size_t used_ = 0;
    std::uint64_t handed_on_ = 0;
    bool open_ = true;
    std::array<char, capacity> buffer_;
};

// What `body` puts into the sink that it is called with.
template <typename Body>
std::string printed(Body&& body)
{
    std::string result;
    sink out(
        [](void* to, std::string_view bytes) {
            static_cast<std::string*>(to)->append(bytes);
            return true;
        },
        &result);
    body(out);
    out.flush();
    return result;
}

} // namespace ballast::inline v0
