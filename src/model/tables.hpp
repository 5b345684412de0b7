// Tables that the model is made of: names and short lists of numbers by their own numbers, and numbers by a key.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace ballast::model {

// Rows are known by their numbers; `none` is no row.
using number = std::uint32_t;
inline constexpr number none = ~number{0};

inline std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 32)) * 0x9e3779b97f4a7c15U;
    return x ^ (x >> 29);
}

// From keys to numbers, each key once. Half a dozen bytes more than key and number an entry.
class lookup {
public:
    lookup() = default;
    // For about so many keys.
    explicit lookup(std::size_t expected) : slots_(std::bit_ceil(2 * expected + 16)) {}

    // What the key leads to, or `none`.
    [[nodiscard]] number find(std::uint64_t key) const
    {
        if (slots_.empty()) return none;
        for (auto i = mixed(key) & mask(); slots_[i].value != none; i = (i + 1) & mask())
            if (slots_[i].key == key) return slots_[i].value;
        return none;
    }
    // What the key leads to from now on: the number that it had before, or else this one.
    number add(std::uint64_t key, number value)
    {
        if (2 * (count_ + 1) > slots_.size()) grow();
        auto i = mixed(key) & mask();
        for (; slots_[i].value != none; i = (i + 1) & mask())
            if (slots_[i].key == key) return slots_[i].value;
        slots_[i] = {key, value};
        ++count_;
        return value;
    }

private:
    struct slot {
        std::uint64_t key = 0;
        number value = none;
    };
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    void grow()
    {
        std::vector<slot> old(slots_.empty() ? 16 : 2 * slots_.size());
        old.swap(slots_);
        for (const auto& s : old)
            if (s.value != none) {
                auto i = mixed(s.key) & mask();
                while (slots_[i].value != none) i = (i + 1) & mask();
                slots_[i] = s;
            }
    }

    std::vector<slot> slots_; // a power of two, at most half of them taken
    std::size_t count_ = 0;
};

// Runs of T, each kept once and known by its number.
template <typename T>
class interned {
public:
    // The number of a run; a new one where it was not met before.
    number of(const T* first, std::size_t count)
    {
        if (2 * (ends_.size() + 1) > slots_.size()) grow();
        auto i = static_cast<std::size_t>(hash(first, count)) & mask();
        for (; slots_[i] != none; i = (i + 1) & mask())
            if (equal(slots_[i], first, count)) return slots_[i];
        pool_.insert(pool_.end(), first, first + count);
        ends_.push_back(pool_.size());
        return slots_[i] = static_cast<number>(ends_.size() - 1);
    }
    // The number of a run that is there, or `none`.
    [[nodiscard]] number find(const T* first, std::size_t count) const
    {
        if (slots_.empty()) return none;
        for (auto i = static_cast<std::size_t>(hash(first, count)) & mask(); slots_[i] != none; i = (i + 1) & mask())
            if (equal(slots_[i], first, count)) return slots_[i];
        return none;
    }
    [[nodiscard]] std::span<const T> operator[](number which) const
    {
        const auto begin = which == 0 ? 0 : ends_[which - 1];
        return {pool_.data() + begin, ends_[which] - begin};
    }
    [[nodiscard]] std::size_t size() const { return ends_.size(); }

private:
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    [[nodiscard]] static std::uint64_t hash(const T* first, std::size_t count)
    {
        if constexpr (sizeof(T) == 1) {
            return mixed(std::hash<std::string_view>{}({first, count}));
        } else {
            std::uint64_t state = count;
            for (std::size_t i = 0; i < count; ++i) state = mixed(state ^ static_cast<std::uint64_t>(first[i]));
            return state;
        }
    }
    [[nodiscard]] bool equal(number which, const T* first, std::size_t count) const
    {
        const auto there = (*this)[which];
        return there.size() == count && (count == 0 || std::equal(there.begin(), there.end(), first));
    }
    void grow()
    {
        slots_.assign(slots_.empty() ? 16 : 2 * slots_.size(), none);
        for (number which = 0; which < ends_.size(); ++which) {
            const auto run = (*this)[which];
            auto i = static_cast<std::size_t>(hash(run.data(), run.size())) & mask();
            while (slots_[i] != none) i = (i + 1) & mask();
            slots_[i] = which;
        }
    }

    std::vector<T> pool_;
    std::vector<std::size_t> ends_;
    std::vector<number> slots_; // a power of two, at most half of them taken
};

} // namespace ballast::model
