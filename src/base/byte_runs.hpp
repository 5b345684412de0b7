// Runs of bytes of one set; with SSE2, sixteen bytes at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace ballast::byte_runs {

struct byte_range {
    unsigned char first = 0;
    unsigned char last = 0;
};

// The maximal ranges of bytes that are in `Class::bytes`, or that are not, if `Inside` is false.
template <typename Class, bool Inside>
inline constexpr auto ranges_of = [] {
    constexpr auto is = [](int c) { return Class::bytes(static_cast<char>(c)) == Inside; };
    constexpr auto count = [is] {
        std::size_t result = 0;
        for (int c = 0; c < 256; ++c) result += is(c) && (c == 0 || !is(c - 1)) ? 1U : 0U;
        return result;
    }();
    std::array<byte_range, count> result{};
    std::size_t at = 0;
    for (int c = 0; c < 256; ++c) {
        if (!is(c)) continue;
        if (c == 0 || !is(c - 1)) result[at].first = static_cast<unsigned char>(c);
        if (c == 255 || !is(c + 1)) result[at++].last = static_cast<unsigned char>(c);
    }
    return result;
}();

#if defined(__SSE2__)
// A bit mask of the sixteen bytes; a bit is set if the byte is not in the set.
template <typename Class>
inline unsigned others_in(__m128i bytes)
{
    constexpr bool inside = ranges_of<Class, true>.size() <= ranges_of<Class, false>.size();
    constexpr auto& ranges = ranges_of<Class, inside>;
    const auto in_range = [bytes]<byte_range Range>() {
        const auto first = _mm_set1_epi8(static_cast<char>(Range.first));
        if constexpr (Range.first == Range.last) return _mm_cmpeq_epi8(bytes, first);
        // Unsigned comparison: a byte is at most `width` if it is the minimum of both.
        const auto from_first = _mm_sub_epi8(bytes, first);
        const auto width = _mm_set1_epi8(static_cast<char>(Range.last - Range.first));
        return _mm_cmpeq_epi8(_mm_min_epu8(from_first, width), from_first);
    };
    const auto found = [&]<std::size_t... I>(std::index_sequence<I...>) {
        auto any = _mm_setzero_si128();
        ((any = _mm_or_si128(any, in_range.template operator()<ranges[I]>())), ...);
        return static_cast<unsigned>(_mm_movemask_epi8(any));
    }(std::make_index_sequence<ranges.size()>());
    return inside ? found ^ 0xffffU : found;
}
#endif

// The end of the run that begins at `p`: the first byte that is not in `Class::bytes`, or `last`.
template <typename Class>
inline const char* end_of_run(const char* p, const char* last)
{
#if defined(__SSE2__)
    for (; last - p >= 16; p += 16) {
        __m128i bytes;
        std::memcpy(&bytes, p, sizeof bytes);
        if (const auto found = others_in<Class>(bytes); found != 0) return p + std::countr_zero(found);
    }
#endif
    while (p != last && Class::bytes(*p)) ++p;
    return p;
}

} // namespace ballast::byte_runs
