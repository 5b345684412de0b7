// Rows in one block whose members take as many bytes as the largest of them needs: a text may say any number of 64
// bits, and hardly one does.
#pragma once

#include "ballast/ast/members.hpp"
#include "base/grown.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

namespace ballast::model {

template <typename Row>
class packed_list;

// Rows that stand side by side in a list, made when they are looked at.
template <typename Row>
class packed_span {
public:
    class iterator {
    public:
        using iterator_concept = std::random_access_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using reference = Row;
        using pointer = void;

        iterator() = default;
        iterator(const packed_list<Row>* of, std::size_t at) : of_(of), at_(at) {}

        [[nodiscard]] Row operator*() const { return (*of_)[at_]; }
        [[nodiscard]] Row operator[](difference_type n) const { return *(*this + n); }
        iterator& operator++() { return *this += 1; }
        iterator& operator--() { return *this -= 1; }
        iterator operator++(int) { return std::exchange(*this, *this + 1); }
        iterator operator--(int) { return std::exchange(*this, *this - 1); }
        iterator& operator+=(difference_type n)
        {
            at_ += static_cast<std::size_t>(n);
            return *this;
        }
        iterator& operator-=(difference_type n) { return *this += -n; }
        friend iterator operator+(iterator i, difference_type n) { return i += n; }
        friend iterator operator+(difference_type n, iterator i) { return i += n; }
        friend iterator operator-(iterator i, difference_type n) { return i -= n; }
        friend difference_type operator-(iterator a, iterator b) { return static_cast<difference_type>(a.at_ - b.at_); }
        friend bool operator==(iterator a, iterator b) { return a.at_ == b.at_; }
        friend auto operator<=>(iterator a, iterator b) { return a.at_ <=> b.at_; }

    private:
        const packed_list<Row>* of_ = nullptr;
        std::size_t at_ = 0;
    };

    packed_span() = default;
    packed_span(const packed_list<Row>& of, std::size_t first, std::size_t size) : of_(&of), first_(first), size_(size)
    {
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Row operator[](std::size_t i) const { return (*of_)[first_ + i]; }
    [[nodiscard]] Row front() const { return (*this)[0]; }
    [[nodiscard]] iterator begin() const { return {of_, first_}; }
    [[nodiscard]] iterator end() const { return {of_, first_ + size_}; }
    // The first of them, as many as there are.
    [[nodiscard]] packed_span first(std::size_t count) const
    {
        auto result = *this;
        result.size_ = std::min(count, size_);
        return result;
    }

private:
    const packed_list<Row>* of_ = nullptr;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

// A row has `static constexpr void each(auto& row, auto&& f)`, which gives all its members to a function: numbers,
// flags, and rows that are parts of it. A member that all rows have as a new one has it takes no byte.
template <typename Row>
class packed_list {
public:
    using iterator = typename packed_span<Row>::iterator;

    packed_list() = default;
    packed_list(packed_list&& other) noexcept { swap(other); }
    packed_list& operator=(packed_list&& other) noexcept
    {
        packed_list taken(std::move(other));
        swap(taken);
        return *this;
    }
    packed_list(const packed_list&) = delete;
    packed_list& operator=(const packed_list&) = delete;
    ~packed_list() { std::free(bytes_); }

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] iterator begin() const { return {this, 0}; }
    [[nodiscard]] iterator end() const { return {this, size_}; }
    [[nodiscard]] Row front() const { return (*this)[0]; }
    [[nodiscard]] Row back() const { return (*this)[size_ - 1]; }
    [[nodiscard]] packed_span<Row> span(std::size_t first, std::size_t size) const { return {*this, first, size}; }

    [[gnu::always_inline]] [[nodiscard]] Row operator[](std::size_t i) const
    {
        Row result;
        const auto* const from = bytes_ + i * columns_.stride;
        std::size_t k = 0;
        flat(result, [&](auto& member) __attribute__((always_inline)) {
            member = value_of(member, word(from + columns_.at[k]) & columns_.mask[k]);
            ++k;
        });
        return result;
    }

    void push_back(const Row& row)
    {
        fit(row);
        if (needed(size_ + 1) > capacity_) grow_to(std::max(2 * capacity_, needed(size_ + 16)));
        // Each member is written with what follows it, which is not in use yet.
        auto* const to = bytes_ + size_++ * columns_.stride;
        std::size_t k = 0;
        codes_of(row, [&](std::uint64_t code) __attribute__((always_inline)) { put(code, to + columns_.at[k++]); });
    }
    void set(std::size_t i, const Row& row)
    {
        fit(row);
        write(i, row);
    }
    // Room for so many rows in all, of the bytes that these take.
    void reserve(std::size_t count)
    {
        if (needed(count) > capacity_) grow_to(needed(count));
    }
    // That a row like this one can be kept: the others change their bytes where it needs more.
    [[gnu::always_inline]] void fit(const Row& row)
    {
        std::uint64_t beyond = 0;
        std::size_t k = 0;
        codes_of(row, [&](std::uint64_t code) __attribute__((always_inline)) { beyond |= code & ~columns_.mask[k++]; });
        if (beyond != 0) widen(row);
    }
    // So many new rows at the end.
    void add_new(std::size_t count)
    {
        reserve(size_ + count);
        for (; count != 0; --count) push_back(Row());
    }
    // What the rows take now.
    [[nodiscard]] std::size_t bytes() const { return size_ * columns_.stride; }

private:
    static constexpr std::size_t listed = [] {
        Row row;
        std::size_t result = 0;
        Row::each(row, [&](auto&) { ++result; });
        return result;
    }();
    static_assert(ast::has_members<Row, listed>, "the row has a member that it does not list");

    // Calls the function with the numbers and flags of a row, those of its parts too.
    template <typename F>
    [[gnu::always_inline]] static constexpr void flat(auto& row, F&& f)
    {
        Row::each(row, [&](auto& member) __attribute__((always_inline)) {
            using type = std::remove_cvref_t<decltype(member)>;
            if constexpr (requires { type::each(member, f); })
                type::each(member, f);
            else
                f(member);
        });
    }

    static constexpr std::size_t members = [] {
        Row row;
        std::size_t result = 0;
        flat(row, [&](auto&) { ++result; });
        return result;
    }();

    struct columns {
        std::array<std::uint64_t, members> mask{};
        std::array<std::uint8_t, members> at{};
        std::array<std::uint8_t, members> width{};
        std::size_t stride = 0;
    };
    static_assert(8 * members <= 255);

    // Read and written eight bytes at a time, so that there are as many beyond the last row.
    static constexpr std::size_t beyond_the_last = 8;
    [[nodiscard]] std::size_t needed(std::size_t rows) const { return rows * columns_.stride + beyond_the_last; }

    // The low bytes of a number stand first.
    static std::uint64_t little(std::uint64_t x)
    {
        return std::endian::native == std::endian::little ? x : __builtin_bswap64(x);
    }
    static std::uint64_t word(const unsigned char* from)
    {
        std::uint64_t result = 0;
        std::memcpy(&result, from, sizeof result);
        return little(result);
    }
    static void put(std::uint64_t x, unsigned char* to)
    {
        x = little(x);
        std::memcpy(to, &x, sizeof x);
    }
    // How far a member is from what it is in a new row; numbers wrap around in their own width.
    template <typename T>
    static std::uint64_t code_of(T member, T usual)
    {
        if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
            return static_cast<std::uint64_t>(member) ^ static_cast<std::uint64_t>(usual);
        } else {
            using number = std::make_unsigned_t<T>;
            return static_cast<number>(static_cast<number>(member) - static_cast<number>(usual));
        }
    }
    template <typename T>
    static T value_of(T usual, std::uint64_t code)
    {
        if constexpr (std::is_same_v<T, bool> || std::is_enum_v<T>) {
            return static_cast<T>(code ^ static_cast<std::uint64_t>(usual));
        } else {
            using number = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<number>(static_cast<number>(code) + static_cast<number>(usual)));
        }
    }
    template <typename F>
    [[gnu::always_inline]] static void codes_of(const Row& row, F&& f)
    {
        std::array<std::uint64_t, members> usual{};
        const Row fresh;
        std::size_t k = 0;
        flat(fresh, [&](const auto& member)
                        __attribute__((always_inline)) { usual[k++] = static_cast<std::uint64_t>(member); });
        k = 0;
        flat(row, [&](const auto& member) __attribute__((always_inline)) {
            using type = std::remove_cvref_t<decltype(member)>;
            f(code_of<type>(member, static_cast<type>(usual[k++])));
        });
    }
    // What stands beside a member stays as it is.
    [[gnu::always_inline]] void write(std::size_t i, const Row& row)
    {
        auto* const to = bytes_ + i * columns_.stride;
        std::size_t k = 0;
        codes_of(row, [&](std::uint64_t code) __attribute__((always_inline)) {
            put((word(to + columns_.at[k]) & ~columns_.mask[k]) | code, to + columns_.at[k]);
            ++k;
        });
    }
    static std::uint8_t width_of(std::uint64_t code)
    {
        std::uint8_t result = 0;
        for (; code != 0; code >>= 8) ++result;
        return result > 5 ? 8 : result;
    }
    // Every row is written anew, the last one first, since it lies behind where it was. A member grows a few times at
    // most, whatever the text says.
    [[gnu::noinline]] void widen(const Row& row)
    {
        columns wider;
        std::size_t k = 0;
        codes_of(row, [&](std::uint64_t code) {
            const auto width = std::max(columns_.width[k], width_of(code));
            wider.width[k] = width;
            wider.mask[k] = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
            wider.at[k] = static_cast<std::uint8_t>(wider.stride);
            wider.stride += width;
            ++k;
        });
        const auto bytes = size_ * wider.stride + beyond_the_last;
        if (bytes > capacity_) grow_to(bytes);
        for (auto i = size_; i-- > 0;) {
            const auto* const from = bytes_ + i * columns_.stride;
            std::array<std::uint64_t, members> codes;
            for (k = 0; k < members; ++k) codes[k] = word(from + columns_.at[k]) & columns_.mask[k];
            // Each member is written with what follows it, of the next row too.
            auto* const to = bytes_ + i * wider.stride;
            const auto next = word(to + wider.stride);
            for (k = 0; k < members; ++k) put(codes[k], to + wider.at[k]);
            put(next, to + wider.stride);
        }
        columns_ = wider;
    }
    void grow_to(std::size_t bytes)
    {
        bytes_ = grown(bytes_, bytes);
        capacity_ = bytes;
    }
    void swap(packed_list& other) noexcept
    {
        std::swap(bytes_, other.bytes_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
        std::swap(columns_, other.columns_);
    }

    unsigned char* bytes_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0; // in bytes
    columns columns_;
};

} // namespace ballast::model
