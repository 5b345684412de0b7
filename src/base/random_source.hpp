// A stream of random choices, from a seed or from given bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace ballast {

// Choices from a seed are the same on every machine. If one expression draws twice, the order must be fixed: it is in
// braces, but not in the arguments of a call. When the given bytes are used up, all choices are 0. A choice of 0 is
// always the smallest alternative, so fewer and smaller bytes give smaller results.
class random_source {
public:
    explicit random_source(std::uint64_t seed) : state_(seed) {}
    explicit random_source(std::span<const std::uint8_t> bytes) : bytes_(bytes), from_bytes_(true) {}

    // A number from 0 to limit - 1; 0 if limit is 0 or 1.
    std::uint64_t below(std::uint64_t limit)
    {
        if (limit <= 1) return 0;
        if (!from_bytes_) return next() % limit;
        std::uint64_t value = 0;
        for (std::uint64_t rest = limit - 1; rest != 0; rest >>= 8) value = value << 8 | byte();
        return value % limit;
    }
    // A number from `least` to `most`, both inclusive.
    std::int64_t between(std::int64_t least, std::int64_t most)
    {
        return least + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(most - least) + 1));
    }
    // True about once in `of` calls; false if the bytes are used up.
    bool chance(std::uint64_t of) { return below(of) + 1 == of; }
    std::string_view pick(std::span<const std::string_view> texts) { return texts[below(texts.size())]; }
    std::string_view pick(std::initializer_list<std::string_view> texts) { return texts.begin()[below(texts.size())]; }

    // True if the given bytes are used up.
    [[nodiscard]] bool ended() const { return from_bytes_ && bytes_.empty(); }

private:
    // splitmix64
    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    std::uint8_t byte()
    {
        if (bytes_.empty()) return 0;
        const auto result = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return result;
    }

    std::uint64_t state_ = 0;
    std::span<const std::uint8_t> bytes_;
    bool from_bytes_ = false;
};

} // namespace ballast
