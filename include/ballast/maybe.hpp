// An optional that takes no more space than its value.
#pragma once

#include "ballast/list.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace ballast::inline v0::ast {

// A sentinel value of T that no text can contain. Only types with such a value have a specialization.
template <typename T>
struct absence;

// The smallest number: numbers in a text are never negative, apart from -1.
template <>
struct absence<std::int64_t> {
    static constexpr std::int64_t mark() { return std::numeric_limits<std::int64_t>::min(); }
    static constexpr bool in(std::int64_t value) { return value == mark(); }
};

// A list that is larger than memory.
template <typename T>
struct absence<list<T>> {
    static constexpr list<T> mark() { return {nullptr, std::numeric_limits<std::size_t>::max()}; }
    static constexpr bool in(const list<T>& value) { return value.size() == std::numeric_limits<std::size_t>::max(); }
};

// Like std::optional<T>, in half the space. Assigning the sentinel leaves it empty.
template <typename T>
class maybe {
public:
    using value_type = T;

    constexpr maybe() = default;
    constexpr maybe(std::nullopt_t) {}
    constexpr maybe(const T& value) : value_(value) {}
    template <typename U>
        requires std::is_convertible_v<const U&, T>
    constexpr maybe(const std::optional<U>& value) : value_(value ? static_cast<T>(*value) : absence<T>::mark())
    {
    }

    [[nodiscard]] constexpr bool has_value() const { return !absence<T>::in(value_); }
    [[nodiscard]] constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr const T& operator*() const { return value_; }
    [[nodiscard]] constexpr T& operator*() { return value_; }
    [[nodiscard]] constexpr const T* operator->() const { return &value_; }
    [[nodiscard]] constexpr T* operator->() { return &value_; }
    [[nodiscard]] constexpr T value_or(const T& other) const { return has_value() ? value_ : other; }
    [[nodiscard]] constexpr operator std::optional<T>() const
    {
        return has_value() ? std::optional<T>(value_) : std::nullopt;
    }

    constexpr T& emplace(const T& value = {}) { return value_ = value; }
    constexpr void reset() { value_ = absence<T>::mark(); }

    friend constexpr bool operator==(const maybe& a, const maybe& b)
    {
        return a.has_value() == b.has_value() && (!a.has_value() || a.value_ == b.value_);
    }
    friend constexpr bool operator==(const maybe& a, const std::optional<T>& b) { return a == maybe(b); }
    friend constexpr bool operator==(const maybe& a, const T& b) { return a.has_value() && a.value_ == b; }
    friend constexpr bool operator==(const maybe& a, std::nullopt_t) { return !a.has_value(); }

private:
    T value_ = absence<T>::mark();
};

} // namespace ballast::inline v0::ast
