// Spans and pointers into the arena of a document. They compare by content.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace ballast::inline v0::ast {

// An immutable array of T in an arena. Copies share the elements; equality compares the elements.
template <typename T>
class list {
public:
    using value_type = T;
    using const_iterator = const T*;

    constexpr list() = default;
    constexpr list(const T* first, std::size_t count) : first_(first), count_(count) {}

    [[nodiscard]] constexpr const T* begin() const { return first_; }
    [[nodiscard]] constexpr const T* end() const { return first_ + count_; }
    [[nodiscard]] constexpr const T* data() const { return first_; }
    [[nodiscard]] constexpr std::size_t size() const { return count_; }
    [[nodiscard]] constexpr bool empty() const { return count_ == 0; }
    [[nodiscard]] constexpr const T& operator[](std::size_t i) const { return first_[i]; }
    [[nodiscard]] constexpr const T& front() const { return first_[0]; }
    [[nodiscard]] constexpr const T& back() const { return first_[count_ - 1]; }

    friend bool operator==(const list& a, const list& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

private:
    const T* first_ = nullptr;
    std::size_t count_ = 0;
};

// An optional member that is rare and large: null, or a pointer to a T in an arena. Equality compares the targets.
template <typename T>
class box {
public:
    constexpr box() = default;
    constexpr explicit box(const T* target) : target_(target) {}

    [[nodiscard]] constexpr explicit operator bool() const { return target_ != nullptr; }
    [[nodiscard]] constexpr const T& operator*() const { return *target_; }
    [[nodiscard]] constexpr const T* operator->() const { return target_; }
    [[nodiscard]] constexpr const T* get() const { return target_; }

    friend bool operator==(const box& a, const box& b)
    {
        return a.target_ == b.target_ || (a.target_ && b.target_ && *a.target_ == *b.target_);
    }

private:
    const T* target_ = nullptr;
};

// The initial target of a `shared`.
template <typename T>
inline constexpr T default_node{};

// A node that others can share, used like a member: it is never null and compares by value. It starts as a default T;
// `arena::share` makes another.
template <typename T>
class shared {
public:
    constexpr shared() : target_(&default_node<T>) {}
    constexpr explicit shared(const T* target) : target_(target) {}

    [[nodiscard]] constexpr const T& operator*() const { return *target_; }
    [[nodiscard]] constexpr const T* operator->() const { return target_; }
    [[nodiscard]] constexpr const T* get() const { return target_; }
    constexpr operator const T&() const { return *target_; }

    friend bool operator==(const shared& a, const shared& b) { return a.target_ == b.target_ || *a == *b; }
    friend bool operator==(const shared& a, const T& b) { return *a == b; }

private:
    const T* target_;
};

// A byte offset into the source, or -1. All positions are equal, so that a parsed AST and one built in memory compare
// equal.
struct position {
    long long offset = -1;

    friend constexpr bool operator==(const position&, const position&) { return true; }
};

} // namespace ballast::inline v0::ast
