// Finds short texts in a long one, with vector instructions.
#pragma once

#include "base/needles.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast {

// Compares the two bytes of the needle that are rarest in logs with sixteen positions at a time.
class text_finder {
public:
    constexpr explicit text_finder(std::string_view needle) : needle_(needle)
    {
        for (std::size_t i = 0; i < needle.size(); ++i) {
            if (is_rarer(i, first_)) {
                second_ = first_;
                first_ = i;
            } else if (i != first_ && (second_ == first_ || is_rarer(i, second_))) {
                second_ = i;
            }
        }
    }

    [[nodiscard]] constexpr std::string_view needle() const { return needle_; }

    // The first position at or after `from`; npos if there is none.
    [[nodiscard]] std::size_t find(std::string_view text, std::size_t from) const
    {
        if (text.size() < needle_.size() || from > text.size() - needle_.size()) return std::string_view::npos;
        const auto last = text.size() - needle_.size(); // the last possible position
        const char* const data = text.data();
        auto at = from;
        for (; at + width <= last + 1; at += width)
            if (may_be_at(data + at))
                if (const auto found = among(text, at, at + width); found != std::string_view::npos) return found;
        return among(text, at, last + 1);
    }

private:
    static constexpr std::size_t width = 16;
    using bytes = unsigned char __attribute__((vector_size(width)));
    using words = std::uint64_t __attribute__((vector_size(width)));

    static constexpr int commonness(char c)
    {
        if (c == ' ' || c == 'e' || c == 't' || c == 'o' || c == 'a') return 5;
        if (c >= 'a' && c <= 'z') return 4;
        if ((c >= '0' && c <= '9') || c == '.' || c == ':') return 3;
        return c >= 'A' && c <= 'Z' ? 1 : 2;
    }
    [[nodiscard]] constexpr bool is_rarer(std::size_t a, std::size_t b) const
    {
        return commonness(needle_[a]) < commonness(needle_[b]);
    }

    [[nodiscard]] bool may_be_at(const char* at) const
    {
        bytes first;
        bytes second;
        std::memcpy(&first, at + first_, width);
        std::memcpy(&second, at + second_, width);
        const auto a = static_cast<unsigned char>(needle_[first_]);
        const auto b = static_cast<unsigned char>(needle_[second_]);
        const auto both = reinterpret_cast<words>((first == a) & (second == b));
        return (both[0] | both[1]) != 0;
    }
    [[nodiscard]] std::size_t among(std::string_view text, std::size_t begin, std::size_t end) const
    {
        for (auto at = begin; at < end; ++at)
            if (text[at + first_] == needle_[first_] && text.compare(at, needle_.size(), needle_) == 0) return at;
        return std::string_view::npos;
    }

    std::string_view needle_;
    std::size_t first_ = 0;
    std::size_t second_ = 0;
};

// The first position of each; npos if there is none. A long text is searched for all of them in one pass.
inline std::vector<std::size_t> first_places(std::string_view text, std::span<const text_finder> finders)
{
    constexpr std::size_t long_text = 1 << 16; // for shorter texts, building the table takes too long
    constexpr auto npos = std::string_view::npos;
    std::vector<std::size_t> result(finders.size(), npos);
    if (text.size() < long_text) {
        std::ranges::transform(finders, result.begin(), [&](const text_finder& f) { return f.find(text, 0); });
        return result;
    }
    std::vector<std::size_t> missing(finders.size());
    std::iota(missing.begin(), missing.end(), std::size_t{0});
    for (std::size_t from = 0; !missing.empty();) {
        std::vector<std::string_view> words;
        for (const auto i : missing) words.push_back(finders[i].needle());
        const auto found = needles(std::move(words)).first(text, from);
        if (found.at == npos) break;
        from = result[missing[found.which]] = found.at;
        missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(found.which));
    }
    return result;
}

} // namespace ballast
