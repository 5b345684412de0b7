// Finds the first of several words in a long text, in one pass.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast {

// Skips most bytes: two bytes determine the distance to the next possible word (Wu and Manber). No word is shorter than
// `shortest_` bytes.
class needles {
public:
    explicit needles(std::vector<std::string_view> words) : words_(std::move(words))
    {
        for (const auto word : words_) shortest_ = std::min(shortest_, word.size());
        skip_.fill(static_cast<std::uint8_t>(std::min<std::size_t>(shortest_ - 1, UINT8_MAX)));
        for (const auto word : words_)
            for (std::size_t i = 0; i + 1 < shortest_; ++i) {
                auto& skip = skip_[pair(word.data() + i)];
                skip = static_cast<std::uint8_t>(std::min<std::size_t>(skip, shortest_ - 2 - i));
            }
    }

    struct found {
        std::size_t at = std::string_view::npos;
        std::size_t which = 0; // index of the word
    };
    // The first word that begins at or after `from`; there is none if `from` is beyond the end of the text.
    [[nodiscard]] found first(std::string_view text, std::size_t from) const
    {
        if (from > text.size()) return {};
        for (auto begin = from; begin + shortest_ <= text.size();) {
            const auto skip = skip_[pair(text.data() + begin + shortest_ - 2)];
            if (skip != 0) {
                begin += skip;
                continue;
            }
            const auto rest = text.substr(begin);
            const auto word = std::ranges::find_if(
                words_, [&](std::string_view w) { return w[0] == rest[0] && w[1] == rest[1] && rest.starts_with(w); });
            if (word != words_.end()) return {begin, static_cast<std::size_t>(word - words_.begin())};
            ++begin;
        }
        return {};
    }

private:
    static std::size_t pair(const char* at)
    {
        return static_cast<std::size_t>(static_cast<unsigned char>(at[0])) << 8U | static_cast<unsigned char>(at[1]);
    }

    std::vector<std::string_view> words_; // at least one, of two bytes or more
    std::size_t shortest_ = SIZE_MAX;
    std::array<std::uint8_t, 1U << 16U> skip_{};
};

} // namespace ballast
