// Compares short texts without a function call: most words of a dump have fewer than sixteen bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ballast {

namespace same_bytes_detail {

template <typename Word>
bool same(const char* a, const char* b)
{
    Word x, y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    return x == y;
}
// Compares the start and the end, which overlap.
template <typename Word>
bool same_ends(const char* a, const char* b, std::size_t size)
{
    return same<Word>(a, b) && same<Word>(a + size - sizeof(Word), b + size - sizeof(Word));
}

} // namespace same_bytes_detail

constexpr bool same_bytes(std::string_view a, std::string_view b)
{
    using namespace same_bytes_detail;
    if (a.size() != b.size()) return false;
    if (__builtin_is_constant_evaluated()) return a == b;
    const auto size = a.size();
    if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
    if (size >= 8) return same_ends<std::uint64_t>(a.data(), b.data(), size);
    if (size >= 4) return same_ends<std::uint32_t>(a.data(), b.data(), size);
    if (size >= 2) return same_ends<std::uint16_t>(a.data(), b.data(), size);
    return size == 0 || a[0] == b[0];
}

} // namespace ballast
