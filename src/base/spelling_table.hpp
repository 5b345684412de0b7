// A hash table from spellings to their indexes in a list, made at compile time.
#pragma once

#include "base/same_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ballast {

// `Slots` is a power of two and more than twice the number of spellings. Spelling 0 is empty and means "not found".
template <std::size_t Slots>
class spelling_table {
    static_assert((Slots & (Slots - 1)) == 0);

public:
    template <std::size_t N>
    constexpr explicit spelling_table(const std::array<std::string_view, N>& spellings)
    {
        static_assert(N * 2 < Slots && N < 256);
        for (std::size_t i = 1; i < N; ++i) {
            std::size_t slot = hash(spellings[i]);
            while (slots_[slot].index != 0) slot = (slot + 1) & (Slots - 1);
            slots_[slot] = {spellings[i], static_cast<std::uint8_t>(i)};
        }
    }

    // The index of `spelling` in the list; 0 if it is not found.
    [[nodiscard]] constexpr std::uint8_t find(std::string_view spelling) const
    {
        for (std::size_t slot = hash(spelling);; slot = (slot + 1) & (Slots - 1)) {
            if (slots_[slot].index == 0) return 0;
            if (same_bytes(slots_[slot].spelling, spelling)) return slots_[slot].index;
        }
    }

private:
    struct entry {
        std::string_view spelling;
        std::uint8_t index = 0;
    };

    static constexpr std::size_t hash(std::string_view text)
    {
        if (text.empty()) return 0;
        const auto byte = [&](std::size_t i) {
            return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
        };
        std::uint32_t h = static_cast<std::uint32_t>(text.size()) * 0x9e3779b1u;
        h = (h ^ byte(0)) * 0x85ebca6bu;
        h = (h ^ byte(text.size() / 2)) * 0xc2b2ae35u;
        h = (h ^ byte(text.size() - 1)) * 0x27d4eb2fu;
        h = (h ^ byte((text.size() - 1) / 3)) * 0x165667b1u;
        return (h >> 15) & (Slots - 1);
    }

    std::array<entry, Slots> slots_{};
};

} // namespace ballast
