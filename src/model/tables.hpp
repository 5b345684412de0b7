// The tables of the model: lists of rows, names and short lists that are identified by numbers, and maps from keys to
// numbers.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
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

// A vector whose access is checked: a number that is not a row, such as `none`, reads as an initial row, and what is
// written there is lost. Debug builds and fuzz targets stop there. Flags are bytes, so that they can be referred to.
template <typename T>
class row_list : public std::vector<std::conditional_t<std::is_same_v<T, bool>, char, T>> {
public:
    using row = std::conditional_t<std::is_same_v<T, bool>, char, T>;
    using std::vector<row>::vector;
    using std::vector<row>::size;
    using std::vector<row>::data;

    [[nodiscard]] row& operator[](std::size_t i)
    {
        assert(i < size());
        return i < size() ? data()[i] : no_row();
    }
    [[nodiscard]] const row& operator[](std::size_t i) const
    {
        assert(i < size());
        return i < size() ? data()[i] : no_row();
    }
    [[nodiscard]] row& front() { return (*this)[0]; }
    [[nodiscard]] const row& front() const { return (*this)[0]; }
    [[nodiscard]] row& back() { return (*this)[size() - 1]; }
    [[nodiscard]] const row& back() const { return (*this)[size() - 1]; }
    // The rows from `first` on, at most `count`.
    [[nodiscard]] std::span<const row> span(std::size_t first, std::size_t count) const
    {
        const auto at = std::min(first, size());
        return {data() + at, std::min(count, size() - at)};
    }
    // `added` must not be in this list.
    void append(const row* added, std::size_t count) { this->insert(this->end(), added, added + count); }

private:
    static row& no_row()
    {
        static thread_local row lost;
        return lost = row();
    }
};

// A map from keys to the first number of each.
class lookup {
public:
    lookup() = default;
    // For about `expected` keys.
    explicit lookup(std::size_t expected) { numbers_.reserve(expected); }

    // The number of the key, or `none`.
    [[nodiscard]] number find(std::uint64_t key) const
    {
        const auto found = numbers_.find(key);
        return found == numbers_.end() ? none : found->second;
    }
    // Adds a key. If it exists, its number does not change. Returns the number of the key.
    number add(std::uint64_t key, number value) { return numbers_.try_emplace(key, value).first->second; }
    void clear() { numbers_.clear(); }

private:
    // Keys come from texts: without mixing, one that is made for it would have all its keys in one bucket.
    struct mixing {
        std::size_t operator()(std::uint64_t key) const { return static_cast<std::size_t>(mixed(key)); }
    };
    tsl::robin_map<std::uint64_t, number, mixing> numbers_;
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
        if (near_.size() <= id) near_.resize(id + 1, none);
        auto& known = near_[id];
        if (known == none) known = value;
        return known;
    }

private:
    std::size_t bound_ = 0;
    row_list<number> near_;
    lookup far_;
};

// A map from name and index. No index and `{}` are the same; most places have one of the two and are in an array by
// name.
class place_lookup {
public:
    place_lookup() = default;
    // For names below `names`.
    explicit place_lookup(std::size_t names) : top_(names, none) {}

    [[nodiscard]] number find(number name, number index) const
    {
        if (index == none || index == empty_index) return name < top_.size() ? top_[name] : none;
        return below_.find(key(name, index));
    }
    // Adds a place. If it exists, its number does not change. Returns the number of the place.
    number add(number name, number index, number value)
    {
        if (index != none && index != empty_index) return below_.add(key(name, index), value);
        auto& known = top_[name];
        if (known == none) known = value;
        return known;
    }
    // Equal for equal places.
    [[nodiscard]] static std::uint64_t key(number name, number index)
    {
        return std::uint64_t{name} << 32 | (index == none ? empty_index : index);
    }

private:
    row_list<number> top_;
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

struct text_hash {
    std::size_t operator()(std::string_view text) const
    {
        return static_cast<std::size_t>(hash_of(text.data(), text.size()));
    }
};

// Texts that stay where they are. Each is identified by a number.
class text_numbers {
public:
    text_numbers() { numbers_.max_load_factor(0.8F); } // a text takes 32 bytes of the table

    // The number of a text; a new number if the text is new. It is probably `guess` or the next number.
    number of(std::string_view text, number guess = none)
    {
        for (auto i = guess; i < texts_.size() && i - guess < 2; ++i)
            if (texts_[i] == text) return i;
        const auto [found, fresh] = numbers_.try_emplace(text, static_cast<number>(texts_.size()));
        if (fresh) texts_.push_back(text);
        return found->second;
    }
    // Makes room for that many texts in all.
    void reserve(std::size_t count)
    {
        texts_.reserve(count);
        numbers_.reserve(count);
    }
    // The number of an existing text, or `none`.
    [[nodiscard]] number find(std::string_view text) const
    {
        const auto found = numbers_.find(text);
        return found == numbers_.end() ? none : found->second;
    }
    [[nodiscard]] std::string_view operator[](number which) const { return texts_[which]; }
    [[nodiscard]] std::size_t size() const { return texts_.size(); }
    // Frees the table for look-ups: neither `of` nor `find` is called any more.
    void close() { numbers_ = {}; }

private:
    row_list<std::string_view> texts_;
    // With the hashes of the texts, so that few texts are compared.
    tsl::robin_map<std::string_view, number, text_hash, std::equal_to<>,
                   std::allocator<std::pair<std::string_view, number>>, true>
        numbers_;
};

// Sequences of T. Each is stored once and is identified by a number.
template <typename T>
class interned {
public:
    // The number of a sequence; a new number if the sequence is new.
    number of(const T* first, std::size_t count)
    {
        if (const auto known = numbers_.find(bytes(first, count)); known != none) return known;
        const auto& kept = all_.emplace_back(first, first + count);
        return numbers_.of(bytes(kept.data(), count));
    }
    // The number of an existing sequence, or `none`.
    [[nodiscard]] number find(const T* first, std::size_t count) const { return numbers_.find(bytes(first, count)); }
    [[nodiscard]] std::span<const T> operator[](number which) const
    {
        assert(which < all_.size());
        return which < all_.size() ? std::span<const T>(all_[which]) : std::span<const T>();
    }
    [[nodiscard]] std::size_t size() const { return all_.size(); }

private:
    static std::string_view bytes(const T* first, std::size_t count)
    {
        return {reinterpret_cast<const char*>(first), count * sizeof(T)};
    }

    std::vector<std::vector<T>> all_;
    text_numbers numbers_; // of their bytes
};

} // namespace ballast::model
