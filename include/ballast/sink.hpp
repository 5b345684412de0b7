// The destination of printed text: a fixed buffer that is passed on in chunks.
#pragma once

#include "ballast/export.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace ballast::inline v0 {

// Collects text and passes it to `write` in chunks. Not copyable. If `write` returns false, it is not called again and
// further text is dropped. `flush` passes on the text that is still in the buffer.
class BALLAST_API sink {
public:
    using writer = bool (*)(void* to, std::string_view bytes);

    sink(writer write, void* to) : write_(write), to_(to) {}
    sink(const sink&) = delete;
    sink& operator=(const sink&) = delete;

    // Appends strings, characters and integers.
    template <typename... Pieces>
    void put(const Pieces&... pieces)
    {
        const std::size_t most = (longest(pieces) + ...);
        if (most > capacity - used_) {
            if (most > capacity) return put_in_parts(pieces...);
            flush();
        }
        char* to = buffer_.data() + used_;
        ((to = append(to, pieces)), ...);
        used_ = static_cast<std::size_t>(to - buffer_.data());
    }

    // Appends `count` earlier bytes again. `at` is their offset, counted like size(). Returns false and appends nothing
    // if they are no longer in the buffer or do not fit into it again.
    bool put_again(std::uint64_t at, std::size_t count)
    {
        if (at < handed_on_ || at > size() || count > size() - at || count > capacity - used_) return false;
        std::memcpy(buffer_.data() + used_, buffer_.data() + (at - handed_on_), count);
        used_ += count;
        return true;
    }
    // Passes on the contents of the buffer. Returns false if `write` has returned false.
    bool flush();
    // The number of bytes appended so far.
    [[nodiscard]] std::uint64_t size() const { return handed_on_ + used_; }

private:
    static constexpr std::size_t capacity = 64 * 1024;

    // The largest number of bytes that a piece can take.
    template <std::size_t N>
    static constexpr std::size_t longest(const char (&)[N])
    {
        return N - 1;
    }
    static constexpr std::size_t longest(char) { return 1; }
    static constexpr std::size_t longest(std::int64_t) { return 20; }
    static constexpr std::size_t longest(std::uint64_t) { return 20; }
    static constexpr std::size_t longest(std::string_view text) { return text.size(); }

    // These write into existing space and return its new end.
    template <std::size_t N>
    static char* append(char* to, const char (&literal)[N])
    {
        std::memcpy(to, literal, N - 1);
        return to + N - 1;
    }
    static char* append(char* to, char c)
    {
        *to = c;
        return to + 1;
    }
    static char* append(char* to, std::int64_t number)
    {
        if (number < 0 || number > 9) return append_long(to, number);
        return append(to, static_cast<char>('0' + number));
    }
    static char* append(char* to, std::uint64_t number);
    static char* append_long(char* to, std::int64_t number);
    // Names are short: two moves that may overlap cost less than a call.
    static char* append(char* to, std::string_view text)
    {
        const auto size = text.size();
        const char* const from = text.data();
        const auto twice = [&](auto bytes) {
            std::memcpy(to, from, bytes);
            std::memcpy(to + size - bytes, from + size - bytes, bytes);
        };
        if (size > 32)
            std::memcpy(to, from, size);
        else if (size >= 16)
            twice(std::integral_constant<std::size_t, 16>());
        else if (size >= 8)
            twice(std::integral_constant<std::size_t, 8>());
        else if (size >= 4)
            twice(std::integral_constant<std::size_t, 4>());
        else
            for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
        return to + size;
    }

    template <typename... Pieces>
    void put_in_parts(const Pieces&... pieces)
    {
        std::array<char, 20> number;
        const auto part = [&](const auto& piece) {
            if constexpr (std::is_convertible_v<decltype(piece), std::string_view>)
                text_in_parts(piece);
            else
                text_in_parts({number.data(), static_cast<std::size_t>(append(number.data(), piece) - number.data())});
        };
        (part(pieces), ...);
    }
    void text_in_parts(std::string_view text);

    writer write_;
    void* to_;
    std::size_t used_ = 0;
    std::uint64_t handed_on_ = 0;
    bool open_ = true;
    std::array<char, capacity> buffer_;
};

// Calls `body` with a sink and returns the text that it appended.
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
