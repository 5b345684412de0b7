// The tables of the model: names and short lists, identified by numbers, and maps from keys to numbers.
#pragma once

#include "base/grown.hpp"
#include "base/same_bytes.hpp"
#include "model/packed.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace ballast::model {

// Rows are identified by numbers; `none` is not a row.
using number = std::uint32_t;
inline constexpr number none = ~number{0};

inline constexpr number empty_index = 0; // the number of `{}`

inline std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 32)) * 0x9e3779b97f4a7c15U;
    return x ^ (x >> 29);
}

// Rows in one block that grows in place if possible. For a large block, pages are moved instead of bytes, so that it
// never takes memory twice. Access is checked, as in all tables of the model: a number that is not a row, such as
// `none`, reads as an initial row, and what is written there is lost. Debug builds and fuzz targets stop there.
template <typename T>
class row_list {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    row_list() = default;
    explicit row_list(std::size_t count, const T& row = T()) { resize(count, row); }
    row_list(row_list&& other) noexcept { swap(other); }
    row_list& operator=(row_list&& other) noexcept
    {
        row_list taken(std::move(other));
        swap(taken);
        return *this;
    }
    row_list(const row_list&) = delete;
    row_list& operator=(const row_list&) = delete;
    ~row_list() { std::free(first_); }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] T* data() { return first_; }
    [[nodiscard]] const T* data() const { return first_; }
    [[nodiscard]] T* begin() { return first_; }
    [[nodiscard]] const T* begin() const { return first_; }
    [[nodiscard]] T* end() { return first_ + size_; }
    [[nodiscard]] const T* end() const { return first_ + size_; }
    [[nodiscard]] T& operator[](std::size_t i)
    {
        assert(i < size_);
        return i < size_ ? first_[i] : no_row();
    }
    [[nodiscard]] const T& operator[](std::size_t i) const
    {
        assert(i < size_);
        return i < size_ ? first_[i] : no_row();
    }
    [[nodiscard]] T& front() { return (*this)[0]; }
    [[nodiscard]] const T& front() const { return (*this)[0]; }
    [[nodiscard]] T& back() { return (*this)[size_ - 1]; }
    [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }

    void push_back(const T& row)
    {
        const T copy = row; // it may be in this list
        if (size_ == capacity_) grow(size_ + 1);
        ::new (first_ + size_++) T(copy);
    }
    // `added` must not be in this list.
    void append(const T* added, std::size_t count)
    {
        if (count == 0) return;
        if (capacity_ - size_ < count) grow(size_ + count);
        std::memcpy(static_cast<void*>(first_ + size_), added, count * sizeof(T));
        size_ += count;
    }
    // Reserves space for `count` rows in all.
    void reserve(std::size_t count)
    {
        if (count > capacity_) grow_to(count);
    }
    void resize(std::size_t count, const T& row = T())
    {
        const T copy = row; // it may be in this list
        reserve(count);
        for (auto i = size_; i < count; ++i) ::new (first_ + i) T(copy);
        size_ = count;
    }
    void clear() { size_ = 0; }

private:
    static T& no_row()
    {
        static thread_local T row;
        return row = T();
    }
    void swap(row_list& other) noexcept
    {
        std::swap(first_, other.first_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }
    void grow(std::size_t least) { grow_to(std::max({least, 2 * capacity_, std::size_t{16}})); }
    void grow_to(std::size_t capacity)
    {
        first_ = grown(first_, capacity);
        capacity_ = capacity;
    }

    T* first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

struct number_row {
    number to = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f) { f(row.to); }
};

// A list of numbers, each in as many bytes as the largest one needs.
class number_list {
public:
    number_list() = default;
    // `count` times `none`. Most of the numbers that are set later are at most `most`.
    explicit number_list(std::size_t count, number most = 0)
    {
        rows_.fit({most});
        rows_.add_new(count);
    }

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] number operator[](std::size_t i) const { return rows_[i].to; }
    void set(std::size_t i, number to) { rows_.set(i, {to}); }
    void push_back(number to) { rows_.push_back({to}); }

private:
    packed_list<number_row> rows_;
};

// The number of slots for so many entries: a power of two, at most three quarters full.
inline std::size_t slots_for(std::size_t entries) { return std::bit_ceil(entries + entries / 3 + 16); }
inline bool is_full(std::size_t entries, std::size_t slots) { return entries + 1 > slots / 4 * 3; }

// A map from keys to numbers. An entry takes 16 to 32 bytes.
class lookup {
public:
    lookup() = default;
    // For about `expected` keys.
    explicit lookup(std::size_t expected) : slots_(slots_for(expected)) {}

    // The number of the key, or `none`.
    [[nodiscard]] number find(std::uint64_t key) const
    {
        if (slots_.empty()) return none;
        for (auto i = mixed(key) & mask(); slots_[i].value != none; i = (i + 1) & mask())
            if (slots_[i].is(key)) return slots_[i].value;
        return none;
    }
    // Adds a key. If it exists, its number does not change. Returns the number of the key.
    number add(std::uint64_t key, number value)
    {
        if (is_full(count_, slots_.size())) grow();
        auto i = mixed(key) & mask();
        for (; slots_[i].value != none; i = (i + 1) & mask())
            if (slots_[i].is(key)) return slots_[i].value;
        slots_[i] = {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32), value};
        ++count_;
        return value;
    }
    void clear()
    {
        if (count_ != 0) std::ranges::fill(slots_, slot());
        count_ = 0;
    }

private:
    // The halves of a key, so that a slot has no padding.
    struct slot {
        std::uint32_t low = 0;
        std::uint32_t high = 0;
        number value = none;

        [[nodiscard]] std::uint64_t key() const { return std::uint64_t{high} << 32 | low; }
        [[nodiscard]] bool is(std::uint64_t other) const { return key() == other; }
    };
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    void grow()
    {
        std::vector<slot> old(slots_.empty() ? 16 : 2 * slots_.size());
        old.swap(slots_);
        for (const auto& s : old)
            if (s.value != none) {
                auto i = mixed(s.key()) & mask();
                while (slots_[i].value != none) i = (i + 1) & mask();
                slots_[i] = s;
            }
    }

    std::vector<slot> slots_;
    std::size_t count_ = 0;
};

struct hash_slot {
    std::uint64_t tag = 0;
    number value = none;

    [[gnu::always_inline]] static constexpr void each(auto& row, auto&& f)
    {
        f(row.tag);
        f(row.value);
    }
};

// A map from hashes to the first number of each, for at most `most` hashes. Hashes are equal if 40 of their bits and
// their slots are equal. Takes a third less memory than a lookup.
class hash_lookup {
public:
    hash_lookup() = default;
    explicit hash_lookup(std::size_t most)
    {
        slots_.fit({tag_bits, static_cast<number>(most)});
        slots_.add_new(slots_for(most));
    }

    // The number of the hash, or `none`.
    [[nodiscard]] number find(std::uint64_t hash) const { return slots_.empty() ? none : slots_[place_of(hash)].value; }
    // Adds a hash. If it exists, its number does not change. Returns the number of the hash.
    number add(std::uint64_t hash, number value)
    {
        const auto at = place_of(hash);
        if (const auto known = slots_[at].value; known != none) return known;
        slots_.set(at, {tag_of(hash), value});
        return value;
    }

private:
    static constexpr std::uint64_t tag_bits = (std::uint64_t{1} << 40) - 1;
    static std::uint64_t tag_of(std::uint64_t hash) { return hash >> 24; }
    // The slot of the hash, or the free slot for it.
    [[nodiscard]] std::size_t place_of(std::uint64_t hash) const
    {
        const auto mask = slots_.size() - 1;
        auto i = mixed(hash) & mask;
        for (auto there = slots_[i]; there.value != none && there.tag != tag_of(hash); there = slots_[i])
            i = (i + 1) & mask;
        return i;
    }

    packed_list<hash_slot> slots_;
};

// A map from ids, which XLA counts from 0. Ids below a bound are in an array, whose size is therefore limited; others
// are in a lookup.
class id_lookup {
public:
    id_lookup() = default;
    explicit id_lookup(std::size_t bound) : bound_(bound) {}

    [[nodiscard]] number find(std::uint64_t id) const
    {
        if (id >= bound_) return far_.find(id);
        return id < near_.size() ? near_[id] : none;
    }
    // Adds an id. If it exists, its number does not change. Returns the number of the id.
    number add(std::uint64_t id, number value)
    {
        if (id >= bound_) return far_.add(id, value);
        while (near_.size() <= id) near_.push_back(none);
        const auto known = near_[id];
        if (known != none) return known;
        near_.set(id, value);
        return value;
    }

private:
    std::size_t bound_ = 0;
    number_list near_;
    lookup far_;
};

// A map from name and index. No index and `{}` are the same; most places have one of the two and are in an array by
// name.
class place_lookup {
public:
    place_lookup() = default;
    // For names below `names`, and about `rows` rows.
    place_lookup(std::size_t names, std::size_t rows) : top_(names, static_cast<number>(rows)) {}

    [[nodiscard]] number find(number name, number index) const
    {
        if (index == none || index == empty_index) return name < top_.size() ? top_[name] : none;
        return below_.find(key(name, index));
    }
    // Adds a place. If it exists, its number does not change. Returns the number of the place.
    number add(number name, number index, number value)
    {
        if (index != none && index != empty_index) return below_.add(key(name, index), value);
        const auto known = top_[name];
        if (known != none) return known;
        top_.set(name, value);
        return value;
    }
    // Equal for equal places.
    [[nodiscard]] static std::uint64_t key(number name, number index)
    {
        return std::uint64_t{name} << 32 | (index == none ? empty_index : index);
    }

private:
    number_list top_;
    lookup below_;
};

// Hashes bytes, eight at a time.
inline std::uint64_t hash_of(const char* bytes, std::size_t count)
{
    auto state = mixed(count);
    const auto word = [&](std::size_t at) {
        std::uint64_t result = 0;
        std::memcpy(&result, bytes + at, sizeof result);
        return result;
    };
    std::size_t at = 0;
    for (; at + 8 <= count; at += 8) state = mixed(state ^ word(at));
    if (at == count) return state;
    if (count >= 8) return mixed(state ^ word(count - 8));
    std::uint64_t rest = 0;
    std::memcpy(&rest, bytes, count);
    return mixed(state ^ rest);
}

// Sequences of T. Each is stored once and is identified by a number.
template <typename T>
class interned {
public:
    // The number of a sequence; a new number if the sequence is new.
    number of(const T* first, std::size_t count)
    {
        if (is_full(ends_.size(), slots_.size())) grow();
        const auto hashed = hash(first, count);
        auto i = hashed & mask();
        for (; slots_[i].which != none; i = (i + 1) & mask())
            if (slots_[i].hash == hashed && equal(slots_[i].which, first, count)) return slots_[i].which;
        pool_.append(first, count);
        ends_.push_back(pool_.size());
        slots_[i] = {hashed, static_cast<number>(ends_.size() - 1)};
        return slots_[i].which;
    }
    // The number of an existing sequence, or `none`.
    [[nodiscard]] number find(const T* first, std::size_t count) const
    {
        if (slots_.empty()) return none;
        const auto hashed = hash(first, count);
        for (auto i = hashed & mask(); slots_[i].which != none; i = (i + 1) & mask())
            if (slots_[i].hash == hashed && equal(slots_[i].which, first, count)) return slots_[i].which;
        return none;
    }
    // Frees the table for look-ups: `of` is not called any more.
    void close() { std::vector<slot>().swap(slots_); }
    [[nodiscard]] std::span<const T> operator[](number which) const
    {
        assert(which < ends_.size());
        if (which >= ends_.size()) return {};
        const auto begin = which == 0 ? 0 : ends_[which - 1];
        return {pool_.data() + begin, ends_[which] - begin};
    }
    [[nodiscard]] std::size_t size() const { return ends_.size(); }

private:
    struct slot {
        std::uint32_t hash = 0;
        number which = none;
    };
    [[nodiscard]] std::size_t mask() const { return slots_.size() - 1; }
    [[nodiscard]] static std::uint32_t hash(const T* first, std::size_t count)
    {
        std::uint64_t state = 0;
        if constexpr (sizeof(T) == 1) {
            state = hash_of(first, count);
        } else {
            state = count;
            for (std::size_t i = 0; i < count; ++i) state = mixed(state ^ static_cast<std::uint64_t>(first[i]));
        }
        return static_cast<std::uint32_t>(state);
    }
    [[nodiscard]] bool equal(number which, const T* first, std::size_t count) const
    {
        const auto there = (*this)[which];
        if constexpr (std::is_same_v<T, char>) return same_bytes({there.data(), there.size()}, {first, count});
        return there.size() == count && (count == 0 || std::equal(there.begin(), there.end(), first));
    }
    void grow()
    {
        std::vector<slot> old(slots_.empty() ? 16 : 2 * slots_.size());
        old.swap(slots_);
        for (const auto& s : old)
            if (s.which != none) {
                auto i = s.hash & mask();
                while (slots_[i].which != none) i = (i + 1) & mask();
                slots_[i] = s;
            }
    }

    row_list<T> pool_;
    row_list<std::size_t> ends_;
    std::vector<slot> slots_;
};

} // namespace ballast::model
