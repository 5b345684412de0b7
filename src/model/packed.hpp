// Rows in one block. A member takes as many bytes as its largest value needs: a text can have any number of 64 bits,
// but hardly any dump does.
#pragma once

#include "ballast/ast/members.hpp"
#include "base/grown.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace ballast::model {

template <typename Row>
class packed_list;

// Consecutive rows of a list, created on access.
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
    [[nodiscard]] Row operator[](std::size_t i) const
    {
        assert(i < size_);
        return i < size_ ? (*of_)[first_ + i] : Row();
    }
    [[nodiscard]] Row front() const { return (*this)[0]; }
    [[nodiscard]] iterator begin() const { return {of_, first_}; }
    [[nodiscard]] iterator end() const { return {of_, first_ + size_}; }
    // The first `count` rows, or all if there are fewer.
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

// How a member is stored, as a row passes it: `f(row.at, rising)`. A member that is passed alone is stored unchanged.
struct rising_member {}; // hardly ever less than in an earlier row
struct near_member {};   // about as large as in neighbouring rows
inline constexpr rising_member rising;
inline constexpr near_member near;

// Rows of numbers. A column takes as many bytes as its largest number needs; none if all are 0.
template <std::size_t Columns>
class number_rows {
public:
    using numbers = std::array<std::uint64_t, Columns>;

    number_rows() = default;
    number_rows(number_rows&& other) noexcept { swap(other); }
    number_rows& operator=(number_rows&& other) noexcept
    {
        number_rows taken(std::move(other));
        swap(taken);
        return *this;
    }
    number_rows(const number_rows&) = delete;
    number_rows& operator=(const number_rows&) = delete;
    ~number_rows() { std::free(bytes_); }

    [[nodiscard]] std::size_t size() const { return size_; }
    // The bytes that the rows take now.
    [[nodiscard]] std::size_t bytes() const { return size_ * columns_.stride; }
    // The start of a row, for `number`.
    [[nodiscard]] const unsigned char* at(std::size_t i) const { return bytes_ + i * columns_.stride; }
    [[nodiscard]] std::uint64_t number(const unsigned char* row, std::size_t column) const
    {
        return word(row + columns_.at[column]) & columns_.mask[column];
    }

    [[gnu::always_inline]] void push_back(const numbers& row)
    {
        fit(row);
        if (needed(size_ + 1) > capacity_) grow_to(std::max(2 * capacity_, needed(size_ + 16)));
        // Each write has eight bytes. Those after the number are not in use yet.
        auto* const to = bytes_ + size_++ * columns_.stride;
        for (std::size_t k = 0; k < Columns; ++k) put(row[k], to + columns_.at[k]);
    }
    // Other rows keep their values.
    [[gnu::always_inline]] void set(std::size_t i, const numbers& row)
    {
        fit(row);
        auto* const to = bytes_ + i * columns_.stride;
        for (std::size_t k = 0; k < Columns; ++k)
            put((word(to + columns_.at[k]) & ~columns_.mask[k]) | row[k], to + columns_.at[k]);
    }
    // Appends `count` rows of 0.
    void add_zeros(std::size_t count)
    {
        reserve(size_ + count);
        std::memset(bytes_ + size_ * columns_.stride, 0, count * columns_.stride);
        size_ += count;
    }
    // Reserves space for `count` rows in all, at their current width.
    void reserve(std::size_t count)
    {
        if (needed(count) > capacity_) grow_to(needed(count));
    }
    // Makes rows wide enough for this one; widens the existing rows if necessary.
    [[gnu::always_inline]] void fit(const numbers& row)
    {
        std::uint64_t beyond = 0;
        for (std::size_t k = 0; k < Columns; ++k) beyond |= row[k] & ~columns_.mask[k];
        if (beyond != 0) widen(row);
    }

private:
    struct columns {
        std::array<std::uint64_t, Columns> mask{};
        std::array<std::uint8_t, Columns> at{};
        std::array<std::uint8_t, Columns> width{};
        std::size_t stride = 0;
    };
    static_assert(8 * Columns <= 255);

    // Reads and writes have eight bytes, so they can reach beyond the last row.
    static constexpr std::size_t beyond_the_last = 8;
    [[nodiscard]] std::size_t needed(std::size_t rows) const { return rows * columns_.stride + beyond_the_last; }

    // The low bytes of a number come first.
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
    static std::uint8_t width_of(std::uint64_t number)
    {
        std::uint8_t result = 0;
        for (; number != 0; number >>= 8) ++result;
        return result > 5 ? 8 : result;
    }
    // Rewrites all rows, the last one first, because each moves towards the end. A column is widened a few times at
    // most, whatever the text says.
    [[gnu::noinline]] void widen(const numbers& row)
    {
        columns wider;
        for (std::size_t k = 0; k < Columns; ++k) {
            const auto width = std::max(columns_.width[k], width_of(row[k]));
            wider.width[k] = width;
            wider.mask[k] = width == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
            wider.at[k] = static_cast<std::uint8_t>(wider.stride);
            wider.stride += width;
        }
        const auto bytes = std::max<std::size_t>(size_, 16) * wider.stride + beyond_the_last;
        if (bytes > capacity_) grow_to(bytes);
        for (auto i = size_; i-- > 0;) {
            const auto* const from = at(i);
            numbers kept;
            for (std::size_t k = 0; k < Columns; ++k) kept[k] = number(from, k);
            // Each write has eight bytes and can reach into the next row, whose first bytes are restored.
            auto* const to = bytes_ + i * wider.stride;
            const auto next = word(to + wider.stride);
            for (std::size_t k = 0; k < Columns; ++k) put(kept[k], to + wider.at[k]);
            put(next, to + wider.stride);
        }
        columns_ = wider;
    }
    void grow_to(std::size_t bytes)
    {
        bytes_ = grown(bytes_, bytes);
        capacity_ = bytes;
    }
    void swap(number_rows& other) noexcept
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

// A row has `static constexpr void each(auto& row, auto&& f)`, which passes all its members to a function: numbers,
// flags, and rows that are parts of it. A member takes no space if all rows have its initial value. Rising and near
// members are stored whole in every 32nd row, and as differences from that row in the others. Access is checked: a row
// that does not exist has initial values, and setting it has no effect; debug builds stop there.
template <typename Row>
class packed_list {
public:
    using iterator = typename packed_span<Row>::iterator;

    [[nodiscard]] std::size_t size() const { return rows_.size(); }
    [[nodiscard]] bool empty() const { return size() == 0; }
    [[nodiscard]] iterator begin() const { return {this, 0}; }
    [[nodiscard]] iterator end() const { return {this, size()}; }
    [[nodiscard]] Row front() const { return (*this)[0]; }
    [[nodiscard]] Row back() const { return (*this)[size() - 1]; }
    [[nodiscard]] packed_span<Row> span(std::size_t first, std::size_t size) const { return {*this, first, size}; }

    [[gnu::always_inline]] [[nodiscard]] Row operator[](std::size_t i) const
    {
        Row result;
        assert(i < size());
        if (i >= size()) return result;
        const auto* const from = rows_.at(i);
        const auto* const base = bases_.at(i / block);
        std::size_t k = 0;
        std::size_t b = 0;
        flat(result, [&](auto& member, auto... how) __attribute__((always_inline)) {
            const auto code = rows_.number(from, k++);
            if constexpr (sizeof...(how) == 0)
                member = value_of(member, code);
            else
                member = further(value_of(member, bases_.number(base, b++)), code, how...);
        });
        return result;
    }

    void push_back(const Row& row)
    {
        if constexpr (whole != 0)
            if (size() % block == 0) bases_.push_back(bases_of(row));
        rows_.push_back(numbers_of(row, size()));
    }
    void set(std::size_t i, const Row& row)
    {
        assert(i < size());
        if (i < size()) rows_.set(i, numbers_of(row, i));
    }
    // Reserves space for `count` rows in all, at their current width.
    void reserve(std::size_t count)
    {
        rows_.reserve(count);
        if constexpr (whole != 0) bases_.reserve(count / block + 1);
    }
    // Makes rows wide enough for this one, if it is near its neighbours.
    void fit(const Row& row)
    {
        if constexpr (whole != 0) bases_.fit(bases_of(row));
        const Row fresh;
        typename number_rows<members>::numbers numbers{};
        std::size_t k = 0;
        both(row, fresh, [&](const auto& member, const auto& usual, auto... how) {
            if constexpr (sizeof...(how) == 0)
                numbers[k] = code_of(member, usual);
            else if (member != usual)
                numbers[k] = 1; // there will be a difference
            ++k;
        });
        rows_.fit(numbers);
    }
    // Adds `count` initial rows to an empty list.
    void add_new(std::size_t count)
    {
        rows_.add_zeros(count);
        if constexpr (whole != 0) bases_.add_zeros((count + block - 1) / block);
    }
    // The bytes that the rows take now.
    [[nodiscard]] std::size_t bytes() const { return rows_.bytes() + bases_.bytes(); }

private:
    static constexpr std::size_t block = 32;
    static constexpr std::size_t listed = [] {
        Row row;
        std::size_t result = 0;
        Row::each(row, [&](auto&, auto...) { ++result; });
        return result;
    }();
    static_assert(ast::has_members<Row, listed>, "the row has a member that it does not list");

    // Calls the function with the numbers and flags of a row, including those of its parts.
    template <typename F>
    [[gnu::always_inline]] static constexpr void flat(auto& row, F&& f)
    {
        Row::each(row, [&](auto& member, auto... how) __attribute__((always_inline)) {
            using type = std::remove_cvref_t<decltype(member)>;
            if constexpr (requires { type::each(member, f); })
                type::each(member, f);
            else
                f(member, how...);
        });
    }
    // The same for two rows at once.
    template <typename F>
    [[gnu::always_inline]] static void both(const Row& row, const Row& other, F&& f)
    {
        std::array<std::uint64_t, members> others{};
        std::size_t k = 0;
        flat(other, [&](const auto& member, auto...)
                        __attribute__((always_inline)) { others[k++] = static_cast<std::uint64_t>(member); });
        k = 0;
        flat(row, [&](const auto& member, auto... how) __attribute__((always_inline)) {
            f(member, static_cast<std::remove_cvref_t<decltype(member)>>(others[k++]), how...);
        });
    }

    static constexpr std::size_t members = [] {
        Row row;
        std::size_t result = 0;
        flat(row, [&](auto&, auto...) { ++result; });
        return result;
    }();
    static constexpr std::size_t whole = [] { // members that every 32nd row stores whole
        Row row;
        std::size_t result = 0;
        flat(row, [&](auto&, auto... how) { result += sizeof...(how); });
        return result;
    }();

    // The difference between a member and its initial value; wraps around in its own width.
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
    // The difference between a member and the one that is stored whole. For near members, small differences of both
    // signs are small numbers.
    template <typename T>
    static std::uint64_t distance(T member, T base, rising_member)
    {
        return code_of(member, base);
    }
    template <typename T>
    static std::uint64_t distance(T member, T base, near_member)
    {
        using number = std::make_unsigned_t<T>;
        const auto code = static_cast<number>(code_of(member, base));
        const auto less = static_cast<number>(-(code >> (std::numeric_limits<number>::digits - 1)));
        return static_cast<number>(static_cast<number>(code << 1) ^ less);
    }
    template <typename T>
    static T further(T base, std::uint64_t code, rising_member)
    {
        return value_of(base, code);
    }
    template <typename T>
    static T further(T base, std::uint64_t code, near_member)
    {
        return value_of(base, (code >> 1) ^ (-(code & 1)));
    }

    [[gnu::always_inline]] static typename number_rows<whole>::numbers bases_of(const Row& row)
    {
        typename number_rows<whole>::numbers result{};
        const Row fresh;
        std::size_t b = 0;
        both(row, fresh, [&](const auto& member, const auto& usual, auto... how) __attribute__((always_inline)) {
            if constexpr (sizeof...(how) != 0) result[b++] = code_of(member, usual);
        });
        return result;
    }
    // The numbers that are stored for a row at that index.
    [[gnu::always_inline]] typename number_rows<members>::numbers numbers_of(const Row& row, std::size_t i) const
    {
        typename number_rows<members>::numbers result{};
        const auto* const base = bases_.at(i / block);
        const Row fresh;
        std::size_t k = 0;
        std::size_t b = 0;
        both(row, fresh, [&](const auto& member, const auto& usual, auto... how) __attribute__((always_inline)) {
            if constexpr (sizeof...(how) == 0)
                result[k++] = code_of(member, usual);
            else
                result[k++] = distance(member, value_of(usual, bases_.number(base, b++)), how...);
        });
        return result;
    }

    number_rows<members> rows_;
    number_rows<whole> bases_; // of every 32nd row
};

} // namespace ballast::model
